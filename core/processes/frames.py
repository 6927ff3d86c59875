"""JSON messages over a pipe, each after its length in four bytes."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")


def send(pipe: BinaryIO, message: object) -> None:
    """Raises OSError when the other side is gone."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    pipe.write(_LENGTH.pack(len(body)))
    pipe.write(body)
    pipe.flush()


def receive(pipe: BinaryIO) -> Any:
    """The next message. Raises EOFError when the other side is gone, within a message too."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    body = pipe.read(_LENGTH.unpack(head)[0])
    if len(body) < _LENGTH.unpack(head)[0]:
        raise EOFError
    return json.loads(body.decode("utf-8", "surrogatepass"))
