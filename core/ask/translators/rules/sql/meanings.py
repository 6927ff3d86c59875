"""Codes shown as what they mean: `1` as "Fatal"."""

from __future__ import annotations

from sqlglot import exp

from core.model import NUMERIC, Column


def spelled_out(code: exp.Expr, column: Column) -> exp.Expr:
    """The meaning of each code, under the column's name; a value without one as it stands."""
    number = column.type in NUMERIC
    cases = [
        exp.If(
            this=exp.Literal.number(value) if number else exp.Literal.string(value), true=exp.Literal.string(meaning)
        )
        for value, meaning in column.codes
    ]
    return exp.alias_(exp.Case(this=code.copy(), ifs=cases, default=code.copy()), column.name, quoted=True)
