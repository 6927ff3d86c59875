"""How the search for joins grows with the pile: seconds for 100 and 1,000 tables of 20 columns, and their ratio.

Run `python -m tests.benchmarks.joins_scale [tables …]` from the repository's root. The tables are profiles only, made
by a seeded generator: each has a key numbered from 1, a code, three references to other tables, small integers,
categories shared by many tables, texts, dates and measures.

With `--pile`, files with keys as people make them (tests/benchmarks/piles.py) are loaded into a workspace instead: told
are the seconds of the whole load and of the processor, and how right the joins are, those used and those confirmed.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.match import discover
from core.model import Column, ColumnType, Profile, Table, Value
from core.workspace import open_workspace
from tests.benchmarks import piles

COLUMNS = 20
SKETCH = 1024
_MASK = (1 << 64) - 1
_SYLLABLES = [c + v for c in "bcdfglmnprst" for v in "aeo"]


def hashed(key: int) -> int:
    """A 64-bit mix (splitmix64): the stand-in for the hash of a value."""
    key = (key + 0x9E3779B97F4A7C15) & _MASK
    key = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    key = ((key ^ (key >> 27)) * 0x94D049BB133111EB) & _MASK
    return key ^ (key >> 31)


def profile(keys: Iterable[int], rows: int, low: Value = None, high: Value = None, length: float = 6.0) -> Profile:
    hashes = sorted({hashed(k) for k in keys})
    return Profile(
        rows=rows,
        nulls=0,
        distinct=len(hashes),
        minimum=low,
        maximum=high,
        mean_length=length,
        sketch=tuple(hashes[:SKETCH]),
        sketch_complete=len(hashes) <= SKETCH,
    )


def pile(count: int, seed: int = 7) -> tuple[tuple[Table, ...], set[frozenset[str]]]:
    """`count` tables and the pairs of column ids that were made to join."""
    draw = random.Random(seed)
    names: list[str] = []
    while len(names) < count:
        name = "".join(draw.choice(_SYLLABLES) for _ in range(4))
        if name not in names:
            names.append(name)
    sizes = [draw.randint(50, 3000) for _ in names]
    tables: list[Table] = []
    true: set[frozenset[str]] = set()
    for i, name in enumerate(names):
        rows = sizes[i]
        columns: list[Column] = []

        def add(label: str, kind: ColumnType, made: Profile, name: str = name, columns: list[Column] = columns) -> None:
            columns.append(Column(name, label, label, kind, len(columns), made))

        add(f"{name}_id", "integer", profile(range(1, rows + 1), rows, 1, rows, 3.0))
        add("code", "text", profile((i * 1_000_003 + 10**9 + k for k in range(rows)), rows))
        for parent in draw.sample(range(count), 3):
            if parent != i:
                found = {draw.randint(1, sizes[parent]) for _ in range(rows)}
                add(f"{names[parent]}_id", "integer", profile(found, rows, min(found), max(found), 3.0))
                true.add(frozenset((f"{name}.{names[parent]}_id", f"{names[parent]}.{names[parent]}_id")))
        for n in range(3):
            add(f"quantity_{n}", "integer", profile(range(1, 30 + n), rows, 1, 29 + n, 2.0))
        for label, size in (("status", 5), ("region", 16), ("category", 40)):
            add(label, "text", profile((10**15 + size * 1000 + k for k in range(size)), rows))
        for label in ("title", "remark"):
            add(label, "text", profile((draw.getrandbits(60) for _ in range(rows)), rows, length=24.0))
        add("day", "date", profile((10**16 + draw.randint(0, 2000) for _ in range(rows)), rows, length=10.0))
        while len(columns) < COLUMNS:
            add(
                f"measure_{len(columns)}", "real", profile((draw.getrandbits(60) for _ in range(rows)), rows, 0.5, 99.5)
            )
        tables.append(Table(name, name, f"{name}.csv", rows, tuple(columns)))
    return tuple(tables), true


def measure(count: int) -> float:
    """Seconds for `count` tables, printed with precision and recall against the joins that were made."""
    tables, true = pile(count)
    start = time.perf_counter()
    joins = discover(tables)
    seconds = time.perf_counter() - start
    kept = {
        frozenset((f"{j.child_table}.{a}", f"{j.parent_table}.{b}"))
        for j in joins
        if j.state != "rejected"
        for a, b in zip(j.child, j.parent, strict=True)
    }
    hit = len(kept & true)
    precision, recall = hit / max(1, len(kept)), hit / max(1, len(true))
    print(f"{count} tables: {seconds:.1f} s, precision {precision:.3f}, recall {recall:.3f}")  # noqa: T201
    return seconds


def measure_pile(count: int) -> float:
    """Seconds to load a made pile of so many files into a new workspace."""
    made = piles.pile(count)
    told = json.loads(made.truth())
    true, implied = ({frozenset(c.casefold() for c in p) for p in told[key]} for key in ("true", "implied"))
    with tempfile.TemporaryDirectory() as place:
        made.write(Path(place) / "files")
        with open_workspace(Settings(workspace=Path(place) / "ws"), embedder=NgramEmbedder()) as ws:
            start, busy = time.perf_counter(), time.process_time()
            ws.tables.load([Path(place) / "files"])
            seconds, busy = time.perf_counter() - start, time.process_time() - busy
            joins = ws.joins.all()
    shares = []
    for states in (("confirmed", "probable"), ("confirmed",)):
        said = {
            frozenset((f"{j.child_table}.{a}".casefold(), f"{j.parent_table}.{b}".casefold()))
            for j in joins
            if j.state in states
            for a, b in zip(j.child, j.parent, strict=True)
        } - (implied - true)
        shares += [len(said & true) / max(1, len(said)), len(said & true) / max(1, len(true))]
    print(  # noqa: T201
        f"{count} files: {seconds:.1f} s, {busy:.1f} s of this process; used: precision {shares[0]:.3f}, "
        f"recall {shares[1]:.3f}; confirmed: precision {shares[2]:.3f}"
    )
    return seconds


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", type=int, nargs="*", metavar="TABLES", help="how many tables, 100 and 1,000 if none")
    parser.add_argument("--pile", action="store_true", help="load files with keys as people make them")
    given = parser.parse_args(arguments)
    work = measure_pile if given.pile else measure
    seconds = [work(count) for count in given.counts or [100, 1000]]
    if len(seconds) > 1:
        print(f"ratio {seconds[-1] / seconds[0]:.1f}")  # noqa: T201


if __name__ == "__main__":
    main()
