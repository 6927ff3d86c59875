"""Questions worth asking of some tables, made from the schema graph and its statistics.

A *maker* words one kind of question from tables, joins and profiles: a count, a ranking by a related table, an average
for each group, a course over time, a share, what is missing, what lies above the average. The questions take turns by
kind and table, so that few of them are alike; each is asked before it is offered, and only those are that the rules
answer surely, over the tables meant, with rows that say something.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from core.ask.names import with_article
from core.ask.suggest.candidates import (
    TOP,
    Sight,
    children,
    dates,
    figures,
    groups,
    is_named,
    parents,
    sayable,
    sight_of,
    spoken,
    time_unit,
    when,
)
from core.model import Answer, Column, Join, Table
from core.sql.conditions import conditions_of, named_columns

MIN_CONFIDENCE = 0.75
"""The confidence from which an answer is shown as sure: nobody is to doubt what was offered."""
_TABLES = 8
"""How many tables are asked about."""
_LONGEST = 60
"""Characters of a name."""
_UNSAID = frozenset({"words_ignored", "empty", "translators_differ", "called_alike"})
"""Cautions of an answer that was not meant so."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A question to try. Its answer must use the tables and the columns, and have `rows` rows at least."""

    kind: str
    text: str
    tables: frozenset[str]
    rows: int = 1
    columns: frozenset[tuple[str, str]] = frozenset()
    """Pairs (table, column)."""
    where: frozenset[str] = frozenset()
    """Conditions of the SQL, as `conditions_of` gives them: its own must have these and may have more."""


def suggest(
    tables: Sequence[Table],
    joins: Sequence[Join],
    ask: Callable[[str], Answer | None],
    *,
    first: Collection[str] = (),
    most: int = 6,
    seconds: float = 10.0,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    """Up to `most` questions, as they are found, within about `seconds`; those about the tables `first` before others.

    `ask` answers a question by the rules, or gives None.
    """
    yield from asked(ideas(tables, joins, first), ask, most=most, seconds=seconds, stopped=stopped)


def asked(
    tried: Iterable[Idea],
    ask: Callable[[str], Answer | None],
    *,
    most: int,
    seconds: float,
    stopped: Callable[[], bool] = lambda: False,
    known: str = "",
) -> Iterator[str]:
    """The ideas that have a convincing answer, up to `most`, a third of a kind at most; none has the SQL `known`."""
    ends = time.monotonic() + seconds
    given: Counter[str] = Counter()
    for idea in tried:
        if given.total() >= most or stopped() or time.monotonic() > ends:
            return
        if given[idea.kind] >= max(1, math.ceil(most / 3)):
            continue
        answer = ask(idea.text)
        if answer is not None and answer.sql != known and convincing(answer, idea):
            given[idea.kind] += 1
            yield idea.text


def convincing(answer: Answer, idea: Idea) -> bool:
    """The answer is sure, is about the tables meant, and its rows are not empty."""
    if answer.sql is None or answer.confidence < MIN_CONFIDENCE or answer.ignored:
        return False
    used = set(answer.tables) | {t for e in answer.path for t in (e.left_table, e.right_table)}
    if not idea.tables <= used or any(c.code in _UNSAID for c in answer.warnings):
        return False
    if not named_columns(answer.sql) >= {c for _, c in idea.columns} or not idea.where <= conditions_of(answer.sql):
        return False
    if answer.beside is not None and len(answer.rows) > 1 and len(set(answer.beside.values)) == 1:
        return False  # a ranking without an order
    if any(isinstance(v, str) and len(v) > _LONGEST for row in answer.rows[:5] for v in row):
        return False  # nobody calls things so
    filled = [row for row in answer.rows if row and row[-1] is not None]
    return len(filled) >= idea.rows and len(filled) * 2 >= len(answer.rows)


def ideas(tables: Sequence[Table], joins: Sequence[Join], first: Collection[str] = ()) -> Iterator[Idea]:
    """Questions to try, best first: kinds take turns, and within a kind the tables do."""
    sight = sight_of(tables, joins)
    order = sorted(sight.tables.values(), key=lambda t: (t.name not in first, -_weight(t, sight.joins), t.name))
    order = [t for t in order if sayable(t, sight)][:_TABLES]
    by_kind = [[idea for table in order for idea in maker(table, sight)] for maker in MAKERS]
    seen: set[str] = set()
    for turn in zip_longest(*by_kind):
        for idea in turn:
            if idea is not None and idea.text not in seen:
                seen.add(idea.text)
                yield idea


def _weight(table: Table, joins: Sequence[Join]) -> float:
    """How much hangs on a table: its joins, then its rows."""
    return 2.0 * sum(j.touches(table.name) for j in joins) + math.log10(table.rows + 1)


def _rankings(table: Table, sight: Sight) -> Iterator[Idea]:
    for join in children(table, sight):
        child = sight.tables[join.child_table]
        if table.rows > TOP and child.rows > table.rows and sayable(child, sight):
            text = f"Which {TOP} {spoken(table, sight)} have the most {spoken(child, sight)}?"
            yield Idea("ranking", text, frozenset({table.name, child.name}), TOP)


def _averages(table: Table, sight: Sight) -> Iterator[Idea]:
    figure = next(figures(table, sight), None)
    if figure is None:
        return
    what = f"What is the average {measured(figure, sight)} of {spoken(table, sight)}"
    for group in groups(table, sight):
        text = f"{what} for each {sight.names.column(table.name, group.name)}?"
        yield Idea("average", text, frozenset({table.name}), 2, columns(figure, group))
        break
    for join in parents(table, sight):
        parent = sight.tables[join.parent_table]
        if (kind := next(groups(parent, sight), None)) is not None:
            text = f"{what} for each {sight.names.of(parent.name, kind.name)}?"
            yield Idea("average", text, frozenset({table.name, parent.name}), 2, columns(figure, kind))


def _courses(table: Table, sight: Sight) -> Iterator[Idea]:
    if (date := next(dates(table, sight), None)) is not None:
        of = when(date, sight)
        many, unit = spoken(table, sight), time_unit(date)
        text = f"How many {many} are there for each {unit}{of}?" if of else f"How many {many} were there each {unit}?"
        yield Idea("course", text, frozenset({table.name}), 3, columns(date))


def _counts(table: Table, sight: Sight) -> Iterator[Idea]:
    many = spoken(table, sight)
    for group in groups(table, sight):
        text = f"How many {many} are there for each {sight.names.column(table.name, group.name)}?"
        yield Idea("count", text, frozenset({table.name}), 2, columns(group))
    for join in parents(table, sight):
        parent = sight.tables[join.parent_table]
        if (kind := next(groups(parent, sight), None)) is not None:
            text = f"How many {many} are there for each {sight.names.of(parent.name, kind.name)}?"
            yield Idea("count", text, frozenset({table.name, parent.name}), 2, columns(kind))
    yield Idea("total", f"How many {many} are there?", frozenset({table.name}))


def _absences(table: Table, sight: Sight) -> Iterator[Idea]:
    for join in children(table, sight):
        child = sight.tables[join.child_table]
        if join.evidence.containment_back < 1.0 and sayable(child, sight):
            text = f"Which {spoken(table, sight)} have no {spoken(child, sight)}?"
            yield Idea("absence", text, frozenset({table.name, child.name}))


def _shares(table: Table, sight: Sight) -> Iterator[Idea]:
    for group in groups(table, sight):
        if group.profile.common and group.type == "text" and not group.codes:
            value = " ".join(group.profile.common[0][0].split())
            what = sight.names.column(table.name, group.name)
            text = f"What percentage of {spoken(table, sight)} have {what} {value}?"
            yield Idea("share", text, frozenset({table.name}), 1, columns(group))


def _above(table: Table, sight: Sight) -> Iterator[Idea]:
    for figure in figures(table, sight):
        if is_named(table):
            what = sight.names.column(table.name, figure.name)
            many = sight.names.counts(table.name, figure.name)
            more = f"more {what} than the average" if many else f"{with_article(what)} above the average"
            yield Idea(
                "above", f"Which {spoken(table, sight)} have {more}?", frozenset({table.name}), 1, columns(figure)
            )


def _extremes(table: Table, sight: Sight) -> Iterator[Idea]:
    for figure in figures(table, sight):
        if is_named(table) and table.rows > TOP:
            most = "most" if sight.names.counts(table.name, figure.name) else "highest"
            what = f"the {most} {sight.names.column(table.name, figure.name)}"
            text = f"Which {TOP} {spoken(table, sight)} have {what}?"
            yield Idea("extreme", text, frozenset({table.name}), TOP, columns(figure))


def measured(figure: Column, sight: Sight) -> str:
    """What is averaged: `price`, `number of docks`."""
    said = sight.names.column(figure.table, figure.name)
    return f"number of {said}" if sight.names.counts(figure.table, figure.name) else said


def columns(*meant: Column) -> frozenset[tuple[str, str]]:
    return frozenset((c.table, c.name) for c in meant)


MAKERS: tuple[Callable[[Table, Sight], Iterator[Idea]], ...] = (
    _rankings,
    _courses,
    _averages,
    _counts,
    _absences,
    _extremes,
    _shares,
    _above,
)
