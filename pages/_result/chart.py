"""A chart beside an answer: which kinds suit its columns, which of them helps, and the drawing of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import altair as alt
import pandas as pd

from core.ask.cells import EMPTY
from core.ask.why.sql import CHANGE
from pages._result import legend, signs
from pages._result.column_kinds import Shown, axis_format
from pages._result.times import Missing, in_turn, with_missing
from pages._ui.markup import JOINER

Encoding = alt.X | alt.Y | alt.YOffset | alt.Color
Kind = Literal["bar", "line", "area", "scatter", "pie"]
KINDS: dict[Kind, str] = {"bar": "Bars", "line": "Line", "area": "Area", "scatter": "Points", "pie": "Pie"}

FEW_BARS = 12
MOST_BARS = 30
MOST_POINTS = 5_000
MOST_COLOURS = 7
MOST_SLICES = 12
_FEWEST_TIMES = 3
_FEWEST_POINTS = 2
"""Of each line, in the mean: of one point there is none."""
_MOST_NAMES = 200
"""Names along an axis whose order is written down."""
_SIDE_BY_SIDE = 11
"""Pixels of a bar that others of the same name stand beside."""
_BETWEEN = 6
"""Pixels between bars of one name and those of the next."""
_APART = re.compile("(average|avg|mean|median|lowest|highest|earliest|latest|min|max|share|rate|ratio)\\b", re.I)
_TOTAL = re.compile("(count|number|total|sum)\\b", re.I)
_COUNT = re.compile("(count|number)\\b", re.I)
_RUNNING = re.compile("running\\b", re.I)
_MOST_TICKS = 15
"""The longest row of years or months that are all written along the axis."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A chart: its kind, and the positions of the columns along, up and by colour."""

    kind: Kind
    x: int
    y: int
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be drawn. `helps` says whether a chart is shown unasked."""

    first: Spec
    kinds: tuple[Kind, ...]
    helps: bool


def offer(rows: pd.DataFrame, shown: Sequence[Shown]) -> Offer | None:
    """The chart that suits best, and the kinds to choose from. None: there is nothing to draw."""
    figures = [i for i, s in enumerate(shown) if s.role == "figure"]
    times = [i for i, s in enumerate(shown) if s.role == "time"]
    names = [i for i, s in enumerate(shown) if s.role == "name"]
    codes = [i for i, s in enumerate(shown) if s.role == "code"]
    if len(rows) < 2 or not figures or len(shown) < 2:
        return None
    changes = (f for f in figures if shown[f].reckoned and rows.columns[f] == CHANGE)
    asked_for = (f for f in figures if not times and _sorted(rows.iloc[:, f]))
    figure = next(changes, next(asked_for, figures[0]))  # a change says more than what it leads to
    if times:
        few = [n for n in names if 2 <= rows.iloc[:, n].nunique() <= MOST_COLOURS]
        colour = few[0] if few else None
        once = not rows.duplicated(subset=[rows.columns[i] for i in (times[0], colour) if i is not None]).any()
        enough = len(rows) >= _FEWEST_TIMES and len(rows) <= MOST_POINTS
        joined = colour is None or len(rows) >= _FEWEST_POINTS * rows.iloc[:, colour].nunique()
        if once and enough and joined:
            narrow = shown[figure].reckoned or _narrow(shown, figures, colour)  # else it is a list of things
            return Offer(Spec("line", times[0], figure, colour), ("line", "area", "bar", "scatter"), helps=narrow)
    labels = [*names, *times, *codes]
    if labels:
        at = labels[0]
        alone = rows.iloc[:, at].is_unique
        colour = None
        if not alone and len(labels) > 1 and rows.iloc[:, labels[1]].nunique() <= MOST_COLOURS:
            colour = labels[1]
        pairs = [rows.columns[i] for i in (at, colour) if i is not None]
        helps = not rows.duplicated(subset=pairs).any() and rows.iloc[:, at].nunique() <= MOST_BARS
        kinds: tuple[Kind, ...] = ("bar", "scatter")
        if at in times or in_turn(rows.iloc[:, at]):
            kinds = ("bar", "line", "scatter") if len(figures) == 1 else ("bar", "scatter", "line")
        if at in codes:
            kinds = ("bar",)  # a code is a name: nothing lies between two of them
        if _parts_of_a_whole(rows, at, figure):
            kinds = (*kinds, "pie")
        told = at not in codes or shown[at].group
        return Offer(Spec("bar", at, figure, colour), kinds, helps and _narrow(shown, figures, colour) and told)
    if len(figures) > 1:
        return Offer(Spec("scatter", figures[0], figures[1]), ("scatter", "bar", "line"), len(rows) >= 5)
    return None


def _narrow(shown: Sequence[Shown], figures: Sequence[int], colour: int | None) -> bool:
    """The rows are told apart by what is drawn, and say nothing else but figures."""
    return len(shown) <= 2 + (colour is not None) or len(figures) == len(shown) - 1


def _sorted(cells: pd.Series) -> bool:
    """The rows stand in the order of these figures: that is what they are asked for."""
    held = cells.dropna()
    return len(held) > 2 and held.nunique() > 1 and (held.is_monotonic_decreasing or held.is_monotonic_increasing)


def _adds_up(rows: pd.DataFrame, at: int) -> bool:
    """Figures that make a whole together: no averages, extremes, rates or ratios, as their heading says."""
    return _APART.match(str(rows.columns[at])) is None and "÷" not in str(rows.columns[at])


def _counts(rows: pd.DataFrame, at: int) -> bool:
    """A number or a total, as its heading says: how much larger one is than another is seen from zero on."""
    return _TOTAL.match(str(rows.columns[at])) is not None


def _missing(rows: pd.DataFrame, shown: Sequence[Shown], at: int) -> Missing:
    """What a time without rows is to a figure: of things counted there are none, and a sum may just not be known."""
    head = str(rows.columns[at])
    if shown[at].reckoned and _RUNNING.match(head):
        return "before"
    return "zero" if shown[at].reckoned and _COUNT.match(head) else "gap"


def _parts_of_a_whole(rows: pd.DataFrame, at: int, figure: int) -> bool:
    """A few names, each once, with figures that add up."""
    held = rows.iloc[:, figure].dropna()
    if not _adds_up(rows, figure):
        return False
    return rows.iloc[:, at].is_unique and 2 <= len(rows) <= MOST_SLICES and bool((held >= 0).all()) and held.sum() > 0


def draw(rows: pd.DataFrame, shown: Sequence[Shown], spec: Spec) -> alt.Chart:
    """The chart of the first rows that fit. Fields bear our names; headings are titles, which Vega does not parse."""
    most = MOST_BARS if spec.kind == "bar" else MOST_POINTS
    picked = {"x": spec.x, "y": spec.y} | ({"colour": spec.colour} if spec.colour is not None else {})
    data = pd.DataFrame({field: _cells(rows.iloc[:, at], shown[at]) for field, at in picked.items()})
    data = signs.told(data[data["y"].notna()], shown[spec.y])
    if spec.kind == "bar":
        if spec.colour is None:
            data = data.assign(x=_apart(data["x"]))
        kept = data["x"].drop_duplicates().head(most)
        data = data[data["x"].isin(kept)]
    else:
        data = data.head(most)
    return _DRAWERS[spec.kind](data, rows, shown, spec)


def dropped(rows: pd.DataFrame, spec: Spec) -> str:
    """What the chart leaves out, in words."""
    bars = len(rows) if spec.colour is None else rows.iloc[:, spec.x].nunique(dropna=False)
    if spec.kind == "bar" and bars > MOST_BARS:
        return f"The chart shows the first {MOST_BARS}."
    return f"The chart shows the first {MOST_POINTS:,}." if len(rows) > MOST_POINTS else ""


def with_kind(spec: Spec, kind: Kind) -> Spec:
    return replace(spec, kind=kind)


def _cells(cells: pd.Series, shown: Shown) -> pd.Series:
    if shown.role == "figure":
        return cells.astype("float64")
    return cells.astype("string").fillna(EMPTY)


def _apart(names: pd.Series) -> pd.Series:
    """Names of one row each: what two rows are called alike differs in a sign that nobody sees."""
    return names + names.groupby(names).cumcount().map(lambda n: JOINER * n)


def _as_given(names: pd.Series) -> list[str] | None:
    """The names in the rows' order: a chart that is drawn anew keeps that of its former rows otherwise."""
    found = list(dict.fromkeys(names))
    return found if len(found) <= _MOST_NAMES else None


def _bars(data: pd.DataFrame, rows: pd.DataFrame, shown: Sequence[Shown], spec: Spec) -> alt.Chart:
    count = data["x"].nunique()
    bars = (24 if count <= FEW_BARS else 15) * count
    beside = spec.colour is not None and not _adds_up(rows, spec.y)  # each other: nobody adds averages up
    if beside:
        bars = max(bars, (_SIDE_BY_SIDE * data["colour"].nunique() + _BETWEEN) * count)
    # A longer title takes the bars' room; a name that is kept inside the chart leaves its bar.
    axis = alt.Axis(labelLimit=180, labelOverlap=False, labelFlush=False, titleLimit=max(bars, 60))
    encoding: dict[str, Encoding] = {
        "x": alt.X("y:Q", title=_title(rows, spec.y), axis=signs.axis(shown[spec.y])),
        "y": alt.Y("x:N", title=_title(rows, spec.x), sort=in_turn(data["x"]) or _as_given(data["x"]), axis=axis),
    }
    if beside:
        encoding["yOffset"] = alt.YOffset("colour:N", sort=None)
    chart = alt.Chart(data).mark_bar(cornerRadiusEnd=2)
    return _chart(chart, encoding, rows, shown, spec, bars + 70)  # an answer should fit on one screen


def _lines(data: pd.DataFrame, rows: pd.DataFrame, shown: Sequence[Shown], spec: Spec) -> alt.Chart:
    if shown[spec.x].role == "time":
        data = with_missing(data, _missing(rows, shown, spec.y))
    base = alt.Chart(data)
    few = len(data) <= 60
    mark = base.mark_area(opacity=0.6, line=True) if spec.kind == "area" else base.mark_line(point=few)
    return _along(mark, rows, shown, spec, zero=spec.kind == "area" or _counts(rows, spec.y))


def _points(data: pd.DataFrame, rows: pd.DataFrame, shown: Sequence[Shown], spec: Spec) -> alt.Chart:
    return _along(alt.Chart(data).mark_circle(size=50, opacity=0.75), rows, shown, spec, zero=False)


def _slices(data: pd.DataFrame, rows: pd.DataFrame, shown: Sequence[Shown], spec: Spec) -> alt.Chart:
    """A slice for each name, in the rows' order, clockwise from the top."""
    tips = [
        alt.Tooltip("x:N", title=_title(rows, spec.x)),
        signs.tip(shown[spec.y], _title(rows, spec.y)),
    ]
    beside = alt.Legend(orient="right", labelLimit=160)
    colour = alt.Color("x:N", title=_title(rows, spec.x), sort=list(data["x"]), legend=beside)
    mark = alt.Chart(data.assign(place=range(len(data)))).mark_arc()
    made: alt.Chart = mark.encode(
        theta=alt.Theta("y:Q", stack=True), color=colour, order=alt.Order("place:Q"), tooltip=tips
    ).properties(height=300)
    return made


_DRAWERS = {"bar": _bars, "line": _lines, "area": _lines, "scatter": _points, "pie": _slices}


def _along(mark: alt.Chart, rows: pd.DataFrame, shown: Sequence[Shown], spec: Spec, *, zero: bool) -> alt.Chart:
    """A chart with its columns the usual way round."""
    role = shown[spec.x].role
    heading = _title(rows, spec.x)
    names = mark.data["x"]
    x = alt.X("x:N", title=heading, sort=in_turn(names) or _as_given(names), axis=alt.Axis(labelLimit=120))
    if role == "figure":
        x = alt.X("x:Q", title=heading, axis=signs.axis(shown[spec.x]), scale=alt.Scale(zero=False))
    elif role == "time":
        data = mark.data.assign(x=pd.to_datetime(mark.data["x"], format="ISO8601", errors="coerce", utc=True))
        mark.data = data.assign(x=data["x"].dt.tz_localize(None)).dropna(subset=["x"])
        x = alt.X("x:T", title=heading, axis=_dates(rows.iloc[:, spec.x]))
    stack: dict[str, Any] = {} if _adds_up(rows, spec.y) else {"stack": None}
    scale = alt.Scale(zero=zero)
    y = alt.Y("y:Q", title=_title(rows, spec.y), axis=signs.axis(shown[spec.y]), scale=scale, **stack)
    return _chart(mark, {"x": x, "y": y}, rows, shown, spec, 300)


def _dates(cells: pd.Series) -> alt.Axis:
    """An axis that shows years as years and months as months, and nothing finer than the column holds."""
    grain = _grain(cells)
    if not grain:
        return alt.Axis()
    held = sorted(set(cells.dropna().astype("string")))
    first, last = (12 * int(v[:4]) + int(v[5:7] or 1) for v in (held[0], held[-1]))
    interval, span = ("year", (last - first) // 12) if grain == "%Y" else ("month", last - first)
    few: dict[str, Any] = {"tickCount": {"interval": interval, "step": 1}} if span <= _MOST_TICKS else {}
    return alt.Axis(format=grain if few or grain == "%Y" else alt.Undefined, **few)


def _grain(cells: pd.Series) -> str:
    """How d3 is to write times of a column that holds years or months only; empty for days and finer."""
    lengths = set(cells.dropna().astype("string").str.len())
    return {frozenset({4}): "%Y", frozenset({7}): "%b %Y"}.get(frozenset(lengths), "")


def _chart(
    mark: alt.Chart,
    encoding: dict[str, Encoding],
    rows: pd.DataFrame,
    shown: Sequence[Shown],
    spec: Spec,
    height: int,
) -> alt.Chart:
    role = shown[spec.x].role
    field = "x:Q" if role == "figure" else "x:T" if role == "time" and spec.kind != "bar" else "x:N"
    form: dict[str, Any] = {"format": axis_format(shown[spec.x])} if role == "figure" else {}
    if field == "x:T" and (grain := _grain(rows.iloc[:, spec.x])):
        form = {"format": grain}
    tips = [alt.Tooltip(field, title=_title(rows, spec.x), **form)]
    if spec.colour is not None:
        title = _title(rows, spec.colour)
        over, taken = legend.above(mark.data["colour"])
        encoding["color"] = alt.Color("colour:N", title=title, legend=over)
        height += taken
        tips.append(alt.Tooltip("colour:N", title=title))
    tips.append(signs.tip(shown[spec.y], _title(rows, spec.y)))
    made: alt.Chart = mark.encode(**cast(dict[str, Any], encoding), tooltip=tips).properties(height=height)
    return made


def _title(rows: pd.DataFrame, at: int) -> str:
    """A tooltip's heading. Vega's tooltip would fetch a picture for a field titled `image`; the joiner prevents it."""
    label = str(rows.columns[at])
    return f"{label}{JOINER}" if label in ("image", "title") else label
