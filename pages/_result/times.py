"""Times along a chart: those by name in their own order, and those that no row stands for."""

from __future__ import annotations

from typing import Literal

import pandas as pd

from core.ask.dates import MONTH_NAMES
from core.ask.translators.rules.lexicon.words import lexicon

Missing = Literal["zero", "before", "gap"]
"""What a line shows where there is no row: nothing counted, what has run up so far, or nothing at all."""
_SHORT = 3
_YEAR, _MONTH = len("2024"), len("2024-03")


def in_turn(names: pd.Series) -> list[str] | None:
    """Weekdays, or months of any year, in full or by three letters: those held, in the calendar's order."""
    held = set(names.dropna().astype("string"))
    for turn in (MONTH_NAMES, lexicon().weekday_names):
        for said in (turn, [name[:_SHORT] for name in turn]):
            if held and held <= set(said):
                return [name for name in said if name in held]
    return None


def with_missing(data: pd.DataFrame, missing: Missing) -> pd.DataFrame:
    """The `x` and `y` of a line (and `colour`, of several) with the years or months between the first and the last
    that have no row. Where most have none, as of a census, the times are what there is."""
    held = data["x"].dropna().unique()
    lengths = {len(v) for v in held}
    if len(held) < 2 or lengths not in ({_YEAR}, {_MONTH}):
        return data
    every = [v.strftime("%Y-%m")[: lengths.copy().pop()] for v in _between(min(held), max(held))]
    if len(every) > 2 * len(held):
        return data
    parts = [data] if "colour" not in data else [part for _, part in data.groupby("colour", sort=False, dropna=False)]
    return pd.concat([_filled(part, every, missing) for part in parts], ignore_index=True)


def _between(first: str, last: str) -> list[pd.Period]:
    return list(pd.period_range(first, last, freq="Y" if len(first) == _YEAR else "M"))


def _filled(part: pd.DataFrame, every: list[str], missing: Missing) -> pd.DataFrame:
    """One line with its missing times, in order; what has run up is not known before its first time."""
    held = set(part["x"])
    lacking = pd.DataFrame({"x": [v for v in every if v not in held]})
    if lacking.empty:
        return part
    lacking["y"] = 0.0 if missing == "zero" else float("nan")
    if "colour" in part:
        lacking["colour"] = part["colour"].iloc[0]
    whole = pd.concat([part, lacking], ignore_index=True).sort_values("x", kind="stable", ignore_index=True)
    return whole.assign(y=whole["y"].ffill()) if missing == "before" else whole
