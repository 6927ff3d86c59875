"""A garden designer's invoices: amounts before tax and with it, also where one of the three columns is missing."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

PLOTS = [(n, f"Plot {n}", ("Courtyard", "Orchard", "Terrace")[n % 3]) for n in range(1, 13)]
BILLS = [
    (
        900 + n,
        1 + n % 12,
        f"{1 + n % 27:02}/0{1 + n % 9}/{2022 + n // 5 % 3}",
        40 + 15 * (n % 7),
        ("Cash", "Card")[n % 2],
    )
    for n in range(60)
]


def _tax(net: int) -> float:
    return net * 0.2


PLOTS_CSV = "Plot No,Plot,Style\n" + "".join(f"{n},{p},{s}\n" for n, p, s in PLOTS)
THREE = {
    "plots": PLOTS_CSV,
    "bills": "Bill No,Plot No,Billed On,Net,VAT,Gross,How Paid\n"
    + "".join(f"{b},{p},{d},{n}.00,{_tax(n):.2f},{n + _tax(n):.2f},{h}\n" for b, p, d, n, h in BILLS),
}
TWO = {
    "plots": PLOTS_CSV,
    "bills": "Bill No,Plot No,Billed On,Net,VAT,How Paid\n"
    + "".join(f"{b},{p},{d},{n}.00,{_tax(n):.2f},{h}\n" for b, p, d, n, h in BILLS),
}
designer = office_fixture(THREE)
partner = office_fixture(TWO)


def _of(style: str = "", year: int = 0) -> float:
    return sum(n for _, p, d, n, _ in BILLS if style in ("", PLOTS[p - 1][2]) and (not year or d.endswith(str(year))))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much did we bill in 2023, before VAT?", _of(year=2023)),
        ("How much did we bill in 2023, leaving out VAT?", _of(year=2023)),
        ("How much did we bill in 2023, VAT and all?", _of(year=2023) * 1.2),
        ("How much did we bill in 2023 with the VAT?", _of(year=2023) * 1.2),
        ("What is the average bill excluding VAT?", _of() / len(BILLS)),
        ("What is the average bill including VAT?", _of() / len(BILLS) * 1.2),
        ("How much did we bill for terraces in 2024, not counting VAT?", _of("Terrace", 2024)),
    ],
)
def test_the_amount_is_the_one_that_is_said(designer: Workspace, question: str, expected: float) -> None:
    found = ask(designer, question)
    assert not found.unsure
    assert found.rows[0][0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("question", "times"),
    [("How much did we bill in 2022 without VAT?", 1.0), ("How much did we bill in 2022 including VAT?", 1.2)],
)
def test_what_no_column_holds_is_reckoned(partner: Workspace, question: str, times: float) -> None:
    found = ask(partner, question)
    assert not found.unsure
    assert found.rows[0][0] == pytest.approx(_of(year=2022) * times)


def test_the_tax_itself_stays_the_tax(designer: Workspace) -> None:
    assert ask(designer, "What is the total VAT?").rows[0][0] == pytest.approx(_of() * 0.2)


def test_no_rows_are_counted_where_money_before_tax_is_meant(designer: Workspace) -> None:
    found = ask(designer, "Which plot brought in the most before VAT?")
    assert found.unsure or "COUNT" not in found.sql.upper()
