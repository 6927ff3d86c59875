"""One column as a chat model reads it: its exact name, its type, what is known of its values."""

from __future__ import annotations

from datetime import UTC, datetime

from core.ask.translators.chat.notation import literal, plain, shown
from core.model import NUMERIC, TEMPORAL, Column
from core.profiles.private import looks_private
from core.text.words import words

SHOWN_VALUES = 5
SHOWN_UNIQUE = 2
"""Examples of a column whose values all differ: they only show the form."""
LONGEST_VALUE = 40
LONGEST_DESCRIPTION = 160
FEW, FEW_NUMBERS = 12, 6
"""Most distinct values of a column that is shown with all of them."""
MOST_CODES = 20
_TIMES = frozenset("time date timestamp stamp ts created updated modified epoch unix when expires utc at on".split())
_FIRST, _LAST = 315_532_800, 4_102_444_800
"""Seconds since 1970 of the years 1980 and 2100."""


def column_text(column: Column, values: bool, *, key: bool = False) -> str:
    """Name, type, what the profile says, and with `values` some of its cells. Of the `key` it was said before that it
    is unique. A private column's cells are never shown."""
    p = column.profile
    facts: list[str] = [column.type]
    if plain(column.label) != plain(column.name):
        facts.append(f"labelled {plain(column.label)}")
    if column.unit:
        facts.append(f"in {plain(column.unit)}")
    cells = "" if not values or column.private else _codes(column) or _cells(column)
    if p.unique and not cells.startswith("always"):
        facts += [] if key else ["unique"]
    elif p.distinct > 1 and not cells.startswith("only"):
        facts.append(f"{p.distinct:,} different")
    if p.nulls:
        facts.append(f"{p.nulls:,} NULL")
    if column.private:
        facts.append(f"{column.private}, hidden from you")
    elif since := since_1970(column):
        facts.append(since if values else since.partition(":")[0])
    elif cells:
        facts.append(cells)
    if column.description:
        facts.append(f"described as {plain(column.description)[:LONGEST_DESCRIPTION]}")
    return f"{shown(column.name)} {', '.join(facts)}"


def since_1970(column: Column) -> str:
    """That a column of whole numbers counts seconds (or milliseconds) since 1970, and how to read it; else ""."""
    low, high = column.profile.minimum, column.profile.maximum
    if column.type != "integer" or not isinstance(low, int | float) or not isinstance(high, int | float):
        return ""
    if not _TIMES & set(words(column.label)):
        return ""
    for unit, per, form in (("seconds", 1, "{}"), ("milliseconds", 1000, "{} / 1000")):
        if _FIRST * per <= low <= high <= _LAST * per:
            first, last = (datetime.fromtimestamp(v / per, UTC).strftime("%Y-%m-%d") for v in (low, high))
            how = f"datetime({form.format(shown(column.name))}, 'unixepoch')"
            return f"{unit} since 1970, read as {how}: {first} to {last}"
    return ""


def _codes(column: Column) -> str:
    """The codes that a document explains, with their meanings; the first of many."""
    if not column.codes:
        return ""
    number = column.type in NUMERIC
    meanings = [f"{plain(v) if number else literal(plain(v))} = {plain(m)}" for v, m in column.codes[:MOST_CODES]]
    return f"codes {'; '.join(meanings)}{' …' if len(column.codes) > MOST_CODES else ''}"


def _cells(column: Column) -> str:
    """Some of a column's values, or "only …" with all of them, or "always …" with the one there is."""
    p = column.profile
    if column.type in NUMERIC or column.type in TEMPORAL:
        if column.type in NUMERIC and 1 < p.distinct == len(p.common) <= FEW_NUMBERS and not p.unique:
            return f"only {', '.join(sorted((v for v, _ in p.common), key=_size))}"
        if p.minimum is None or p.maximum is None:
            return ""
        both = (p.minimum, p.maximum)
        low, high = both if column.type in NUMERIC else (literal(plain(str(v))) for v in both)
        return f"{low} to {high}" if low != high else f"always {low}"
    common = [v for v, _ in p.common if v and len(v) <= LONGEST_VALUE and plain(v) == v]
    if not column.opened:  # free text may hold an address here and there
        common = [v for v in common if not looks_private(v)]
    if not common:
        return ""
    if p.distinct == len(common) == 1:
        return f"always {literal(common[0])}"
    if p.distinct <= len(common) <= FEW and not (p.unique and p.distinct > SHOWN_VALUES):
        return f"only {', '.join(map(literal, common))}"
    return f"such as {', '.join(map(literal, common[: SHOWN_UNIQUE if p.unique else SHOWN_VALUES]))}"


def _size(number: str) -> float:
    return float(number.replace(",", ""))
