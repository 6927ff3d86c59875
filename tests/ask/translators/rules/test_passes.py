"""What is put right in every query: counts that rows hold, and numbers that stand for nothing known."""

from __future__ import annotations

from dataclasses import replace

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.passes import passed
from core.ask.translators.rules.query import AnyOf, Col, Filter, Item, Order, Query
from tests.ask.schemas import facts, join, shop, table

LENDING = SchemaView((table("loans", "branch", "format", "count:integer"),), ())
AGE = Col("drivers", "age")


def drivers() -> SchemaView:
    """Drivers whose age is -1 where it is not known."""
    t = table("drivers", "name!", "age:integer")
    told = tuple(replace(c, codes=(("-1", "Data missing"),)) if c.name == "age" else c for c in t.columns)
    return SchemaView((replace(t, columns=told),), ())


def test_rows_that_stand_for_many_are_added_up_wherever_they_would_be_counted() -> None:
    rows, total = Item(None, "count", table="loans"), Item(Col("loans", "count"), "sum")
    branch = Col("loans", "branch")
    query = Query(
        (Item(branch), rows), group=(branch,), having=(Filter(rows, ">", (5.0,)),), order=(Order(rows, True),)
    )
    assert passed(query, facts(LENDING), tokenise("how many loans in each branch")) == replace(
        query, select=(Item(branch), total), having=(Filter(total, ">", (5.0,)),), order=(Order(total, True),)
    )


def test_rows_asked_for_as_rows_are_counted() -> None:
    query = Query((Item(None, "count", table="loans"),))
    assert passed(query, facts(LENDING), tokenise("how many rows of loans")) == query


def test_things_with_a_key_and_things_beside_other_measures_are_counted() -> None:
    keyed = SchemaView((table("loans", "loan_id:integer!", "count:integer"),), ())
    beside = SchemaView((table("loans", "branch", "count:integer", "price:real"),), ())
    parent = SchemaView(
        (table("loans", "code", "count:integer"), table("fines", "loan_code")), (join("fines.loan_code", "loans.code"),)
    )
    query = Query((Item(None, "count", table="loans"),))
    for view in (keyed, beside, parent):
        assert passed(query, facts(view), tokenise("how many loans")) == query
    items = Query((Item(None, "count", table="items"),))
    assert passed(items, facts(shop()), tokenise("how many items")) == items


def test_figures_and_bounds_leave_out_numbers_that_stand_for_nothing_known() -> None:
    known = Filter(Item(AGE), "!=", (-1.0,))
    said = tokenise("drivers")
    average = Query((Item(AGE, "avg"),))
    assert passed(average, facts(drivers()), said) == replace(average, where=(known,))
    young = Query((Item(Col("drivers", "name")),), (Filter(Item(AGE), "<", (25.0,)),))
    assert passed(young, facts(drivers()), said) == replace(young, where=(*young.where, known))
    old = replace(young, where=(Filter(Item(AGE), ">", (25.0,)),))
    assert passed(old, facts(drivers()), said) == old
    youngest = Query((Item(Col("drivers", "name")),), order=(Order(Item(AGE)),), limit=1)
    assert passed(youngest, facts(drivers()), said) == replace(youngest, where=(known,))


def test_what_one_figure_leaves_out_the_count_beside_it_counts() -> None:
    rows = Item(None, "count", table="drivers")
    query = Query((rows, Item(AGE, "avg")))
    only = Item(AGE, "avg", where=(Filter(Item(AGE), "!=", (-1.0,)),))
    assert passed(query, facts(drivers()), tokenise("drivers")).select == (rows, only)


def test_what_is_not_known_is_empty_or_says_so() -> None:
    query = Query((Item(None, "count", table="drivers"),), (Filter(Item(AGE), "is null"),))
    either = AnyOf((Filter(Item(AGE), "is null"), Filter(Item(AGE), "=", (-1.0,))))
    assert passed(query, facts(drivers()), tokenise("drivers")).where == (either,)


def test_the_most_of_an_amount_that_each_has_many_of_is_their_sum() -> None:
    name, total = Col("customers", "name"), Col("orders", "total")
    query = Query((Item(name),), order=(Order(Item(total), True),), limit=1)
    together = replace(query, group=(Col("customers", "id"), name), order=(Order(Item(total, "sum"), True),))
    assert passed(query, facts(shop()), tokenise("which customer spent the most")) == together
    assert passed(query, facts(shop()), tokenise("which customer has the highest total")) == query
    assert passed(query, facts(shop()), tokenise("which customer spent the most in a single order")) == query
    own = Query((Item(Col("orders", "id")),), order=(Order(Item(total), True),), limit=1)
    assert passed(own, facts(shop()), tokenise("which order has the most")) == own


def test_the_top_few_by_an_amount_of_which_each_has_many_go_by_its_sum() -> None:
    name, total, key = Col("customers", "name"), Col("orders", "total"), Col("customers", "id")
    query = Query((Item(name),), order=(Order(Item(total), True),), limit=3)
    together = replace(query, group=(key, name), order=(Order(Item(total, "sum"), True),))
    assert passed(query, facts(shop()), tokenise("top 3 customers by total")) == together
    assert passed(query, facts(shop()), tokenise("top 3 customers by single total")) == query
    assert passed(query, facts(shop()), tokenise("first 3 customers by total")) == query
