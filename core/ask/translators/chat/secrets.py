"""Values of private columns in what would be sent: found, so that marks can stand in their place.

A person may type one in a question; earlier questions, verified SQL and descriptions may hold one too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from core.ask.state import Mention, SchemaView
from core.ask.values_found import ValueFound
from core.model import NUMERIC, Column
from core.profiles.private import pieces
from core.sql.names import key

_DIGITS = re.compile(r"\d(?:[ -]?\d){3,}")
_ALL = re.compile(r"\bselect\s+(?:distinct\s+)?\*|\.\s*\*", re.IGNORECASE)


class Finds(Protocol):
    """What is asked of the value index."""

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]: ...


class Secrets:
    """The private columns of a schema and their values, as far as the value index and their form tell them."""

    def __init__(self, schema: SchemaView, values: Finds | None) -> None:
        self._columns = {(c.table, c.name): c for t in schema.tables for c in t.columns if c.private}
        self._values = values
        described = [t.description for t in schema.tables if t.description]
        described += [c.description for t in schema.tables for c in t.columns if c.description]
        self._described = described if self._columns else []

    def __bool__(self) -> bool:
        return bool(self._columns)

    def holds(self, table: str, column: str) -> bool:
        return (table, column) in self._columns

    def among(self, texts: Iterable[str], mentions: Sequence[Mention] = ()) -> tuple[str, ...]:
        """The private values that stand in these texts, or that mentions may mean; as stored, or as typed."""
        if not self._columns:
            return ()
        found = dict.fromkeys(k.value for m in mentions for k in m.links if k.value and self.holds(k.table, k.column))
        for text in (*filter(None, texts), *self._described):
            found |= dict.fromkeys(self._in(text))
        return tuple(found)

    def quoted(self, text: str, typed: str) -> tuple[str, ...]:
        """The values of any column that stand in a text, but for those that were typed by who asks."""
        if self._values is None or not text:
            return ()
        said, asked = text.casefold(), typed.casefold()
        hits = (hit.value for hit in self._values.find(re.split(r"[\s'\",;.()]+", text)))
        return tuple(dict.fromkeys(v for v in hits if v.casefold() in said and v.casefold() not in asked))

    def touched(self, sql: str) -> bool:
        """Whether a query may show a private column, so that its rows must not be sent."""
        said = key(sql)
        whole = _ALL.search(sql) is not None
        return any(key(table) in said and (whole or key(column) in said) for table, column in self._columns)

    def _in(self, text: str) -> Iterable[str]:
        yield from pieces(text)
        folded = text.casefold()
        if self._values is not None:
            for hit in self._values.find(re.split(r"[\s'\"]+", text)):
                if self.holds(hit.table, hit.column) and hit.value.casefold() in folded:
                    yield hit.value
        numbers = [c for c in self._columns.values() if c.type in NUMERIC]
        for digits in _DIGITS.findall(text) if numbers else ():
            if any(_within(re.sub(r"\D", "", digits), c) for c in numbers):
                yield digits


def _within(digits: str, column: Column) -> bool:
    low, high = column.profile.minimum, column.profile.maximum
    return isinstance(low, int | float) and isinstance(high, int | float) and low <= float(digits) <= high
