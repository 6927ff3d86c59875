"""Sentences that a comma cut into cells are one text again; rows never are."""

from __future__ import annotations

import pytest

from core.ingest.layout.grid import Record
from core.ingest.layout.split_text import rejoined

ROWS = [["pool", "kind", "visits"], *([f"Pool {n}", "indoor", str(n)] for n in range(9))]


def cells(*lines: list[str], delimiter: str = ",") -> list[list[str]]:
    return [r.cells for r in rejoined([Record(n, n, line) for n, line in enumerate(lines, start=1)], delimiter)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (["Visits to pools", " 2023/24"], "Visits to pools, 2023/24"),
        (["Visits to pools", " 2023/24", "", ""], "Visits to pools, 2023/24"),
        (["The 2", "823 deaths of May", " 2001", " are not here"], "The 2,823 deaths of May, 2001, are not here"),
    ],
)  # fmt: skip
def test_a_sentence_is_one_cell(line: list[str], text: str) -> None:
    assert cells(line, *ROWS) == [[text], *ROWS]


def test_words_in_as_many_cells_as_the_figures_have_are_a_sentence() -> None:
    prose = ["This holds a momentum factor", " made of six portfolios"]
    rows = [[str(year), "1.5"] for year in range(1990, 2000)]
    assert cells(prose, *rows) == [["This holds a momentum factor, made of six portfolios"], *rows]
    names = [["a pool with a slide", " and a court"], *([f"pool {n}", "a hall of the old school"] for n in range(9))]
    assert cells(*names) == names


@pytest.mark.parametrize(
    "line",
    [
        ["Pool 3", " indoor", " 3"],
        ["Lake", "outdoor"],
        ["", " 2023/24"],
        ["Lake", "   5"],
    ],
)
def test_a_row_stays(line: list[str]) -> None:
    assert cells(line, *ROWS) == [line, *ROWS]


def test_where_blanks_follow_every_comma_nothing_is_joined() -> None:
    rows = [[a, f" {b}", f" {c}"] for a, b, c in ROWS]
    assert cells(["Visits to pools", " 2023/24"], *rows) == [["Visits to pools", " 2023/24"], *rows]
    assert cells(["Visits to pools", " 2023/24"], *ROWS, delimiter="\t") == [["Visits to pools", " 2023/24"], *ROWS]
