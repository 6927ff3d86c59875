"""Values on their way into and out of a graph database."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal

from core.errors import QueryRefused
from core.graph.base import CypherValue

Entity = Callable[[object], "CypherValue | list[object] | None"]
"""Reads a driver's node or relationship as text and its path as a list; None for any other value."""


def cell(value: object, entity: Entity) -> CypherValue:
    """A driver's value as a plain one; dates and the like as text."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    found = entity(value)
    value = value if found is None else found
    if isinstance(value, list | tuple):
        return tuple(cell(v, entity) for v in value)
    if isinstance(value, Mapping):
        return json.dumps({str(k): cell(v, entity) for k, v in value.items()}, sort_keys=True, ensure_ascii=False)
    return str(value)


def sendable(parameters: Mapping[str, object]) -> dict[str, object]:
    """Parameters as drivers take them: texts, numbers, booleans, None, and lists of these. Raises QueryRefused."""
    return {name: _plain(name, value) for name, value in parameters.items()}


def _plain(name: str, value: object) -> object:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(name, v) for v in (sorted(value) if isinstance(value, set | frozenset) else value)]
    raise QueryRefused(f"The parameter ${name} cannot be a {type(value).__name__}.", "Give text, numbers or lists.")
