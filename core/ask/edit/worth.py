"""What so many of something come to: quantity × price, where a table or one that its rows belong to has both."""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.edit.formulas import calculated
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item
from core.ask.translators.rules.told.per_piece import priced


def worth(table: str, facts: Facts) -> Iterator[Item]:
    """The total of each quantity of a table times each price of one of it."""
    for pair in priced(facts):
        if pair.many.table == table:
            yield calculated("sum", pair.many, "*", pair.price, facts)
