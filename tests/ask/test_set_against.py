"""A boarding stable: one column of a row against another, of the row itself or of what it belongs to."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BOXES = "".join(f"B{n},Row {'AB'[n % 2]},{1.4 + n % 4 / 10:.1f},{12 + n % 3}\n" for n in range(1, 13))
HORSES = [(n, f"Horse {n}", 1.3 + n % 5 / 10, f"B{n % 12 + 1}") for n in range(1, 31)]
STAYS = [(n, n % 30 + 1, f"B{n % 12 + 1}", 2 + n % 5, 20 + n * 7 % 60, 18 + n * 11 % 70) for n in range(1, 81)]
FEED = [(n, f"Feed {n}", n * 5 % 17, 4 + n % 6, 3 + n % 4) for n in range(1, 21)]
STABLE = {
    "boxes": f"Box,Row,Max height m,Nightly\n{BOXES}",
    "horses": "Horse No,Name,Height m,Box\n" + "".join(f"{n},{name},{h:.1f},{b}\n" for n, name, h, b in HORSES),
    "stays": "Stay,Horse No,Box,Nts,Quote £,Bill £\n"
    + "".join(f"{n},{h},{b},{k},{q},{p}\n" for n, h, b, k, q, p in STAYS),
    "feed store": "Feed,Descr,On shelf,Min,Cost\n" + "".join(f"F{n},{d},{s},{m},{c}\n" for n, d, s, m, c in FEED),
}
stable = office_fixture(STABLE)
HIGH = {f"B{n}": round(1.4 + n % 4 / 10, 1) for n in range(1, 13)}
NIGHTLY = {f"B{n}": 12 + n % 3 for n in range(1, 13)}


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many stays ended up with a bill higher than what we'd quoted?", sum(p > q for *_, q, p in STAYS)),
        ("On how many stays was the final bill lower than the quote?", sum(p < q for *_, q, p in STAYS)),
        ("How many horses are taller than their box could take?", sum(round(h, 1) > HIGH[b] for *_, h, b in HORSES)),
        (
            "How many stays were billed at less than the nightly price times the nights?",
            sum(p < k * NIGHTLY[b] for _, _, b, k, _, p in STAYS),
        ),
    ],
)
def test_one_column_is_set_against_another(stable: Workspace, question: str, count: int) -> None:
    found = ask(stable, question)
    assert not found.unsure
    assert found.rows == ((count,),)


def test_what_is_on_the_shelf_is_held_against_the_least(stable: Workspace) -> None:
    found = ask(stable, "Which feeds have we let drop below the minimum?")
    assert {r[0] for r in found.rows} == {d for _, d, s, m, _ in FEED if s < m}


@pytest.mark.parametrize(
    "question",
    [
        "How many stays were billed at more than the nightly price?",
        "How many stays had a bill higher than the vet would like?",
    ],
)
def test_amounts_of_two_kinds_are_not_set_against_each_other(stable: Workspace, question: str) -> None:
    found = ask(stable, question)
    assert found.unsure or not found.sql
