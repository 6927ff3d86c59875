"""`the average invoice before VAT`, of rows that hold an amount without tax, the tax and both: the one meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Query
from core.ask.translators.rules.query_parts import with_items
from core.ask.translators.rules.told.with_tax import amounts_with_tax, in_its_tax, tax_said


def taxed(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Figures of an amount, whichever of its columns was taken, become that with tax or that without, as is said."""
    if not amounts_with_tax(facts) or tax_said(tokens) is None:
        return query

    def meant(item: Item) -> Item:
        return in_its_tax(item, tokens, facts)

    where = tuple(replace(c, item=meant(c.item)) if isinstance(c, Filter) else c for c in query.where)
    return replace(with_items(query, meant), where=where)
