"""A clock restorer's cases, which people call jobs: what went out late or not yet, what is owed, and whose bills are
unpaid."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

SHOPS = [(f"S{n}", f"{name} Clocks", "Exbury" if n % 2 else "Totnes")
         for n, name in enumerate("Oak,Ash,Elm,Yew,Fir,Bay".split(","))]  # fmt: skip
WORKS = [("SPR", "Spring"), ("DIA", "Dial"), ("BEL", "Bell")]
CASES = []
for n in range(90):
    came = date(2024, 1, 2) + timedelta(days=n * 3)
    due, away = came + timedelta(days=8 + n % 5), n % 11 != 0
    out = due + timedelta(days=n * 7 % 9 - 6) if away else ""
    CASES.append((f"C{n:03}", came, due, out, f"S{n * n % 5}", WORKS[n % 3][0], "YN"[n % 4 != 0],
                  "cancelled" if n % 22 == 0 else "done" if away else "open"))  # fmt: skip
BILLS = [(f"B{n}", f"S{n * 5 % 6}", date(2024, 2, 1) + timedelta(days=n * 5), 100 + n * 37 % 900,
          date(2024, 3, 1) + timedelta(days=n * 6) if n % 4 else "") for n in range(40)]  # fmt: skip

clocks = office_fixture(
    {
        "shops": csv_text("acct,shop,town", SHOPS),
        "worktypes": csv_text("code,descr", WORKS),
        "cases": csv_text("CaseNo,In,Due,Out,Acct,Work,Rush,St", CASES),
        "invoices": csv_text("inv_no,customer,inv_date,net,paid_on", BILLS),
    }
)
_NAMES = {code: name for code, name, _ in SHOPS}


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("how many rush jobs came in during March?",
         sum(rush == "Y" and came.month == 3 for _, came, *_, rush, _ in CASES)),
        ("How many jobs left the workshop after the date we promised?",
         sum(bool(out) and out > due for _, _, due, out, *_ in CASES)),
        ("How many jobs left the workshop late?", sum(bool(out) and out > due for _, _, due, out, *_ in CASES)),
        ("how many jobs haven't gone out yet?", sum(not c[3] for c in CASES)),
        ("how many jobs haven't gone out yet? leave the cancelled ones",
         sum(not c[3] and c[7] != "cancelled" for c in CASES)),
        ("How much does Oak Clocks owe us?", sum(net for _, shop, _, net, paid in BILLS if shop == "S0" and not paid)),
    ],
)  # fmt: skip
def test_it_is_answered(clocks: Workspace, question: str, number: int) -> None:
    found = ask(clocks, question)
    assert not found.unsure
    assert found.rows == ((number,),)


@pytest.mark.parametrize("question", ["Which shop sent us the most work?", "Which shop sent us the most jobs?"])
def test_the_most_work_is_the_most_cases(clocks: Workspace, question: str) -> None:
    most = Counter(c[4] for c in CASES).most_common(1)[0][0]
    found = ask(clocks, question)
    assert not found.unsure
    assert found.rows[0][0] == _NAMES[most]


@pytest.mark.parametrize(
    "question",
    [
        "Which bills over £500 are still unpaid, and whose are they?",
        "Which invoices over £500 are unpaid and who do they belong to?",
    ],
)
def test_whose_they_are_stands_beside_them(clocks: Workspace, question: str) -> None:
    found = ask(clocks, question)
    assert not found.unsure
    assert set(found.rows) == {(bill, _NAMES[shop]) for bill, shop, _, net, paid in BILLS if net > 500 and not paid}
