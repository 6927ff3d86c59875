"""Where it is decided, from a column's values and its label, whether it may be a key or holds figures of its own.

The words that count for either stand in `label_words`; a pair's own doubts (a rank beside an id) in `Candidate`.
"""

from __future__ import annotations

from collections.abc import Collection

from core.match.labels import ColumnLabel
from core.match.values import NEAR_UNIQUE, uniqueness, whole
from core.model import Column

MANY = 20
"""Rows from which a column of a single value is taken for no key."""
CODE = 12.0
"""Texts that are no longer on average are codes and names of things, not sentences."""
LONGEST = 80.0
"""Columns whose values are longer than this on average are prose, not keys."""


def joinable(column: Column, label: ColumnLabel | None = None, listed: Collection[str] = ()) -> bool:
    """Whether a column may join at all: not empty, not a measure (fractions), not a yes/no, not prose.

    One value among many rows proves nothing, but a `label` that says it is a key may, or that is one of those `listed`:
    a key's label.
    """
    profile = column.profile
    if profile.distinct == 0 or column.type == "boolean" or profile.mean_length > LONGEST:
        return False
    if constant(column) and column.label.casefold() not in listed:
        return label is not None and label.key and label.informative and _whole_or_text(column)
    return _whole_or_text(column)


def _whole_or_text(column: Column) -> bool:
    return column.type != "real" or whole(column)


def constant(column: Column) -> bool:
    """One value in many rows."""
    return column.profile.distinct == 1 and column.profile.rows >= MANY


def key_like(column: Column) -> bool:
    """Whether the column identifies its rows, some dirt and few gaps allowed."""
    profile = column.profile
    several = profile.distinct > 1 or profile.rows == 1
    return several and uniqueness(profile) >= NEAR_UNIQUE and profile.filled >= NEAR_UNIQUE * profile.rows


def own_key(column: Column, label: ColumnLabel) -> bool:
    """Whether the column is its own table's key: unique, first, and named so (or not named at all)."""
    return key_like(column) and label.first and (label.owner >= 0.7 or label.key or not label.informative)


def codes(column: Column) -> bool:
    """Codes and names of things: texts that are short, or in one piece (an address of mail)."""
    profile = column.profile
    short = profile.mean_length <= CODE or not any(" " in text.strip() for text, _ in profile.common)
    return column.type == "text" and short
