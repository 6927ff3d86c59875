"""A state that a cell holds is that cell, and no end that has not come."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ask.worlds import ask, office_of

_TEXTS = {
    "hoses": "Hose,Metres,State\n" + "".join(f"H{n},{20 + n},{'Active' if n % 4 else 'Spare'}\n" for n in range(24)),
    "hose tests": "Test no,Hose,Tested,Repaired\n"
    + "".join(f"{n},H{n % 18},2024-03-{1 + n:02},{'' if n % 2 else f'2024-04-{1 + n:02}'}\n" for n in range(26)),
}


def test_an_active_thing_is_what_its_own_cell_says(tmp_path: Path) -> None:
    with office_of(_TEXTS, tmp_path) as office:
        answer = ask(office, "Which active hoses have never been tested?")
    assert sorted(answer.rows) == [(f"H{n}",) for n in range(18, 24) if n % 4]
    assert answer.sql is not None
    assert "\"State\" = 'Active'" in answer.sql


_HIRES = {
    "hires": "Hire,Went out,Days,State\n"
    + "".join(f"{n},2024-01-{1 + n % 28:02},{1 + n % 9},{('R', 'O', 'X')[n % 3]}\n" for n in range(60)),
    "payments": "Receipt,Hire,Paid On,How,Amount,Note\n"
    + "".join(
        f"{n},{n % 60},2024-0{1 + n % 9}-03,{'CC' if n % 2 else 'CA'},{n}.5,{'paid; thanks' if n % 7 == 0 else ''}\n"
        for n in range(70)
    ),
    "data_dictionary": "Table,Column,Code,Meaning\nhires,State,R,Returned\nhires,State,O,Still out\n"
    "hires,State,X,Cancelled\npayments,How,CC,Credit card\npayments,How,CA,Cash\n",
}


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many hires are still out?", 20),
        ("How many hires with state still out and more than 5 days?", sum(n % 3 == 1 and n % 9 > 4 for n in range(60))),
        ("How many hires have days >= 8?", sum(n % 9 > 6 for n in range(60))),
        ("How many hires have days <= 2?", sum(n % 9 < 2 for n in range(60))),
        ("What is the total amount where Paid On is in 2024?", sum(n + 0.5 for n in range(70))),
    ],
)
def test_meanings_of_small_words_signs_and_headers_said_whole(tmp_path: Path, question: str, number: float) -> None:
    with office_of(_HIRES, tmp_path) as office:
        assert ask(office, question).rows == ((number,),)


_SHOP = {
    "products": "code,name,price\n" + "".join(f"P{n},Thing {n},{100 - n}.0\n" for n in range(12)),
    "orders": "id,ordered\n" + "".join(f"{n},202{3 + n % 2}-0{1 + n % 9}-05\n" for n in range(40)),
    "order_lines": "line,order_id,product,quantity,unit_price,amount\n"
    + "".join(f"{n},{n % 40},P{n % 12},{n % 12},2.0,{2.0 * (n % 12)}\n" for n in range(120)),
}


def test_revenue_is_the_money_of_what_was_sold_and_of_the_day_of_its_order(tmp_path: Path) -> None:
    with office_of(_SHOP, tmp_path) as office:
        assert ask(office, "Which product brought in the most revenue?").rows == (("Thing 11",),)
        by_year = ask(office, "revenue by year")
        assert "`order_lines.amount`" in by_year.enriched
        assert len(by_year.rows) == 2
