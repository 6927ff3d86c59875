"""`bills nobody has settled yet`, `who still owes their 2024 sub`: what has not been paid for, in whichever words.

A mark of payment that says no tells it, a mark that is missing, or a day of payment that is; of a hirer, those of their
bookings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.ask.translators.rules.told.money_sums import money_of
from core.ask.translators.rules.told.still import below
from core.model import TEMPORAL

_DEED = r"(?:paid(?: up| off)?|settled(?: up)?|coughed up|squared(?: up)?|cleared)"
_SAID = re.compile(
    rf"\b(?:(?:(?:have|has|had|were|was|is|are|did) )?(?:not|never)(?: yet| ever)?(?: been)? {_DEED}"
    rf"|(?:nobody|no one|noone|none of them)(?: has| have)?(?: yet| ever)?(?: been)? {_DEED}"
    r"|(?:still |yet |waiting |left )to (?:pay|be paid|settle|be settled)"
    r"|still (?:owes?|owing|owed|unpaid|outstanding|due)|unpaid|unsettled|owes?|owed|owing|in arrears)"
    r"(?: for| to us| us| yet| still| money)*\b"
)
_AMOUNT = re.compile(r"(?:how much|what)\b")
_OWED = re.compile(r"\b(?:owe|to (?:pay|be paid)|outstanding|due|unpaid|arrears)")
_SETTLED = frozenset(map(stem, ("paid", "settled", "payment")))
_PLURAL = 0.7
"""What a cell is worth at least that is said in the plural: `children`."""
_THEIRS = frozenset("their his her its the our for of with on from to".split())
_NUMBERED = re.compile(r"(?<!\d)(?:20)?\d\d(?!\d)")


def unsettled(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said, with the words of the mark itself behind it: start → (end, the condition)."""
    text = " ".join(t.lower for t in tokens)
    met = _SAID.search(text)
    if met is None:
        return {}
    start, end = text[: met.start()].count(" "), text[: met.end()].count(" ") + 1
    if not cell_places(mentions).isdisjoint(range(start, end)):
        return {}
    others = [m for m in mentions if m.end <= start or end <= m.start]
    found = next((f for tables in _tables(others, facts) if (f := _marked(tables, facts))), {})
    if len(found) != 1:
        return {}
    ((column, condition),) = found.items()
    end = _named(tokens, end, column, facts)
    item = None
    if _AMOUNT.match(text) and _OWED.search(text[met.start() : met.end()]):
        amount = money_of(column.table, facts)
        if amount is None:
            return {}
        item = Item(amount, "sum")
    return {start: (end, Definition(lemmas(tokens, start, end), item, (condition,)))}


def _tables(mentions: Sequence[Mention], facts: Facts) -> Iterator[list[str]]:
    """The tables that are named, those of cells and columns said, those whose rows are theirs (of a customer that is
    named, too); where nothing else is said, all."""
    named = tables_named(mentions) & facts.tables.keys()
    least = {"value": _PLURAL, "column": FIRM}
    said = {k.table for m in mentions for k in m.links[:1] if k.score >= least.get(k.kind, 1.0) and k.kind != "table"}
    yield sorted(named)
    yield sorted(said & facts.tables.keys())
    yield below(named, facts)
    yield below(said - named, facts)
    yield [] if mentions else sorted(facts.tables)


def _marked(tables: Sequence[str], facts: Facts) -> dict[Col, Filter]:
    """Of each of the tables that tells what was paid what tells it, and what it says where it was not."""
    return {f.item.column: f for t in tables if (f := _unpaid(t, facts)) is not None and f.item.column is not None}


def _unpaid(table: str, facts: Facts) -> Filter | None:
    """The one mark, or else the one day, of payment, as it is where nothing was paid."""
    columns = [c for c in facts.tables[table].columns if facts.speaks(Col(table, c.name), _SETTLED)]
    marks = [(c, truths) for c in columns if (truths := facts.flag(Col(table, c.name)))]
    if len(marks) == 1:
        ((mark, (_, no)),) = marks
        item = Item(Col(table, mark.name))
        told = no if isinstance(no, str) else f"{no:.15g}"
        return Filter(item, "=", (no,)) if told in {v for v, _ in mark.profile.common} else Filter(item, "is null")
    days = [Col(table, c.name) for c in columns if c.type in TEMPORAL and c.profile.nulls]
    return Filter(Item(days[0]), "is null") if len(days) == 1 else None


def _named(tokens: Sequence[Token], end: int, column: Col, facts: Facts) -> int:
    """Behind the words of the mark's header that follow: `their 2024 sub`, of `Subs 24 Pd`."""
    held = facts.column(column)
    own = set(stems(held.label)) | set(facts.spelt(column)) if held else set()
    years = {n[-2:] for n in _NUMBERED.findall(held.label)} if held else set()
    last = at = end
    while at < len(tokens):
        token = tokens[at]
        year = bool(_NUMBERED.fullmatch(token.text)) and token.text[-2:] in years
        if year or token.stem in own or token.lower in own:
            last = at + 1
        elif token.lower not in _THEIRS:
            break
        at += 1
    return last
