"""What an order rests on is found beside the answer, whose own query and rows stay as they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.top_rows import NONE, TopRows, top_rows
from core.errors import QueryFailed
from core.model import Answer, Rows, Value

TOP = "SELECT name FROM visits ORDER BY fee DESC LIMIT {}"


def found(sql: str, rows: int, seen: tuple[Value, ...], asked: list[str] | None = None) -> TopRows:
    """Of an answer with so many rows, where a wider query sees the figures `seen`."""

    def probe(query: str) -> Rows:
        (asked if asked is not None else []).append(query)
        return Rows(("a", "place"), tuple((n, s) for n, s in enumerate(seen)))

    return top_rows(sql, "sqlite", Rows(("a",), tuple((n,) for n in range(rows))), probe)


@pytest.mark.parametrize(
    ("limit", "rows", "seen", "values", "sharing"),
    [
        (1, 1, (5, 5, 4), (5,), ((1,),)),
        (2, 2, (7, 5, 5, 5, 1), (7, 5), ((2,), (3,))),
        (2, 2, (5, 5, 4), (5, 5), ()),
        (2, 2, (5, 5), (5, 5), ()),
        (3, 2, (5, 5), (5, 5), ()),
    ],
)
def test_figures_and_those_who_share_the_last_place(
    limit: int, rows: int, seen: tuple[Value, ...], values: tuple[Value, ...], sharing: tuple[tuple[Value, ...], ...]
) -> None:
    both = f'SELECT name, fee AS "fee" FROM visits ORDER BY fee DESC LIMIT {limit}'
    if sharing:
        place = 'RANK() OVER (ORDER BY fee DESC) AS "place"'
        inner = f'SELECT name, fee AS "fee", {place} FROM visits'
        both = f'SELECT "name", "fee" FROM ( {inner} ) AS ranked WHERE "place" <= {limit} ORDER BY "place"'
    told = found(TOP.format(limit), rows, seen)
    assert told.beside is not None
    assert " ".join(told.beside.sql.split()) == both
    assert (told.beside.values, told.beside.sharing, told.sharing) == (values, sharing, sharing)


def test_a_figure_that_is_shown_stands_once_among_all_that_share_a_place() -> None:
    sql = "SELECT name, fee FROM visits ORDER BY fee DESC LIMIT 1"
    told = found(sql, 1, (5, 5, 4))
    assert told.beside is not None
    answer = Answer(
        "q", "a", sql=sql, columns=("name", "fee"), rows=(("a", 5),), beside=replace(told.beside, sharing=(("b", 5),))
    )
    assert answer.whole.columns == ("name", "fee")
    assert answer.whole.rows == (("a", 5), ("b", 5))
    assert answer.whole.sql is not None
    assert 'SELECT "name", "fee" FROM' in " ".join(answer.whole.sql.split())


def test_many_sharing_are_not_all_counted() -> None:
    told = found(TOP.format(1), 1, (5,) * 21)
    assert (len(told.sharing), told.more) == (20, True)


@pytest.mark.parametrize(("seen", "sharing"), [((7, 6, 5, 5, 4), ((3,),)), ((7, 5, 5, 4), ((1,),)), ((7, 6, 5, 4), ())])
def test_rows_passed_over_may_share_the_place(seen: tuple[Value, ...], sharing: tuple[tuple[Value, ...], ...]) -> None:
    def probe(query: str) -> Rows:
        return Rows(("a", "place"), tuple((n, s) for n, s in enumerate(seen)))

    told = top_rows(TOP.format(1) + " OFFSET 2", "sqlite", Rows(("a",), ((2,),)), probe)
    assert (told.sharing, told.beside and told.beside.values) == (sharing, (5,))


def test_other_rows_than_the_answers_tell_nothing() -> None:
    shuffled = Rows(("a", "place"), ((1, 5), (0, 5)))
    assert top_rows(TOP.format(2), "sqlite", Rows(("a",), ((0,), (1,))), lambda query: shuffled) == NONE


def test_a_probe_that_fails_tells_nothing() -> None:
    def probe(query: str) -> Rows:
        raise QueryFailed("No.", "")

    assert top_rows(TOP.format(1), "sqlite", Rows(("a",), ((0,),)), probe) == NONE


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT DISTINCT name FROM visits ORDER BY fee LIMIT 1",
        "SELECT name FROM visits LIMIT 1",
        "SELECT name FROM visits ORDER BY fee",
        "SELECT name FROM visits UNION SELECT 1 ORDER BY 1 LIMIT 1",
    ],
)
def test_other_queries_have_no_places(sql: str) -> None:
    asked: list[str] = []
    assert (found(sql, 1, (5, 5), asked), asked) == (NONE, [])


@pytest.mark.parametrize(
    ("order", "place", "beside"),
    [
        ("n", "COUNT(*)", ""),
        ("2", "COUNT(*)", ""),
        ("COUNT(*)", "COUNT(*)", ""),
        ("MAX(fee)", "MAX(fee)", "highest fee"),
    ],
)
def test_what_is_shown_already_is_not_shown_twice(order: str, place: str, beside: str) -> None:
    asked: list[str] = []
    told = found(f"SELECT day, COUNT(*) AS n FROM visits GROUP BY day ORDER BY {order} DESC LIMIT 1", 1, (5,), asked)
    assert (told.beside.label if told.beside else "") == beside
    assert f'{place} AS "place"' in asked[0]
    assert asked[0].endswith("LIMIT 21")


def test_a_figure_that_is_not_known_ranks_nothing() -> None:
    asked: list[str] = []
    assert found("SELECT name FROM visits ORDER BY fee DESC LIMIT 1", 1, (None,), asked).unknown
    assert not found("SELECT name FROM visits ORDER BY fee DESC LIMIT 1", 1, (5,), asked).unknown
