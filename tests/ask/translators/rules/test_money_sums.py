"""Words for money that mean the sum of the one column that holds it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Order
from core.ask.translators.rules.told.money_sums import money_sums
from core.model import Column, Table
from tests.ask.schemas import facts, join, linker, table

STAYS = SchemaView(
    (
        table("stays", "stay:integer!", "guest_id:integer", "total:real", "year:integer"),
        table("guests", "id:integer!", "name!"),
        table("repairs", "repair:integer!", "cost:real", "hourly rate:real"),
    ),
    (join("stays.guest_id", "guests.id"),),
)
PAID = Col("stays", "total")


def filled(of: Table, column: Column) -> Table:
    """The table, whose column has no empty cell."""
    full = replace(column, profile=replace(column.profile, nulls=0))
    return replace(of, columns=tuple(full if c.name == column.name else c for c in of.columns))


def found(question: str, view: SchemaView = STAYS) -> dict[str, Definition]:
    tokens = tokenise(question)
    said = money_sums(tokens, linker(view).link(tokens), facts(view))
    return {" ".join(t.lower for t in tokens[s:e]): d for s, (e, d) in said.items()}


@pytest.mark.parametrize(
    ("question", "said", "idle", "column"),
    [
        ("income from stays in 2024", "income", [], PAID),
        ("total takings of the stays by year", "total takings", [], PAID),
        ("how much did our stays bring in", "how much", ["bring in"], PAID),
        ("how much have guests paid", "how much", ["paid"], PAID),
        ("what did the stays of 2023 come to", "come to", ["what did"], PAID),
        ("spending on repairs", "spending", [], Col("repairs", "cost")),
        ("how much is the total", "", [], None),
        ("how many stays were there", "", [], None),
    ],
)
def test_the_one_column_of_money_is_summed(question: str, said: str, idle: list[str], column: Col | None) -> None:
    told = {words: d.item for words, d in found(question).items()}
    assert told == ({said: Item(column, "sum")} if said else {}) | dict.fromkeys(idle)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which guest paid us the most in 2024", "paid us the most"),
        ("who were the guests we charged the most", "charged the most"),
        ("which guest paid the most visits", ""),
        ("which guest gave the most", ""),  # stays are no gifts
    ],
)
def test_who_paid_the_most_is_told_by_money(question: str, said: str) -> None:
    told = {words: d.order for words, d in found(question).items()}
    assert told == ({said: Order(Item(PAID, "sum"), True)} if said else {})


def test_who_gave_the_most_is_told_by_gifts() -> None:
    gifts = SchemaView((table("donations", "no:integer!", "donor", "amount:real"),), ())
    given = Order(Item(Col("donations", "amount"), "sum"), True)
    assert [d.order for d in found("which donor gave the most", gifts).values()] == [given]


def test_what_is_owed_has_no_day_of_payment() -> None:
    bills = table("bills", "bill!", "amount:real", "paid:date")
    assert found("how much is still owed to us", SchemaView((filled(bills, bills.columns[2]),), ())) == {}
    told = found("how much is still owed to us", SchemaView((bills,), ()))
    assert told["still owed to us"].item == Item(Col("bills", "amount"), "sum")
    assert told["still owed to us"].conditions == (Filter(Item(Col("bills", "paid")), "is null"),)


def test_two_columns_of_money_are_not_chosen_between() -> None:
    view = SchemaView((table("stays", "stay:integer!", "amount paid:real", "amount:real"),), ())
    assert found("income from stays", view)["income"].item == Item(Col("stays", "amount paid"), "sum")
    alike = SchemaView((table("stays", "stay:integer!", "amount a:real", "amount b:real"),), ())
    assert found("income from stays", alike) == {}
