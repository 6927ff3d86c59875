"""Ctrl-C and SIGTERM as a wish to stop, so that work under way ends at a whole table and says what is there."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_on_signal() -> Iterator[threading.Event]:
    """An event that the first signal sets. The second one ends the program as ever: by KeyboardInterrupt or at once.

    Outside the main thread, where Python takes no handlers, the event is never set.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) or signal.SIG_DFL for number in SIGNALS}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def asked(_number: int, _frame: FrameType | None) -> None:
        restore()
        stop.set()
        sys.stderr.write("Stopping at the next whole table. Once more ends at once.\n")

    for number in SIGNALS:
        signal.signal(number, asked)
    try:
        yield stop
    finally:
        restore()
