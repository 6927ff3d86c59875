"""Queries that others wrote, run in processes that can be ended; what they meet there is told as a query's fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.errors import QueryFailed, QueryTimeout
from core.processes.pool import Ended, Pool


def out_of_memory() -> QueryFailed:
    """What a query meets that needs more than it may have."""
    return QueryFailed("The query needs more memory than a query may take.", "Ask for fewer columns or shorter text.")


def ask(pool: Pool, request: dict[str, Any], seconds: float, check: Callable[[], None] | None = None) -> Any:
    """What the query gives. Raises QueryError, and what `check` raises, which is called now and then."""
    try:
        return pool.ask({**request, "seconds": seconds}, seconds, check=check)
    except Ended as end:
        if end.why == "busy":
            hint = "Run it again when they have ended."
            raise QueryFailed("Other queries take up all there is to run them.", hint) from end
        if end.why == "not started":
            raise QueryFailed("The process that runs queries did not start.", "Start the program again.") from end
        if end.why == "late":
            raise QueryTimeout(seconds) from end
        if end.why == "memory":
            raise out_of_memory() from end
        raise QueryFailed("The query was stopped: it took more than a query may.", "Ask for less at a time.") from end
