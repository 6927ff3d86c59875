"""The expressions of a query in another engine's terms: comparisons, arithmetic, conditions and choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sqlglot import exp

from core.errors import QueryRefused
from core.sql.remote.functions import function, in_code_order, only
from core.sql.remote.kinds import (
    NUMBERS,
    WHOLE,
    Kind,
    Made,
    as_condition,
    as_integer,
    as_number,
    as_text,
    as_value,
    cast,
    refused,
    same_kind,
    text_literal,
    unified,
)
from core.sql.remote.names import Ctes, Frames, Outputs, column

_BINARY = frozenset({"this", "expression", "typed", "safe", "negate"})
_ORDERED = (exp.GT, exp.GTE, exp.LT, exp.LTE)
Queries = Callable[[exp.Expr, Ctes, Frames], tuple[exp.Expr, Outputs]]


class Expressions:
    """Translates the expressions of one SELECT, whose names are in `frames`; `query` translates those within."""

    def __init__(self, query: Queries, ctes: Ctes, frames: Frames) -> None:
        self._query, self._ctes, self._frames = query, ctes, frames

    def __call__(self, node: exp.Expr) -> Made:
        if isinstance(node, exp.Binary) and not isinstance(node, exp.Func):
            only(node, _BINARY)
        for kind, make in _MAKERS.items():
            if isinstance(node, kind):
                return make(self, node)
        if isinstance(node, exp.Func):
            return function(node, self)
        raise refused(node.key.upper())

    def value(self, node: exp.Expr) -> Made:
        """As it stands in a row."""
        return as_value(self(node))

    def condition(self, node: exp.Expr) -> exp.Expr:
        return as_condition(self(node))

    def ordered(self, made: Made) -> exp.Expr:
        """As rows are sorted by it."""
        made = as_value(made)
        if made.kind == "text" and made.literal is None:
            return in_code_order(made.node)
        return as_text(made) if made.kind in ("other", "boolean") else made.node

    # --- leaves

    def _literal(self, node: exp.Expr) -> Made:
        if node.args.get("is_string"):
            return Made(node.copy(), "text")
        return Made(node.copy(), "integer" if node.name.isdigit() else "real")

    def _null(self, node: exp.Expr) -> Made:
        return Made(exp.null(), "null")

    def _truth(self, node: exp.Expr) -> Made:
        return Made(exp.Literal.number(1 if node.this else 0), "integer")

    def _column(self, node: exp.Expr) -> Made:
        if isinstance(node.this, exp.Star):
            raise QueryRefused("A star stands alone, not within an expression.", "Name the columns.")
        assert isinstance(node, exp.Column)
        return column(node, self._frames)

    def _paren(self, node: exp.Expr) -> Made:
        made = self(node.this)
        return Made(exp.Paren(this=made.node), made.kind)

    def _subquery(self, node: exp.Expr) -> Made:
        query, outputs = self._query(node, self._ctes, self._frames)
        if not isinstance(query, exp.Subquery):
            query = exp.Subquery(this=query)
        return Made(query, outputs.columns[0][1] if outputs.columns else "other")

    def _exists(self, node: exp.Expr) -> Made:
        return Made(exp.Exists(this=self._query(node.this, self._ctes, self._frames)[0]), "condition")

    # --- numbers

    def _neg(self, node: exp.Expr) -> Made:
        made = as_number(self(node.this))
        return Made(exp.Neg(this=made.node), made.kind)

    def _arithmetic(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.Binary)
        left, right = as_number(self(node.left)), as_number(self(node.right))
        kind = _result(left.kind, right.kind)
        first = left.node
        if isinstance(node, exp.Mul) and kind == "integer":
            first = cast(first, "BIGINT")
        if isinstance(node, exp.Div):
            safe = right.literal is None or not right.literal.strip("0.")  # what is divided by 0 is null
            divided = exp.Div(this=first, expression=right.node, typed=True, safe=safe)
            divided.meta[WHOLE] = kind == "integer"
            return Made(divided, kind)
        return Made(type(node)(this=first, expression=right.node), kind)

    def _mod(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.Mod)
        left, right = as_integer(self(node.left)), as_integer(self(node.right))
        return Made(exp.Mod(this=left, expression=exp.Nullif(this=right, expression=exp.Literal.number(0))), "integer")

    # --- texts

    def _pipe(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.Binary)
        left, right = as_text(self(node.left)), as_text(self(node.right))
        return Made(exp.DPipe(this=left, expression=right, safe=True), "text")

    def _like(self, node: exp.Expr, escape: exp.Expr | None = None) -> Made:
        assert isinstance(node, exp.Binary)
        left, pattern = self(node.left), self(node.right)
        found: exp.Expr = exp.ILike(this=as_text(left), expression=as_text(pattern))
        if escape is not None:
            found = exp.Escape(this=found, expression=escape.copy())
        elif pattern.literal is None or "\\" in pattern.literal:
            found = exp.Escape(this=found, expression=text_literal(""))
        return Made(exp.Not(this=found) if node.args.get("negate") else found, "condition")

    def _escape(self, node: exp.Expr) -> Made:
        if not isinstance(node.this, exp.Like) or not isinstance(node.expression, exp.Literal):
            raise refused("ESCAPE")
        return self._like(node.this, node.expression)

    def _glob(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.Glob)
        pattern = self(node.right).literal
        if pattern is None:
            raise refused("GLOB without a written pattern")
        signs = re.findall(r"\[\^?\]?[^\]]*\]|.", pattern, re.DOTALL)
        simple = {"*": ".*", "?": "."}
        body = "".join(s if len(s) > 1 else simple.get(s, re.escape(s)) for s in signs)
        return Made(
            exp.RegexpLike(this=as_text(self(node.left)), expression=text_literal(f"^{body}$")),
            "condition",
        )

    def _collate(self, node: exp.Expr) -> Made:
        name, text = node.args["expression"].name.upper(), as_text(self(node.this))
        if name == "NOCASE":
            return Made(exp.Lower(this=text), "text")
        if name in ("BINARY", "RTRIM"):
            return Made(exp.Trim(this=text, position="TRAILING") if name == "RTRIM" else text, "text")
        raise refused(f"The collation {name}")

    # --- conditions

    def _comparison(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.Binary)
        if isinstance(node.left, exp.Tuple) or isinstance(node.right, exp.Tuple):
            raise refused("The comparison of several columns at once")
        left, right = self(node.left), self(node.right)
        for a, b in ((node.left, right), (node.right, left)):
            if isinstance(a, exp.Collate) and b.kind == "text":
                left, right = (
                    Made(exp.Lower(this=m.node) if not isinstance(n, exp.Collate) else m.node, "text")
                    for m, n in ((left, node.left), (right, node.right))
                )
                break
        one, other, kind = same_kind(left, right)
        if isinstance(node, _ORDERED) and kind == "text":
            one = in_code_order(one)
        return Made(type(node)(this=one, expression=other), "condition")

    def _is(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.Is)
        if isinstance(node.right, exp.Null):
            return Made(exp.Is(this=as_value(self(node.left)).node, expression=exp.null()), "condition")
        if isinstance(node.right, exp.Boolean):
            truth = exp.Is(this=exp.paren(self.condition(node.left)), expression=node.right.copy())
            return Made(truth, "condition")
        one, other, _ = same_kind(self(node.left), self(node.right))
        return Made(exp.NullSafeEQ(this=one, expression=other), "condition")

    def _between(self, node: exp.Expr) -> Made:
        low = exp.GTE(this=node.this, expression=node.args["low"])
        high = exp.LTE(this=node.this, expression=node.args["high"])
        lower, upper = self._comparison(low).node, self._comparison(high).node
        if lower.this == upper.this:
            return Made(exp.Between(this=lower.this, low=lower.expression, high=upper.expression), "condition")
        return Made(exp.paren(exp.And(this=lower, expression=upper)), "condition")

    def _in(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.In)
        if isinstance(node.this, exp.Tuple):
            return self._several_in(node, [as_value(self(e)) for e in node.this.expressions])
        what = as_value(self(node.this))
        query = node.args.get("query")
        if query is None and isinstance(field := node.args.get("field"), exp.Column):
            query = exp.Subquery(this=exp.select("*").from_(exp.Table(this=field.this.copy())))
        if query is None:
            pairs = [same_kind(what, self(e)) for e in node.expressions]
            if not pairs:
                return Made(exp.EQ(this=exp.Literal.number(1), expression=exp.Literal.number(0)), "condition")
            if len({p[0] for p in pairs}) == 1:
                return Made(exp.In(this=pairs[0][0], expressions=[p[1] for p in pairs]), "condition")
            return Made(
                exp.paren(exp.or_(*(exp.EQ(this=one, expression=other) for one, other, _ in pairs))), "condition"
            )
        inner, outputs = self._query(query, self._ctes, self._frames)
        if not isinstance(inner, exp.Subquery):
            inner = exp.Subquery(this=inner)
        kind: Kind = outputs.columns[0][1] if outputs.columns else "other"
        if kind != what.kind and not {kind, what.kind} <= NUMBERS and "null" not in (kind, what.kind):
            name = exp.to_identifier("value", quoted=True)
            theirs = Made(exp.column(name.copy(), table=exp.to_identifier("those", quoted=True)), kind)
            one, other, _ = same_kind(what, theirs)
            source = exp.Subquery(
                this=inner.this,
                alias=exp.TableAlias(this=exp.to_identifier("those", quoted=True), columns=[name]),
            )
            inner = exp.Subquery(this=exp.Select(expressions=[other]).from_(source))
            return Made(exp.In(this=one, query=inner), "condition")
        return Made(exp.In(this=what.node, query=inner), "condition")

    def _several_in(self, node: exp.In, what: list[Made]) -> Made:
        """Several columns at once among the rows of a query, of the same kinds."""
        query = node.args.get("query")
        if query is None:
            raise refused("IN with several columns at once and a list")
        inner, outputs = self._query(query, self._ctes, self._frames)
        if len(outputs.columns) != len(what):
            raise QueryRefused("The query within IN has not as many columns.", "Name as many on both sides.")
        for made, (_, kind) in zip(what, outputs.columns, strict=True):
            if made.kind != kind and not {made.kind, kind} <= NUMBERS:
                raise refused("IN with several columns of different kinds")
        found = inner if isinstance(inner, exp.Subquery) else exp.Subquery(this=inner)
        return Made(exp.In(this=exp.Tuple(expressions=[m.node for m in what]), query=found), "condition")

    def _both(self, node: exp.Expr) -> Made:
        assert isinstance(node, exp.And | exp.Or)
        return Made(
            type(node)(this=self.condition(node.left), expression=self.condition(node.right)),
            "condition",
        )

    def _not(self, node: exp.Expr) -> Made:
        return Made(exp.Not(this=self.condition(node.this)), "condition")

    # --- choices and windows

    def _case(self, node: exp.Expr) -> Made:
        subject = node.args.get("this")
        tests = []
        for branch in node.args["ifs"]:
            test = branch.this if subject is None else exp.EQ(this=subject, expression=branch.this)
            tests.append(self.condition(test))
        results = [self(branch.args["true"]) for branch in node.args["ifs"]]
        default = node.args.get("default")
        return _chosen(tests, results, self(default) if default is not None else None)

    def _if(self, node: exp.Expr) -> Made:
        default = node.args.get("false")
        return _chosen(
            [self.condition(node.this)], [self(node.args["true"])], self(default) if default is not None else None
        )

    def _filter(self, node: exp.Expr) -> Made:
        made = self(node.this)
        where = exp.Where(this=self.condition(node.expression.this))
        if isinstance(made.node, exp.Cast):  # a sum of whole numbers
            made.node.set("this", exp.Filter(this=made.node.this, expression=where))
            return made
        return Made(exp.Filter(this=made.node, expression=where), made.kind)

    def _window(self, node: exp.Expr) -> Made:
        made = self(node.this)
        only(node, frozenset({"this", "partition_by", "order", "spec", "over"}))
        if (spec := node.args.get("spec")) is not None and any(
            isinstance(v, exp.Expr) and not isinstance(v, exp.Literal) for v in spec.args.values()
        ):
            raise refused("A window's frame in this form")
        around = node.copy()
        around.set("partition_by", [self.value(p).node for p in node.args.get("partition_by") or ()])
        if (order := node.args.get("order")) is not None:
            keys = []
            for ordered in order.expressions:
                copy = ordered.copy()
                copy.set("this", self.ordered(self(ordered.this)))
                keys.append(copy)
            around.set("order", exp.Order(expressions=keys))
        target = made.node
        if isinstance(target, exp.Cast):
            around.set("this", target.this)
            return Made(exp.Cast(this=around, to=target.args["to"]), made.kind)
        around.set("this", target)
        return Made(around, made.kind)


def _result(left: Kind, right: Kind) -> Kind:
    kinds = {left, right} - {"null"}
    if kinds <= {"integer"}:
        return "integer"
    return "real" if "real" in kinds else "decimal"


def _chosen(tests: list[exp.Expr], results: list[Made], default: Made | None) -> Made:
    nodes, kind = unified([*results, *([default] if default is not None else [])])
    found = exp.Case()
    for test, node in zip(tests, nodes, strict=False):
        found = found.when(test, node, copy=False)
    if default is not None:
        found = found.else_(nodes[-1], copy=False)
    return Made(found, kind)


_MAKERS: Mapping[type[exp.Expr], Callable[[Expressions, exp.Expr], Made]] = {
    exp.Literal: Expressions._literal,
    exp.Null: Expressions._null,
    exp.Boolean: Expressions._truth,
    exp.Column: Expressions._column,
    exp.Paren: Expressions._paren,
    exp.Exists: Expressions._exists,
    exp.Query: Expressions._subquery,
    exp.Neg: Expressions._neg,
    exp.Mod: Expressions._mod,
    exp.Add: Expressions._arithmetic,
    exp.Sub: Expressions._arithmetic,
    exp.Mul: Expressions._arithmetic,
    exp.Div: Expressions._arithmetic,
    exp.DPipe: Expressions._pipe,
    exp.Like: Expressions._like,
    exp.Escape: Expressions._escape,
    exp.Glob: Expressions._glob,
    exp.Collate: Expressions._collate,
    exp.EQ: Expressions._comparison,
    exp.NEQ: Expressions._comparison,
    exp.GT: Expressions._comparison,
    exp.GTE: Expressions._comparison,
    exp.LT: Expressions._comparison,
    exp.LTE: Expressions._comparison,
    exp.NullSafeEQ: Expressions._comparison,
    exp.NullSafeNEQ: Expressions._comparison,
    exp.Is: Expressions._is,
    exp.Between: Expressions._between,
    exp.In: Expressions._in,
    exp.And: Expressions._both,
    exp.Or: Expressions._both,
    exp.Not: Expressions._not,
    exp.Case: Expressions._case,
    exp.If: Expressions._if,
    exp.Filter: Expressions._filter,
    exp.Window: Expressions._window,
}
