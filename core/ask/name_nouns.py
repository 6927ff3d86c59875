"""`libraries`, of a file `branches` whose rows are called “Dock Street Library”, “Mill Road Library”; `sports halls`,
of venues."""

from __future__ import annotations

from collections import Counter

from core.ask.label_stems import stems
from core.ask.table_words import entity
from core.ask.tokens import stem
from core.model import Table
from core.text.words import words

_NAME = stem("name")
_FEWEST = 5
"""Names that must be known."""
_MOST_OF = 0.75
"""The part of the names that must end with the noun."""
_LONGEST = 3
"""Words of a noun."""
_APART = 0.9
"""The part of its rows that a column tells apart, at least, unless it is called as the rows are (`Site name` of sites):
other tables repeat the names of things."""


def name_noun(table: Table) -> tuple[str, ...]:
    """The stems of the noun, of up to three words, with which most names of the table's rows end; () where there is
    none."""
    for column in table.columns:
        profile, said_so = column.profile, set(stems(column.label))
        own = bool(said_so - {_NAME}) and said_so - {_NAME} <= entity(table) | set(stems(table.label))
        if column.type != "text" or _NAME not in said_so:
            continue
        if not own and profile.distinct < _APART * profile.filled:
            continue
        names = [tuple(map(stem, words(value))) for value, _ in profile.common]
        if len(names) < _FEWEST:
            continue
        noun: tuple[str, ...] = ()
        for size in range(1, _LONGEST + 1):
            ends = Counter(said[-size:] for said in names if len(said) > size and said[-1].isalpha())
            for ending, many in ends.most_common(1):
                if many >= _MOST_OF * len(names) and ending[-1] not in _kinds(table):
                    noun = ending
        if noun:
            return noun
    return ()


def _kinds(table: Table) -> frozenset[str]:
    """The stems of what the table's values and codes say in a word: one kind of its rows may be a bridge."""
    said = (v for c in table.columns for v in (*(v for v, _ in c.profile.common), *(m for _, m in c.codes)))
    return frozenset(stem(w) for v in said if (w := v.strip().casefold()) and " " not in w)
