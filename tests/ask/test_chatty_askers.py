"""Questions with asides, about what is done most and what was never done, over a shed that hires out tools."""

from __future__ import annotations

import csv
import io
import sqlite3

import pytest

from core.model import Value
from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

_KINDS = (("DR", "Drill"), ("SA", "Saw"), ("LD", "Ladder"))
_TOOLS = [
    (f"T{n:02}", f"{('Bosch', 'Ryobi', 'Clarke')[n % 3]} {n}", _KINDS[n % 3][0], ("Power tools", "Hand tools")[n % 2])
    for n in range(24)
]
_MEMBERS = [
    (700 + n, f"{'Ann Bea Cal Dot Eva Flo Gus Hal Ida Jon'.split()[n % 10]} {'Marsh Wood Hill'.split()[n // 10]}",
     ("Mill Lane", "Back Street")[n % 2], "" if n % 4 else f"2024-0{1 + n % 9}-03")
    for n in range(30)
]  # fmt: skip
_HIRES = [
    (9000 + n, f"T{n * n % 19:02}", 700 + (n * 7 + n * n) % 27, f"202{3 + n % 2}-{1 + n % 12:02}-1{n % 9}",
     ("Kept", "Cancelled", "Kept")[n % 3], "" if n % 11 == 0 else f"2024-12-0{1 + n % 9}")
    for n in range(160)
]  # fmt: skip
_CHECKS = [(n, f"T{n * 5 % 20:02}", f"2024-0{1 + n % 9}-20", ("Pass", "Fail")[n % 4 == 1]) for n in range(60)]
_LOST = [(n, f"T{(n * n + n) % 17:02}", f"2024-0{1 + n % 9}-21") for n in range(40)]
_HEADS = {
    "tools": (("Tool No", "Tool", "Kind", "Type"), _TOOLS),
    "kinds": (("Code", "Meaning"), _KINDS),
    "members": (("Member No", "Full Name", "Street", "leave_date"), _MEMBERS),
    "hires": (("Hire No", "Tool No", "Member No", "Hired On", "State", "Returned On"), _HIRES),
    "checks": (("Check No", "Tool No", "Checked On", "Result"), _CHECKS),
    "lost_parts": (("Report", "Tool No", "Reported On"), _LOST),
}


def _text(name: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_HEADS[name][0])
    writer.writerows(_HEADS[name][1])
    return out.getvalue()


office = office_fixture({name: _text(name) for name in _HEADS})


def _rows(sql: str) -> tuple[tuple[Value, ...], ...]:
    db = sqlite3.connect(":memory:")
    for name, (head, rows) in _HEADS.items():
        db.execute(f"CREATE TABLE {name} ({', '.join(f'[{h}]' for h in head)})")
        marks = ", ".join("?" * len(head))
        db.executemany(f"INSERT INTO {name} VALUES ({marks})", [[None if v == "" else v for v in r] for r in rows])
    return tuple(db.execute(sql).fetchall())


_NEVER = "SELECT Tool FROM tools WHERE [Tool No] NOT IN (SELECT [Tool No] FROM hires)"
_KIND = (
    "SELECT k.Meaning, COUNT(*) FROM hires h JOIN tools t USING ([Tool No]) JOIN kinds k ON k.Code = t.Kind GROUP BY 1"
)
_TOP = """SELECT m.[Full Name] FROM hires h JOIN members m USING ([Member No]) {} GROUP BY m.[Member No]
ORDER BY COUNT(*) DESC LIMIT {}"""
CASES = (
    ("I'm clearing out the shed. Which tools have never been out on hire?", _NEVER),
    ("For the committee: how many hires were there for each kind? Show what the codes mean", _KIND),
    ("who were our top 2 hirers? names please", _TOP.format("", 2)),
    ("How many kept hires in 2024?", "SELECT COUNT(*) FROM hires WHERE State = 'Kept' AND [Hired On] LIKE '2024%'"),
    (
        "How many hires were there in 2024, counting only kept ones?",
        "SELECT COUNT(*) FROM hires WHERE State = 'Kept' AND [Hired On] LIKE '2024%'",
    ),
    ("Which members have not left?", "SELECT [Full Name] FROM members WHERE leave_date IS NULL"),
    ("How many members have we had, including those who left?", "SELECT COUNT(*) FROM members"),
    (
        "Members by street, how many each",
        "SELECT Street, COUNT(*) FROM members GROUP BY Street",
    ),
    (
        "Which hand tools failed a check in 2024?",
        """SELECT Tool FROM tools WHERE Type = 'Hand tools' AND [Tool No] IN (
        SELECT [Tool No] FROM checks WHERE Result = 'Fail' AND [Checked On] LIKE '2024%')""",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("question", "sql"), CASES, ids=[q for q, _ in CASES])
def test_chatty_questions_are_answered(office: Workspace, question: str, sql: str) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(answer.rows, _rows(sql)), (answer.rows, answer.sql)


def test_most_of_what_was_done_is_counted(office: Workspace) -> None:
    answer = ask(office, "What are the three most hired tools?")
    assert answer.sql
    assert "COUNT(*) DESC" in answer.sql
    assert '"hires"' in answer.sql
    assert not answer.unsure
    assert len(answer.rows) == 3


def test_what_was_done_to_things_is_the_table_of_that(office: Workspace) -> None:
    answer = ask(office, "How many lost tools were there in 2024?")
    assert answers(answer.rows, [(len(_LOST),)]), answer.sql


@pytest.mark.parametrize("question", ["which tools have a hire that was nice? I need the wombat"])
def test_what_is_not_known_is_withheld(office: Workspace, question: str) -> None:
    assert ask(office, question).unsure
