"""A look at what cannot be read from its beginning: the tables of a workbook, archive or Parquet file on a portal.

The file is fetched whole, into a folder that goes with the look, and read in the process of untrusted files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from core.config import Settings
from core.errors import Cancelled, FetchStopped, FileError, WrongContent
from core.ingest.confined import ConfinedReader
from core.ingest.parts import Part
from core.portals.fetch import fetch
from core.portals.preview import ROWS, Preview
from core.portals.web import Limits, Web

MOST_BYTES = 20 << 20
"""Of a file that is fetched for a look."""
MOST_TABLES = 12
_SECONDS = 60.0


def packed_preview(address: str, web: Web, settings: Settings) -> Preview:
    """Its tables, each by its name, with their first rows. Raises PortalError (WrongContent where it holds none),
    Cancelled."""

    def check() -> None:
        if web.stop.is_set():
            raise Cancelled

    limits = Limits(most_bytes=MOST_BYTES, seconds=_SECONDS)
    with tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch)
        try:
            found = fetch(address, folder, web.policy, limits=limits, web=web)
        except FetchStopped as fault:
            if fault.code != "too_big":
                raise
            return Preview((), (), f"It is more than {MOST_BYTES >> 20} MB: its tables are seen once it is loaded.")
        path = found.path.rename(folder / f"file{found.suffix}")
        with ConfinedReader(replace(settings, workspace=folder), check) as reader:
            try:
                parts = reader.parts_in(path)
                tables = tuple(islice(_tables(reader, parts, check), MOST_TABLES))
            except FileError as fault:
                raise WrongContent(address, "not_a_table", fault.message, fault.hint) from fault
    more = f"Of {len(parts)} tables the first {MOST_TABLES} are shown." if len(parts) > MOST_TABLES else ""
    if len(tables) == 1:
        return replace(tables[0][1], said=more)
    return Preview((), (), more, tables)


def _tables(reader: ConfinedReader, parts: list[Part], check: Callable[[], None]) -> Iterator[tuple[str, Preview]]:
    """Name and first rows of each table; a part that cannot be read says why."""
    for part in parts:
        check()
        try:
            yield from [(_name(p), Preview(*reader.first_rows(p, ROWS))) for p in reader.looked_into(part)]
        except FileError as fault:
            if len(parts) == 1:
                raise
            yield _name(part), Preview((), (), fault.message)


def _name(part: Part) -> str:
    return " · ".join(filter(None, (part.member, part.sheet, part.block))) or part.path.name
