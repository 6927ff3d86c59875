"""Tables that hang together in part, or by two joins: what is asked of them, and what follows on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ask.state import Role
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.turns import in_role_tables
from core.workspace import Workspace
from tests.benchmarks.paths import World, ask

LEAGUE = World("league")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with LEAGUE.opened(tmp_path_factory.mktemp("league")) as workspace:
        yield workspace


@pytest.mark.slow
def test_each_question_and_follow_up_gets_the_rows_of_plain_sql_or_none(league: Workspace) -> None:
    wrong = [(question, answer.sql) for _, question, good, answer in LEAGUE.answers(league) if not good]
    assert wrong == []


def test_what_is_not_connected_is_said_with_what_to_do_next(league: Workspace) -> None:
    answer = ask(league, "How many sponsors are there for each team?", "apart")
    assert answer.sql is None
    assert answer.answer == (
        "I know no join that connects `teams` with `sponsors`. They have only `colours` in common, which sorts their "
        "rows and does not say which belong together. Ask about each by itself; if you know which rows belong "
        "together, join them by hand, here or on the graph page."
    )


def test_a_follow_up_keeps_the_role_or_takes_the_one_it_names(league: Workspace) -> None:
    ask(league, "How many matches were there between the home team Rovers and the away team Albion?", "roles")
    away = ask(league, "and Orient?", "roles")
    assert [(e.left[0], e.right_table) for e in away.path] == [("home_team_id", "teams"), ("away_team_id", "teams")]
    assert '"home team"."team_name" = \'Rovers\' AND "away team"."team_name" = \'Orient\'' in (away.sql or "")
    home = ask(league, "and at home United?", "roles")
    assert '"away team"."team_name" = \'Orient\' AND "home team"."team_name" = \'United\'' in (home.sql or "")


def test_a_role_takes_the_place_of_another_wherever_a_query_names_it() -> None:
    def asked(table: str) -> Query:
        named = Filter(Item(Col(table, "name")), "=", ("teams",))
        return Query((Item(None, "count", table="matches"),), (named,), tables=("matches", table))

    home, away = (Role("matches", f"{r}_id", "teams", f"{r} team") for r in ("home", "away"))
    plain = Role("matches", "home_id", "teams")
    assert in_role_tables(asked("teams"), [plain], [home]) == asked("home team")
    assert in_role_tables(asked("home team"), [home], [away]) == asked("home team")
