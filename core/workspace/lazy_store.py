"""A store opened at its first use. One that does not serve is not asked again at every turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from core.errors import StoreError, WorkspaceError

PATIENCE = 15.0
"""Seconds before a store that did not open is tried again."""


class Closable(Protocol):
    def close(self) -> None: ...


S = TypeVar("S", bound=Closable)


class LazyStore(Generic[S]):
    """Threads may share one; the store is opened once."""

    def __init__(self, opening: Callable[[], S], patience: float = PATIENCE) -> None:
        self._opening = opening
        self._patience = patience
        self._lock = threading.RLock()
        self._store: S | None = None
        self._failed = 0.0
        self.fault: StoreError | WorkspaceError | None = None
        """Why it did not open or serve, last time; None while all is well."""

    @property
    def opened(self) -> bool:
        return self._store is not None

    def get(self, again: bool = False) -> S:
        """The open store. Raises what opening raised, for a while without trying; `again` tries at once."""
        with self._lock:
            if self._store is None:
                if self.fault is not None and not again and time.monotonic() - self._failed < self._patience:
                    raise self.fault
                try:
                    self._store = self._opening()
                except (StoreError, WorkspaceError) as fault:
                    self.failed(fault)
                    raise
                self.fault = None
            return self._store

    def failed(self, fault: StoreError | WorkspaceError) -> None:
        """Note a fault met while using the store."""
        with self._lock:
            self.fault, self._failed = fault, time.monotonic()

    def served(self) -> None:
        """Note that the store works again."""
        self.fault = None

    def close(self) -> None:
        """Close the store if it is open; the next `get` opens it anew."""
        with self._lock:
            store, self._store, self.fault = self._store, None, None
            if store is not None:
                store.close()
