"""Do questions get equal rows on another engine as on SQLite?

    python -m tests.benchmarks.engines_equal EVAL_DIR --url postgresql://user:password@host/db

EVAL_DIR holds `questions.jsonl` (lines with `db` and `gold_sql`) and `db/<name>/*.csv`. Each database is loaded as
ever, its rows are copied into a schema of the same name (made anew), and each query runs on both; rows are compared
without their order where the query has none, numbers to nine digits. Prints what differs, what was refused, and the
share.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import tempfile
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

from core.config import Settings
from core.errors import JoineryError
from core.model import Rows, Table, Value
from core.sql.remote.address import address
from core.sql.remote.opening import opened
from core.workspace import open_workspace

TYPES = {"integer": "BIGINT", "real": "DOUBLE PRECISION"}


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--url", required=True)
    parser.add_argument("--only", nargs="*", default=[], help="these databases")
    parser.add_argument("--native", action="store_true", help="dates as DATE and TIMESTAMP, not as text")
    given = parser.parse_args()
    by_database: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (given.data / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        by_database[case["db"]].append(case)
    total: Counter[str] = Counter()
    for name, cases in sorted(by_database.items()):
        if given.only and name not in given.only:
            continue
        found = compare(given.data / "db" / name, cases, given.url, given.native)
        total += found
        tell(f"{name}: {dict(found)}")
    share = total["equal"] / sum(total.values())
    tell(f"equal {total['equal']} of {sum(total.values())} = {share:.4f}; {dict(total)}")


def compare(folder: Path, cases: list[dict[str, Any]], url: str, native: bool) -> Counter[str]:
    """How many of the queries are equal, differ, are refused by name, or fail."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as home, open_workspace(Settings(workspace=Path(home))) as ws:
        ws.tables.load([str(folder)])
        sqlite = ws.stores.engine
        tables = ws.tables.all()
        place, password = address(url)
        schema = folder.name if place.target.name != "SQLite" else "main"
        stored = str.lower if place.target.name == "Trino" else str
        copy_into(place.url(password), schema, tables, sqlite, native)
        remote = opened(place, password, {t.name: (stored(schema), stored(t.name)) for t in tables})
        remote.show_only([t.name for t in tables])
        for case in cases:
            verdict, why = same(case, sqlite, remote)
            found[verdict] += 1
            if why:
                tell(f"  {case['id']} {verdict}: {why}\n    {case['gold_sql']}")
        remote.close()
    return found


def same(case: dict[str, Any], sqlite: Any, remote: Any) -> tuple[str, str]:
    sql = case["gold_sql"]
    try:
        ours = sqlite.read(sql)
    except JoineryError as fault:
        return "fails in SQLite", fault.message
    try:
        theirs = remote.read(sql)
    except JoineryError as fault:
        return ("refused" if fault.code == "query_refused" else "failed"), f"{fault.code} {fault.message}"
    if _names(ours) != _names(theirs):
        return "differ", f"columns {ours.columns} and {theirs.columns}"
    a, b = _plain(ours, case["ordered"]), _plain(theirs, case["ordered"])
    if case["ordered"] and case.get("order_groups") and sorted(a) == sorted(b):
        a, b = _keys(ours, case), _keys(theirs, case)
    return ("equal", "") if a == b else ("differ", f"{_first(a, b)}")


def _names(rows: Rows) -> list[str]:
    """What stands over the columns; of an expression as it was typed or as it is written after reading."""
    return ["".join(c.lower().split()).replace("<>", "!=").replace('"', "") for c in rows.columns]


def _keys(rows: Rows, case: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """Rows that tie on the sort key may change places."""
    groups = case["order_groups"]
    plain = _plain(rows, True)
    return sorted((g, row) for g, row in zip(groups, plain, strict=False))


def _plain(rows: Rows, ordered: bool) -> list[list[str]]:
    found = [[_text(v) for v in row] for row in rows.rows]
    return found if ordered else sorted(found)


def _text(value: Value) -> str:
    if isinstance(value, float):
        return f"float {value:.9g}"
    return f"{type(value).__name__} {value}"


def _first(a: list[Any], b: list[Any]) -> str:
    pair = next(((x, y) for x, y in zip(a, b, strict=False) if x != y), (len(a), len(b)))
    return f"{pair[0]} and {pair[1]}"


def copy_into(url: Any, schema: str, tables: tuple[Table, ...], sqlite: Any, native: bool) -> None:
    """Make the schema anew with the tables' rows in it."""
    kind = url.get_backend_name()
    types = {**TYPES, **({"date": "DATE", "datetime": "TIMESTAMP"} if native else {})}
    for table in tables:
        wanted = ", ".join(f'"{c.name}"' for c in table.columns)
        rows = sqlite.read(f'SELECT {wanted} FROM "{table.name}"', limit=10_000_000, seconds=600.0).rows
        COPIES[kind](url, schema, table, [(c.name, types.get(c.type, "TEXT")) for c in table.columns], rows)


Columns = list[tuple[str, str]]


def _named(columns: Columns) -> str:
    return ", ".join(f'"{n}" {t}' for n, t in columns)


def _into_postgresql(url: Any, schema: str, table: Table, columns: Columns, rows: Any) -> None:
    from sqlalchemy import create_engine

    engine = create_engine(url)
    with engine.begin() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        with raw.cursor() as cursor:
            cursor.execute(f'CREATE SCHEMA IF NOT EXISTS "{schema}"; DROP TABLE IF EXISTS "{schema}"."{table.name}"')
            cursor.execute(f'CREATE TABLE "{schema}"."{table.name}" ({_named(columns)})')
            with cursor.copy(f'COPY "{schema}"."{table.name}" FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(row)
            cursor.execute(f'ANALYZE "{schema}"."{table.name}"')
    engine.dispose()


def _into_duckdb(url: Any, schema: str, table: Table, columns: Columns, rows: Any) -> None:
    import duckdb
    import pyarrow as pa

    kinds = {"BIGINT": pa.int64(), "DOUBLE PRECISION": pa.float64()}
    turned = list(zip(*rows, strict=True)) or [() for _ in columns]
    held = {
        f"c{i}": pa.array([_plain_cell(v, t) for v in turned[i]], kinds.get(t, pa.string()))
        for i, (_, t) in enumerate(columns)
    }
    with duckdb.connect(url.database) as db:
        db.execute(f'CREATE SCHEMA IF NOT EXISTS "{schema}"')
        db.execute(f'CREATE OR REPLACE TABLE "{schema}"."{table.name}" ({_named(columns)})')
        db.register("held", pa.table(held))
        db.execute(f'INSERT INTO "{schema}"."{table.name}" SELECT * FROM held')


def _into_sqlite(url: Any, schema: str, table: Table, columns: Columns, rows: Any) -> None:
    with closing(sqlite3.connect(url.database)) as db, db:
        db.execute(f'DROP TABLE IF EXISTS "{table.name}"')
        db.execute(f'CREATE TABLE "{table.name}" ({_named(columns)})')
        db.executemany(f'INSERT INTO "{table.name}" VALUES ({", ".join("?" for _ in columns)})', rows)


def _into_mariadb(url: Any, schema: str, table: Table, columns: Columns, rows: Any) -> None:
    """Rows by INSERT; texts in the server's own collation, which disregards case."""
    from sqlalchemy import create_engine

    engine = create_engine(url)
    types = {"TEXT": "LONGTEXT", "DOUBLE PRECISION": "DOUBLE", "TIMESTAMP": "DATETIME"}
    with engine.begin() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        cursor = raw.cursor()
        cursor.execute("SET NAMES utf8mb4")
        cursor.execute(f"CREATE DATABASE IF NOT EXISTS `{schema}`")
        cursor.execute(f"DROP TABLE IF EXISTS `{schema}`.`{table.name}`")
        named = ", ".join(f"`{n}` {types.get(t, t)}" for n, t in columns)
        cursor.execute(f"CREATE TABLE `{schema}`.`{table.name}` ({named}) CHARACTER SET utf8mb4")
        insert = f"INSERT INTO `{schema}`.`{table.name}` VALUES ({', '.join('%s' for _ in columns)})"
        cursor.executemany(insert, [list(r) for r in rows])
        cursor.execute(f"ANALYZE TABLE `{schema}`.`{table.name}`")
    engine.dispose()


def _into_trino(url: Any, schema: str, table: Table, columns: Columns, rows: Any) -> None:
    """Rows as JSON in statements of less than a million characters, the most that Trino reads."""
    from sqlalchemy import create_engine

    engine = create_engine(url)
    types = {"TEXT": "VARCHAR", "DOUBLE PRECISION": "DOUBLE"}
    place = f'"{schema}"."{table.name}"'
    with engine.connect().execution_options(no_parameters=True) as connection:
        connection.exec_driver_sql(f'CREATE SCHEMA IF NOT EXISTS "{schema}"')
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {place}")
        named = ", ".join(f'"{n}" {types.get(t, t)}' for n, t in columns)
        connection.exec_driver_sql(f"CREATE TABLE {place} ({named})")
        typed = ", ".join(f'"{n}" {"VARCHAR" if t in LATER else types.get(t, t)}' for n, t in columns)
        shown = ", ".join(f'CAST("{n}" AS {t})' if t in LATER else f'"{n}"' for n, t in columns)
        waiting: list[str] = []
        size = 0
        for row in (*rows, None):
            text = "" if row is None else json.dumps(row, ensure_ascii=False)
            if waiting and (row is None or size + len(text) > 600_000):
                whole = f"[{','.join(waiting)}]".replace("'", "''")
                source = f"UNNEST(CAST(json_parse('{whole}') AS ARRAY(ROW({typed}))))"
                connection.exec_driver_sql(f"INSERT INTO {place} SELECT {shown} FROM {source}")
                waiting, size = [], 0
            waiting.append(text)
            size += len(text) + 1
    engine.dispose()


LATER = ("DATE", "TIMESTAMP")


def _plain_cell(cell: Value, kind: str) -> Value:
    return float(cell) if kind == "DOUBLE PRECISION" and isinstance(cell, int) else cell


COPIES = {
    "postgresql": _into_postgresql,
    "duckdb": _into_duckdb,
    "sqlite": _into_sqlite,
    "mariadb": _into_mariadb,
    "trino": _into_trino,
}


if __name__ == "__main__":
    main()
