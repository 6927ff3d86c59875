"""A translators' bureau: the biggest customer is one, and what is finished is in no language."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FIRMS = [(n, f"{name} Ltd") for n, name in enumerate(("Alder", "Birchwood", "Cedarline", "Dogwood"), 1)]
TONGUES = {"FI": "Finnish", "SV": "Swedish", "DA": "Danish"}
JOBS = [
    (
        700 + n,
        (n * 7 + n // 3) % 4 + 1,
        list(TONGUES)[n % 3],
        f"2024-0{1 + n % 9}-11",
        f"2024-0{1 + n % 9}-{9 + n % 5:02}",
        90 + n,
    )
    for n in range(40)
]
bureau = office_fixture(
    {
        "customers": "Customer No,Company\n" + "".join(f"{n},{c}\n" for n, c in FIRMS),
        "languages": "Code,Language\n" + "".join(f"{k},{v}\n" for k, v in TONGUES.items()),
        "jobs": "Job,Customer No,Lang,Deadline,Sent,Fee\n" + "".join(",".join(map(str, j)) + "\n" for j in JOBS),
    }
)
SPENT = {c: sum(j[5] for j in JOBS if j[1] == n) for n, c in FIRMS}


@pytest.mark.parametrize("question", ["Who is our biggest customer by fees?", "Who's our biggest customer?"])
def test_the_biggest_customer_is_one(bureau: Workspace, question: str) -> None:
    found = ask(bureau, question)
    assert not found.unsure
    assert found.rows == (max(SPENT.items(), key=lambda c: c[1]),)


def test_the_biggest_customers_are_all_in_order(bureau: Workspace) -> None:
    found = ask(bureau, "Who are our biggest customers?")
    assert found.unsure or found.rows == tuple(sorted(SPENT.items(), key=lambda c: -c[1]))


def test_a_participle_is_no_slip_for_a_language(bureau: Workspace) -> None:
    found = ask(bureau, "How many finished jobs went out late?")
    assert found.unsure or found.rows == ((sum(j[4] > j[3] for j in JOBS),),)


def test_what_is_finished_has_one_n(bureau: Workspace) -> None:
    found = ask(bureau, "How many finished jobs are there?")
    assert found.unsure or found.rows == ((len(JOBS),),)
    assert ask(bureau, "How many Finnish jobs are there?").rows == ((sum(j[2] == "FI" for j in JOBS),),)
