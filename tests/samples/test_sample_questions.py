"""The samples' own questions get the rows of their gold queries, and the joins that are meant are found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

import pytest

from core.samples import SAMPLES, Sample, SampleQuestion
from core.workspace import Workspace
from tests.ask.worlds import STRICT, answers, ask, opened

ORDERED_IN_2024 = (
    "SELECT name FROM customers WHERE country = 'Portugal' AND id IN "
    "(SELECT customer_id FROM orders WHERE order_date LIKE '2024%')"
)
FURTHER: dict[str, list[tuple[str, str, str]]] = {
    "shop": [
        ("How many orders were cancelled?", "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'", ""),
        ("customers from Portugal who ordered in 2024", ORDERED_IN_2024, ""),
        (
            "Which products have never been reviewed?",
            "SELECT name FROM products WHERE code NOT IN (SELECT product FROM reviews)",
            "",
        ),
        (
            "What is the total amount per country?",
            "SELECT c.country, SUM(i.amount) FROM order_items i JOIN orders o ON i.order_id = o.id "
            "JOIN customers c ON o.customer_id = c.id GROUP BY c.country",
            "",
        ),
        (
            "What is the total quantity sold of Alpine Tent?",
            "SELECT SUM(quantity) FROM order_items WHERE product_code = "
            "(SELECT code FROM products WHERE name = 'Alpine Tent')",
            "",
        ),
        (
            "How many products cost more than 100?",
            "SELECT COUNT(*) FROM products WHERE price > 100",
            "",
        ),
        (
            "Which customers have no email?",
            "SELECT name FROM customers WHERE email IS NULL",
            "",
        ),
        (
            "orders per month",
            "SELECT SUBSTR(order_date, 1, 7), COUNT(*) FROM orders GROUP BY 1",
            "",
        ),
    ],
    "health": [
        (
            "What is the average number of beds per region?",
            'SELECT Region, AVG(Beds) FROM "Provider Register" GROUP BY Region',
            "",
        ),
        (
            "How many providers are there?",
            'SELECT COUNT(*) FROM "Provider Register"',
            "",
        ),
        (
            "Which providers have more than 500 beds?",
            'SELECT "Provider Name" FROM "Provider Register" WHERE Beds > 500',
            "",
        ),
    ],
    "food": [
        (
            "How many unsatisfactory chemistry results are there per country?",
            'SELECT "Country of origin / Pays d\'origine", COUNT(*) FROM "Chemistry Results" WHERE '
            "\"Assessment / Évaluation\" LIKE 'Unsatisfactory%' GROUP BY 1",
            "",
        ),
        (
            "high risk categories",
            'SELECT "Category name / Nom de la catégorie" FROM "Product Categories" WHERE '
            "\"Risk level / Niveau de risque\" LIKE 'High%'",
            "",
        ),
        (
            "Which office opened the most cases?",
            'SELECT "Office / Bureau", COUNT(*) FROM "Follow-up Actions" GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
            "",
        ),
    ],
}
"""By sample: a further question, its gold query, and what is missing where it is not answered rightly yet."""

Loaded = Callable[[Sample], Workspace]


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loaded]:
    """The workspace of a sample, made at its first use."""
    made: dict[str, Workspace] = {}

    def get(sample: Sample) -> Workspace:
        if sample.key not in made:
            base = tmp_path_factory.mktemp(sample.key)
            made[sample.key] = opened(sample.write(base / "files"), base / "ws")
        return made[sample.key]

    yield get
    for workspace in made.values():
        workspace.close()


def questions() -> Iterator[object]:
    for sample in SAMPLES:
        for number, question in enumerate(sample.questions, start=1):
            yield pytest.param(sample, question, id=f"{sample.key}-{number}")
        for number, (text, sql, why) in enumerate(FURTHER[sample.key], start=len(sample.questions) + 1):
            marks = [pytest.mark.xfail(reason=why, strict=STRICT)] if why else []
            further = SampleQuestion(text, sql, ordered="ORDER BY" in sql)
            yield pytest.param(sample, further, id=f"{sample.key}-{number}", marks=marks)


def joins() -> Iterator[object]:
    for sample in SAMPLES:
        for join in sample.joins:
            yield pytest.param(sample, *join, id=f"{sample.key}-{join[0]}")


@pytest.mark.sampled(45)
@pytest.mark.parametrize(("sample", "question"), questions())
def test_a_question_gets_the_rows_of_its_gold_query(sample: Sample, question: SampleQuestion, loaded: Loaded) -> None:
    workspace = loaded(sample)
    with sqlite3.connect(workspace.folder / "data.sqlite") as db:
        gold = tuple(db.execute(question.sql).fetchall())
    answer = ask(workspace, question.text)
    right = answers(answer.rows, gold, ordered=question.ordered)
    assert right, f"{answer.sql or answer.answer}\n{answer.rows[:5]} instead of {gold[:5]}"


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("sample", "child", "parent"), joins())
def test_a_join_that_is_meant_is_found(sample: Sample, child: str, parent: str, loaded: Loaded) -> None:
    found = {
        frozenset((f"{j.child_table}.{a}", f"{j.parent_table}.{b}")): j.state
        for j in loaded(sample).joins.all()
        for a, b in zip(j.child, j.parent, strict=True)
    }
    assert found.get(frozenset((child, parent))) in ("confirmed", "probable")
