"""What a person's changes of a reading say of the question's words, for the glossary: “spend” means `orders.amount`.

Only what is plain: one table, column, value or formula in the place of another that some words were taken for; or one
more of them where one word had led to nothing. A column that is now what rows are told apart by says nothing of a word
that had been taken for a figure; nor do a time that is now given, and what another word already means. A table is meant
by a plural noun alone, and a column by no word that only says how something is, or that it was done: “high”, “came”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from core.ask.conversation.edit import head
from core.ask.form import Form
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Query, all_tables, condition_items
from core.text.words import singular

Words = Sequence[tuple[str, str]]
"""Pairs (the question's words, what they were taken for: `table.column`, `table.column=value`, "" for nothing)."""
_A_TIME = re.compile(r"\d{4}(-\d\d){0,2}([ T-].*)?%?")
"""How a time is written in a condition: `2024%`, `2024-07-01`."""
_NO_NOUNS = frozenset(
    "high higher highest low lower lowest big small large new old good bad best worst top long short late early quick "
    "slow busy busiest main open closed came come went go goes got get had has have did do does made make took take "
    "gave give saw seen kept left met was were been".split()
)
"""Common words for how things are, and for what is done, that no column is called."""
_NAMES = ("name", "title", "label")
"""How headers end that hold what things are called."""
_SIGNS = {"*": "×", "/": "÷", "+": "+", "-": "-"}


def learned(first: Form | None, now: Form, words: Words) -> tuple[tuple[str, str], ...]:
    """Pairs (words, what they mean, as the glossary writes it)."""
    lost = [said for said, target in words if not target]
    known = {target for _, target in words if target}
    values = _values(now.query) - (_values(first.query) if first else set())
    values = {(place, value) for place, value in values if f"{place}={value}" not in known}
    gone_values = _values(first.query) - _values(now.query) if first else set()
    if len(values) == 1:
        place, value = next(iter(values))
        meant = {f"{p}={v}" for p, v in gone_values}
        said = [w for w, target in words if target in meant] or (lost if not gone_values else [])
        told = f"{place} = '{value}'"
        return ((said[0], told),) if len(said) == 1 and "'" not in value else ()
    if values:
        return ()
    if first is not None and set(first.query.where) != set(now.query.where):
        lost = []  # another period, or another bound, may be what the word said
    table = _rows_of(now.query)
    if table and table != (before := _rows_of(first.query) if first else "") and table not in known:
        said = lost or [w for w, target in words if target == before]
        if lost or before:
            return ((said[0], table),) if len(said) == 1 and _things(said[0]) else ()
    return _of_formula(first, now, words, lost) or _of_column(first, now, words, lost)


def _rows_of(query: Query) -> str:
    """The table whose rows are counted, or listed; "" where figures, or different values, are shown."""
    figures = [i for i in query.select if i.aggregate]
    if figures:
        return figures[0].table if figures[0].aggregate == "count" and figures[0].column is None else ""
    return "" if query.distinct or query.group else head(query)


def _of_column(first: Form | None, now: Form, words: Words, lost: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """One column in one place for another that stood there, in a question of the same tables or their neighbours."""
    new, gone = _changed(first, now)
    if first is None:
        known = {target for _, target in words}
        new = {place: columns - known for place, columns in new.items()}
    moved = [place for place in _PLACES if new[place] or gone[place]]
    if len(moved) != 1 or len(new[moved[0]]) != 1 or len(gone[moved[0]]) > 1:
        return ()
    (column,) = new[moved[0]]
    if gone[moved[0]]:
        said = [w for w, target in words if target in gone[moved[0]]]
    else:
        said = list(lost) if first is None or set(all_tables(first.query)) <= set(all_tables(now.query)) else []
    if len(said) != 1 or said[0].lower() in _NO_NOUNS:
        return ()
    if moved == ["shown"] and _things(said[0]) and column.rpartition(".")[2].lower().endswith(_NAMES):
        column = column.partition(".")[0]  # things are shown by their names
    return ((said[0], column),)


def _things(said: str) -> bool:
    """A noun in the plural."""
    last = said.lower().split()[-1]
    return singular(last) != last


def _of_formula(first: Form | None, now: Form, words: Words, lost: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """A figure that was put together of two columns, for the words that had meant the one it replaced."""
    before = set(_formulas(first.query)) if first else set()
    found = [f for f in _formulas(now.query) if f not in before]
    if len(found) != 1:
        return ()
    gone = _changed(first, now)[1]["figures"]
    said = [w for w, target in words if target in gone] if gone else list(lost)
    return ((said[0], found[0]),) if len(said) == 1 else ()


def _figures(query: Query) -> Iterable[Col | None]:
    return (i.column for i in query.select if i.aggregate and not i.formula)


def _shown(query: Query) -> Iterable[Col | None]:
    return (i.column for i in query.select if not i.aggregate and i.column not in query.group)


def _compared(query: Query) -> Iterable[Col | None]:
    inner = tuple(c for c in (*query.where, *query.having) if not (isinstance(c, Filter) and _timed(c)))
    return (i.column for i in condition_items(inner) if not i.aggregate)


def _timed(condition: Filter) -> bool:
    """It says when: the question's own times tell it."""
    part = condition.item.column.part if condition.item.column else ""
    return bool(part) or any(isinstance(v, str) and _A_TIME.fullmatch(v) for v in condition.values)


_PLACES: dict[str, Callable[[Query], Iterable[Col | None]]] = {
    "figures": _figures,
    "shown": _shown,
    "groups": lambda q: q.group,
    "conditions": _compared,
}
"""Where a column stands in a reading, and so what a word for it says."""


def _changed(first: Form | None, now: Form) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """For each place the columns that are new there, and those that are gone."""
    new, gone = {}, {}
    for place, columns in _PLACES.items():
        after = _named(columns(now.query))
        before = _named(columns(first.query)) if first else set()
        new[place], gone[place] = after - before, before - after
    return new, gone


def _named(columns: Iterable[Col | None]) -> set[str]:
    return {f"{c.of or c.table}.{c.name}" for c in columns if c is not None}


def _formulas(query: Query) -> list[str]:
    """Formulas of two columns, as the glossary writes them; not those that divide totals."""
    found = []
    for item in query.select:
        f = item.formula
        if isinstance(f, Formula) and f.operator in _SIGNS and item.aggregate not in ("", "own"):
            sides = [s.column for s in (f.left, f.right) if isinstance(s, Item) and s.column and not s.aggregate]
            if len(sides) == 2:
                left, right = (f"{c.table}.{c.name}" for c in sides)
                found.append(f"{left} {_SIGNS[f.operator]} {right}")
    return found


def _values(query: Query) -> set[tuple[str, str]]:
    """Columns with the one text that they are compared with."""
    return {
        (f"{c.item.column.table}.{c.item.column.name}", c.values[0])
        for c in query.where
        if isinstance(c, Filter) and c.operator == "=" and c.item.column and len(c.values) == 1 and not _timed(c)
        if isinstance(c.values[0], str)
    }
