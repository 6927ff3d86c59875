"""`average length of stay`, `how many nights were booked`: from the day on which rows begin to the day they end, where
no header says it."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Aggregate, Col, Definition, Filter, Formula, Item
from core.ask.translators.rules.row_days import in_turn, span_of

_STAYS = (("length", "of", "stay"), ("length", "of", "stays"), ("stay", "length"), ("average", "stay"))
_NIGHTS = (("how", "many", "nights"), ("number", "of", "nights"), ("total", "nights"), ("average", "nights"))
_MEAN = frozenset("average mean typical usual".split())
_ARTICLES = frozenset(("the", "our"))
_SAID = frozenset("night nights stay stays stayed los".split())
"""A header with one of these says it itself."""
_EACH = (("per",), ("for", "each"), ("for", "every"), ("of", "each"), ("of", "a"), ("a",))


def stay_length(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the mean or the sum of the days between)."""
    lowers = [t.lower for t in tokens]
    found = next(
        ((i, i + len(p), p in _NIGHTS) for i in range(len(lowers)) for p in (*_STAYS, *_NIGHTS) if _at(lowers, i, p)),
        None,
    )
    span = _span(mentions, facts) if found else None
    if found is None or span is None:
        return {}
    start, end, nights = found
    begun, ended = span
    said = lowers[max(0, start - 2) : end]
    function: Aggregate = "sum" if nights and not _MEAN & set(said) else "avg"
    while start and (lowers[start - 1] in _MEAN | _ARTICLES):
        start -= 1
    end = _per_row(lowers, end, ended.table, mentions)
    item = Item(ended, function, formula=Formula("days", Item(ended), Item(begun), "days"))
    known = (Filter(Item(ended), "is not null"),) if function == "avg" else ()
    return {start: (end, Definition(lemmas(tokens, start, end), item, known))}


def _at(lowers: Sequence[str], at: int, phrase: tuple[str, ...]) -> bool:
    return tuple(lowers[at : at + len(phrase)]) == phrase


def _span(mentions: Sequence[Mention], facts: Facts) -> tuple[Col, Col] | None:
    """The two days of the one table that has them: of those that are spoken of, or else of all."""
    columns = (Col(name, c.name) for name, table in facts.tables.items() for c in table.columns)
    if any(_SAID & {w.lower() for w in facts.spelt(c)} for c in columns):
        return None
    spoken = tables_named(mentions) | {k.table for m in mentions for k in m.links[:1] if k.kind == "value"}
    for tables in (sorted(spoken & facts.tables.keys()), sorted(facts.tables)):
        spans = [s for t in tables if (s := span_of(t, facts)) is not None]
        if spans:
            return in_turn(*spans[0], facts) if len(spans) == 1 else None
    return None


def _per_row(lowers: Sequence[str], end: int, table: str, mentions: Sequence[Mention]) -> int:
    """`nights per booking`, of bookings: the mean of the rows says it already."""
    for each in _EACH:
        at = end + len(each)
        row = next((m for m in mentions if m.start == at), None) if _at(lowers, end, each) else None
        if row is not None and any(k.kind == "table" and k.table == table for k in row.links):
            return row.end
    return end
