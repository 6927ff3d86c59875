"""What is said of the parts: how far the figure went, and which groups made most of the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ask.names import listed
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.realisation.cells import EMPTY, figure
from core.ask.translators.rules.realisation.speech import Speech
from core.ask.why.parts import Part
from core.ask.why.periods import Compared
from core.model import Rows

_COLUMNS = 3
_GROUPS = 3
_ENOUGH = 0.8
"""Share of the difference after which no further group is named."""
_TELLING = 0.1
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
    lies = [made for label, held in groups.items() if (made := _made(label, held, change, unit))][:_COLUMNS]
    where = f" The groups that made most of the difference: {'; '.join(lies)}."
    if not lies:
        largest = [made for label, held in groups.items() if (made := _made(label, held, change, unit, beyond=None))]
        most = f", the largest ones most: {'; '.join(largest[:_COLUMNS])}" if largest else ""
        where = f" No group stands out: all moved about alike{most}."
    return f"{first}{where} This says where the difference lies, not what caused it.{note}"


def stand_out(groups: Groups) -> bool:
    """Some group moved otherwise than the whole."""
    before, after = totals(next(iter(groups.values()), {}))
    return after != before and any(_made(label, held, after - before, "") for label, held in groups.items())


def _made(
    label: str,
    groups: Mapping[str, tuple[float, float]],
    change: float,
    unit: str,
    beyond: float | None = _BEYOND,
) -> str:
    """“channel: web +48 (87 %)”: the groups that went the way of the whole, largest first; "" where none stands out.
    Without `beyond` the largest group alone, though it moved like all others."""
    known = [(after - before, name) for name, (before, after) in groups.items() if name != EMPTY]
    moved = sorted(known, key=lambda m: -m[0] / change)
    named: list[str] = []
    covered = 0.0
    whole = sum(before for before, _ in groups.values())
    for moves, name in moved[: _GROUPS if beyond is not None else 1]:
        share = moves / change
        if share < _TELLING or covered >= _ENOUGH:
            break
        if beyond is not None and not named and whole and share - groups[name][0] / whole < beyond:
            return ""
        named.append(f"{name} {_signed(moves, unit)}" + (f" ({share:.0%})" if share <= 1 else ""))
        covered += share
    return f"by {label} {listed(named)}" if named else ""


def _signed(value: float, unit: str) -> str:
    return f"{'+' if value > 0 else '−'}{figure(_plain(abs(value)), unit)}"


def _plain(value: float) -> float | int:
    rounded = round(value, 6)
    return int(rounded) if rounded.is_integer() else rounded
