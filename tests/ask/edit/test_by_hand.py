"""Figures of two columns, and one table in two roles, put together by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from core.ask.edit import arranging, changes, conditions, parts, percentages
from core.ask.edit.check import check
from core.ask.edit.formulas import (
    BETWEEN,
    between_values,
    calculated,
    combined,
    kind,
    others_for,
    portion,
    reckonable,
    signs,
    signs_between,
    span,
    spans,
)
from core.ask.edit.offers import Offers
from core.ask.edit.roles import second_roles, with_both
from core.ask.form import begin
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query, Scalar
from core.ask.translators.rules.realisation.answer import realised
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.errors import BadEdit, UnknownName
from core.model import Rows
from tests.ask.conftest import World
from tests.ask.edit.test_changes import FACTS, run
from tests.ask.edit.test_edited import form_of, last
from tests.ask.schemas import stored, table

PRICE, AMOUNT = Col("products", "price"), Col("items", "amount")


def test_amount_times_price_is_added_up() -> None:
    query = changes.with_figure(begin("items").query, calculated("sum", AMOUNT, "*", PRICE, FACTS), 0)
    assert run(query) == [(80.0 + 40.0 + 60.0 + 80.0 + 20.0,)]
    title = Col("products", "title")
    each = arranging.ordered(arranging.per(query, (title,)), Item(title))
    assert run(each) == [("Lamp", 100.0), ("Mug", 20.0), ("Tent", 160.0)]


def test_a_third_column_is_reckoned_with_the_second_one_first() -> None:
    within = ("-", Col("items", "order_id"))
    item = calculated("sum", AMOUNT, "*", PRICE, FACTS, within)
    assert item.formula is not None
    assert item.formula.name == "amount × (price − order_id)"
    lines = run(changes.listing(begin("items").query, (Item(AMOUNT), Item(PRICE), Item(within[1]))))
    each = [a * (p - o) for a, p, o in lines]  # type: ignore[operator]
    assert run(changes.with_figure(begin("items").query, item, 0)) == [(sum(each),)]
    ratio = calculated("ratio", AMOUNT, "/", Col("items", "product_id"), FACTS, within)
    rows = run(changes.listing(begin("items").query, (Item(AMOUNT), Item(Col("items", "product_id")), Item(within[1]))))
    below = sum(b - c for _, b, c in rows if b is not None and c is not None)  # type: ignore[operator]
    above = sum(a for a, _, _ in rows if a is not None)  # type: ignore[misc]
    assert run(changes.with_figure(begin("items").query, ratio, 0)) == [(above / below,)]
    times = calculated("ratio", AMOUNT, "/", Col("items", "product_id"), FACTS, ("*", Col("items", "order_id")))
    products = sum(b * c for _, b, c in rows if b is not None and c is not None)  # type: ignore[operator]
    assert run(changes.with_figure(begin("items").query, times, 0)) == [(above / products,)]
    with pytest.raises(BadEdit):
        calculated("sum", Col("orders", "placed"), "days", Col("orders", "placed"), FACTS, within)


def test_a_ratio_of_totals_and_an_average_of_quotients_differ() -> None:
    for way, found in (("ratio", 5.0), ("avg", 1.0)):
        item = calculated(way, Col("orders", "total"), "/", Col("orders", "total" if way == "avg" else "id"), FACTS)
        value = run(changes.with_figure(begin("orders").query, item, 0))[0][0]
        assert value == (found if way == "avg" else 180.0 / 46)


def test_totals_of_two_tables_are_each_taken_over_their_own_rows() -> None:
    total, amount = Item(Col("orders", "total"), "sum"), Item(AMOUNT, "sum")
    city = Col("customers", "city")
    sums = [run(arranging.per(changes.with_figure(begin("orders").query, i, 0), (city,))) for i in (amount, total)]
    both = calculated("ratio", AMOUNT, "/", Col("orders", "total"), FACTS)
    each = dict(run(arranging.per(changes.with_figure(begin("items").query, both, 0), (city,))))
    ours, theirs = (dict(s) for s in sums)  # type: ignore[arg-type]
    assert {c: round(float(str(v)), 9) for c, v in each.items() if v is not None} == {
        c: round(ours[c] / theirs[c], 9)
        for c in ours  # type: ignore[operator]
    }


def test_of_the_latest_and_the_earliest_day_the_days_between_are_reckoned() -> None:
    placed = Col("orders", "placed")
    names = Offers(begin("orders").query, FACTS)
    latest, earliest, total = Item(placed, "max"), Item(placed, "min"), Item(Col("orders", "total"), "max")
    assert list(signs_between(latest, FACTS)) == ["days", "hours", "minutes"]
    assert signs_between(total, FACTS) is BETWEEN
    assert others_for(latest, (latest, earliest, total), FACTS) == [latest, earliest]
    query = changes.with_figure(begin("orders").query, combined(latest, "days", earliest, names.item), 0)
    days = [date.fromisoformat(str(d)) for (d,) in run(changes.listing(begin("orders").query, (Item(placed),))) if d]
    assert run(query) == [(float((max(days) - min(days)).days),)]
    with pytest.raises(BadEdit):
        combined(latest, "days", 3.0, names.item)


def test_a_figure_of_two_counts_is_about_a_table() -> None:
    names = Offers(begin("orders").query, FACTS)
    orders, customers = (Item(None, "count", table=t) for t in ("orders", "customers"))
    query = changes.with_figure(begin("orders").query, combined(orders, "/", customers, names.item), 0)
    assert parts.about(query) == "orders"
    assert list(spans("", FACTS)) == []


def test_time_from_one_column_to_another_is_reckoned_in_days_hours_and_minutes() -> None:
    placed = Col("orders", "placed")
    for sign in ("days", "hours", "minutes"):
        item = calculated("avg", placed, sign, placed, FACTS)
        assert (item.formula is not None and item.formula.operator) == sign
        assert run(changes.with_figure(begin("orders").query, item, 0)) == [(0.0,)]


def test_of_the_days_that_each_row_shows_the_average_is_offered() -> None:
    placed = Col("orders", "placed")
    each = replace(calculated("avg", placed, "days", placed, FACTS), aggregate="")
    listed = changes.listing(begin("orders").query, (Item(Col("orders", "id")), each))
    assert replace(each, aggregate="avg") in Offers(listed, FACTS).figures()


@pytest.mark.parametrize(
    ("way", "left", "sign", "right"),
    [("sum", AMOUNT, "*", Col("products", "title")), ("sum", AMOUNT, "days", PRICE), ("ratio", AMOUNT, "*", PRICE)],
)
def test_what_cannot_be_reckoned_is_said(way: str, left: Col, sign: str, right: Col) -> None:
    with pytest.raises(BadEdit):
        calculated(way, left, sign, right, FACTS)


def test_a_column_that_is_gone_is_named() -> None:
    with pytest.raises(UnknownName):
        calculated("sum", AMOUNT, "*", Col("products", "weight"), FACTS)


def test_of_numbers_numbers_are_reckoned_and_of_dates_spans() -> None:
    view = SchemaView(
        (table("stays", "id:integer!", "came:date", "went:date", "rung:time", "fee:real", "beds:integer", "note"),), ()
    )
    facts = Facts(view)
    columns = [Col("stays", c.name) for c in view.tables[0].columns]
    assert [c.name for c in reckonable(columns, facts)] == ["fee", "beds", "came", "went"]
    assert [kind(c, facts) for c in columns] == ["", "date", "date", "time", "number", "number", ""]
    assert (signs("number", "sum"), signs("number", "ratio")) == (["*", "+", "-", "/"], ["/"])
    assert (signs("date", "avg"), signs("time", "sum")) == (["days", "hours", "minutes"], ["hours", "minutes"])


def test_the_time_between_two_dates_of_a_row_bounds_it() -> None:
    came, went = Col("stays", "came"), Col("stays", "went")
    view = SchemaView((table("stays", "id:integer!", "came:date", "went:date", "rung:time", "slept:time"),), ())
    facts = Facts(view)
    found = [Offers(begin("stays").query, facts).item(i) for i in spans("stays", facts)]
    assert found == [
        "days from came to went", "days from went to came", "hours from rung to slept", "hours from slept to rung",
    ]  # fmt: skip
    rows = {"stays": [(1, "2024-01-01", "2024-01-03", "08:00", "09:30"), (2, "2024-02-01", "2024-02-09", None, None)]}
    long = conditions.added(begin("stays").query, Filter(span(came, "days", went, facts), ">", (5.0,)))
    check(long, facts)
    tree = connect(view, ["stays"])
    assert tree is not None
    assert stored(view, rows).execute(render(long, tree, facts)).fetchall() == [(1,)]


def test_a_figure_of_some_rows_less_that_of_others_and_a_percentage_of_rows() -> None:
    said = Offers(begin("orders").query, FACTS).item
    town, orders = Col("customers", "city"), Item(None, "count", table="orders")
    oslo, lima = (Filter(Item(town), "=", (name,)) for name in ("Oslo", "Lima"))
    for figure, found in ((Item(Col("orders", "total"), "sum"), 125.0), (orders, 1)):
        less = between_values(figure, oslo, lima, said)
        assert run(changes.with_figure(begin("orders").query, less, 0)) == [(found,)]
    part = portion(orders, oslo)
    assert run(changes.with_figure(begin("orders").query, part, 0)) == [(pytest.approx(200 / 3),)]
    among = conditions.added(begin("orders").query, Filter(Item(town), "=", ("Oslo", "Lima")))
    assert run(changes.with_figure(among, part, 0)) == [(pytest.approx(200 / 3),)]


def test_a_figure_put_together_belongs_to_the_table_that_it_goes_over() -> None:
    orders, town = Item(None, "count", table="orders"), Item(Col("customers", "city"))
    oslo, lima = (Filter(town, "=", (name,)) for name in ("Oslo", "Lima"))
    query = Query((between_values(orders, oslo, lima, Offers(begin("orders").query, FACTS).item),))
    assert parts.about(query) == "orders"
    assert changes.without_figure(query, 0, FACTS).select == tuple(Item(c) for c in FACTS.display("orders"))


def test_a_percentage_with_a_value_is_not_of_rows_with_it_alone() -> None:
    oslo = Filter(Item(Col("customers", "city")), "=", ("Oslo",))
    orders = Item(None, "count", table="orders")
    query = changes.with_portion(conditions.added(begin("orders").query, oslo), orders, oslo, FACTS)
    assert (query.where, run(query)) == ((), [(2, pytest.approx(200 / 3))])  # the number is that of Oslo still
    median = replace(conditions.added(begin("orders").query, oslo), select=(Item(Col("orders", "total"), "median"),))
    with pytest.raises(BadEdit):
        changes.with_portion(median, orders, oslo, FACTS)


def test_what_rows_refer_to_is_added_up_once_for_each_of_them() -> None:
    price, items = Item(Col("products", "price"), "sum", table="items"), begin("items").query
    offers = Offers(items, FACTS)
    assert price in offers.figures()
    assert offers.item(price) == "total products › price, once for each of items"
    total = changes.with_figure(items, price, 0, FACTS)
    assert run(total) == [(205.0,)]
    assert Phrase(FACTS).query(total) == "total `price`, once for each of `items`"
    several = conditions.added(total, Filter(Item(Col("items", "amount")), ">", (1.0,)))
    assert run(several) == [(45.0,)]
    assert run(changes.with_figure(total, Item(None, "count", table="items"), None, FACTS)) == [(205.0, 6)]
    per_town = arranging.per(total, (Col("customers", "city"),))
    assert run(per_town) == [("Oslo", 200.0), ("Lima", 5.0)]
    orders = Item(None, "count", table="orders")
    assert run(changes.with_figure(per_town, orders, None, FACTS)) == [("Oslo", 200.0, 2), ("Lima", 5.0, 1)]


def test_a_percentage_of_a_list_of_what_it_compares_is_one() -> None:
    oslo, people = Filter(Item(Col("customers", "city")), "=", ("Oslo",)), Item(None, "count", table="customers")
    towns = changes.listing(begin("customers").query, [oslo.item])
    assert run(changes.with_portion(towns, people, oslo, FACTS)) == [(pytest.approx(200 / 3),)]


def test_a_percentage_stays_beside_a_further_figure() -> None:
    oslo, orders = Filter(Item(Col("customers", "city")), "=", ("Oslo",)), Item(None, "count", table="orders")
    share = percentages.share_of(conditions.added(begin("orders").query, oslo), True)
    assert run(changes.also_figure(share, orders, FACTS)) == [(pytest.approx(200 / 3), 3)]


def test_an_average_time_is_compared_between_two_values() -> None:
    placed, town = Col("orders", "placed"), Col("customers", "city")
    each = calculated("avg", placed, "days", placed, FACTS)
    oslo, lima = (Filter(Item(town), "=", (name,)) for name in ("Oslo", "Lima"))
    less = between_values(each, oslo, lima, Offers(begin("orders").query, FACTS).item)
    assert run(changes.with_figure(begin("orders").query, less, 0)) == [(0.0,)]
    one = replace(calculated("max", Col("orders", "total"), "*", Col("orders", "total"), FACTS), where=(lima,))
    assert run(changes.with_figure(begin("orders").query, one, 0)) == [(625.0,)]


def test_what_was_put_together_is_said_so() -> None:
    def told(query: Query) -> str:
        return realised(query, FACTS, Rows(("figure",), tuple(run(query))))

    oslo, lima = (Filter(Item(Col("customers", "city")), "=", (name,)) for name in ("Oslo", "Lima"))
    less = between_values(Item(None, "count", table="orders"), oslo, lima, str)
    query = changes.with_figure(begin("orders").query, less, 0)
    assert told(query) == "There is 1 more order with customer city Oslo than with customer city Lima."
    assert Phrase(FACTS).query(query).startswith("difference between number of `orders` where `city` = 'Oslo'")
    facts = Facts(SchemaView((table("works", "work_no:integer!", "title", "copies:integer", "price:real"),), ()))
    worth = calculated("sum", Col("works", "copies"), "*", Col("works", "price"), facts)
    query = changes.with_figure(begin("works").query, worth, 0)
    assert realised(query, facts, Rows(("worth",), ((2056.25,),))) == "The total copies × price of works is 2,056.25."


def test_two_totals_as_a_percentage() -> None:
    said = Offers(begin("orders").query, FACTS).item
    total, products = Item(Col("orders", "total"), "sum"), Item(None, "count", table="orders")
    assert run(changes.with_figure(begin("orders").query, combined(products, "%", total, said), 0)) == [
        (pytest.approx(400 / 180),)
    ]


def test_a_figure_is_divided_by_a_number() -> None:
    said = Offers(begin("orders").query, FACTS).item
    tenth = combined(Item(Col("orders", "total"), "sum"), "/", 10.0, said)
    assert (tenth.formula is not None and tenth.formula.name) == "total orders › total ÷ 10"
    assert run(changes.with_figure(begin("orders").query, tenth, 0)) == [(18.0,)]


def test_what_is_reckoned_in_each_row_is_listed_and_sorted_by() -> None:
    cost = calculated("row", AMOUNT, "*", PRICE, FACTS)
    query = changes.also_listed(changes.listing(begin("items").query, (Item(Col("products", "title")),)), cost, FACTS)
    dear = arranging.first(arranging.ordered(query, cost, True), 2)
    assert [o.item for o in Offers(query, FACTS).orders() if o.descending][:2] == [Item(Col("products", "title")), cost]
    assert run(dear) == [("Tent", 80.0), ("Tent", 80.0)]
    counted = changes.also_listed(
        begin("orders").query, calculated("row", Col("orders", "total"), "+", PRICE, FACTS), FACTS
    )
    assert [i.aggregate for i in counted.select] == ["", ""]


def test_rows_that_have_others_or_meet_another_condition() -> None:
    oslo = Filter(Item(Col("customers", "city")), "=", ("Oslo",))
    some = conditions.added(begin("customers").query, conditions.related("customers", "orders", True))
    assert run(some) == [(1,)]
    assert run(conditions.any_of(some, (0,), oslo)) == [(2,)]
    either = conditions.any_of(conditions.added(begin("customers").query, oslo), (0,), some.where[0])
    assert run(either) == [(2,)]


@pytest.mark.slow
def test_a_second_role_is_added_and_both_are_told_apart(world: World) -> None:
    ws = world("bikes")
    first = last(ws.questions.ask("How many trips started at each station?"))
    form = form_of(first)
    plain = begin("trips")
    joins = [j for j in ws.joins.all() if (j.child_table, j.parent_table) == ("trips", "stations")]
    assert len(joins) == 2
    name = Col("stations", next(c.name for c in ws.tables.get("stations").columns if "name" in c.name))  # type: ignore[union-attr]
    built = last(ws.questions.edited(type(form)(arranging.per(plain.query, (name,)), (), (joins[0].id,))))
    base = ws.questions.facts(form_of(built)).base
    ((taken, other),) = second_roles(form_of(built), built.path, base)
    both = with_both(form_of(built), taken, other, base)
    facts: Facts = ws.questions.facts(both)
    roles = [r.name for r in both.roles]
    assert all(r in facts.tables for r in roles)
    pairs = arranging.per(both.query, [Col(r, name.name) for r in roles])
    answer = last(ws.questions.edited(type(form)(pairs, both.roles, both.joins)))
    one, two = (j.child[0] for j in (taken, other))
    key = taken.parent[0]
    wanted = ws.questions.sql(
        f'SELECT a."{name.name}", b."{name.name}", COUNT(*) FROM trips t JOIN stations a ON t."{one}" = a."{key}" '
        f'JOIN stations b ON t."{two}" = b."{key}" GROUP BY 1, 2'
    )
    assert sorted(answer.rows, key=str) == sorted(wanted.rows, key=str)


def test_the_sentence_of_rows_with_the_highest_says_that_alone() -> None:
    highest = Filter(Item(PRICE), "=", (Scalar(Item(PRICE, "max")),))
    query = conditions.added(begin("products").query, highest)
    said = realised(query, FACTS, Rows(("count",), ((1,),), False))
    assert "with the highest price" in said
    assert "with a price" not in said


def test_two_figures_are_put_together() -> None:
    names = Offers(begin("orders").query, FACTS)
    orders, customers = (Item(None, "count", table=t) for t in ("orders", "customers"))
    each = combined(orders, "/", customers, names.item)
    assert each.formula is not None
    assert each.formula.name == "number of orders ÷ number of customers"
    all_orders_of_all_customers = [(4 / 3,)]
    assert run(changes.with_figure(begin("orders").query, each, 0)) == all_orders_of_all_customers
    with pytest.raises(BadEdit, match="two figures"):
        combined(orders, "days", customers, names.item)
