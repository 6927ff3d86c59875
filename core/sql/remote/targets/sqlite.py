"""An SQLite file. What people ask goes to it as it is; only our own questions are translated."""

from __future__ import annotations

from sqlglot import exp

from core.sql.remote.targets.base import Target


def _sqlite(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Collate):
        return exp.Collate(this=node.this, expression=exp.to_identifier("BINARY"))
    if isinstance(node, exp.Subquery) and isinstance(node.parent, exp.SetOperation) and not node.alias:
        return exp.Select(expressions=[exp.Star()]).from_(node.copy())
    if isinstance(node, exp.Trunc):
        return exp.Cast(this=node.this, to=exp.DataType.build("BIGINT"))
    if isinstance(node, exp.TimeToStr):  # a date is text there already
        return node.args["this"]  # type: ignore[no-any-return]
    if isinstance(node, exp.Ordered):
        node.set("nulls_first", not node.args.get("desc"))  # its own way: nothing to write out
    return node


SQLITE = Target(
    name="SQLite",
    dialect="sqlite",
    driver="sqlite",
    modules=(),
    requirements="",
    example="sqlite:////folder/accounts.sqlite",
    rewrite=_sqlite,
    is_file=True,
    ends_itself=False,
    sample="(SELECT * FROM {table} LIMIT {rows}) AS sample",
)
