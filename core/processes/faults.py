"""Our own faults as plain values, so that they travel from one process to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import core.errors
from core.errors import JoineryError


def written(fault: JoineryError) -> dict[str, object]:
    """What is sent of a fault: its kind, and the texts and numbers that it carries."""
    return {"kind": type(fault).__name__, "carries": {k: v for k, v in vars(fault).items() if _plain(v)}}


def heard(found: Mapping[str, Any]) -> JoineryError:
    """The fault that was told, as if it had been met here."""
    kind = getattr(core.errors, str(found["kind"]), JoineryError)
    if not (isinstance(kind, type) and issubclass(kind, JoineryError)):
        kind = JoineryError
    carries = {str(k): tuple(v) if isinstance(v, list) else v for k, v in dict(found["carries"]).items()}
    fault = kind.__new__(kind, carries.get("message", ""))
    vars(fault).update(carries)
    return fault


def _plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_plain, value))
    return value is None or isinstance(value, str | int | float)
