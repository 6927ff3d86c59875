"""What a row is, as documents say it."""

from __future__ import annotations

import pytest

from core.documents.match import Found, described, entries
from core.documents.rows_said import row_said
from tests.ask.schemas import table


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("One row is a germination test.", "germination test"),
        ("one row per visit, since 2019", "visit"),
        ("Every record describes a loan that was made", "loan"),
        ("There is one row for each pupil in the school", "pupil"),
        ("One line per order line", "order line"),
        ("A row is a row", ""),
        ("Each record is anonymised. Data kept since 2020.", ""),
        ("A record is kept by the warden.", ""),
        ("one row holds the readings of a gauge", ""),
        ("the rows are sorted by date", ""),
        ("Each row of the file is checked", ""),
    ],
)
def test_the_noun_of_a_sentence(text: str, noun: str) -> None:
    assert row_said(text) == noun


def test_a_heading_says_of_which_table_and_a_person_and_other_tables_go_before() -> None:
    tables = (
        table("tst_mstr_v2", "no", "day"),
        table("gauges", "no", "place"),
        table("mbr", "no", "name"),
    )
    said = [
        Found("notes.md", "tst_mstr_v2", "One row is a water test."),
        Found("notes.md", "mbr", "One row per gauge, of all members."),
        Found("notes.md", "About", "One row is a mystery."),
    ]
    rows = {t.name: t.row for t in described(tables, entries(said, tables))}
    assert rows == {"tst_mstr_v2": "water test", "gauges": "", "mbr": ""}
