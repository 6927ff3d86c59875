"""Words for the parts of a query: columns, figures, conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

_FIGURES: Mapping[type[exp.Expr], str] = {
    exp.Sum: "the sum of",
    exp.Avg: "the average of",
    exp.Min: "the smallest",
    exp.Max: "the largest",
    exp.Abs: "the size without sign of",
    exp.Lower: "the lower-case",
    exp.Upper: "the upper-case",
    exp.Length: "the length of",
    exp.Trim: "the trimmed",
}
_TIMES: Mapping[str, str] = {
    "%Y": "the year of",
    "%m": "the month of",
    "%d": "the day of the month of",
    "%Y-%m": "the year and month of",
    "%Y-%m-%d": "the day of",
    "%w": "the weekday of",
    "%H": "the hour of",
}
_SIGNS: Mapping[type[exp.Expr], str] = {exp.Add: "+", exp.Sub: "−", exp.Mul: "×", exp.Div: "÷", exp.Mod: "modulo"}
_COMPARE: Mapping[type[exp.Expr], tuple[str, str]] = {
    exp.EQ: ("is", "is not"),
    exp.NEQ: ("is not", "is"),
    exp.GT: ("is more than", "is not more than"),
    exp.GTE: ("is at least", "is less than"),
    exp.LT: ("is less than", "is at least"),
    exp.LTE: ("is at most", "is more than"),
}


def name(text: str) -> str:
    """A table or column, set as code."""
    return f"`{text}`"


def joined(items: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else "nothing"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one query. `sources` says what stands before a column, by its table's name in the query."""

    sources: Mapping[str, str]
    dialect: str

    def of(self, node: exp.Expr) -> str:
        """A value: a column, a figure, a literal, a calculation."""
        if isinstance(node, exp.Paren):
            return f"({self.of(node.this)})"
        if isinstance(node, exp.Cast | exp.Distinct):
            return self.of(node.this if isinstance(node, exp.Cast) else node.expressions[0])
        if isinstance(node, exp.Star):
            return "every column"
        if isinstance(node, exp.Column):
            return self._column(node)
        if isinstance(node, exp.Literal):
            return f"“{node.name}”" if node.is_string else node.name
        if isinstance(node, exp.Neg):
            return f"−{self.of(node.this)}"
        if isinstance(node, exp.Count):
            return self._count(node)
        if isinstance(node, exp.Subquery):
            return f"({self._subquery(node)})"
        if isinstance(node, exp.Window) and isinstance(node.this, exp.Rank) and not node.args.get("partition_by"):
            by = [f"{self.of(o.this)}, {'largest' if o.args.get('desc') else 'smallest'} first" for o in _order(node)]
            return f"the place by {joined(by)}"
        if isinstance(node, exp.Round):
            return f"{self.of(node.this)}, rounded"
        if isinstance(node, exp.Filter):
            return f"{self.of(node.this)}, only where {self.condition(node.expression.this)},"
        if isinstance(node, exp.TimeToStr) and (part := _TIMES.get(node.args["format"].name)):
            return f"{part} {self.of(node.this)}"
        if isinstance(node, exp.TsOrDsToTimestamp):
            return self.of(node.this)
        for kind, words in _FIGURES.items():
            if type(node) is kind and not (isinstance(node, exp.Min | exp.Max) and node.expressions):
                unlike = "different " if isinstance(node.this, exp.Distinct) else ""
                return f"{words} {unlike}{self.of(node.this)}"
        for kind, sign in _SIGNS.items():
            if type(node) is kind:
                return f"{self.of(node.this)} {sign} {self.of(node.args['expression'])}"
        return self.code(node)

    def condition(self, node: exp.Expr, no: bool = False) -> str:
        """A condition, or with `no` its opposite."""
        if isinstance(node, exp.Paren):
            return f"({self.condition(node.this, no)})"
        if isinstance(node, exp.Not):
            return self.condition(node.this, not no)
        if isinstance(node, exp.And | exp.Or) and not no:
            word = "and" if isinstance(node, exp.And) else "or"
            return f"{self.condition(node.left)} {word} {self.condition(node.right)}"
        for kind, words in _COMPARE.items():
            if type(node) is kind:
                return f"{self.of(node.this)} {words[no]} {self.of(node.args['expression'])}"
        without = "not " if no else ""
        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            return f"{self.of(node.this)} is {'filled' if no else 'empty'}"
        if isinstance(node, exp.Between):
            return (
                f"{self.of(node.this)} is {without}between {self.of(node.args['low'])} and {self.of(node.args['high'])}"
            )
        if isinstance(node, exp.In):
            return f"{self.of(node.this)} is {without}{self._members(node)}"
        if isinstance(node, exp.Like) and isinstance(node.expression, exp.Literal):
            return f"{self.of(node.this)} {self._like(node.expression.name, no != bool(node.args.get('negate')))}"
        if isinstance(node, exp.Exists):
            return f"there is {'no' if no else 'a'} row in {self._tables(node)} that fits"
        return f"not {self.code(node)}" if no else self.code(node)

    def code(self, node: exp.Expr) -> str:
        """What has no words here, as SQL."""
        return name(node.sql(self.dialect).replace("`", '"'))

    def _column(self, node: exp.Column) -> str:
        if isinstance(node.this, exp.Star):
            return f"every column of {name(self.sources.get(node.table) or node.table)}"
        before = self.sources.get(node.table, node.table)
        return name(f"{before}.{node.name}" if before else node.name)

    def _count(self, node: exp.Count) -> str:
        if isinstance(node.this, exp.Distinct):
            return f"the number of different {joined([self.of(e) for e in node.this.expressions])}"
        return (
            "the number of rows"
            if isinstance(node.this, exp.Star | exp.Literal)
            else f"the number of filled {self.of(node.this)}"
        )

    def _members(self, node: exp.In) -> str:
        if query := node.args.get("query"):
            return f"among ({self._subquery(query)})"
        return f"one of {joined([self.of(e) for e in node.expressions], 'or')}"

    def _like(self, pattern: str, no: bool) -> str:
        inner = pattern.strip("%")
        if "%" in inner or "_" in inner or not inner:
            return f"{'is not' if no else 'is'} like “{pattern}”"
        does = "does not " if no else ""
        start, end = pattern.startswith("%"), pattern.endswith("%")
        verb = "contain" if start and end else "begin with" if end else "end with" if start else "read"
        return f"{does}{verb if no else _third(verb)} “{inner}”"

    def _subquery(self, node: exp.Expr) -> str:
        query = node.this if isinstance(node, exp.Subquery) else node
        if not isinstance(query, exp.Select) or not query.expressions:
            return self.code(node)
        inner = Words({**self.sources, **{t.alias_or_name: "" for t in query.find_all(exp.Table)}}, self.dialect)
        what = joined([inner.of(e.unalias()) for e in query.expressions])
        where = query.args.get("where")
        only = f" where {inner.condition(where.this)}" if where is not None else ""
        return f"{what} in {self._tables(query)}{only}"

    def _tables(self, node: exp.Expr) -> str:
        return joined([name(t) for t in dict.fromkeys(t.name for t in node.find_all(exp.Table))])


def _order(window: exp.Window) -> list[exp.Expr]:
    order = window.args.get("order")
    return list(order.expressions) if order is not None else []


def _third(verb: str) -> str:
    first, *rest = verb.split(" ")
    return " ".join([f"{first}s", *rest])
