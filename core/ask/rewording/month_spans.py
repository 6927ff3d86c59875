"""`from November to February 2024`, `between April and June`: months from one to another, with the year of each, or of
any year where none is said.
"""

from __future__ import annotations

import re

from core.ask.dates import MONTH_NAMES
from core.ask.rewording.time_spans import MONTH, YEAR, month_number

_SPAN = re.compile(
    rf"\b(?:between|from) (?:the (?:start|beginning) of )?(?P<one>{MONTH})"
    rf" (?:and|to|until|till|through)(?: the end of)? (?P<two>{MONTH})(?:(?:,| in| of)? (?P<year>{YEAR}))?"
    r"(?![-/\d]| ?\d| (?:last|this|next|each|every)\b)",
    re.IGNORECASE,
)
_YEAR = re.compile(rf"\b{YEAR}\b")
_TURNING = re.compile(
    r"\b(?:rise|rose|fall|fell|change|changed|grow|grew|increase|decrease|difference|compare)\w*\b", re.I
)
_EDGE = re.compile(r"\b(?:start|beginning|end) of\b", re.I)
_ALL = 12


def months_spanned(text: str) -> str:
    """The question with such spans by their years, or as the months that lie in them."""
    found = _SPAN.search(text)
    if found is None or _TURNING.search(text):
        return text
    one, two = month_number(found["one"]), month_number(found["two"])
    if found["year"] is not None:
        year = int(found["year"])
        said = f"between {MONTH_NAMES[one - 1]} {year if one <= two else year - 1} and {MONTH_NAMES[two - 1]} {year}"
        plain = one <= two and not _EDGE.search(found[0])
        return text if plain else text[: found.start()] + said + text[found.end() :]
    if _YEAR.search(text) or one == two:
        return text
    months = [MONTH_NAMES[(one - 1 + n) % _ALL] for n in range((two - one) % _ALL + 1)]
    said = f"in {', '.join(months[:-1])} or {months[-1]}"
    return text[: found.start()] + said + text[found.end() :]
