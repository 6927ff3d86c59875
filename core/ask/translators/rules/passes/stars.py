"""`how many homicides were there in 2023/24`: of statistics the figures that stand for them are added up.

The tables beside them only list what their codes mean (`offence_ref` has one row for homicide), so neither these rows
nor the kinds are counted where what happened is asked for: the figure column goes along the joins to their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import says_rows
from core.ask.translators.rules.query import Col, Condition, Filter, Item, Query, Related, all_tables
from core.ask.translators.rules.query_parts import with_items
from core.ask.translators.rules.stars import called_after, figure_of_rows, flat, looked_up, star_of

_KINDS = frozenset(
    "different distinct kind kinds type types sort sorts category categories various separate listed list cover covers "
    "covered unique varieties variety".split()
)
"""Words of a question after how many kinds there are."""


def of_stars(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with sums of a star's figures in place of the counts of what its codes mean."""
    said = [t.lower for t in tokens]
    if query.beside or query.everything or query.share or query.keep or says_rows(said) or _KINDS & set(said):
        return query
    items = (*query.select, *(o.item for o in query.order), *(f.item for f in query.having))
    counts = {i for i in items if i.aggregate == "count" and not i.formula and not i.where}
    figures = {c: f for c in counts if (f := _figure(c, query, facts)) is not None}
    if len(figures) != 1:
        return query
    ((counted, figure),) = figures.items()
    summed = Item(figure, "sum")
    return replace(
        with_items(query, lambda item: summed if item == counted else item),
        where=flat(query.where),
        tables=(figure.table, *(t for t in query.tables if t != figure.table)),
    )


def _figure(counted: Item, query: Query, facts: Facts) -> Col | None:
    """The figure that is meant in place of a count of rows of a table that lists what codes mean."""
    listed = _listed(counted, facts)
    if not listed or figure_of_rows(facts, listed) is not None:
        return None
    conditions = flat(query.where)
    if any(isinstance(c, Related) for c in conditions):
        return None
    others = {t for t in _tables(query, conditions) if figure_of_rows(facts, t) is not None}
    figure = star_of(facts, set(_tables(query, conditions)) - others, listed)
    if figure is None:
        return None
    own = [c.item.column for c in conditions if isinstance(c, Filter) and c.item.column and c.operator == "="]
    named = any(c in facts.display(listed) or _key(c, listed, facts) for c in own)
    about = called_after(figure, listed, facts)
    beyond = set(_tables(query, conditions)) - {listed}
    within = any(c.table == listed for c in own) or (bool(beyond) and figure.table != listed)
    return figure if named or (about and within) else None


def _key(column: Col, table: str, facts: Facts) -> bool:
    return column == facts.key(table) or looked_up(facts, column) == table


def _tables(query: Query, conditions: tuple[Condition, ...]) -> tuple[str, ...]:
    return all_tables(replace(query, where=conditions))


def _listed(counted: Item, facts: Facts) -> str:
    """The table of which rows are counted, or the different keys."""
    if counted.column is None:
        return "" if counted.distinct else counted.table
    column = counted.column
    if column.part or column.through[0]:
        return ""
    if column == facts.key(column.table) or column in facts.display(column.table):
        return column.table
    return looked_up(facts, column) if counted.distinct else ""
