"""`how many people have we rescued`: what we did was done to others, and not to those of our own team."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.ask.label_stems import stems
from core.ask.tokens import Token, place_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item

_PEOPLE = frozenset(("people", "persons"))
_HAVE = frozenset("have did do had".split())
_OURS = frozenset(map(stem, "team staff crew employee personnel volunteer roster".split()))
_OUR_OWN = frozenset(
    "employ employed hire hired recruit recruited train trained pay paid have had send sent take taken on roster "
    "rostered promote promoted lose lost".split()
)
"""What we do with people of our own."""


def our_people(tokens: Sequence[Token], figures: Iterable[Item], facts: Facts) -> bool:
    """Those of the team are counted, where people are asked for to whom we did something."""
    lowers = [t.lower for t in tokens]
    many = place_of(lowers, ("how", "many"))
    if many is None or not _PEOPLE & set(lowers[many + 2 : many + 3]) or len(lowers) < many + 6:
        return False
    have, we, done = lowers[many + 3 : many + 6]
    if have not in _HAVE or we != "we" or done in _OUR_OWN:
        return False
    counted = {i.column.table if i.column else i.table for i in figures if i.aggregate == "count"}
    return any(_OURS & set(stems(facts.tables[t].label)) for t in counted if t in facts.tables)
