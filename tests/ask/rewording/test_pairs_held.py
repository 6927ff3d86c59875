"""Two aspects hold in two rows; how often things happened; sides led again by `of`; ends and beginnings."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

_HOMES = [
    (n, f"Home {n}", f"20{15 + n % 5}-03-{n % 27 + 1:02d}", f"202{n % 4}-06-{n % 27 + 1:02d}" if n % 3 == 0 else "")
    for n in range(1, 25)
]
_GRADES = ("Good", "Poor", "Fair")
_RATINGS = [
    (h[0] * 10 + a, h[0], aspect, _GRADES[(h[0] + a * (h[0] % 2)) % 3])
    for h in _HOMES
    for a, aspect in enumerate(("Safety", "Caring", "Overall"))
]
_VISITS = [
    (n, n % 7 + 1, f"2024-0{n % 9 + 1}-11", ("inspection", "complaint")[n % 2], 30 + n % 50) for n in range(1, 40)
]

office = office_fixture(
    {
        "homes": csv_text("home_id,home,opened_on,closed_on", _HOMES),
        "ratings": csv_text("rating_id,home_id,aspect,grade", _RATINGS),
        "visits": csv_text("visit_id,home_id,visited_on,purpose,minutes", _VISITS),
    }
)


def _graded(aspect: str, grade: str) -> set[int]:
    return {r[1] for r in _RATINGS if r[2] == aspect and r[3] == grade}


def _mean(purpose: str) -> float:
    minutes = [v[4] for v in _VISITS if v[3] == purpose]
    return sum(minutes) / len(minutes)


_OFTEN = {h: sum(v[1] == h for v in _VISITS) for h in range(1, 25)}


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        (
            "How many homes are poor for safety but good for caring?",
            [(len(_graded("Safety", "Poor") & _graded("Caring", "Good")),)],
        ),
        ("How many homes closed in 2022?", [(sum(h[3].startswith("2022") for h in _HOMES),)]),
        ("How many homes were visited at least six times?", [(sum(n >= 6 for n in _OFTEN.values()),)]),
        (
            "What is the average of the minutes of inspection visits and of complaint ones?",
            [("inspection", _mean("inspection")), ("complaint", _mean("complaint"))],
        ),
    ],
)
def test_each_holds_where_it_is_said(office: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows), (got.sql, got.rows)  # type: ignore[arg-type]
    assert not got.unsure


def test_how_many_each_stands_beside(office: Workspace) -> None:
    got = ask(office, "Which homes have at least six visits, and how many each?")
    assert set(got.rows) == {(f"Home {h}", n) for h, n in _OFTEN.items() if n >= 6}, got.sql
    assert not got.unsure
