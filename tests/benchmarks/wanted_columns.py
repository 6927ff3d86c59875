"""The column that an expression of SQL speaks of, also where it is cast, cut or put together again.

A person who knows the SQL calls it by its name: `LOWER(item)` is the item, `SUBSTR(d, 7, 4)` the year of a day that is
written `31/03/2024`, and its pieces put together with `-` between them are the day itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Part
from core.model import TEMPORAL

_INSIDE = (exp.Paren, exp.Cast, exp.Nullif, exp.Coalesce, exp.Round, exp.Lower, exp.Upper, exp.Trim, exp.Replace)
_FORMATS: Mapping[str, Part] = {
    "%Y": "year", "%Y-%m": "month", "%m": "calendar month", "%w": "weekday", "%H": "hour", "%Y-%m-%d": "",
}  # fmt: skip
_CUT: Mapping[int, Part] = {4: "year", 7: "month", 10: ""}
"""What so many characters of a day are."""
_PIECES: Mapping[int, Part] = {2: "month", 3: ""}
"""What so many pieces of a day are, put together."""
_SMALL = 2


def bare(node: exp.Expr) -> exp.Expr:
    """What stands in the brackets, and in what changes only how a value is written."""
    while isinstance(node, _INSIDE) and isinstance(node.this, exp.Expr):
        node = node.this
    return node


class Columns:
    """The columns of a query's tables by the names that it gives them."""

    def __init__(self, aliases: Mapping[str, str], tables: Sequence[str], facts: Facts) -> None:
        self.aliases, self.tables, self.facts = aliases, tables, facts

    def place(self, node: object) -> Col | None:
        """The column that an expression speaks of, of a date with its part; None for anything else."""
        if not isinstance(node, exp.Expr):
            return None
        node = bare(node)
        return self._named(node) if isinstance(node, exp.Column) else self._of_day(node)

    def _named(self, node: exp.Column) -> Col | None:
        alias = node.table.casefold()
        for table in [self.aliases[alias]] if alias in self.aliases else self.tables:
            for column in self.facts.tables[table].columns:
                if column.name.casefold() == node.name.casefold():
                    return Col(table, column.name)
        return None

    def _of_day(self, node: exp.Expr) -> Col | None:
        """A day, or a part of it, that is cut out of a column of days."""
        if isinstance(node, exp.Sub | exp.AggFunc | exp.Predicate | exp.Select):
            return None
        held = {self._named(c) for c in node.find_all(exp.Column)}
        column = held.pop() if len(held) == 1 else None
        found = self.facts.column(column) if column is not None else None
        if column is None or found is None or found.type not in TEMPORAL:
            return None
        written = [str(n.this) for n in node.find_all(exp.Literal) if str(n.this) in _FORMATS]
        if written:
            return replace(column, part=_FORMATS[written[0]])
        cuts = list(node.find_all(exp.Substring))
        if len(cuts) > 1:
            return replace(column, part=_PIECES[len(cuts)]) if len(cuts) in _PIECES else None
        if not cuts:
            return column if isinstance(node, exp.Date | exp.Anonymous) else None
        start, long = (int(n.name) if isinstance(n, exp.Literal) and n.name.isdecimal() else 0 for n in (
            cuts[0].args.get("start"), cuts[0].args.get("length")))  # fmt: skip
        if long == _SMALL and start > 1:
            return replace(column, part="calendar month")
        return replace(column, part=_CUT[long or 4]) if (long or 4) in _CUT else None
