"""Joins that a hint names: `visits.client = clients.no`, with quotes where a name has blanks or points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.model import Column, Table

LONGEST = 2_000
"""Characters of a hint that are read."""
_NAME = r"(?:\"([^\"]+)\"|`([^`]+)`|([^\W\d][\w$]*))"
_EQUATION = re.compile(rf"(?<![\w\".`]){_NAME}\.{_NAME}\s*={{1,2}}\s*{_NAME}\.{_NAME}(?![\w(.])")


def joins_in(hint: str, tables: Sequence[Table]) -> Iterator[tuple[Column, Column]]:
    """The pairs of columns that the hint sets equal, each once; names without a table or column are passed over."""
    seen: set[frozenset[str]] = set()
    for found in _EQUATION.finditer(hint[:LONGEST]):
        names = ["".join(part or "" for part in found.groups()[3 * n : 3 * n + 3]) for n in range(4)]
        left, right = _column(tables, *names[:2]), _column(tables, *names[2:])
        if (
            left is not None
            and right is not None
            and left.id != right.id
            and frozenset((left.id, right.id)) not in seen
        ):
            seen.add(frozenset((left.id, right.id)))
            yield left, right


def _column(tables: Sequence[Table], table: str, column: str) -> Column | None:
    """By name or label, without regard to case."""
    wanted, said = table.casefold(), column.casefold()
    named = (t for t in tables if wanted in (t.name.casefold(), t.label.casefold()))
    return next((c for t in named for c in t.columns if said in (c.name.casefold(), c.label.strip().casefold())), None)
