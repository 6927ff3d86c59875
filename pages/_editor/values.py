"""The value of a condition: chosen from what the column holds, or typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

import streamlit as st

from core.ask.dates import MONTH_NAMES
from core.ask.edit.conditions import (
    bare,
    contains,
    first_day,
    last_day,
    patterned,
    with_values,
    written_date,
)
from core.ask.edit.formulas import SPANS
from core.ask.edit.moved import Given, first_way
from core.ask.edit.offers import NAMED, scalars, steps
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Item, Scalar
from core.ask.translators.rules.realisation.phrase import END_OF_DAY
from core.model import NUMERIC, TEMPORAL, Column
from pages._editor.panel import Panel
from pages._ui.markup import literal

_UNSETS = ("is null", "is not null")
_LIKE = ("like", "not like")
_SEVERAL = ("=", "!=")
_COUNTS = (1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""Numbers of rows that are offered; others are typed."""
_SPANS = (0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 30.0, 60.0, 90.0, 365.0)
"""Lengths of times that are offered."""
_MONTHS = 120
"""Months that are offered one by one, at most."""


def choose(panel: Panel, f: Filter, part: str, how: str = "") -> tuple[Given, ...]:
    """Controls for the values that a comparison needs, and what they hold now; () while something lacks. `how`: which
    part of a text is compared."""
    if f.operator in _UNSETS:
        return ()
    column = _column(panel, f)
    if f.operator == "between":
        low, high = (f.values[n] if len(f.values) == 2 else None for n in (0, 1))
        first = _one(panel, f, column, low, f"{part}-low", "From", hidden=False)
        second = _one(panel, f, column, high, f"{part}-high", "To", hidden=False)
        return () if first is None or second is None else (first, second)
    if f.operator in _LIKE and not _dated(column):
        return _texts(panel, f, part, how or "part")
    plain = all(isinstance(v, str | float) for v in f.values)
    several = f.operator in _SEVERAL or f.operator in _LIKE  # of days: in these months or years
    if several and plain and column is not None and not f.item.aggregate:
        return _several(panel, f, column, part)
    one = _one(panel, f, column, f.values[0] if f.values else None, part, "Value")
    return () if one is None else (one,)


def _column(panel: Panel, f: Filter) -> Column | None:
    plain = f.item.column is not None and not f.item.aggregate and not f.item.formula
    return panel.offers.facts.column(f.item.column) if plain and f.item.column else None


def _dated(column: Column | None) -> bool:
    return column is not None and column.type in TEMPORAL


def _several(panel: Panel, f: Filter, column: Column, part: str) -> tuple[Given, ...]:
    """Values to choose from, more than one if wished; others may be typed."""
    quarters = _quarters(column) if f.operator in _LIKE else {}
    quarterly, rest = whole_quarters(f.values, quarters)
    held = {in_words(panel, v, f): v for v in rest}
    offered = {**{in_words(panel, v, f): v for v in _offered(panel, f, column)}, **held}  # as a reading holds them
    whole = _all_listed(panel, f, column)
    shown = [*quarterly, *held]
    now, wired = panel.wired(part, shown)
    chosen = st.multiselect(
        "Value",
        list(dict.fromkeys([*now, *held, *offered, *quarters])),
        default=now,
        format_func=lambda said: said + _meaning_beside(column, said),  # shown as it stands: no Markdown in a list
        accept_new_options=not whole,
        placeholder="Choose values" if whole else "Choose or type values",
        label_visibility="collapsed",
        select_all=False,
        **wired,
    )
    if chosen == shown:
        return f.values
    told: tuple[Given, ...] = ()
    for c in chosen:
        if c in quarters:
            told += quarters[c]
        elif (value := offered[found] if (found := meant(c, offered)) else _typed(c, f, column)) is not None:
            told += (value,)
    told = tuple(dict.fromkeys(told))
    return tuple(v for v in told if isinstance(v, Scalar))[-1:] or told


def single(panel: Panel, item: Item, part: str, label: str) -> Filter | None:
    """Rows with one value of a column, of dates those in a year or a month; None while none is chosen."""
    f = Filter(item, "=")
    column = _column(panel, f)
    f = replace(f, operator=first_way(column))
    value = _one(panel, f, column, None, part, label, hidden=False)
    return None if value is None else with_values(f, (value,))


def _one(
    panel: Panel, f: Filter, column: Column | None, held: Given | None, part: str, label: str, *, hidden: bool = True
) -> Given | None:
    """One value: a figure, a day or a time, the average of all, or another column."""
    offered: dict[str, Given] = {} if held is None else {in_words(panel, held, f): held}
    for value in _offered(panel, f, column, upper=label == "To"):
        offered.setdefault(in_words(panel, value, f), value)
    whole = column is not None and _all_listed(panel, f, column)
    now, wired = panel.wired(part, None if held is None else next(iter(offered)))
    listed = list(dict.fromkeys([*([] if now is None else [now]), *offered]))
    chosen = st.selectbox(
        label,
        listed,
        index=None if now is None else 0,
        accept_new_options=not whole,
        placeholder="Choose" if whole else "Choose or type",
        label_visibility="collapsed" if hidden else "visible",
        **wired,
    )
    if chosen is None:
        return None
    found = meant(chosen, offered, sought=_read(chosen, f, column) is None)
    return offered[found] if found else _typed(chosen, f, column, label == "To")


def meant(typed: str, offered: Collection[str], sought: bool = False) -> str:
    """What of the list was chosen, or typed: in small letters or large ones, also another column by its label alone,
    where one alone is called so; what is only `sought`, and no value, by a part. "" for nothing there."""
    if typed in offered:
        return typed
    wanted = typed.strip().casefold()
    alike = (
        [o for o in offered if said(o).casefold() == wanted]
        for said in (str, _label, lambda o: _label(o).partition(" (")[0])
    )
    parts = (o for o in offered if sought and wanted in o.casefold())
    return next((found[0] for found in alike if len(found) == 1), next(parts, ""))


def _label(column: str) -> str:
    """Without its table; what is told of it stays, in brackets."""
    return column.rpartition(" › ")[2]


def _all_listed(panel: Panel, f: Filter, column: Column) -> bool:
    """The list has all that the column holds: what is typed seeks in it, and is no other value."""
    part = f.item.column.part if f.item.column else ""
    if part in NAMED or part == "hour":
        return part != "decade"
    texts_alone = not part and column.type not in NUMERIC and column.type not in TEMPORAL
    return texts_alone and column.profile.distinct <= len(texts(panel, column))


def _texts(panel: Panel, f: Filter, part: str, how: str) -> tuple[Given, ...]:
    """A part of a text."""
    held = bare(str(f.values[0])) if f.values else ""
    now, wired = panel.wired(part, held)
    typed = st.text_input(
        "Part of the text", value=now, placeholder="Part of the text", label_visibility="collapsed", **wired
    )
    if not typed or not typed.strip():
        return ()
    return f.values if typed == held else (patterned(typed.strip(), how),)


def _offered(panel: Panel, f: Filter, column: Column | None, upper: bool = False) -> Iterator[Given]:
    """What the column holds, the most frequent first; of numbers also the average and other columns. `upper`: the end
    of a span is sought."""
    c = f.item.column
    if f.item.aggregate == "count":
        yield from _COUNTS
    if f.item.formula and f.item.formula.operator in SPANS:
        yield from _SPANS
    of = panel.offers.facts.column(c) if f.item.aggregate in ("avg", "min", "max") and c is not None else None
    if of is not None:
        whole = of.type == "integer" and f.item.aggregate != "avg"
        yield from steps(of.profile.minimum, of.profile.maximum, whole)
    if column is None or c is None:
        return
    if c.part == "weekday":
        yield from lexicon().weekday_names
    elif c.part == "calendar month":
        yield from MONTH_NAMES
    elif c.part == "hour":
        yield from (f"{n:02}" for n in range(24))
    elif _dated(column):
        if not c.part:
            yield from scalars(c, ("max", "min"))
        if f.operator not in (*_LIKE, *_SEVERAL) and not c.part:
            yield from panel.offers.same_sort(c)
        if column.type == "time" and not c.part:  # those there are, from morning to night
            yield from sorted(v for v, _ in column.profile.common)
        else:
            yield from _times(f, column, upper or f.operator in ("<=", ">"))
    elif column.type in NUMERIC:
        yield from scalars(c, ("max", "min") if f.operator in _SEVERAL else ("avg", "median", "min", "max"))
        if f.operator not in _SEVERAL:
            yield from panel.offers.same_sort(c)
        held = {size for v, _ in column.profile.common if (size := _size(v)) is not None}
        low, high = column.profile.minimum, column.profile.maximum
        round_ones = () if f.operator in _SEVERAL else steps(low, high, column.type == "integer")
        yield from sorted({*held, *round_ones})
    else:
        yield from texts(panel, column)


def texts(panel: Panel, column: Column) -> Sequence[str]:
    """The values of a column of texts, as far as they are listed."""
    known = panel.entry.ws.questions.values(column.id) if column.table in panel.offers.facts.tables else ()
    return known or [v for v, _ in column.profile.common]


def _times(f: Filter, column: Column, last: bool) -> Iterator[Given]:
    """Today, and the years, and months of a few years, that the column spans: of days their first, or their `last`;
    others are typed."""
    low, high, years = _spanned(column)
    part = f.item.column.part if f.item.column else ""
    months = [f"{y}-{m:02}" for y in years for m in range(1, 13) if low <= f"{y}-{m:02}" <= high]
    few = months if len(months) <= _MONTHS else []
    today = [date.today().isoformat()] if column.type != "time" else []
    texts = {"year": years, "quarter": list(_quarters(column)), "month": few}.get(part, [*today, *years, *few])
    if f.operator in _LIKE:
        yield from (f"{t}%" for t in texts)
    elif part:
        yield from texts
    else:
        ends = (last_day(t, column.type == "datetime") if last else first_day(t) for t in (*years, *few))
        yield from (last_day(t, column.type == "datetime") if last else t for t in today)
        yield from sorted(set(ends))


def whole_quarters(values: Sequence[Given], quarters: Mapping[str, Sequence[Given]]) -> tuple[list[str], list[Given]]:
    """The quarters all of whose months are among the values, and the values beside them."""
    whole = [said for said, months in quarters.items() if set(months) <= set(values)]
    within = {m for said in whole for m in quarters[said]}
    return whole, [v for v in values if v not in within]


def _quarters(column: Column) -> dict[str, tuple[str, ...]]:
    """The quarters that a column of days spans, `2024-Q1`, each with the patterns of its months; none of many years."""
    low, high, years = _spanned(column)
    if 12 * (len(years) - 1) > _MONTHS:
        return {}
    months = {f"{y}-Q{q}": [f"{y}-{m:02}" for m in range(3 * q - 2, 3 * q + 1)] for y in years for q in range(1, 5)}
    return {said: tuple(f"{m}%" for m in of) for said, of in months.items() if low <= of[-1] and of[0] <= high}


def _spanned(column: Column) -> tuple[str, str, list[str]]:
    """The first and the last month of a column of days, and the years from one to the other; no year if it is empty."""
    low, high = str(column.profile.minimum or "")[:7], str(column.profile.maximum or "")[:7]
    known = low[:4].isdigit() and high[:4].isdigit()
    return low, high, [str(y) for y in range(int(low[:4]), int(high[:4]) + 1)] if known else []


def in_words(panel: Panel, value: Given, f: Filter | None = None) -> str:
    """A value as it stands in the list."""
    if isinstance(value, Scalar):
        alike = ", ".join(panel.offers.column(c) for c in value.same)
        return f"the {panel.offers.item(value.item)}" + (f" of the same {alike}" if alike else "")
    if isinstance(value, Col):
        return panel.offers.column(value)
    if isinstance(value, float):
        return f"{value:g}" if abs(value) < 1e15 and f"{float(f'{value:g}')}" == f"{value}" else repr(value)
    said = (bare(value) if f is not None and f.operator in _LIKE else value).removesuffix(END_OF_DAY)
    today = said.startswith(date.today().isoformat()) and f is not None and _dated(_column(panel, f))
    return f"today, {said}" if today else said


def _meaning_beside(column: Column, said: str) -> str:
    """What a code means."""
    meaning = column.meaning(said)
    return f" ({meaning})" if meaning else ""


def _numeric(f: Filter, column: Column | None) -> bool:
    part = f.item.column.part if f.item.column else ""
    return not part and (column is None or column.type in NUMERIC)


def _typed(text: str, f: Filter, column: Column | None, upper: bool = False) -> Given | None:
    """What a person typed; None, and said, where it is no number and one is needed, or no date."""
    value = _read(text, f, column, upper)
    if value is None:
        wanted = "number" if _numeric(f, column) else "date. Write it as 2024-03-31, 2024-03 or 2024"
        st.caption(f"“{literal(text.strip())}” is no {wanted}.")
    return value


def _read(text: str, f: Filter, column: Column | None, upper: bool = False) -> Given | None:
    """The value that a text writes; None where it is no number or no date, and one is needed."""
    text = text.strip()
    if _numeric(f, column):
        return _size(text.replace(",", ""))
    if column is not None and column.type in ("date", "datetime") and not (f.item.column and f.item.column.part):
        day = written_date(text, True)
        if day is None:
            return None
        upper = upper or f.operator in ("<=", ">")
        text = day if f.operator in _LIKE else last_day(day, column.type == "datetime") if upper else first_day(day)
    if column is not None and column.type == "time" and text[1:2] == ":":
        text = f"0{text}"
    return contains(text, begins=True) if f.operator in _LIKE else text


def _size(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def complete(f: Filter) -> bool:
    """The comparison has the values that it needs."""
    return f.operator in _UNSETS or len(f.values) >= (2 if f.operator == "between" else 1)
