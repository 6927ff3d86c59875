"""Rows that a question wants left out."""

from __future__ import annotations

import pytest

from core.ask.rewording.exclusions import excluding
from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

STATES = ("Paid", "paid", "Refunded", "refund", "", "VD")
SALES = [(n, f"2024-0{1 + n % 5}-1{n % 9}", ("Hall", "Web")[n % 2], 10 + n, STATES[n % 6]) for n in range(60)]
FILES = {
    "sales": "No,Sold on,Channel,Amount,State\n" + "".join(f"{','.join(map(str, s))}\n" for s in SALES),
    "codes": "list,code,meaning\nstate,VD,Void\nstate,PD,Paid\nstate,RF,Refunded\nday,M,Monday\nday,T,Tuesday\n",
}


@pytest.mark.parametrize(
    ("question", "plain", "said"),
    [
        ("sales by month, refunds left out", "sales by month", "refunds"),
        ("top shows, leaving cancelled ones out, and how much each?", "top shows, and how much each?", "cancelled"),
        ("orders in May (leave out the void ones)", "orders in May", "void"),
        ("How many seats in 2024, not counting anything refunded", "How many seats in 2024", "refunded"),
        ("total sales excluding void by month", "total sales by month", "void"),
        ("How many jobs over £50? ignore cancelled", "How many jobs over £50", "cancelled"),
        ("all jobs bar the cancelled ones by month", "all jobs by month", "cancelled"),
        ("average bar spend per tier", None, ""),
        ("customers without orders", None, ""),
        ("How many trips were not cancelled?", None, ""),
    ],
)  # fmt: skip
def test_what_is_left_out_is_told_from_the_question(question: str, plain: str | None, said: str) -> None:
    found = excluding(question)
    assert (found and found.text, found.tails[0].said if found else "") == (plain, said)


office = office_fixture(FILES)


def kept(*gone: str) -> list[tuple[int, str, str, int, str]]:
    return [s for s in SALES if s[4].casefold() not in gone]


@pytest.mark.parametrize(
    ("question", "gone"),
    [
        ("total amount of sales, refunds left out", ("refunded", "refund")),
        ("How many sales were there, not counting void ones?", ("vd",)),
    ],
)
def test_rows_in_that_state_are_left_out_and_those_without_one_stay(
    office: Workspace, question: str, gone: tuple[str, ...]
) -> None:
    got = ask(office, question)
    rows = kept(*gone)
    assert answers(got.rows, [(sum(s[3] for s in rows) if "total" in question else len(rows),)]), (got.sql, got.rows)
    assert not got.unsure


def test_what_cannot_be_left_out_leaves_doubt(office: Workspace) -> None:
    assert ask(office, "How many sales were there, not counting stolen ones?").unsure
