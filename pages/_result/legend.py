"""The legend over a chart: whole on a telephone, too, and in a height of its own."""

from __future__ import annotations

import altair as alt
import pandas as pd

_WIDTH = 185
"""Pixels across in which a legend stands whole, as over the bars on a telephone."""
_LABEL = 160
_LINE = 22
"""Pixels of a line; the title takes one, too."""
_ROOM = 26
"""Pixels between a legend and what it tells of."""
_CHARACTER, _SYMBOL = 6.5, 32
"""Pixels of a character, and of the sign before the words with the room around both."""


def above(names: pd.Series) -> tuple[alt.Legend, int]:
    """The legend of these names, and the pixels that it takes: the height of a chart holds it, too."""
    found = names.dropna().unique()
    longest = max((len(str(n)) for n in found), default=1)
    across = min(_CHARACTER * longest, _LABEL) + _SYMBOL
    columns = max(1, min(len(found), int(_WIDTH // across)))
    legend = alt.Legend(orient="top", labelLimit=_LABEL, columns=columns)
    return legend, _LINE * (1 + -(-len(found) // columns)) + _ROOM
