"""How each engine says what the translation means: its name, its driver, its own SQL, and what makes a session safe."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlglot import exp, parse_one

from core.sql.remote.kinds import FROM, cast

REAL_TEXT = "REAL_TEXT"
"""A function of our own SQL: a number with a fraction as a text."""
Rewrite = Callable[[exp.Expr], exp.Expr]


@dataclass(frozen=True, slots=True)
class Target:
    """An engine that queries are translated for."""

    name: str
    """What people call it."""
    dialect: str
    """sqlglot's name of its SQL."""
    driver: str
    """SQLAlchemy's name of dialect and driver."""
    modules: tuple[str, ...]
    """The driver's packages, which an extra installs."""
    requirements: str
    """The file that names the extra."""
    example: str
    """An address."""
    rewrite: Rewrite
    """What sqlglot's writer does not know of the engine."""
    session: tuple[str, ...] = ()
    """Said once on each connection: reading only, times in UTC, the engine's own functions only."""
    transaction: tuple[str, ...] = ()
    """Said before each query, with `{ms}` for the milliseconds it may take."""
    begin: Callable[[Any, float], None] | None = None
    """Begins a transaction that only reads, where that is no statement: with a connection of the driver and the
    seconds that a query of it may take."""
    connecting: Mapping[str, Any] = field(default_factory=dict)
    """What the driver is given."""
    with_password: Mapping[str, Any] = field(default_factory=dict)
    """What it is given too where there is a password."""
    keeps_cursor: bool = False
    """`cancel` finds the cursor in the connection's `last_cursor`."""
    cancel: Callable[[Any], None] = lambda connection: None
    """Has the server end what a connection of the driver is waiting for; called from another thread."""
    hidden: frozenset[str] = frozenset()
    """Schemas of the engine's own."""
    abandon: Callable[[Any], None] | None = None
    """Keeps the driver's cursor from reading to the end what is not wanted; its connection is given up."""
    can_write: str = ""
    """A query that says whether the user may write to a table: `{table}` is its quoted name as a text, `{schema}` and
    `{name}` are its parts. "": none may, for the database is opened for reading only."""
    tries_write: str = ""
    """Where there is no such query: a statement that changes nothing and that the engine refuses to those who may
    not."""
    is_file: bool = False
    """The database is a file, and the address its path."""
    ends_itself: bool = True
    """The database ends a statement in time; otherwise we tell it to."""
    shares: bool = True
    """As `Attached.shares`."""
    pings: bool = True
    """A connection that was kept is tried before it is used; not where each request is one of its own."""
    pooled: bool = True
    """Connections are kept; otherwise others may write the file between two queries."""
    by_catalogue: bool = False
    """Columns are asked of `information_schema`, which the driver does not."""
    takes_catalogues: bool = False
    """The address may name several catalogues, with commas; a schema is then called `catalogue/schema`."""
    sample: str = "{table} TABLESAMPLE SYSTEM ({share:.6f})"
    """A sample of a table's rows: `{share}` of a hundred, or `{rows}` of them."""

    @property
    def missing(self) -> str:
        """What to do before it can be asked; "" where its driver is there."""
        there = all(importlib.util.find_spec(module) is not None for module in self.modules)
        return "" if there else f"pip install -r {self.requirements}"

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """The engine's own SQL, without remarks: some servers run what stands in them."""
        return _rewritten(query, self.rewrite).sql(dialect=self.dialect, pretty=pretty, comments=False)

    def said(self, ours: str) -> str:
        """SQL of our own making, written for PostgreSQL, in the engine's own."""
        query = parse_one(ours, dialect="postgres")
        for node in list(query.find_all(exp.Anonymous)):
            if node.name == REAL_TEXT:
                made = cast(node.expressions[0].copy(), "TEXT")
                made.meta[FROM] = "real"
                node.replace(made)
        return self.sql(query)


def _rewritten(query: exp.Expr, rewrite: Rewrite) -> exp.Expr:
    """The query with each of its parts rewritten, those within before those around."""
    found = query.copy()
    for node in reversed(list(found.walk(bfs=True))):
        parent, place, index = node.parent, node.arg_key, node.index
        new = rewrite(node)
        if new is node:
            continue
        if parent is None or place is None:
            found = new
        else:
            parent.set(place, new, index)
    return found


def bare(node: exp.Expr) -> exp.Expr:
    """A rewrite to what it wraps."""
    return node.this.copy()  # type: ignore[no-any-return]


def not_materialized(node: exp.Expr) -> exp.Expr:
    """A rewrite of a part named by WITH, for engines that decide by themselves whether to keep it."""
    node.set("materialized", None)
    return node
