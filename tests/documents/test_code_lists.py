"""Lists of codes in one table, under names that are people's words for what columns hold."""

from __future__ import annotations

from dataclasses import replace

from core.documents.code_books import CodeBooks
from core.documents.code_lists import codes_of_lists, lists_in
from core.model import Profile, Rows, Table
from tests.documents.test_codes import holding
from tests.graph.graphs import table

LINES = [
    ("parcel state", "D", "Delivered"),
    ("parcel state", "L", "Lost"),
    ("parcel state", "R", "Returned"),
    ("package", "BX", "Box"),
    ("package", "TB", "Tube"),
    ("driver kind", "D", "Day driver"),
    ("driver kind", "N", "Night driver"),
    ("size", "1", "Small"),
    ("size", "2", "Large"),
]
PLACES = (0, 1, 2)


def pile(**parcels: str) -> tuple[Table, ...]:
    made = holding(table("parcels", ["no!", *parcels]), **parcels)
    return (made, holding(table("drivers", ["init!", "kind"]), kind="D N"))


def told(*tables: Table) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for c in codes_of_lists("codes", PLACES, LINES, tables):
        found.setdefault(c.about, {})[c.value] = c.meaning
    return found


def test_a_list_is_known_by_the_values_that_a_column_holds() -> None:
    assert told(*pile(St="D L R", pkg="BX TB")) == {
        "parcels.St": {"D": "Delivered", "L": "Lost", "R": "Returned"},
        "parcels.pkg": {"BX": "Box", "TB": "Tube"},
        "drivers.kind": {"D": "Day driver", "N": "Night driver"},
    }


def test_numbers_need_the_lists_name_too() -> None:
    found = told(*pile(size="1 2", floor="1 2"))
    assert found["parcels.size"] == {"1": "Small", "2": "Large"}
    assert "parcels.floor" not in found


def test_codes_beside_empty_cells_are_whole_numbers_that_came_with_a_point() -> None:
    (parcels, _) = pile(size="1.0 2.0")
    sizes = tuple(replace(c, type="real") if c.name == "size" else c for c in parcels.columns)
    assert told(replace(parcels, columns=sizes), *pile(St="D L R"))["parcels.size"] == {"1": "Small", "2": "Large"}


def test_other_values_are_told_nothing_of_and_a_mistyped_cell_does_not_matter() -> None:
    assert "parcels.St" not in told(*pile(St="D L X Y"))
    (parcels, _) = pile(St="D L R Q")
    (column,) = (c for c in parcels.columns if c.name == "St")
    common = tuple((v, 1 if v == "Q" else 50) for v, _ in column.profile.common)
    often = replace(column, profile=replace(column.profile, common=common))
    assert set(told(replace(parcels, columns=(often,)))) == {"parcels.St"}


def test_one_list_alone_needs_its_name_said() -> None:
    assert told(*pile(mark="BX TB")[:1]) == {}
    assert set(told(*pile(pkg="BX TB")[:1])) == {"parcels.pkg"}


def test_the_key_of_a_register_that_names_what_its_codes_mean_is_told_nothing_of() -> None:
    lines = [("place", "N", "North gate"), ("place", "S", "South gate"), *LINES[:3]]
    at, name = table("gates", ["at!", "name"]).columns
    keyed = replace(at, profile=Profile(2, 0, 2, common=(("N", 1), ("S", 1))))
    named = replace(name, profile=Profile(2, 0, 2, common=(("North gate", 1), ("South gate", 1))))
    register = replace(table("gates", ["at", "name"]), columns=(keyed, named))
    visits = holding(table("visits", ["no!", "at", "st"]), at="N S", st="D L R")
    found = {c.about for c in codes_of_lists("codes", PLACES, lines, (register, visits))}
    assert found == {"visits.at", "visits.st"}


def test_lists_in_a_table_are_known_by_its_headers() -> None:
    def lists(*labels: str) -> Table:
        made = table("codes", list(labels), rows=9)
        return replace(made, columns=tuple(replace(c, profile=replace(c.profile, distinct=3)) for c in made.columns))

    assert lists_in(lists("list", "code", "meaning")) == (0, 1, 2)
    assert lists_in(lists("Code", "Description", "Of")) == (2, 0, 1)
    assert lists_in(lists("CODELIST", "CODE", "LABEL_EN")) == (0, 1, 2)
    assert lists_in(lists("code", "sort order", "Code name", "Variable")) == (3, 0, 2)
    assert lists_in(lists("Code", "Description", "Code Type", *"abcd")) == (2, 0, 1)
    assert lists_in(lists("Code", "Description", "Type", "Size")) is None
    assert lists_in(lists("list", "name", "price")) is None
    assert lists_in(lists("region", "code", "name")) is None
    assert lists_in(lists("code", "meaning")) is None


def test_a_loaded_table_of_lists_tells_what_codes_mean() -> None:
    book = table("codes", ["list", "code", "meaning"], rows=len(LINES))
    counted = tuple(replace(c, profile=replace(c.profile, distinct=4)) for c in book.columns)
    tables = (*pile(St="D L R", pkg="BX TB"), replace(book, columns=counted))
    columns = ("list", "code", "meaning")
    decoded = CodeBooks(lambda sql, most: Rows(columns, tuple(LINES), False)).decoded(tables)
    (state,) = (c for t in decoded for c in t.columns if c.id == "parcels.St")
    assert dict(state.codes) == {"D": "Delivered", "L": "Lost", "R": "Returned"}
    assert dict(state.code_sources)["L"] == "codes, row 2"
