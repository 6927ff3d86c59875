"""A question back, its answers, and how much of what people may ask hangs on each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MOST_OPTIONS = 5
Kind = Literal["join", "alone", "way", "amount", "date", "row", "unknown", "code", "letters"]
STAKES: Mapping[Kind, float] = {
    **{"alone": 1.2, "join": 1.0, "way": 1.0, "amount": 0.7},
    **{"letters": 0.5, "date": 0.6, "row": 0.4, "unknown": 0.35, "code": 0.25},
}


@dataclass(frozen=True, slots=True)
class Option:
    """An answer: what it says, and what it does, as (what, of, value, meaning)."""

    text: str
    does: tuple[tuple[str, str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question back. `id` is the same as long as the question is."""

    id: str
    kind: Kind
    text: str
    why: str
    options: tuple[Option, ...]
    stake: float
    values: tuple[str, ...] = ()
    """Values of which each may be given a meaning in words; there is nothing to choose then."""
