"""Empty cells, shared places and rows that would have counted twice are told beside an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.remarks import remarks, shared_place
from core.model import Column, Mark, PathEdge, Profile, Table

FEE = Column("visits", "fee", "Fee", "real", 0, Profile(40, 12, 9))
DAY = Column("visits", "day", "day", "date", 1, Profile(40, 0, 9))
TABLES = (Table("visits", "visits", "v.csv", 40, (FEE, DAY)), Table("sites", "sites", "s.csv", 3, ()))
EDGE = PathEdge("j", "sites", ("id",), "visits", ("site",), "confirmed", 1.0, "1:n")
EMPTY = "`Fee` is empty in 12 of all 40 rows; what is empty has no part in the average."


def told(sql: str, path: tuple[PathEdge, ...] = ()) -> list[str]:
    return [c.message for c in remarks(sql, "sqlite", TABLES, path)]


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


LEFT_OUT = "`Fee` is empty in 12 of all 40 rows; rows where it is empty are left out here."


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("fee <> 3", [LEFT_OUT]),
        ("NOT fee IN (3, 4)", [LEFT_OUT]),
        ("NOT (fee LIKE '3%')", [LEFT_OUT]),
        ("fee <> 3 OR fee IS NULL", []),
        ("fee <> 3 AND NOT fee IS NULL", []),
        ("fee = 3", []),
        ("day <> '2024-01-01'", []),
        ("NOT fee IN (SELECT 3)", []),
        ("fee <> day", []),
    ],
)
def test_what_is_empty_is_not_among_the_others(condition: str, said: list[str]) -> None:
    assert told(f"SELECT COUNT(*) FROM visits WHERE {condition}") == said


def test_rows_that_refer_to_nothing_are_told() -> None:
    site = Column("visits", "site", "Site", "text", 2, Profile(40, 3, 9))
    tables = (Table("visits", "visits", "v.csv", 40, (FEE, site)), TABLES[1])
    lost = "`Site` is empty in 3 of all 40 rows; rows where it is empty have no part here."
    joined = "SELECT s.id, COUNT(*) FROM sites AS s {} visits AS v ON v.site = s.id GROUP BY s.id"
    for how, said in (("JOIN", [lost]), ("LEFT JOIN", [])):
        assert [c.message for c in remarks(joined.format(how), "sqlite", tables, (EDGE,))] == said
    assert [c.code for c in remarks("SELECT COUNT(*) FROM visits", "sqlite", tables, (EDGE,))] == []


def test_marks_of_the_columns_that_a_query_reads_are_told() -> None:
    told_by = [("c", "suppressed", 2), ("[c]", "suppressed", 1), ("p", "provisional", 1), ("*", "with a footnote", 9)]
    marks = tuple(Mark(*m) for m in told_by)
    stay = Column("visits", "stay", "Stay", "integer", 2, Profile(32, 0, 9, marks=marks))
    tables = (Table("visits", "visits", "v.csv", 32, (FEE, stay)),)
    said = [c.message for c in remarks("SELECT MAX(stay) FROM visits", "sqlite", tables, ())]
    assert said == ["`Stay`: 3 of 32 figures are suppressed, 1 is provisional, as the file says."]
    assert [c.code for c in remarks("SELECT fee FROM visits", "sqlite", tables, ())] == []


def test_a_table_that_would_repeat_rows_is_told() -> None:
    said = ["`visits` can match one row several times; each row is counted once."]
    assert told("SELECT COUNT(*) FROM sites WHERE id IN (SELECT site FROM visits)", path=(EDGE,)) == said
    assert told("SELECT COUNT(*) FROM sites JOIN visits ON 1", path=(EDGE,)) == []
    assert told("SELECT COUNT(*) FROM sites WHERE NOT id IN (SELECT site FROM visits)", path=(EDGE,)) == []


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (1, "Others share the first place; only one row is shown."),
        (2, "Others share place 2; only 2 rows are shown."),
    ],
)
def test_a_shared_place(rows: int, said: str) -> None:
    assert shared_place(rows).message == said


def test_footnotes_of_labels_and_names_are_told() -> None:
    told = Mark("¹", "Without the islands", 2), Mark("*", "with a footnote", 1)
    region = Column("visits", "region", "Region", "text", 3, Profile(9, 0, 9, marks=told))
    region = replace(region, examples=(("Norland¹", "Norland"), ("Sudland*", "Sudland")))
    several = tuple(Mark(f"({n})", f"note {n}", 3) for n in range(1, 6))
    many = (Table("visits", "visits", "", 9, (replace(region, profile=Profile(9, 0, 9, marks=several)),)),)
    assert [c.message for c in remarks("SELECT region FROM visits", "sqlite", many, ())] == [
        "Footnotes in the file ((1), (2), (3) and others) say more of what stands in `Region`."
    ]
    guests = Column(
        "visits", "Guests", "Guests (2)", "integer", 4, Profile(9, 0, 9, marks=(Mark("(2)", "Nights.", 0),))
    )
    tables = (Table("visits", "visits", "", 9, (region, guests)),)
    said = [c.message for c in remarks("SELECT region, Guests FROM visits", "sqlite", tables, ())]
    assert said == [
        "“Norland” and 1 more cell of `Region`: Without the islands, as the file’s note says.",
        "`Guests`: Nights, as the file’s note (2) says.",
    ]
