"""Queries in plain sentences."""

from __future__ import annotations

import pytest

from core.errors import QueryRefused
from core.sql.explain import explain

CASES: dict[str, tuple[str, ...]] = {
    "SELECT city, count(*) AS n FROM orders o JOIN customers c ON o.cid = c.id GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5": (
        "Takes the rows of `orders`.",
        "Puts beside each the rows of `customers` where `orders.cid` is `customers.id`.",
        "Makes one group for each `city`.",
        "Shows for each group `city` and the number of rows (as `n`).",
        "Sorts by the number of rows, largest first; then by `city`, smallest first.",
        "Stops after 5 rows.",
    ),
    "SELECT a.x FROM t AS a LEFT JOIN t AS b ON a.p = b.id WHERE a.k LIKE 'Ab%' AND b.q NOT IN (1, 2) "
    "AND (a.z IS NULL OR a.w BETWEEN 1 AND 3)": (
        "Takes the rows of `t` (called `a` here).",
        "Puts beside each the rows of `t` (called `b` here) where `a.p` is `b.id`, and keeps those that have none.",
        "Keeps only rows where `a.k` begins with “Ab” and `b.q` is not one of 1 or 2 and "
        "(`a.z` is empty or `a.w` is between 1 and 3).",
        "Shows `a.x`.",
    ),
    "WITH s AS (SELECT city, SUM(n) AS total FROM q GROUP BY city) "
    "SELECT city FROM s WHERE total > (SELECT AVG(total) FROM s)": (
        "First makes `s`: takes the rows of `q`; makes one group for each `city`; "
        "shows for each group `city` and the sum of `n` (as `total`).",
        "Takes the rows of `s`.",
        "Keeps only rows where `total` is more than (the average of `total` in `s`).",
        "Shows `city`.",
    ),
    'SELECT "n" FROM (SELECT "n", RANK() OVER (ORDER BY "h" DESC) AS "place" FROM "s") AS r WHERE "place" <= 1': (
        "Takes the rows of another query (takes the rows of `s`; shows `n` and the place by `h`, largest first "
        "(as `place`)).",
        "Keeps only rows where `place` is at most 1.",
        "Shows `n`.",
    ),
    "SELECT name FROM c WHERE id NOT IN (SELECT cid FROM o WHERE d >= '2020') "
    "AND NOT EXISTS (SELECT 1 FROM z WHERE z.i = c.id)": (
        "Takes the rows of `c`.",
        "Keeps only rows where `id` is not among (`cid` in `o` where `d` is at least “2020”) and "
        "there is no row in `z` that fits.",
        "Shows `name`.",
    ),
    "SELECT strftime('%Y', d) AS y, COUNT(DISTINCT u) FROM e GROUP BY 1 HAVING COUNT(*) >= 3 UNION ALL "
    "SELECT a, b FROM f ORDER BY 1": (
        "Takes the rows of `e`.",
        "Makes one group for each the year of `d`.",
        "Keeps only groups where the number of rows is at least 3.",
        "Shows for each group the year of `d` (as `y`) and the number of different `u`.",
        "Adds the rows of a second query: takes the rows of `f`; shows `a` and `b`. Rows that occur twice are kept.",
        "Sorts by `column 1`, smallest first.",
    ),
    "SELECT DISTINCT a * 2 / b AS r, CASE WHEN a > 1 THEN 2 END FROM f": (
        "Takes the rows of `f`.",
        "Shows `a` × 2 ÷ `b` (as `r`) and `CASE WHEN a > 1 THEN 2 END`, every different row once.",
    ),
    "SELECT ROUND(AVG(x), 2) FROM f, g WHERE NOT (x > 3)": (
        "Takes the rows of `f`.",
        "Puts every row beside every row of `g`.",
        "Keeps only rows where (`x` is not more than 3).",
        "Shows, over all these rows, the average of `x`, rounded.",
    ),
    "SELECT f.* FROM f JOIN g USING (id) WHERE x NOT LIKE '%a%' AND y IS NOT NULL LIMIT 1 OFFSET 3": (
        "Takes the rows of `f`.",
        "Puts beside each the rows of `g` with the same `id`.",
        "Keeps only rows where `x` does not contain “a” and `y` is filled.",
        "Shows every column of `f`.",
        "Leaves out the first 3 rows.",
        "Stops after the first row.",
    ),
    "SELECT 1": ("Shows 1.",),
}


@pytest.mark.parametrize("sql", list(CASES))
def test_a_query_in_sentences(sql: str) -> None:
    assert explain(sql) == CASES[sql]


def test_what_is_no_query_is_refused() -> None:
    with pytest.raises(QueryRefused):
        explain("DROP TABLE orders")
