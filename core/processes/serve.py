"""The inner side of a process that works for the app: it reads requests from its standard input and answers on its
standard output until that closes. Whoever started it ends it when an answer is late.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from core.errors import JoineryError
from core.processes.faults import written
from core.processes.frames import receive, send


def serve(work: Callable[[dict[str, Any]], object], out_of_memory: JoineryError, ready: Callable[[], None]) -> None:
    """Answer each request by what `work` returns of it, or by its fault, until the other side goes.

    `ready` sets limits and loads what is needed; the first message says that this is done. An answer for which the
    memory was too little says that the process is `spent`: what it took may not come back, and the next would fail too.
    """
    spent = {"fault": written(out_of_memory), "spent": True}
    requests, answers = _pipes()
    ready()
    send(answers, "ready")
    while True:
        try:
            request = receive(requests)
        except EOFError:
            return
        try:
            answer: object = {"done": work(request)}
        except JoineryError as fault:
            answer = {"fault": written(fault), "spent": _by_memory(fault)}
        except MemoryError:
            answer = spent
        try:
            send(answers, answer)
        except MemoryError:
            send(answers, spent)


def _by_memory(fault: BaseException | None) -> bool:
    """Whether too little memory is what a fault came of."""
    while fault is not None and not isinstance(fault, MemoryError):
        fault = fault.__cause__ or fault.__context__
    return fault is not None


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Where requests come from and answers go; what else prints goes nowhere near them."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers
