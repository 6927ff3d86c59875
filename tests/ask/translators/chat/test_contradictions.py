"""A model's query that leaves undone what the question says: asked again once, and told if it stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import Link, Mention
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
        (
            "How many ships are there?",
            "SELECT * FROM s",
            ["The question says “how many”, and the query counts and adds up nothing."],
        ),
        (
            "How many ships are there?",
            "SELECT name FROM s WHERE load > (SELECT AVG(load) FROM s)",
            ["The question says “how many”, and the query counts and adds up nothing."],
        ),
        ("How many ships are there?", "SELECT c.n FROM (SELECT COUNT(*) AS n FROM s) AS c", []),
        (
            "What is the average load?",
            "SELECT SUM(load) AS average_load FROM s",
            ["The question says “average”, and the query has no average."],
        ),
        ("The total load", "SELECT AVG(load) FROM s", ["The question says “total”, and the query takes an average."]),
        (
            "How many ships has each port?",
            "SELECT port, COUNT(*) FROM s",
            ["It shows port beside a figure of all rows, without a GROUP BY."],
        ),
        (
            "The number of ships in each port",
            "SELECT COUNT(*) FROM s",
            ["The question says “in each”, and the query gives one row for all."],
        ),
        ("The number of ships in each port", "SELECT port, COUNT(*) FROM s GROUP BY port", []),
        (
            "List all different ports",
            "SELECT port FROM s",
            ["The question says “different”, and the query has no DISTINCT and no GROUP BY."],
        ),
        ("Ports of different ships", "SELECT port FROM s", []),
        (
            "Names in descending order of age",
            "SELECT name FROM s ORDER BY age",
            ["The question says “descending”, and the query orders the other way."],
        ),
        (
            "Names in alphabetical order",
            "SELECT name FROM s ORDER BY name DESC",
            ["The question says “alphabetical”, and the query orders the other way."],
        ),
        (
            "The loads from the highest to the lowest",
            "SELECT load FROM s ORDER BY load",
            ["The question says “from the highest to”, and the query orders the other way."],
        ),
        (
            "Which port has the most ships?",
            "SELECT port FROM s GROUP BY port ORDER BY COUNT(*) LIMIT 1",
            ["The question says “most”, and the query takes the lowest."],
        ),
        ("Which ship has the highest rank?", "SELECT name FROM s ORDER BY rank LIMIT 1", []),
        (
            "Which port has the most ships?",
            "SELECT port FROM s GROUP BY port ORDER BY COUNT(*) DESC",
            ["The question says “the most”, and the query gives all rows, without a LIMIT."],
        ),
        (
            "The three oldest ships",
            "SELECT name FROM s ORDER BY age DESC LIMIT 5",
            ["The query gives 5 rows, and the question does not say 5."],
        ),
        ("The three oldest ships", "SELECT name FROM s ORDER BY age DESC LIMIT 3", []),
        (
            "The minimum and maximum load",
            "SELECT MIN(load), MIN(load) FROM s",
            ["The question says “minimum and maximum”, and the query takes only one of them."],
        ),
        (
            "Ships older than 20",
            "SELECT name FROM s WHERE age < 20",
            ["The question says “older than 20”, and the query has age < 20."],
        ),
        (
            "Ships above the average load",
            "SELECT name FROM s WHERE load < (SELECT AVG(load) FROM s)",
            ["The question says “above the average”, and the query has load < (SELECT AVG(load) FROM s)."],
        ),
        (
            "Ships built after 1990",
            "SELECT name FROM s WHERE built < 1990",
            ["The question says “after 1990”, and the query has built < 1990."],
        ),
        ("Ships that do not have more than 3 masts", "SELECT name FROM s WHERE masts <= 3", []),
        (
            "Ports with more than two ships",
            "SELECT port FROM s GROUP BY port",
            ["The question says two, and the query does not use it."],
        ),
        ("Ports with at least two ships", "SELECT port FROM s GROUP BY port HAVING COUNT(*) > 1", []),
        (
            "Ships that never sailed",
            "SELECT name FROM s",
            ["The question says “never”, and the query leaves nothing out."],
        ),
        ("Ships that never sailed", "SELECT name FROM s WHERE NOT id IN (SELECT ship FROM sailings)", []),
        (
            "Which ships are called 'Anna'?",
            "SELECT name FROM s",
            ["The question says “Anna”, and the query does not use it."],
        ),
        ("Which ships are sorted by age?", "SELECT FROM WHERE", []),
    ],
)
def test_what_is_said_and_not_done(question: str, sql: str, said: list[str]) -> None:
    assert [f.message for f in contradictions(question, sql, "sqlite", {"inhabitants"})] == said


BONN = Mention(3, 4, "Bonn", (Link("value", "towns", "name", "BONN", 1.0),))


@pytest.mark.parametrize(
    ("sql", "mention", "said"),
    [
        (
            "SELECT * FROM ships",
            BONN,
            ["The question says “Bonn”, a value of towns.name, and the query does not use it."],
        ),
        ("SELECT * FROM ships WHERE port = 'bonn'", BONN, []),
        ("SELECT * FROM ships WHERE port LIKE '%Bonn (Rhein)%'", BONN, []),
        ("SELECT bonn FROM ships", BONN, []),
        ("SELECT * FROM ships", replace(BONN, text="bonn"), []),
        ("SELECT * FROM ships", replace(BONN, start=0), []),
        ("SELECT * FROM ships", replace(BONN, links=(Link("value", "towns", "name", "Bonnie", 0.8),)), []),
        ("SELECT * FROM ships", replace(BONN, links=(Link("table", "bonn", score=1.0), *BONN.links)), []),
    ],
)
def test_a_name_that_is_a_value_is_used(sql: str, mention: Mention, said: list[str]) -> None:
    assert [f.message for f in contradictions("List ships in Bonn", sql, "sqlite", (), (mention,))] == said


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
