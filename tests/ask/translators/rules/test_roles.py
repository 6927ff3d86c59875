"""Questions over tables with two joins between them get the rows that plain SQLite gives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.benchmarks.two_roles import GOLDS, ask, right, worlds

WORLD = worlds()["matches"]
CASES = {c.kind: c for c in WORLD.cases()}


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with WORLD.opened(tmp_path_factory.mktemp("matches")) as workspace:
        yield workspace


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", CASES)
def test_a_question_of_two_roles_gets_its_rows(kind: str, matches: Workspace) -> None:
    answer = ask(matches, CASES[kind].question)
    assert right(CASES[kind], answer.rows), answer.sql or answer.answer


def test_the_sql_and_the_path_name_both_roles(matches: Workspace) -> None:
    answer = ask(matches, CASES["list"].question)
    assert [(e.left[0], e.right_table, e.role) for e in answer.path] == [
        ("home_team", "teams", "home team"),
        ("away_team", "teams", "away team"),
    ]
    assert 'JOIN "teams" AS "home team"' in (answer.sql or "")
    assert 'JOIN "teams" AS "away team"' in (answer.sql or "")
    assert answer.tables == ("matches", "teams")


def test_one_role_needs_no_other_name(matches: Workspace) -> None:
    answer = ask(matches, CASES["place_second"].question)
    assert [(e.join_id, e.role) for e in answer.path] == [("matches.away_team=teams.id", "")]
    assert " AS " not in (answer.sql or "").replace('AS "count"', "")


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What are the home team and the away team of match 4009?", (("Albion", "United"),)),
        ("What are the names of the home and away teams of match 4009?", (("Albion", "United"),)),
        ("For match 4009, show the name of the home team and the name of the away team", (("Albion", "United"),)),
    ],
)
def test_both_roles_of_one_row_are_told(question: str, rows: tuple[tuple[str, ...], ...], matches: Workspace) -> None:
    assert ask(matches, question).rows == rows


def test_every_world_asks_questions_whose_answer_depends_on_the_role() -> None:
    found = worlds()
    assert len(found) == 14
    assert sum(w.held for w in found.values()) == 7
    cases = [c for w in found.values() for c in w.cases()]
    assert len(cases) == 221
    assert all(c.golds[0] and len(c.golds) >= len(GOLDS[c.kind]) for c in cases)
    for world in found.values():
        by_kind = {c.kind: c for c in world.cases()}
        assert by_kind["both"].golds[0] != ((0,),)
