"""`tickets sold on the web`, where only `ticket_type` speaks of tickets: the tickets are counted, not their types; nor
are the different words by which jobs are described (`Job Description`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Order, Query
from core.text.words import words

_KINDS = frozenset(map(stem, "type kind sort category class".split()))
_APART = frozenset(map(stem, "different distinct unique various variety varieties range".split()))
"""With these the kinds are meant."""
_TOLD = frozenset(map(stem, "description descriptions desc details detail notes note comment comments".split()))


def not_kinds(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Different values of a column of kinds are counted only where a word says kinds; else the rows are, or what their
    quantity says is added up."""
    said = {t.stem for t in tokens}
    select = tuple(_rows(i, facts, said) for i in query.select)
    order = tuple(Order(_rows(o.item, facts, said), o.descending) for o in query.order)
    if select == query.select and order == query.order:
        return query
    return replace(query, select=select, order=order)


def _rows(item: Item, facts: Facts, said: set[str]) -> Item:
    column = item.column
    if item.aggregate != "count" or not item.distinct or column is None or column.part or column.through[0]:
        return item
    label = [stem(w) for w in facts.spelt(column)]
    held = facts.column(column)
    if held is None or held.profile.unique or len(label) < 2 or label[-1] not in _KINDS | _TOLD:
        return item
    if said & (_KINDS if label[-1] in _KINDS else _TOLD):
        return item
    if _APART & said or not set(label[:-1]) & said:
        return item
    many = [c for c in facts.tables[column.table].columns if words(c.plain_label) in (("qty",), ("quantity",))]
    if len(many) == 1:
        return replace(item, column=replace(column, name=many[0].name), aggregate="sum", distinct=False)
    return Item(None, "count", table=column.table, where=item.where)
