"""`officers at the end of March 2024`: the year of figures that are as at 31 March, as their header says.

A column of years `as_at_31_march` has no days, so the month that is said beside the year is that of the header, and the
year alone is asked for; likewise `mid-2023` of a column `MidYear`.
"""

from __future__ import annotations

import re

from core.ask.dates import MONTH_NAMES
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import TEMPORAL
from core.text.words import words

_MONTHS = "|".join(MONTH_NAMES)
_SAID = re.compile(
    rf"\b(?:(?:in|at|on|by|as at|as of) )?(?:the )?(?:(?:end|start|beginning|middle) of )?(?:the )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?(?P<month>{_MONTHS}),? (?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_MID = re.compile(r"\bmid[- ]?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)


def years_of_headers(text: str, schema: SchemaView) -> str:
    """The question with the year alone where a header tells the month of it and no column has days."""
    if not (_SAID.search(text) or _MID.search(text)) or any(
        c.type in TEMPORAL for t in schema.tables for c in t.columns
    ):
        return text
    facts = Facts(schema)
    headers = [
        set(words(c.label))
        for t in schema.tables
        for c in t.columns
        if c.type == "integer" and facts.year(Col(t.name, c.name))
    ]

    def told(met: re.Match[str]) -> str:
        month = met["month"].casefold()
        return f"in {met['year']}" if any({month, month[:3]} & said for said in headers) else met[0]

    text = _SAID.sub(told, text)
    return _MID.sub(lambda m: m["year"] if any("mid" in said for said in headers) else m[0], text)
