"""How each engine says what the translation means: its name, its driver, its own SQL, and what makes a session safe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlglot import exp

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
    module: str
    """The driver's package, which an extra installs."""
    requirements: str
    """The file that names the extra."""
    rewrite: Rewrite
    """What sqlglot's writer does not know of the engine."""
    session: tuple[str, ...] = ()
    """Said once on each connection: reading only, times in UTC, the engine's own functions only."""
    transaction: tuple[str, ...] = ()
    """Said before each query, with `{ms}` for the milliseconds it may take."""
    connecting: Mapping[str, Any] = field(default_factory=dict)
    """What the driver is given."""
    cancel: Callable[[Any], None] = lambda connection: None
    """Has the server end what a connection of the driver is waiting for; called from another thread."""
    hidden: frozenset[str] = frozenset()
    """Schemas of the engine's own."""
    can_write: str = ""
    """A query that says whether the user may write to a table: `{table}` is its quoted name as a text."""

    def sql(self, query: exp.Expr, pretty: bool = False) -> str:
        """The engine's own SQL."""
        return query.transform(self.rewrite).sql(dialect=self.dialect, pretty=pretty)


def _postgresql(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.RegexpExtract):
        return exp.Anonymous(this="SUBSTRING", expressions=[node.this, node.expression])
    if isinstance(node, exp.AnyValue):  # there is none before PostgreSQL 16
        return exp.Bracket(this=exp.paren(exp.ArrayAgg(this=node.this)), expressions=[exp.Literal.number(1)], offset=1)
    return node


POSTGRESQL = Target(
    name="PostgreSQL",
    dialect="postgres",
    driver="postgresql+psycopg",
    module="psycopg",
    requirements="requirements-postgresql.txt",
    rewrite=_postgresql,
    session=(
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "SET TIME ZONE 'UTC'",
        "SET search_path TO pg_catalog",
        "SET lock_timeout = '5s'",
        "SET work_mem = '64MB'",
        "SET idle_in_transaction_session_timeout = '120s'",
    ),
    transaction=("SET LOCAL statement_timeout = {ms}",),
    connecting={
        "connect_timeout": 5,
        "application_name": "joinery",
        "tcp_user_timeout": 20_000,
        "keepalives_idle": 10,
    },
    cancel=lambda connection: connection.cancel_safe(timeout=5.0),
    hidden=frozenset({"information_schema", "pg_catalog", "pg_toast"}),
    can_write="SELECT has_table_privilege({table}, 'INSERT, UPDATE, DELETE, TRUNCATE')",
)

TARGETS: Mapping[str, Target] = {"postgresql": POSTGRESQL}
"""By the first word of an address."""
