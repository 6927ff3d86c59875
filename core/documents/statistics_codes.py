"""Codes of the tables that statistics offices exchange, which no document beside them explains: sexes, ages, areas and
how often (`sex: F`, `age: Y15-24`, `geo: DE`, `freq: A`).

A table is of that kind if it has an observed value and a time period by the names that the exchange format gives them
(SDMX-CSV, https://github.com/sdmx-twg/sdmx-csv). The codes are those of its common lists (CL_SEX, CL_FREQ, CL_AGE), as
Eurostat, the OECD and the ILO write them; areas are countries by ISO 3166 and what holds several of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.model import Table
from core.text.words import words

SOURCE = "SDMX code lists"
_OBSERVED, _PERIOD = {"obs", "value"}, {"time", "period"}
_SEX: Mapping[str, str] = {"F": "Female", "M": "Male", "T": "Total", "_T": "Total", "TOTAL": "Total"}
_FREQ: Mapping[str, str] = {
    "A": "Annual", "S": "Half-yearly", "Q": "Quarterly", "M": "Monthly", "W": "Weekly", "D": "Daily",
}  # fmt: skip
_SEVERAL: Mapping[str, str] = {
    "EU": "European Union",
    "EU27_2020": "European Union",
    "EU27_2007": "European Union (2007 to 2013)",
    "EU28": "European Union (28 countries)",
    "EA": "Euro area",
    "EA19": "Euro area (19 countries)",
    "EA20": "Euro area (20 countries)",
    "EFTA": "EFTA",
    "OECD": "OECD",
    "WORLD": "World",
    "WLD": "World",
    "G7": "G7",
    "G20": "G20",
    "EL": "Greece",
    "UK": "United Kingdom",
    "XK": "Kosovo",
}
"""Areas beside the countries of ISO 3166."""
WHOLES = frozenset(_SEVERAL.values()) - {"Greece", "United Kingdom", "Kosovo"}
"""What areas that hold several countries are called."""
_AREAS = (
    {"geo"}, {"ref", "area"}, {"reference", "area"}, {"counterpart", "area"}, {"partner"}, {"reporter"}, {"citizen"},
    {"c", "birth"},
)  # fmt: skip
_ALL_AGES = frozenset(("TOTAL", "_T", "T"))
_FROM_TO = re.compile(r"Y(\d{1,3})(?:-|T|_)(\d{1,3})")
_UNDER = re.compile(r"Y(?:_?LT|0T)(\d{1,3})")
_OVER = re.compile(r"Y_GE(\d{1,3})(?:_OTH)?|YGE(\d{1,3})")
_OF_AGE = re.compile(r"Y(\d{1,3})")


def exchanged(table: Table) -> bool:
    """The table has the two columns that all tables of the exchange format have."""
    said = [set(words(c.label)) for c in table.columns]
    return _OBSERVED in said and _PERIOD in said


def code_list(label: str, values: Sequence[str], countries: Mapping[str, str]) -> Mapping[str, str]:
    """What the codes under a label mean; empty where the label says of no list. Of ages those among `values`."""
    said = set(words(label))
    if said == {"sex"}:
        return _SEX
    if said in ({"freq"}, {"frequency"}):
        return _FREQ
    if said == {"age"}:
        return {v: age for v in values if (age := _age(v))}
    return {**countries, **_SEVERAL} if said in _AREAS else {}


def _age(code: str) -> str:
    """`15 to 24 years` for `Y15-24`; "" for what is no code of an age."""
    if code in _ALL_AGES:
        return "Total"
    if found := _FROM_TO.fullmatch(code):
        return f"{int(found[1])} to {int(found[2])} years"
    if found := _UNDER.fullmatch(code):
        return f"Under {found[1]} years"
    if found := _OVER.fullmatch(code):
        return f"{found[1] or found[2]} years or over"
    found = _OF_AGE.fullmatch(code)
    return f"{found[1]} years" if found else ""
