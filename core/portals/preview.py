"""The first rows of a file before anything is stored: its beginning is read into memory and looked at."""

from __future__ import annotations

import csv
import tempfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from core.errors import FileError, WrongContent
from core.ingest.detect import detect, records
from core.ingest.encoding import open_text
from core.portals.fetch import head_of
from core.portals.server_errors import refuse_alone, refuse_broken
from core.portals.sniff import refuse_others
from core.portals.web import Web

ROWS = 10
_BYTES = 1 << 17
_PACKED = (b"PK\x03\x04", b"PAR1")


@dataclass(frozen=True, slots=True)
class Preview:
    """A header and a few rows; `said` is what to know of it, or why there are none."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    said: str = ""
    parts: tuple[tuple[str, Preview], ...] = ()
    """Of a file of several tables, each by its name; columns and rows are empty then."""


class Packed(Exception):
    """The file is a workbook, an archive or Parquet: its beginning shows no rows."""


def preview(address: str, web: Web) -> Preview:
    """The first rows. Raises PortalError (WrongContent for what is no table), Packed, Cancelled."""
    head, _, whole = head_of(address, web, _BYTES)
    if head.startswith(_PACKED):
        raise Packed
    if head.startswith(b"\x1f\x8b"):
        with suppress(zlib.error):
            head, whole = zlib.decompressobj(47).decompress(head, _BYTES), False
    refuse_others(head, address, len(head) if whole else len(head) * 2)
    if not whole:
        head = head[: head.rfind(b"\n") + 1] or head
    with tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch:
        path = Path(scratch) / "head.csv"
        path.write_bytes(head)
        try:
            text = open_text(path, Path(scratch))
            form = detect(path.with_suffix(".txt"), text.path)
            if whole and len(form.top.labels) == 1:
                refuse_alone(text.path.read_text(encoding="utf-8-sig", errors="replace"), address)
            if whole:
                refuse_broken(text.path, address)
        except FileError as fault:
            raise WrongContent(address, "not_a_table", fault.message, fault.hint) from fault
        lines = text.path.read_text(encoding="utf-8-sig").splitlines(keepends=True)[form.top.first :]
        with suppress(csv.Error):
            rows = tuple(tuple(r) for _, r in islice((x for x in records(lines, form.format) if x[1]), ROWS))
            return Preview(tuple(form.top.labels), rows)
    return Preview((), (), "Its rows cannot be shown before it is loaded.")
