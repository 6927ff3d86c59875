"""Questions worth asking of some tables, made from the schema graph and its statistics (seed 004).

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

from core.ask.interest import (
    TOP,
    Sight,
    children,
    dates,
    figures,
    groups,
    is_named,
    parents,
    plural,
    said,
    said_of,
    sight_of,
    time_unit,
    with_article,
)
from core.model import Answer, Join, Table

SURE = 0.75
"""The confidence from which an answer counts as right."""
_TABLES = 8
"""So many tables are asked about."""
_UNSAID = frozenset({"words_ignored", "empty", "translators_differ"})
"""Cautions of an answer that was not meant so."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A question to try. Its answer must use the tables, and have `rows` rows at least."""

    kind: str
    text: str
    tables: frozenset[str]
    rows: int = 1


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
) -> Iterator[str]:
    """The ideas that have a convincing answer, up to `most`, of a kind no more than a third."""
    ends = time.monotonic() + seconds
    given: Counter[str] = Counter()
    for idea in tried:
        if given.total() >= most or stopped() or time.monotonic() > ends:
            return
        if given[idea.kind] >= max(1, math.ceil(most / 3)):
            continue
        answer = ask(idea.text)
        if answer is not None and convincing(answer, idea):
            given[idea.kind] += 1
            yield idea.text


def convincing(answer: Answer, idea: Idea) -> bool:
    """The answer is sure, is about the tables meant, and its rows are not empty."""
    if answer.sql is None or answer.confidence < SURE or answer.ignored:
        return False
    used = set(answer.tables) | {t for e in answer.path for t in (e.left_table, e.right_table)}
    if not idea.tables <= used or any(c.code in _UNSAID for c in answer.warnings):
        return False
    filled = [row for row in answer.rows if row and row[-1] is not None]
    return len(filled) >= idea.rows and len(filled) * 2 >= len(answer.rows)


def ideas(tables: Sequence[Table], joins: Sequence[Join], first: Collection[str] = ()) -> Iterator[Idea]:
    """Questions to try, best first: kinds take turns, and within a kind the tables do."""
    sight = sight_of(tables, joins)
    order = sorted(sight.tables.values(), key=lambda t: (t.name not in first, -_weight(t, sight.joins), t.name))
    by_kind = [[idea for table in order[:_TABLES] for idea in maker(table, sight)] for maker in MAKERS]
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
        if table.rows > TOP and child.rows > table.rows:
            text = f"Which {TOP} {plural(table.label)} have the most {plural(child.label)}?"
            yield Idea("ranking", text, frozenset({table.name, child.name}), TOP)


def _averages(table: Table, sight: Sight) -> Iterator[Idea]:
    figure = next(figures(table, sight), None)
    if figure is None:
        return
    for group in groups(table, sight):
        text = f"What is the average {said(figure.label)} per {said(group.label)}?"
        yield Idea("average", text, frozenset({table.name}), 2)
        break
    for join in parents(table, sight):
        parent = sight.tables[join.parent_table]
        if (kind := next(groups(parent, sight), None)) is not None:
            text = f"What is the average {said(figure.label)} per {said_of(kind.label, parent.label)}?"
            yield Idea("average", text, frozenset({table.name, parent.name}), 2)


def _courses(table: Table, sight: Sight) -> Iterator[Idea]:
    if (date := next(dates(table), None)) is not None:
        text = f"How many {plural(table.label)} are there per {time_unit(date)} of {said(date.label)}?"
        yield Idea("course", text, frozenset({table.name}), 3)


def _counts(table: Table, sight: Sight) -> Iterator[Idea]:
    for group in groups(table, sight):
        text = f"How many {plural(table.label)} are there per {said(group.label)}?"
        yield Idea("count", text, frozenset({table.name}), 2)
    for join in parents(table, sight):
        parent = sight.tables[join.parent_table]
        if (kind := next(groups(parent, sight), None)) is not None:
            text = f"How many {plural(table.label)} are there per {said_of(kind.label, parent.label)}?"
            yield Idea("count", text, frozenset({table.name, parent.name}), 2)
    yield Idea("count", f"How many {plural(table.label)} are there?", frozenset({table.name}))


def _absences(table: Table, sight: Sight) -> Iterator[Idea]:
    for join in children(table, sight):
        if join.evidence.containment_back < 1.0:
            child = sight.tables[join.child_table]
            text = f"Which {plural(table.label)} have no {plural(child.label)}?"
            yield Idea("absence", text, frozenset({table.name}))


def _shares(table: Table, sight: Sight) -> Iterator[Idea]:
    for group in groups(table, sight):
        if group.profile.common:
            value = group.profile.common[0][0]
            text = f"What percentage of {plural(table.label)} has {said(group.label)} {value}?"
            yield Idea("share", text, frozenset({table.name}))


def _above(table: Table, sight: Sight) -> Iterator[Idea]:
    for figure in figures(table, sight):
        if is_named(table):
            text = f"Which {plural(table.label)} have {with_article(said(figure.label))} above the average?"
            yield Idea("above", text, frozenset({table.name}))


def _extremes(table: Table, sight: Sight) -> Iterator[Idea]:
    for figure in figures(table, sight):
        if is_named(table) and table.rows > TOP:
            text = f"Which {TOP} {plural(table.label)} have the highest {said(figure.label)}?"
            yield Idea("extreme", text, frozenset({table.name}), TOP)


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
