"""What the rows of a thing come to, and which part of things have such rows: bounds on sums, shares of things."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of, plain

HIVES = {
    "members": (
        "member_id,member_name,sex,village\n1,Una Fell,F,Stow\n2,Bram Holt,M,Stow\n"
        "3,Cleo Dale,F,Wick\n4,Dan Oak,M,Wick\n"
    ),
    "dues": (
        "due_no,member_id,amount,paid_on\n1,1,30,2023-01-05\n2,1,35,2024-01-07\n3,2,30,2023-02-01\n4,3,90,2024-03-09\n"
        "5,3,20,2024-05-02\n6,2,25,2024-02-02\n"
    ),
    "sales": (
        "sale_no,member_id,honey,jars,sold_on\n1,1,heather,40,2023-06-01\n2,1,clover,30,2024-06-02\n3,2,clover,10,2024-07-01\n"
        "4,4,heather,25,2023-08-08\n5,4,clover,20,2024-08-09\n6,2,heather,12,2023-09-01\n"
    ),
}


@pytest.fixture(scope="module")
def hives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, sqlite3.Connection]]:
    folder = tmp_path_factory.mktemp("hives")
    with office_of(HIVES, folder) as opened:
        db = plain(sorted(folder.glob("*.csv")))
        yield opened, db
        db.close()


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        (
            "Which members sold more than 25 jars in 2024?",
            "SELECT member_name FROM members WHERE member_id IN"
            " (SELECT member_id FROM sales WHERE sold_on LIKE '2024%' GROUP BY 1 HAVING SUM(jars) > 25)",
        ),
        (
            "How many members have paid more than 60 in total?",
            "SELECT COUNT(*) FROM members WHERE member_id IN"
            " (SELECT member_id FROM dues GROUP BY 1 HAVING SUM(amount) > 60)",
        ),
        (
            "Which members paid less than 40 in 2024?",
            "SELECT member_name FROM members JOIN dues USING (member_id) WHERE paid_on LIKE '2024%' GROUP BY member_id"
            " HAVING SUM(amount) < 40",
        ),
        (
            "How many members have made a payment of dues of more than 80?",
            "SELECT COUNT(DISTINCT member_id) FROM dues WHERE amount > 80",
        ),
        (
            "What percentage of members have paid dues in 2023?",
            "SELECT 100.0 * AVG(member_id IN (SELECT member_id FROM dues WHERE paid_on LIKE '2023%')) FROM members",
        ),
        (
            "What percentage of women have had dues in 2024?",
            "SELECT 100.0 * AVG(member_id IN (SELECT member_id FROM dues WHERE paid_on LIKE '2024%')) FROM members"
            " WHERE sex = 'F'",
        ),
        (
            "What percentage of women are from Stow?",
            "SELECT 100.0 * AVG(village = 'Stow') FROM members WHERE sex = 'F'",
        ),
        ("How many jars does a sale have on average?", "SELECT AVG(jars) FROM sales"),
        (
            "How many sales does the average member have?",
            "SELECT 1.0 * COUNT(*) / COUNT(DISTINCT member_id) FROM sales",
        ),
        ("On average, how many jars are in a sale in 2024?", "SELECT AVG(jars) FROM sales WHERE sold_on LIKE '2024%'"),
    ],
)
def test_read_as_meant(hives: tuple[Workspace, sqlite3.Connection], question: str, sql: str) -> None:
    workspace, db = hives
    answer = ask(workspace, question)
    assert answers(answer.rows, db.execute(sql).fetchall()), answer.sql
    assert not answer.unsure


def test_a_part_that_was_not_read_is_withheld(hives: tuple[Workspace, sqlite3.Connection]) -> None:
    assert ask(hives[0], "What percentage of members from Stow are allergic?").unsure
