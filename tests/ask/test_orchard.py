"""An orchard's picking book: weights beside weights thrown out and prices by weight, and totals that each row holds."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

PICKED = [
    (n, ("Bramley", "Cox", "Russet")[n % 3], 10 + n % 7, n % 4, 1.2 + n % 3 / 10, 2 + n % 5 + 3 * (n % 3 == 1))
    for n in range(1, 46)
]
ORCHARD = {
    "picking": "No,Apple,Picked on,Kg,Rej kg,£/kg,Total hours\n"
    + "".join(f"{n},{a},{1 + n % 28:02}/09/2024,{kg},{bad},{price:.2f},{h}\n" for n, a, kg, bad, price, h in PICKED),
    "growers": "Grower,Town\nAsh Lane,Wye\nBell Farm,Lenham\n",
}

orchard = office_fixture(ORCHARD)


def test_kilos_are_the_weight_and_neither_what_was_thrown_out_nor_a_price(orchard: Workspace) -> None:
    found = ask(orchard, "How many kilos of Cox were there?")
    assert not found.unsure
    assert found.rows == ((sum(kg for _, a, kg, *_ in PICKED if a == "Cox"),),)


def test_totals_of_many_rows_are_added_up_for_the_most(orchard: Workspace) -> None:
    hours = {apple: sum(p[5] for p in PICKED if p[1] == apple) for apple in ("Bramley", "Cox", "Russet")}
    found = ask(orchard, "Which apple took the most total hours?")
    assert found.rows[0][0] == max(hours, key=lambda a: hours[a])
