"""Where a letter that nothing explains was read as a word of the question: checks for contradictions.py."""

from __future__ import annotations

from core.ask.kind_letters import READ_AS
from core.ask.translators.rules.ranking.seen import Check, Seen


def letter_guessed(s: Seen) -> bool:
    """`flats`, read as the `F` of a column: never quite sure."""
    return any(k is not None and k.how == READ_AS for k in s.links)


def letter_alone(s: Seen) -> bool:
    """`How many towels are there?`: nothing else of the question is known, so that no word speaks for the guess, nor
    does another letter of the same column."""
    known = [k for k in s.links if k is not None]
    return len(known) == 1 and letter_guessed(s)


CHECKS: tuple[Check, ...] = (letter_guessed, letter_alone)
