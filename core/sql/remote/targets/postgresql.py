"""PostgreSQL, by psycopg."""

from __future__ import annotations

from hashlib import sha256

from sqlglot import exp

from core.sql.remote.targets.base import Target

MOST_NAME = 63
"""Bytes of a name; PostgreSQL cuts what is longer."""


def within(name: str) -> str:
    """The name that stands for one of ours: a longer one is cut, and told from others by a hash."""
    whole = name.encode("utf-8", "surrogatepass")
    if len(whole) <= MOST_NAME:
        return name
    return f"{whole[: MOST_NAME - 9].decode('utf-8', 'ignore')}~{sha256(whole).hexdigest()[:8]}"


def _postgresql(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.RegexpExtract):
        return exp.Anonymous(this="SUBSTRING", expressions=[node.this, node.expression])
    if isinstance(node, exp.AnyValue):  # there is none before PostgreSQL 16
        return exp.Bracket(this=exp.paren(exp.ArrayAgg(this=node.this)), expressions=[exp.Literal.number(1)], offset=1)
    if isinstance(node, exp.Identifier) and (short := within(node.name)) != node.name:
        return exp.to_identifier(short, quoted=True)
    return node


POSTGRESQL = Target(
    name="PostgreSQL",
    dialect="postgres",
    driver="postgresql+psycopg",
    modules=("sqlalchemy", "psycopg"),
    requirements="requirements-postgresql.txt",
    example="postgresql://reader@db.example.org:5432/sales",
    rewrite=_postgresql,
    session=(
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "SET TIME ZONE 'UTC'",
        "SET search_path TO pg_catalog",
        "SET lock_timeout = '5s'",
        "SET work_mem = '64MB'",
        "SET synchronize_seqscans = off",
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
    sample="{table} TABLESAMPLE SYSTEM ({share:.6f}) REPEATABLE (1)",
    can_write="SELECT has_table_privilege({table}, 'INSERT, UPDATE, DELETE, TRUNCATE')",
)
