"""Having Ollama fetch a model, with progress, until Stop."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from core.errors import Cancelled, ModelFailed
from core.local_models.loopback import HOST

SECONDS = 30.0
"""How long Ollama may say nothing; it reports every second or so."""
LONGEST_LINE = 100_000


def pull(url: str, model: str, stop: threading.Event, seconds: float = SECONDS) -> Iterator[tuple[str, float]]:
    """What Ollama does, and the share of the present part that has come, 0..1. What came before Stop stays with
    Ollama, and the next pull goes on from there. Raises Cancelled after `stop`, ModelFailed."""
    port = urlsplit(url).port
    if urlsplit(url).hostname not in (HOST, "localhost") or port is None:
        raise ModelFailed("Models are fetched by an Ollama of this machine only.")
    connection = HTTPConnection(HOST, port, timeout=seconds)
    answer = None
    try:
        body = json.dumps({"model": model, "stream": True})
        connection.request("POST", "/api/pull", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        if answer.status != 200:
            raise ModelFailed(f"Ollama refused to fetch {model} ({answer.status}).", "Check the model's name.")
        done = False
        while line := answer.readline(LONGEST_LINE):
            if stop.is_set():
                raise Cancelled
            status, share = _read(line, model)
            done = done or status == "success"
            yield status, share
        if not done:
            raise ModelFailed(f"Ollama broke off while fetching {model}.", "Try again: it goes on from there.")
    except (OSError, HTTPException) as fault:
        raise ModelFailed(f"Ollama does not answer ({type(fault).__name__}).", "Is it running?") from None
    finally:
        if answer is not None:
            answer.close()  # it may own the socket; Ollama goes on fetching until that is closed
        connection.close()


def _read(line: bytes, model: str) -> tuple[str, float]:
    try:
        status = json.loads(line)
    except (ValueError, RecursionError):
        raise ModelFailed(f"Ollama said something that cannot be read while fetching {model}.") from None
    if not isinstance(status, dict) or status.get("error"):
        why = str(status.get("error", "") if isinstance(status, dict) else "")[:200]
        raise ModelFailed(f"Ollama could not fetch {model}. {why}".strip(), "Check the model's name.")
    total, got = status.get("total"), status.get("completed")
    share = 0.0
    if isinstance(total, int | float) and isinstance(got, int | float) and total > 0:
        share = min(1.0, got / total)
    return str(status.get("status", ""))[:80], share
