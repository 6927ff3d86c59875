"""Quotes that nobody closed: how often lines are read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from core.ingest import stray_quotes
from core.ingest.detect import Format, records

COMMAS = Format(",")
OPENS = 'a",b,"c\n'
"""Alone three cells; each such line opens a quote that the next one does not close."""
ALONE = '4,"5,6\n'


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines were given to the csv module."""
    lines = [0]

    def counted(some: Iterable[str], form: Format, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
        def each() -> Iterator[str]:
            for line in some:
                lines[0] += 1
                yield line

        return records(each(), form, strict)

    monkeypatch.setattr(stray_quotes, "records", counted)
    return lines


def mended(lines: Iterable[str], width: int = 3) -> list[list[str]]:
    return [record for _, record in stray_quotes.mended(iter(lines), COMMAS, width, lambda: None)]


def test_quotes_that_open_on_each_line_are_settled_in_a_time_that_grows_as_the_file(fed: list[int]) -> None:
    assert mended([OPENS] * 3_000 + [ALONE, "1,2,3\n"]) == [['a"', "b", '"c']] * 3_000 + [
        ["4", '"5', "6"],
        ["1", "2", "3"],
    ]
    assert fed[0] < 500_000  # nine million, each of the lines swallowing all that follow


def test_a_long_cell_among_them_stays_whole() -> None:
    cell = [f"line {n} of a note\n" for n in range(300)]
    found = mended([*[OPENS] * 3_000, ALONE, '7,"8",9\n', 'x,"', *cell, '",z\n', "1,2,3\n"])
    assert found[3_000:] == [["4", '"5', "6"], ["7", "8", "9"], ["x", "".join(cell), "z"], ["1", "2", "3"]]


def test_a_long_cell_that_holds_rows_stays_whole_where_quotes_are_right_elsewhere() -> None:
    rows = ["1,2,3\n"] * 300
    assert mended(['x,"', *rows, '",z\n', ALONE, "1,2,3\n"]) == [
        ["x", "".join(rows), "z"],
        ["4", '"5', "6"],
        ["1", "2", "3"],
    ]


def test_two_stray_quotes_far_apart_swallow_no_rows() -> None:
    opened = '"5 inch pipe'
    lines = [f"{n},{opened if n in (300, 700) else 'pipe'},{n}\n" for n in range(1_000)]
    assert mended(lines) == [line.rstrip("\n").split(",") for line in lines]


def test_a_line_of_prose_with_bare_quotes_is_no_row() -> None:
    note = ['1,"She went\n', 'and said, "no" they say\n']
    assert [len(row) for row in mended([*note, "1,2\n"], width=2)] == [2, 2]
