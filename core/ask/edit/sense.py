"""Which figures of a column say something: what adds up, what has an average, of what there are different kinds."""

from __future__ import annotations

from core.ask.code_words import truths
from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Aggregate, Col
from core.ask.translators.rules.told.per_piece import PIECE, unit_of
from core.model import NUMERIC, TEMPORAL, Column
from core.text.abbreviations import everyday

FEW = 30
"""Values of a column, at most, by which rows are told apart."""
_OF_NUMBERS: tuple[Aggregate, ...] = ("avg", "median", "min", "max")
_ENDS: tuple[Aggregate, ...] = ("min", "max")
_LEVELS = frozenset(stem(w) for w in "level grade class rank stage tier priority severity rating".split())
"""Of these whole numbers say which step is meant."""
_PLACES = frozenset("latitude longitude lat lon lng easting northing".split())
_LINES = frozenset(("ln",))
"""Which of several rows."""
_NO_TOTAL = frozenset(
    "age temperature percent percentage rate ratio index rating average mean median odometer odo speed altitude "
    "elevation gravity ph abv bmi each ea apiece pp".split()
)
"""Said of one row, or of one piece, and added up over many it is nothing."""
_PERIODS = frozenset(("week", "month"))
"""What is paid for these adds up: the fees of all members for a month."""
_REMARKS = frozenset("note notes comment comments remark remarks".split())
_PROSE = 30
"""Letters of a cell, on average, from which on its cells are sentences."""
_NEARLY_ALL = 0.9


def aggregates(c: Col, facts: Facts) -> tuple[Aggregate, ...]:
    """What can be reckoned of a column's values: of keys and codes nothing, of marks for yes (1) how many there are."""
    found = facts.column(c)
    if found is None:
        return ()
    if found.type in TEMPORAL or facts.year(c):
        return _ENDS
    said = _said(c, facts)
    if found.type not in NUMERIC or not facts.measure(c) or said == _LINES:
        return ()
    if facts.flag(c) is not None:
        return ("sum",)
    if said & _PLACES:
        return _ENDS
    return ("sum", *_OF_NUMBERS) if adds_up(c, facts) else _OF_NUMBERS


def adds_up(c: Col, facts: Facts) -> bool:
    """A measure that is no level (a few whole numbers that say which), no part and no rate."""
    found, said = facts.column(c), _said(c, facts)
    if found is None or not facts.measure(c) or said == _LINES or said & (_NO_TOTAL | _PLACES):
        return False
    few = found.type == "integer" and found.profile.distinct <= FEW
    part = found.unit == "%" or "%" in found.label
    rate = unit_of(facts, c) not in {"", PIECE, *_PERIODS}
    return not (few and _LEVELS & set(stems(found.label))) and not part and not rate


def has_kinds(c: Col, facts: Facts) -> bool:
    """How many different values there are says something: they are neither yes and no nor sentences, and few or
    repeated."""
    found = facts.column(c)
    if found is None or found.profile.unique or facts.measure(c):  # else it is the number of rows, or of amounts
        return False
    if facts.refers(c) is not None or not found.profile.filled:
        return True
    kinds = found.profile.distinct
    repeats = kinds <= FEW or kinds < _NEARLY_ALL * found.profile.filled
    return kinds > 1 and repeats and truths(found) is None and not _prose(found, _said(c, facts))


def _prose(found: Column, said: frozenset[str]) -> bool:
    """Its cells are sentences: remarks of several words, or long ones."""
    several = sum(" " in value for value, _ in found.profile.common) * 2 > len(found.profile.common)
    return found.type == "text" and (found.profile.mean_length > _PROSE or (several and bool(said & _REMARKS)))


def _said(c: Col, facts: Facts) -> frozenset[str]:
    """The words of a column's label, shortened ones also as the words that they stand for."""
    own = [w.lower() for w in facts.spelt(c)]
    return frozenset(own) | {whole for w in own for whole in everyday().get(w, ())}
