"""A figure of two times, and what it changed by: which way it went, how far, and in percent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.cells import EMPTY, figure
from core.ask.periods import not_whole, time_said
from core.ask.translators.rules.query import Col, Condition, Filter, Formula, Item, Query
from core.ask.translators.rules.realisation.speech import Speech
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
    met, later = _met(before), _met(after)
    where = (*q.where, *(c for c in met if c in later))
    of = say.item(replace(before, where=()), about)
    if before.formula is not None and before.formula.name == "percent":
        of = f"share of {say.things(about, where)}"
    elif where or not of.endswith(say.names.many(about)):
        of = say.of(of, say.things(about, where), about)
    figures = [v for v in row if isinstance(v, int | float)]
    note = _note([c for c in met if c not in later], (times["then"], times["now"]), say)
    if len(figures) < len(row):
        return f"No change can be given: the {of} is {EMPTY[1:-1]} in {then if row[0] is None else now}.{note}"
    by = figures[-1]
    way = "rose" if by > 0 else "fell"
    held = say.facts.column(before.column) if before.column else None
    low = held.profile.minimum if held is not None else None
    if percent and isinstance(low, int | float) and low < 0:  # of less than nothing it may have fallen, too
        way = "changed"
    if percent:
        return f"The {of} {f'{way} by {abs(by):.1f}%' if by else 'did not change'} from {then} to {now}.{note}"
    one, other = say.values(before, figures[:-1])
    if not by:
        return f"The {of} did not change: {one} in {then} and {other} in {now}.{note}"
    far = f"{apart(by, before, say)}{in_percent(by, figures[0]) if say.unit(before) != '%' and figures[1] >= 0 else ''}"
    return f"The {of} {way} by {far}, from {one} in {then} to {other} in {now}.{note}"


def _met(term: Item | Formula) -> tuple[Condition, ...]:
    """What the rows of a figure must meet, of a share those of its part."""
    inner = term.left if isinstance(term, Formula) else term.formula if not term.where else None
    return _met(inner) if isinstance(inner, Item | Formula) else term.where if isinstance(term, Item) else ()


def apart(by: float, item: Item, say: Speech) -> str:
    """How far two figures are from each other; two percentages by so many points."""
    unit, far = say.unit(item), round(abs(by), 2) or abs(by)
    return f"{figure(far)} percentage point{'' if far == 1 else 's'}" if unit == "%" else figure(far, unit)


def in_percent(by: float, base: float) -> str:
    """How much that is of what was there, in brackets; "" where nothing was."""
    return f" ({abs(by) / base:.1%})" if base > 0 else ""


def _note(timed: Sequence[Condition], times: Sequence[str], say: Speech) -> str:
    columns = (c.item.column for c in timed if isinstance(c, Filter))
    column = next((c for c in columns if c is not None), None)
    return covered(column, times, say) if column is not None else ""


def covered(column: Col, times: Sequence[str], say: Speech) -> str:
    """That the data begin or end within one of the times."""
    held = say.facts.column(replace(column, part=""))
    told = not_whole(times, held) if held is not None else ""
    return f" {told}" if told else ""


_BOTH = 3
"""Items: the figure before, the one after, and the change."""
