"""The tables that a question names."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention

FIRM = 0.8
"""The least score of a link that names a table."""


def tables_named(mentions: Sequence[Mention]) -> frozenset[str]:
    """Of all that the mentions may mean."""
    return frozenset(k.table for m in mentions for k in m.links if k.kind == "table" and k.score >= FIRM)
