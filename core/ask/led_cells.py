"""Cells that begin with a small word: `Out of area`, `In stock`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.ask.state import Link
from core.model import Table
from core.text.words import words

SMALL = frozenset("in on off out at".split())
_KINDS = 60
"""Different cells of a column, at most."""


def cells_led(tables: Sequence[Table]) -> Mapping[str, Sequence[tuple[tuple[str, ...], Link]]]:
    """By their first word the commonest such cells of columns of a few kinds: all their words, and the link."""
    found: dict[str, list[tuple[tuple[str, ...], Link]]] = defaultdict(list)
    for column in (c for t in tables for c in t.columns):
        if column.type != "text" or not 1 < column.profile.distinct <= _KINDS:
            continue
        for value, _ in column.profile.common:
            said = words(value)
            if len(said) > 1 and said[0] in SMALL:
                found[said[0]].append((said, Link("value", column.table, column.name, value, 1.0, "case")))
    return found
