"""What is said of the parts: how far the figure went, and which groups made most of the difference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.ask.cells import EMPTY, figure
from core.ask.names import listed
from core.ask.periods import Compared
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.realisation.speech import Speech
from core.ask.why.parts import Part
from core.model import Rows

_COLUMNS = 3
_GROUPS = 3
_ENOUGH = 0.8
"""Share of the difference after which no further group is named."""
_NAMED = 0.1
"""Share of the difference below which a group is not named."""
_BEYOND = 0.05
"""By so much its share of the difference must exceed its share of the figure before; else it moved like all others."""

Groups = Mapping[str, Mapping[str, tuple[float, float]]]
"""Part's label → group → (before, after)."""


def groups_of(rows: Rows, parts: Sequence[Part]) -> Groups:
    """The rows of the query, taken apart again; parts in the order of the rows."""
    labels = sorted((p.label for p in parts), key=len, reverse=True)
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for said, _, before, after in rows.rows:
        label = next(n for n in labels if str(said).startswith(f"{n}: "))
        pair = tuple(float(v) if isinstance(v, int | float) else 0.0 for v in (before, after))
        found.setdefault(label, {})[str(said)[len(label) + 2 :]] = (pair[0], pair[1])
    return found | {label: {} for label in labels if label not in found}


def totals(groups: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """Over all groups of a part: (before, after)."""
    before, after = (sum(pair[n] for pair in groups.values()) for n in (0, 1))
    return before, after


def sentences(query: Query, periods: Compared, parts: Sequence[Part], direction: int, rows: Rows, facts: Facts) -> str:
    """How the figure changed, the groups that made the difference, and that this is no cause."""
    say, item = Speech(facts), query.select[0]
    about = item.column.table if item.column else item.table
    what = " ".join([say.item(item, about), *say.clauses(query.where, about)])
    unit = say.names.unit(about, item.column.name) if item.column and item.aggregate == "sum" else ""
    earlier, later = periods.earlier.name, periods.later.name
    if not rows.rows:
        return f"There are no {say.names.many(about)} in {earlier} or in {later} to compare."
    groups = groups_of(rows, parts)
    before, after = totals(next(iter(groups.values())))
    change = after - before
    note = f" {periods.note}" if periods.note else ""
    if rows.truncated:
        return f"Below is the {what} in {earlier} and in {later}, part by part.{note}"
    if not change:
        return f"The {what} did not change: it is {figure(_plain(after), unit)} in {earlier} and in {later}.{note}"
    percent = f", {'+' if change > 0 else '−'}{abs(change) / abs(before):.1%}" if before else ""
    went = f"{figure(_plain(before), unit)} in {earlier} to {figure(_plain(after), unit)} in {later}"
    said = f"the {what} {'rose' if change > 0 else 'fell'} from {went} ({_signed(change, unit)}{percent})."
    first = f"It is the other way round: {said}" if direction * change < 0 else said[:1].upper() + said[1:]
    made = [m for label, held in groups.items() if (m := _made(label, held, change, unit)) is not None]
    if lies := [m.said for m in _telling(made)]:
        where = f" The groups that made most of the difference: {'; '.join(lies)}."
    else:
        alone = sorted(made, key=lambda m: -m.share)
        most = f", the largest ones most: {'; '.join(m.alone for m in alone[:_COLUMNS])}" if alone else ""
        where = f" No group stands out: all moved about alike{most}."
    return f"{first}{where} This says where the difference lies, not what caused it.{note}"


def stand_out(groups: Groups) -> bool:
    """Some group moved otherwise than the whole."""
    before, after = totals(next(iter(groups.values()), {}))
    made = [_made(label, held, after - before, "") for label, held in groups.items()] if after != before else []
    return any(m is not None and m.apart for m in made)


@dataclass(frozen=True, slots=True)
class _Made:
    """What the groups of one column made of the difference."""

    said: str
    """“by channel web +48 (87%)”: the groups that went the way of the whole, largest first."""
    alone: str
    """The largest alone."""
    share: float
    """Of the difference, that of the largest."""
    apart: bool
    """One of them moved otherwise than the whole."""


def _telling(made: Sequence[_Made]) -> list[_Made]:
    """The columns whose groups stand out, and those with a group that made more of the difference than these; in the
    order of the rows, so that the first is the one that is drawn."""
    most = max((m.share for m in made if m.apart), default=math.inf)
    return [m for m in made if m.apart or m.share > most][:_COLUMNS]


def _made(label: str, groups: Mapping[str, tuple[float, float]], change: float, unit: str) -> _Made | None:
    known = [(after - before, name) for name, (before, after) in groups.items() if name != EMPTY]
    moved = sorted(known, key=lambda m: -m[0] / change)
    named: list[str] = []
    covered, apart = 0.0, False
    whole = sum(before for before, _ in groups.values())
    for moves, name in moved[:_GROUPS]:
        share = moves / change
        if share < _NAMED or covered >= _ENOUGH:
            break
        apart = apart or not whole or share - groups[name][0] / whole >= _BEYOND
        part = f"{share:.0%}" if share <= 1 else "more than the whole"
        named.append(f"{name} {_signed(moves, unit)} ({part})")
        covered += share
    if not named:
        return None
    return _Made(f"by {label} {listed(named)}", f"by {label} {named[0]}", moved[0][0] / change, apart)


def _signed(value: float, unit: str) -> str:
    return f"{'+' if value > 0 else '−'}{figure(_plain(abs(value)), unit)}"


def _plain(value: float) -> float | int:
    rounded = round(value, 6)
    return int(rounded) if rounded.is_integer() else rounded
