"""Text from files, questions and faults, escaped for Markdown; figures and sizes in words."""

from __future__ import annotations

import re

from core.model import Value
from core.text.words import counted

count = counted
JOINER = "\u2060"
"""Word joiner: takes no room, but parts the signs that Streamlit would turn into an icon, a link or an arrow. A time of
the day is none of these: it is copied as it stands."""
_MARKS = re.compile(r"([\\`*_{}\[\]()#+!<>|~$:&^=@-]|(?<=^\d)\.|(?<=^\d\d)\.)")
_SHORTHAND = re.compile(r"(?<=:)(?=\S)(?!\d\d\b)|(?<=\S)(?=@)|(?<=www)(?=\.)|(?<=[-<~>=])(?=[-<>=])", re.IGNORECASE)


def literal(text: object) -> str:
    """Text from a file, a question or a fault, escaped so that Markdown shows exactly it, on one line.

    Nothing in it becomes HTML, a picture, a link, a formula, a colour, an icon or an arrow.
    """
    return literal_part(" ".join(str(text).split()))


def literal_part(line: str) -> str:
    """The escaping alone; blanks at the ends stay."""
    return _MARKS.sub(r"\\\1", _SHORTHAND.sub(JOINER, line))


def marked(text: object) -> str:
    """Like `literal`, but what stands in back ticks (the engine's way to name tables and columns) is set as code."""
    parts = " ".join(str(text).split()).split("`")
    if len(parts) % 2 == 0:
        return literal(text)
    shown = [f"`{part}`" if n % 2 and part.strip() else literal_part(part) for n, part in enumerate(parts)]
    return "".join(shown)


def cell(value: object) -> str:
    """One cell as text; a list as its items."""
    if isinstance(value, tuple | list):
        return ", ".join(cell(v) for v in value)
    return "" if value is None else str(value)


def number(value: Value) -> str:
    """A figure for a sentence: 12,345 and 0.25."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else str(value or "")


def size(n: float) -> str:
    """Bytes in words: "3.4 MB"."""
    if n < 1000:
        return f"{n:.0f} bytes"
    units = iter(("kB", "MB", "GB", "TB"))
    unit = ""
    while n >= 1000 and (bigger := next(units, "")):
        n, unit = n / 1000, bigger
    return f"{n:,.0f} {unit}" if n >= 100 else f"{n:,.1f} {unit}"
