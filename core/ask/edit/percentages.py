"""A percentage in place of a figure: of which rows it is taken, and back again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.edit.parts import about, adds_up, figures
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.translators.rules.shares import parted
from core.errors import BadEdit


def share_of(query: Query, wanted: bool, facts: Facts | None = None) -> Query:
    """Percentage of the rows, or of a total, that meets the conditions, in place of the figure; or back again.

    Conditions on times say of which rows it is taken, where others are left for the percentage itself."""
    if not wanted:
        return replace(query, share=0.0, among=())
    reckoned = figures(query)
    if reckoned and not (len(reckoned) == 1 and adds_up(reckoned[0])):
        raise BadEdit("Only a number of rows or a total can be a percentage.", "Show one of these, and nothing else.")
    if not query.where:
        raise BadEdit("A percentage needs a condition.", "Add one: what the rows are that you want the share of.")
    table = about(query)
    count = reckoned[0] if reckoned and reckoned[0].aggregate == "sum" else Item(None, "count", table=table)
    groups = tuple(i for i in query.select if not i.aggregate and i.column in query.group)
    said = tuple(dict.fromkeys(compared(query)))
    whole = tuple(c for c in said if (facts is not None and facts.dated(c)) or c in query.group)
    among = whole if parted(query.where, whole)[1] else ()
    changed = replace(query, select=(*groups, count), having=(), share=100.0, tables=(table,), among=among)
    if not query.group:
        return replace(changed, order=(), limit=None)
    order = tuple(o if o.item.column in query.group else replace(o, item=count) for o in query.order)
    return replace(changed, order=tuple(dict.fromkeys(order)))


def compared(query: Query) -> Iterator[Col]:
    """The columns that conditions compare with a value."""
    for c in query.where:
        if isinstance(c, Filter) and c.item.column and c.item.formula is None:
            yield c.item.column


def part_of(query: Query, whole: Sequence[Col]) -> Query:
    """A percentage of those rows only that meet the conditions on these columns; without any, of all rows."""
    if whole and not parted(query.where, whole)[1]:
        raise BadEdit("No condition is left for the percentage itself.", "Leave at least one condition out.")
    return replace(query, among=tuple(dict.fromkeys(whole)))
