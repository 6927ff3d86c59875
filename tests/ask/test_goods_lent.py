"""A wardrobe that lends costumes: days called `Out` and `Back`, amounts left aside, a stall where things are sold."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_THINGS = ("Wig", "Beard", "Mask")
_TOWNS = ("Ludlow", "Clun", "Bewdley")


def _day(n: int) -> str:
    return f"{n % 28 + 1:02}/{n % 12 + 1:02}/{2023 + n // 60}"


_LOANS = [
    (
        n,
        f"A{n % 7 + 1}",
        f"C{n % 9 + 1}",
        _day(n),
        _day(n + 13),
        20 + n % 4 * 10,
        5 + n % 3,
        int(n % 3 > 0),
        int(n % 8 == 0),
    )
    for n in range(120)
]
FILES = {
    "accounts": "Acc,Name,Type,Town\n"
    + "".join(f"A{n},{name},{'Trade' if n % 2 else 'Home'},{_TOWNS[n % 3]}\n" for n, name in enumerate(
        ("Hill Players", "Mo Parry", "Dene School", "Ina Webb", "Castle Tours", "Jo Quick", "Vale Mummers"), 1)),
    "costumes": "Code,Costume,Rail\n"
    + "".join(f"C{n},{name},{'Stage' if n % 2 else 'Party'}\n" for n, name in enumerate(
        ("Pirate", "Wizard", "Knight", "Witch", "Clown", "Monk", "Queen", "Judge", "Miner"), 1)),
    "lendings": "Slip,Acc,Code,Out,Back,Hire £,Wash £,Paid,Scrapped\n"
    + "".join(",".join(map(str, row)) + "\n" for row in _LOANS),
    "stall_sales": "No,Acc,Thing,Qty,Took\n"
    + "".join(f"{n},A{n % 7 + 1},{_THINGS[n % 3]},{n % 4 + 1},{n * 3 % 50 + 2}\n" for n in range(1, 60)),
}  # fmt: skip
wardrobe = office_fixture(FILES)


def _hire(of: str = "", year: str = "") -> int:
    return sum(r[5] for r in _LOANS if r[1].endswith(of) and r[3].endswith(year))


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        (
            "What are the hire charges of the lendings that went out in 2024, not counting the washing?",
            _hire(year="2024"),
        ),
        ("How much have we taken in hire money, leaving washing out of it?", _hire()),
        ("What are the total hire charges in 2023, wash aside?", _hire(year="2023")),
    ],
)
def test_an_amount_of_its_own_column_is_left_aside(wardrobe: Workspace, question: str, figure: int) -> None:
    answer = ask(wardrobe, question)
    assert [tuple(map(float, r)) for r in answer.rows] == [(figure,)]
    assert not answer.unsure


def test_rows_marked_by_one_and_nought_are_left_out(wardrobe: Workspace) -> None:
    answer = ask(wardrobe, "What do lendings in 2024 come to in hire charges, scrapped ones left out?")
    assert [tuple(map(float, r)) for r in answer.rows] == [(sum(r[5] for r in _LOANS if r[3][-1] == "4" and not r[8]),)]


def test_whether_it_is_paid_is_no_amount(wardrobe: Workspace) -> None:
    for question in ("How much money are we still owed on lendings?", "How much hire is still owed on lendings?"):
        answer = ask(wardrobe, question)
        assert answer.unsure or '"Paid" = 0' in answer.sql
        assert 'SUM("Paid")' not in answer.sql
        assert '- "Paid"' not in answer.sql


def test_pieces_of_what_is_named_say_nothing_more(wardrobe: Workspace) -> None:
    answer = ask(wardrobe, "How many pieces of the costumes are on the Stage rail?")
    assert answer.rows == ((5,),)
    listed = ask(wardrobe, "Which pairs of costumes are on the Stage rail?")
    assert not listed.unsure
    assert len(listed.rows) == 5


def test_what_went_out_is_of_its_day_out(wardrobe: Workspace) -> None:
    out = ask(wardrobe, "How many lendings went out in 2024?")
    assert [r[0] for r in out.rows] == [sum(r[3].endswith("2024") for r in _LOANS)]
    back = ask(wardrobe, "How many lendings came back in 2024?")
    assert [r[0] for r in back.rows] == [sum(r[4].endswith("2024") for r in _LOANS)]


def test_customers_are_the_people_outside(wardrobe: Workspace) -> None:
    answer = ask(wardrobe, "How many customers do we have in Ludlow?")
    assert answer.rows == ((2,),)
    assert '"accounts"' in answer.sql


def test_where_rows_come_from_is_said_by_their_table(wardrobe: Workspace) -> None:
    answer = ask(wardrobe, "Which two towns took the most at the stall?")
    assert not answer.unsure
    assert len(answer.rows) == 2


def test_an_average_is_no_total(wardrobe: Workspace) -> None:
    answer = ask(wardrobe, "What do we charge people on average for a hire, by rail?")
    assert answer.unsure or "SUM" not in answer.sql
