"""How values are spread: bins of numbers, times, and the commonest values."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence

from core.model import Column, ColumnType, Profile, Rows, Value
from core.profiles.histogram import Bar, Distribution, distribution


def spread(kind: ColumnType, cells: Sequence[Value]) -> Distribution | None:
    db = sqlite3.connect(":memory:")
    db.execute('CREATE TABLE "a ""b" ("x ""y")')
    db.executemany('INSERT INTO "a ""b" VALUES (?)', [(c,) for c in cells])
    held = [c for c in cells if c is not None]
    counts = Counter(map(str, held)).most_common()
    ordered = sorted(held, key=lambda c: (str(c) if isinstance(c, str) else "", 0 if isinstance(c, str) else c))
    profile = Profile(
        len(cells), len(cells) - len(held), len(counts), ordered[0], ordered[-1], common=tuple(counts[:12])
    )
    column = Column('a "b', 'x "y', "x", kind, 0, profile)
    return distribution(column, lambda sql: Rows(("a", "b"), tuple(db.execute(sql).fetchall())))


def test_whole_numbers_fall_into_bins_of_whole_width() -> None:
    found = spread("integer", [*range(100), 5, 5, None])
    assert found is not None
    assert [(b.low, b.high) for b in found.bars[:2]] == [(0.0, 5.0), (5.0, 10.0)]
    assert [b.cells for b in found.bars] == [5, 7, *[5] * 18]


def test_real_numbers_fall_into_bins_that_hold_them_all() -> None:
    found = spread("real", [n / 10 - 5 for n in range(101)])
    assert found is not None
    assert (len(found.bars), sum(b.cells for b in found.bars)) == (24, 101)
    assert (found.bars[0].low, round(found.bars[-1].high, 9)) == (-5.0, 5.0)


def test_a_few_numbers_stand_in_their_order() -> None:
    assert spread("integer", [10, 9, 9, 10, 10]) == Distribution("values", (Bar("9", 2), Bar("10", 3)))


def test_dates_by_day_month_or_year() -> None:
    assert spread("date", ["2021-01-03", "2021-01-01", "2021-01-03"]) == Distribution(
        "times", (Bar("2021-01-01", 1), Bar("2021-01-03", 2))
    )
    months = spread("date", ["2021-01-03", "2021-11-01"])
    years = spread("datetime", ["2011-01-03 10:00", "2021-11-01 11:00", "2021-01-01 00:00"])
    assert [[b.label for b in d.bars] for d in (months, years) if d] == [["2021-01", "2021-11"], ["2011", "2021"]]


def test_words_by_how_often_they_stand_there() -> None:
    cells = [*("a" * 3), *(f"w{i}" for i in range(20)), "b", "b"]
    found = spread("text", cells)
    assert found is not None
    assert (found.bars[:2], len(found.bars), found.others) == ((Bar("a", 3), Bar("b", 2)), 8, 14)
    assert spread("text", ["a", "a", *(f"w{i}" for i in range(200))]) is None


def test_where_all_differ_there_is_nothing_to_see() -> None:
    assert spread("text", ["a", "b"]) is None
    assert spread("integer", [1, 2, 3]) is None
    assert spread("date", ["2021-01-01"] * 2) == Distribution("values", (Bar("2021-01-01", 2),))
