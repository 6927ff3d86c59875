"""Where a second question, behind the first, has no answer in what is shown: a check for contradictions.py."""

from __future__ import annotations

from core.ask.translators.rules.grammar.second_question import second_question
from core.ask.translators.rules.query import Item
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.row_places import tells_place

_MEAN = frozenset(("average", "mean", "typically"))


def second_lost(s: Seen) -> bool:
    """`which van is the dearest, and when was it bought`, and the van alone is shown; `and what did they cost`, and it
    is told how many there are."""
    second = second_question(s.tokens)
    q = s.query
    if second is None or q.everything or q.beside or q.of_each or q.share:
        return False
    if _things(s) < 2 and not (q.group and q.select[0].aggregate):
        return True
    mean = any(t.lower in _MEAN for t in s.tokens[second.at :])
    if mean and not any(i.aggregate in ("avg", "median") for i in s.figures):
        return True  # “and how much on average”
    shown = [i for i in q.select if i.column is not None or i.aggregate]
    if second.kind == "where":
        return any(i.column and temporal(s, i.column) for i in shown) or not any(
            i.column and not i.aggregate and tells_place(i.column, s.tree.tables, s.facts) for i in shown
        )
    if second.kind == "money":
        return not any(_amount(i, s) for i in shown)
    if second.kind == "when":
        return not any(i.column and (i.column.part or s.facts.year(i.column) or temporal(s, i.column)) for i in shown)
    if second.kind in ("times", "many"):
        return not any(i.aggregate or i.formula or _amount(i, s) for i in shown)
    return second.kind == "size" and not any(i.formula or _amount(i, s) or temporal(s, i.column) for i in shown)


def _things(s: Seen) -> int:
    """How much is shown, a name in several columns once."""
    shown = [i.column for i in s.query.select if i.column is not None and not i.aggregate]
    names = {c for t in {c.table for c in shown} & s.facts.tables.keys() for c in s.facts.display(t)}
    parts = sum(c in names for c in shown)
    return len(s.query.select) - max(0, parts - len({c.table for c in shown if c in names}))


def _amount(item: Item, s: Seen) -> bool:
    """A figure, and no number of rows."""
    return bool(item.formula) or (
        item.column is not None and item.aggregate != "count" and s.facts.numeric(item.column)
    )


CHECKS: tuple[Check, ...] = (second_lost,)
