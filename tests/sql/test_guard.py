"""The guard: what parses, which names resolve, and what people are told."""

from __future__ import annotations

import pytest
from sqlglot import exp

from core.errors import BadSyntax, QueryRefused, UnknownName
from core.sql.guard import parse
from core.sql.names import Names, close_names
from core.sql.resolve import resolve

NAMES = Names(
    {
        "boats": ("id", "owner id", "Länge / m", 'the "big" one'),
        "owners": ("id", "name", "city"),
        "v1.2 data": ("a.b", "select"),
    }
)


def names(sql: str) -> frozenset[str]:
    return resolve(parse(sql, "sqlite"), NAMES)


def test_parsing_gives_the_tree() -> None:
    query = parse("SELECT id FROM boats -- all of them", "sqlite")
    assert isinstance(query, exp.Select)
    assert query.sql("sqlite") == "SELECT id FROM boats /* all of them */"


GOOD = [
    'SELECT "owner id", "Länge / m", "the ""big"" one" FROM boats',
    "SELECT [owner id], `Länge / m` FROM boats",
    'SELECT BOATS.ID, b."OWNER ID" FROM boats b, boats',
    'SELECT "v1.2 data"."a.b", "v1.2 data"."select" FROM "v1.2 data"',
    'SELECT d.* FROM main."v1.2 data" AS d',
    "SELECT o.name FROM boats AS b JOIN owners AS o ON b.\"owner id\" = o.id WHERE o.city = 'Łódź'",
    "SELECT name AS n FROM owners WHERE n > 'a' GROUP BY n HAVING n < 'z' ORDER BY \"n\"",
    "SELECT id FROM boats JOIN owners USING (id)",
    "SELECT x.n FROM (SELECT count(*) AS n FROM boats) AS x",
    "SELECT y.id FROM (SELECT * FROM (SELECT * FROM boats) AS x) AS y",
    'SELECT "count(*)" FROM (SELECT COUNT( * ) FROM boats)',
    'SELECT id FROM boats b WHERE EXISTS (SELECT 1 FROM owners WHERE id = b."owner id")',
    "SELECT (SELECT max(name) FROM owners o WHERE o.id = b.id) FROM boats b",
    "WITH a AS (SELECT id AS k FROM boats), b AS (SELECT k FROM a) SELECT k FROM b",
    "WITH a(k, l) AS (SELECT id, name FROM owners) SELECT a.l FROM a",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r",
    "WITH t(a) AS (VALUES (1), (2)) SELECT a FROM t",
    "SELECT id FROM boats UNION SELECT id FROM owners ORDER BY id",
    "SELECT id FROM boats WHERE id IN owners",
    "SELECT id FROM boats WHERE id IN (SELECT id FROM owners)",
    "SELECT rowid, boats.oid FROM boats",
    'SELECT sum(id) OVER w FROM boats WINDOW w AS (PARTITION BY "owner id" ORDER BY id)',
    "SELECT a.id FROM (boats a JOIN owners b ON a.id = b.id)",
    "SELECT CASE WHEN id > ? THEN 'a' ELSE CAST(id AS TEXT) END, current_date, TRUE FROM boats",
    "SELECT strftime('%Y', city), group_concat(DISTINCT name) FROM owners",
]


@pytest.mark.parametrize("sql", GOOD)
def test_known_names_pass(sql: str) -> None:
    names(sql)


BAD = [
    ("SELECT 1 FROM boots", "boots", ("boats",)),
    ("SELECT id FROM boats WHERE id IN boots", "boots", ("boats",)),
    ("SELECT 1 FROM (SELECT 1 FROM owner)", "owner", ("owners",)),
    ("SELECT ownerid FROM boats", "ownerid", ("owner id",)),
    ("SELECT city FROM boats", "city", ("owners.city",)),
    ('SELECT "Lange / m" FROM boats', "Lange / m", ("Länge / m",)),
    ("SELECT o.nam FROM owners o", "o.nam", ("name",)),
    ("SELECT owners.name FROM owners o", "owners", ()),
    ("SELECT zz.id FROM boats", "zz", ()),
    ("SELECT zz.* FROM boats", "zz", ()),
    ("SELECT x.id FROM (SELECT id AS k FROM boats) AS x", "x.id", ("boats.id", "owners.id")),
    ('SELECT name AS n, "n" FROM owners', "n", ()),
    ('SELECT name FROM owners ORDER BY "qqq"', "qqq", ()),
    ('SELECT id FROM boats UNION SELECT id FROM owners ORDER BY "qqq"', "qqq", ()),
    ('SELECT count(*) FILTER (WHERE "qqq" > 1) FROM owners', "qqq", ()),
    ('SELECT row_number() OVER (PARTITION BY "qqq") FROM owners', "qqq", ()),
    ('SELECT 1 FROM boats JOIN owners ON "qqq" = 1', "qqq", ()),
    ('SELECT id FROM boats JOIN owners USING ("qqq")', "qqq", ()),
    ('SELECT 1 FROM boats WHERE EXISTS (SELECT 1 FROM owners WHERE "qqq")', "qqq", ()),
    ("WITH a AS (SELECT 1 AS k) SELECT k FROM b", "b", ()),
    ("WITH a AS (SELECT k FROM a) SELECT k FROM a", "a", ()),
    ("WITH boats AS (SELECT 1 AS k) SELECT id FROM boats", "id", ("boats.id", "owners.id")),
    ("SELECT 1 FROM sqlite_master", "sqlite_master", ()),
    ("WITH sqlite_master AS (SELECT 1) SELECT 1 FROM main.sqlite_master", "sqlite_master", ()),
    ("SELECT É FROM (SELECT 1 AS é)", "É", ()),
]


@pytest.mark.parametrize(("sql", "name", "close"), BAD)
def test_unknown_names_are_found_wherever_they_stand(sql: str, name: str, close: tuple[str, ...]) -> None:
    with pytest.raises(UnknownName) as caught:
        names(sql)
    assert (caught.value.name, caught.value.close) == (name, close)


def test_a_text_in_double_quotes_is_told_how_to_mend_it() -> None:
    with pytest.raises(UnknownName) as caught:
        names('SELECT name FROM owners WHERE city = "Oslo"')
    assert caught.value.hint.endswith("If a text is meant, write it in single quotes.")


def test_common_table_expressions_are_reported() -> None:
    assert names("WITH A AS (WITH b AS (SELECT 1 AS k) SELECT k FROM b) SELECT k FROM a") == {"a", "b"}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1 FROM pragma_table_info('boats')",
        "SELECT value FROM boats, json_each(boats.id)",
        "SELECT 1 FROM temp.boats",
        "SELECT temp.boats.id FROM boats",
        "SELECT 1 FROM a.b.boats",
        "VALUES (1)",
    ],
)
def test_what_is_no_table_of_ours_is_refused(sql: str) -> None:
    with pytest.raises(QueryRefused):
        names(sql)


def test_the_place_of_a_fault_is_said_in_words() -> None:
    with pytest.raises(BadSyntax) as caught:
        parse("SELECT id\nFROM boats WHERE (id = 1", "sqlite")
    assert caught.value.message == "The query cannot be read at line 2, column 24, near “1”: Expecting )."
    with pytest.raises(BadSyntax, match="cannot begin with “selekt”"):
        parse("selekt 1", "sqlite")


def test_nested_definitions_are_read_once() -> None:
    """Reading the first branch of a compound twice would double the work with each level."""
    looked_up: list[str] = []

    class Counting(Names):
        def columns(self, table: str) -> tuple[str, ...] | None:
            looked_up.append(table)
            return super().columns(table)

    sql = "SELECT id FROM boats UNION SELECT id FROM owners"
    for _ in range(8):
        sql = f"WITH a AS ({sql}) SELECT id FROM a UNION SELECT id FROM a"
    resolve(parse(sql, "sqlite"), Counting({"boats": ["id"], "owners": ["id"]}))
    assert looked_up == ["boats", "owners"]


def test_close_names_are_the_likest_first() -> None:
    assert close_names("custmer_id", ["customer", "customer_id", "order_id", "zip"]) == ["customer_id", "customer"]
    assert close_names("x", ["customer", " "]) == []
