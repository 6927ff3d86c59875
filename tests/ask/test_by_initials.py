"""Rows that name somebody by initials, some of them nobody: people are shown by their names, and no row is lost."""

from __future__ import annotations

from collections import Counter

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

PEOPLE = {"DK": "Dora Kemp", "RS": "Rafe Stone", "TJ": "Tess Joyce"}
DONE = [(n, ["DK", "RS", "", "DK", "TJ", ""][n % 6], 2023 + n % 2) for n in range(1, 91)]
STUDIO = {
    "people": "Init,Name,Started\n"
    + "".join(f"{i},{name},0{n}/2015\n" for n, (i, name) in enumerate(PEOPLE.items(), 1)),
    "tunings": "Job No,Hand,Done on\n" + "".join(f"T{n:03},{who},{year}-0{1 + n % 9}-10\n" for n, who, year in DONE),
}

studio = office_fixture(STUDIO)


def test_whoever_did_most_is_named_and_is_somebody(studio: Workspace) -> None:
    found = ask(studio, "Which hand has the most tunings?")
    assert not found.unsure
    assert found.rows[0][0] == "Dora Kemp"


def test_rows_of_nobody_are_kept_among_groups(studio: Workspace) -> None:
    found = ask(studio, "How many tunings per hand?")
    each = Counter(PEOPLE.get(who) for _, who, _ in DONE)
    assert not found.unsure
    assert dict(found.rows) == each
