"""Python's cycle collector, put off while work makes a million objects that form no cycles.

Each collection walks all that is alive; over a large pile that takes longer than the work itself.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_depth = [0]


@contextmanager
def uncollected() -> Iterator[None]:
    """No cyclic garbage is collected until the last of those inside leaves; left off where it was off."""
    with _lock:
        _depth[0] += gc.isenabled() or _depth[0] > 0
        mine = _depth[0] > 0
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            if mine:
                _depth[0] -= 1
                if not _depth[0]:
                    gc.enable()
