"""`How many loans` where each row says how many it stands for: they are added up, and not the rows counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.ask.label_stems import how_many, stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import says_rows
from core.ask.translators.rules.main_figures import figure_of_cells, whole_value
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.ask.translators.rules.query_parts import filters_in
from core.ask.translators.rules.stars import figure_of_rows
from core.text.abbreviations import shortens
from core.text.words import words

_HOW_MANY = (("how", "many"), ("number", "of"))
_ABUNDANT = frozenset(("abundant", "abundance"))
_TWO = 2


def added_up(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Rows of a table whose only measure is a count, that says how many there are of what it is called, or whose rows
    are cells of statistics, are added up wherever they would be counted."""
    if says_rows([t.lower for t in tokens]) or query.share:
        return query
    nouns = _counted(tokens)
    select = tuple(_added(i, facts, nouns) for i in query.select)
    order = tuple(Order(_added(o.item, facts, nouns), o.descending) for o in query.order)
    having = tuple(Filter(_added(f.item, facts, nouns), f.operator, f.values) for f in query.having)
    beside = tuple(added_up(q, facts, tokens) for q in query.beside)
    if (select, order, having, beside) == (query.select, query.order, query.having, query.beside):
        return query
    return _with_wholes(replace(query, select=select, order=order, having=having, beside=beside), facts)


def _with_wholes(query: Query, facts: Facts) -> Query:
    """Of cells of statistics that nothing parts, those for all parts together, where a value says so: “All staff”."""
    summed = {i.column for i in (*query.select, *(o.item for o in query.order)) if i.aggregate == "sum" and i.column}
    held = {f.item.column for f in filters_in(query)} | set(query.group)
    wholes = [
        Filter(Item(Col(figure.table, c.name)), "=", (whole,))
        for figure in summed
        if figure_of_cells(facts, figure)
        for c in facts.tables[figure.table].columns
        if Col(figure.table, c.name) not in held and (whole := whole_value(c))
    ]
    return replace(query, where=(*query.where, *wholes)) if wholes else query


def _added(item: Item, facts: Facts, nouns: Collection[str]) -> Item:
    plain = item.aggregate == "count" and item.column is None and item.formula is None and not item.distinct
    column = (figure_of_rows(facts, item.table) or _number_of(facts, item.table, nouns)) if plain else None
    return Item(column, "sum", where=item.where) if column else item


def _counted(tokens: Sequence[Token]) -> tuple[str, ...]:
    """What so many are asked of, or the word for there being many of something."""
    lowers = [t.lower for t in tokens]
    behind = [lowers[i + 2] for i in range(len(lowers) - 2) if tuple(lowers[i : i + 2]) in _HOW_MANY]
    return (*behind, *(w for w in lowers if w in _ABUNDANT))


def _number_of(facts: Facts, table: str, nouns: Collection[str]) -> Col | None:
    """`n_ind`, the one number of a table that says how many of a noun each row saw: “how many individuals”."""
    held = facts.tables.get(table)
    numbers = [c for c in held.columns if c.type == "integer" and how_many(c.label)] if held else []
    if held is None or len(numbers) != 1 or not facts.measure(Col(table, numbers[0].name)):
        return None
    said = words(numbers[0].label)
    short = said[-1]
    called = [w for w in nouns if stem(w) not in stems(held.label)]
    meant = any(w in _ABUNDANT or stem(w) == stem(short) or (len(short) > _TWO and shortens(short, w)) for w in called)
    return Col(table, numbers[0].name) if meant else None
