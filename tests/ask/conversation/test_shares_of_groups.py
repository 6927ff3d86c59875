"""Shares of all groups at once: each one's part of the whole, largest first, exact in the rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ask.conversation.shares_of_groups import asked
from core.workspace import Workspace
from tests.ask.worlds import ask, opened

KINDS = "adult adult child adult child senior".split()


@pytest.fixture(scope="module")
def tickets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("tickets")
    rows = [f"T{n},{kind},{n * 5}" for n, kind in enumerate(KINDS, 1)]
    (folder / "tickets.csv").write_text("\n".join(["ticket,kind,price", *rows]), encoding="utf-8")
    with opened([folder / "tickets.csv"], folder / "w") as workspace:
        yield workspace


@pytest.mark.parametrize(
    "question",
    [
        "Share of tickets per kind",
        "What percentage of the tickets is of each kind?",
        "the proportion of tickets by kind",
    ],
)
def test_each_group_is_a_part_of_the_whole(tickets: Workspace, question: str) -> None:
    found = ask(tickets, question)
    assert not found.unsure
    assert found.rows == (("adult", 50.0), ("child", 200 / 6), ("senior", 100 / 6))
    assert "adult has the highest (50.00%)" in found.answer
    assert "child (33.33%)" in found.answer


def test_totals_have_shares_too(tickets: Workspace) -> None:
    assert ask(tickets, "share of the price per kind").rows[0] == ("child", pytest.approx(4000 / 105))


def test_a_share_of_one_group_stays_one_figure(tickets: Workspace) -> None:
    assert ask(tickets, "What share of the tickets is by adults?").rows == ((50.0,),)


def test_a_condition_makes_it_a_share_of_each_group(tickets: Workspace) -> None:
    found = ask(tickets, "percentage of tickets with a price over 10 per kind")
    assert dict(found.rows)["senior"] == 100.0


@pytest.mark.parametrize(
    "question",
    [
        "What share of tickets is late?",
        "How many tickets per kind?",
        "share prices",
        "share of guests who pay by card",
        "What percentage of tickets were refunded each year?",
    ],
)
def test_other_questions_are_none(question: str) -> None:
    assert asked(question) is None
