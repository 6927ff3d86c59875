"""The files of a Chroma store, looked at before Chroma opens them: it trusts them, and its C++ reads and writes at
whatever places a damaged file names, which ends the whole process.

The layout is hnswlib's as Chroma keeps it in a folder for each collection: `header.bin`; `data_level0.bin` with links,
vector and label of each element; `link_lists.bin` with the links of the higher levels; `index_metadata.pickle` with
the labels' names. All numbers are little-endian.
"""

from __future__ import annotations

import io
import json
import math
import pickle
import sqlite3
import struct
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.storage.sqlite_files import protected, reading_uri

FILE = "chroma.sqlite3"
_NAMES = "index_metadata.pickle"
_HEADER = struct.Struct("<iQQQQQQiIQQQdQ")
_LINKS = 4
"""Bytes before an element's links: how many (two bytes), and a mark of what was deleted."""
_PARTS = 8
"""Of the labels' names: by name, by label and so on; Chroma writes six."""
_FLAT = (str, int, type(None))
_MOST_LEVELS = 64
_MOST_LINKS = 4_096
_MOST_SETTING = 100_000
"""Of any number in a collection's settings; Chroma's own are at most 1,000."""
_SPARE = 100_000
"""Elements beyond four times those there that an index may keep room for."""
_CHARACTERS = 4_096
"""Bytes that the name of a label takes in the metadata's file, at most, on average."""


@dataclass(frozen=True, slots=True)
class _Header:
    """The numbers of `header.bin` that places are worked out from."""

    room: int
    elements: int
    element_bytes: int
    top: int
    """The highest level."""
    entry: int
    """The element where a search begins."""
    most: int
    """Links of an element on a higher level; twice as many on the lowest."""
    dimension: int


class Damaged(Exception):
    """What is wrong with a store's files."""


def check_files(folder: Path) -> None:
    """Raise Damaged where Chroma could be led astray by the files of a store.

    Nothing is changed, but a write that was broken off is taken back.

    Takes some 20 ms for 1,500 labels; a folder without a store is in order.
    """
    if not (folder / FILE).is_file():
        return
    try:
        dimensions = _check_database(folder / FILE)
        for header in sorted(folder.glob("*/header.bin")):
            if (header.parent / _NAMES).is_file():  # else Chroma begins anew
                _check_index(header.parent, dimensions.get(header.parent.name))
    except (OSError, ValueError, OverflowError, MemoryError, RecursionError, struct.error) as error:
        raise Damaged(f"{type(error).__name__}: {error}") from error


def _check_database(path: Path) -> dict[str, int]:
    """The dimension of each vector index by its folder's name."""
    try:
        with closing(sqlite3.connect(_uri(path), uri=True, timeout=10)) as db:
            ((found,),) = db.execute("PRAGMA quick_check(1)").fetchall()
            _must(found == "ok", f"{FILE}: {found}")
            ((code,),) = db.execute("SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchall()
            _must(not code, f"{FILE} holds triggers or views")
            for texts in db.execute("SELECT name, config_json_str, schema_str FROM collections"):
                for text in texts[1:]:
                    _check_settings(json.loads(text or "{}"))
            rows = db.execute(
                "SELECT s.id, c.dimension FROM segments s JOIN collections c ON c.id = s.collection"
                " WHERE s.scope = 'VECTOR' AND c.dimension IS NOT NULL"
            ).fetchall()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error) or "no such table" in str(error):
            return {}  # Chroma says so itself, or makes what is missing
        raise Damaged(f"{FILE}: {error}") from error
    except sqlite3.Error as error:
        raise Damaged(f"{FILE}: {error}") from error
    return {str(segment): int(dimension) for segment, dimension in rows}


def _uri(path: Path) -> str:
    """To read by; where a write was broken off, SQLite first takes it back, as it would when Chroma opens the file."""
    journal = path.with_name(f"{path.name}-journal")
    if journal.is_file() and journal.stat().st_size and not protected(path):
        return f"{path.resolve().as_uri()}?mode=rw"
    return reading_uri(path)


def _check_settings(found: Any) -> None:
    for value in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        _must(not isinstance(value, int | float) or 0 <= value <= _MOST_SETTING, f"a setting is {value}")
        _check_settings(value)


def _check_index(folder: Path, dimension: int | None) -> None:
    header = _header((folder / "header.bin").read_bytes())
    _must(header.dimension == dimension, f"{header.dimension} numbers a vector, where there should be {dimension}")
    labels = _check_lowest(folder / "data_level0.bin", header)
    lengths = (folder / "length.bin").stat().st_size
    _must(lengths in (4 * header.elements, 4 * header.room), "lengths of other elements")
    _check_higher((folder / "link_lists.bin").read_bytes(), header)
    _check_names(folder / _NAMES, set(labels.tolist()))


def _header(data: bytes) -> _Header:
    _must(len(data) == _HEADER.size, "the header's length")
    _, start, room, elements, size, label_at, vector_at, top, entry, most, lowest, m, scale, effort = _HEADER.unpack(
        data
    )
    _must(start == 0 and vector_at == _LINKS + 4 * lowest and label_at + 8 == size, "the header's places")
    _must(0 < m <= _MOST_LINKS and most == m and lowest == 2 * m, "the number of links")
    _must(elements <= room <= 4 * elements + _SPARE, "the room for elements")
    _must(effort <= _MOST_SETTING and math.isfinite(scale) and scale >= 0, "the header's settings")
    _must((label_at - vector_at) % 4 == 0 and label_at > vector_at, "the vectors' length")
    _must(-1 <= top <= _MOST_LEVELS and (entry < elements if elements else top == -1), "where searches begin")
    return _Header(room, elements, size, top, entry, most, (label_at - vector_at) // 4)


def _check_lowest(path: Path, header: _Header) -> NDArray[np.uint64]:
    """The elements' labels."""
    size = path.stat().st_size
    _must(size in (header.elements * header.element_bytes, header.room * header.element_bytes), "the elements' bytes")
    if not header.elements:
        return np.empty(0, dtype=np.uint64)
    kind = np.dtype(
        [
            ("links", "<u2"),
            ("mark", "u1"),
            ("none", "u1"),
            ("to", "<u4", (2 * header.most,)),
            ("vector", "<f4", (header.dimension,)),
            ("label", "<u8"),
        ]
    )
    found = np.memmap(path, dtype=kind, mode="r", shape=(header.elements,))
    links, to, labels = found["links"], found["to"], np.array(found["label"])
    _must(bool((links <= 2 * header.most).all()), "an element of too many links")
    named = np.arange(2 * header.most)[None, :] < links[:, None]
    _must(bool((to[named] < header.elements).all()), "a link to an element that is not there")
    _must(len(np.unique(labels)) == len(labels), "a label of two elements")
    return labels


def _check_higher(data: bytes, header: _Header) -> None:
    """The links above the lowest level: each to an element that has that level, too."""
    a_level = _LINKS + 4 * header.most
    levels = np.zeros(header.elements, dtype=np.int64)
    starts: dict[int, int] = {}
    at = 0
    for element in range(header.elements):
        (size,) = struct.unpack_from("<I", data, at)
        at += 4
        if size:
            _must(size % a_level == 0 and size // a_level <= _MOST_LEVELS, "the length of links")
            levels[element], starts[element] = size // a_level, at
            at += size
    _must(at == len(data) or not any(data[at:]), "links of more elements")
    _must(not header.elements or header.top == levels[header.entry] == levels.max(), "the highest level")
    for element, start in starts.items():
        for level in range(1, int(levels[element]) + 1):
            (count,) = struct.unpack_from("<H", data, start + (level - 1) * a_level)
            _must(count <= header.most, "an element of too many links")
            to = np.frombuffer(data, "<u4", count, start + (level - 1) * a_level + _LINKS)
            _must(bool((to < header.elements).all()), "a link to an element that is not there")
            _must(bool((levels[to] >= level).all()), "a link to an element of a lower level")


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name}")


def _check_names(path: Path, labels: set[int]) -> None:
    """Chroma reads this file by a reader of its own that runs nothing; here nothing is run either."""
    data = path.read_bytes()
    _must(len(data) <= _CHARACTERS * (len(labels) + 1), "the length of the labels' names")
    try:
        found = _PlainUnpickler(io.BytesIO(data)).load()
    except Exception as error:  # whatever is in the file, it is not what Chroma wrote
        raise Damaged(f"the labels' names: {error}") from error
    _must(isinstance(found, dict) and len(found) <= _PARTS, "the labels' names")
    for part in found.values():
        flat = list(part.items()) if isinstance(part, dict) else [(None, part)]
        _must(all(type(k) in _FLAT and type(v) in _FLAT for k, v in flat), "the labels' names")
    names = found.get("id_to_label")
    _must(isinstance(names, dict) and set(names.values()) <= labels, "a name without an element")


def _must(right: bool, what: str) -> None:
    if not right:
        raise Damaged(what)
