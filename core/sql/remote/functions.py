"""The functions that a query may use on another engine, each with SQLite's meaning; all others are refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from sqlglot import exp

from core.sql.remote.kinds import (
    NUMBERS,
    TIMES,
    Kind,
    Made,
    as_instant,
    as_integer,
    as_number,
    as_text,
    as_value,
    cast,
    fractional,
    number,
    refused,
    same_kind,
    text_literal,
    unified,
)

Inner = Callable[[exp.Expr], Made]
"""Translates an operand."""

_SHIFT = re.compile(r"([+-]?\d+)\s+(day|month|year|hour|minute|second)s?", re.I)
_START = re.compile(r"start of (day|month|year)", re.I)
_PARTS = re.compile(r"(?:%[YmdHMSj]|[^%A-Za-z\"\\])*")
"""Formats that mean the same to the engines' own functions."""
_JULIAN_1970 = "2440587.5"


def only(node: exp.Expr, known: frozenset[str]) -> None:
    """Refuse a node that says more than what is translated: nothing may be dropped silently, or copied unseen."""
    if more := sorted(k for k, v in node.args.items() if v and k not in known):
        raise refused(f"{node.key.upper()} with {', '.join(more).upper()}")


def function(node: exp.Func, inner: Inner) -> Made:
    """A function call in the engine's terms. Raises QueryRefused for one that is not known to be harmless and alike."""
    made = _KNOWN.get(type(node))
    if made is not None:
        return made(node, inner)
    if isinstance(node, exp.Anonymous):
        by_name = _NAMED.get(node.name.lower())
        if by_name is not None:
            return by_name([inner(e) for e in node.expressions])
        raise refused(f"The function {node.name.upper()}")
    raise refused(f"The function {node.sql_name()}")


# --- numbers


def _abs(node: exp.Func, inner: Inner) -> Made:
    found = as_number(inner(node.this))
    return Made(exp.Abs(this=found.node), found.kind)


def _round(node: exp.Func, inner: Inner) -> Made:
    places = node.args.get("decimals")
    exact = cast(as_number(inner(node.this)).node, "DECIMAL")
    rounded = exp.Round(this=exact, decimals=as_integer(inner(places)) if places is not None else None)
    return Made(cast(rounded, "DOUBLE"), "real")


def _double(kind: type[exp.Func]) -> Callable[[exp.Func, Inner], Made]:
    def made(node: exp.Func, inner: Inner) -> Made:
        args = {
            k: fractional(inner(v)) for k, v in node.args.items() if isinstance(v, exp.Expr) and k != "ignore_nulls"
        }
        return Made(kind(**args), "real")

    return made


def _extreme(node: exp.Func, inner: Inner) -> Made:
    parts, kind = unified([inner(node.this), *map(inner, node.expressions)])
    nothing = exp.or_(*(p.copy().is_(exp.null()) for p in parts))
    found = type(node)(this=parts[0], expressions=parts[1:], ignore_nulls=True)
    return Made(exp.Case().when(nothing.not_(), found), kind)


# --- texts


def _texts(kind: Kind) -> Callable[[exp.Func, Inner], Made]:
    """A function whose operands are all texts."""

    def made(node: exp.Func, inner: Inner) -> Made:
        copy = node.copy()
        for name, value in node.args.items():
            if isinstance(value, exp.Expr):
                copy.set(name, as_text(inner(value)))
        return Made(copy, kind)

    return made


def _substring(node: exp.Func, inner: Inner) -> Made:
    text = as_text(inner(node.this))
    start, length = node.args.get("start"), node.args.get("length")
    width = as_integer(inner(length)) if length is not None else None
    if isinstance(start, exp.Neg) and isinstance(start.this, exp.Literal):
        tail: exp.Expr = exp.Right(this=text, expression=start.this.copy())
        return Made(exp.Left(this=tail, expression=width) if width is not None else tail, "text")
    at = as_integer(inner(start)) if start is not None else number(1)
    return Made(exp.Substring(this=text, start=at, length=width), "text")


def _position(node: exp.Func, inner: Inner) -> Made:
    found = exp.StrPosition(this=as_text(inner(node.this)), substr=as_text(inner(node.args["substr"])))
    return Made(found, "integer")


def _concat(node: exp.Func, inner: Inner) -> Made:
    parts = [as_text(inner(e)) for e in node.expressions]
    if not isinstance(node, exp.ConcatWs):
        parts = [exp.Coalesce(this=p, expressions=[text_literal("")]) for p in parts]
        found = parts[0]
        for part in parts[1:]:
            found = exp.DPipe(this=found, expression=part, safe=True)
        return Made(found, "text")
    return Made(exp.ConcatWs(expressions=parts), "text")


# --- choices


def _coalesce(node: exp.Func, inner: Inner) -> Made:
    parts, kind = unified([inner(node.this), *map(inner, node.expressions)])
    return Made(exp.Coalesce(this=parts[0], expressions=parts[1:]), kind)


def _nullif(node: exp.Func, inner: Inner) -> Made:
    first = as_value(inner(node.this))
    left, right, kind = same_kind(first, inner(node.expression))
    return Made(exp.Nullif(this=left, expression=right), kind)


def _cast(node: exp.Func, inner: Inner) -> Made:
    made, to = inner(node.this), node.args["to"]
    if to.is_type(*exp.DataType.INTEGER_TYPES):
        return Made(as_integer(made), "integer")
    if to.is_type(*exp.DataType.TEXT_TYPES):
        return Made(as_text(made), "text")
    if to.is_type(*exp.DataType.FLOAT_TYPES):
        return Made(fractional(made), "real")
    if to.is_type(*exp.DataType.REAL_TYPES):
        return as_number(made)
    if to.is_type("DATE"):  # its affinity is numeric: the year
        return Made(as_integer(Made(as_text(made), "text")), "integer")
    raise refused(f"CAST to {to.sql()}")


# --- dates


def _shifted(instant: exp.Expr, modifiers: Sequence[Made]) -> exp.Expr:
    for made in modifiers:
        said = (made.literal or "").strip()
        if said.lower() in ("utc", "localtime"):
            continue
        if found := _START.fullmatch(said):
            instant = exp.TimestampTrunc(this=instant, unit=exp.var(found[1].upper()))
        elif found := _SHIFT.fullmatch(said):
            step = exp.Interval(this=text_literal(found[1].removeprefix("+")), unit=exp.var(found[2].upper()))
            instant = exp.Add(this=instant, expression=step)
        else:
            raise refused(f"The change of a date by “{said or '…'}”")
    return instant


def _formatted(form: str) -> Callable[[Sequence[Made]], Made]:
    def made(operands: Sequence[Made]) -> Made:
        if not operands:
            operands = [Made(text_literal("now"), "text")]
        instant = _shifted(as_instant(operands[0]), operands[1:])
        return Made(exp.TimeToStr(this=instant, format=text_literal(form)), "text")

    return made


def _date(node: exp.Func, inner: Inner) -> Made:
    operands = [node.this, *(node.args.get("expressions") or ())]
    return _formatted("%Y-%m-%d")([inner(o) for o in operands if o is not None])


def _strftime(node: exp.Func, inner: Inner) -> Made:
    moment = node.this.this if isinstance(node.this, exp.TsOrDsToTimestamp) else node.this
    return _in_form(node.args["format"].name, as_instant(inner(moment)))


def _strftime_named(operands: Sequence[Made]) -> Made:
    if len(operands) < 2 or operands[0].literal is None:
        raise refused("STRFTIME in this form")
    return _in_form(operands[0].literal, _shifted(as_instant(operands[1]), operands[2:]))


def _in_form(form: str, instant: exp.Expr) -> Made:
    if form == "%s":
        return Made(cast(cast(exp.Floor(this=_epoch(instant)), "BIGINT"), "TEXT"), "text")
    if form == "%w":
        return Made(cast(cast(exp.Extract(this=exp.var("DOW"), expression=instant), "INT"), "TEXT"), "text")
    if not _PARTS.fullmatch(form):
        raise refused(f"The form of a date “{form}”")
    return Made(exp.TimeToStr(this=instant, format=text_literal(form)), "text")


def _epoch(instant: exp.Expr) -> exp.Expr:
    return exp.Extract(this=exp.var("EPOCH"), expression=instant)


def _julian(operands: Sequence[Made]) -> Made:
    operands = operands or [Made(text_literal("now"), "text")]
    days = exp.Div(
        this=cast(_epoch(_shifted(as_instant(operands[0]), operands[1:])), "DOUBLE"),
        expression=exp.Literal.number("86400.0"),
    )
    return Made(exp.paren(exp.Add(this=days, expression=exp.Literal.number(_JULIAN_1970))), "real")


def _today(node: exp.Func, inner: Inner) -> Made:
    form = {exp.CurrentDate: "%Y-%m-%d", exp.CurrentTime: "%H:%M:%S"}.get(type(node), "%Y-%m-%d %H:%M:%S")
    return _formatted(form)([])


# --- aggregates


def _operand(node: exp.Expr, inner: Inner, turn: Callable[[Made], Made]) -> tuple[exp.Expr, Kind]:
    """What an aggregate sums up, also behind DISTINCT."""
    if isinstance(node, exp.Distinct):
        if len(node.expressions) != 1:
            raise refused("An aggregate over several distinct columns")
        made = turn(inner(node.expressions[0]))
        return exp.Distinct(expressions=[made.node]), made.kind
    made = turn(inner(node))
    return made.node, made.kind


def _count(node: exp.Func, inner: Inner) -> Made:
    if isinstance(node.this, exp.Star) or node.this is None:
        return Made(exp.Count(this=exp.Star(), big_int=True), "integer")
    what, _ = _operand(node.this, inner, _counted)
    return Made(exp.Count(this=what, big_int=True), "integer")


def _counted(made: Made) -> Made:
    return Made(as_text(made), "text") if made.kind == "other" else made


def _sum(node: exp.Func, inner: Inner) -> Made:
    what, kind = _operand(node.this, inner, as_number)
    total = exp.Sum(this=what)
    return Made(cast(total, "BIGINT"), "integer") if kind == "integer" else Made(total, kind)


def _avg(node: exp.Func, inner: Inner) -> Made:
    what, _ = _operand(node.this, inner, lambda m: Made(fractional(m), "real"))
    return Made(exp.Avg(this=what), "real")


def _total(operands: Sequence[Made]) -> Made:
    summed = exp.Sum(this=fractional(operands[0]))
    return Made(exp.Coalesce(this=summed, expressions=[exp.Literal.number("0.0")]), "real")


def _least(node: exp.Func, inner: Inner) -> Made:
    what, kind = _operand(node.this, inner, _ordered)
    return Made(type(node)(this=what), kind)


def _ordered(made: Made) -> Made:
    made = as_value(made)
    return made if made.kind in NUMBERS | TIMES | {"null"} else Made(in_code_order(as_text(made)), "text")


def in_code_order(node: exp.Expr) -> exp.Expr:
    """A text that is compared sign by sign by their numbers, as SQLite does, and not as in a dictionary."""
    return exp.Collate(this=node, expression=exp.to_identifier("C", quoted=True))


def _joined(node: exp.Func, inner: Inner) -> Made:
    what, _ = _operand(node.this, inner, lambda m: Made(as_text(m), "text"))
    separator = node.args.get("separator")
    if separator is not None and not isinstance(separator, exp.Literal):
        raise refused("GROUP_CONCAT with a separator that is worked out")
    return Made(exp.GroupConcat(this=what, separator=separator or text_literal(",")), "text")


# --- windows


def _numbered(node: exp.Func, inner: Inner) -> Made:
    only(node, frozenset())
    return Made(node.copy(), "integer")


def _neighbour(node: exp.Func, inner: Inner) -> Made:
    only(node, frozenset({"this", "offset", "default"}))
    if not isinstance(node.args.get("offset"), exp.Literal | None):
        raise refused("A distance between rows that is worked out")
    made = as_value(inner(node.this))
    copy = node.copy()
    copy.set("this", made.node)
    if (default := node.args.get("default")) is not None:
        copy.set("default", as_value(inner(default)).node)
    return Made(copy, made.kind)


_KNOWN: Mapping[type[exp.Expr], Callable[[exp.Func, Inner], Made]] = {
    exp.Abs: _abs,
    exp.Round: _round,
    **{kind: _double(kind) for kind in (exp.Sqrt, exp.Pow, exp.Ln, exp.Exp, exp.Floor, exp.Ceil, exp.Sign)},
    exp.Greatest: _extreme,
    exp.Least: _extreme,
    exp.Lower: _texts("text"),
    exp.Upper: _texts("text"),
    exp.Trim: _texts("text"),
    exp.Replace: _texts("text"),
    exp.Length: _texts("integer"),
    exp.Substring: _substring,
    exp.StrPosition: _position,
    exp.Concat: _concat,
    exp.ConcatWs: _concat,
    exp.Coalesce: _coalesce,
    exp.Nullif: _nullif,
    exp.Cast: _cast,
    exp.Date: _date,
    exp.TimeToStr: _strftime,
    exp.CurrentDate: _today,
    exp.CurrentTime: _today,
    exp.CurrentTimestamp: _today,
    exp.Count: _count,
    exp.Sum: _sum,
    exp.Avg: _avg,
    exp.Min: _least,
    exp.Max: _least,
    exp.GroupConcat: _joined,
    **dict.fromkeys((exp.RowNumber, exp.Rank, exp.DenseRank), _numbered),
    **dict.fromkeys((exp.Lag, exp.Lead, exp.FirstValue, exp.LastValue), _neighbour),
}

_NAMED: Mapping[str, Callable[[Sequence[Made]], Made]] = {
    "date": _formatted("%Y-%m-%d"),
    "datetime": _formatted("%Y-%m-%d %H:%M:%S"),
    "time": _formatted("%H:%M:%S"),
    "strftime": _strftime_named,
    "julianday": _julian,
    "total": _total,
}
