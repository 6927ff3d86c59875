"""Trino, by its own client: every query is of a transaction that only reads, and the coordinator ends it in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

from core.sql.remote.kinds import FROM, KIND, WHOLE, cast, number
from core.sql.remote.targets.base import Target, bare, not_materialized

_TYPED = {"date": "DATE", "datetime": "TIMESTAMP", "time": "TIME", "boolean": "BOOLEAN"}


def _literal(node: exp.Expr) -> exp.Expr:
    if not node.args.get("is_string"):
        fraction = "." in node.name and "e" not in node.name.lower()
        return exp.Literal.number(f"{node.name}E0") if fraction else node  # 1.5 would be a decimal of one place
    kind = node.meta.get(KIND)
    return cast(exp.Literal.string(node.name), _TYPED[kind]) if kind in _TYPED else node


def _division(node: exp.Expr) -> exp.Expr:
    assert isinstance(node, exp.Div)
    right = exp.func("NULLIF", node.expression.copy(), number(0))
    left = node.this.copy() if node.meta.get(WHOLE) else cast(node.this.copy(), "DOUBLE")
    return exp.Div(this=left, expression=right, typed=True, safe=False)


def _cast(node: exp.Expr) -> exp.Expr:
    assert isinstance(node, exp.Cast)
    what = node.this.copy()
    if node.to.is_type("DECIMAL") and not node.to.expressions:
        return cast(what, "DOUBLE")
    if node.to.is_type("TIMESTAMP"):
        return exp.TryCast(this=what, to=exp.DataType.build("TIMESTAMP"))
    if node.to.is_type("TEXT") and node.meta.get(FROM) == "real":  # 2.5 and not 2.5E0
        return exp.Anonymous(this="JSON_FORMAT", expressions=[cast(what, "JSON")])
    return node


def _extract(node: exp.Expr) -> exp.Expr:
    instant = node.expression.copy()
    if node.name.upper() == "EPOCH":
        return exp.Anonymous(this="TO_UNIXTIME", expressions=[instant])
    day = exp.Anonymous(this="DAY_OF_WEEK", expressions=[instant])
    return exp.paren(exp.Mod(this=day, expression=number(7)))


def _like(node: exp.Expr) -> exp.Expr:
    left, right = (exp.Lower(this=n.copy()) for n in (node.this, node.expression))
    return exp.Like(this=left, expression=right)


def _escape(node: exp.Expr) -> exp.Expr:
    return node.this.copy() if not node.expression.name else node


def _now(node: exp.Expr) -> exp.Expr:
    return cast(exp.AtTimeZone(this=exp.CurrentTimestamp(), zone=node.args["zone"].copy()), "TIMESTAMP(6)")


def _md5(node: exp.Expr) -> exp.Expr:
    if isinstance(node.this, exp.Anonymous) and node.this.name == "TO_UTF8":
        return node
    return exp.MD5(this=exp.Anonymous(this="TO_UTF8", expressions=[node.this.copy()]))


def _right(node: exp.Expr) -> exp.Expr:
    text = node.this.copy()
    first = exp.Sub(
        this=exp.Length(this=text.copy()),
        expression=exp.paren(exp.Sub(this=node.expression.copy(), expression=number(1))),
    )
    return exp.Substring(this=text, start=exp.Greatest(this=first, expressions=[number(1)]))


def _table(node: exp.Expr) -> exp.Expr:
    """A schema of one of several catalogues is called `catalogue/schema` here."""
    catalogue, sign, schema = str(node.text("db")).partition("/")
    if not sign:
        return node
    made = node.copy()
    made.set("db", exp.to_identifier(schema, quoted=True))
    made.set("catalog", exp.to_identifier(catalogue, quoted=True))
    return made


_REWRITES: Mapping[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.Literal: _literal,
    exp.Table: _table,
    exp.Collate: bare,
    exp.Div: _division,
    exp.Cast: _cast,
    exp.Extract: _extract,
    exp.ILike: _like,
    exp.Escape: _escape,
    exp.AtTimeZone: _now,
    exp.MD5: _md5,
    exp.Right: _right,
    exp.Trunc: lambda node: exp.Anonymous(this="TRUNCATE", expressions=[node.this.copy()]),
    exp.CTE: not_materialized,
}


def _trino(node: exp.Expr) -> exp.Expr:
    made = _REWRITES.get(type(node))
    return made(node) if made is not None else node


_PLANNING = 10.0
"""Seconds that a query may wait and be planned for, as a busy coordinator needs: its limit is for the work itself."""
_LIMITED = ("execution", "planning", "run")


def _begin(connection: Any, seconds: float) -> None:
    """A transaction that only reads, which Trino itself sees to; whose queries may take so long."""
    from trino.transaction import Transaction

    properties = connection._client_session.properties
    for what in _LIMITED:
        properties.pop(f"query_max_{what}_time", None)
    made = Transaction(connection._create_request())
    request = made.request
    response = request.post("START TRANSACTION READ ONLY")
    while True:
        status = request.process(response)
        if found := response.headers.get("X-Trino-Started-Transaction-Id"):
            made._id = found
        if not status.next_uri:
            break
        response = request.get(status.next_uri)
    request.transaction_id = made.id
    connection._transaction = made
    for what, most in zip(_LIMITED, (seconds, max(seconds, _PLANNING), seconds + _PLANNING), strict=True):
        properties[f"query_max_{what}_time"] = f"{max(1, int(most * 1000))}ms"


def _cancel(connection: Any) -> None:
    cursor = getattr(connection, "last_cursor", None)
    if cursor is not None:
        cursor.cancel()


TRINO = Target(
    name="Trino",
    dialect="trino",
    driver="trino",
    modules=("sqlalchemy", "trino"),
    requirements="requirements-trino.txt",
    example="trino://reader@trino.example.org:8080/sales",
    rewrite=_trino,
    begin=_begin,
    connecting={
        "source": "joinery",
        "max_attempts": 2,
        "request_timeout": 30.0,
        "timezone": "UTC",
    },
    with_password={"http_scheme": "https"},
    cancel=_cancel,
    keeps_cursor=True,
    by_catalogue=True,
    takes_catalogues=True,
    shares=False,
    pings=False,
    hidden=frozenset({"information_schema"}),
    tries_write="EXPLAIN (TYPE VALIDATE) INSERT INTO {table} SELECT * FROM {table}",
)
