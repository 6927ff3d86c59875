"""Tables and columns of a query against those of the expected one."""

from __future__ import annotations

import pytest

from core.evaluate.schema_use import SchemaUse, used


@pytest.mark.parametrize(
    ("sql", "tables", "columns"),
    [
        ('SELECT "Name", count(*) AS n FROM "Singer" GROUP BY 1 ORDER BY n', {"singer"}, {"name"}),
        ("SELECT T1.a FROM x AS T1 JOIN y AS T2 ON T1.id = T2.x_id", {"x", "y"}, {"a", "id", "x_id"}),
        ("WITH c AS (SELECT a AS b FROM x) SELECT b FROM c", {"x"}, {"a"}),
        ("SELECT (", set(), set()),
        ("", set(), set()),
    ],
)
def test_what_a_query_uses(sql: str, tables: set[str], columns: set[str]) -> None:
    assert used(sql) == (tables, columns)


def test_precision_and_recall_count_over_all_questions() -> None:
    use = SchemaUse()
    assert use.report == ""
    use.add("SELECT a FROM x", "SELECT a, b FROM x JOIN y ON x.id = y.id")
    use.add(None, "SELECT c FROM z")
    use.add("SELECT a FROM x", "")
    assert use.report == (
        "against the expected SQL of 2 questions: tables: precision 1.000, recall 0.333; "
        "columns: precision 1.000, recall 0.250"
    )
