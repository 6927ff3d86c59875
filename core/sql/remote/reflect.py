"""What a database says of its tables: schemas, columns and their kinds, declared keys. Asked in bulk."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
        if hasattr(looker, "get_materialized_view_names"):
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
