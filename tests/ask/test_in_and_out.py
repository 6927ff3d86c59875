"""Lock-ups and a tool library: days that differ by in and out, of which either may be the later one."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FIRST = date(2021, 3, 1)
STAYS = [
    (400 + n, f"L{n % 9}", f"Renter {n}", FIRST + timedelta(17 * n), 20 + n * n * 31 % 400, n % 4 == 0)
    for n in range(1, 61)
]
LENT = [(n, f"T{n % 7}", FIRST + timedelta(9 * n), 2 + n * 5 % 13, n > 90) for n in range(1, 101)]
YARD = {
    "lettings": "No,Lock-up,Renter,Moved in,Moved out,Fee\n"
    + "".join(
        f"{n},{unit},{who},{begun:%d/%m/%Y},{'' if still else f'{begun + timedelta(days):%d/%m/%Y}'},{30 + n % 5}\n"
        for n, unit, who, begun, days, still in STAYS
    ),
    "tool loans": "Loan,Tool,Out,In\n"
    + "".join(
        f"{n},{tool},{out:%d/%m/%Y},{'' if still else f'{out + timedelta(days):%d/%m/%Y}'}\n"
        for n, tool, out, days, still in LENT
    ),
}
GONE = [(begun + timedelta(days), who, days) for _, _, who, begun, days, still in STAYS if not still]

yard = office_fixture(YARD)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many lettings are still going?", len(STAYS) - len(GONE)),
        ("How many lettings have not moved out?", len(STAYS) - len(GONE)),
        ("How many lettings ended in 2022?", sum(day.year == 2022 for day, _, _ in GONE)),
        ("How many renters have left?", len(GONE)),
        ("How many lettings began in 2022?", sum(begun.year == 2022 for _, _, _, begun, _, _ in STAYS)),
        ("How many tool loans are still out?", sum(still for *_, still in LENT)),
    ],
)
def test_out_is_an_end_where_it_comes_last(yard: Workspace, question: str, number: int) -> None:
    found = ask(yard, question)
    assert not found.unsure
    assert found.rows == ((number,),)


def test_how_long_somebody_stayed_is_from_in_to_out(yard: Workspace) -> None:
    found = ask(yard, "Of the renters who have left, who had stayed the longest?")
    assert not found.unsure
    assert found.rows[0][0] == max(GONE, key=lambda g: g[2])[1]
