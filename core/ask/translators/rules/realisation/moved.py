"""A figure of two times, and what it changed by: which way it went, how far, and in percent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.translators.rules.query import Condition, Filter, Formula, Item, Query
from core.ask.translators.rules.realisation.cells import EMPTY, figure
from core.ask.translators.rules.realisation.speech import Speech
from core.ask.why.periods import not_whole, time_said
from core.model import Value

_CHANGE = re.compile(r"change from (?P<then>.+) to (?P<now>.+?)(?: in percent)?")


def moved(q: Query, row: Sequence[Value], say: Speech, about: str) -> str | None:
    """`The number of loans rose by 21 (3.5%), from 599 in 2022 to 620 in 2023.` None for other figures."""
    change = q.select[-1].formula
    times = _CHANGE.fullmatch(change.name) if change is not None else None
    if change is None or times is None or len(q.select) not in (1, _BOTH):
        return None
    percent = change.operator == "/"
    sides = change.left.left if isinstance(change.left, Formula) and percent else change
    after, before = (sides.left, sides.right) if isinstance(sides, Formula) else (None, None)
    if not isinstance(before, Item) or not isinstance(after, Item) or (len(q.select) == 1) != percent:
        return None
    then, now = time_said(times["then"]), time_said(times["now"])
    where = (*q.where, *(c for c in before.where if c in after.where))
    of = say.item(replace(before, where=()), about)
    if where or not of.endswith(say.names.many(about)):
        of = say.of(of, say.things(about, where), about)
    figures = [v for v in row if isinstance(v, int | float)]
    note = _note(before, after, (times["then"], times["now"]), say)
    if len(figures) < len(row):
        return f"No change can be given: the {of} is {EMPTY[1:-1]} in {then if row[0] is None else now}.{note}"
    by = figures[-1]
    way = "rose" if by > 0 else "fell"
    if percent:
        return f"The {of} {f'{way} by {abs(by):.1f}%' if by else 'did not change'} from {then} to {now}.{note}"
    one, other = say.values(before, figures[:-1])
    if not by:
        return f"The {of} did not change: {one} in {then} and {other} in {now}.{note}"
    far = f"{figure(abs(by), say.unit(before))}{in_percent(by, figures[0])}"
    return f"The {of} {way} by {far}, from {one} in {then} to {other} in {now}.{note}"


def in_percent(by: float, base: float) -> str:
    """How much that is of what was there, in brackets; "" where nothing was."""
    return f" ({abs(by) / base:.1%})" if base > 0 else ""


def _note(before: Item, after: Item, times: Sequence[str], say: Speech) -> str:
    return covered([c for c in before.where if c not in after.where], times, say)


def covered(conditions: Sequence[Condition], times: Sequence[str], say: Speech) -> str:
    """That the data begin or end within one of the times that conditions say."""
    columns = (c.item.column for c in conditions if isinstance(c, Filter))
    held = next((h for c in columns if c is not None and (h := say.facts.column(c)) is not None), None)
    told = not_whole(times, held) if held is not None else ""
    return f" {told}" if told else ""


_BOTH = 3
"""Items: the figure before, the one after, and the change."""
