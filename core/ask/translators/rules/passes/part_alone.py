"""`boats that arrived each month`: rows told apart by a part of a date are not told apart by its days, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query

_DAYS = frozenset(("day", "days", "daily"))


def part_alone(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Of a date that rows are grouped by beside a part of it, the part alone, where no word asks for days."""
    parted = {replace(c, part="") for c in query.group if c.part}
    whole = [c for c in query.group if c in parted]
    if not whole or any(t.lower in _DAYS for t in tokens):
        return query
    return replace(
        query,
        select=tuple(i for i in query.select if not _shows(i, whole)),
        group=tuple(c for c in query.group if c not in whole),
        order=tuple(o for o in query.order if not _shows(o.item, whole)),
    )


def _shows(item: Item, columns: Sequence[Col]) -> bool:
    return item.column in columns and item == Item(item.column)
