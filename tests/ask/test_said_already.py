"""A club of beekeepers: words that a reading may leave unread, because they say no more than its query, and words that
it may not."""

from __future__ import annotations

import pytest

from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

KEEPERS = ("Ann Reed", "Bob Hurst", "Cai Moss", "Dee Lyle", "Eve Park", "Fay Nunn")
KEEPER = list(enumerate(KEEPERS, 1))
HIVES = [(100 + n, 1 + n * n % 5, ("Cedar", "Pine", "Straw")[n % 3]) for n in range(1, 41)]
SHOPS = ("Corner Shop", "Deli", "Farm Gate", "Health Store")
ORDERS = [
    (n, 1 + n * 3 % 4, f"{1 + n % 27:02}/0{1 + n % 8}/2024", 2 + n % 9, "Cancelled" if n % 5 == 0 else "Sent")
    for n in range(1, 61)
]
CLUB = {
    "keepers": "Keeper No,Keeper,Visits OK\n" + "".join(f"{n},{k},{'YN'[n % 3 == 0]}\n" for n, k in KEEPER),
    "hives": "Hive No,Keeper No,Wood,Health\n"
    + "".join(f"{h},{k},{w},{('Good', 'Fair', 'Poor')[h % 7 % 3]}\n" for h, k, w in HIVES),
    "trade_shops": "Shop No,Shop\n" + "".join(f"{n},{s}\n" for n, s in enumerate(SHOPS, 1)),
    "orders": "Order No,Shop No,Ordered,Jars,State\n" + "".join(f"{n},{s},{d},{j},{st}\n" for n, s, d, j, st in ORDERS),
}

club = office_fixture(CLUB)


def held(keeper: int) -> int:
    return sum(k == keeper for _, k, _ in HIVES)


def unread(answer: Answer) -> str:
    return " ".join(c.message for c in answer.warnings if c.code == "words_ignored")


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which keeper has nurtured the most hives?", {KEEPERS[max(range(1, 6), key=held) - 1]}),
        ("Which keeper has tended the most hives for us?", {KEEPERS[max(range(1, 6), key=held) - 1]}),
        ("Which of the people on our keeper list have never tended a hive?", {n for k, n in KEEPER if not held(k)}),
        ("How many keepers have three or more hives registered?", {sum(held(k) > 2 for k in range(1, 7))}),
        ("How many hives were rated poor?", {sum(h % 7 % 3 == 2 for h, _, _ in HIVES)}),
        ("How many keepers will take visits?", {4}),
        ("Which keepers haven't got a single hive?", {n for k, n in KEEPER if not held(k)}),
        ("Which things on our hive list are made of straw?", {h for h, _, w in HIVES if w == "Straw"}),
    ],
)
def test_what_says_no_more_than_the_query_is_not_missed(club: Workspace, question: str, rows: set[object]) -> None:
    found = ask(club, question)
    assert not found.unsure
    assert not unread(found)
    assert {r[0] for r in found.rows} == rows


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which keeper has lost the most hives?", "lost"),
        ("Which shop has collected the most orders?", "collected"),
        ("Which keeper has the most painted hives?", "painted"),
    ],
)
def test_what_may_tell_which_are_meant_is_missed(club: Workspace, question: str, word: str) -> None:
    found = ask(club, question)
    assert found.unsure or word in unread(found)
