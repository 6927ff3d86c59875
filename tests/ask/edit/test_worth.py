"""A print shop: what so many of something come to, offered as a figure."""

from __future__ import annotations

import pytest

from core.ask.edit.offers import Offers
from core.ask.form import Form, begin
from core.ask.translators.rules.query import Query
from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import office_fixture

SHOP = {
    "job lines": "Line,Job,Paper,Qty,Each\n"
    + "".join(f"{n},J{n % 9:02},P{n % 5 + 1},{n % 4 + 1},{(n % 3 + 1) * 1.5:.2f}\n" for n in range(1, 61)),
    "papers": "Paper,Name,Weight\n" + "".join(f"P{n},Paper {n},{n * 40 + 40}\n" for n in range(1, 6)),
    "shifts": "Shift,Hand,Hrs\n" + "".join(f"{n},H{n % 4 + 1},{n % 7 + 2}\n" for n in range(1, 41)),
    "hands": "Hand,Name,Rate/hr\n" + "".join(f"H{n},Hand {n},{11 + n / 2}\n" for n in range(1, 5)),
}
shop = office_fixture(SHOP)


@pytest.mark.parametrize(
    ("table", "said", "total"),
    [
        ("job lines", "total Qty × Each", sum((n % 4 + 1) * (n % 3 + 1) * 1.5 for n in range(1, 61))),
        ("shifts", "total Hrs × Rate/hr", sum((n % 7 + 2) * (11 + (n % 4 + 1) / 2) for n in range(1, 41))),
    ],
)
def test_so_many_times_what_one_costs(shop: Workspace, table: str, said: str, total: float) -> None:
    reading = begin(table)
    offers = Offers(reading.query, shop.questions.facts(reading))
    item = next(i for i in offers.figures() if offers.item(i) == said)
    *_, answer = shop.questions.edited(Form(Query((item,), tables=(table,))))
    assert isinstance(answer, Answer)
    assert answer.rows == ((pytest.approx(total),),)


def test_what_has_no_price_is_offered_none(shop: Workspace) -> None:
    offers = Offers(begin("papers").query, shop.questions.facts(begin("papers")))
    assert not [i for i in offers.figures() if i.formula is not None]
