"""A table's file on the data page: its lines, what they are, and what a person says of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import BadLayout
from core.ingest.layout.as_found import FileAsFound, FoundLine
from core.ingest.layout.by_hand import LayoutOverride, Painted
from core.model import LineRole, Problem
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace

LINES: tuple[tuple[LineRole, str], ...] = (
    ("title", "Visits"), ("blank", ""), ("header", "pool,visits"), ("data", "Abbey,10"), ("data", "closed,0"),
    ("total", "Total,10"), ("source", "Source: council"),
)  # fmt: skip


@pytest.fixture
def pools(ws: FakeWorkspace) -> FakeWorkspace:
    table = ws.add("pools", ["pool", "visits"], [["Abbey", 10], ["closed", 0]], "pools.csv")
    told = Problem("pools.csv", "notes", "1 line below the rows was taken for a note.", "Check it.", line=7)
    ws._tables["pools"] = replace(table, problems=(told,))
    lines = tuple(FoundLine(n, n, tuple(t.split(",")), role) for n, (role, t) in enumerate(LINES, start=1))
    ws.found["pools.csv"] = FileAsFound(lines, len(lines), ())
    return ws


def opened() -> AppTest:
    at = app("data")
    at.session_state["data-view"] = "File"
    at.run()
    assert not at.exception
    return at


def grid(at: AppTest) -> list[list[str]]:
    return [list(map(str, row)) for row in at.dataframe[1].value.values.tolist()]


def say(at: AppTest, first: int, last: int, role: str) -> AppTest:
    at.number_input(key="lines-from-pools").set_value(first)
    at.number_input(key="lines-to-pools").set_value(last)
    at.selectbox(key="lines-role-pools").set_value(role)
    at.button(key="lines-say-pools").click().run()
    assert not at.exception
    return at


def test_the_lines_are_shown_with_what_they_are(pools: FakeWorkspace) -> None:
    at = opened()
    assert grid(at)[2:5] == [
        ["3", "header", "pool", "visits"], ["4", "row", "Abbey", "10"], ["5", "row", "closed", "0"],
    ]  # fmt: skip
    assert ":blue-background[1 header] · 2 rows · :green-background[1 total]" in texts(at)


def test_what_is_said_of_a_line_is_shown_before_the_file_is_loaded_so(pools: FakeWorkspace) -> None:
    at = say(opened(), 5, 5, "note")
    assert grid(at)[4] == ["5", "note", "closed", "0"]
    assert "**Said by hand:** line 5\\: a note, no row" in texts(at)
    assert pools.layouts == {}
    at.button(key="lines-keep-pools").click().run()
    assert pools.layouts == {"pools.csv": LayoutOverride((Painted(5, 5, "note", "closed 0"),))}
    assert [s.value for s in at.success] == ["Loaded with these borders. pools\\: 2 rows."]
    at.button(key="lines-reset-pools").click().run()
    assert pools.layouts == {}


def test_changes_can_be_taken_back(pools: FakeWorkspace) -> None:
    at = say(opened(), 5, 5, "note")
    at.button(key="lines-back-pools").click().run()
    assert grid(at)[4] == ["5", "row", "closed", "0"]
    assert "Said by hand" not in texts(at)


def test_the_rows_end_where_a_person_says(pools: FakeWorkspace) -> None:
    at = opened()
    borders = [n for n in at.number_input if "line" in n.label and str(n.key).count("(")]
    assert [(n.label, n.value) for n in borders] == [
        ("Header from line", 3), ("Header to line", 3), ("Rows from line", 4), ("Rows to line", 6),
    ]  # fmt: skip
    borders[3].set_value(4)
    at.button(key="lines-set-pools").click().run()
    assert [row[1] for row in grid(at)] == ["title", "blank", "header", "row", "note", "note", "source"]


def test_borders_that_cannot_be_are_told_and_change_nothing(pools: FakeWorkspace) -> None:
    at = opened()
    borders = [n for n in at.number_input if "line" in n.label and str(n.key).count("(")]
    borders[2].set_value(2)
    at.button(key="lines-set-pools").click().run()
    assert "The rows must lie below the header." in [w.title for w in at.warning]
    assert grid(at)[4][1] == "row"


def test_a_remark_leads_to_its_line(pools: FakeWorkspace) -> None:
    at = app("data")
    at.button(key="line-0-pools").click().run()
    assert not at.exception
    assert at.session_state["data-view"] == "File"
    assert grid(at)[-1][:2] == ["▶ 7", "source"]
    assert at.number_input(key="lines-from-pools").value == 7


def test_a_load_that_fails_says_so_at_the_table(pools: FakeWorkspace) -> None:
    at = say(opened(), 5, 5, "note")
    pools.fault = BadLayout("These borders leave a table without rows.", "Move the header up.")
    at.button(key="lines-keep-pools").click().run()
    assert [e.value for e in at.error] + [str(w.title) for w in at.warning] != []
    assert pools.layouts == {}


def test_a_file_too_long_is_told(pools: FakeWorkspace) -> None:
    pools.found.clear()
    assert "This file is too long to be shown line by line." in [i.value for i in opened().info]
