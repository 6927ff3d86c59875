"""States said again, or said not to matter: what still goes on, `closed ones included`, a cell against another word for
its table, and a sentence behind that restricts."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_STALLS = [
    (f"S{n:02}", f"Stall {n}", ("Low", "High")[n % 2], f"2024-{n % 9 + 1:02}-11" if n % 5 == 0 else "")
    for n in range(1, 31)
]
_CASES = [
    (f"C{n:03}", f"S{n % 30 + 1:02}", ("Open", "Closed", "Referred")[n % 3], f"2024-{n % 12 + 1:02}-05",
     f"2025-{n % 12 + 1:02}-20" if n % 3 else "")
    for n in range(1, 91)
]  # fmt: skip
_GRANTS = [(f"G{n:02}", f"S{n % 30 + 1:02}", 100 + n, ("Awarded", "Refused")[n % 2]) for n in range(1, 41)]

market = office_fixture(
    {
        "stalls": csv_text("stall_no,stall name,risk,ceased trading", _STALLS),
        "cases": csv_text("case_no,stall_no,status,date received,date closed", _CASES),
        "grants": csv_text("grant_no,stall_no,amount,status", _GRANTS),
    }
)

_AWARDED = {s: sum(a for _, k, a, state in _GRANTS if k == s and state == "Awarded") for s, *_ in _STALLS}
Rows = tuple[tuple[str | int, ...], ...]
CASES: tuple[tuple[str, Rows], ...] = (
    ("Which stalls are still trading?", tuple((name,) for _, name, _, ceased in _STALLS if not ceased)),
    ("Which stalls are no longer trading?", tuple((name,) for _, name, _, ceased in _STALLS if ceased)),
    ("How many cases are still open?", ((sum(state == "Open" for _, _, state, *_ in _CASES),),)),
    ("How many stalls are high risk, closed ones included?", ((sum(risk == "High" for _, _, risk, _ in _STALLS),),)),
    ("How many cases were received in 2024, whatever the status?", ((len(_CASES),),)),
    ("no. of open cases", ((sum(state == "Open" for _, _, state, *_ in _CASES),),)),
    (
        "grant money awarded, by stall",
        tuple((name, _AWARDED[s]) for s, name, *_ in _STALLS if _AWARDED[s]),
    ),
)


@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_a_state_is_read_as_it_is_said(
    market: Workspace, question: str, rows: tuple[tuple[str | int, ...], ...]
) -> None:
    answer = ask(market, question)
    assert answers(answer.rows, list(rows)), (answer.sql, answer.rows[:5])
    assert not answer.unsure


def test_a_sentence_behind_that_restricts_is_not_passed_over(market: Workspace) -> None:
    assert ask(market, "Which cases were closed in March 2025? Only big posh ones.").unsure
