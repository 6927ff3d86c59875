"""A process that does as it is told."""

from __future__ import annotations

import os
import time
from typing import Any

from core.errors import JoineryError
from core.processes.serve import serve


def work(request: dict[str, Any]) -> object:
    if "fail" in request:
        raise JoineryError(request["fail"])
    if "die" in request:
        os._exit(request["die"])
    if request.get("swell") == "told":
        try:
            raise MemoryError
        except MemoryError as fault:
            raise JoineryError("too large") from fault
    if "swell" in request:
        raise MemoryError
    if "pid" in request:
        return os.getpid()
    time.sleep(request.get("sleep", 0))
    return request.get("say")


if __name__ == "__main__":
    serve(work, JoineryError("out of memory"), lambda: None)
