"""One request for JSON to a server on this machine: no redirect is followed, time and size are bounded."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from typing import Any

HOST = "127.0.0.1"
SECONDS = 1.0
MOST_BYTES = 2_000_000


def get_json(port: int, path: str, *, host: str = HOST, body: object = None, seconds: float = SECONDS) -> Any:
    """The JSON at a path, by POST if there is a body to send; None for a server that hangs, stumbles or talks of
    something else."""
    connection = HTTPConnection(host, port, timeout=seconds)
    try:
        sent = json.dumps(body) if body is not None else None
        kind = {"Content-Type": "application/json"} if sent else {}
        connection.request("POST" if sent else "GET", path, sent, {"Accept": "application/json", **kind})
        answer = connection.getresponse()
        read = answer.read(MOST_BYTES + 1) if answer.status == 200 else b""
        return json.loads(read) if 0 < len(read) <= MOST_BYTES else None
    except (OSError, HTTPException, ValueError, RecursionError):
        return None
    finally:
        connection.close()
