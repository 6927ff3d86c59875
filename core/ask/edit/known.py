"""Marks of what is not known, as −9, stay out of a figure that a person chooses, as where a question asks it."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.known_values import left_out
from core.ask.translators.rules.query import Query


def of_known(before: Query, after: Query, facts: Facts) -> Query:
    """The reading after a change, with a condition that leaves such marks out wherever one is needed now and was not
    before, and without those that only what is gone needed. What a person took away stays away."""
    needed, were = list(left_out(after, facts)), list(left_out(before, facts))
    gone = [c for c in were if c not in needed and c in before.where]
    kept = tuple(c for c in after.where if c not in gone)
    new = tuple(c for c in needed if c not in were and c not in kept)
    return replace(after, where=(*kept, *new)) if new or gone else after
