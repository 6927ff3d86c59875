"""How many each usually has, how often they came, and what share of them we did something to."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

STAYS = [
    (n, f"2024-0{1 + n % 6}-1{n % 9}", n * n % 13, "Kept Refused Kept Lent Kept".split()[n % 5]) for n in range(80)
]
LETTERS = [(n, f"2024-0{1 + n % 5}-0{1 + n % 9}", n % 15) for n in range(40)]
FILES = {
    "guests": "Guest,Name\n" + "".join(f"{n},Guest {n}\n" for n in range(15)),
    "stays": "Stay,Day,Guest,Ended\n" + "".join(f"{','.join(map(str, s))}\n" for s in STAYS),
    "letters": "Letter,Sent,Guest\n" + "".join(f"{','.join(map(str, x))}\n" for x in LETTERS),
}

office = office_fixture(FILES)


def often(more: int) -> int:
    return sum(sum(s[2] == n for s in STAYS) > more for n in range(15))


@pytest.mark.parametrize(
    ("question", "many"),
    [
        ("How many guests have been in more than six times?", often(6)),
        ("How many guests have come more than twice?", often(2)),
    ],
)
def test_who_came_so_often_has_so_many_stays(office: Workspace, question: str, many: int) -> None:
    found = ask(office, question)
    assert not found.unsure
    assert found.rows == ((many,),), found.sql


@pytest.mark.parametrize(
    "question", ["How many stays does a guest usually have?", "Typically how many stays are there per guest?"]
)
def test_usually_is_on_average(office: Workspace, question: str) -> None:
    found = ask(office, question)
    assert not found.unsure
    assert found.rows[0][-1] == pytest.approx(len(STAYS) / len({s[2] for s in STAYS})), found.sql


def test_a_share_of_what_we_do_is_what_is_done(office: Workspace) -> None:
    found = ask(office, "What percentage of stays do we refuse?")
    assert not found.unsure
    assert found.rows == ((pytest.approx(100 * sum(s[3] == "Refused" for s in STAYS) / len(STAYS)),),)
