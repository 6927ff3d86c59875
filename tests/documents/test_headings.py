"""Headings of plain text are told from first lines of paragraphs by the room that was left."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.documents.headings import headings
from core.documents.read import read_document

WIDTH = 72


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["4. Weather", "Wind is taken from the mast on Gull Rock and given in knots. It", "may be missing."], 1),
        (["Notes", "1. Coverage", "The file has one line for each sailing that left the quay."], 2),
        (["The office is run by the harbour master, the mayor and Mr", "Sandoval, whose names stand below."], 0),
        (["Readings are", "taken each hour at the mast on Gull Rock, by hand or by the logger."], 0),  # goes on
        (["pay_method:", "How it was paid, which is by card for nearly all of the orders. It"], 0),
        (["Chemiluminescence 2", "Beta attenuation of the particles that are ten micrometres wide 4"], 0),  # rows
    ],
)
def test_headings_are_lines_that_end_of_themselves(lines: list[str], count: int) -> None:
    assert headings(lines, WIDTH) == count


def test_plain_text_is_read_under_its_headings(tmp_path: Path) -> None:
    text = """TERMS OF THE 2016 HARBOUR PLAN

1. What you may do in 2016
You may copy the data, and you may adapt it for any use at all.

Known problems

The gauge at the mole was under repair in March 2021, and its levels are
missing. Later ones
are not.

pay_method: how it was paid, by card or in cash at the harbour's office.
"""
    (tmp_path / "terms.txt").write_text(text, encoding="utf-8")
    assert [(p.place, p.text[:30], p.line) for p in read_document(tmp_path / "terms.txt")] == [
        ("What you may do in 2016", "You may copy the data, and you", 4),
        ("Known problems", "The gauge at the mole was unde", 8),
        ("Known problems", "pay_method: how it was paid, b", 12),
    ]
