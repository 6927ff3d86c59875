"""What is drawn of a figure that is taken apart by several columns: the groups of the first, which tells most."""

from __future__ import annotations

import pandas as pd

from core.ask.why.sql import CHANGE, GROUP

_HEADS = ((GROUP, CHANGE), ("part", CHANGE))
"""How the rows are headed, and were in answers of older chats."""


def first_part(rows: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """The rows of the first column, under its heading, and what is said of them; other rows as they are, and ""."""
    if rows.empty or tuple(rows.columns[:2]) not in _HEADS:
        return rows, ""
    label, colon, _ = str(rows.iat[0, 0]).partition(": ")
    met = rows.iloc[:, 0].astype("string").str.startswith(label + colon)
    if not colon or bool(met.all()):
        return rows, ""
    kept = rows[met]
    names = kept.iloc[:, 0].astype("string").str.removeprefix(label + colon)
    heads = [label, *rows.columns[1:]]
    drawn = pd.concat([names, *(kept.iloc[:, n] for n in range(1, kept.shape[1]))], axis=1)
    return drawn.set_axis(heads, axis=1), f"The chart shows the groups by {label}."
