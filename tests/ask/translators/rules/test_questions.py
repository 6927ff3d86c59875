"""Plain questions about small worlds get the rows that plain SQLite gives."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

import pytest
import sqlglot
from sqlglot import exp

from core.model import Answer
from tests.ask.worlds import STRICT, WORLDS, Asked, answers, cases

ALL = [case for name in WORLDS for case in cases(name)]


def params() -> Iterator[object]:
    for name in WORLDS:
        for number, case in enumerate(cases(name), start=1):
            marks = [pytest.mark.xfail(reason=case.xfail, strict=STRICT)] if case.xfail else []
            yield pytest.param(case, id=f"{name}-{number}-{case.kind.replace(' ', '_')}", marks=marks)


def _ungrouped(sql: str | None) -> list[str]:
    """Columns shown beside groups without being one: SQLite gives the value of any row for them."""
    tree = sqlglot.parse_one(sql or "SELECT 1", read="sqlite")
    assert isinstance(tree, exp.Select)
    group = tree.args.get("group")
    named = {column.sql() for column in group.expressions} if group else set()
    return [
        shown.sql() for shown in tree.selects if group and isinstance(shown, exp.Column) and shown.sql() not in named
    ]


@pytest.mark.parametrize("name", WORLDS)
def test_the_expected_rows_are_those_of_the_sql(name: str, databases: dict[str, sqlite3.Connection]) -> None:
    for case in cases(name):
        rows = databases[name].execute(case.sql).fetchall()
        assert answers(rows, case.rows, ordered=case.ordered), case.question


def test_no_question_is_asked_twice() -> None:
    assert len({(c.world, c.question) for c in ALL}) == len(ALL)


@pytest.mark.sampled(48)
@pytest.mark.parametrize("case", params())
def test_a_question_gets_its_rows(case: Asked, asked: Callable[..., Answer]) -> None:
    answer = asked(case.world, case.question, case.hint)
    right = answers(answer.rows, case.rows, ordered=case.ordered, figure=case.figure)
    assert right, f"{case.question}\n{answer.sql or answer.answer}\n{answer.rows[:5]} instead of {case.rows[:5]}"


@pytest.mark.parametrize(
    "name", ["landings", *(pytest.param(n, marks=pytest.mark.slow) for n in WORLDS if n != "landings")]
)
def test_a_grouped_answer_shows_only_groups_and_figures(name: str, asked: Callable[..., Answer]) -> None:
    assert [c.question for c in cases(name) if _ungrouped(asked(name, c.question, c.hint).sql)] == []


@pytest.mark.parametrize("question", ["patients older than 60", "Which patients are younger than 18?"])
def test_a_date_is_not_compared_with_an_age(question: str, asked: Callable[..., Answer]) -> None:
    tree = sqlglot.parse_one(asked("clinic", question).sql or "SELECT 1", read="sqlite")
    assert not {v.this for v in tree.find_all(exp.Literal)} & {"60", "18"}
