"""How many of a ranking come first, in words."""

from __future__ import annotations

from core.ask.translators.rules.query import Leading, Query


def so_many(ranked: Query | Leading) -> str:
    """How many come first: `5`, `10 %`; "" of one alone."""
    return f"{ranked.limit} %" if ranked.percent else f"{ranked.limit}" if ranked.limit != 1 else ""
