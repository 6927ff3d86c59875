"""`applications approved in 2023`: by the day of the decision, which holds the cell, and not of when they came in.

`parcels shipped in 2023`: by the day of the `Shipment`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.measured_time import time_said
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query
from core.model import TEMPORAL
from core.text.words import fold, words

_PLACED = frozenset("in during on since before after until between of from".split())
_EACH = ("each", "every", "per", "a")
_IDLE = frozenset("date day time on at of the is was status state".split())
"""Words of headers that say nothing of what happened."""
_ROOT = 4
"""Letters of a verb's root, at least."""


def by_its_day(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A time said right behind a cell is that of the date named like the cell or its column (`Decision`, `Decision
    Date`), where only the usual date of the rows was taken."""
    before = _before_the_time(tokens)
    if before is None:
        return query
    times = [c for f in _plain(query.where) if (c := f.item.column) is not None and facts.dated(c)]
    for time in times if len(times) == 1 else ():
        if (noun := _day_of_deed(replace(time, part=""), before, facts, tokens)) is not None:
            query = to_day(query, replace(time, part=""), noun)
    cells = [c for c in _plain(query.where) if c.operator == "=" and _says(c, before)]
    for cell in cells:
        day = _day_of(cell, facts, tokens)
        usual = facts.own_when(day.table, day=True) if day is not None else None
        if day is not None and usual is not None:
            moved = to_day(query, usual, day)
            query = moved if moved.where != query.where else query
    return query


def to_day(query: Query, usual: Col, day: Col) -> Query:
    """A query that goes by the day, and not by the usual date: what it is restricted to, and its months."""

    def on(column: Col) -> Col:
        return replace(day, part=column.part) if replace(column, part="") == usual else column

    def item(i: Item) -> Item:
        return replace(i, column=on(i.column)) if i.column is not None and i.column.part and not i.aggregate else i

    where = tuple(_on(c, usual, day) for c in query.where)
    order = tuple(replace(o, item=item(o.item)) for o in query.order)
    group = tuple(on(c) if c.part else c for c in query.group)
    return replace(query, where=where, select=tuple(map(item, query.select)), group=group, order=order)


def _before_the_time(tokens: Sequence[Token]) -> Token | None:
    """The word that a time follows: `approved in 2023`."""
    at = time_said(tokens, _PLACED)
    if not at or tokens[at].lower not in _PLACED:
        return None
    if at > 2 and tokens[at - 1].lower in lexicon().date_parts and tokens[at - 2].lower in _EACH:
        at -= 2  # "issued each month in 2023"
    return tokens[at - 1]


def _day_of_deed(usual: Col, word: Token, facts: Facts, tokens: Sequence[Token]) -> Col | None:
    """The one other date of the table whose header has a noun for what the verb tells, where the usual one is not
    said."""
    said = {t.stem for t in tokens}
    if not word.lower.endswith("ed") or facts.own_when(usual.table, day=True) != usual or facts.speaks(usual, said):
        return None
    roots = {r for r in (word.lower[:-1], word.lower[:-2], word.lower[:-3]) if len(r) >= _ROOT}
    nouns = {f"{r}ment" for r in roots}
    found = [
        Col(usual.table, c.name)
        for c in facts.tables[usual.table].columns
        if c.type in TEMPORAL and nouns & set(map(fold, words(c.label)))
    ]
    return found[0] if len(found) == 1 else None


def _plain(where: Sequence[Condition]) -> Iterator[Filter]:
    for c in where:
        if isinstance(c, Filter) and c.item.column is not None and c.item == Item(c.item.column):
            yield c


def _says(cell: Filter, word: Token) -> bool:
    """The word says the cell, the whole of it or the end."""
    return len(cell.values) == 1 and stems(str(cell.values[0]))[-1:] == (word.stem,)


def _day_of(cell: Filter, facts: Facts, tokens: Sequence[Token]) -> Col | None:
    """The one date of the cell's table that is called as the cell or its column is, and is not said itself."""
    column = cell.item.column
    held = facts.column(column) if column is not None else None
    if column is None or held is None:
        return None
    called = (set(stems(held.label)) | set(stems(str(cell.values[0])))) - _IDLE
    found = [c for c in facts.tables[column.table].columns if c.type in TEMPORAL and called & set(stems(c.label))]
    return Col(column.table, found[0].name) if len(found) == 1 else None


def _on(condition: Condition, usual: Col, day: Col) -> Condition:
    """A condition on the usual date of the rows, on the day instead."""
    if isinstance(condition, Filter) and condition.item == Item(usual):
        return replace(condition, item=Item(day))
    return condition
