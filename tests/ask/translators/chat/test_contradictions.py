"""A model's query that leaves undone what the question says: asked again once, and told if it stays."""

from __future__ import annotations

import pytest

from core.ask.translators.chat.sql_contradictions import contradictions
from tests.ask.translators.chat.conftest import Asker, fenced, reads

BY_AGE = 'SELECT "name" FROM "sailors" WHERE "country" = \'Norway\''


@pytest.mark.parametrize(
    ("question", "sql", "said"),
    [
        (
            "List the names, sorted by age",
            "SELECT name FROM s",
            ["The question says “sorted by”, and the query has no ORDER BY."],
        ),
        ("List the names, sorted by age", "SELECT name FROM s ORDER BY age", []),
        (
            "How many pupils are there?",
            "SELECT name FROM s",
            ["The question says “how many”, and the query counts and adds up nothing."],
        ),
        ("How many pupils are there?", "SELECT COUNT(*) FROM s", []),
        ("How many people live in Bonn?", "SELECT Inhabitants FROM towns WHERE name = 'Bonn'", []),
        (
            "What is the average age?",
            "SELECT age FROM s",
            ["The question says “average”, and the query has no average."],
        ),
        ("What is the average age?", "SELECT SUM(age) / COUNT(*) FROM s", []),
        ("What is the average age of Bonn?", "SELECT average_age FROM towns WHERE name = 'Bonn'", []),
        (
            "Which ship is the oldest?",
            "SELECT name FROM s",
            ["The question says “the oldest”, and the query has no order and no MAX or MIN."],
        ),
        ("Which ship is the oldest?", "SELECT name FROM s WHERE age = (SELECT MAX(age) FROM s)", []),
        ("What share is late?", "SELECT n / n FROM s", ["It divides n by itself."]),
        (
            "Which ships carry more than 450 containers?",
            "SELECT name FROM s WHERE load > 45",
            ["The question says 450, and the query does not use it."],
        ),
        ("Which ships sailed in 2024?", "SELECT name FROM sailings", []),
        ("Which ships are sorted by age?", "SELECT FROM WHERE", []),
    ],
)
def test_what_is_said_and_not_done(question: str, sql: str, said: list[str]) -> None:
    assert [f.message for f in contradictions(question, sql, "sqlite", {"inhabitants"})] == said


def test_the_model_is_asked_again_and_mends_it(ask: Asker) -> None:
    ask.server.script(reads("sailors"), fenced(BY_AGE), fenced(f'{BY_AGE} ORDER BY "name" DESC'))
    answer = ask("The names of the sailors from Norway, sorted by name in descending order")
    assert answer.sql == f'{BY_AGE} ORDER BY "name" DESC'
    again = ask.server.requests[2]["messages"][-1]["content"]
    assert "It runs, but does not do all that the question says:" in again
    assert "The question says “sorted by”, and the query has no ORDER BY." in again
    assert "unordered" not in {w.code for w in answer.warnings}


def test_a_model_that_insists_is_heard_and_people_are_told(ask: Asker) -> None:
    ask.server.script(reads("sailors"), fenced(BY_AGE))
    answer = ask("The names of the sailors from Norway, sorted by name")
    assert (answer.sql, len(ask.server.requests)) == (BY_AGE, 3)
    assert "unordered" in {w.code for w in answer.warnings}


def test_another_language_is_not_looked_at(ask: Asker) -> None:
    ask.server.script(reads("sailors"), fenced(BY_AGE))
    answer = ask("Wie heißen die Segler aus Norwegen, sortiert nach dem Namen? 450")
    assert (answer.sql, len(ask.server.requests)) == (BY_AGE, 2)
