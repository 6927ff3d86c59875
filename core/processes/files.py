"""Files that others wrote, read in processes that can be ended; what they meet there is told as the file's problem."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import FileError, JoineryError, OurMistake, ReadingStopped, TooLittleMemory
from core.processes.pool import Ended, Pool

_LEAST_SECONDS = 60.0
_SECONDS_PER_MB = 20.0


def seconds_for(path: Path) -> float:
    """How long reading a file may take: far longer than it does, for its size on disk."""
    return _LEAST_SECONDS + _SECONDS_PER_MB * path.stat().st_size / (1 << 20)


def ask(pool: Pool, request: dict[str, Any], path: object, seconds: float, check: Callable[[], None]) -> Any:
    """What the process says to the request about the file `path`. Raises FileError, and what `check` raises."""
    try:
        return pool.ask({**request, "seconds": seconds}, seconds, waiting=3_600.0, check=check)
    except TooLittleMemory as fault:
        raise TooLittleMemory(path) from fault
    except Ended as end:
        if end.why == "memory":
            raise TooLittleMemory(path) from end
        if end.why in ("not started", "busy"):
            hint = "Start the program again."
            raise FileError(path, "The process that reads files did not start.", hint) from end
        took = f"more than {seconds:,.0f} seconds" if end.why == "late" else "more than reading a file may take"
        raise ReadingStopped(path, took) from end


@contextmanager
def mistakes(path: object) -> Iterator[None]:
    """What nobody foresaw is told as a problem of the file that met it, so that the others are read.

    Faults with a name and those of the disk go on as they are. Raises OurMistake, TooLittleMemory.
    """
    try:
        yield
    except (JoineryError, OSError):
        raise
    except MemoryError as fault:
        raise TooLittleMemory(path) from fault
    except Exception as fault:
        logging.getLogger("joinery").exception("Reading a file failed: %s", path)
        place = traceback.extract_tb(fault.__traceback__)[-1]
        what = f"{type(fault).__name__}, {Path(place.filename).name}, line {place.lineno}"
        raise OurMistake(path, what) from fault
