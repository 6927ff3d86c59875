"""`libraries`, of a file `branches` whose rows are called “Dock Street Library”, “Mill Road Library”."""

from __future__ import annotations

from collections import Counter

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.model import Table
from core.text.words import words

_NAME = stem("name")
_FEWEST = 5
"""Names that must be known."""
_MOST_OF = 0.75
"""The part of the names that must end with the noun."""
_APART = 0.9
"""The part of its rows that a column tells apart, at least: other tables repeat the names of things."""


def name_noun(table: Table) -> str:
    """The stem of the noun with which most names of the table's rows end; "" where there is none."""
    for column in table.columns:
        profile = column.profile
        if column.type != "text" or _NAME not in stems(column.label) or profile.distinct < _APART * profile.filled:
            continue
        names = [words(value) for value, _ in profile.common]
        ends = Counter(stem(said[-1]) for said in names if len(said) > 1 and said[-1].isalpha())
        for noun, many in ends.most_common(1):
            if len(names) >= _FEWEST and many >= _MOST_OF * len(names) and noun not in _kinds(table):
                return noun
    return ""


def _kinds(table: Table) -> frozenset[str]:
    """The stems of what the table's values and codes say in a word: one kind of its rows may be a bridge."""
    said = (v for c in table.columns for v in (*(v for v, _ in c.profile.common), *(m for _, m in c.codes)))
    return frozenset(stem(w) for v in said if (w := v.strip().casefold()) and " " not in w)
