"""Coach outings: how full each was is what was sold for it as a part of its places."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

OUTINGS = [(n, name, 20 + 10 * n) for n, name in enumerate("Ludlow Malvern Tenby Buxton".split(), 1)]
SALES = [(f"S{n}", 1 + n % 4, 1 + n % 3 + (n % 4 == 2)) for n in range(60)]
FULL = {name: sum(q for _, o, q in SALES if o == n) / seats for n, name, seats in OUTINGS}

coach = office_fixture(
    {
        "outings": "Outing,Where to,Seats\n" + "".join(f"{n},{name},{seats}\n" for n, name, seats in OUTINGS),
        "sales": "Sale,Outing,Qty\n" + "".join(f"{s},{o},{q}\n" for s, o, q in SALES),
    }
)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Which outing came nearest to a full house?", max),
        ("Which outing was the fullest?", max),
        ("Which outing was the emptiest?", min),
    ],
)
def test_how_full_each_was_is_a_part_of_its_places(coach: Workspace, question: str, way: Callable[..., str]) -> None:
    found = ask(coach, question)
    number = next(n for n, name, _ in OUTINGS if name == way(FULL, key=FULL.__getitem__))
    assert not found.unsure
    assert {number, OUTINGS[number - 1][1]} & set(found.rows[0])
