"""Figures of a chart with the sign of their currency, or of percentages: along an axis, and where one is pointed at."""

from __future__ import annotations

import json

import altair as alt
import pandas as pd

from core.text.units import SIGNS
from pages._result.column_kinds import Shown, axis_format

_TICKS = 5


def axis(what: Shown) -> alt.Axis:
    """An axis of such figures; one of whole numbers has nothing between them."""
    before, behind = _around(what)
    whole = alt.Undefined if what.decimals else 1
    if not before + behind:
        return alt.Axis(tickCount=_TICKS, tickMinStep=whole)
    first, last = (json.dumps(sign, ensure_ascii=False) for sign in (before, behind))
    return alt.Axis(tickCount=_TICKS, tickMinStep=whole, labelExpr=f"{first} + datum.label + {last}")


def told(data: pd.DataFrame, what: Shown) -> pd.DataFrame:
    """The chart's `data` with each `y` as a text, where it has a sign: d3 writes none but the dollar."""
    before, behind = _around(what)
    if not before + behind:
        return data
    return data.assign(said=[f"{before}{y:{axis_format(what)}}{behind}" for y in data["y"]])


def tip(what: Shown, title: str) -> alt.Tooltip:
    """What is said of a figure that is pointed at."""
    if any(_around(what)):
        return alt.Tooltip("said:N", title=title)
    return alt.Tooltip("y:Q", title=title, format=axis_format(what))


def _around(what: Shown) -> tuple[str, str]:
    """What stands before and behind each figure."""
    if what.unit and what.unit[0] in SIGNS:
        return what.unit, ""
    return "", what.unit if what.unit == "%" else ""
