"""A reading begun afresh: the rows of a table, their number, or another figure. One choice, whatever stood there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.ask.edit import changes
from core.ask.edit.known import of_known
from core.ask.edit.offers import Offers
from core.ask.form import begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query


@dataclass(frozen=True, slots=True)
class Beginning:
    """A figure, or without one the rows of a table."""

    table: str
    figure: Item | None = None


def beginnings(offers: Offers, first: tuple[str, ...] = ()) -> Iterator[Beginning]:
    """Every table's rows and their number, those of `first` before the others; then the other figures."""
    tables = [t for t in dict.fromkeys((*first, *offers.tables())) if t in offers.facts.tables]
    for table in tables:
        yield Beginning(table)
        yield Beginning(table, Item(None, "count", table=table))
    for table in tables:
        yield from (Beginning(table, i) for i in offers.reckoned(table))


def begun(b: Beginning, facts: Facts) -> Query:
    """The reading that it gives. Raises BadEdit for a table without a column to show."""
    plain = begin(b.table).query
    if b.figure is not None:
        return of_known(plain, changes.with_figure(plain, b.figure, 0, facts), facts)
    named = facts.display(b.table)
    return changes.listing(plain, [Item(c) for c in named]) if named else changes.everything(plain)


def said(b: Beginning, offers: Offers) -> str:
    """`list of orders`, `number of orders`, `total orders › amount`."""
    if b.figure is not None:
        return offers.item(b.figure)
    return f"list of {offers.table(b.table)}"
