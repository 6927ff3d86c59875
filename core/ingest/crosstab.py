"""Tables spread out by time (`area, 2012, 2013, 2014`) as long ones (`area, year, value`): a view, no second copy.

Three or more columns whose labels are a year, month, quarter, day or span of years, alone or beside the same words
(`Beds 2012`, `Beds 2013`), and which hold numbers, are one figure at several times. Columns of age bands or places go
the same way (core.ingest.categories). After "unpivot" in Wickham, "Tidy Data" (Journal of Statistical Software, 2014).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.ingest.categories import ALL, kind_of_labels, spread_by_category
from core.ingest.layout.words import is_total
from core.ingest.name_parts import MONTHS, TYPED, Kind, Piece, month_number, months_named, pieces, settled_days, trimmed
from core.ingest.periods import short_months
from core.ingest.titled_categories import figure_in, spread_by_title
from core.model import NUMERIC, Column, Table

LEAST = 3
"""Times that a figure is given for at least."""
MOST = 400
"""SQLite joins no more SELECTs than 500 in one view."""
_LONGEST = 300_000
"""Characters of a view's SELECT: one that the confined reader cannot parse would keep it from every other table."""
_NAMES: dict[Kind, str] = {
    "year": "year",
    "span": "year",
    "month": "month",
    "quarter": "quarter",
    "month of year": "month",
    "quarter of year": "quarter",
    "date": "date",
}
YEARS = (1500, 2200)
_OF_AGE = re.compile(r"\bage|\baltersgr|\bâge|\bedad|\betà|\byears? old", re.IGNORECASE)
_YEAR = frozenset({"year", "annual", "full year", "whole year"})
_TIMES = frozenset(
    "year years month months quarter quarters date dates period periods time ano anos año años anno anni année années "
    "jahr jahre stichtag datum monat monate mois mes mês meses periodo período période zeit zeitraum".split()
)
"""What stands over columns of times is no figure."""
_ADVERBS = frozenset(
    {"mid", "mid-year", "midyear", "end", "end of", "year end", "as at", "at", "fy", "cy", "ay", "financial year"}
    | {"fiscal year", "calendar year", "academic year", "year to", "year ending", "year ended", "stand", "am"}
)
"""What may stand before each time and says no figure."""
_STATUS = re.compile(
    r"(?<=\d)\s*(?:[(\[](?:r|p|e|pr|rev|prov|est)\.?[)\]]|\s(?:r|p|e|rev\.?|prov\.?|est\.?))\s*$", re.IGNORECASE
)
"""`2022 (r)`: the year's figures are revised, provisional or estimated."""
_STUCK = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:r|p|e|b|f|pr|rev|est|\*)(?![A-Za-z\d])", re.IGNORECASE)
"""The same without a blank: `2022r`."""
_NUMBERED_MONTH = re.compile(r"(?P<rest>.*?)[ _.-]?[Mm](?P<month>0[1-9]|1[0-2])")
_QUESTION = re.compile(r"q[ _.]?(?:[5-9]|\d\d+)[ _.]?[a-h]?", re.IGNORECASE)
"""A questionnaire's `q5` or `q7a`: its `q1` to `q4` are no quarters."""
_HALF_YEAR = 6
_MONTH = re.compile(r"(?<!\d)\d{4}-(?:0[1-9]|1[0-2])(?!\d)")


@dataclass(frozen=True, slots=True)
class LongForm:
    """A crosstab taken apart."""

    time: str
    """What the times are: year, month, quarter; or the categories: age, country."""
    kind: Kind
    ids: tuple[Column, ...]
    """The columns that are the same at all times."""
    figures: tuple[str, ...]
    """Labels of the figures; where the header has nothing but times or categories "value", or what a title says."""
    times: tuple[tuple[str, tuple[Column | None, ...]], ...]
    """Each time with the column of each figure, None where a figure lacks it."""
    within: str = ""
    """Where the figures are values of one kind as well (`Men 2019, Women 2019`): that kind, a column of its own. Then
    there is but one figure, and `figures` are the values."""

    @property
    def one_figure(self) -> bool:
        return len(self.figures) == 1 or bool(self.within)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the long view's columns behind the ids are called."""
        return (self.time, self.within, "value") if self.within else (self.time, *self.figures)


def long_form(table: Table) -> LongForm | None:
    """How a table is spread out by time; None where it is not."""
    found: dict[Kind, dict[str, dict[str, Column]]] = defaultdict(lambda: defaultdict(dict))
    named = months_named([c.plain_label for c in table.columns])
    short = short_months([c.plain_label for c in table.columns])
    numbered = _numbered_months(table.columns)
    for column in table.columns:
        if column.plain_label in short:
            named[column.plain_label] = short[column.plain_label]
        timed = numbered.get(column.plain_label) or _timed(column, named.get(column.plain_label, ""))
        if timed is not None:
            piece, rest = timed
            found[piece.kind][rest].setdefault(piece.value, column)
    _settle_days(found)
    _settle_months(found)
    best: LongForm | None = None
    codes = {said for c in table.columns if (said := _numbered(c.plain_label))}
    if any(_QUESTION.fullmatch(c.plain_label.strip()) for c in table.columns):
        found.pop("quarter", None)
    for kind, by_figure in found.items():
        figures = {rest: times for rest, times in by_figure.items() if len(times) >= LEAST and rest not in codes}
        if not figures:
            twice = {rest: times for rest, times in by_figure.items() if len(times) == LEAST - 1}
            figures = twice if kind_of_labels(tuple(twice)) or _even(twice) else {}
        order = sorted({t for times in figures.values() for t in times}, key=lambda t: _order(kind, t))
        if not figures or len(order) > MOST:
            continue
        used = {c.name for times in figures.values() for c in times.values()}
        empty = {
            c.name
            for c in table.columns
            if not c.profile.filled and _time_in(c.plain_label, named.get(c.plain_label, ""))
        }
        ids = _ids(table, used | empty)
        if not ids or _too_long(table, ids, order):
            continue
        if best and len(best.times) * len(best.figures) >= len(order) * len(figures):
            continue
        plain = len(figures) == 1 and next(iter(figures)).casefold() in _ADVERBS
        labels = tuple("value" if plain else rest or "value" for rest in figures)
        cells = tuple((t, tuple(times.get(t) for times in figures.values())) for t in order)
        within = kind_of_labels(labels)
        branches = [f"{t}{label}" for t in order for label in labels]
        told = any(c.plain_label.strip().casefold() == within for c in ids)
        if told or len(branches) > MOST or _too_long(table, ids, branches):
            within = ""
        best = LongForm(_NAMES[kind], kind, ids, labels, cells, within)
    return best or _by_category(table)


def _even(figures: Mapping[str, Mapping[str, Column]]) -> bool:
    """Several figures, each at the same two times: `2024 Quota, 2024 Catch, 2025 Quota, 2025 Catch`."""
    return len(figures) > 1 and all(figures) and len({frozenset(times) for times in figures.values()}) == 1


def _by_category(table: Table) -> LongForm | None:
    """How a table is spread out by another category than time; None where it is not."""
    title = (table.layout.title if table.layout else "") or (table.description if table.family else "")
    spread = spread_by_category(table.columns)
    titled = spread_by_title(table.columns, title) if title else None
    if spread is None or (spread.kind == "age" and title and not _OF_AGE.search(title)):
        spread = titled or (replace(spread, kind="band") if spread else None)
    if spread is None:
        return None
    order = list(dict.fromkeys(said for held in spread.figures.values() for said in held))
    ids = _ids(table, {c.name for held in spread.figures.values() for c in held.values()})
    if not ids or len(order) > MOST or _too_long(table, ids, order):
        return None
    if any(c.plain_label.strip().casefold() == spread.kind for c in ids):
        return None
    cells = tuple((said, tuple(held.get(said) for held in spread.figures.values())) for said in order)
    figures = tuple(figure or figure_in(title) or "value" for figure in spread.figures)
    return LongForm(spread.kind, "word", ids, figures, cells)


def _ids(table: Table, used: set[str]) -> tuple[Column, ...]:
    """The columns that stand beside each figure; not the totals of all of them, which would be added up again."""
    return tuple(c for c in table.columns if c.name not in used and not (c.type in NUMERIC and _sums_all(c)))


def _sums_all(column: Column) -> bool:
    """A column called a total, all persons, or the year beside its months where it does not hold years."""
    label = column.plain_label.strip().casefold()
    ends = (column.profile.minimum, column.profile.maximum)
    years = all(isinstance(v, int) and YEARS[0] <= v <= YEARS[1] for v in ends)
    return is_total(label) or label in ALL or (label in _YEAR and not years)


def _timed(column: Column, month: str) -> tuple[Piece, str] | None:
    """The time in a column's label and the words beside it; None where there is no time, or two, or no numbers."""
    return _time_in(column.plain_label, month) if column.type in NUMERIC and column.profile.filled else None


def _numbered_months(columns: Sequence[Column]) -> dict[str, tuple[Piece, str]]:
    """`ARRIVALS_M01` to `ARRIVALS_M12`: the months of a year by their numbers, half of a year at least, beside the same
    words."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for c in columns:
        if (met := _NUMBERED_MONTH.fullmatch(c.plain_label)) and c.type in NUMERIC and c.profile.filled:
            found[trimmed(met["rest"])][met["month"]] = c.plain_label
    return {
        label: (Piece("month", label, MONTHS[int(month) - 1].capitalize()), rest)
        for rest, months in found.items()
        if len(months) >= _HALF_YEAR
        for month, label in months.items()
    }


def _time_in(label: str, month: str) -> tuple[Piece, str] | None:
    """The one time in a label and the words beside it; `month` is the month that it names in another language, or in
    short."""
    if month:
        return Piece("month of year" if month[0].isdigit() else "month", label, month), ""
    label = _STUCK.sub(r"\1", _STATUS.sub("", label))
    found = pieces((label,))
    times = [p for p in found if p.kind in TYPED and p.kind in _NAMES]
    if len(times) != 1 or any(p.kind == "number" for p in found):
        return None
    at = label.find(times[0].text)
    rest = label[:at] + " " + label[at + len(times[0].text) :]
    rest = trimmed(rest)
    return times[0], "" if rest.casefold() in _TIMES else rest


def _settle_days(found: dict[Kind, dict[str, dict[str, Column]]]) -> None:
    """Days as ISO; those of which nothing tells the month from the day are no times."""
    for rest, times in list(found.get("date", {}).items()):
        settled = settled_days(list(times))
        if settled is None:
            del found["date"][rest]
        else:
            found["date"][rest] = dict(zip(settled, times.values(), strict=True))


def _settle_months(found: dict[Kind, dict[str, dict[str, Column]]]) -> None:
    """`2001-02` is a span of years by itself; beside `2001-01` it is February."""
    months = found.get("month of year", {})
    for rest, spans in list(found.get("span", {}).items()):
        hits = {time: _MONTH.search(column.plain_label) for time, column in spans.items()}
        if rest in months and all(hits.values()):
            months[rest].update({hit[0]: spans[time] for time, hit in hits.items() if hit})
            del found["span"][rest]


def _too_long(table: Table, ids: Sequence[Column], order: Sequence[str]) -> bool:
    """Whether the SELECT of such a view, an estimate of it, is longer than is allowed."""
    return len(order) * (len(table.name) + 100 + sum(len(c.name) + 4 for c in ids)) > _LONGEST


def _numbered(label: str) -> str:
    """The words beside a number that is no time: where there is `per101`, `per2021` is a code as well."""
    found = pieces((label,))
    numbers = [p for p in found if p.kind == "number"]
    if len(numbers) != 1 or any(p.kind in TYPED for p in found):
        return ""
    return trimmed(label.replace(numbers[0].text, " "))


def _order(kind: Kind, time: str) -> tuple[int, str]:
    return (month_number(time), "") if kind == "month" else (0, time)
