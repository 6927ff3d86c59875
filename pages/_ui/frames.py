"""Rows as data frames that Streamlit can draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from core.export.base import amount
from pages._ui.markup import cell

_WIDEST = 2**63
_SAFE = 2**53


def frame(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> pd.DataFrame:
    """Rows as a data frame that Streamlit can draw: every heading once, every column of one kind.

    Whole numbers stay whole; a column that mixes numbers and text is shown as text.
    """
    seen: Counter[str] = Counter()
    heads = []
    for column in columns:
        seen[column] += 1
        heads.append(column if seen[column] == 1 else f"{column} ({seen[column]})")
    kinds = [_series([row[i] for row in rows]) for i in range(len(heads))]
    return pd.DataFrame(dict(zip(heads, kinds, strict=True)), columns=heads)


def _series(cells: list[object]) -> pd.Series:
    held = [c for c in cells if c is not None]
    if held and all(isinstance(c, bool) for c in held):
        return pd.Series(cells, dtype="boolean")
    if held and all(isinstance(c, int) and abs(c) < _WIDEST for c in held):
        return pd.Series(cells, dtype="Int64")
    if held and all(isinstance(c, float) or (isinstance(c, int) and abs(c) < _SAFE) for c in held):
        return pd.Series([amount(c) if isinstance(c, float) else c for c in cells], dtype="Float64")
    return pd.Series([None if c is None else cell(c) for c in cells], dtype="object")


def table_height(rows: int, most: int = 10) -> int:
    """Pixels for a data frame that shows `most` rows without scrolling."""
    return 35 * (min(rows, most) + 1) + 3
