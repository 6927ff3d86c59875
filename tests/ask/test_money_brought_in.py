"""A boat hirer: what a boat earned or swallowed, what came in, what bills came to, and hires that were called off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

MOORED = [("Heron", "Top Lock"), ("Otter", "Top Lock"), ("Dipper", "Mill Wharf"), ("Teal", "Basin"), ("Wren", "Basin")]
BOATS = [(f"B{n}", name, wharf, 90 + n) for n, (name, wharf) in enumerate(MOORED)]
HIRES = [
    (
        700 + n,
        f"B{n * n % 5}",
        f"{1 + n % 28:02}/{1 + n % 12:02}/{2023 + n % 2}",
        ("Sailed", "Sailed", "Cancelled")[n % 3],
        120 + n % 40 * 5,
        ("Web", "Phone")[n % 2],
    )
    for n in range(1, 90)
]
MENDED = [(n, f"B{n % 4 + n % 2}", f"{1 + n:02}/06/2024", 40 + 13 * n % 90) for n in range(1, 25)]
RECEIVED = [(n, f"{1 + n % 27:02}/{1 + n % 12:02}/{2023 + n % 3 % 2}", f"B{n % 5}", 90 + n % 7) for n in range(1, 61)]
YARD = {
    "boats": "Boat,Name,Wharf,Mooring pcm\n" + "".join(f"{b},{n},{w},{p}\n" for b, n, w, p in BOATS),
    "hires": "Hire,Boat,Out,State,Charge,Taken via\n" + "".join(",".join(map(str, h)) + "\n" for h in HIRES),
    "mending": "Job,Boat,Day,Cost\n" + "".join(",".join(map(str, m)) + "\n" for m in MENDED),
    "mooring_rcvd": "Slip,Date,Boat,Amt\n" + "".join(",".join(map(str, r)) + "\n" for r in RECEIVED),
    "agents": "Agent,Commission %\nTow Path Tours,12\nLock Side,8\nSlow Ways,10\n",
}
WHARF = {b: w for b, _, w, _ in BOATS}
NAME = {b: n for b, n, _, _ in BOATS}

yard = office_fixture(YARD)


def summed(rows: Sequence[tuple[str, int]], names: Mapping[str, str]) -> list[str]:
    """The names, by the sum of what stands beside their boats, highest first."""
    found: Counter[str] = Counter()
    for boat, amount in rows:
        found[names[boat]] += amount
    return [name for name, _ in found.most_common()]


EARNED = summed([(b, c) for _, b, _, _, c, _ in HIRES], WHARF)
SWALLOWED = summed([(b, c) for _, b, _, c in MENDED], NAME)
IN_2024 = [h for h in HIRES if h[2].endswith("2024")]
IN_JUNE = [h for h in IN_2024 if "/06/" in h[2]]


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("Which wharf has earned us the most in hire charges?", EARNED[:1]),
        ("Which two boats have swallowed the most money in mending altogether?", SWALLOWED[:2]),
        ("How much mooring came in during 2024?", [sum(r[3] for r in RECEIVED if r[1].endswith("2024"))]),
        ("What did the charges come to for hires starting in June 2024?", [sum(h[4] for h in IN_JUNE)]),
        ("How many hires due to start in 2024 were called off?", [sum(h[3] == "Cancelled" for h in IN_2024)]),
    ],
)
def test_money_is_summed_whatever_it_did(yard: Workspace, question: str, cells: list[object]) -> None:
    found = ask(yard, question)
    assert not found.unsure
    assert [row[0] for row in found.rows] == cells
