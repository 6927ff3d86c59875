"""The surroundings of tables as text within a budget."""

from __future__ import annotations

from core.retrieval.context import context, shortest
from tests.graph.graphs import join, table

TABLES = (
    table("orders", ["id!", "customer"]),
    table("customers", ["id!", "city"]),
    table("cities", ["name!", "region"]),
    table("trips", ["no!"]),
)
JOINS = (join("orders.customer", "customers.id"), join("customers.city", "cities.name", state="confirmed"))


def test_the_tables_come_first_then_the_way_between_them() -> None:
    lines = context(TABLES, JOINS, ["orders", "cities", "gone"], 500).splitlines()
    assert lines[0].startswith("(:Table `orders` {`id`: ")
    assert lines[1].startswith("(:Table `cities` ")
    assert lines[2:4] == [
        "(`orders`)-[`customer` = `id`; probable]->(`customers`)",
        "(`customers`)-[`city` = `name`; confirmed]->(`cities`)",
    ]
    assert lines[4].startswith("(:Table `customers` ")
    assert len(set(lines)) == len(lines)


def test_the_same_seed_gives_the_same_text_within_the_budget() -> None:
    whole = context(TABLES, JOINS, ["orders"], 500)
    assert whole == context(TABLES, JOINS, ["orders"], 500)
    short = context(TABLES, JOINS, ["orders"], 20)
    assert len(short) <= 80
    assert whole.startswith(short)


def test_no_way_leads_to_a_table_that_nothing_joins() -> None:
    assert shortest({}, "orders", "trips") == ()
