"""A ferry authority: who runs a firm that several tables name, and who runs the firm that a thing belongs to."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FIRMS = {
    "NO": ("Norland Ferries", "Ada Kestle"),
    "SK": ("Skerry Line", "Bram Olde"),
    "TI": ("Tidewater Boats", "Cleo Marsh"),
}
PIERS = [
    ("P1", "Corrie Pier", "NO"),
    ("P2", "Brodick Slip", "SK"),
    ("P3", "Lamlash Quay", "TI"),
    ("P4", "Sannox", "NO"),
]
QUARTERS = [(f"2023 Q{q}", firm, 100 * q + len(firm)) for q in range(1, 5) for firm, _ in FIRMS.values()]
authority = office_fixture(
    {
        "ferry operators": "Code,Licence holder,General Manager,Licensed\n"
        + "".join(f"{k},{n},{m},20{i + 10}-04-01\n" for i, (k, (n, m)) in enumerate(FIRMS.items())),
        "piers": "Pier,Name,Opr\n" + "".join(",".join(p) + "\n" for p in PIERS),
        "complaints by quarter": "Period,Operator,Closed\n" + "".join(f"{p},{n},{c}\n" for p, n, c in QUARTERS),
    }
)


@pytest.mark.parametrize("asked", ["Who is in charge of", "Who's the boss of", "Who runs", "Who is the head of"])
def test_a_firm_named_in_two_tables_is_run_by_whom_its_own_row_names(authority: Workspace, asked: str) -> None:
    found = ask(authority, f"{asked} Skerry Line?")
    assert not found.unsure
    assert found.rows == (("Bram Olde",),)


def test_whoever_runs_what_a_thing_belongs_to(authority: Workspace) -> None:
    found = ask(authority, "Who is in charge of the ferry operator that owns Lamlash Quay?")
    assert not found.unsure
    assert found.rows == (("Cleo Marsh",),)
