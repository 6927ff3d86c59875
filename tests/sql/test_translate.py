"""Queries written as for SQLite, in PostgreSQL's SQL: what differs between the two is said."""

from __future__ import annotations

import pytest

from core.errors import QueryRefused, UnknownName
from core.sql.guard import parse
from core.sql.remote.names import RemoteTable
from core.sql.remote.targets import POSTGRESQL
from core.sql.remote.translate import translate

TABLES = {
    "Trips": RemoteTable(
        "harbour",
        "Trips",
        (
            ("id", "integer"),
            ("Cars", "integer"),
            ("tons", "real"),
            ("port", "text"),
            ("day", "date"),
            ("left", "datetime"),
            ("gate", "time"),
            ("late", "boolean"),
            ("tag", "other"),
        ),
    ),
    "ports": RemoteTable("harbour", "ports", (("code", "text"), ("name", "text"))),
}
TRIPS, PORTS = '"harbour"."Trips"', '"harbour"."ports"'

SAME_ROWS = {
    "the hour of a time without a day": (
        "SELECT strftime('%H', gate) AS h FROM trips",
        'SELECT TO_CHAR(CAST(\'2000-01-01 \' || CAST("Trips"."gate" AS TEXT) AS TIMESTAMP), \'HH24\') AS "h" '
        f"FROM {TRIPS}",
    ),
    "names without regard to case": ("SELECT CARS FROM trips", f'SELECT "Trips"."Cars" FROM {TRIPS}'),
    "division of whole numbers": (
        "SELECT cars / id AS n FROM trips",
        f'SELECT "Trips"."Cars" / NULLIF("Trips"."id", 0) AS "n" FROM {TRIPS}',
    ),
    "a sum stays whole": (
        "SELECT SUM(cars) / 2 AS n FROM trips",
        f'SELECT CAST(SUM("Trips"."Cars") AS BIGINT) / 2 AS "n" FROM {TRIPS}',
    ),
    "a mean has a fraction": (
        "SELECT AVG(cars) AS n FROM trips",
        f'SELECT AVG(CAST("Trips"."Cars" AS DOUBLE PRECISION)) AS "n" FROM {TRIPS}',
    ),
    "a truth is a number": (
        "SELECT SUM(tons > 2) AS n FROM trips",
        f'SELECT CAST(SUM(CAST("Trips"."tons" > 2 AS INT)) AS BIGINT) AS "n" FROM {TRIPS}',
    ),
    "LIKE without regard to case": (
        "SELECT id FROM trips WHERE port NOT LIKE 'a%'",
        f'SELECT "Trips"."id" FROM {TRIPS} WHERE NOT "Trips"."port" ILIKE \'a%\'',
    ),
    "a bar in LIKE is a bar": (
        "SELECT id FROM trips WHERE port LIKE 'a\\%'",
        f'SELECT "Trips"."id" FROM {TRIPS} WHERE "Trips"."port" ILIKE \'a\\%\' ESCAPE \'\'',
    ),
    "texts in the order of code points, nothing first": (
        "SELECT port FROM trips ORDER BY port, cars DESC LIMIT 2",
        f'SELECT "Trips"."port" FROM {TRIPS} ORDER BY "Trips"."port" COLLATE "C" NULLS FIRST, '
        '"Trips"."Cars" DESC NULLS LAST LIMIT 2',
    ),
    "a text that is compared with a number": (
        "SELECT id FROM trips WHERE port = 7 AND cars = '7'",
        f'SELECT "Trips"."id" FROM {TRIPS} WHERE "Trips"."port" = \'7\' AND "Trips"."Cars" = 7',
    ),
    "a day that is one, and one that is not": (
        "SELECT id FROM trips WHERE day >= '2024-01-31' AND day < '2024'",
        f'SELECT "Trips"."id" FROM {TRIPS} WHERE "Trips"."day" >= \'2024-01-31\' AND '
        'TO_CHAR("Trips"."day", \'YYYY-MM-DD\') COLLATE "C" < \'2024\'',
    ),
    "the year of a moment": (
        "SELECT strftime('%Y', \"left\") AS y FROM trips",
        f'SELECT TO_CHAR("Trips"."left", \'YYYY\') AS "y" FROM {TRIPS}',
    ),
    "a column of truths": (
        "SELECT id FROM trips WHERE late = 'true' OR late = 0",
        f'SELECT "Trips"."id" FROM {TRIPS} WHERE "Trips"."late" = \'true\' OR "Trips"."late" = \'false\'',
    ),
    "other types as text": (
        "SELECT id FROM trips WHERE tag = 'x'",
        f'SELECT "Trips"."id" FROM {TRIPS} WHERE CAST("Trips"."tag" AS TEXT) = \'x\'',
    ),
    "the row of the greatest": (
        "SELECT port, MAX(cars) AS n FROM trips",
        'SELECT (ARRAY_AGG("Trips"."port" ORDER BY "Trips"."Cars" DESC NULLS LAST))[1] AS "port", '
        f'MAX("Trips"."Cars") AS "n" FROM {TRIPS}',
    ),
    "a column beside a count": (
        "SELECT p.name, COUNT(*) AS n FROM trips t JOIN ports p ON p.code = t.port GROUP BY t.port",
        'SELECT (ARRAY_AGG("p"."name"))[1] AS "name", COUNT(*) AS "n" '
        f'FROM {TRIPS} AS "t" JOIN {PORTS} AS "p" ON "p"."code" = "t"."port" GROUP BY "t"."port"',
    ),
    "distinct rows in another column's order": (
        "SELECT DISTINCT port FROM trips ORDER BY cars",
        f'SELECT "Trips"."port" FROM {TRIPS} GROUP BY "Trips"."port" ORDER BY MIN("Trips"."Cars") NULLS FIRST',
    ),
    "a name of the result in a condition": (
        "SELECT cars + 1 AS more FROM trips WHERE more > 3",
        f'SELECT "Trips"."Cars" + 1 AS "more" FROM {TRIPS} WHERE ("Trips"."Cars" + 1) > 3',
    ),
    "a comma between tables": (
        "SELECT t.id FROM trips t, ports p WHERE t.port = p.code",
        f'SELECT "t"."id" FROM {TRIPS} AS "t" CROSS JOIN {PORTS} AS "p" WHERE "t"."port" = "p"."code"',
    ),
    "branches of two types": (
        "SELECT CASE WHEN cars THEN 'some' ELSE 0 END AS n FROM trips",
        f'SELECT CASE WHEN "Trips"."Cars" <> 0 THEN \'some\' ELSE \'0\' END AS "n" FROM {TRIPS}',
    ),
}


def own(sql: str) -> str:
    return POSTGRESQL.sql(translate(parse(sql, "sqlite"), TABLES).query)


@pytest.mark.parametrize("kind", SAME_ROWS)
def test_what_sqlite_does_by_itself_is_written_out(kind: str) -> None:
    sql, expected = SAME_ROWS[kind]
    assert own(sql) == expected


def test_columns_are_called_as_sqlite_calls_them() -> None:
    found = translate(parse("SELECT t.*, p.NAME, p.name FROM ports t JOIN ports p USING (code)", "sqlite"), TABLES)
    assert found.columns == (("code", "text"), ("name", "text"), ("name", "text"), ("name", "text"))


def test_parameters_are_written_in_as_texts_and_numbers() -> None:
    query = translate(parse("SELECT id FROM trips WHERE port = ? AND cars > ?", "sqlite"), TABLES, ["O'x", 3]).query
    assert POSTGRESQL.sql(query).endswith('WHERE "Trips"."port" = \'O\'\'x\' AND "Trips"."Cars" > 3')


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT pg_sleep(9)",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT version()",
        "SELECT set_config('a', 'b', false)",
        "SELECT SUM(cars) OVER (ORDER BY id ROWS BETWEEN pg_sleep(9) PRECEDING AND CURRENT ROW) FROM trips",
        "SELECT LAG(cars, pg_sleep(9)) OVER (ORDER BY id) FROM trips",
        "SELECT group_concat(port, pg_sleep(9)) FROM trips",
        "SELECT * FROM trips ORDER BY pg_sleep(9)",
        "SELECT * FROM trips LIMIT pg_sleep(9)",
        "SELECT * FROM trips, generate_series(1, 9)",
        "SELECT printf('%d', cars) FROM trips",
        "SELECT strftime('%W', day) FROM trips",
        "SELECT * FROM trips NATURAL JOIN ports",
    ],
)
def test_what_is_not_known_to_be_alike_and_harmless_is_refused(sql: str) -> None:
    with pytest.raises(QueryRefused):
        own(sql)


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("SELECT carz FROM trips", "carz"),
        ("SELECT t.x FROM trips t", "t.x"),
        ("SELECT 1 FROM pg_authid", "pg_authid"),
        ("SELECT x.id FROM trips t", "x"),
    ],
)
def test_unknown_names_are_named(sql: str, name: str) -> None:
    with pytest.raises(UnknownName) as caught:
        own(sql)
    assert caught.value.name == name
