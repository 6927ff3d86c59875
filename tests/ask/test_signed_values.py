"""Cells told apart by a sign alone: what is said with one sign is never read as the other."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_GROUPS = ("O+", "O+", "O+", "O-", "A+", "A+", "A-", "AB+", "AB-")
_MARKS = ("A-", "A", "A+", "B+", "B", "B-")
_DONORS = [(n, f"Donor {n}", _GROUPS[n % 9]) for n in range(1, 91)]
_ESSAYS = [(n, _MARKS[n % 6 if n % 4 else 0]) for n in range(1, 61)]


clinic = office_fixture(
    {"donors": csv_text("donor_no,name,blood group", _DONORS), "essays": csv_text("essay_no,mark", _ESSAYS)}
)


@pytest.mark.parametrize(
    ("question", "group"),
    [
        ("How many O- donors are there?", "O-"),
        ("How many O neg donors are there?", "O-"),
        ("How many O+ donors are there?", "O+"),
        ("How many AB negative donors do we have?", "AB-"),
        ("how many A positive donors", "A+"),
    ],
)
def test_a_sign_is_read_as_typed_or_in_words(clinic: Workspace, question: str, group: str) -> None:
    assert ask(clinic, question).rows == ((sum(g == group for _, _, g in _DONORS),),)


def test_a_mark_with_a_sign_is_not_the_one_without(clinic: Workspace) -> None:
    asked = {mark: ask(clinic, f"How many essays have mark {mark}?").rows for mark in ("A-", "A+", "B minus")}
    counted = {mark: sum(m == mark for _, m in _ESSAYS) for mark in ("A-", "A+", "B-")}
    assert asked == {"A-": ((counted["A-"],),), "A+": ((counted["A+"],),), "B minus": ((counted["B-"],),)}
