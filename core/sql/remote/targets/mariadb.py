"""MariaDB, by PyMySQL. Its texts are compared without regard to case unless each is made binary, which is done here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from hashlib import sha256
from typing import Any

from sqlglot import exp

from core.sql.remote.kinds import KIND, WHOLE, cast, number, refused, text_literal
from core.sql.remote.targets.base import Target, bare, not_materialized

_LONGEST_NAME = 64
_GRANTS = "information_schema"
_ME = "CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')"
_MY_ROLE = "CONCAT('''', CURRENT_ROLE(), '''@''''')"
_GRANTED = (
    f"PRIVILEGE_TYPE IN ('INSERT', 'UPDATE', 'DELETE', 'DROP', 'ALTER') AND (GRANTEE = {_ME} OR GRANTEE = {_MY_ROLE})"
)
_CASTS = {"integer": "BIGINT", "real": "DOUBLE", "decimal": "DOUBLE", "date": "DATE", "datetime": "DATETIME"}


def _column(node: exp.Expr) -> exp.Expr:
    """A text in the connection's collation, which is binary."""
    if node.meta.get(KIND) != "text":
        return node
    made = cast(node.copy(), "TEXT")
    made.meta[KIND] = "text"
    if isinstance(node.parent, exp.Select) and node.arg_key == "expressions":
        return exp.alias_(made, node.name, quoted=True, copy=False)
    return made


def _division(node: exp.Expr) -> exp.Expr:
    assert isinstance(node, exp.Div)
    right = exp.func("NULLIF", node.expression.copy(), number(0))
    if node.meta.get(WHOLE):
        return exp.IntDiv(this=node.this.copy(), expression=right)
    return exp.Div(this=cast(node.this.copy(), "DOUBLE"), expression=right)  # decimals would keep four places


def _cast(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Cast) and node.to.is_type("DECIMAL") and not node.to.expressions:
        return cast(node.this.copy(), "DECIMAL(65, 20)")
    if isinstance(node, exp.Cast) and node.to.is_type("TIMESTAMP"):
        return cast(node.this.copy(), "DATETIME")
    return node


def _extract(node: exp.Expr) -> exp.Expr:
    part, instant = node.name.upper(), node.expression.copy()
    if part == "DOW":
        return exp.paren(exp.Sub(this=exp.Anonymous(this="DAYOFWEEK", expressions=[instant]), expression=number(1)))
    epoch = text_literal("1970-01-01")
    passed = exp.Anonymous(this="TIMESTAMPDIFF", expressions=[exp.var("MICROSECOND"), epoch, instant])
    return exp.paren(exp.Div(this=passed, expression=exp.Literal.number("1e6")))


def _start(node: exp.Expr) -> exp.Expr:
    form = {"DAY": "%Y-%m-%d", "MONTH": "%Y-%m-01", "YEAR": "%Y-01-01"}[node.args["unit"].name.upper()]
    return cast(exp.TimeToStr(this=node.this.copy(), format=text_literal(form)), "DATETIME")


def _filter(node: exp.Expr) -> exp.Expr:
    made: exp.Expr = node.this.copy()
    what = made.this
    test = node.expression.this.copy()
    if isinstance(what, exp.Distinct):
        kept = exp.Case().when(test, what.expressions[0].copy(), copy=False)
        made.set("this", exp.Distinct(expressions=[kept]))
    else:
        value = number(1) if what is None or isinstance(what, exp.Star) else what.copy()
        made.set("this", exp.Case().when(test, value, copy=False))
    return made


def _first(node: exp.Expr) -> exp.Expr:
    """The first of several, in their order."""
    rows: exp.Expr = node.this.unnest()
    if not isinstance(rows, exp.ArrayAgg):
        return node
    order = rows.this
    what = order.this.copy()
    keys = [(k.this.sql(dialect="mysql"), "DESC" if k.args.get("desc") else "ASC") for k in order.expressions]
    told = ", ".join(f"{key} IS NULL, {key} {way}" for key, way in keys)
    column = what.find(exp.Column) or what
    gathered = exp.Anonymous(
        this="JSON_ARRAYAGG", expressions=[exp.var(f"{what.sql(dialect='mysql')} ORDER BY {told} LIMIT 1")]
    )
    value = exp.Anonymous(this="JSON_VALUE", expressions=[gathered, text_literal("$[0]")])
    kind = str(column.meta.get(KIND) or what.meta.get(KIND) or "text")
    return cast(value, _CASTS[kind]) if kind in _CASTS else value


def _trim(node: exp.Expr) -> exp.Expr:
    signs = node.args.get("expression")
    if signs is None or (isinstance(signs, exp.Literal) and len(signs.name) == 1):
        return node
    if not isinstance(signs, exp.Literal):
        raise refused("TRIM of signs that are not written out")
    any_of = "[" + "".join(f"\\{s}" if s in "\\]^-" else s for s in signs.name) + "]+"
    ends = {"LEADING": (f"^{any_of}",), "TRAILING": (f"{any_of}$",)}
    text: exp.Expr = node.this.copy()
    for pattern in ends.get(str(node.args.get("position") or ""), (f"^{any_of}", f"{any_of}$")):
        text = exp.Anonymous(
            this="REGEXP_REPLACE", expressions=[text, text_literal(f"(?-i){pattern}"), text_literal("")]
        )
    return text


def _like(node: exp.Expr) -> exp.Expr:
    left, right = (exp.Lower(this=n.copy()) for n in (node.this, node.expression))
    return exp.Like(this=left, expression=right)


def _found(node: exp.Expr) -> exp.Expr:
    found = exp.Anonymous(this="REGEXP_SUBSTR", expressions=[node.this.copy(), node.expression.copy()])
    return exp.func("NULLIF", found, text_literal(""))


def _matches(node: exp.Expr) -> exp.Expr:
    place = exp.Anonymous(this="REGEXP_INSTR", expressions=[node.this.copy(), node.expression.copy()])
    return exp.paren(exp.GT(this=place, expression=number(0)))


def _join(node: exp.Expr) -> exp.Expr:
    if node.args.get("side") == "FULL":
        raise refused("FULL JOIN")
    return node


def _neighbour(node: exp.Expr) -> exp.Expr:
    if node.args.get("default") is not None:
        raise refused(f"{node.key.upper()} with a default")
    return node


def _subquery(node: exp.Expr) -> exp.Expr:
    """A query in FROM calls its columns itself: there are no names after the alias."""
    alias = node.args.get("alias")
    if alias is None or not alias.args.get("columns") or isinstance(node.parent, exp.CTE):
        return node
    inner = node.this
    while isinstance(inner, exp.SetOperation | exp.Subquery):
        inner = inner.this
    named = []
    for item, name in zip(inner.expressions, alias.args["columns"], strict=False):
        named.append(exp.alias_(item.unalias().copy(), name.copy(), copy=False))
    inner.set("expressions", named)
    alias.set("columns", None)
    return node


def _within(node: exp.Expr) -> exp.Expr:
    """IN (SELECT … LIMIT …) only one query deeper."""
    query = node.args.get("query")
    if query is not None and query.find(exp.Limit):
        inner = exp.Subquery(this=query.unnest().copy(), alias=exp.TableAlias(this=exp.to_identifier("some")))
        node.set("query", exp.Subquery(this=exp.select("*").from_(inner)))
    return node


def _ended(node: exp.Expr) -> exp.Expr:
    if node.args.get("offset") is not None and node.args.get("limit") is None:
        node.set("limit", exp.Limit(expression=exp.Literal.number("18446744073709551615")))
    return node


def _name(node: exp.Expr) -> exp.Expr:
    if len(node.name) > _LONGEST_NAME:
        node.set("this", f"{node.name[:40]} {sha256(node.name.encode()).hexdigest()[:16]}")
    return node


_REWRITES: Mapping[type[exp.Expr], Callable[[exp.Expr], exp.Expr]] = {
    exp.Column: _column,
    exp.Collate: bare,
    exp.AnyValue: bare,
    exp.Div: _division,
    exp.Cast: _cast,
    exp.Extract: _extract,
    exp.TimestampTrunc: _start,
    exp.AtTimeZone: lambda node: exp.Anonymous(this="UTC_TIMESTAMP", expressions=[number(6)]),
    exp.Filter: _filter,
    exp.Bracket: _first,
    exp.Trim: _trim,
    exp.ILike: _like,
    exp.RegexpExtract: _found,
    exp.RegexpLike: _matches,
    exp.Join: _join,
    exp.Lag: _neighbour,
    exp.Lead: _neighbour,
    exp.Subquery: _subquery,
    exp.In: _within,
    exp.Select: _ended,
    exp.Union: _ended,
    exp.Identifier: _name,
    exp.CTE: not_materialized,
}


def _mariadb(node: exp.Expr) -> exp.Expr:
    made = _REWRITES.get(type(node))
    return made(node) if made is not None else node


def _kill(connection: Any) -> None:
    """End its query by way of another connection."""
    tls = {"ssl": connection.ctx} if getattr(connection, "ssl", False) else {}
    user = connection.user.decode() if isinstance(connection.user, bytes) else connection.user
    again = {"host": connection.host, "port": connection.port, "user": user, "password": connection.password}
    with closing(type(connection)(**again, **tls, connect_timeout=5)) as other:
        other.cursor().execute(f"KILL QUERY {int(connection.thread_id())}")


def _abandon(cursor: Any) -> None:
    cursor._result.unbuffered_active = False


MARIADB = Target(
    name="MariaDB",
    dialect="mysql",
    driver="mariadb+pymysql",
    modules=("sqlalchemy", "pymysql"),
    requirements="requirements-mariadb.txt",
    example="mariadb://reader@db.example.org:3306/sales",
    rewrite=_mariadb,
    session=(
        "SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin",
        "SET SESSION sql_mode = 'PIPES_AS_CONCAT'",
        "SET SESSION time_zone = '+00:00'",
        "SET SESSION join_cache_level = 4",
        "SET SESSION lock_wait_timeout = 5",
        "SET SESSION innodb_lock_wait_timeout = 5",
        "SET SESSION group_concat_max_len = 1000000",
        "SET SESSION max_recursive_iterations = 10000000",
        "SET SESSION TRANSACTION READ ONLY",
    ),
    transaction=("SET SESSION max_statement_time = {ms} / 1000",),
    connecting={"connect_timeout": 5, "read_timeout": 400, "charset": "utf8mb4", "local_infile": False},
    cancel=_kill,
    abandon=_abandon,
    shares=False,
    hidden=frozenset({"information_schema", "mysql", "performance_schema", "sys"}),
    sample="(SELECT * FROM {table} LIMIT {rows}) AS sample",
    can_write=(
        f"SELECT (SELECT COUNT(*) FROM {_GRANTS}.USER_PRIVILEGES WHERE {_GRANTED}) + "
        f"(SELECT COUNT(*) FROM {_GRANTS}.SCHEMA_PRIVILEGES WHERE {_GRANTED} AND {{schema}} LIKE TABLE_SCHEMA) + "
        f"(SELECT COUNT(*) FROM {_GRANTS}.TABLE_PRIVILEGES WHERE {_GRANTED} AND {{schema}} = TABLE_SCHEMA "
        "AND {name} = TABLE_NAME)"
    ),
)
