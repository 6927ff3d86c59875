"""What the tables of a database hold, looked at one by one or, on a server, several at once; small ones read whole."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.errors import Cancelled
from core.model import Column, Progress, Table
from core.workspace.sync import LONGEST_VALUE

if TYPE_CHECKING:
    from core.ingest.attached_whole import Cells
    from core.sql.remote.base import Attached as Engine

BIG_TOGETHER = 2
"""Tables that are not small are looked at so many at once: a server may have few cores."""
MOST_HELD = 3_000_000
"""Cells of small tables that are kept while they are attached; those of further tables are asked for again."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as it was found, with its cells where it is small."""

    table: Table
    cells: Cells | None


def seen(engine: Engine, names: Sequence[str], tell: Progress, stopped: Callable[[], bool]) -> Iterator[Seen]:
    """Each table, in this order. Raises StoreError, QueryError, Cancelled."""
    from core.ingest.attached_whole import cells, small
    from core.sql.remote.engine import TOGETHER

    engine.show_only(names)
    few, big = small(engine, names), threading.Semaphore(BIG_TOGETHER)
    kept = 0

    def look(name: str) -> Seen:
        held = cells(engine, name) if name in few else None
        if held is not None:
            return Seen(_table(engine, name, held), held)
        with big:
            return Seen(_table(engine, name, None), None)

    ahead: deque[Future[Seen]] = deque()
    left = iter(names)
    with ThreadPoolExecutor(TOGETHER if engine.far else 1, "attaching") as pool:
        try:
            for done, name in enumerate(names):
                if stopped():
                    raise Cancelled()
                tell(f"{name}: what its columns hold", 0.75 * done / len(names))
                while len(ahead) < 2 * TOGETHER and (more := next(left, None)) is not None:
                    ahead.append(pool.submit(look, more))
                found = ahead.popleft().result()
                kept += found.table.rows * len(found.table.columns) if found.cells is not None else 0
                yield found if kept <= MOST_HELD else Seen(found.table, None)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def counts(cells: Cells, column: Column) -> Sequence[tuple[str, int]]:
    """A small table's texts for the value index, as the database would give them."""
    from core.ingest.attached_whole import ordered

    texts = (str(cell) for cell in cells[column.name] if cell is not None)
    return ordered(Counter(text for text in texts if 1 <= len(text) <= LONGEST_VALUE))


def _table(engine: Engine, name: str, held: Cells | None) -> Table:
    from core.ingest.attached import profiled

    found = profiled(engine, name, held)
    schema, table = engine.places[name]
    return Table(
        name=name,
        label=name,
        source=f"{engine.address.text}#{schema}.{table}",
        rows=found.rows,
        columns=found.columns,
        loaded_at=datetime.now(UTC).isoformat(timespec="seconds"),
        load_id=engine.version(name),
    )
