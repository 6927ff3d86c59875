"""What a chart calls the rows: several columns that together say what a row is become one (`Holly Cook`)."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from pages._result.column_kinds import Shown

_FEW = 7
"""Values of a category that things are parted by, at most."""


def joined(rows: pd.DataFrame, shown: Sequence[Shown]) -> tuple[pd.DataFrame, tuple[Shown, ...]]:
    """First and last names of people as one column, and other names that only together tell each row apart. Two
    categories that cross each other, as towns and states, stay two."""
    rows, shown = _people(rows, tuple(shown))
    names = [n for n, s in enumerate(shown) if s.role == "name"]
    if not any(s.role == "figure" for s in shown) or len(names) < 2 or rows.iloc[:, names[0]].is_unique:
        return rows, shown
    if _cross(rows, names[0], names[1]):
        return rows, shown
    for most in range(2, len(names) + 1):
        if not rows.duplicated(subset=[rows.columns[n] for n in names[:most]]).any():
            return _as_one(rows, shown, names[:most], ", ")
    return rows, shown


def _people(rows: pd.DataFrame, shown: tuple[Shown, ...]) -> tuple[pd.DataFrame, tuple[Shown, ...]]:
    """With one column for who somebody is, where there is one first name and one last name."""
    first, last = ([n for n, s in enumerate(shown) if s.part == part] for part in ("first", "last"))
    if len(first) != 1 or len(last) != 1:
        return rows, shown
    return _as_one(rows, shown, [first[0], last[0]], " ")


def _cross(rows: pd.DataFrame, one: int, other: int) -> bool:
    """Most of one come with several of the other, or half of all pairs are there; each pair once."""
    n, firsts, seconds = len(rows), rows.iloc[:, one].nunique(), rows.iloc[:, other].nunique()
    once = not rows.duplicated(subset=[rows.columns[one], rows.columns[other]]).any()
    return once and seconds <= _FEW and n > seconds and (2 * n >= firsts * seconds or n >= 2 * seconds)


def _as_one(
    rows: pd.DataFrame, shown: tuple[Shown, ...], columns: Sequence[int], between: str
) -> tuple[pd.DataFrame, tuple[Shown, ...]]:
    """One column, where the first of them stands, in place of some."""
    cells = [rows.iloc[:, n] for n in columns]
    said = [between.join(str(v) for v in row if pd.notna(v)) or None for row in zip(*cells, strict=True)]
    at = min(columns)
    heading = ", ".join(str(rows.columns[n]) for n in columns)
    kept = [n for n in range(len(shown)) if n == at or n not in columns]
    made = pd.Series(said, dtype="object", index=rows.index, name=heading)
    whole = pd.concat([made if n == at else rows.iloc[:, n] for n in kept], axis=1)
    return whole, tuple(Shown("name") if n == at else shown[n] for n in kept)
