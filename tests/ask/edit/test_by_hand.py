"""Figures of two columns, and one table in two roles, put together by hand."""

from __future__ import annotations

import pytest

from core.ask.edit import changes
from core.ask.edit.formulas import calculated, combined, reckonable
from core.ask.edit.offers import Offers
from core.ask.edit.roles import second_roles, with_both
from core.ask.form import begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item
from core.errors import BadEdit, UnknownName
from tests.ask.conftest import World
from tests.ask.edit.test_changes import FACTS, run
from tests.ask.edit.test_edited import form_of, last

PRICE, AMOUNT = Col("products", "price"), Col("items", "amount")


def test_amount_times_price_is_added_up() -> None:
    query = changes.with_figure(begin("items").query, calculated("sum", AMOUNT, "*", PRICE, FACTS), 0)
    assert run(query) == [(80.0 + 40.0 + 60.0 + 80.0 + 20.0,)]
    title = Col("products", "title")
    each = changes.ordered(changes.per(query, (title,)), Item(title))
    assert run(each) == [("Lamp", 100.0), ("Mug", 20.0), ("Tent", 160.0)]


def test_a_ratio_of_totals_and_an_average_of_quotients_differ() -> None:
    for way, found in (("ratio", 5.0), ("avg", 1.0)):
        item = calculated(way, Col("orders", "total"), "/", Col("orders", "total" if way == "avg" else "id"), FACTS)
        value = run(changes.with_figure(begin("orders").query, item, 0))[0][0]
        assert value == (found if way == "avg" else 180.0 / 46)


def test_time_from_one_column_to_another_is_reckoned_in_days_hours_and_minutes() -> None:
    placed = Col("orders", "placed")
    for sign in ("days", "hours", "minutes"):
        item = calculated("avg", placed, sign, placed, FACTS)
        assert (item.formula is not None and item.formula.operator) == sign
        assert run(changes.with_figure(begin("orders").query, item, 0)) == [(0.0,)]


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


def test_keys_and_texts_are_not_offered() -> None:
    columns = [Col("orders", c.name) for c in FACTS.tables["orders"].columns]
    assert [c.name for c in reckonable(columns, FACTS)] == ["total", "placed"]


@pytest.mark.slow
def test_a_second_role_is_added_and_both_are_told_apart(world: World) -> None:
    ws = world("bikes")
    first = last(ws.questions.ask("How many trips started at each station?"))
    form = form_of(first)
    plain = begin("trips")
    joins = [j for j in ws.joins.all() if (j.child_table, j.parent_table) == ("trips", "stations")]
    assert len(joins) == 2
    name = Col("stations", next(c.name for c in ws.tables.get("stations").columns if "name" in c.name))  # type: ignore[union-attr]
    built = last(ws.questions.edited(type(form)(changes.per(plain.query, (name,)), (), (joins[0].id,))))
    base = ws.questions.facts(form_of(built)).base
    ((taken, other),) = second_roles(form_of(built), built.path, base)
    both = with_both(form_of(built), taken, other, base)
    facts: Facts = ws.questions.facts(both)
    roles = [r.name for r in both.roles]
    assert all(r in facts.tables for r in roles)
    pairs = changes.per(both.query, [Col(r, name.name) for r in roles])
    answer = last(ws.questions.edited(type(form)(pairs, both.roles, both.joins)))
    one, two = (j.child[0] for j in (taken, other))
    key = taken.parent[0]
    wanted = ws.questions.sql(
        f'SELECT a."{name.name}", b."{name.name}", COUNT(*) FROM trips t JOIN stations a ON t."{one}" = a."{key}" '
        f'JOIN stations b ON t."{two}" = b."{key}" GROUP BY 1, 2'
    )
    assert sorted(answer.rows, key=str) == sorted(wanted.rows, key=str)


def test_two_figures_are_put_together() -> None:
    names = Offers(begin("orders").query, FACTS)
    orders, customers = (Item(None, "count", table=t) for t in ("orders", "customers"))
    each = combined(orders, "/", customers, names.item)
    assert each.formula is not None
    assert each.formula.name == "number of orders ÷ number of customers"
    three_orders_of_two = [(1.5,)]
    assert run(changes.with_figure(begin("orders").query, each, 0)) == three_orders_of_two
    with pytest.raises(BadEdit, match="two figures"):
        combined(orders, "days", customers, names.item)
