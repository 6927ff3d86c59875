"""`how many repairs did we carry out in 2024`: by the day on which they were done, not that of the asking; what was
finished, by the day on which it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.decided_then import to_day
from core.ask.translators.rules.query import Col, Query
from core.ask.translators.rules.row_days import due, end_of
from core.model import TEMPORAL

_WITH_OUT = frozenset(("carry", "carried", "carries"))
_DEEDS = frozenset("complete completed finish finished perform performed accomplish accomplished".split())
_DONE = frozenset(map(stem, "done completed complete completion finished finish performed".split()))
_ASKING = frozenset(("we", "they", "he", "she", "you", "i"))
_IDLE = frozenset("date day dt time on at of the".split())


def carried_out(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The usual date of rows that are counted gives way to the one called so, where what is asked is what was done."""
    if not _says_done(tokens):
        return query
    said = {t.stem for t in tokens}
    counted = {i.table for i in query.select if i.aggregate == "count" and i.column is None} & facts.tables.keys()
    for table in sorted(counted):
        usual, days = facts.own_when(table, day=True), list(_done_on(table, facts))
        if not days and _DEEDS & {t.lower for t in tokens}:
            days = [c for c in (end_of(table, facts),) if c is not None]
        if usual is None or len(days) != 1 or days[0] == usual:
            continue
        held = facts.column(usual)
        if held is None or not said & (set(stems(held.label)) - _IDLE):
            query = to_day(query, usual, days[0])
    return query


def _says_done(tokens: Sequence[Token]) -> bool:
    lowers = [t.lower for t in tokens]
    for i, word in enumerate(lowers):
        behind = lowers[i + 1] if i + 1 < len(lowers) else ""
        if word in _DEEDS or (word in _WITH_OUT and behind == "out"):
            return True
        if word in ("do", "did", "done") and i and lowers[i - 1] in _ASKING:  # “did we do”, “that she did”
            return True
    return False


def _done_on(table: str, facts: Facts) -> Iterator[Col]:
    for c in facts.tables[table].columns:
        column = Col(table, c.name)
        if c.type in TEMPORAL and c.type != "time" and _DONE & set(stems(c.label)) and not due(column, facts):
            yield column
