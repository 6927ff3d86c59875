"""A search for joins on disk: the pairs that were found and their scores, so that the next program need not look again.

What is read back is exactly what a search from nothing would find: the file names, by a digest, the columns that it is
of and the very code that found it, and one of anything else is passed over. Numbers only, no code, lie in it.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from core.match.label_match import LabelMatch
from core.match.pool import Candidate, Pool
from core.match.scorers import Scored
from core.match.values import Overlap
from core.model import Table

_NUMBERS = ("similarity", "forth", "back", "rival", "together", "cells", "score", "log_odds")
_WHOLE = ("child", "parent", "shared", "seen", "holders")
_SIGNS = ("same", "generic", "informative", "keyed", "role", "mark")


@dataclass(frozen=True, slots=True)
class Kept:
    """Where one search is kept. `write` and `read` never fail for the disk's sake: it is only a saving of time."""

    path: Path

    def write(self, pool: Pool, scored: Sequence[Scored]) -> None:
        """Keep the pairs of `pool` with their scores, in the order of the search."""
        at = {c.id: n for n, c in enumerate(pool.columns)}
        columns: dict[str, np.ndarray[tuple[int], np.dtype[np.generic]]] = {}
        rows = [_row(s, at) for s in scored]
        for n, name in enumerate((*_WHOLE, *_SIGNS, *_NUMBERS)):
            kind = np.int64 if name in _WHOLE else np.bool_ if name in _SIGNS else np.float64
            columns[name] = np.array([row[n] for row in rows], dtype=kind)
        fresh = self.path.with_name(f"{self.path.stem}.new.npz")
        try:
            np.savez(fresh, digest=np.array(digest(pool.tables)), **columns)  # type: ignore[arg-type]
            fresh.replace(self.path)
        except OSError:
            fresh.unlink(missing_ok=True)

    def read(self, tables: Sequence[Table]) -> tuple[Pool, list[Candidate], list[Scored]] | None:
        """The search of these tables; None when it is not kept here."""
        try:
            with np.load(self.path, allow_pickle=False) as held:
                if str(held["digest"]) != digest(tables):
                    return None
                columns = [held[name].tolist() for name in (*_WHOLE, *_SIGNS, *_NUMBERS)]
            pool = Pool(tables)
            scored = list(_scored(pool, zip(*columns, strict=True)))
        except (OSError, ValueError, TypeError, LookupError, EOFError, MemoryError, NotImplementedError):
            return None
        except (zipfile.BadZipFile, zlib.error, struct.error):
            return None
        return pool, [s.candidate for s in scored], scored


def _row(s: Scored, at: dict[str, int]) -> tuple[float, ...]:
    c = s.candidate
    shared, label = c.overlap, c.label
    whole = (at[c.child.id], at[c.parent.id], shared.shared, shared.seen, c.holders)
    signs = (label.same, label.generic, label.informative, c.keyed, c.role, c.mark)
    figures = (label.similarity, shared.forth, shared.back, c.rival, c.together, shared.cells, s.score, s.log_odds)
    return (*whole, *signs, *figures)


def _scored(pool: Pool, rows: Iterator[tuple[float, ...]]) -> Iterator[Scored]:
    columns, labels = pool.columns, [pool.labels[c.id] for c in pool.columns]
    for row in rows:
        a, b, shared, seen, holders = map(int, row[: len(_WHOLE)])
        same, generic, informative, keyed, role, mark = map(bool, row[len(_WHOLE) : len(_WHOLE) + len(_SIGNS)])
        alike, forth, back, rival, together, cells, score, odds = row[len(_WHOLE) + len(_SIGNS) :]
        match = LabelMatch(alike, same, generic, informative)
        overlap = Overlap(forth, back, shared, seen, cells)
        pair = Candidate(
            columns[a], columns[b], labels[a], labels[b], match, overlap, rival, keyed, holders, mark, role, together
        )  # fmt: skip
        yield Scored(pair, score, odds)


def digest(tables: Sequence[Table]) -> str:
    """What a search depends on: labels, types and profiles of all columns, and the code of this package."""
    said = sha256(_code())
    for table in sorted(tables, key=lambda t: t.name):
        said.update(repr((table.name, table.rows, len(table.columns))).encode("utf-8", "surrogatepass"))
        for c in table.columns:
            p = c.profile
            key_parts = (
                c.name, c.label, c.type, c.position, p.rows, p.nulls, p.distinct, p.minimum, p.maximum, p.mean_length,
                p.common, p.sketch_complete,
            )  # fmt: skip
            said.update(repr(key_parts).encode("utf-8", "surrogatepass"))
            said.update(np.array(p.sketch, dtype=np.uint64).tobytes())
    return said.hexdigest()


@lru_cache(maxsize=1)
def _code() -> bytes:
    """The text of the modules that decide what is found; those of `core.text` and `core.model` among them."""
    here = Path(__file__).parent
    files = [
        *sorted(here.glob("*.py")),
        *sorted(here.glob("*.toml")),
        *sorted(here.parent.glob("text/*.py")),
        *sorted(here.parent.glob("model/*.py")),
    ]
    return b"".join(path.read_bytes() for path in files)
