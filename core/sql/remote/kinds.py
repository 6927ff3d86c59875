"""What a value is while a query is translated, and how it becomes what SQLite would make of it there.

SQLite compares and calculates with whatever it meets; other engines refuse to mix types. So each expression carries its
kind, and is turned into another one where SQLite would do that silently (sqlite.org/datatype3.html).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from sqlglot import exp

from core.errors import QueryRefused

Kind = Literal[
    "integer", "real", "decimal", "text", "boolean", "condition", "date", "datetime", "time", "other", "null"
]
"""`condition` is a truth that the query makes, 1 or 0 in SQLite; `boolean` a column of that type, 'true' or 'false' as
text; `other` a type that people read as text: uuid, json, arrays."""

NUMBERS: frozenset[Kind] = frozenset({"integer", "real", "decimal"})
TIMES: frozenset[Kind] = frozenset({"date", "datetime", "time"})

KIND = "kind"
"""In a column's `meta`: its kind."""
FROM = "from"
"""In a cast's `meta`: the kind of what is cast."""
WHOLE = "whole"
"""In a division's `meta`: it gives a whole number, cut, where both sides are."""

_NUMBER = r"^\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_WHOLE = rf"{_NUMBER}\s*$"
_INTEGER = r"^\s*[+-]?[0-9]+"
_INSTANT = r"^[0-9]{4}-[01][0-9]-[0-3][0-9](?:[ T][0-2][0-9]:[0-5][0-9]|$)"
_FORMS: dict[Kind, str] = {"date": "%Y-%m-%d", "datetime": "%Y-%m-%d %H:%M:%S", "time": "%H:%M:%S"}
_READ: Mapping[Kind, Callable[[str], object]] = {
    "date": datetime.date.fromisoformat,
    "datetime": datetime.datetime.fromisoformat,
    "time": datetime.time.fromisoformat,
}
_WRITTEN: Mapping[Kind, re.Pattern[str]] = {
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "datetime": re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?"),
    "time": re.compile(r"\d\d:\d\d:\d\d"),
    "boolean": re.compile(r"true|false"),
}
"""Texts that the engine reads as such a value, where they are one, and that compare alike as text and as value."""


def is_value(text: str, kind: Kind) -> bool:
    """Whether the engine surely reads this text as a value of that kind: there is no 31st of February."""
    form = _WRITTEN.get(kind)
    if form is None or not form.fullmatch(text):
        return False
    try:
        _READ.get(kind, str)(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Made:
    """An expression in the engine's terms, and its kind."""

    node: exp.Expr
    kind: Kind

    @property
    def literal(self) -> str | None:
        """The text of a literal."""
        return self.node.name if isinstance(self.node, exp.Literal) else None


def refused(what: str) -> QueryRefused:
    return QueryRefused(
        f"{what} has no counterpart in this database that gives the same rows.", "Say it in another way."
    )


def text_literal(text: str) -> exp.Expr:
    return exp.Literal.string(text)


def number(value: int) -> exp.Expr:
    return exp.Literal.number(value)


def cast(node: exp.Expr, to: str) -> exp.Expr:
    return exp.Cast(this=node, to=exp.DataType.build(to))


def as_text(made: Made) -> exp.Expr:
    """As SQLite would hold it as text: a date as 2024-05-31, a truth of the query as 1 or 0."""
    if made.kind in ("text", "null"):
        return made.node
    if made.literal is not None:
        return text_literal(made.literal)
    if form := _FORMS.get(made.kind):
        if made.kind == "time":
            return cast(made.node, "TEXT")
        return exp.TimeToStr(this=made.node, format=text_literal(form))
    found = cast(as_integer(made) if made.kind == "condition" else made.node, "TEXT")
    found.meta[FROM] = made.kind
    return found


def as_number(made: Made) -> Made:
    """As SQLite calculates with it: of a text the number that it begins with, else 0."""
    if made.kind in NUMBERS or made.kind == "null":
        return made
    if made.kind in ("condition", "boolean"):
        return Made(cast(made.node, "INT"), "integer")
    text = as_text(made)
    found = exp.Coalesce(this=cast(_begins(text, _NUMBER), "DOUBLE"), expressions=[number(0)])
    return Made(exp.Case().when(text.copy().is_(exp.null()).not_(), found), "real")


def as_integer(made: Made) -> exp.Expr:
    """As SQLite's CAST(… AS INTEGER) gives it: cut, not rounded."""
    if made.kind in ("integer", "null"):
        return made.node
    if made.kind in ("condition", "boolean"):
        return cast(made.node, "INT")
    if made.kind in ("real", "decimal"):
        return cast(exp.Trunc(this=made.node), "BIGINT")
    text = as_text(made)
    found = exp.Coalesce(this=cast(_begins(text, _INTEGER), "BIGINT"), expressions=[number(0)])
    return exp.Case().when(text.copy().is_(exp.null()).not_(), found)


def as_condition(made: Made) -> exp.Expr:
    """As a truth: a number that is not 0."""
    if made.kind in ("condition", "boolean", "null"):
        return made.node
    return exp.NEQ(this=as_number(made).node, expression=number(0))


def as_value(made: Made) -> Made:
    """As it stands in a row."""
    return Made(as_integer(made), "integer") if made.kind == "condition" else made


def as_instant(made: Made) -> exp.Expr:
    """As a moment, for the functions of dates; null for a text that is none."""
    if made.kind in ("date", "datetime"):
        return cast(made.node, "TIMESTAMP") if made.kind == "date" else made.node
    if made.kind == "time":  # of the day that SQLite takes for a time without one
        day = exp.Concat(expressions=[text_literal("2000-01-01 "), cast(made.node, "TEXT")], safe=False, coalesce=False)
        return cast(day, "TIMESTAMP")
    if made.kind == "text":
        if made.literal == "now":
            return exp.AtTimeZone(this=exp.CurrentTimestamp(), zone=text_literal("UTC"))
        if made.literal is not None and is_value(made.literal, "datetime"):
            return cast(made.node, "TIMESTAMP")
        fits = exp.RegexpLike(this=made.node.copy(), expression=text_literal(_INSTANT))
        return exp.Case().when(fits, cast(made.node, "TIMESTAMP"))
    raise QueryRefused("Only a date can be taken apart as a date.", "Name a column of dates.")


def fractional(made: Made) -> exp.Expr:
    """As a number with a fraction."""
    found = as_number(made)
    return found.node if found.kind == "real" else cast(found.node, "DOUBLE")


def same_kind(left: Made, right: Made) -> tuple[exp.Expr, exp.Expr, Kind]:
    """Both sides of a comparison, as SQLite would compare them, and the kind they then have."""
    left, right = as_value(left), as_value(right)
    a, b = left.kind, right.kind
    if "null" in (a, b) or (a in NUMBERS and b in NUMBERS) or (a == b and a != "other"):
        return left.node, right.node, a if b == "null" else b
    if {a, b} == {"date", "datetime"}:
        return left.node, right.node, "datetime"
    for one, other, turn in ((left, right, False), (right, left, True)):
        pair = _literal(one, other)
        if pair is not None:
            return (pair[1], pair[0], one.kind) if turn else (*pair, one.kind)
    if {a, b} <= NUMBERS | {"text"} and left.literal is None and right.literal is None:
        return _if_number(left), _if_number(right), "real"
    return as_text(left), as_text(right), "text"


def _literal(one: Made, other: Made) -> tuple[exp.Expr, exp.Expr] | None:
    """A value and a literal that the engine reads as such a value; None where it would not."""
    text = other.literal
    if text is None or one.literal is not None:
        return None
    if one.kind in NUMBERS and re.fullmatch(_WHOLE, text):
        return one.node, exp.Literal.number(text.strip().removeprefix("+"))
    if one.kind == "boolean" and other.kind == "integer" and text in ("0", "1"):
        return one.node, _typed("true" if text == "1" else "false", "boolean")
    return (one.node, _typed(text, one.kind)) if other.kind == "text" and is_value(text, one.kind) else None


def _typed(text: str, kind: Kind) -> exp.Expr:
    """A text that most engines read as a value of that kind where it meets one; `meta` says it to the others."""
    found = text_literal(text)
    found.meta[KIND] = kind
    return found


def _if_number(made: Made) -> exp.Expr:
    """A text that is a number all through as that; of any other null."""
    if made.kind in NUMBERS:
        return made.node
    fits = exp.RegexpLike(this=made.node.copy(), expression=text_literal(_WHOLE))
    return exp.Case().when(fits, cast(made.node, "DOUBLE"))


def _begins(text: exp.Expr, pattern: str) -> exp.Expr:
    return exp.RegexpExtract(this=text.copy(), expression=text_literal(pattern), group=number(0))


def unified(several: list[Made]) -> tuple[list[exp.Expr], Kind]:
    """The branches of a CASE or COALESCE in one kind: text where they are not all numbers or all alike."""
    some = [as_value(m) for m in several]
    kinds = {m.kind for m in some} - {"null"}
    if not kinds or len(kinds) == 1:
        return [m.node for m in some], next(iter(kinds), "null")
    if kinds <= NUMBERS:
        return [m.node for m in some], "real" if "real" in kinds else "decimal"
    return [as_text(m) for m in some], "text"
