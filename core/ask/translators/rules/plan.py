"""What a reading of the rules carries from its parse to its SQL and its sentence."""

from __future__ import annotations

from dataclasses import dataclass

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query


@dataclass(frozen=True, slots=True)
class Plan:
    """What a reading of the rules carries: the query and the facts it was made from."""

    query: Query
    facts: Facts
    preferred: tuple[str, ...] = ()
    """Joins that the question's words speak for, where two tables have several."""
    yes_or_no: bool = False
    """The question asks whether there is something."""
    read_as: tuple[tuple[str, str], ...] = ()
    """Codes that nothing explains, and the words of the question that they were taken for."""
