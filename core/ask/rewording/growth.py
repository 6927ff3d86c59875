"""What a figure changed by from one year to another: by how much, by which part of it, and where most."""

from __future__ import annotations

from dataclasses import replace

from core.ask.dates import span
from core.ask.periods import uncovered
from core.ask.rewording.phrases import Tail
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Condition, Filter, Formula, Item, Order, Query, figure
from core.ask.translators.rules.shares import parted, portion_of_rows

_PERCENT = 100.0


def reckoned(query: Query, facts: Facts) -> Query:
    """A query that shows one amount of its rows and nothing beside, with their total (of a rate their mean)."""
    only = query.select[0] if len(query.select) == 1 else None
    column = only.column if only is not None and not only.aggregate and only.formula is None else None
    if column is None or not facts.measure(column) or facts.year(column) or query.group or query.limit or query.share:
        return query
    mean = facts.speaks(column, lexicon().averaged)
    return replace(query, select=(Item(column, "avg" if mean else "sum"),), order=(), distinct=False)


def change_of(query: Query, tail: Tail, facts: Facts) -> Query | None:
    """The query of the later year with its one figure as the change since the earlier one."""
    then, now = tail.years
    if query.share:
        return _of_share(query, then, now, facts)
    query = reckoned(query, facts)
    figures = [i for i in query.select if i.aggregate in ("count", "sum", "avg")]
    timed = [c for c in query.where if _of_year(c, now)]
    if len(figures) != 1 or len(timed) != 1 or query.having or query.beside or query.share:
        return None
    if bool(query.group) != (len(query.select) > 1) or (tail.rows and not query.group):
        return None
    (counted,), (later,) = figures, timed
    earlier = _in_year(later, now, then)
    if (
        earlier is None
        or _beyond(earlier, (then, now), facts)
        or (counted.formula is not None and counted.formula.lasting)
    ):
        return None
    after, before = (replace(counted, where=(*counted.where, c)) for c in (later, earlier))
    kinds = tail.said.split()
    change = _change(before, after, "percent" in kinds, f"from {then} to {now}")
    both = (before, after) if "both" in kinds else ()
    shown = () if tail.rows and "shown" not in kinds else (*both, change)
    moved = (Filter(change, "<" if tail.falling else ">", (0.0,)),) if "moved" in kinds and query.group else ()
    return replace(
        query,
        select=(*(i for i in query.select if i != counted), *shown),
        where=tuple(c for c in query.where if c != later),
        having=moved,
        order=(Order(change, not tail.falling),) if query.group else (),
        limit=tail.rows or None,
    )


def _of_share(query: Query, then: int | str, now: int | str, facts: Facts) -> Query | None:
    """The share of the later year less that of the earlier one, in percentage points."""
    own, base = parted(query.where, query.among)
    timed = [c for c in query.where if _of_year(c, now)]
    earlier = _in_year(timed[0], now, then) if len(timed) == 1 else None
    own, base = (tuple(c for c in side if c not in timed) for side in (own, base))
    if query.group or query.having or query.beside or len(own) != 1 or earlier is None:
        return None
    if len(query.tables) != 1 or _beyond(earlier, (then, now), facts):
        return None
    before, after = (
        portion_of_rows(query.tables[0], (*own, *base, time), (*base, time), _PERCENT) for time in (earlier, timed[0])
    )
    return Query((before, after, _change(before, after, False, f"from {then} to {now}")), tables=query.tables)


def _beyond(earlier: Filter, times: tuple[int | str, int | str], facts: Facts) -> bool:
    """The data hold nothing of one of the times."""
    held = facts.column(replace(earlier.item.column, part="")) if earlier.item.column is not None else None
    return held is not None and uncovered([str(t) for t in times], held)


def _change(before: Item, after: Item, percent: bool, when: str) -> Item:
    """The later figure less the earlier one; of it in percent."""
    less = Formula("-", after, before, f"change {when}")
    if percent:
        less = Formula("/", Formula("*", less, _PERCENT), before, f"change {when} in percent")
    made = figure(less)
    return replace(made, table=after.table or (after.column.table if after.column else ""))


def _of_year(condition: Condition, year: int | str) -> bool:
    return isinstance(condition, Filter) and _in_year(condition, year, year) is not None


def _in_year(condition: Condition, now: int | str, then: int | str) -> Filter | None:
    """The condition for another year, month or quarter: `= 2024`, `like '2024%'`, from its first day to its last."""
    if not isinstance(condition, Filter):
        return None
    if condition.operator == "between" and (days := span(str(now))) and (other := span(str(then))):
        for timed in (False, True):
            if condition.values == (days.first, days.last(timed)):
                return replace(condition, values=(other.first, other.last(timed)))
    if condition.operator not in ("=", "like") or len(condition.values) != 1:
        return None
    value = condition.values[0]
    if isinstance(now, int) and isinstance(then, int) and value == float(now):
        return replace(condition, values=(float(then),))
    said = value.rstrip("%") if isinstance(value, str) else ""
    if said and said.replace("/", "-") == str(now).replace("/", "-"):
        earlier = str(then).replace("-", "/") if "/" in said else str(then)
        return replace(condition, values=(f"{earlier}{str(value)[len(said) :]}",))
    return None
