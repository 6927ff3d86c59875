"""Empty cells, shared places and an avoided fan-out are told beside an answer."""

from __future__ import annotations

import pytest

from core.ask.remarks import remarks
from core.errors import QueryFailed
from core.model import Column, PathEdge, Profile, Rows, Table

FEE = Column("visits", "fee", "Fee", "real", 0, Profile(40, 12, 9))
DAY = Column("visits", "day", "day", "date", 1, Profile(40, 0, 9))
TABLES = (Table("visits", "visits", "v.csv", 40, (FEE, DAY)), Table("sites", "sites", "s.csv", 3, ()))
EDGE = PathEdge("j", "sites", ("id",), "visits", ("site",), "confirmed", 1.0, "1:n")
EMPTY = "`Fee` is empty in 12 of 40 rows; what is empty has no part in the average."


def told(sql: str, rows: int = 3, path: tuple[PathEdge, ...] = (), seen: tuple[object, ...] = ()) -> list[str]:
    found = Rows(("a",), tuple((n,) for n in range(rows)))
    after = Rows(("a", "place"), tuple((n, s) for n, s in enumerate(seen)))  # type: ignore[misc]
    return [c.message for c in remarks(sql, "sqlite", TABLES, path, found, lambda query: after)]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT AVG(fee) FROM visits", [EMPTY]),
        ('SELECT AVG(v."fee"), AVG(v.fee) FROM visits AS v JOIN sites s', [EMPTY]),
        ("SELECT SUM(fee) FROM visits", [EMPTY.replace("average", "sum")]),
        ("SELECT MAX(fee), COUNT(*) FROM visits", []),
        ("SELECT AVG(day) FROM visits", []),
        ("SELECT AVG(fee) FROM sites", []),
        ("SELECT AVG(fee) FROM visits UNION SELECT 1", []),
    ],
)
def test_empty_cells_of_a_figure(sql: str, said: list[str]) -> None:
    assert told(sql) == said


def test_a_table_that_is_looked_into_is_told() -> None:
    said = ["`visits` is looked into, not joined, so that no row counts twice."]
    assert told("SELECT COUNT(*) FROM sites WHERE id IN (SELECT site FROM visits)", path=(EDGE,)) == said
    assert told("SELECT COUNT(*) FROM sites JOIN visits ON 1", path=(EDGE,)) == []


@pytest.mark.parametrize(
    ("sql", "rows", "seen", "said"),
    [
        (
            "SELECT day FROM visits ORDER BY fee DESC LIMIT 1",
            1,
            (5, 5),
            ["Others share the first place; only one row is shown."],
        ),
        (
            "SELECT day FROM visits ORDER BY fee DESC LIMIT 2",
            2,
            (7, 5, 5),
            ["Others share place 2; only 2 rows are shown."],
        ),
        ("SELECT day FROM visits ORDER BY fee DESC LIMIT 2", 2, (5, 5, 4), []),
        ("SELECT day FROM visits ORDER BY fee DESC LIMIT 2", 2, (5, 5), []),
        ("SELECT day FROM visits ORDER BY fee DESC LIMIT 3", 2, (5, 5, 5), []),
        ("SELECT DISTINCT day FROM visits ORDER BY fee LIMIT 1", 1, (5, 5), []),
        ("SELECT day FROM visits LIMIT 1", 1, (5, 5), []),
    ],
)
def test_places_that_others_share(sql: str, rows: int, seen: tuple[object, ...], said: list[str]) -> None:
    assert told(sql, rows, seen=seen) == said


@pytest.mark.parametrize(
    ("order", "place"), [("n", "COUNT(*)"), ("2", "COUNT(*)"), ("MAX(fee)", "MAX(fee)"), ("COUNT(*)", "COUNT(*)")]
)
def test_what_is_ordered_by_is_looked_at(order: str, place: str) -> None:
    asked: list[str] = []

    def probe(query: str) -> Rows:
        asked.append(query)
        raise QueryFailed("No.", "")

    sql = f"SELECT day, COUNT(*) AS n FROM visits GROUP BY day ORDER BY {order} DESC LIMIT 1"
    assert list(remarks(sql, "sqlite", TABLES, (), Rows(("a", "b"), ((1, 2),)), probe)) == []
    assert asked == [
        f'SELECT day, COUNT(*) AS n, {place} AS "place" FROM visits GROUP BY day ORDER BY {order} DESC LIMIT 2'
    ]
