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
    time.sleep(request.get("sleep", 0))
    return request.get("say")


if __name__ == "__main__":
    serve(work, JoineryError("out of memory"), lambda: None)
