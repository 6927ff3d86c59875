"""How a glossary's entry is read: a figure, conditions or an order in the words of the files, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace

from core.ask.hints.glossary import Term
from core.ask.hints.table_terms import table_meant
from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.definitions import definitions
from core.ask.translators.rules.grammar.plain_condition import compares
from core.ask.translators.rules.query import Condition, Definition, Filter, Formula
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import Column, Join, Table
from core.text.words import normalise

_PERCENT = re.compile(r"\d+(?:\.\d+)?\s*(?:%|per ?cent)", re.IGNORECASE)


def understood(term: Term, tables: Sequence[Table], joins: Sequence[Join]) -> str:
    """What the rules make of it, in words; "" where they make nothing of it, or not all that it says."""
    view = SchemaView(tuple(tables), tuple(j for j in joins if j.state != "rejected"))
    words = tuple(t.lemma for t in tokenise(term.words) if t.kind != "punct")
    plain = term.meaning.strip(" `'\"").casefold()
    columns = [c for t in tables for c in t.columns]
    named = [c.id for c in columns if plain in (c.id.casefold(), c.name.casefold(), c.label.casefold())]
    if (table := table_meant(term.meaning, tables)) is not None:
        return f"the rows of `{table.label}`"
    found = next((d for d in definitions(term.statement, view, ()) if d.words == words), None)
    if found is None or named:
        return f"`{named[0]}`" if named else ""
    if _beyond(found.conditions, columns) or (not found.conditions and _unused(term.meaning, found, tables)):
        return ""
    if _of_a_percentage(term.meaning, columns) or not _numbers(term.meaning, columns) <= set(_said(found)):
        return ""
    phrase = Phrase(Facts(view), named=True)
    item = found.item
    if item is not None and item.formula is not None:
        item = replace(item, formula=replace(item.formula, name=""))
    said = [phrase.item(item)] if item else []
    said += [f"where {' and '.join(map(phrase.condition, found.conditions))}"] if found.conditions else []
    said += [f"sorted by {phrase.item(found.order.item)}"] if found.order else []
    return ", ".join(said)


def _of_a_percentage(meaning: str, columns: Sequence[Column]) -> bool:
    """`Charge - 10%`: a part of something, which no definition can say."""
    said = _PERCENT.search(meaning)
    return said is not None and not any(said[0].strip().casefold() in c.label.casefold() for c in columns)


def _numbers(meaning: str, columns: Sequence[Column]) -> set[float]:
    """The numbers that are said, but for those in the names of columns."""
    for label in sorted({n for c in columns for n in (c.id, c.label, c.name) if n}, key=len, reverse=True):
        if any(map(str.isdigit, label)):
            meaning = re.sub(re.escape(label), " ", meaning, flags=re.IGNORECASE)
    return {t.number for t in tokenise(meaning) if t.number is not None and t.kind == "number"}


def _said(found: Definition) -> Iterator[float]:
    """The numbers that a definition has; none of one that divides by nothing."""
    pending: list[object] = [*found.conditions, *(i for i in (found.item, found.order and found.order.item) if i)]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            yield from (t.number for t in tokenise(one) if t.number is not None)
        elif isinstance(one, int | float) and not isinstance(one, bool):
            yield float(one)
        elif isinstance(one, tuple):
            pending += one
        elif isinstance(one, Formula) and one.operator == "/" and one.right == 0:
            continue
        elif is_dataclass(one):
            pending += [getattr(one, f.name) for f in fields(one)]


def _beyond(conditions: Sequence[Condition], columns: Sequence[Column]) -> bool:
    """A condition asks for a text that its column is known not to hold."""
    for c in conditions:
        if isinstance(c, Filter) and c.operator == "=" and (place := c.item.column) is not None:
            held = next((h for h in columns if (h.table, h.name) == (place.table, place.name)), None)
            if held is not None and held.type == "text" and 0 < held.profile.distinct <= len(held.profile.common):
                known = {normalise(v) for v, _ in held.profile.common}
                if any(isinstance(v, str) and normalise(v) not in known for v in c.values):
                    return True
    return False


def _unused(meaning: str, found: Definition, tables: Sequence[Table]) -> bool:
    """The meaning asks for more than what was found: it compares a column (`method: cash`), divides (`paid per day`),
    or names a value as a column holds it (`paid by CC`)."""
    if compares(meaning, tables) or (found.item is not None and not found.item.formula and " per " in meaning):
        return True
    columns = [c for t in tables for c in t.columns]
    called = {w for c in columns for w in (c.label, c.name, *c.label.split(), *c.name.split())}
    held = {v for c in columns if c.type == "text" for v, _ in c.profile.common if v[:1].isupper()}
    return any(w in held and w not in called for w in meaning.replace(",", " ").split())
