"""`how many loans before 2023 compared with after`: a figure of the rows before a day, and of those from it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.ask.rewording.growth import reckoned
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Condition, Filter, Query

_TIME = r"(?:[a-z]+ )?\d{4}"
_SET = re.compile(
    rf"(?P<head>.+?),? before (?P<time>{_TIME}),? "
    r"(?:and|or|than|(?:as )?compared (?:with|to)|versus|vs\.?|as against|against)"
    r"(?: (?:how many|how much|those|the ones|the number|that|made|there were))*"
    r" (?:after(?:wards)?|later|since(?: then)?|from then on|(?:since|from) (?P=time)(?: on(?:wards)?)?)"
    r"(?P<behind>(?: (?:in|at|for|from|by) (?!\d).+)?)",
    re.IGNORECASE,
)
_MORE = re.compile(r"(?:were|are) there (?:more|fewer) ", re.IGNORECASE)


def before_and_from(text: str) -> Iterator[Reworded]:
    """The question for the time before, and that both sides are wanted."""
    met = _SET.fullmatch(" ".join(text.split()).rstrip(" ?.!"))
    if met is not None:
        head = _MORE.sub("how many ", met["head"], count=1)
        yield Reworded(f"{head}{met['behind']} before {met['time']}", (Tail("halves"),), strong=True)


def both_halves(query: Query, facts: Facts) -> Query | None:
    """The query's one figure of the rows before its day, and of those from it on."""
    query = reckoned(query, facts)
    timed = [c for c in query.where if isinstance(c, Filter) and c.operator == "<" and _day(c, facts)]
    figures = [i for i in query.select if i.aggregate in ("count", "sum", "avg") and i.formula is None]
    if len(timed) != 1 or len(figures) != len(query.select) or len(figures) != 1 or query.group or query.having:
        return None
    sides: tuple[Condition, ...] = (timed[0], replace(timed[0], operator=">="))
    shown = tuple(replace(figures[0], where=(*figures[0].where, side)) for side in sides)
    return replace(query, select=shown, where=tuple(c for c in query.where if c != timed[0]), order=())


def _day(condition: Filter, facts: Facts) -> bool:
    column = condition.item.column
    return column is not None and facts.dated(column)
