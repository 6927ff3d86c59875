"""A chart beside an answer, when one helps: bars for a name and a figure, a line for a time and a figure."""

from __future__ import annotations

import re
from typing import Literal

import altair as alt
import pandas as pd
from pandas.api.types import is_bool_dtype, is_integer_dtype, is_numeric_dtype

from pages._shared import JOINER

MOST_BARS = 30
MOST_POINTS = 2_000
_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?)?)?")
_YEARS = range(1500, 2200)

Kind = Literal["bar", "line"]


def kind_of(rows: pd.DataFrame) -> tuple[Kind, int, int] | None:
    """What chart helps: its kind, the position of its name or time column, and of its figure. None: none does."""
    if rows.shape[1] != 2 or len(rows) < 2:
        return None
    heads = [rows.iloc[:, i] for i in (0, 1)]
    times = [i for i in (0, 1) if _is_time(heads[i])]
    figures = [i for i in (0, 1) if is_numeric_dtype(heads[i]) and not is_bool_dtype(heads[i])]
    for at in times:
        if 1 - at in figures and heads[at].is_unique and 3 <= len(rows) <= MOST_POINTS:
            return "line", at, 1 - at
    for figure in reversed(figures):
        name = heads[1 - figure]
        if (1 - figure not in figures or 1 - figure in times) and name.is_unique and len(rows) <= MOST_BARS:
            return "bar", 1 - figure, figure
    return None


def draw(rows: pd.DataFrame) -> alt.Chart | None:
    """The chart that helps, or None. Fields bear our names; labels are titles only, which Vega does not parse."""
    found = kind_of(rows)
    if found is None:
        return None
    kind, at, figure = found
    data = pd.DataFrame({"at": rows.iloc[:, at].astype("string"), "figure": rows.iloc[:, figure].astype("float64")})
    name, what = (_title(rows.columns[i]) for i in (at, figure))
    tip = [alt.Tooltip("at:N", title=name), alt.Tooltip("figure:Q", title=what, format=",.6~g")]
    if kind == "bar":
        data["at"] = data["at"].fillna("(empty)")
        bars: alt.Chart = (
            alt.Chart(data)
            .mark_bar(cornerRadiusEnd=2)
            .encode(
                x=alt.X("figure:Q", title=what, axis=alt.Axis(tickCount=5)),
                y=alt.Y("at:N", title=name, sort=None, axis=alt.Axis(labelLimit=180)),
                tooltip=tip,
            )
            .properties(height=max(120, 24 * len(data) + 50))
        )
        return bars
    data["time"] = pd.to_datetime(data["at"], format="ISO8601", errors="coerce")
    line: alt.Chart = (
        alt.Chart(data.dropna(subset=["time"]))
        .mark_line(point=len(data) <= 60)
        .encode(
            x=alt.X("time:T", title=name), y=alt.Y("figure:Q", title=what, scale=alt.Scale(zero=False)), tooltip=tip
        )
        .properties(height=280)
    )
    return line


def _is_time(column: pd.Series) -> bool:
    held = column.dropna()
    if held.empty or is_bool_dtype(column):
        return False
    if is_integer_dtype(column):
        return "year" in str(column.name).casefold() and bool(held.between(_YEARS[0], _YEARS[-1]).all())
    return not is_numeric_dtype(column) and all(_DAY.fullmatch(str(v)) for v in held)


def _title(label: object) -> str:
    """A tooltip's heading. Vega's tooltip would fetch a picture for a field titled `image`; the joiner prevents it."""
    return f"{label}{JOINER}" if str(label) in ("image", "title") else str(label)
