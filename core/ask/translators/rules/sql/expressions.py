"""Columns, figures and formulas as SQL: what stands in a SELECT list, a comparison, or an ORDER BY."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlglot import exp

from core.ask.dates import MONTH_NAMES
from core.ask.state import JoinTree
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Query, Scalar, Term
from core.ask.translators.rules.query_parts import conditions_of
from core.ask.translators.rules.shares import parted, spans_compared
from core.ask.translators.rules.sql.conditions import ConditionRenderer
from core.ask.translators.rules.sql.joins import name
from core.ask.translators.rules.sql.kept import partner
from core.ask.translators.rules.sql.meanings import spelled_out
from core.ask.walks import multiplies, walk
from core.ingest.periods import QUARTER
from core.model import TEMPORAL, Column, PathEdge, Value

_FUNCTIONS = {"count": exp.Count, "sum": exp.Sum, "avg": exp.Avg, "median": exp.Avg, "min": exp.Min, "max": exp.Max}
_SAID = {
    "count": "count",
    "sum": "total",
    "avg": "average",
    "median": "median",
    "min": "lowest",
    "max": "highest",
    "own": "figure",
}
_PARTS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "hour": "%H", "time": "%H:%M"}
_A_DAY = {"hours": 24, "minutes": 1440}
_ARITHMETIC = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}


class ExpressionRenderer(ConditionRenderer):
    """Renders what one SELECT over `tables` shows, by way of `edges`."""

    def __init__(self, query: Query, tree: JoinTree, facts: Facts) -> None:
        super().__init__(query, tree, facts)
        self.edges: list[PathEdge] = []
        self.halved = False
        """Whether only the rows in the middle are left: the mean is the median."""
        self.known: dict[Item, exp.Expr] = {}

    @staticmethod
    def alias(column: Col) -> str:
        """What the column's table is called in the FROM clause."""
        return f"{column.of or column.table} by {column.through[0]}" if column.through[0] else column.table

    def column(self, column: Col) -> exp.Expr:
        if Item(column) in self.known:
            return self.known[Item(column)].copy()
        table = name(self.alias(column)) if len(self.tables) > 1 else None
        built = exp.Column(this=name(column.name), table=table)
        if column.part == "weekday":
            return _named(built, "%w", [*lexicon().weekday_names[-1:], *lexicon().weekday_names[:-1]], 0)
        if column.part == "calendar month":
            return _named(built, "%m", MONTH_NAMES, 1)
        if column.part == "quarter":
            return _quarter(built)
        if column.part == "decade":
            return _decade(built, self.facts.column(column))
        if column.part == "year" and (size := _leading_year(self.facts.column(column))):
            return exp.Substring(this=built, start=exp.Literal.number(1), length=exp.Literal.number(size))
        if column.part:
            return exp.TimeToStr(this=built, format=exp.Literal.string(_PARTS[column.part]))
        return built

    def item(self, item: Item) -> exp.Expr:
        if item in self.known:
            return self.known[item].copy()
        if item.running:
            return self._running(item)
        if item.aggregate == "median" and not self.halved and item.column:
            return self.looked_up(Query((item,), self.query.where, tables=(item.column.table,)))
        if item.formula and item.aggregate in ("", "own"):
            return self.term(item.formula)
        if item.formula:
            return _FUNCTIONS[item.aggregate](this=self.met(item, self.term(item.formula)))
        if not item.aggregate:
            return self.column(item.column) if item.column else exp.Star()
        if item.aggregate == "count":
            return self.counted(item)
        assert item.column is not None
        return _FUNCTIONS[item.aggregate](this=self.met(item, self.column(item.column)))

    def _running(self, item: Item) -> exp.Expr:
        """A figure of each time with those of all times before it, within the other groups."""
        times = [c for c in self.query.group if self.facts.follows(c)]
        others = [self.column(c) for c in self.query.group if c not in times]
        order = exp.Order(expressions=[exp.Ordered(this=self.column(c)) for c in times])
        own = self.item(replace(item, running=False))
        return exp.Window(this=exp.Sum(this=own), partition_by=others, order=order) if times else own

    def met(self, item: Item, value: exp.Expr) -> exp.Expr:
        """A value where the item's own conditions hold, nothing elsewhere."""
        if not item.where:
            return value
        return exp.Case(ifs=[exp.If(this=exp.and_(*(self.condition(c) for c in item.where)), true=value)])

    def term(self, term: Term) -> exp.Expr:
        """A formula; what is divided becomes a fraction, and nothing is divided by zero."""
        if isinstance(term, Item):
            return self.item(term)
        if isinstance(term, float | Scalar):
            return self.value(term)
        left, right = self.term(term.left), self.term(term.right)
        if term.operator == "days":
            return exp.Sub(this=_julian(left), expression=_julian(right))
        if term.operator in _A_DAY:
            days: exp.Expr = exp.Sub(this=_julian(left), expression=_julian(right))
            if _past_midnight(term, self.facts):
                next_day = exp.If(this=exp.LT(this=left.copy(), expression=right.copy()), true=exp.Literal.number(1))
                days = exp.Add(this=days, expression=exp.Case(ifs=[next_day], default=exp.Literal.number(0)))
            days = exp.Paren(this=days)
            spans = exp.Mul(this=days, expression=exp.Literal.number(_A_DAY[term.operator]))
            return exp.Round(this=spans, decimals=exp.Literal.number(4))
        if term.operator == "/":
            below = exp.Anonymous(this="NULLIF", expressions=[right, exp.Literal.number(0)])
            return exp.Paren(this=exp.Div(this=exp.cast(left, "REAL"), expression=below))
        if term.operator == "-":
            left, right = self._none_as_zero(term.left, left), self._none_as_zero(term.right, right)
        if term.operator == "+":
            left, right = self._missing_as_zero(term.left, left), self._missing_as_zero(term.right, right)
        return exp.Paren(this=_ARITHMETIC[term.operator](this=left, expression=right))

    def _none_as_zero(self, side: Term, built: exp.Expr) -> exp.Expr:
        """A side of a difference between totals: where no row meets what is said of that side alone, or holds anything,
        0."""
        plain = isinstance(side, Item) and side.aggregate == "sum" and side.formula is None
        if not plain or not isinstance(side, Item) or not (side.where or self._gaps(side)):
            return built
        return exp.func("COALESCE", built, exp.Literal.number(0))

    def _missing_as_zero(self, side: Term, built: exp.Expr) -> exp.Expr:
        """A cell that is added to others: where a row lacks it, 0."""
        if not isinstance(side, Item) or side.aggregate or side.formula or not self._gaps(side):
            return built
        return exp.func("COALESCE", built, exp.Literal.number(0))

    def _gaps(self, item: Item) -> bool:
        held = self.facts.column(item.column) if item.column else None
        return held is not None and held.profile.nulls > 0

    def share(self) -> exp.Expr:
        """The part of all rows that meets the conditions, as the mean of 1 (or 100) and 0; rows of which two days
        are compared that are not both known are left out."""
        own = parted(self.query.where, self.query.among)[0]
        met = exp.and_(*(self.condition(c) for c in own))
        whole, none = exp.Literal.number(self.query.share), exp.Literal.number(0.0)
        cases = [exp.If(this=met, true=whole)]
        for compared in spans_compared(own):
            unknown = exp.Is(this=exp.paren(self.condition(compared)), expression=exp.Null())
            cases.append(exp.If(this=unknown, true=exp.Null()))
        mean = exp.Avg(this=exp.Case(ifs=cases, default=none))
        return exp.alias_(mean, "percent" if self.query.share > 1 else "share", quoted=True)

    def shown(self, item: Item) -> exp.Expr:
        """An item of the SELECT list, a figure under a name that people can read."""
        built = self.item(item)
        if item.column and item.column.part and not item.aggregate:
            return exp.alias_(built, item.column.part, quoted=True)
        if item.formula and item.formula.name:
            said = "" if item.aggregate in ("", "own") else f"{_SAID[item.aggregate]} "
            return exp.alias_(built, said + item.formula.name + self._told_apart(item), quoted=True)
        if not item.aggregate and item.column and self.facts.coded(item.column) and not item.formula:
            coded = self.facts.column(item.column)
            plain = coded is None or item.column.part or coded.codes_spelled or coded.codes_standard
            return built if plain or coded is None else spelled_out(built, coded)
        if not item.aggregate:
            return built
        found = self.facts.column(item.column) if item.column else None
        what = f" {found.plain_label if found else item.column.name}" if item.column else ""
        counts = {i.table for i in self.query.select if i.aggregate == "count" and i.column is None}
        if not what and len(counts) > 1 and item.table in self.facts.tables:  # of which table each is
            what = f" {self.facts.tables[item.table].label}"
        what += self._told_apart(item)
        said = _SAID[item.aggregate]
        again = what.split()[:1] and what.split()[0].casefold() == said  # a column "Total" is not "total Total"
        running = "running " if item.running else ""
        return exp.alias_(built, running + (what.strip() if again else said + what), quoted=True)

    def _told_apart(self, item: Item) -> str:
        """` 2023`, behind a figure that is also shown of other rows: by what its own are told from these."""
        others = [i for i in self.query.select if i != item]
        if item.formula:
            alike = [i for i in others if i.formula and i.formula.name == item.formula.name]
        else:
            alike = [i for i in others if replace(i, where=()) == replace(item, where=())]
        theirs = [_met(i) for i in alike]
        own = [c for c in _met(item) if isinstance(c, Filter) and not all(c in met for met in theirs)]
        told = [
            f"{_FROM.get(c.operator, '')}{v.rstrip('%') if isinstance(v, str) else f'{v:.15g}'}"
            for c in own
            for v in c.values
            if not isinstance(v, Col | Scalar)
        ]
        return "".join(f" {t}" for t in told) if alike else ""

    def counted(self, item: Item) -> exp.Expr:
        """Rows, or things: a table's key is counted once each when the joins would repeat it."""
        if item.column is not None:
            target = self.met(item, self.column(item.column))
            if not item.distinct and self.repeats(item.column):
                return exp.Count(this=exp.Distinct(expressions=[target]))
            return exp.Count(this=exp.Distinct(expressions=[target]) if item.distinct else target)
        present = partner(self.query, item, self.edges, self.facts)
        if present is not None:
            target = self.met(item, self.column(present[0]))
            return exp.Count(this=exp.Distinct(expressions=[target]) if present[1] or item.distinct else target)
        others = [t for t in self.tables if t != item.table]
        if item.table in self.tables and others:
            inward = {c.table for c in self.query.group}
            between = {e.right_table for e in walk(self.tree, item.table, inward)} if inward else set()
            outward = [e for e in walk(self.tree, item.table, others) if e.right_table not in between]
            key = self.facts.key(item.table)
            if key and (item.distinct or multiplies(outward) or self.said_again(item.table, inward)):
                return exp.Count(this=exp.Distinct(expressions=[self.met(item, self.column(key))]))
        return exp.Count(this=self.met(item, exp.Literal.number(1)) if item.where else exp.Star())

    def said_again(self, table: str, groups: Collection[str]) -> bool:
        """The way to the groups has a thing several times in a group: an owner's dogs, grouped by their breed; the
        patients a medicine was prescribed to, some of them twice."""
        return bool(groups) and multiplies(walk(self.tree, table, groups))

    def repeats(self, column: Col) -> bool:
        """A column that has each value once, which the joins would count several times."""
        found = self.facts.column(column)
        outward = walk(self.tree, column.table, [t for t in self.tables if t != column.table])
        return found is not None and found.profile.unique and multiplies(outward)


_FROM = {"<": "before ", ">=": "from "}


def _met(item: Item) -> tuple[Condition, ...]:
    """What a figure's rows must meet, of a formula those of its parts."""
    return item.where if item.formula is None else tuple(dict.fromkeys(conditions_of(item)))


def _named(date: exp.Expr, form: str, names: Sequence[str], first: int) -> exp.Expr:
    """The name of a date's day of the week, or of its month; `form` numbers these from `first` on."""
    number = exp.TimeToStr(this=date, format=exp.Literal.string(form))
    width = len(str(first + len(names) - 1))
    numbers = (exp.Literal.string(f"{n:0{width}}") for n in range(first, first + len(names)))
    ifs = [exp.If(this=n, true=exp.Literal.string(name)) for n, name in zip(numbers, names, strict=True)]
    return exp.Case(this=number, ifs=ifs)


def _leading_year(column: Column | None) -> int:
    """Of texts such as `2024-Q1` and `2024-25-Q1` the signs of the year that they begin with; 0 for all others."""
    first = QUARTER.fullmatch(str(column.profile.minimum)) if column is not None and column.type == "text" else None
    return len(first["year"]) if first else 0


def _quarter(date: exp.Expr) -> exp.Expr:
    """`2024-Q1`: the year and the quarter of a date, as text that sorts."""
    year, month = (exp.TimeToStr(this=date.copy(), format=exp.Literal.string(form)) for form in ("%Y", "%m"))
    ends = (("03", "-Q1"), ("06", "-Q2"), ("09", "-Q3"))
    ifs = [
        exp.If(this=exp.LTE(this=month.copy(), expression=exp.Literal.string(last)), true=exp.Literal.string(said))
        for last, said in ends
    ]
    return exp.Paren(this=exp.DPipe(this=year, expression=exp.Case(ifs=ifs, default=exp.Literal.string("-Q4"))))


def _decade(built: exp.Expr, column: Column | None) -> exp.Expr:
    """`1990s`, of a date or of a year, as text that sorts."""
    dated = column is None or column.type in TEMPORAL
    if not dated and column is not None and not _of_four_digits(column.profile.minimum):
        year = exp.cast(built, "INTEGER")
        rest = exp.Mod(this=year.copy(), expression=exp.Literal.number(10))
        cut: exp.Expr = exp.cast(exp.Sub(this=year, expression=rest), "TEXT")
        return exp.Paren(this=exp.DPipe(this=cut, expression=exp.Literal.string("s")))
    said = exp.TimeToStr(this=built, format=exp.Literal.string("%Y")) if dated else exp.cast(built, "TEXT")
    cut = exp.Substring(this=said, start=exp.Literal.number(1), length=exp.Literal.number(len("199")))
    return exp.Paren(this=exp.DPipe(this=cut, expression=exp.Literal.string("0s")))


def _of_four_digits(year: Value) -> bool:
    return isinstance(year, int | float) and year >= 1000


def _past_midnight(term: Formula, facts: Facts) -> bool:
    """The times of day at which some rows end come before any at which one begins: `22:00` to `06:00`."""
    sides = [side.column for side in (term.left, term.right) if isinstance(side, Item) and side.column]
    ends = [facts.column(column) for column in sides]
    if len(ends) != len(("left", "right")) or any(c is None or c.type != "time" for c in ends):
        return False
    ended, begun = (str(c.profile.minimum or "") if c else "" for c in ends)
    return ended < begun


def _julian(date: exp.Expr) -> exp.Expr:
    """A date as a number of days."""
    return exp.Anonymous(this="JULIANDAY", expressions=[date])
