"""A boatbuilder's shed: what hours, timber and extras come to, each so many times a price of its own."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

HANDS = [("AB", "Ann Birch", 14), ("CD", "Cai Dunn", 17), ("EF", "Esme Ford", 12)]
SHIFTS = [(n, HANDS[n * 7 % 5 % 3][0], f"{1 + n % 27:02}/0{1 + n % 9}/2024", 2 + n % 6) for n in range(1, 61)]
YARDS = ("Elm Yard", "Oak Mill", "Fir Ltd")
TIMBER = [(n, f"Plank {n}", YARDS[n % 3], 3 + n % 9, 7 + n * 3 % 11) for n in range(1, 31)]
FITTED = [(n, ("Cleat", "Winch", "Rail", "Hatch")[n % 4], 1 + n % 5, 4 + n % 4 * 6) for n in range(1, 51)]
SHED = {
    "hands": "Init,Name,Rate/hr\n" + "".join(f"{i},{name},{rate}\n" for i, name, rate in HANDS),
    "timesheets": "Sheet,Hand,Worked on,Hrs\n" + "".join(f"{n},{i},{day},{h}\n" for n, i, day, h in SHIFTS),
    "timber": "Ref,Descr,Supplier,On shelf,Cost,RRP\n"
    + "".join(f"T{n},{d},{s},{k},{c},{c + 5}\n" for n, d, s, k, c in TIMBER),
    "extras": "Line,Extra,Qty,Price ea\n" + "".join(f"{n},{e},{q},{p}\n" for n, e, q, p in FITTED),
}
shed = office_fixture(SHED)
RATES = {i: rate for i, _, rate in HANDS}


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much have the extras brought in?", sum(q * p for *_, q, p in FITTED)),
        ("What's the timber on the shelf worth at what we paid for it?", sum(k * c for *_, k, c in TIMBER)),
        ("What did the wages bill come to for 2024?", sum(h * RATES[i] for _, i, _, h in SHIFTS)),
    ],
)
def test_all_of_them_are_worth_so_many_times_the_price(shed: Workspace, question: str, figure: float) -> None:
    found = ask(shed, question)
    assert not found.unsure
    assert found.rows == ((figure,),)


def test_most_money_is_ranked_by_what_they_come_to(shed: Workspace) -> None:
    found = ask(shed, "Which supplier have we the most money tied up with?")
    worth = {s: sum(k * c for _, _, t, k, c in TIMBER if t == s) for s in YARDS}
    assert not found.unsure
    assert found.rows[0][0] == max(worth, key=worth.__getitem__)


def test_of_two_prices_none_is_taken_where_nothing_tells(shed: Workspace) -> None:
    found = ask(shed, "What's all the timber worth?")
    assert found.unsure or not found.rows


def test_prices_of_one_piece_are_not_added_up(shed: Workspace) -> None:
    found = ask(shed, "Which extra has made us the most money?")
    worth = {e: sum(q * p for _, x, q, p in FITTED if x == e) for e in ("Cleat", "Winch", "Rail", "Hatch")}
    assert found.unsure or found.rows[0][0] == max(worth, key=worth.__getitem__)
