"""`fitters who are still with us`: kinds of those of whom a condition tells, though another table has a column of that
name, or their own one of that stem: `Drives?` is no name of drivers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.ask.state import Mention
from core.ask.translators.rules.query import Definition, Filter
from core.index.forms import IN_FULL


def kinds_told(mentions: Sequence[Mention], placed: Mapping[int, tuple[int, Definition]]) -> tuple[Mention, ...]:
    """The mentions; of words that a cell of a table holds of which a condition is told that cell, where a column comes
    first."""
    told = {
        c.item.column.table
        for _, d in placed.values()
        for c in d.conditions
        if isinstance(c, Filter) and c.item.column is not None and not c.item.aggregate
    }
    return tuple(_of(m, told) for m in mentions)


def _of(m: Mention, told: set[str]) -> Mention:
    first = m.links[0] if m.links and not m.pinned else None
    if first is None or first.kind != "column" or (first.table in told and first.how != "stem"):
        return m
    cells = tuple(k for k in m.links if k.kind == "value" and k.how in IN_FULL and k.table in told)
    return replace(m, links=cells) if cells else m
