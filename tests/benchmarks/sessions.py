"""Many people at once: what 50 sessions pay that ask at the same time, as ratios to one session alone.

Run `python -m tests.benchmarks.sessions [sessions]` from the repository's root. Each session is a thread of the one
program, as in the app, with a chat of its own and a region of its own, so an answer that crossed over would be seen.
Then, while one person's query takes all the time that it may, the others' light queries are timed again, and once more
while three people run three such queries each. The ratios are what may be compared across machines; pages and browsers
are left out.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.config import Settings
from core.errors import QueryError
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.processes.turns import asking
from core.workspace import Workspace, open_workspace

ROUNDS = 3
HEAVY = "SELECT count(*) FROM sales a, sales b, sales c WHERE a.amount + b.amount < c.amount"


def files(folder: Path, sessions: int) -> Path:
    """Sales of as many regions as there are sessions, each with a total that no other has."""
    lines = ["sale,region,amount"]
    lines += [f"{n},Region {n % sessions:03},{n % sessions + 1}" for n in range(sessions * 40)]
    path = folder / "sales.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def asked(ws: Workspace, session: int, chat: str) -> tuple[float, bool]:
    """Seconds until the answer, and whether it is this session's."""
    begun = time.perf_counter()
    *_, answer = ws.questions.ask(f"What is the total amount where region is Region {session:03}?", chat=chat)
    took = time.perf_counter() - begun
    return took, isinstance(answer, Answer) and answer.rows == ((40 * (session + 1),),)


def light(ws: Workspace, session: int) -> tuple[float, bool]:
    """The same for a query that is read and run in a process."""
    begun = time.perf_counter()
    rows = ws.questions.sql(f"SELECT sum(amount) FROM sales WHERE region = 'Region {session:03}'").rows
    return time.perf_counter() - begun, rows == ((40 * (session + 1),),)


def together(sessions: int, work: Callable[[int], list[tuple[float, bool]]]) -> tuple[list[float], int, float]:
    """Each session's work at the same time: all times, wrong answers, seconds in all."""
    found: list[tuple[float, bool]] = []
    gate = threading.Barrier(sessions)

    def one(session: int) -> None:
        gate.wait()
        with asking(f"session {session}"):
            found.extend(work(session))

    threads = [threading.Thread(target=one, args=(s,)) for s in range(sessions)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [t for t, _ in found], sum(not right for _, right in found), time.perf_counter() - begun


def resident() -> float:
    """MB that this process holds; 0 where that cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    gc.collect()
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def measure(sessions: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        with open_workspace(Settings(workspace=where / "ws"), embedder=NgramEmbedder()) as ws:
            ws.tables.load([files(where, sessions)])
            asked(ws, 0, "warm"), light(ws, 0)
            alone = statistics.median(asked(ws, n, f"alone {n}")[0] for n in range(5))
            held = resident()
            times, wrong, took = together(sessions, lambda s: [asked(ws, s, f"chat {s}") for _ in range(ROUNDS)])
            grown = resident() - held
            print(f"one session: {1000 * alone:.0f} ms a question")  # noqa: T201
            print(  # noqa: T201
                f"{sessions} sessions, {len(times)} questions: median {statistics.median(times) / alone:.1f} times, "
                f"slowest {max(times) / alone:.1f} times; all in {took / (alone * len(times)):.2f} times the work of "
                f"one after the other; {wrong} wrong; {max(0.0, grown) / sessions:.2f} MB a session"
            )
            _, wrong, _ = together(sessions, lambda s: [asked(ws, s, f"chat {s}") for _ in range(ROUNDS)])
            print(f"again: {wrong} wrong; {(resident() - held) / sessions:.2f} MB a session")  # noqa: T201
            quick = statistics.median(light(ws, n)[0] for n in range(9))
            for people, each in ((1, 1), (3, 3)):
                with heavy(ws, people, each):
                    beside, wrong, _ = together(5, lambda s: [light(ws, s) for _ in range(20)])
                print(  # noqa: T201
                    f"a light query: {1000 * quick:.1f} ms; of five people beside {people * each} heavy of {people}: "
                    f"median {statistics.median(beside) / quick:.1f} times, slowest {max(beside) / quick:.1f} times; "
                    f"{wrong} wrong"
                )


@contextmanager
def heavy(ws: Workspace, people: int, each: int) -> Iterator[None]:
    """So many people run so many queries each, one after another, that take all the time that they may."""
    over = threading.Event()

    def work(person: int) -> None:
        with asking(f"heavy {person}"):
            while not over.is_set():
                with suppress(QueryError):
                    ws.questions.sql(HEAVY, seconds=2.0)

    threads = [threading.Thread(target=work, args=(person,)) for person in range(people) for _ in range(each)]
    for thread in threads:
        thread.start()
    time.sleep(2.5)
    yield
    over.set()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
