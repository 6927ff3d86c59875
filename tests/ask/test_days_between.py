"""A riding school: the time between two days that are named by what is done on them, asked as longest, shortest or
average."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

START = date(2022, 1, 10)
RIDERS = [
    (100 + n, "Ada Bo Cy Di Eve Fay".split()[n % 6], f"{'Moss Reed Fern Lark Wren'.split()[n % 5]}{n}", n * 7 % 150)
    for n in range(30)
]
TESTS = [
    *((n, 100 + n, RIDERS[n][3] + 140 + n * 13 % 170, "Passed") for n in range(30) if n % 4),
    (50, 108, RIDERS[8][3] + 600, "Failed"),
]
CLAIMS = [
    (500 + n, 100 + n * 7 % 30, n * 5, n * 5 + 2 + n * n % 11, n * 5 + 20 + n * 17 % 61 if n % 6 else None)
    for n in range(60)
]
SETTLED = [c for c in CLAIMS if c[4] is not None]
CLAIMED = {c[0]: (c[4] or 0) - c[2] for c in SETTLED}
ASSESSED = [(c[4] or 0) - c[3] for c in SETTLED]
BURIED = [
    ("Ann", "Dale", 0, 9, 91),
    ("Tom", "Hope", 30, 36, 101),
    ("Sid", "Ames", 40, 52, 77),
    ("Una", "Bell", 60, 64, 88),
]


def day(n: int | None) -> str:
    return "" if n is None else (START + timedelta(n)).isoformat()


stables = office_fixture(
    {
        "riders": csv_text("No,First Name,Surname,Joined", [(a, b, c, day(n)) for a, b, c, n in RIDERS]),
        "grade tests": csv_text("Test,Rider,Test Day,Outcome", [(a, b, day(n), c) for a, b, n, c in TESTS]),
        "claims": csv_text(
            "Claim,Rider,Lodged,Assessed,Settled", [(a, b, day(n), day(m), day(k)) for a, b, n, m, k in CLAIMS]
        ),
        "burials": csv_text(
            "Entry,Forenames,Surname,Died,Buried On,Age",
            [(n, a, b, day(c), day(d), e) for n, (a, b, c, d, e) in enumerate(BURIED)],
        ),
    }
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which rider took the longest between joining and passing the grade test?", "Bo"),
        ("Which claim took the longest between being lodged and being settled?", max(CLAIMED, key=CLAIMED.__getitem__)),
        ("What was the shortest wait between assessment and settlement?", min(ASSESSED)),
        ("What's the average gap between assessment and settlement?", sum(ASSESSED) / len(ASSESSED)),
        ("How many days after lodging were claims settled on average?", sum(CLAIMED.values()) / len(CLAIMED)),
        ("Who waited the longest between dying and being laid to rest?", "Sid"),
        ("Who in the burials had reached 100 or more when they died?", "Tom"),
    ],
)
def test_days_named_by_deeds(stables: Workspace, question: str, first: object) -> None:
    found = ask(stables, question)
    assert not found.unsure
    assert found.rows[0][0] == first


WORKS = ("EL", "PA", "RO")
TASKS = [
    (f"T{n:02}", f"H{n % 9}", f"2024-0{1 + n % 9}-0{1 + n % 8}", f"2024-0{1 + n % 9}-{10 + n * 7 % 17}", WORKS[n % 3])
    for n in range(45)
]  # fmt: skip
TENANTS = [(f"N{n:02}", f"H{n % 9}", f"201{n % 9}-04-01", f"202{n % 3}-05-01" if n % 2 else "") for n in range(18)]
HOUSES = [(f"H{n}", f"{n} Mill Row") for n in range(9)]
BOOK = """What the letters in the list of tasks stand for here
tasks: trd EL electrical, PA painting, RO roof.
The tenants' list is as it was in June.
"""

works = office_fixture(
    {
        "tasks": csv_text("task_no,house,raised,done,trd", TASKS),
        "tenants": csv_text("ref,house,start_dt,end_dt", TENANTS),
        "houses": csv_text("house,address", HOUSES),
        "notes.md": BOOK,
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "How many days does a painting task take on average from being reported to being finished?",
        "On average how many days are there between a painting task being raised and being finished?",
        "How long does a painting task take on average from reporting to completion?",
    ],
)
def test_what_is_finished_is_done_and_no_end_of_another_table(works: Workspace, question: str) -> None:
    days = [(date.fromisoformat(b) - date.fromisoformat(a)).days for _, _, a, b, trade in TASKS if trade == "PA"]
    found = ask(works, question)
    assert round(float(found.rows[0][0] or 0), 4) == round(sum(days) / len(days), 4)
    assert not found.unsure
