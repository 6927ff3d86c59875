"""The days and times of a row: when it begins and ends, in which order, and when something is due (`Answer by`)."""

from __future__ import annotations

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.model import TEMPORAL
from core.text.words import words

DUE = frozenset(
    map(stem, "due deadline target expected promised required agreed scheduled planned wanted needed".split())
)
RETURNED = frozenset(("back", "returned", "return"))
"""Words of headers for the day on which what was out came back, and of questions about it."""
_BY = frozenset(("by", "before"))
"""`Comply by`, `Answer before`."""
_BEGUN = frozenset(map(stem, "received lodged reported booked ordered raised submitted applied logged made".split()))
_HELD = frozenset(map(stem, "hours hrs minutes mins duration length lasted".split()))
"""What a column that holds the time itself is called."""


def due(day: Col, facts: Facts) -> bool:
    """The header says that it is a day by which something is to be done."""
    label = facts.column(day)
    said = words(label.label) if label else ()
    return bool(label and DUE & set(stems(label.label))) or (len(said) > 1 and said[-1] in _BY)


def end_of(table: str, facts: Facts, *, open_only: bool = True) -> Col | None:
    """The one date at which rows of a table end; with `open_only` one that some lack, or a year."""
    columns = facts.tables[table].columns if table in facts.tables else ()
    timed = [c for c in columns if c.type in TEMPORAL or (open_only and facts.year(Col(table, c.name)))]
    dated = [Col(table, c.name) for c in timed if c.profile.nulls or not open_only]
    ends = [c for c in dated if facts.ends(c) and not due(c, facts)]
    return ends[0] if len(ends) == 1 else None


def comes_back(ended: Col, facts: Facts) -> bool:
    """A day on which what was out came back, and none on which a thing itself has ended."""
    return not RETURNED.isdisjoint(facts.spelt(ended))


def times_of(table: str, facts: Facts) -> tuple[Col, Col] | None:
    """The times of day at which rows of a table begin and end: of two the one that lies before the other, first and
    last; else those whose labels say so. None where a column holds the time between them."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    timed = [c for c in columns if (found := facts.column(c)) and found.type == "time"]
    if any(facts.numeric(c) and facts.speaks(c, _HELD) for c in columns):
        return None
    ends = [c for c in timed if facts.ends(c) and not facts.begins(c)]
    begins = [c for c in timed if facts.begins(c) and c not in ends]
    if len(begins) == 1 and len(ends) == 1:
        return begins[0], ends[0]
    if len(timed) != len(("begin", "end")):
        return None
    return next(((a, b) for a, b in (timed, timed[::-1]) if _before(a, b, facts)), None)


def span_of(table: str, facts: Facts) -> tuple[Col, Col] | None:
    """The days on which rows of a table begin and end."""
    ended = end_of(table, facts, open_only=False)
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    if ended is not None and due(ended, facts):
        return None
    others = [c for c in dated if c != ended and not facts.ends(c) and not due(c, facts)]
    begun = [c for c in others if facts.speaks(c, lexicon().begins | _BEGUN)] or others
    return in_turn(begun[0], ended, facts) if ended and len(begun) == 1 else None


def in_turn(one: Col, other: Col, facts: Facts) -> tuple[Col, Col]:
    """The earlier one first, by the earliest days that the columns hold."""
    first, second = (str(c.profile.minimum or "") if (c := facts.column(at)) else "" for at in (one, other))
    return (other, one) if first and second and second < first else (one, other)


def _before(one: Col, other: Col, facts: Facts) -> bool:
    """Its first and its last time lie before the other's."""
    profiles = [c.profile for c in (facts.column(one), facts.column(other)) if c is not None]
    first, last = ([str(getattr(p, end) or "") for p in profiles] for end in ("minimum", "maximum"))
    return first[0] < first[1] and last[0] < last[1]
