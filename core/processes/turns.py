"""Whose turn it is among those who wait for a process: a fair queue.

Who holds the fewest processes goes first, then who used least of late, then who came first (start-time fair queueing,
Goyal 1996, with use that fades). The last free process is kept for those who ask for little, so that one who asks much
slows nobody's light request.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

LIGHT_SECONDS = 1.0
"""Who used processes for less of late asks for little."""
_FADES = 20.0
"""Seconds after which half of what was used is forgotten."""
_FORGOTTEN = 0.01

_asker: ContextVar[str] = ContextVar("asker", default="")


def asks(name: str) -> None:
    """What this thread asks from now on, and the threads that it hands its context, it asks for the session `name`."""
    _asker.set(name)


@contextmanager
def asking(name: str) -> Iterator[None]:
    """The same within the block."""
    token = _asker.set(name)
    try:
        yield
    finally:
        _asker.reset(token)


def asker() -> str:
    """The session that this thread asks for; where nobody said, each thread is one of its own."""
    return _asker.get() or f"thread {threading.get_ident()}"


@dataclass(slots=True, eq=False)
class Turn:
    """One request that waits or is at work."""

    who: str
    came: int
    begun: float = 0.0


@dataclass(slots=True)
class _Use:
    at_work: int = 0
    seconds: float = 0.0
    """Of finished work, faded until `told`."""
    told: float = field(default_factory=time.monotonic)


class Turns:
    """The bookkeeping of `most` processes; whoever calls holds the pool's lock."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._waiting: list[Turn] = []
        self._working: list[Turn] = []
        self._used: dict[str, _Use] = {}
        self._came = 0

    @property
    def working(self) -> int:
        return len(self._working)

    def wait(self, who: str) -> Turn:
        """A request has come."""
        self._came += 1
        turn = Turn(who, self._came)
        self._waiting.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """It waits no longer."""
        self._waiting.remove(turn)

    def is_next(self, turn: Turn) -> bool:
        """Whether the next free process is this request's."""
        kept = self._most > 1 and self.working >= self._most - 1
        may = [t for t in self._waiting if not kept or self._is_light(t.who)]
        return bool(may) and min(may, key=self._rank) is turn

    def begin(self, turn: Turn) -> None:
        """It has a process."""
        self._waiting.remove(turn)
        turn.begun = self._clock()
        self._working.append(turn)
        self._use(turn.who).at_work += 1

    def end(self, turn: Turn) -> None:
        """Its process is free again."""
        self._working.remove(turn)
        use = self._use(turn.who)
        use.at_work -= 1
        use.seconds += self._clock() - turn.begun
        busy = {t.who for t in (*self._working, *self._waiting)}
        for who in [w for w, u in self._used.items() if w not in busy and self._seconds(u) < _FORGOTTEN]:
            del self._used[who]

    def _is_light(self, who: str) -> bool:
        use = self._used.get(who)
        return use is None or (use.at_work == 0 and self._seconds(use) < LIGHT_SECONDS)

    def _rank(self, turn: Turn) -> tuple[int, float, int]:
        use = self._used.get(turn.who)
        return (use.at_work, self._seconds(use), turn.came) if use else (0, 0.0, turn.came)

    def _use(self, who: str) -> _Use:
        if who not in self._used:
            self._used[who] = _Use(told=self._clock())
        use = self._used[who]
        use.seconds, use.told = self._seconds(use), self._clock()
        return use

    def _seconds(self, use: _Use) -> float:
        return float(use.seconds * 0.5 ** ((self._clock() - use.told) / _FADES))
