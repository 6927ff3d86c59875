"""`average fee, members compared with guests`, `parcels, insured against uninsured`: a figure of either side."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.measuring import where
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Figure, Group, Predicate, Things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter

CUES = {
    "against": tuple("versus,vs,vs.,against,as against,set against,as opposed to,compared with,compared to".split(",")),
    "others": tuple("everyone else,everybody else,others,the others,all others,other ones,the rest".split(",")),
}
_HALVES = 2


def both(half: Predicate, other: Predicate, facts: Facts) -> Predicate | None:
    """`members compared with guests`: two cells of one column."""
    ours, theirs = half.where[0], other.where[0]
    assert isinstance(ours, Filter)
    if not isinstance(theirs, Filter) or ours.item != theirs.item or set(ours.values) & set(theirs.values):
        return None
    return Predicate((replace(ours, values=(*ours.values, *theirs.values)),), (), half.tables)


def from_others(half: Predicate, cue: Cue, facts: Facts) -> Predicate | None:
    """`members compared with everyone else`, where a column says yes or no: every row is on one of the sides."""
    ours = half.where[0]
    assert isinstance(ours, Filter)
    column = ours.item.column
    held = facts.column(column) if column else None
    two = held is not None and held.profile.distinct == _HALVES
    return replace(half, where=(replace(ours, operator="is not null", values=()),)) if two else None


def of_both(figure: Figure, sides: Predicate, facts: Facts) -> Figure | None:
    """The figure for each side."""
    met = sides.where[0]
    assert isinstance(met, Filter)
    column = met.item.column
    if figure.group is not None or figure.things.rank or column is None:
        return None
    found = where(figure, sides, facts)
    return replace(found, group=Group((column,))) if found else None


def counted(things: Things, sides: Predicate, facts: Facts) -> Figure | None:
    """`parcels, insured against uninsured`: how many there are of each."""
    return of_both(rows(things), sides, facts) if not (things.rank or things.having) else None


RULES = (
    Rule("a side against", "side", "against", "half against", lambda met, cue, facts: met),
    Rule("two sides", "half against", "side", "sides", both),
    Rule("a side and the others", "half against", "others", "sides", from_others, near=True),
    Rule("figure of both sides", "figure", "sides", "figure", of_both),
    Rule("both sides, a figure", "sides", "figure", "figure", lambda s, f, k: of_both(f, s, k), 0.05),
    Rule("count both sides", "things", "sides", "figure", counted, 0.1),
)
