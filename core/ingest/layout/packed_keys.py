r"""Keys that share the first column, as in Eurostat's tables: `freq,unit,geo\TIME_PERIOD` over `A,PC,AT`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ingest.detect import Dialect
from core.ingest.layout.grid import Record

_LOOKED = 200
"""Rows that are looked at: each must have as many keys as the header."""


def with_keys_apart(records: list[Record], dialect: Dialect) -> tuple[list[Record], Dialect]:
    """The records with a column for each key, where the first column packs them; what the header calls the other
    columns, behind the backslash, is left out."""
    if dialect.format.delimiter == "," or not records or not records[0].cells:
        return records, dialect
    keys, backslash, across = records[0].cells[0].partition("\\")
    commas = keys.count(",")
    if not (backslash and across.strip() and commas) or len(records) < 2:
        return records, dialect
    rows = [r for r in records[1 : _LOOKED + 1] if r.cells]
    if any(r.cells[0].count(",") != commas for r in rows):
        return records, dialect
    header = [c.strip() for c in _apart(keys, records[0].cells)]
    top = replace(dialect.top, labels=tuple(header)) if dialect.top.has_header else dialect.top
    return [records[0]._replace(cells=header), *map(_row, records[1:])], replace(dialect, top=top)


def _row(record: Record) -> Record:
    return record._replace(cells=_apart(record.cells[0], record.cells)) if record.cells else record


def _apart(keys: str, cells: Sequence[str]) -> list[str]:
    return [*(k.strip() for k in keys.split(",")), *cells[1:]]
