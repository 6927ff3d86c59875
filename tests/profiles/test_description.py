"""Descriptions made from labels and profiles."""

from __future__ import annotations

from dataclasses import replace

from core.model import Column, ColumnType, Evidence, Join, Profile, Table
from core.profiles.description import describe, described


def column(label: str, kind: ColumnType, position: int, profile: Profile) -> Column:
    return Column("visits", label, label, kind, position, profile)


VISITS = Table(
    "visits",
    "visits",
    "visits.csv",
    1200,
    (
        column("visit no", "text", 0, Profile(1200, 0, 1200)),
        column("day", "date", 1, Profile(1200, 0, 300, "2021-01-04", "2023-12-20")),
        column("cost", "real", 2, Profile(1200, 3, 400, 12.5, 990.0)),
        column("ward", "text", 3, Profile(1200, 0, 4, common=(("East", 500), ("West", 400), ("North", 200)))),
        column("note", "text", 4, Profile(1200, 900, 290)),
        column("empty", "text", 5, Profile(1200, 1200, 0)),
    ),
)


def test_a_description_names_key_dates_figures_and_kinds() -> None:
    assert describe(VISITS) == (
        "1,200 rows, one for each visit no. Dates: day (2021-01-04 to 2023-12-20). Figures: cost (12.5 to 990). "
        "Kinds: ward (East, West, North, …)."
    )


def test_a_table_without_a_key_says_its_rows() -> None:
    assert describe(replace(VISITS, rows=1, columns=VISITS.columns[4:])) == "1 row."


def test_many_columns_of_a_kind_are_counted() -> None:
    costs = tuple(column(f"cost {n}", "integer", n, Profile(9, 0, 3, 1, 3)) for n in range(6))
    said = describe(replace(VISITS, rows=9, columns=costs))
    assert said == "9 rows. Figures: cost 0 (1 to 3), cost 1 (1 to 3), cost 2 (1 to 3), cost 3 (1 to 3) and 2 more."


def test_a_person_s_words_win() -> None:
    assert described(replace(VISITS, description="Who came when")) == "Who came when"


def test_columns_that_refer_to_rows_are_no_figures_and_names_no_kinds() -> None:
    owner = column("owner", "integer", 1, Profile(900, 0, 260, 5001, 5260))
    surname = column("surname", "text", 2, Profile(900, 0, 40, common=(("Lee", 30), ("Orr", 25))))
    table = replace(VISITS, rows=900, columns=(owner, surname))
    evidence = Evidence(1.0, 1.0, 1.0, False, True, "n:1", 900)
    join = Join("1", "visits", ("owner",), "owners", ("id",), 1.0, "confirmed", evidence)
    assert described(table, [join]) == "900 rows."
