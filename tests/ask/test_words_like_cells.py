"""A marine station: words that but resemble cells, a cell said whole beside a header said in part, negative figures."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.test_said_in_two_ways import CHARGES, JOBS, MOORINGS, SPECIES, STATION
from tests.ask.worlds import ask, office_fixture

station = office_fixture(STATION)


def test_two_words_of_one_noun_are_not_two_cells(station: Workspace) -> None:
    assert ask(station, "How many boat repairs were there?").unsure


def test_a_cell_said_whole_goes_before_a_header_said_in_part(station: Workspace) -> None:
    found = ask(station, "How many late returns were there in each year?")
    assert {str(r[0]): r[1] for r in found.rows} == {
        str(y): sum(j[2] == "Late return" and j[1].endswith(str(y)) for j in JOBS) for y in (2021, 2022, 2023)
    }


def test_none_of_figures_that_may_be_negative_is_none_at_all(station: Workspace) -> None:
    found = ask(station, "For how many species do we have no salinity offset?")
    assert found.rows == ((sum(s[0] not in {c[1] for c in CHARGES} for s in SPECIES),),)


def test_a_part_of_a_cell_is_not_taken_from_another_column_than_the_one_named(station: Workspace) -> None:
    found = ask(station, "For how many moorings is Harbour Trust the main funder?")
    assert found.unsure or found.rows == ((sum(m[1].startswith("Harbour Trust") for m in MOORINGS),),)
