"""How long a big file takes until it is ready to be asked about, beside `sqlite3 .import`, which only copies text.

Run `python -m tests.benchmarks.load_speed [--rows 1000000] [--times 3] [--limit 5] [--bare-limit 3] [--memory 740]`
from the repository's root. The file has ten columns, made with a fixed seed: a number, codes, two texts, two
categories, a day, a measure, a whole number and a share. Three processes read it, each timed from start to end:
`sqlite3 .import`, `python -m core load`, and the same without the index of cell values; some times in turn, and the
quickest counts. Exits with 1 when a ratio or the peak memory is over its limit, with 2 when there is no sqlite3.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
_WORDS = "amber birch cedar delta ember fjord grove haven inlet jetty knoll ledge meadow north ocean pine".split()
_BARE = """
import sys
from core.__main__ import main
from core.ingest.duckdb_session import DuckDbSession
from core.workspace.sync import Sync
DuckDbSession.keep_values = lambda self, column, texts, most, longest: None
Sync.put_values = lambda self, table, distinct: self.mark_done("values", [table.name])
Sync.fill_values = lambda self: None
sys.exit(main(sys.argv[1:]))
"""


def write_file(path: Path, rows: int, seed: int = 11) -> None:
    """A CSV of ten columns, some 90 bytes a row."""
    draw = random.Random(seed)
    number, whole = draw.random, lambda n: int(draw.random() * n)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("id,code,customer,item,region,status,day,amount,pieces,share\n")
        for i in range(rows):
            file.write(
                f"{i},C{whole(10**6):07d},customer {whole(50_000)},{_WORDS[whole(16)]} {_WORDS[whole(16)]},"
                f"region {whole(40)},{('open', 'sent', 'paid', 'late')[whole(4)]},"
                f"20{whole(24):02d}-{1 + whole(12):02d}-{1 + whole(28):02d},"
                f"{number() * 1000:.2f},{whole(100)},{number():.6f}\n"
            )


def timed(command: Sequence[str], environment: dict[str, str]) -> tuple[float, float]:
    """(seconds from start to end, peak MB of the process and its own). Exits when the command fails."""
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout is not None
    said = process.stdout.read()
    peak = 0.0
    if hasattr(os, "wait4"):
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    seconds = time.perf_counter() - began
    if process.wait():
        sys.exit(said.decode(errors="replace")[-2_000:])
    return seconds, peak


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--limit", type=float, default=5.0, help="most that the whole load may take, in imports")
    options.add_argument("--bare-limit", type=float, default=3.0, help="most without the index of cell values")
    options.add_argument("--times", type=int, default=3, help="how often each is run; the quickest counts")
    options.add_argument("--memory", type=float, default=740.0, help="MB at most")
    given = options.parse_args()
    tool = shutil.which("sqlite3")
    if tool is None:
        say("There is no sqlite3 on this machine to compare with.")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "big.csv"
        write_file(file, given.rows)
        say(f"{given.rows:,} rows of 10 columns, {file.stat().st_size / 1e6:.0f} MB")
        environment = {**os.environ, "JOINERY_WORKSPACE": f"{folder}/none"}
        runs: list[tuple[float, float, float, float]] = []
        for turn in range(given.times):
            at = f"{folder}/{turn}"
            base, _ = timed([tool, f"{at}.db", "-cmd", ".mode csv", f".import '{file}' big"], environment)
            bare, _ = timed([sys.executable, "-c", _BARE, "load", "--workspace", f"{at}-bare", str(file)], environment)
            whole, peak = timed([sys.executable, "-m", "core", "load", "--workspace", at, str(file)], environment)
            runs.append((base, bare, whole, peak))
            for used in (at, f"{at}-bare"):
                shutil.rmtree(used)
    base, bare, whole = (min(times) for times in list(zip(*runs, strict=True))[:3])
    peak = max(peak for *_, peak in runs)
    say(f"sqlite3 .import                  {base:6.2f} s")
    say(f"load without the value index     {bare:6.2f} s   {bare / base:4.1f} times")
    say(f"python -m core load              {whole:6.2f} s   {whole / base:4.1f} times   peak {peak:.0f} MB")
    return int(whole > given.limit * base or bare > given.bare_limit * base or peak > given.memory)


if __name__ == "__main__":
    sys.exit(main())
