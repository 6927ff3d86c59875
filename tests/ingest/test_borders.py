"""What a person points at in a file as found, turned into borders, and the tables that come of them."""

from __future__ import annotations

import pytest

from core.errors import BadLayout
from core.ingest.detect import Dialect, Format
from core.ingest.header import Top
from core.ingest.layout.as_found import FileAsFound, as_found
from core.ingest.layout.borders import Borders, borders_of, painted, with_borders, with_lines, with_start
from core.ingest.layout.by_hand import LayoutOverride, Painted
from core.ingest.layout.grid import Record
from core.ingest.layout.look import look_at

TEXT = "Visits\n\npool,kind,visits\nAbbey,indoor,10\nHill,outdoor,20\nLake,outdoor,5\nTotal,,35\nSource: council\n"
CELLS = [line.split(",") if line else [] for line in TEXT.splitlines()]


def found(override: LayoutOverride | None = None, cells: list[list[str]] = CELLS) -> FileAsFound:
    records = [Record(n, n, list(row)) for n, row in enumerate(cells, start=1)]
    top = Top(3, ("pool", "kind", "visits"), True, ("Visits",))
    return as_found(look_at(__file__, records, Dialect(Format(","), top), override=override))  # type: ignore[arg-type]


def roles(override: LayoutOverride | None) -> list[str | None]:
    return [line.role for line in found(override).lines]


def test_the_borders_that_the_finder_sees() -> None:
    assert roles(None) == ["title", "blank", "header", "data", "data", "data", "total", "source"]
    assert borders_of(found(), "") == Borders((3, 3), (4, 7))


def test_rows_put_out_become_notes_and_lines_taken_in_become_rows() -> None:
    less = with_borders(None, found(), "", Borders((3, 3), (4, 5)))
    assert less.painted == (Painted(6, 7, "note", "Lake outdoor 5"),)
    assert roles(less)[3:] == ["data", "data", "note", "note", "source"]
    more = with_borders(less, found(less), "", Borders((3, 3), (4, 8)))
    assert roles(more)[3:] == ["data", "data", "data", "data", "data"]


def test_the_header_is_moved_and_there_is_one() -> None:
    moved = with_borders(None, found(), "", Borders((4, 4), (5, 7)))
    assert moved.painted == (Painted(4, 4, "header", "Abbey indoor 10"),)
    assert roles(moved) == ["title", "blank", "title", "header", "data", "data", "total", "source"]
    again = with_borders(moved, found(moved), "", Borders((3, 3), (4, 7)))
    assert roles(again) == roles(None)
    assert [p.role for p in again.painted].count("header") == 1


def test_what_was_said_of_a_line_before_is_taken_back() -> None:
    said = with_lines(None, found(), painted(found(), 6, 6, "note"))
    said = with_lines(said, found(), painted(found(), 6, 6, "total"))
    assert said.painted == (Painted(6, 6, "total", "Lake outdoor 5"),)
    assert roles(said)[5] == "subtotal"


def test_the_last_lines_reach_to_the_end_of_later_editions() -> None:
    assert painted(found(), 7, 8, "note") == Painted(7, 8, "note", "Total 35", to_end=True)


def test_a_second_table_begins_where_a_person_says() -> None:
    cells = [*CELLS[2:6], ["room", "floor", "guests"], ["A", "one", "3"], ["B", "two", "4"]]
    before = found(None, cells)
    two = with_start(None, before, 5)
    assert [p.first for p in two.starts] == [1, 5]
    seen = found(two, cells)
    assert [line.role for line in seen.lines] == ["header", "data", "data", "data", "header", "data", "data"]
    assert len(seen.titles) == 2


def test_borders_that_cannot_be() -> None:
    with pytest.raises(BadLayout, match="rows must lie below"):
        with_borders(None, found(), "", Borders((3, 3), (3, 7)))
    with pytest.raises(BadLayout, match="There is no line 90 to 91"):
        painted(found(), 90, 91, "note")
