"""The answer as one sentence, from the rows."""

from __future__ import annotations

from core.ask.language import ENGLISH, phrases
from core.ask.state import Reading
from core.model import Rows, Value


def sentence(reading: Reading, rows: Rows, language: str = ENGLISH) -> str:
    """What the rows say, in words a person can check against the table below them. The reading is in `language`."""
    say = phrases(language)
    if not rows.rows:
        return say.none
    what = reading.enriched[:1].upper() + reading.enriched[1:]
    if len(rows.rows) == 1:
        if len(rows.columns) == 1:
            return f"{what}: {shown(rows.rows[0][0])}."
        return f"{what}: " + ", ".join(f"{c} {shown(v)}" for c, v in zip(rows.columns, rows.rows[0], strict=True)) + "."
    count = (say.first if rows.truncated else say.rows).format(n=f"{len(rows.rows):,}")
    figures = [r[1] for r in rows.rows] if len(rows.columns) == 2 else []
    if len(figures) > 1 and all(isinstance(f, (int, float)) for f in figures) and isinstance(rows.rows[0][0], str):
        top = max(rows.rows, key=lambda r: float(r[1] or 0))
        return f"{what}: {count}. {say.top.format(name=shown(top[0]), figure=shown(top[1]))}"
    return f"{what}: {count}."


def shown(value: Value) -> str:
    """A cell for a sentence: numbers grouped and shortened, missing values said."""
    if value is None:
        return "nothing (all values are missing)"
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() else f"{value:,.4g}" if abs(value) < 1 else f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else value
