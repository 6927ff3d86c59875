"""A seed merchant: what sells best, the best terms of a kind of customer, and what growers earn."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

GROWERS = [(f"G{n}", f"{chr(65 + n)}bel", ("Hal", "Iris")[n % 2]) for n in range(6)]
VARIETIES = [(9780 + n, name, f"G{n % 6}", 1.5 + n, 100 + n * 7)
             for n, name in enumerate("Golden Drop,Red Lantern,Blue Mist,Tall Guard,Sweet Amber,White Cloud".split(","))
            ]  # fmt: skip
CUSTOMERS = [(f"C{n}", name, kind, terms) for n, (name, kind, terms) in enumerate(
    [("Garth", "Shop", 35.5), ("Mill", "Shop", 38), ("Rook", "Wholesaler", 52.5), ("Bulk", "Wholesaler", 55),
     ("Leigh", "Park", 60), ("Fern", "Shop", 30)])]  # fmt: skip
LINES = [(500 + n // 2, f"202{3 + n // 2 % 2}-0{1 + n // 2 % 9}-12",
          f"C{(n // 2) ** 2 % 5}", 9780 + n * 5 % 6, 1 + n % 7 + n % 6 // 5 * 20,
          3 if n % 9 == 0 else "") for n in range(90)]  # fmt: skip
ROYALTIES = [(f"S{n}", f"G{n % 6}", 40 + n * 71 % 300 + 900 * (n == 4)) for n in range(30)]

seeds = office_fixture(
    {
        "growers": csv_text("id,surname,first", GROWERS),
        "varieties": csv_text("EAN,Variety,GrowerID,Price,Stock", VARIETIES),
        "customers": csv_text("CustCode,Name,Kind,StdDisc", CUSTOMERS),
        "order lines": csv_text("OrdNo,OrdDate,Cust,EAN13,Qty,RetQty", LINES),
        "royalties": csv_text("Stmt,Grower,Amount", ROYALTIES),
    }
)
_NAMES = {ean: name for ean, name, *_ in VARIETIES}


def _sold(year: str = "") -> list[str]:
    pieces: Counter[str] = Counter()
    for _, day, _, ean, many, _ in LINES:
        pieces[_NAMES[ean]] += many if day.startswith(year) else 0
    return [name for name, _ in pieces.most_common()]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("What's been our best seller?", _sold()[:1]),
        ("What sells best?", _sold()[:1]),
        ("What was our best seller in 2024?", _sold("2024")[:1]),
        ("Which variety sold the most?", _sold()[:1]),
        ("What are our 3 best sellers?", _sold()[:3]),
    ],
)
def test_what_sells_best_is_what_most_pieces_went_of(seeds: Workspace, question: str, best: list[str]) -> None:
    """And no person, and no price; pieces that came back were not sold."""
    found = ask(seeds, question)
    assert not found.unsure
    assert [r[0] for r in found.rows] == best


@pytest.mark.parametrize(
    ("question", "name"),
    [("Which wholesaler gets the best discount?", "Bulk"), ("Which shop has the lowest discount?", "Fern")],
)
def test_one_of_a_kind_has_the_best_terms(seeds: Workspace, question: str, name: str) -> None:
    found = ask(seeds, question)
    assert not found.unsure
    assert found.rows[0][0] == name


@pytest.mark.parametrize("question", ["Which shops have never ordered anything?", "Which shops have no orders?"])
def test_some_of_a_kind_have_never_ordered(seeds: Workspace, question: str) -> None:
    found = ask(seeds, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == {"Fern"}


@pytest.mark.parametrize(
    "question", ["Which grower has earned the most royalties so far?", "Which grower got the most royalties?"]
)
def test_the_most_royalties_are_the_most_money(seeds: Workspace, question: str) -> None:
    earned: Counter[str] = Counter()
    for _, grower, amount in ROYALTIES:
        earned[grower] += amount
    best = earned.most_common(1)[0][0]
    found = ask(seeds, question)
    assert not found.unsure
    assert found.rows[0][:2] == next((first, last) for code, last, first in GROWERS if code == best)


def test_orders_are_counted_by_their_number_and_lines_as_lines(seeds: Workspace) -> None:
    last_year = [n for n, day, *_ in LINES if day.startswith("2024")]
    assert ask(seeds, "How many orders were there in 2024?").rows == ((len(set(last_year)),),)
    assert ask(seeds, "How many order lines were there in 2024?").rows == ((len(last_year),),)
    orders = Counter(customer for _, customer in {(n, c) for n, _, c, *_ in LINES})
    names = {code: name for code, name, *_ in CUSTOMERS}
    found = dict(ask(seeds, "How many orders were there for each customer?").rows)
    assert found == {names[code]: many for code, many in orders.items()}
    mean = ask(seeds, "What is the average number of orders per customer?")
    assert mean.rows == ((pytest.approx(sum(orders.values()) / len(orders)),),)
