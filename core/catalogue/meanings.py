"""What a person said of columns: which date of a table counts, and what values mean."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.catalogue.store import Catalogue
from core.errors import BadTerm, UnknownName
from core.model import TEMPORAL, Column, Table

LONGEST = 60
_DATES, _CODES = "main_dates", "code_labels"


class Meanings:
    """A person's words, by table and column; they stay when a file is loaded again."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def count_by(self, table: str, column: str) -> None:
        """Times in questions about the table mean this column; "" lets the program choose. Raises UnknownName."""
        found = self._column(table, column) if column else None
        if found is not None and found.type not in TEMPORAL:
            raise UnknownName(column, self._dates_of(table), kind="column of dates")
        kept = {k: v for k, v in self.dates().items() if k != table}
        self._write(_DATES, kept | ({table: column} if column else {}))

    def label(self, table: str, column: str, value: str, meaning: str) -> None:
        """A value means this; "" takes it back. Raises UnknownName, BadTerm."""
        found = self._column(table, column)
        said = " ".join(meaning.split())
        if len(said) > LONGEST or not value:
            raise BadTerm(f"A value's meaning has {LONGEST} signs at most.", "For example: A means active.")
        kept = self.codes()
        own = {k: v for k, v in kept.get(found.id, {}).items() if k != value} | ({value: said} if said else {})
        self._write(_CODES, {k: v for k, v in (kept | {found.id: own}).items() if v})

    def dates(self) -> dict[str, str]:
        """The columns that count, by table."""
        return {str(k): str(v) for k, v in json.loads(self._catalogue.meta(_DATES) or "{}").items()}

    def codes(self) -> dict[str, dict[str, str]]:
        """What values mean, by column."""
        found: dict[str, dict[str, str]] = json.loads(self._catalogue.meta(_CODES) or "{}")
        return found

    def over(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """The tables with what a person said; a person's meaning of a value goes before a document's."""
        dates, codes = self.dates(), self.codes()
        if not dates and not codes:
            return tuple(tables)
        held = {key.rpartition(".")[0] for key in codes} | {key.partition(".")[0] for key in codes}
        return tuple(
            replace(
                t,
                when=dates.get(t.name, ""),
                columns=tuple(_with_meanings(c, codes.get(c.id, {})) for c in t.columns),
            )
            if t.name in dates or t.name in held
            else t
            for t in tables
        )

    def _write(self, key: str, found: Mapping[str, object]) -> None:
        self._catalogue.set_meta(key, json.dumps(found, ensure_ascii=False))

    def _dates_of(self, table: str) -> tuple[str, ...]:
        found = self._catalogue.table(table)
        return tuple(c.name for c in found.columns if c.type in TEMPORAL) if found else ()

    def _column(self, table: str, column: str) -> Column:
        found = self._catalogue.table(table)
        if found is None:
            raise UnknownName(table, tuple(self._catalogue.names())[:5], kind="table")
        held = found.column(column)
        if held is None:
            raise UnknownName(column, tuple(c.name for c in found.columns)[:5], kind="column")
        return held


def _with_meanings(column: Column, said: Mapping[str, str]) -> Column:
    if not said:
        return column
    kept = tuple((v, m) for v, m in column.codes if v not in said)
    sources = tuple((v, source) for v, source in column.code_sources if v not in said)
    return replace(column, codes=(*kept, *said.items()), code_sources=sources)
