"""Where two sides are set against each other by "or", and one figure, or a list, is given for both of them, or it is
told how many there are of those who do something: checks for contradictions.py."""

from __future__ import annotations

from core.ask.tokens import places_of
from core.ask.translators.rules.query_parts import formulas_in
from core.ask.translators.rules.ranking.seen import Check, Seen

_WHETHER = frozenset("do does did is are was were have has had".split())
_MORE = frozenset(
    "more less fewer higher lower bigger larger greater smaller longer shorter later earlier sooner quicker faster "
    "slower older younger heavier lighter taller dearer cheaper better worse busier".split()
)
_LAST = frozenset("more less fewer".split())
_BOTH_WAYS = (("with", "and", "without"), ("with", "or", "without"))


def sides_pooled(s: Seen) -> bool:
    """`were repairs dearer in May 2023 or May 2024`, and the repairs of both are listed; `how many with and without a
    guide`, and those without are counted."""
    lowers = [t.lower for t in s.tokens]
    set_out = lowers[:1] != [] and lowers[0] in _WHETHER and "or" in lowers and "than" not in lowers
    asked = set_out and any(w in _MORE for w in lowers)
    asked = asked or any(places_of(lowers, said) for said in _BOTH_WAYS)
    q = s.query
    figures = [i for i in q.select if i.aggregate]
    told_apart = bool(q.group or q.beside or q.of_each) or len(figures) > 1 or any(formulas_in(q))
    return asked and not told_apart


def doers_counted(s: Seen) -> bool:
    """`do readers from Selby or Norton borrow more?`, and it is told how many readers either town has."""
    lowers = [t.lower for t in s.tokens if t.kind == "word"]
    if len(lowers) < 2 or lowers[0] not in _WHETHER or lowers[-1] not in _LAST or len(s.query.group) != 1:
        return False
    group = s.query.group[0]
    verb = next(t for t in reversed(s.tokens) if t.kind == "word" and t.lower not in _LAST)
    noun = any(s.tokens[m.end - 1] is verb and m.links and m.links[0].table == group.table for m in s.mentions)
    counted = [i.table or (i.column.table if i.column else "") for i in s.query.select if i.aggregate == "count"]
    return bool(counted) and all(t in ("", group.table) for t in counted) and not noun


CHECKS: tuple[Check, ...] = (sides_pooled, doers_counted)
