"""How a glossary's entry is read: a figure, conditions or an order in the words of the files, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.hints.glossary import Term
from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.definitions import definitions
from core.ask.translators.rules.grammar.plain_condition import compares
from core.ask.translators.rules.query import Condition, Definition, Filter
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import Column, Join, Table
from core.text.words import normalise


def understood(term: Term, tables: Sequence[Table], joins: Sequence[Join]) -> str:
    """What the rules make of it, in words; "" where they make nothing of it, or not all that it says."""
    view = SchemaView(tuple(tables), tuple(j for j in joins if j.state != "rejected"))
    words = tuple(t.lemma for t in tokenise(term.words) if t.kind != "punct")
    plain = term.meaning.strip(" `'\"").casefold()
    columns = [c for t in tables for c in t.columns]
    named = [c.id for c in columns if plain in (c.id.casefold(), c.name.casefold(), c.label.casefold())]
    found = next((d for d in definitions(term.statement, view, ()) if d.words == words), None)
    if found is None or named:
        return f"`{named[0]}`" if named else ""
    if _beyond(found.conditions, columns) or (not found.conditions and _unused(term.meaning, found, tables)):
        return ""
    phrase = Phrase(Facts(view), named=True)
    item = found.item
    if item is not None and item.formula is not None:
        item = replace(item, formula=replace(item.formula, name=""))
    said = [phrase.item(item)] if item else []
    said += [f"where {' and '.join(map(phrase.condition, found.conditions))}"] if found.conditions else []
    said += [f"sorted by {phrase.item(found.order.item)}"] if found.order else []
    return ", ".join(said)


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
