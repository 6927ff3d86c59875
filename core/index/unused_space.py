"""Unused space in the files of Chroma's vector index, overwritten with zeros.

hnswlib keeps room for more elements than there are and saves that room as it lies in the process' memory, never
cleared: what was there before, a chat model's key among it, would stay in the workspace's files (seen in `length.bin`).
"""

from __future__ import annotations

import struct
from contextlib import suppress
from pathlib import Path

_HEADER = struct.Struct("<iQQQQ")
"""hnswlib's `header.bin` begins: version, offset of level 0, room and number of elements, bytes of an element."""
_LENGTH_BYTES = 4


def clear_unused(folder: Path) -> None:
    """Overwrite, in each index below Chroma's folder, what lies behind the last element; leave other files alone."""
    for header in folder.glob("*/header.bin"):
        with suppress(OSError, struct.error):
            _, _, room, elements, element_bytes = _HEADER.unpack_from(header.read_bytes())
            for name, size in (("length.bin", _LENGTH_BYTES), ("data_level0.bin", element_bytes)):
                file = header.with_name(name)
                if elements <= room and file.stat().st_size == room * size:
                    _zero(file, elements * size)


def _zero(file: Path, start: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(start)
        rest = opened.read()
        if rest.strip(b"\0"):
            opened.seek(start)
            opened.write(bytes(len(rest)))
