"""What a database says of its tables: schemas, columns and their kinds, declared keys. Asked in bulk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.sql.names import quote
from core.sql.remote.faults import named_faults
from core.sql.remote.kinds import Kind

if TYPE_CHECKING:
    from sqlalchemy import Engine

Place = tuple[str, str]
"""Schema and table."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared reference from the columns of one table to those of another."""

    child: Place
    columns: tuple[str, ...]
    parent: Place
    targets: tuple[str, ...]


def schemas(engine: Engine, hidden: Collection[str], name: str) -> tuple[str, ...]:
    """The schemas that hold anything of the user's. Raises StoreError."""
    from sqlalchemy import inspect

    with named_faults(name):
        return tuple(s for s in inspect(engine).get_schema_names() if s not in hidden and not s.startswith("pg_"))


def tables(engine: Engine, schema: str, name: str) -> tuple[str, ...]:
    """The tables and views of a schema. Raises StoreError."""
    from sqlalchemy import inspect

    with named_faults(name):
        looker = inspect(engine)
        found = {*looker.get_table_names(schema), *looker.get_view_names(schema)}
        with suppress(NotImplementedError):
            found.update(looker.get_materialized_view_names(schema))
        return tuple(sorted(found))


def columns_of(engine: Engine, places: Collection[Place], name: str) -> dict[Place, tuple[tuple[str, Kind], ...]]:
    """The columns of those tables that are there, in order. Raises StoreError."""
    from sqlalchemy import inspect
    from sqlalchemy.engine.reflection import ObjectKind

    found: dict[Place, tuple[tuple[str, Kind], ...]] = {}
    with named_faults(name):
        looker = inspect(engine)
        for schema, wanted in _by_schema(places):
            some = looker.get_multi_columns(schema, filter_names=wanted, kind=ObjectKind.ANY)
            for (_, table), columns in some.items():
                found[schema, table] = tuple((str(c["name"]), kind_of(c["type"])) for c in columns)
    return {p: c for p, c in found.items() if c}


def references(engine: Engine, places: Collection[Place], name: str) -> tuple[Declared, ...]:
    """The declared references among those tables. Raises StoreError."""
    from sqlalchemy import inspect

    found: list[Declared] = []
    with named_faults(name):
        looker = inspect(engine)
        for schema, wanted in _by_schema(places):
            for (_, table), keys in looker.get_multi_foreign_keys(schema, filter_names=wanted).items():
                for one in keys:
                    parent = (str(one["referred_schema"] or schema), str(one["referred_table"]))
                    if parent in places:
                        columns, targets = tuple(one["constrained_columns"]), tuple(one["referred_columns"])
                        found.append(Declared((schema, table), columns, parent, targets))
    return tuple(sorted(found, key=lambda d: (d.child, d.columns, d.parent)))


def catalogued(engine: Engine, name: str, catalogues: Sequence[str] = ()) -> dict[Place, tuple[tuple[str, Kind], ...]]:
    """The columns of all tables and views, as the standard's catalogue of the database has them; of several
    `catalogues` with each one's name before the schema. Raises StoreError."""
    if catalogues:
        every = [(c, _catalogued(engine, name, f"{quote(c)}.", "'" + c.replace("'", "''") + "'")) for c in catalogues]
        return {(f"{c}/{s}", t): columns for c, found in every for (s, t), columns in found.items()}
    return _catalogued(engine, name, "", CATALOGUES[engine.dialect.name])


def _catalogued(engine: Engine, name: str, before: str, here: str) -> dict[Place, tuple[tuple[str, Kind], ...]]:
    query = (
        f"SELECT table_schema, table_name, column_name, data_type FROM {before}information_schema.columns "
        f"WHERE table_catalog = {here} ORDER BY table_schema, table_name, ordinal_position"
    )
    found: dict[Place, list[tuple[str, Kind]]] = {}
    with named_faults(name), engine.connect() as connection:
        for schema, table, column, kind in connection.exec_driver_sql(query):
            if str(kind).startswith(_NESTED):
                continue
            found.setdefault((str(schema), str(table)), []).append((str(column), kind_named(str(kind))))
    return {place: tuple(columns) for place, columns in found.items()}


CATALOGUES = {"duckdb": "current_database()", "trino": "current_catalog"}


def catalogued_references(engine: Engine, places: Collection[Place], name: str) -> tuple[Declared, ...]:
    """The declared references among those tables of a DuckDB; Trino knows none. Raises StoreError."""
    if engine.dialect.name != "duckdb":
        return ()
    query = (
        "SELECT schema_name, table_name, constraint_column_names, referenced_table, referenced_column_names "
        "FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND database_name = current_database()"
    )
    found = []
    with named_faults(name), engine.connect() as connection:
        for schema, table, columns, parent, targets in connection.exec_driver_sql(query):
            one = Declared((schema, table), tuple(columns), (schema, parent), tuple(targets))
            if one.child in places and one.parent in places:
                found.append(one)
    return tuple(sorted(found, key=lambda d: (d.child, d.columns, d.parent)))


def kind_named(name: str) -> Kind:
    """What we make of a type's name in a catalogue: "decimal(8,2)", "timestamp(3) with time zone"."""
    word = name.lower().partition("(")[0].strip()
    return next((kind for starts, kind in _NAMES if word.startswith(starts) and not name.endswith("]")), "other")


_NESTED = ("array(", "map(", "row(")
"""Types that hold others, which cannot be read as text."""
_NAMES: tuple[tuple[tuple[str, ...], Kind], ...] = (
    (("interval",), "other"),
    (("tinyint", "smallint", "int", "bigint", "hugeint", "utinyint", "usmallint", "uint", "ubigint"), "integer"),
    (("double", "real", "float"), "real"),
    (("decimal", "numeric"), "decimal"),
    (("boolean",), "boolean"),
    (("timestamp", "datetime"), "datetime"),
    (("date",), "date"),
    (("time",), "time"),
    (("varchar", "text", "string"), "text"),
)


def kind_of(found: Any) -> Kind:
    """What we make of an SQLAlchemy type."""
    from sqlalchemy import types as t

    kinds: tuple[tuple[tuple[type[Any], ...], Kind], ...] = (
        ((t.Enum, t.CHAR, t.LargeBinary), "other"),
        ((t.Boolean,), "boolean"),
        ((t.Integer,), "integer"),
        ((t.Float,), "real"),
        ((t.Numeric,), "decimal"),
        ((t.DateTime,), "datetime"),
        ((t.Date,), "date"),
        ((t.Time,), "time"),
        ((t.String,), "text"),
    )
    name = type(found).__name__.upper()
    if name in ("CITEXT", "UUID", "NULLTYPE"):
        return "other"
    return next((kind for classes, kind in kinds if isinstance(found, classes)), "other")


def _by_schema(places: Collection[Place]) -> Iterable[tuple[str, list[str]]]:
    for schema in sorted({s for s, _ in places}):
        yield schema, sorted(t for s, t in places if s == schema)
