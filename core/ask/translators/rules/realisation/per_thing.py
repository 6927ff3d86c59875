"""So many for each thing on average: over how many things it is, where some of them have none."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.query import Col, Item, Query
from core.ask.translators.rules.query_parts import columns_in
from core.ask.translators.rules.realisation.speech import Speech, side_of
from core.ask.translators.rules.told_apart import things_of


def averaged_over(item: Item) -> tuple[Item, Col] | None:
    """Of the rows by the number of things that they belong to: the rows' figure, and their column of things."""
    f = item.formula
    if f is None or f.operator != "/" or not f.name.startswith("average "):
        return None
    left, right = side_of(f.left), side_of(f.right)
    if left is None or right is None or right.column is None or not right.distinct or left.where or right.where:
        return None
    return (left, right.column) if right.column.table == (left.column.table if left.column else left.table) else None


def counted_for_each(q: Query, item: Item, say: Speech, about: str) -> str:
    """`average number of lessons in 2025 per pupil`: conditions stand with what is counted; "" for other figures."""
    over = averaged_over(item)
    if over is None or over[0].aggregate != "count" or over[0].column is not None or not q.where:
        return ""
    table = over[0].table
    return f"average number of {say.things(table, q.where)} per {say.role(over[1], table)}"


def those_with_some(q: Query, item: Item, say: Speech) -> str:
    """`over the 173 pupils that have lessons; 190 in all`; "" where every one has some."""
    found = _some_have_none(item, say)
    if found is None:
        return ""
    things, rows, n, whole = found
    if q.where:
        return f"over the {things} that have such {rows}"
    return f"over the {n:,} {things} that have {rows}; {whole:,} in all" if n < whole else ""


def left_out(q: Query, say: Speech) -> str:
    """The same of a figure for each group, as a sentence."""
    found = next((f for i in q.select if i.aggregate and (f := _some_have_none(i, say))), None)
    return f"In each, {found[0]} that have no such {found[1]} are left out." if found else ""


def of_all(q: Query, n: int, say: Speech, about: str) -> str:
    """`5 of 6 mechanics have jobs`, `4 of 5 towns`, of the groups that rows fall into; "" where all are there, or where
    a condition says which of them are asked for."""
    table = q.group[0].table
    if q.keep or any(c.part or c.through[0] or c.table != table for c in q.group):
        return ""
    held_to = set(columns_in(replace(q, select=(), group=(), order=())))
    if table != about and any(c.table == table for c in held_to):
        return ""
    some = f"{'such ' if q.where else ''}{say.names.many(about)}" if table != about else "any"
    key = say.facts.key(table)
    if key is not None and key in q.group:
        whole = say.facts.tables[table].rows
        return f"{n:,} of {whole:,} {say.names.many(table)} have {some}" if n < whole and table != about else ""
    held = say.facts.column(q.group[0]) if len(q.group) == 1 else None
    if held is None or q.group[0] in held_to:
        return ""
    whole = held.profile.distinct
    if whole < say.facts.tables[table].rows and q.group[0] in say.facts.display(table):
        return ""  # several things have one name
    return f"{n:,} of {whole:,} {say.groups(q.group, about, whole)} have {some}" if n < whole else ""


def _some_have_none(item: Item, say: Speech) -> tuple[str, str, int, int] | None:
    """Things, their rows, how many of the things have rows, and how many there are."""
    over = averaged_over(item)
    if over is None:
        return None
    column = over[1]
    things = things_of(column, say.facts)
    held, known = say.facts.column(column), say.facts.tables.get(things)
    if held is None or known is None or things == column.table:
        return None
    return say.names.many(things), say.names.many(column.table), held.profile.distinct, known.rows
