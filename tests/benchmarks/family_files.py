"""How long a folder of files of one form takes, and what adding, replacing and removing one of them costs then.

Run `python -m tests.benchmarks.family_files [--files 3000] [--rows 100] [--memory 700]` from the repository's root. The
files have eight columns each, one file a day, made with a fixed seed, and become one table. One process loads them and
then changes one file at a time; the seconds of the processor are told as well, and the most memory so far. Exits with 1
when the files are not one table, when memory is over its limit, or when adding one file takes more than a fifth of the
whole load.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace

_PLACES = "Arden Birk Corby Dale Elmton Farley Gorse Holme Irwell Jarrow Kirby Lorne".split()


def write_file(folder: Path, number: int, rows: int) -> Path:
    """The readings of one day."""
    draw = random.Random(number)
    path = folder / f"readings_{date(2015, 1, 1) + timedelta(number)}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("station,hour,code,temperature,rain,wind,state,remark\n")
        for i in range(rows):
            file.write(
                f"{draw.choice(_PLACES)},{i % 24},S{number:05d}-{i:04d},{draw.gauss(9, 8):.1f},{draw.random() * 9:.2f},"
                f"{draw.randint(0, 80)},{draw.choice(('ok', 'late', 'mended'))},{draw.choice(('', 'seen again'))}\n"
            )
    return path


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def peak() -> float:
    """MB of this process at most, so far."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def timed(what: str, work: Callable[[], object]) -> float:
    began, used = time.perf_counter(), time.process_time()
    work()
    seconds = time.perf_counter() - began
    say(f"{what:<24}{seconds:8.2f} s{time.process_time() - used:8.2f} s of the processor{peak():7.0f} MB")
    return seconds


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--files", type=int, default=3_000)
    options.add_argument("--rows", type=int, default=100)
    options.add_argument("--memory", type=float, default=700.0, help="MB at most")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as place:
        files = Path(folder)
        paths = [write_file(files, number, given.rows) for number in range(given.files)]
        with open_workspace(Settings(workspace=Path(place) / "ws"), embedder=NgramEmbedder()) as ws:
            whole = timed(f"load {given.files} files", lambda: ws.tables.load([files]))
            new = write_file(files, given.files, given.rows)
            added = timed("add one", lambda: ws.tables.load([new]))
            timed("replace one", lambda: ws.tables.load([paths[3]]))
            tables = [(t.rows, len(t.sources)) for t in ws.tables.all()]
            say(f"tables (rows, files): {tables}")
            one = tables == [((given.files + 1) * given.rows, given.files + 1)]
    return int(not one or added > whole / 5 or peak() > given.memory)


if __name__ == "__main__":
    sys.exit(main())
