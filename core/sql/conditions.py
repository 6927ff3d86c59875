"""What a query is restricted to, and which columns it names: for telling whether another one keeps to the same."""

from __future__ import annotations

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError


def conditions_of(sql: str, dialect: str = "sqlite") -> frozenset[str]:
    """The conditions of the outermost WHERE, each as SQL with the columns' tables left out; all of them hold.

    Empty where there are none; of a query that cannot be read, its text.
    """
    query = _parsed(sql, dialect)
    if query is None:
        return frozenset({sql})
    where = query.args.get("where")
    if where is None:
        return frozenset()
    parts = where.this.flatten() if isinstance(where.this, exp.And) else [where.this]
    return frozenset(_bare(p).sql(dialect=dialect) for p in parts)


def restrictions(sql: str, dialect: str = "sqlite") -> tuple[exp.Expr, ...]:
    """The same conditions as syntax trees, in order."""
    query = _parsed(sql, dialect)
    where = query.args.get("where") if query is not None else None
    if where is None:
        return ()
    return tuple(where.this.flatten()) if isinstance(where.this, exp.And) else (where.this,)


def named_columns(sql: str, dialect: str = "sqlite") -> frozenset[str]:
    """The names of all columns anywhere in a query."""
    query = _parsed(sql, dialect)
    return frozenset(c.name for c in query.find_all(exp.Column)) if query is not None else frozenset()


def _bare(node: exp.Expr) -> exp.Expr:
    def plain(n: exp.Expr) -> exp.Expr:
        return exp.Column(this=n.this) if isinstance(n, exp.Column) else n

    return node.copy().transform(plain)


def _parsed(sql: str, dialect: str) -> exp.Expr | None:
    try:
        return sqlglot.parse_one(sql, dialect=dialect)
    except SqlglotError:
        return None
