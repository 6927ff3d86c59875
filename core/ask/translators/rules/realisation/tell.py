"""The answer as a sentence where a model or a person wrote the SQL: from the rows and their headings alone."""

from __future__ import annotations

from core.ask.cells import figure, text
from core.ask.language import ENGLISH, phrases
from core.ask.top_rows import NONE, TopRows
from core.model import Rows, Value

_NAMED = 5
_CELLS = 6


def sentence(what: str, rows: Rows, language: str = ENGLISH, top: TopRows = NONE) -> str:
    """What the rows say, behind `what` was asked for, which is in `language`."""
    say = phrases(language)
    if not rows.rows:
        return say.none
    what = what[:1].upper() + what[1:].rstrip(" .")
    row = rows.rows[0]
    if len(rows.rows) == 1 and len(row) == 1:
        return f"{what}: {_shown(row[0])}."
    if len(rows.rows) == 1:
        cells = [f"{c} {_shown(v)}" for c, v in zip(rows.columns, row, strict=True)]
        return f"{what}: {', '.join(cells[:_CELLS])}{', …' if len(cells) > _CELLS else ''}."
    names = [_shown(r[0]) for r in rows.rows]
    beside = list(top.beside.values) if top.beside else []
    figures = [r[1] for r in rows.rows] if len(rows.columns) == 2 else beside
    known = [(f, n) for f, n in zip(figures, names, strict=False) if isinstance(f, int | float)]
    if known and len(known) == len(figures) and isinstance(row[0], str) and not rows.truncated:
        most, name = max(known, key=lambda k: k[0])
        return f"{what}. {say.top.format(name=name, figure=_shown(most))}"
    if len(names) > _NAMED or rows.truncated:
        return f"{what}: {', '.join(names[:_NAMED])}, …"
    return f"{what}: {', '.join(names)}."


def _shown(value: Value) -> str:
    return "–" if value is None else figure(value) if isinstance(value, int | float) else text(value)
