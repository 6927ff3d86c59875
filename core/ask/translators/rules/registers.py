"""`rem_date` beside `reg_date`: the day on which what was registered is so no more, and that on which it was."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from core.model import TEMPORAL, Column

_ENTERED = frozenset("registered registration reg licensed enrolled admitted".split())
_STRUCK = frozenset("removed removal rem cancelled cancellation deregistered deregistration struck revoked".split())

Spelt = Callable[[Column], Collection[str]]
"""The words of a header."""


def struck_off(column: Column, columns: Sequence[Column], spelt: Spelt) -> bool:
    """A day that some rows lack, in a table that has the day of entry, too."""
    if column.type not in TEMPORAL or not column.profile.nulls or _STRUCK.isdisjoint(spelt(column)):
        return False
    return any(c.type == column.type and not _ENTERED.isdisjoint(spelt(c)) for c in columns if c != column)


def entered(column: Column, columns: Sequence[Column], spelt: Spelt) -> bool:
    """A day of entry, in a table that has the day of removal, too."""
    return not _ENTERED.isdisjoint(spelt(column)) and any(struck_off(c, columns, spelt) for c in columns)
