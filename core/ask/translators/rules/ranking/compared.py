"""Two times set against each other, and ends that are good or bad: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.figures.wording import GOOD
from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.passes.every_value import asked_apart
from core.ask.translators.rules.query import Item, columns_of
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.ask.translators.rules.years import says_time

_MORE = frozenset("more less fewer higher lower greater larger smaller better worse bigger busier".split())
_TOGETHER = frozenset("altogether together combined either or both".split())
_IN = frozenset("in during for the year of".split())


def times_uncompared(s: Seen) -> bool:
    """`lent less in 2023 than in 2022`, and no figure of one time is set against that of the other."""
    at = next((i for i, t in enumerate(s.tokens) if t.lower == "than"), 0)
    if not any(t.lower in _MORE for t in s.tokens[:at]) or not _time_at(s.tokens, at + 1):
        return False
    if not any(map(says_time, s.tokens[:at])):
        return False
    return not any(i.where for i in s.figures) and not s.query.beside


def _time_at(tokens: Sequence[Token], at: int) -> bool:
    """A time stands there, behind no more than `in`, `the year`."""
    after = next((t for t in tokens[at : at + 4] if t.lower not in _IN), None)
    return after is not None and says_time(after)


def per_as_group(s: Seen) -> bool:
    """`treatments per object in each department`, and there is a number for each object of each department."""
    grouped = {c.table for c in s.query.group}
    per: list[str] = []
    each: list[str] = []
    for before, cue, after in zip(s.chunks, s.chunks[1:], s.chunks[2:], strict=False):
        if after.link is None:
            continue
        if cue.text.lower() == "per" and before.link is not None and before.link.table not in grouped:
            per.append(after.link.table)
        elif cue.text.lower().split()[-1] in ("each", "every"):
            each.append(after.link.table)
    both = len(per) == 1 and len(each) == 1 and per != each and {*per, *each} <= grouped
    return both and not any(s.formulas)


def sides_pooled(s: Seen) -> bool:
    """`how many by members from Leith and how many from Dunbar`, and both are counted together."""
    q = s.query
    if q.group or q.share or q.beside or not q.select or not all(i.aggregate for i in q.select):
        return False
    if not asked_apart(s.tokens) or _TOGETHER & {t.lower for t in s.tokens}:
        return False
    several = [f for f in s.filters if f.operator == "=" and len(f.values) > 1 and f.item.column is not None]
    return any(not s.facts.year(f.item.column) for f in several if f.item.column)


def worst_of_what(s: Seen) -> bool:
    """`the worst average PM10`: whether more of it is worse nobody told. Of scores and earnings less is."""
    if not any(t.lower == "worst" for t in s.tokens) or not s.query.order:
        return False
    order = s.query.order[0]
    if order.item.aggregate == "count":
        return not order.descending
    return order.descending if _good(order.item, s) else True


def _good(item: Item, s: Seen) -> bool:
    said = [s.facts.column(c) for c in columns_of(item)]
    return any(c is not None and GOOD & set(stems(c.label)) for c in said)


CHECKS: tuple[Check, ...] = (times_uncompared, per_as_group, sides_pooled, worst_of_what)
