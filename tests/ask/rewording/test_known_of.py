"""A share of those rows of which something is known, said before it and behind it; shares for each, ranked."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_STATES = ("good", "fair", "poor", "")
_BOATS = [
    (n, f"Boat {n}", _STATES[n % 4], ("sail", "motor")[n % 3 == 0], 4 + n % 9, f"D{n % 3 + 1}") for n in range(1, 41)
]
_DOCKS = [("D1", "North quay", 1950), ("D2", "Mill pool", 1932), ("D3", "Old basin", 1988)]
_REPAIRS = [(n, n % 40 + 1, 20 + n * 7 % 200, f"2024-0{n % 9 + 1}-15") for n in range(1, 61)]

office = office_fixture(
    {
        "boats": csv_text("boat_id,boat,state,drive,metres,dock_id", _BOATS),
        "docks": csv_text("dock_id,dock,opened_year", _DOCKS),
        "repairs": csv_text("repair_id,boat_id,cost,repaired_on", _REPAIRS),
    }
)
_KNOWN = [b for b in _BOATS if b[2]]
_POOR = 100 * sum(b[2] == "poor" for b in _KNOWN) / len(_KNOWN)
_LONG = 100 * sum(b[4] > 9 for b in _KNOWN) / len(_KNOWN)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What percentage of boats are poor, of those whose state is known?", [(_POOR,)]),
        ("Of the boats whose state is known, what percentage have more than 9 metres?", [(_LONG,)]),
        ("What percentage of repairs cost more than 100?", [(100 * sum(r[2] > 100 for r in _REPAIRS) / 60,)]),
    ],
)
def test_the_part_is_taken_of_those(office: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows), (got.sql, got.rows)  # type: ignore[arg-type]
    assert not got.unsure


def test_the_largest_share_is_ranked(office: Workspace) -> None:
    got = ask(office, "Which dock has the biggest share of its boats in a poor state?")
    parts = {d[1]: [b[2] == "poor" for b in _BOATS if b[5] == d[0]] for d in _DOCKS}
    best = max(parts, key=lambda d: sum(parts[d]) / len(parts[d]))
    assert got.unsure or got.rows[0][0] == best
