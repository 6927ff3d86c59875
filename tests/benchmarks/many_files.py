"""How long a folder of small files takes, and what adding, replacing and removing one of them costs then.

Run `python -m tests.benchmarks.many_files [--files 500] [--rows 100] [--rate 20]` from the repository's root. The files
have eight columns each, made with a fixed seed. One process loads them, reports files a second with joins, labels and
graph included, and then changes one file at a time. Exits with 1 when the rate is under the one asked for, or when a
change takes more than a fifth of the whole load.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace

_LETTERS = "abcdefghijklmnoprstuvz"


def write_file(folder: Path, number: int, rows: int, words: list[str], draw: random.Random, shift: int = 0) -> Path:
    """One small table with labels of its own and ids that no other file has."""
    own = [words[(number * 7 + k) % len(words)] for k in range(4)]
    path = folder / f"t{number:04d}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(f"{own[0]}_id,{own[1]},name,city,amount_{own[2]},day,flag,n_{own[3]}\n")
        for i in range(rows):
            file.write(
                f"{number * 10 * rows + i + shift},C{number * 1000 + draw.randrange(999):07d},"
                f"{draw.choice(words)} {draw.choice(words)},{draw.choice(('Oslo', 'Rome', 'Bonn'))},"
                f"{draw.random() * 1000:.2f},2024-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d},"
                f"{draw.choice(('yes', 'no'))},{draw.randint(1, 500)}\n"
            )
    return path


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def timed(what: str, work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    seconds = time.perf_counter() - began
    say(f"{what:<24}{seconds:8.2f} s")
    return seconds


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--files", type=int, default=500)
    options.add_argument("--rows", type=int, default=100)
    options.add_argument("--rate", type=float, default=20.0, help="files a second at least")
    given = options.parse_args()
    draw = random.Random(1)
    words = ["".join(draw.choice(_LETTERS) for _ in range(6)) for _ in range(3_000)]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as place:
        files = Path(folder)
        for number in range(given.files):
            write_file(files, number, given.rows, words, draw)
        with open_workspace(Settings(workspace=Path(place) / "ws"), embedder=NgramEmbedder()) as ws:
            whole = timed(f"load {given.files} files", lambda: ws.tables.load([files]))
            say(f"{given.files / whole:.0f} files a second")
            new = write_file(files, given.files, given.rows, words, draw)
            changes = [timed("add one", lambda: ws.tables.load([new]))]
            same = write_file(files, 3, given.rows, words, draw, shift=7)
            changes.append(timed("replace one", lambda: ws.tables.load([same])))
            changes.append(timed("remove one", lambda: ws.tables.remove(["t0004"])))
    return int(given.files / whole < given.rate or max(changes) > whole / 5)


if __name__ == "__main__":
    sys.exit(main())
