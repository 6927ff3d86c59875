"""Databases that are there already, one of each kind, for the tests of what is attached: made by another program."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from core.sql.remote.address import address
from core.sql.remote.opening import opened

Row = Sequence[Any]
PORTABLE = {
    "integer": "BIGINT",
    "real": "DOUBLE PRECISION",
    "text": "TEXT",
    "date": "DATE",
    "datetime": "TIMESTAMP",
    "boolean": "BOOLEAN",
}
"""The standard's names of what a column holds."""
COLUMNS = {
    "id": "integer",
    "Cars": "integer",
    "tons": "real",
    "port": "text",
    "day": "date",
    "left": "datetime",
    "late": "boolean",
}
ROWS = [
    (1, 10, 2.5, "Ost", "2024-01-31", "2024-01-31 08:15:00", "true"),
    (2, 7, -2.5, "ost", "2024-02-29", "2024-02-29 23:59:59", "false"),
    (3, None, None, None, None, None, None),
    (4, 0, 0.125, "Süd", "2023-12-01", "2023-12-01 00:00:00", "true"),
    (5, -7, 3.0, "7", "2023-12-31", "2023-12-31 12:00:00", "false"),
    (6, 10, 1e3, "_a%b", "2024-03-01", "2024-03-01 06:30:00", "true"),
]
"""Trips of ferries: numbers, texts, dates and truths, with nulls and what is easily confused."""


class Database:
    """One that a test may fill as it likes, in a schema of its own; `url` is its address."""

    types: Mapping[str, str] = PORTABLE
    quote = '"'

    def __init__(self, url: str, schema: str) -> None:
        self.url, self.schema = url, schema

    def run(self, *statements: str) -> None:
        """Past the product, as another program would."""
        from sqlalchemy import create_engine

        place, password = address(self.url)
        engine = create_engine(place.url(password))
        with engine.begin() as connection:
            for statement in statements:
                connection.execution_options(no_parameters=True).exec_driver_sql(statement)
        engine.dispose()

    def named(self, *names: str) -> str:
        return ".".join(f"{self.quote}{n}{self.quote}" for n in names)

    def place(self, table: str) -> str:
        return self.named(self.schema, table)

    def put(self, table: str, columns: Mapping[str, str], rows: Sequence[Row], keys: str = "") -> None:
        """Make a table. `columns`: names and kinds; `keys`: constraints after them."""
        named = ", ".join(f"{self.named(n)} {self.types[k]}" for n, k in columns.items())
        made = [f"CREATE TABLE {self.place(table)} ({named}{', ' + keys if keys else ''})"]
        for start in range(0, len(rows), 500):
            cells = ", ".join(
                f"({', '.join(map(self.cell, row, columns.values()))})" for row in rows[start : start + 500]
            )
            made.append(f"INSERT INTO {self.place(table)} VALUES {cells}")
        self.run(*made)

    def cell(self, cell: Any, kind: str) -> str:
        if cell is None:
            return "NULL"
        if isinstance(cell, str):
            text = "'" + cell.replace("'", "''") + "'"
            return {"date": "DATE ", "datetime": "TIMESTAMP "}.get(kind, "") + text if kind != "boolean" else cell
        return str(cell)

    def stored(self, table: str) -> str:
        """What the database calls a table that was put under this name."""
        return table

    def primary(self, *columns: str) -> str:
        """A constraint, where there are such."""
        return f"PRIMARY KEY ({', '.join(self.named(c) for c in columns)})"

    def reference(self, column: str, table: str, target: str) -> str:
        """A constraint, where there are such."""
        return f"FOREIGN KEY ({self.named(column)}) REFERENCES {self.place(table)} ({self.named(target)})"

    def rename(self, table: str, column: str, to: str) -> None:
        """Another name for a column."""
        self.run(f"ALTER TABLE {self.place(table)} RENAME COLUMN {self.named(column)} TO {self.named(to)}")

    def nowhere(self) -> str:
        """An address that leads to nothing."""
        return re.sub(r"@[^/]+/", "@127.0.0.1:1/", self.url)

    def cut(self) -> None:
        """End what the product asks of it at this moment, as an operator or a crash would."""
        raise NotImplementedError

    def reader(self) -> str:
        """The address of a user who may only read what is in the schema."""
        raise NotImplementedError

    def close(self) -> None:
        """Take back what was made."""


class Sqlite(Database):
    """A file that another program wrote."""

    types = PORTABLE | {"real": "REAL", "date": "TEXT", "datetime": "TEXT", "boolean": "TEXT"}

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'their own.sqlite'}", "main")
        self._path = folder / "their own.sqlite"
        self.run()

    def run(self, *statements: str) -> None:
        with closing(sqlite3.connect(self._path)) as db, db:
            for statement in (*statements, "PRAGMA user_version = 1"):
                db.execute(statement)

    def cell(self, cell: Any, kind: str) -> str:
        return super().cell(cell, "text")

    def reference(self, column: str, table: str, target: str) -> str:
        return super().reference(column, table, target).replace(f'"{self.schema}".', "")

    def nowhere(self) -> str:
        return f"{self.url} is not there"


class DuckDb(Database):
    """A DuckDB file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"duckdb:///{folder / 'their own.duckdb'}", "A schema")
        self._path = folder / "their own.duckdb"
        self.run('CREATE SCHEMA "A schema"')

    def run(self, *statements: str) -> None:
        import duckdb

        with duckdb.connect(str(self._path)) as db:
            for statement in statements:
                db.execute(statement)

    def nowhere(self) -> str:
        return f"{self.url} is not there"


class PostgreSql(Database):
    types = PORTABLE | {"datetime": "TIMESTAMPTZ"}

    def __init__(self, url: str, schema: str = "") -> None:
        super().__init__(url, schema or f"Test {uuid4().hex[:8]}")
        self._readers: list[str] = []
        if not schema:
            self.run(f'CREATE SCHEMA "{self.schema}"')

    def run(self, *statements: str) -> None:
        super().run("SET TIME ZONE 'UTC'", *statements)

    def cut(self) -> None:
        asked = "pg_stat_activity WHERE application_name = 'joinery' AND state = 'active'"
        self.run(f"SELECT pg_terminate_backend(pid) FROM {asked}")

    def reader(self) -> str:
        name = f"reader_{self.schema[-8:]}"
        self.run(
            f"CREATE ROLE {name} LOGIN PASSWORD 'only-reads'",
            f'GRANT USAGE ON SCHEMA "{self.schema}" TO {name}',
            f'GRANT SELECT ON ALL TABLES IN SCHEMA "{self.schema}" TO {name}',
        )
        self._readers.append(name)
        return f"postgresql://{name}:only-reads@{self.url.rpartition('@')[2]}"

    def close(self) -> None:
        for name in self._readers:
            self.run(f"DROP OWNED BY {name}", f"DROP ROLE {name}")
        self.run(f'DROP SCHEMA "{self.schema}" CASCADE')


class MariaDb(Database):
    """Its texts are compared without regard to case, and it has no truths."""

    types = PORTABLE | {"text": "VARCHAR(100)", "boolean": "VARCHAR(5)", "datetime": "DATETIME"}
    quote = "`"

    def __init__(self, url: str) -> None:
        super().__init__(url, f"Test {uuid4().hex[:8]}")
        self.run(f"CREATE DATABASE `{self.schema}`")

    def cell(self, cell: Any, kind: str) -> str:
        return super().cell(cell, "text")

    def cut(self) -> None:
        from sqlalchemy import create_engine

        place, password = address(self.url)
        engine = create_engine(place.url(password))
        with engine.begin() as connection:
            asked = "SELECT id FROM information_schema.PROCESSLIST WHERE info LIKE '%t12%' AND id <> CONNECTION_ID()"
            for (number,) in connection.exec_driver_sql(asked.replace("%", "%%")).fetchall():
                connection.exec_driver_sql(f"KILL {number}")
        engine.dispose()

    def reader(self) -> str:
        name = f"reader_{self.schema[-8:]}"
        self.run(
            f"CREATE USER {name}@'127.0.0.1' IDENTIFIED BY 'only-reads'",
            f"GRANT SELECT ON `{self.schema}`.* TO {name}@'127.0.0.1'",
        )
        return f"mariadb://{name}:only-reads@{self.url.rpartition('@')[2].rpartition('/')[0]}/{self.schema}"

    def close(self) -> None:
        self.run(f"DROP USER IF EXISTS reader_{self.schema[-8:]}@'127.0.0.1'")
        self.run(f"DROP DATABASE `{self.schema}`")


class Trino(Database):
    """It writes all names in small letters, knows no keys, and keeps the tables in the memory of its processes."""

    types = PORTABLE | {"text": "VARCHAR", "real": "DOUBLE"}

    def __init__(self, url: str) -> None:
        super().__init__(url, f"test_{uuid4().hex[:8]}")
        self.run(f'CREATE SCHEMA "{self.schema}"')

    def stored(self, table: str) -> str:
        return table.lower()

    def primary(self, *columns: str) -> str:
        return ""

    def reference(self, column: str, table: str, target: str) -> str:
        return ""

    def put(self, table: str, columns: Mapping[str, str], rows: Sequence[Row], keys: str = "") -> None:
        """As JSON: Trino plans each of many written rows by itself."""
        named = ", ".join(f'"{n}" {self.types[k]}' for n, k in columns.items())
        source = ", ".join(f'"{n}" VARCHAR' for n in columns)
        shown = ", ".join(f'CAST("{n}" AS {self.types[k]})' for n, k in columns.items())
        told = json.dumps([[None if c is None else str(c) for c in row] for row in rows]).replace("'", "''")
        self.run(
            f"CREATE TABLE {self.place(table)} ({named})",
            f"INSERT INTO {self.place(table)} SELECT {shown} "
            f"FROM UNNEST(CAST(json_parse('{told}') AS ARRAY(ROW({source}))))",
        )

    def rename(self, table: str, column: str, to: str) -> None:
        self.run(
            f"CREATE TABLE {self.place('other')} AS SELECT id, {self.named(column)} AS {self.named(to)} "
            f"FROM {self.place(table)}",
            f"DROP TABLE {self.place(table)}",
            f"ALTER TABLE {self.place('other')} RENAME TO {self.place(table)}",
        )

    def cut(self) -> None:
        from sqlalchemy import create_engine

        engine = create_engine(address(self.url)[0].url(""))
        with engine.connect() as connection:
            asked = "SELECT query_id FROM system.runtime.queries WHERE state = 'RUNNING' AND query LIKE '%t12%'"
            asked += " AND query NOT LIKE '%system.runtime%'"
            for (number,) in connection.exec_driver_sql(asked).fetchall():
                connection.exec_driver_sql(f"CALL system.runtime.kill_query(query_id => '{number}')")
        engine.dispose()

    def reader(self) -> str:
        return self.url.replace("//joinery@", "//reader@")

    def close(self) -> None:
        for _, table in engine_places(self):
            self.run(f"DROP TABLE {self.place(table)}")
        self.run(f'DROP SCHEMA "{self.schema}"')


def engine_places(db: Database) -> list[tuple[str, str]]:
    """What lies in a test's schema."""
    place, password = address(db.url)
    engine = opened(place, password, {})
    try:
        return [p for p in engine.there() if p[0] == db.schema]
    finally:
        engine.close()


KINDS = [
    "sqlite",
    pytest.param("duckdb", marks=pytest.mark.slow),
    pytest.param("postgresql", marks=pytest.mark.postgresql),
    pytest.param("mariadb", marks=pytest.mark.mariadb),
    pytest.param("trino", marks=pytest.mark.trino),
]
"""For `params=` of a fixture."""


def database(kind: str, config: pytest.Config, folder: Path) -> Iterator[Database]:
    """One of a kind; servers are told on the command line."""
    made: Database
    if kind == "sqlite":
        made = Sqlite(folder)
    elif kind == "duckdb":
        pytest.importorskip("duckdb_engine")
        made = DuckDb(folder)
    else:
        url = str(config.getoption(f"--{kind}"))
        assert re.match(r"\w+://", url)
        made = SERVERS[kind](url)
    try:
        yield made
    finally:
        made.close()


SERVERS = {"postgresql": PostgreSql, "mariadb": MariaDb, "trino": Trino}
