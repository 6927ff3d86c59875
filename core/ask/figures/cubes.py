"""The cubes of a schema: tables whose rows are cells of statistics, with their dimensions and measures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Literal

from core.ask.label_stems import spell_out, stems
from core.ask.stop_words import FUNCTION
from core.ask.subjects import constant
from core.ask.tokens import stem
from core.ingest.categories import is_all
from core.ingest.crosstab import YEARS, LongForm, long_form
from core.ingest.layout.tables import GROUP
from core.ingest.name_parts import MONTHS
from core.model import NUMERIC, Column, Join, Member, Table, TotalRow
from core.text.abbreviations import everyday
from core.text.key_words import KEY_WORDS, RARE_KEY_WORDS
from core.text.units import without_unit
from core.text.words import singular, words

Period = Literal["", "year", "span", "quarter", "month", "day", "month name", "quarter name"]
"""What the values of a dimension of time are; "" for other dimensions."""
_OF_FORM: dict[str, Period] = {
    "year": "year",
    "span": "span",
    "month of year": "month",
    "quarter of year": "quarter",
    "month": "month name",
    "quarter": "quarter name",
    "date": "day",
}
_SHAPES: tuple[tuple[Period, re.Pattern[str]], ...] = (
    ("month", re.compile(r"\d{4}-(?:0[1-9]|1[0-2])(?:-01)?")),
    ("quarter", re.compile(r"\d{4}-Q[1-4]")),
    ("span", re.compile(r"\d{4}[-/]\d{2}(?:\d{2})?")),
    ("year", re.compile(r"(?:1[5-9]|2[01])\d\d")),
)
_QUARTER = re.compile(r"(?:Q|Quarter |Qtr )[1-4]", re.IGNORECASE)
_RATES = frozenset(
    map(
        stem,
        "rate percentage percent pct share ratio index indices mean average median expectancy density per proportion "
        "price deflator yield typical".split(),
    )
)
"""Words of what does not add up."""
_ALL = frozenset(map(stem, "all total both overall combined".split()))
"""Words of what holds all parts together."""
_ALL_OF = re.compile(r"\s*all\s+(?!other|else|remaining|but|except)\w", re.IGNORECASE)
"""`All purposes`, among purposes."""
_ANYBODY = frozenset(("people", "person"))
"""`People killed`: the other words say which figure it is."""
_PLAIN = frozenset(map(stem, "table tables figure figures data statistics statistic values value file sheet".split()))
_PARTS = re.compile(r"\bby\b|\bper\b|\bin\b|\bfor\b|[;,:(|–·]| - ", re.IGNORECASE)
"""Where a title goes on to say how its figures are parted, or of which places and times they are."""
_NUMBERED = re.compile(r"^\s*(?:table|figure|tab\.?|sheet)?\s*\d+(?:[.\d]*)?[a-z]?\s*[:.–-]?\s+", re.IGNORECASE)
"""What stands before a title: `Table 3a:`."""
_KEYS = frozenset(map(stem, KEY_WORDS))
_REFERENCES = frozenset(RARE_KEY_WORDS)
_NUMBERS = frozenset("no nr nro num number id ref".split())
_NUMBERED_TIMES: dict[str, tuple[Period, int]] = {
    "month": ("month name", 12),
    "mth": ("month name", 12),
    "quarter": ("quarter name", 4),
    "qtr": ("quarter name", 4),
    "week": ("", 53),
}
"""Words of headers of what is numbered within a year, and its highest number."""
_UNNAMED = re.compile(r"column\d+")
"""Of a table without a header, such as a list of sheets."""
_FILLED, _OF_MANY = 0.5, 0.25
"""The least part of all crossings of its dimensions that a panel has rows for; of three dimensions and more."""
_NOTES = frozenset(map(stem, "status flag note notes footnote footnotes marker symbol".split()))
"""Words of headers of what is noted beside a figure, such as that it is provisional."""
_APART = 0.8
"""The part of its rows that a column tells apart, at least, to name them."""
_CROSSED = 1.5
"""How many times its rows would have to be told apart by a group's name for the group to be a dimension of its own."""
_TWO = 2
"""Dimensions of a plain panel: a time and something else."""
_FEWEST, _MOST = 8, 20_000
"""Rows of a panel, and different values of one of its dimensions."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column by whose values figures are told apart."""

    column: str
    period: Period = ""
    words: frozenset[str] = frozenset()
    """Stems of its label."""
    values: tuple[str, ...] = ()
    """Its values in order as stored, where they are known."""
    whole: str = ""
    """The value that holds all others together; "" where there is none."""
    ends: tuple[str, str] = ("", "")
    """Of a time its first and last value."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of figures."""

    column: str
    words: frozenset[str]
    """Stems of its label."""
    lemmas: frozenset[str]
    adds: bool
    """Figures of its parts add up to that of the whole."""
    whole: int = 0
    """How many words of its label say that it is that of all others together: `All classes Sales` has two."""
    unit: str = ""
    """What its label says at its end that it is counted in: `t`."""


@dataclass(frozen=True, slots=True)
class Cube:
    """One table of statistics. `dimensions` tell its rows apart; `attributes` are columns that these decide."""

    table: str
    base: str
    """The table that a long view is made from, else the table itself: values are looked up in it."""
    dimensions: tuple[Dimension, ...]
    attributes: tuple[Dimension, ...]
    measures: tuple[Measure, ...]
    words: frozenset[str]
    """Stems of what the table is called, its title among it."""
    lemmas: frozenset[str]
    head: frozenset[str]
    """Stems of what its title says that the figures are: “Deaths” of “Deaths by region, 2019”."""
    wholes: frozenset[str]
    """What its rows of totals are called, folded."""

    @property
    def times(self) -> tuple[Dimension, ...]:
        return tuple(d for d in self.dimensions if d.period)

    @property
    def parts(self) -> tuple[Dimension, ...]:
        """Dimensions other than time."""
        return tuple(d for d in self.dimensions if not d.period)

    def dimension(self, column: str) -> Dimension | None:
        return next((d for d in (*self.dimensions, *self.attributes) if d.column == column), None)


def cube_of(table: Table, tables: Sequence[Table], joins: Sequence[Join]) -> Cube | None:
    """The cube that one of the tables is; None where it is none."""
    known = {t.name: t for t in tables}
    form = long_form(known.get(table.derived_from, table)) if table.derived_from else None
    return _cube(table, known, form, _references(joins))


def _references(joins: Sequence[Join]) -> frozenset[tuple[str, str]]:
    return frozenset((j.child_table, c) for j in joins for c in j.child if not j.is_self)


def cubes_of(tables: Sequence[Table], joins: Sequence[Join] = ()) -> tuple[Cube, ...]:
    """The cubes among tables, each once: as its long view where it has one that has all its figures. A number by which
    rows refer to those of another table is no figure."""
    known = {t.name: t for t in tables}
    forms = {t.derived_from: long_form(known.get(t.derived_from, t)) for t in tables if t.derived_from}
    spread = {name for name, form in forms.items() if not (form and name in known and _beside(known[name], form))}
    made = (_cube(t, known, forms.get(t.derived_from), _references(joins)) for t in tables if t.name not in spread)
    return tuple(c for c in made if c is not None)


def _beside(table: Table, form: LongForm) -> set[str]:
    """The figures that stand beside those that are spread out by a category: a population beside births by sex."""
    if form.kind != "word":
        return set()
    return {c.name for c in form.ids} & {
        c.name for c in _figures(table, None) if not (c.profile.unique and c.position == 0)
    }


def _cube(
    table: Table, known: Mapping[str, Table], form: LongForm | None, references: frozenset[tuple[str, str]]
) -> Cube | None:
    """`form` is how the table that a long view is made from is spread out."""
    base = known.get(table.derived_from, table) if table.derived_from else table
    if table.derived_from and form is None:
        return None
    figures = [c for c in _figures(table, form) if (table.name, c.name) not in references]
    beside = _beside(base, form) if form else set[str]()
    others = [c for c in table.columns if c not in figures and c.name not in beside and c.profile.distinct > 1]
    dims = _grouped([_dimension(c, table, form) for c in others if c.type != "real"])
    if not figures or not dims or all(_UNNAMED.fullmatch(c.label) for c in base.columns):
        return None
    own, coarse = _telling(dims, table, base)
    cells = table.derived_from or (base.layout and base.layout.title and not base.family)
    if not (cells or _panel(own, table)) or _happened(table, dims) or _register(base):
        return None
    title = (base.layout.title if base.layout else "") or base.description
    same = [v for c in base.columns for v in constant(c)]
    texts = [table.label if not table.derived_from else base.label, title, *_titles(base), *same]
    spoken = [w for text in texts for w in words(text) if w not in FUNCTION]
    head = (
        next((part for part in _PARTS.split(_NUMBERED.sub("", title)) if part.strip()), "") or base.label.split("/")[-1]
    )
    totals = [*(base.layout.totals if base.layout else ()), *(t for m in _members(base) for t in m.totals)]
    wholes = {w for t in totals if not t.group for w in _called(t)}
    measures = _with_whole(
        figures, [_measure(c, title, base.label.split("/")[-1], head, len(figures) == 1) for c in figures]
    )
    return Cube(
        table.name,
        base.name,
        own,
        coarse,
        measures,
        frozenset(map(stem, spoken)) - _PLAIN,
        frozenset(map(singular, spoken)) - _PLAIN,
        frozenset(stem(w) for w in words(head) if w not in FUNCTION and not w.isdigit()) - _PLAIN,
        frozenset(wholes),
    )


def _happened(table: Table, dims: Sequence[Dimension]) -> bool:
    """A list of what happened, a row with its own day and its own name each, and no statistics."""
    apart = {c.name for c in table.columns if c.profile.filled and c.profile.distinct >= _APART * table.rows}
    days = any(d.period == "day" and d.column in apart for d in dims)
    named = any(not d.period and d.column in apart for d in dims)
    return days and named and not table.derived_from


def _register(table: Table) -> bool:
    """A list of things, each with a number or a mark of its own (`Bike nr`, `Job No.`, `Park ID`), a code and a day, or
    several days."""
    first = table.columns[:1]
    days = sum(c.type == "date" for c in table.columns)
    coded = any(c.type == "text" and c.profile.unique and any(map(str.isdigit, str(c.profile.minimum))) for c in first)
    numbered = any(c.profile.unique and _NUMBERS & set(words(c.label)) for c in first)
    return numbered or (coded and days > 0) or days > 1


def with_wholes(cubes: Sequence[Cube], places_of: Callable[[str], Sequence[tuple[str, str, str]]]) -> tuple[Cube, ...]:
    """The cubes with rows for a whole known by its name: what one table calls its total (`Scotland`) is no part in
    another, where it stands among the parts."""
    named = ([w for w in c.wholes if not is_all(w)] for c in cubes)
    names = {w for told in named for w in told if len(told) == 1}  # several are totals of parts
    at = {(table, column): value for name in sorted(names) for table, column, value in places_of(name)}

    def told(d: Dimension, cube: Cube) -> Dimension:
        value = at.get((cube.base, d.column)) or at.get((cube.table, d.column)) or ""
        return replace(d, whole=value) if value and not d.whole and not d.period else d

    return tuple(replace(c, dimensions=tuple(told(d, c) for d in c.dimensions)) for c in cubes)


def _called(total: TotalRow) -> Iterator[str]:
    """What a row of totals is called: its label, and what stands in its columns of words."""
    for text in (total.label, *total.cells):
        said = "".join(words(text))
        if said and not any(ch.isdigit() for ch in said) and len(said) > 2:
            yield said


def _members(table: Table) -> tuple[Member, ...]:
    return table.family.members if table.family else ()


def _titles(table: Table) -> Iterator[str]:
    """The titles of one member of a family: those of the others differ by what varies."""
    for member in _members(table)[:1]:
        yield from member.titles


def _figures(table: Table, form: LongForm | None) -> list[Column]:
    """The columns of figures: of a long view those behind the time, else numbers that are no years and no codes."""
    if form is not None:
        return [c for c in table.columns[len(form.ids) + (2 if form.within else 1) :] if c.type in NUMERIC]
    some = [c for c in table.columns if c.type in NUMERIC and not c.codes and not _years(c) and not _numbered(c)]
    some = [c for c in some if not set(words(c.label)[-1:]) & _REFERENCES]
    keyed = {c.name for c in some if {stem(w) for w in words(c.label)} & _KEYS and not _number_of(c)}
    return [c for c in some if c.name not in keyed and not _varies(table, c)]


def _number_of(column: Column) -> bool:
    """`NumberOfOffences`: how many there were, and no number that they have."""
    return "of" in words(column.label)[1:2]


def _varies(table: Table, column: Column) -> bool:
    return table.family is not None and column.name in table.family.varies


def _years(column: Column) -> bool:
    low, high = column.profile.minimum, column.profile.maximum
    if column.type != "integer" or not isinstance(low, int) or not isinstance(high, int):
        return False
    named = stem("year") in {stem(w) for w in words(column.label)}
    return YEARS[0] <= low and high <= YEARS[1] and (named or (low >= 1800 and high <= 2100))


def _numbered(column: Column) -> bool:
    """The months, quarters or weeks of a year by their numbers."""
    _, most = _NUMBERED_TIMES.get("".join(words(column.label)[-1:]), ("", 0))
    low, high = column.profile.minimum, column.profile.maximum
    return isinstance(low, int) and isinstance(high, int) and 1 <= low < high <= most


def _dimension(column: Column, table: Table, form: LongForm | None) -> Dimension:
    said = frozenset(stems(column.label))
    at = len(form.ids) if form else -1
    if form is not None and column.position == at:
        if form.kind == "word":
            return Dimension(column.name, "", said, tuple(v for v, _ in form.times), _whole(v for v, _ in form.times))
        stored = tuple(f"{v}-01" if form.kind == "month of year" else v for v, _ in form.times)
        return Dimension(column.name, _OF_FORM.get(form.kind, ""), said, stored, ends=(stored[0], stored[-1]))
    if form is not None and form.within and column.position == at + 1:
        return Dimension(column.name, "", said, form.figures, _whole(form.figures))
    common = tuple(v for v, _ in column.profile.common)
    whole = _whole(common)
    all_known = tuple(sorted(common)) if len(common) == column.profile.distinct else ()
    ends = (str(column.profile.minimum or ""), str(column.profile.maximum or ""))
    return Dimension(column.name, _period(column, common, table), said, all_known, whole, ends)


def _grouped(dims: Sequence[Dimension]) -> list[Dimension]:
    """`Region / isle` over rows and the headings of their groups: these are the regions."""
    group = next((d for d in dims if d.column == GROUP), None)
    labels = [d for d in dims if not d.period and len(d.column.split("/")) == len((GROUP, "rows"))]
    if group is None or len(labels) != 1:
        return list(dims)
    first, last = (frozenset(stem(w) for w in words(part)) for part in labels[0].column.split("/"))
    told = {group: replace(group, words=group.words | first), labels[0]: replace(labels[0], words=last)}
    return [told.get(d, d) for d in dims]


def _is_month(text: str) -> bool:
    """`Jan`, `january`."""
    said = text.strip().rstrip(".").casefold()
    return len(said) >= len("jan") and any(m.startswith(said) for m in MONTHS)


def _whole(values: Sequence[str] | Iterator[str]) -> str:
    said = list(values)
    found = [v for v in said if is_all(v)] or [v for v in said if _ALL_OF.match(v)]
    return found[0] if len(found) == 1 else ""


def _period(column: Column, common: Sequence[str], table: Table) -> Period:
    if _years(column):
        return "year"
    if _numbered(column):
        return _NUMBERED_TIMES[words(column.label)[-1]][0]
    ends = [str(v)[:10] for v in (column.profile.minimum, column.profile.maximum) if v is not None]
    if column.type in ("date", "datetime"):
        firsts = all(str(v)[8:10] in ("01", "") for v in (*common, *ends))
        return "month" if firsts and column.profile.distinct > 1 else "day"
    if column.type != "text" or not common:
        return ""
    texts = [*common, *ends]
    if all(_is_month(t) for t in texts) and column.profile.distinct > 1:
        return "month name"
    if all(_QUARTER.fullmatch(t) for t in texts) and column.profile.distinct > 1:
        return "quarter name"
    return next((period for period, shape in _SHAPES if all(shape.fullmatch(t) for t in texts)), "")


def _telling(
    dims: Sequence[Dimension], table: Table, base: Table
) -> tuple[tuple[Dimension, ...], tuple[Dimension, ...]]:
    """The dimensions that tell rows apart and the columns that they decide: of those that number the same things
    (codes and names) the names."""
    distinct = {c.name: c.profile.distinct for c in table.columns}
    group = base.layout.group if base.layout else ""
    alone = {c.name for c in base.columns if c.profile.unique} if base.layout or table.derived_from else set()
    times = [d for d in dims if d.period]
    rest = sorted((d for d in dims if not d.period), key=lambda d: (bool(d.words & _KEYS), -distinct[d.column]))
    own: list[Dimension] = []
    alike: list[Dimension] = []
    for d in (d for d in rest if not d.words & _NOTES):
        same = any(distinct[o.column] == distinct[d.column] for o in own) and not d.whole
        named = (
            any(o.column in alone for o in own)
            and table.column(d.column) is not None
            and base.column(d.column) is not None
        )
        full = prod(distinct[o.column] for o in (*own, *times)) >= table.rows and not d.whole and len(own) > 0
        if d.column != group and not named and not full:
            (alike if same else own).append(d)
    for d in alike:  # two columns of two values each are no codes and their names, where both tell rows apart
        if prod(distinct[o.column] for o in (*own, *times)) < table.rows and not base.layout:
            own.append(d)
    crossed = next((d for d in rest if d.column == group), None)
    if crossed is not None and table.rows >= _CROSSED * prod(distinct[d.column] for d in (*own, *times)):
        own.append(crossed)  # each group has all the rows
    kept = (*own, *times)
    return tuple(kept), tuple(d for d in rest if d not in own)


def _panel(own: Sequence[Dimension], table: Table) -> bool:
    """A plain file that has a row for most crossings of a time and something else."""
    distinct = {c.name: c.profile.distinct for c in table.columns}
    crossings = prod(distinct[d.column] for d in own)
    timed = any(d.period in ("year", "quarter", "month", "span") for d in own) and len(own) > 1
    few = all(distinct[d.column] <= _MOST for d in own)
    filled = _OF_MANY if len(own) > _TWO else _FILLED
    return timed and few and table.rows >= _FEWEST and filled * crossings <= table.rows <= crossings


def _with_whole(columns: Sequence[Column], measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The same, told which of them are those of all others: that say `all`, `total`, `both` where others do not."""
    said = [_ALL & {stem(w) for w in words(c.plain_label)} for c in columns]
    if not any(said) or all(said):
        return tuple(measures)
    shared = frozenset.intersection(*(m.words for m in measures))
    others = frozenset(w for m, whole in zip(measures, said, strict=True) if not whole for w in m.words) - shared
    return tuple(
        replace(m, whole=len(m.words - others - shared)) if whole else m
        for m, whole in zip(measures, said, strict=True)
    )


def _measure(column: Column, title: str, label: str, head: str, alone: bool) -> Measure:
    label = without_unit(column.plain_label, True) or column.plain_label
    every = [w for w in words(label) if w not in FUNCTION]
    said = [w for w in every if stem(w) not in _PLAIN] or ([] if alone else every)  # “Value” beside “Weight”
    said = [w for w in said if singular(w) not in _ANYBODY] or said
    own = frozenset(s for w in said for s in spell_out(w))
    told = {stem(w) for w in words(f"{column.plain_label} {head}")} | (
        set() if own else {stem(w) for w in words(f"{title} {label}")}
    )
    rated = bool(told & _RATES) or column.unit in ("%", "‰") or "%" in column.label or (not own and "%" in title)
    lemmas = frozenset(singular(word) for w in said for word in everyday().get(w, (w,)))
    unit = words(column.plain_label)[-1:] if label != column.plain_label else ()
    return Measure(column.name, own, lemmas, not rated, unit="".join(unit))
