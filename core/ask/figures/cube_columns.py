"""What a column is in a table of statistics: a figure, a time, or what figures are told apart by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.figures.cube import Dimension, Measure, Period
from core.ask.figures.times import A_YEAR
from core.ask.label_stems import how_many, six_figured_years, spell_out, stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import stem
from core.documents.statistics_codes import SOURCE, WHOLES
from core.ingest.categories import is_all
from core.ingest.crosstab import YEARS, LongForm
from core.ingest.name_parts import MONTHS
from core.model import NUMERIC, Column, Table
from core.text.abbreviations import everyday
from core.text.key_words import KEY_WORDS, RARE_KEY_WORDS
from core.text.units import without_unit
from core.text.words import singular, words

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
    ("quarter", re.compile(r"\d{4}[ -]?Q[1-4]")),
    ("span quarter", re.compile(r"\d{4}[-/]\d{2}[ -]?Q[1-4]")),
    ("span", re.compile(r"\d{4}[-/]\d{2}(?:\d{2})?|\d{4} (?:to|-|–) \d{4}")),
    ("year", re.compile(r"(?:1[5-9]|2[01])\d\d")),
)
_QUARTER = re.compile(r"(?:Q|Quarter |Qtr )[1-4]", re.IGNORECASE)
_TIMES = frozenset("period year quarter month week term season time date years ending".split())
_MONTHS = re.compile(rf"\b(?:{'|'.join(f'{m[:3]}(?:{m[3:]})?' for m in MONTHS)})\b")
_FIGURES = re.compile(r"\d+")
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
PLAIN = frozenset(map(stem, "table tables figure figures data statistics statistic values value file sheet".split()))
KEYS = frozenset(map(stem, KEY_WORDS))
_REFERENCES = frozenset(RARE_KEY_WORDS)
_COUNTED = (("number", "of"), ("numbers", "of"), ("no", "of"), ("num", "of"))
_NUMBERED_TIMES: dict[str, tuple[Period, int]] = {
    "month": ("month name", 12),
    "mth": ("month name", 12),
    "quarter": ("quarter name", 4),
    "qtr": ("quarter name", 4),
    "week": ("", 53),
}
"""Words of headers of what is numbered within a year, and its highest number."""


def figure_columns(table: Table, form: LongForm | None) -> list[Column]:
    """The columns of figures: of a long view those behind the time, else numbers that are no years and no codes."""
    if form is not None:
        return [c for c in table.columns[len(form.ids) + (2 if form.within else 1) :] if c.type in NUMERIC]
    some = [c for c in table.columns if c.type in NUMERIC and not c.codes and not _years(c) and not _numbered(c)]
    some = [c for c in some if not six_figured_years(c)]
    some = [c for c in some if not set(words(c.label)[-1:]) & _REFERENCES and not _running(c, table)]
    keyed = {c.name for c in some if {stem(w) for w in words(c.label)} & KEYS and not _number_of(c)}
    return [c for c in some if c.name not in keyed and not _varies(table, c)]


def _number_of(column: Column) -> bool:
    """`NumberOfOffences`, `Total number of trips`, `Number sentenced`: how many there were, and no number that they
    have."""
    said = words(column.label)
    counted = any(pair in _COUNTED for pair in pairwise(said))
    return counted or any(w == "of" or w.endswith("ed") for w in said[1:2])


def _running(column: Column, table: Table) -> bool:
    """The rows' own numbers, one after the other."""
    low, high = column.profile.minimum, column.profile.maximum
    whole = isinstance(low, int) and isinstance(high, int) and low in (0, 1) and high - low + 1 == table.rows
    return column.profile.unique and whole


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


def dimension_of(column: Column, table: Table, form: LongForm | None) -> Dimension:
    said = frozenset(stems(column.label))
    at = len(form.ids) if form else -1
    if form is not None and column.position == at:
        if form.kind == "word":
            spread = tuple(v for v, _ in form.times)
            return Dimension(column.name, "", said, spread, whole=_whole(spread))
        stored = tuple(f"{v}-01" if form.kind == "month of year" else v for v, _ in form.times)
        return Dimension(column.name, _OF_FORM.get(form.kind, ""), said, stored, ends=(stored[0], stored[-1]))
    if form is not None and form.within and column.position == at + 1:
        return Dimension(column.name, "", said, form.figures, whole=_whole(form.figures))
    common = tuple(v for v, _ in column.profile.common)
    all_known = tuple(sorted(common)) if len(common) == column.profile.distinct else ()
    ends = (str(column.profile.minimum or ""), str(column.profile.maximum or ""))
    period = _period(column, common, table)
    listed = bool(column.codes) and all(source == SOURCE for _, source in column.code_sources)
    if period or not listed or len(column.codes) < column.profile.distinct:
        return Dimension(column.name, period, said, all_known, whole=_whole(common), ends=ends)
    values = all_known or tuple(sorted(v for v, _ in column.codes))
    called = tuple(column.meaning(v) or v for v in values)
    several = [v for v in called if v in WHOLES]
    whole = _whole(called) or (several[0] if len(several) == 1 else "")
    return Dimension(column.name, "", said, values, called, values[called.index(whole)] if whole else "", ends)


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
    if six_figured_years(column):
        return "span"
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
    none: Period = ""
    found = next((period for period, shape in _SHAPES if all(shape.fullmatch(t) for t in texts)), none)
    return found or _told(column, [*common, str(column.profile.minimum), str(column.profile.maximum)])


def _told(column: Column, texts: Sequence[str]) -> Period:
    """Of a column called a time, each cell has a year, and all are written alike: `Year ending March 2021`."""
    called = set(words(column.label)) & _TIMES
    forms = {_FIGURES.sub("0", _MONTHS.sub("month", t.casefold())) for t in texts}
    if not called or len(forms) != 1 or column.profile.distinct == 1 or not all(A_YEAR.search(t) for t in texts):
        return ""
    years = {tuple(A_YEAR.findall(t)) for t in texts}
    return "told year" if len(years) == len(set(texts)) else "told"


def told_as_rate(column: Column) -> bool:
    """The header alone says that it is a rate, a mean or a share."""
    said = {stem(w) for w in words(column.plain_label)}
    return bool(said & _RATES) or _in_percent(column, column.label)


def _in_percent(column: Column, label: str) -> bool:
    return column.unit in ("%", "‰") or "%" in label


def with_whole(columns: Sequence[Column], measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The same, told which of them are those of all others: that say `all`, `total`, `both` where others do not."""
    said = [bool(_ALL & {stem(w) for w in words(c.plain_label)}) for c in columns]
    if not any(said) or all(said):
        return tuple(measures)
    parts = frozenset(w for m, whole in zip(measures, said, strict=True) if not whole for w in m.words)
    alone = [n for n, m in enumerate(measures) if said[n] and m.adds and not (m.words - _ALL) & parts]
    largest = max(alone, key=lambda n: _most(columns[n]), default=-1)
    said = [w and (n not in alone or n == largest) for n, w in enumerate(said)]  # no `all_hgvs` of all vehicles
    shared = frozenset.intersection(*(m.words for m in measures))
    others = frozenset(w for m, whole in zip(measures, said, strict=True) if not whole for w in m.words) - shared
    return tuple(
        replace(m, whole=len(m.words - others - shared)) if whole else m
        for m, whole in zip(measures, said, strict=True)
    )


def _most(column: Column) -> float:
    most = column.profile.maximum
    return float(most) if isinstance(most, int | float) else 0.0


def measure_of(
    column: Column,
    title: str,
    label: str,
    head: str,
    alone: bool,
    *,
    called: str = "",
    kind: tuple[str, str] = ("", ""),
) -> Measure:
    """`called` stands for the header, where rows of one `kind` hold the figure."""
    plain = called or column.plain_label
    label = without_unit(plain, True) or plain
    every = [w for w in words(label) if w not in FUNCTION]
    said = [w for w in every if stem(w) not in PLAIN] or ([] if alone else every)  # “Value” beside “Weight”
    said = [w for w in said if singular(w) not in _ANYBODY] or said
    own = frozenset(s for w in said for s in spell_out(w))
    told = {stem(w) for w in words(f"{plain} {head}")} | (
        set() if own else {stem(w) for w in words(f"{title} {label}")}
    )
    rated = bool(told & _RATES) or _in_percent(column, called or column.label) or (not own and "%" in title)
    rated = rated and not (how_many(plain) or words(plain)[:2] == ("number", "of"))
    lemmas = frozenset(singular(word) for w in said for word in everyday().get(w, (w,)))
    unit = words(plain)[-1:] if label != plain else ()
    return Measure(column.name, own, lemmas, not rated, unit="".join(unit), kind=kind)
