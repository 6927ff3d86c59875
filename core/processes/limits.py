"""What the system lets this process take: memory, files, time on a processor.

Where it has no such limit that holds (memory on macOS, all of them on Windows), a thread watches the process's own
memory and ends it.
"""

from __future__ import annotations

import os
import sys
import threading
import time

OUT_OF_MEMORY = 66
"""The exit code of a process that watched itself and was too large."""

_LOOK = 0.05
"""Seconds between two looks at the process's own memory."""


def confine(memory_mb: int, file_mb: int) -> None:
    """From now on: so much memory, and no file longer than that."""
    if sys.platform == "win32":
        _watch(memory_mb << 20)
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_mb << 20, file_mb << 20))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
    else:
        _watch(memory_mb << 20)


def allow_seconds(seconds: float) -> None:
    """The system ends the process once it has worked for so long from now, whoever else forgets to."""
    if sys.platform != "win32":
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + seconds) + 2, -1))


def _watch(most: int) -> None:
    def watch() -> None:
        while _resident() <= most:
            time.sleep(_LOOK)
        os._exit(OUT_OF_MEMORY)

    threading.Thread(target=watch, name="memory-watch", daemon=True).start()


def _resident() -> int:
    """Bytes of memory that the process holds, or has held at most where only that can be asked."""
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        sizes = [(name, ctypes.c_size_t) for name in ("peak", "now", *"abcdef")]
        counters = type("Counters", (ctypes.Structure,), {})
        counters._fields_ = [("cb", wintypes.DWORD), ("faults", wintypes.DWORD), *sizes]
        found = counters()
        ctypes.windll.psapi.GetProcessMemoryInfo(
            wintypes.HANDLE(-1), ctypes.byref(found), wintypes.DWORD(ctypes.sizeof(found))
        )
        return int(found.now)
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10
