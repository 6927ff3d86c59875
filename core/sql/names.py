"""The names of tables and columns that a query may use.

They are compared without regard to case, of ASCII letters only, as SQLite does.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def key(name: str) -> str:
    """The form under which two names are the same."""
    return name.translate(_LOWER)


class Names:
    """The tables that may be read, each with its columns; made once and reused until they change."""

    def __init__(self, tables: Mapping[str, Sequence[str]]) -> None:
        self.tables: Mapping[str, tuple[str, ...]] = {t: tuple(c) for t, c in tables.items()}
        self._by_key = {key(t): columns for t, columns in self.tables.items()}

    def columns(self, table: str) -> tuple[str, ...] | None:
        return self._by_key.get(key(table))

    def holders(self, column: str) -> list[str]:
        """`table.column` for every table that has the column."""
        return [f"{t}.{c}" for t, columns in self.tables.items() for c in columns if key(c) == key(column)]


def close_names(name: str, among: Iterable[str], most: int = 3) -> list[str]:
    """The names most like `name`, best first, exactly as they are; none when nothing is like it."""
    choices = {c: key(c).strip() for c in among if c.strip()}
    found = process.extract(key(name).strip(), choices, scorer=fuzz.ratio, score_cutoff=60, limit=most)
    return [str(original) for _, _, original in found]


def quote(name: str) -> str:
    """A name as SQL writes one that may hold anything."""
    return '"' + name.replace('"', '""') + '"'
