"""A boathouse: figures beside each other in a sentence have as many decimals, and the sign of a header."""

from __future__ import annotations

import pytest

from core.ask.names import many
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

HIRES = [(n, ("Canoe", "Punt", "Skiff")[n % 3], 2 + n % 4, 12 + n % 3 + (0.5 if n == 4 else 0)) for n in range(1, 31)]
BOATHOUSE = {"hires": "Hire,Boat,Hrs,Fee £\n" + "".join(f"{n},{boat},{h},{fee}\n" for n, boat, h, fee in HIRES)}

boathouse = office_fixture(BOATHOUSE)


def test_whole_sums_have_the_decimals_of_those_beside_them(boathouse: Workspace) -> None:
    said = ask(boathouse, "total fee by boat").answer
    total = {b: sum(f for _, boat, _, f in HIRES if boat == b) for b in ("Canoe", "Punt", "Skiff")}
    assert total["Skiff"] == 140
    assert total["Punt"] == 130.5
    assert "£140.00" in said
    assert "£130.50" in said


def test_whole_figures_alone_have_none(boathouse: Workspace) -> None:
    said = ask(boathouse, "total hrs by boat").answer
    assert ".00" not in said


@pytest.mark.parametrize("question", ["what's the average fee?", "What’s the average fee?"])
def test_what_is_only_opened_is_not_told(boathouse: Workspace, question: str) -> None:
    found = ask(boathouse, question)
    assert found.answer.startswith("The average fee")
    assert found.rewritten == ""


def test_a_highest_total_of_nothing_in_particular_is_doubted(boathouse: Workspace) -> None:
    assert ask(boathouse, "highest total fee").unsure


@pytest.mark.parametrize(
    ("one", "several"),
    [("mech", "mechs"), ("tech", "techs"), ("epoch", "epochs"), ("speech", "speeches"), ("brooch", "brooches")],
)
def test_a_hard_ch_takes_no_e(one: str, several: str) -> None:
    assert many(one) == several
