"""Edges of the chart and the rules that combine them. Both are frozen: nothing is written to them later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.ask.state import Link
from core.ask.translators.rules.chart.meanings import Meaning
from core.ask.translators.rules.facts import Facts


@dataclass(frozen=True, slots=True)
class Edge:
    """Tokens `start` to `end` (exclusive) mean `meaning`. What of them was not used is `range(start, end) - used`."""

    category: str
    """The name of its kind of meaning; of a cue its tag ("count", "sup:max")."""
    start: int
    end: int
    meaning: Meaning
    used: frozenset[int]
    cost: float
    """How far it is from what was said: links that resemble only, words passed over, rules that people seldom mean."""
    links: tuple[tuple[int, Link], ...] = ()
    """The links used, with the token at which each mention begins."""
    rules: frozenset[str] = frozenset()
    """The rules that made it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`left` and then `right` make a `makes`. A rule without `right` turns one edge into another.

    `build` gets both meanings and what is known of the schema; None says that they do not go together.
    """

    name: str
    left: str
    right: str
    makes: str
    build: Callable[[Any, Any, Facts], Meaning | None]
    cost: float = 0.0
    near: bool = False
    """Only where no word but an article stands between."""
    between: frozenset[str] = frozenset()
    """Words of which one must stand between; those that do are used."""
