"""Changes of a query: each gives the query that a person means, and leaves the rest as it was."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from core.ask.conversation.wording import Wording
from core.ask.edit import arranging, changes, conditions, parts, percentages, portions, tables
from core.ask.edit.afresh import Beginning, beginnings, begun, said
from core.ask.edit.check import check
from core.ask.edit.offers import Offers, steps
from core.ask.edit.partners import partners
from core.ask.edit.portions import closed, opened
from core.ask.form import Form, begin
from core.ask.state import Role, SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Col,
    Filter,
    Formula,
    Item,
    Operator,
    Order,
    Query,
    Related,
    Scalar,
    Via,
    all_tables,
)
from core.ask.translators.rules.realisation.answer import realised
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.shares import parted
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.errors import BadEdit, UnknownName
from core.model import Rows, Value
from tests.ask.schemas import SHOP_ROWS, join, shop, stored, table

FACTS = Facts(shop())
NAME, CITY = Col("customers", "name"), Col("customers", "city")
TOTAL, PLACED, PRICE = Col("orders", "total"), Col("orders", "placed"), Col("products", "price")
ORDERS, SUM = Item(None, "count", table="orders"), Item(TOTAL, "sum")
OSLO, BIG = Filter(Item(CITY), "=", ("Oslo",)), Filter(Item(TOTAL), ">", (40.0,))


PER_CITY = Query((Item(CITY), ORDERS), (), (CITY,), tables=("orders",))


def run(query: Query) -> list[tuple[Value, ...]]:
    check(query, FACTS)
    tree = connect(shop(), all_tables(query))
    assert tree is not None
    return stored(shop(), SHOP_ROWS).execute(render(query, tree, FACTS)).fetchall()


def test_a_question_is_built_part_by_part() -> None:
    query = begin("orders").query
    assert run(query) == [(4,)]
    query = arranging.per(query, (NAME,))
    assert run(arranging.ordered(query, Item(NAME))) == [("Ada", 2), ("Bo", 1)]
    query = changes.with_figure(query, SUM)
    query = arranging.first(query, 1)
    assert query.order == (Order(ORDERS, True),)
    assert run(query) == [("Ada", 2, 150.0)]
    query = changes.without_figure(query, 0, FACTS)
    assert (query.order, run(arranging.first(query, None))) == ((), [("Ada", 150.0), ("Bo", 25.0)])
    assert run(arranging.per(arranging.first(query, None), ())) == [(180.0,)]
    assert sorted(run(changes.without_figure(arranging.first(query, None), 0, FACTS))) == [("Ada",), ("Bo",)]


def test_a_figure_takes_the_place_of_another_with_its_order_and_bounds() -> None:
    query = Query((Item(NAME), ORDERS), (), (NAME,), (Filter(ORDERS, ">", (0.0,)),), (Order(ORDERS, True),), 1)
    changed = changes.with_figure(query, SUM, 0)
    assert (changed.order, changed.having) == ((Order(SUM, True),), (Filter(SUM, ">", (0.0,)),))
    assert run(changed) == [("Ada", 150.0)]


def test_rows_are_listed_and_counted() -> None:
    listed = changes.listing(begin("customers").query, (Item(NAME), Item(CITY)))
    assert run(listed) == [("Ada", "Oslo"), ("Bo", "Lima"), ("Cleo", "Oslo")]
    assert run(changes.everything(listed)) == [(1, "Ada", "Oslo"), (2, "Bo", "Lima"), (3, "Cleo", "Oslo")]
    assert sorted(run(arranging.per(listed, (CITY,)))) == [("Lima", 1), ("Oslo", 2)]
    assert sorted(
        run(changes.with_figure(changes.listing(listed, (Item(CITY),)), Item(None, "count", table="customers")))
    ) == [
        ("Lima", 1),
        ("Oslo", 2),
    ]
    assert run(arranging.different(changes.listing(listed, (Item(CITY),)), True)) == [("Oslo",), ("Lima",)]


def test_the_same_of_another_table_keeps_what_it_is_joined_to() -> None:
    query = Query((Item(CITY), ORDERS), (OSLO,), (CITY,), tables=("orders",))
    assert run(tables.of_table(query, "items", FACTS)) == [("Oslo", 4)]
    assert tables.of_table(query, "notes", FACTS) == begin("notes").query


def test_what_a_table_has_in_common_with_another_alone_is_no_condition_of_it() -> None:
    facts = Facts(
        SchemaView(
            (
                table("stays", "id:integer!", "dog:integer", "clerk:integer"),
                table("dogs", "id:integer!", "breed", "owner:integer"),
                table("owners", "id:integer!", "town"),
                table("clerks", "id:integer!", "name"),
            ),
            (join("stays.dog", "dogs.id"), join("dogs.owner", "owners.id"), join("stays.clerk", "clerks.id")),
        )
    )
    town = Filter(Item(Col("owners", "town")), "=", ("Ely",))
    query = replace(begin("stays").query, where=(town,))
    assert tables.of_table(query, "dogs", facts).where == (town,)
    assert tables.of_table(query, "clerks", facts).where == ()
    assert tables.lost(query, "clerks", facts) == (begin("stays").query.select[0], town)


def test_of_another_table_groups_stay_ranked_and_what_goes_is_told() -> None:
    key, items = Col("customers", "id"), Item(None, "count", table="items")
    lacking = Related("customers", ("items",), (), True)
    ranked = Query((Item(NAME), SUM), (BIG, lacking), (key, NAME), (), (Order(SUM),), 1, keep="customers")
    changed = tables.of_table(ranked, "items", FACTS)
    assert (changed.select, changed.group, changed.keep) == ((Item(NAME), items), (key, NAME), "customers")
    assert (changed.where, changed.order, changed.limit) == ((BIG,), (Order(items),), 1)
    assert tables.lost(ranked, "items", FACTS) == (SUM, lacking)
    hidden = replace(ranked, select=(Item(NAME),), where=(), keep="")
    assert tables.of_table(hidden, "items", FACTS).order == (Order(items),)
    assert tables.lost(hidden, "items", FACTS) == (SUM,)
    counted = Query((Item(CITY), ORDERS), (OSLO,), (CITY,), tables=("orders",))
    assert tables.lost(counted, "items", FACTS) == ()
    dear = Filter(Item(PRICE), ">", (1.0,))  # products and customers have items in common
    listed = Query((Item(PRICE),), (dear,), order=(Order(Item(PRICE)),), tables=("products",))
    assert tables.lost(listed, "customers", FACTS) == (dear, Item(PRICE), Order(Item(PRICE)))
    share = percentages.share_of(replace(counted, group=(), select=(ORDERS,)), True)
    assert tables.of_table(share, "items", FACTS).share


def test_parts_of_dates() -> None:
    query = arranging.per(begin("orders").query, (Col("orders", "placed", "year"),))
    assert run(query) == [("2023", 1), ("2024", 3)]
    with pytest.raises(BadEdit, match="without a time"):
        run(arranging.per(query, (Col("orders", "placed", "hour"),)))
    with pytest.raises(BadEdit, match="holds no dates"):
        run(arranging.per(query, (Col("customers", "city", "year"),)))


def test_also_those_without() -> None:
    query = tables.keeping(arranging.per(begin("orders").query, (NAME,)), "customers")
    assert sorted(run(query)) == [("Ada", 2), ("Bo", 1), ("Cleo", 0)]
    recent = conditions.added(query, Filter(Item(PLACED), "like", ("2023%",)))
    assert sorted(run(recent)) == [("Ada", 1), ("Bo", 0), ("Cleo", 0)]
    assert sorted(run(conditions.added(recent, OSLO))) == [("Ada", 1), ("Cleo", 0)]
    sums = changes.with_figure(query, Item(Col("items", "amount"), "sum"))
    assert sorted(run(sums)) == [("Ada", 2, 7), ("Bo", 1, 5), ("Cleo", 0, None)]
    listed = tables.keeping(changes.listing(begin("customers").query, (Item(NAME), Item(TOTAL))), "customers")
    assert sorted(run(listed), key=str) == [("Ada", 100.0), ("Ada", 50.0), ("Bo", 25.0), ("Cleo", None)]
    with pytest.raises(BadEdit):
        tables.keeping(query, "products")


def test_listed_rows_are_summed_up_as_one() -> None:
    listed = conditions.added(changes.listing(begin("orders").query, (Item(Col("orders", "id")),)), BIG)
    assert len(run(listed)) == 2
    assert run(changes.with_figure(listed, SUM, facts=FACTS)) == [(150.0,)]
    wide = changes.listing(listed, (Item(Col("orders", "placed")), Item(Col("orders", "customer_id"))))
    assert run(changes.with_figure(wide, Item(TOTAL, "avg"), facts=FACTS)) == [(75.0,)]
    names = changes.listing(begin("customers").query, (Item(NAME),))
    summed = changes.with_figure(names, SUM, facts=FACTS)
    assert sorted(run(summed)) == [("Ada", 150.0), ("Bo", 25.0), ("Cleo", None)]  # whoever has none stays listed
    assert summed.group[0] == Col("customers", "id")  # and who is called alike apart
    of_big = changes.with_figure(conditions.added(names, BIG), ORDERS, facts=FACTS)
    assert [r[0] for r in run(of_big)] == ["Ada"]


def test_a_percentage() -> None:
    assert run(percentages.share_of(conditions.added(begin("orders").query, BIG), True)) == [(50.0,)]
    with pytest.raises(BadEdit, match="needs a condition"):
        percentages.share_of(begin("orders").query, True)


@pytest.mark.parametrize("item", [Item(TOTAL, "avg"), Item(TOTAL, "max"), Item(CITY, "count", distinct=True)])
def test_an_average_is_no_percentage(item: Item) -> None:
    query = replace(begin("orders").query, select=(item,), where=(BIG,))
    assert not parts.adds_up(item)
    with pytest.raises(BadEdit, match="number of rows or a total"):
        percentages.share_of(query, True)
    with pytest.raises(BadEdit):
        percentages.share_of(replace(query, select=(ORDERS, SUM)), True)


def test_a_percentage_of_groups_is_made_changed_and_undone() -> None:
    query = arranging.per(conditions.added(begin("orders").query, BIG), (NAME,))
    query = closed(percentages.share_of(query, True))
    assert sorted(run(query)) == [("Ada", 100.0), ("Bo", 0.0)]
    assert Phrase(FACTS).query(query) == (
        "percentage of `orders` where `orders.total` > 40, for each `customers.name`, sorted by percentage of `orders` "
        "where `orders.total` > 40 (largest first)"
    )
    assert Wording(FACTS).question(query) == (
        "What is the percentage of orders where total of orders > 40 for each name of customers?"
    )
    again = opened(query)
    assert (again.where, again.share, parts.figures(again)) == ((BIG,), 100.0, (ORDERS,))
    assert closed(again) == query
    smaller = closed(conditions.put(again, (0,), Filter(Item(TOTAL), ">", (70.0,))))
    assert sorted(run(smaller)) == [("Ada", 50.0), ("Bo", 0.0)]
    assert sorted(run(percentages.share_of(again, False))) == [("Ada", 2)]
    assert run(closed(arranging.per(again, ()))) == [(50.0,)]
    assert sorted(run(closed(conditions.taken_away(again, (0,))))) == [("Ada", 2), ("Bo", 1)]
    of_totals = closed(changes.with_figure(again, SUM, 0))
    assert sorted(run(of_totals)) == [("Ada", 100.0), ("Bo", None)]
    assert "percentage of total `orders.total` where" in Phrase(FACTS).query(of_totals)
    assert run(changes.with_figure(again, Item(TOTAL, "avg"), 0))[0] == ("Ada", 75.0)


def test_a_percentage_for_each_of_what_a_condition_names_is_of_these_alone() -> None:
    city = Col("customers", "city")
    asked = conditions.added(conditions.added(begin("orders").query, BIG), Filter(Item(city), "=", ("Oslo",)))
    for query in (
        arranging.per(percentages.share_of(asked, True), (city,)),
        percentages.share_of(arranging.per(asked, (city,)), True),
    ):
        assert query.among == (city,)
        assert run(closed(query)) == [("Oslo", 100.0)]
    assert "`orders.total` > 40, where `city` = 'Oslo', for each" in Phrase(FACTS).query(closed(query))
    one = closed(arranging.per(changes.with_figure(query, SUM, 0), ()))
    assert "among those where `city` = 'Oslo'" in Phrase(FACTS).query(one)


def test_listed_rows_are_sorted_by_how_many_belong_to_each() -> None:
    listed = changes.listing(begin("customers").query, (Item(NAME),))
    orders = Item(None, "count", table="orders")
    assert [(o.item, o.descending) for o in Offers(listed, FACTS).orders()].count((orders, True)) == 1
    assert (SUM, False) in [(o.item, o.descending) for o in Offers(listed, FACTS).orders()]
    most = arranging.ordered(listed, orders, True, FACTS)
    assert [r[0] for r in run(most)] == ["Ada", "Bo", "Cleo"]
    assert [r[0] for r in run(arranging.first(most, 1))] == ["Ada"]
    back = arranging.ordered(most, Item(NAME), False, FACTS)
    assert run(back) == run(arranging.ordered(listed, Item(NAME), False, FACTS))
    big = arranging.ordered(conditions.added(listed, BIG), orders, True, FACTS)
    assert [r[0] for r in run(big)] == ["Ada"]  # who meets the condition, and nobody else
    towns = arranging.different(changes.listing(begin("customers").query, (Item(Col("customers", "city")),)), True)
    assert orders not in [o.item for o in Offers(towns, FACTS).orders()]


def test_with_the_last_column_of_a_table_its_hidden_key_goes() -> None:
    key, city = Col("customers", "id"), Col("customers", "city")
    query = arranging.per(begin("orders").query, (key, NAME, city))
    ranked = changes.without_figure(arranging.first(query, 3), 0, FACTS)
    hidden = replace(ranked, select=tuple(i for i in ranked.select if i.column != key))
    placed = changes.listing(hidden, (*hidden.select, Item(PLACED)))
    assert key in placed.group
    assert changes.listing(placed, (Item(PLACED),)).group == (PLACED,)


def test_a_percentage_is_taken_of_some_rows() -> None:
    recent = Filter(Item(PLACED), "like", ("2024%",))
    query = conditions.added(conditions.added(begin("orders").query, BIG), recent)
    whole = percentages.part_of(percentages.share_of(query, True), (PLACED,))
    assert [round(float(str(r[0])), 1) for r in run(whole)] == [33.3]
    assert sorted(run(closed(arranging.per(whole, (NAME,))))) == [("Ada", 100.0), ("Bo", 0.0)]
    assert opened(closed(arranging.per(whole, (NAME,)))).among == (PLACED,)
    with pytest.raises(BadEdit, match="No condition is left"):
        percentages.part_of(whole, (PLACED, TOTAL))
    assert percentages.share_of(query, True, FACTS) == whole  # the time says of which rows it is taken
    assert percentages.share_of(replace(query, where=(recent,)), True, FACTS).among == ()


def test_a_time_from_a_day_on_is_no_condition_on_that_day() -> None:
    long = Filter(Item(PLACED, formula=Formula("days", Item(PLACED), Item(PLACED))), ">=", (0.0,))
    dated = Filter(Item(PLACED), "is not null")
    query = conditions.added(conditions.added(begin("orders").query, long), dated)
    whole = percentages.part_of(percentages.share_of(query, True), (PLACED,))
    assert parted(whole.where, whole.among) == ((long,), (dated,))


@pytest.mark.parametrize(
    ("typed", "beginning", "day"),
    [
        ("2024-03-31", "2024-03-31", "2024-03-31"),
        ("31 March 2024", "2024-03-31", "2024-03-31"),
        ("March 2024", "2024-03", "2024-03-01"),
        (" 2024 ", "2024", "2024-01-01"),
        ("2024-03-31 10:15", "2024-03-31 10:15", "2024-03-31 10:15"),
        ("Date Due", None, None),
        ("20", None, None),
    ],
)
def test_a_date_is_compared_as_one(typed: str, beginning: str | None, day: str | None) -> None:
    assert (conditions.written_date(typed, True), conditions.written_date(typed, False)) == (beginning, day)


def test_today_may_be_typed() -> None:
    assert conditions.written_date(" Today", False) == date.today().isoformat()


def test_groups_are_ranked_by_a_total_that_is_not_shown() -> None:
    query = arranging.per(begin("orders").query, (NAME,))
    assert Order(SUM, True) in Offers(query, FACTS).orders()
    ranked = arranging.first(arranging.ordered(query, SUM, True), 1)
    assert run(ranked) == [("Ada", 2)]


def test_a_part_of_the_rows_in_percent_is_cut_and_given_up_again() -> None:
    groups = arranging.ordered(arranging.per(begin("orders").query, (NAME,)), SUM, True)
    assert run(arranging.first(groups, 50, percent=True)) == [("Ada", 2)]
    both = run(arranging.first(groups, 51, percent=True))  # rounded up
    assert [r[0] for r in both] == ["Ada", "Bo"]
    assert run(arranging.first(arranging.first(groups, 50, percent=True), 2)) == both
    rows = begin("orders").query
    with pytest.raises(BadEdit, match="sorted by"):
        arranging.first(rows, 10, percent=True)
    with pytest.raises(BadEdit, match="100 %"):
        arranging.first(groups, 100, percent=True)


def test_conditions_are_added_changed_and_taken_away() -> None:
    query = conditions.added(begin("customers").query, OSLO)
    assert run(query) == [(2,)]
    query = conditions.added(query, conditions.related("customers", "orders", False))
    assert run(query) == [(1,)]
    query = conditions.added(query, BIG, (1,))
    assert query.where[1] == Related("customers", ("orders",), (BIG,))
    assert run(conditions.put(query, (1, 0), conditions.compared(BIG, "<"))) == [(0,)]
    assert run(conditions.taken_away(query, (0,))) == [(1,)]
    assert conditions.taken_away(query, (1, 0)).where[1] == Related("customers", ("orders",))
    either = conditions.any_of(
        begin("customers").query.__class__(query.select, (OSLO,)), (0,), Filter(Item(NAME), "=", ("Bo",))
    )
    assert isinstance(either.where[0], AnyOf)
    assert run(either) == [(3,)]
    assert conditions.taken_away(either, (0, 1)).where == (OSLO,)
    with pytest.raises(BadEdit, match="no longer there"):
        conditions.put(query, (5,), OSLO)


def test_bounds_on_figures_stand_behind_the_conditions() -> None:
    query = conditions.added(arranging.per(begin("orders").query, (NAME,)), BIG)
    query = conditions.added(query, Filter(ORDERS, ">=", (2.0,)))
    assert (query.where, query.having) == ((BIG,), (Filter(ORDERS, ">=", (2.0,)),))
    assert run(query) == [("Ada", 2)]
    assert run(conditions.taken_away(query, (1,))) == [("Ada", 2)]
    assert conditions.taken_away(query, (0,)).having == query.having
    plain = conditions.put(query, (1,), OSLO)
    assert (plain.where, plain.having) == ((BIG, OSLO), ())


def test_an_operator_keeps_the_values_that_fit_it() -> None:
    some = Filter(Item(CITY), "=", ("Oslo", "Lima"))
    assert conditions.compared(some, "like").values == ("%Oslo%", "%Lima%")
    assert conditions.compared(conditions.compared(some, "like"), "!=").values == ("Oslo", "Lima")
    assert conditions.compared(some, "is null").values == ()
    assert conditions.compared(BIG, "between").values == (40.0, 40.0)
    assert conditions.bare(conditions.contains("50%_a\\")) == "50%_a\\"


def test_than_the_average_and_the_best_of_each() -> None:
    dear = conditions.added(begin("orders").query, Filter(Item(TOTAL), ">", (Scalar(Item(TOTAL, "avg")),)))
    assert run(dear) == [(2,)]
    small = conditions.added(dear, Filter(Item(TOTAL), "<", (30.0,)), (0,))
    assert run(small) == [(3,)]
    assert Phrase(FACTS).query(small).endswith("`total` > the average `total` of those with `total` < 30")
    assert conditions.condition_at(small, (0, 0)) == Filter(Item(TOTAL), "<", (30.0,))
    assert run(conditions.added(dear, OSLO, (0,))) == [(1,)]
    best = conditions.best_of(Col("orders", "customer_id"), TOTAL, True)
    assert run(conditions.added(changes.listing(begin("orders").query, (Item(TOTAL),)), best)) == [(100.0,), (25.0,)]


def test_the_best_of_each_with_all_their_columns_is_told() -> None:
    query = conditions.added(begin("orders").query, conditions.best_of(Col("orders", "customer_id"), TOTAL, True))
    rows = Rows(("order_id", "customer_id", "total"), ((1, 1, 100.0), (3, 2, 25.0)))
    assert "2 orders" in realised(changes.everything(query), FACTS, rows)


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(UnknownName, match="custmers"):
        check(begin("custmers").query, FACTS)
    with pytest.raises(UnknownName) as wrong:
        check(arranging.per(begin("orders").query, (Col("orders", "totl"),)), FACTS)
    assert wrong.value.close == ("total",)
    with pytest.raises(BadEdit, match="holds no numbers"):
        check(changes.with_figure(begin("customers").query, Item(CITY, "sum"), 0), FACTS)
    with pytest.raises(BadEdit, match="lacks its value"):
        check(conditions.added(begin("orders").query, Filter(Item(TOTAL), "between", (1.0,))), FACTS)
    with pytest.raises(BadEdit, match="No join connects"):
        check(arranging.per(begin("orders").query, (Col("notes", "text"),)), FACTS)
    with pytest.raises(BadEdit, match="Nothing is shown"):
        check(Query(()), FACTS)


def test_a_form_is_kept_as_plain_values() -> None:
    form = Form(conditions.added(begin("orders").query, OSLO), (Role("a", "b", "c", "d"),), ("j",))
    assert Form.of(form.plain()) == form
    assert Form.of({}) is None
    assert Form.of(None) is None
    assert Form.of({"query": {"form": "Query", "colour": "red"}}) is None


def test_percentages_of_a_total_say_of_what() -> None:
    grouped = changes.with_figure(arranging.per(begin("orders").query, (NAME,)), SUM, 0)
    of_all = portions.of_total(grouped, True)
    assert portions.of_total(of_all, True) == of_all
    assert portions.of_total(of_all, False) == grouped
    assert "percent of the total" in Phrase(FACTS).query(of_all)
    part = closed(percentages.share_of(changes.with_figure(replace(begin("orders").query, where=(BIG,)), SUM, 0), True))
    assert "percentage of total `total` where `total` > 40" in Phrase(FACTS).query(part)
    assert opened(part).where == (BIG,)
    assert closed(opened(part)) == part


@pytest.mark.parametrize(
    ("low", "high", "offered"),
    [
        (4, 73, (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70)),
        (0.52, 0.97, (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)),
        (-3, 3, (-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3)),
        (7, 7, ()),
        ("a", "b", ()),
        (None, None, ()),
    ],
)
def test_round_numbers_are_offered_to_compare_with(low: Value, high: Value, offered: tuple[float, ...]) -> None:
    assert steps(low, high) == offered


def test_of_a_list_of_figures_their_average_is_asked() -> None:
    listed = changes.listing(begin("orders").query, (Item(TOTAL),))
    ranked = arranging.first(arranging.ordered(listed, Item(TOTAL), True), 1)
    average = changes.with_figure(ranked, Item(TOTAL, "avg"), facts=FACTS)
    assert (average.group, average.order, average.limit, run(average)) == ((), (), None, [(45.0,)])
    both = changes.listing(ranked, (Item(CITY), Item(TOTAL)))
    assert run(changes.with_figure(both, Item(TOTAL, "max"), facts=FACTS)) == [
        ("Oslo", 100.0)
    ]  # the first one stays one
    whole = replace(both, limit=None)
    assert sorted(run(changes.with_figure(whole, Item(TOTAL, "max"), facts=FACTS))) == [("Lima", 25.0), ("Oslo", 100.0)]


def test_what_groups_are_ranked_or_bounded_by_need_not_be_shown() -> None:
    top = arranging.first(arranging.per(begin("orders").query, (NAME,)), 1)
    names = changes.without_figure(top, 0, FACTS)
    assert run(names) == [("Ada",)]
    assert parts.hidden(names)
    assert run(changes.listing(names, (Item(NAME), Item(CITY)))) == [("Ada", "Oslo")]
    assert run(arranging.per(names, (CITY,))) == [("Oslo",)]
    assert run(changes.with_figure(names, SUM)) == [("Ada", 150.0)]
    bounded = conditions.added(arranging.per(begin("orders").query, (NAME,)), Filter(ORDERS, "<", (2.0,)))
    assert run(changes.without_figure(bounded, 0, FACTS)) == [("Bo",)]


def test_what_groups_are_ranked_by_is_another_figure_that_is_not_shown() -> None:
    names = changes.without_figure(arranging.first(arranging.per(begin("orders").query, (NAME,)), 1), 0, FACTS)
    assert parts.ranking(names) == ORDERS
    named = arranging.ranked_by(names, Item(None, "count", table="customers"))
    assert all_tables(named) == ("customers",)
    spent = arranging.ranked_by(names, SUM)
    assert (parts.ranking(spent), run(spent)) == (SUM, [("Ada",)])
    assert parts.ranking(replace(names, order=(), having=(Filter(ORDERS, "<", (2.0,)),))) is None
    with pytest.raises(BadEdit):
        arranging.ranked_by(PER_CITY, SUM)


def test_rows_have_so_many_others() -> None:
    customers = begin("customers").query
    two = conditions.added(customers, conditions.related("customers", "orders", False, Filter(ORDERS, ">=", (2.0,))))
    assert run(two) == [(1,)]
    assert run(conditions.put(two, (0,), replace(two.where[0], negated=True))) == [(2,)]  # type: ignore[type-var]
    small = conditions.added(two, Filter(Item(TOTAL), "<", (60.0,)), (0,))
    assert run(small) == [(0,)]
    dear = conditions.added(customers, conditions.related("customers", "orders", False, Filter(SUM, ">", (30.0,))))
    listed = changes.listing(dear, (Item(NAME),))
    assert run(listed) == [("Ada",)]
    assert Phrase(FACTS).query(two) == ("number of `customers`, where `customers` have at least 2 `orders`")
    both = conditions.added(dear, Filter(ORDERS, "<", (2.0,)), (0,))
    assert (run(both), conditions.taken_away(both, (0, 1))) == ([(0,)], dear)
    assert Form.of(Form(both).plain()) == Form(both)


def test_a_table_that_nothing_is_said_of_is_taken_away() -> None:
    query = replace(begin("customers").query, tables=("customers", "orders"))
    assert (tables.joined_too(query), run(query)) == (("orders",), [(2,)])
    assert tables.without_table(query, "orders") == begin("customers").query
    assert tables.joined_too(conditions.added(query, BIG)) == ()


def test_rows_alike_in_a_column() -> None:
    like_ada = Among(CITY, (Filter(Item(NAME), "=", ("Ada",)),))
    assert run(conditions.added(changes.listing(begin("customers").query, (Item(NAME),)), like_ada)) == [
        ("Ada",),
        ("Cleo",),
    ]


def test_values_of_another_column() -> None:
    some = Via(Col("customers", "id"), Col("orders", "customer_id"), ())
    listed = changes.listing(begin("customers").query, (Item(NAME),))
    without = conditions.added(listed, replace(some, negated=True))
    assert (run(conditions.added(listed, some)), run(without)) == ([("Ada",), ("Bo",)], [("Cleo",)])
    assert Phrase(FACTS).query(without).endswith("`id` is none of the `customer_id` of `orders`")
    bought = Filter(Item(Col("items", "product_id")), "=", (8.0,))
    assert run(conditions.added(listed, replace(some, where=(bought,)))) == [("Ada",)]


def test_columns_that_hold_the_same_are_offered_to_join_by() -> None:
    assert partners(Col("orders", "customer_id"), FACTS)[0] == Col("customers", "id")
    kinds = {FACTS.column(c).type for c in partners(CITY, FACTS)}  # type: ignore[union-attr]
    assert kinds == {"text"}
    assert partners(Col("orders", "nowhere"), FACTS) == []


def test_a_reading_begun_afresh_lists_counts_or_reckons() -> None:
    offers = Offers(begin("orders").query, FACTS)
    offered = {said(b, offers): b for b in beginnings(offers, ("customers",))}
    assert next(iter(offered)).startswith("list of customers")
    assert run(begun(Beginning("customers"), FACTS)) == [("Ada",), ("Bo",), ("Cleo",)]
    assert run(begun(offered["number of products"], FACTS)) == [(4,)]
    assert run(begun(offered["total orders › total"], FACTS)) == [(180.0,)]


def test_of_another_table_what_was_asked_of_it_inside_stays() -> None:
    late = Filter(Item(PLACED), ">", ("2024-02-15",))
    listed = changes.listing(begin("customers").query, (Item(NAME),))
    with_orders = conditions.added(listed, replace(conditions.related("customers", "orders", False), where=(late,)))
    moved = tables.of_table(with_orders, "orders", FACTS)
    assert (moved.where, run(moved)) == ((late,), [(2,)])
    without = conditions.put(with_orders, (0,), replace(conditions.related("customers", "orders", True), where=(late,)))
    assert tables.of_table(without, "orders", FACTS).where == ()


def test_any_of_several_becomes_all_of_them() -> None:
    either = conditions.added(begin("orders").query, AnyOf((OSLO, BIG)))
    both = conditions.all_of(either, (0,))
    assert (both.where, run(either), run(both)) == ((OSLO, BIG), [(2,)], [(2,)])
    with pytest.raises(BadEdit):
        conditions.all_of(both, (0,))


def test_a_day_that_is_the_latest_is_compared_as_it_stands() -> None:
    latest = Scalar(Item(PLACED, "max"))
    told = conditions.with_values(Filter(Item(PLACED), "like"), (latest,))
    query = conditions.added(begin("orders").query, told)
    assert (told.operator, run(query)) == ("=", [(1,)])
    assert realised(query, FACTS, Rows(("n",), ((1,),))) == "There is 1 order with the latest date placed."


def test_a_key_that_keeps_names_apart_goes_with_them() -> None:
    key = Col("customers", "id")
    each = Query((Item(NAME), ORDERS), (), (key, NAME), (), (Order(ORDERS, True),))
    assert parts.groups(each) == (NAME,)
    assert arranging.per(each, (NAME, CITY)).group == (key, NAME, CITY)
    assert arranging.per(each, (CITY,)).group == (CITY,)
    assert sorted(run(arranging.per(each, (CITY,)))) == [("Lima", 1), ("Oslo", 2)]


def test_times_of_a_day_are_told_apart_by_the_hour() -> None:
    view = SchemaView((table("visits", "id:integer!", "at:time", "day:date"),), ())
    facts, hour = Facts(view), Col("visits", "at", "hour")
    parts = [c.part for c in Offers(begin("visits").query, facts).groups() if c.name == "at"]
    assert parts == ["hour", ""]
    offers = Offers(begin("visits").query, facts)
    assert "like" not in offers.operators(Item(Col("visits", "at")))
    assert offers.same_sort(Col("visits", "at")) == []
    query = arranging.per(begin("visits").query, (hour,))
    check(query, facts)
    tree = connect(view, all_tables(query))
    assert tree is not None
    rows = {"visits": [(1, "09:05", ""), (2, "09:55:30", ""), (3, "14:00", "")]}
    assert stored(view, rows).execute(render(query, tree, facts)).fetchall() == [("09", 2), ("14", 1)]


def test_months_of_any_year_are_told_apart_and_asked_for() -> None:
    month = Col("orders", "placed", "calendar month")
    each = arranging.ordered(arranging.per(begin("orders").query, (month,)), Item(month))
    assert run(each) == [("January", 1), ("February", 1), ("March", 1), ("April", 1)]
    offers = Offers(begin("orders").query, FACTS)
    assert [offers.column(c) for c in offers.groups() if c == month] == ["orders › placed: month of any year"]
    assert Offers(each, FACTS).operators(Item(month))[:2] == ("=", "!=")
    spring = conditions.added(begin("orders").query, Filter(Item(month), "=", ("March", "April")))
    assert run(spring) == [(2,)]
    assert Wording(FACTS).question(each) == "How many orders are there for each calendar month of placed?"


@pytest.mark.parametrize(
    ("operator", "values", "said"),
    [
        ("like", ("2023-03%",), "in March 2023"),
        ("between", ("2023-01-01", "2023-12-31T23:59:59"), "between 1 January 2023 and 31 December 2023"),
        ("<=", ("2023-12-31T23:59:59",), "up to 31 December 2023"),
        (">=", ("2023-12-31",), "on or after 31 December 2023"),
    ],
)
def test_days_are_said_as_people_say_them(operator: Operator, values: tuple[str, ...], said: str) -> None:
    query = conditions.added(begin("orders").query, Filter(Item(PLACED), operator, values))
    assert Wording(FACTS).question(query) == f"How many orders are there where placed is {said}?"
    assert "T23:59:59" not in Phrase(FACTS).query(query)


def test_the_question_said_anew_is_said_as_people_say_it() -> None:
    lacking = Related("customers", ("orders",), (), True)
    query = conditions.added(begin("customers").query, lacking)
    assert Wording(FACTS).question(query) == "How many customers have no orders?"
    oslo = conditions.added(query, OSLO)
    said = "How many customers are there where customers have no orders and city is “Oslo”?"
    assert Wording(FACTS).question(oslo) == said
    each = arranging.per(begin("orders").query, (Col("customers", "id"), NAME), (Col("customers", "id"),))
    assert Wording(FACTS).question(each) == "How many orders are there for each customer?"
    assert Phrase(FACTS).query(each).startswith("number of `orders`, for each customer, sorted by")
    assert Phrase(FACTS).query(PER_CITY).startswith("number of `orders`, for each `city`")  # of customers alone
    named = arranging.per(begin("orders").query, (NAME,))
    assert "for each `customers.name`" in Phrase(FACTS).query(named)


def test_an_order_that_a_person_chose_is_said() -> None:
    said = Wording(FACTS).question
    by_name = arranging.ordered(PER_CITY, Item(CITY))
    assert said(by_name) == "How many orders are there for each city of customers?"  # as the rules give it, unasked
    assert (
        said(by_name, True)
        == "How many orders are there for each city of customers, sorted by city of customers (A to Z)?"
    )
    two = changes.also_figure(PER_CITY, SUM, FACTS)
    assert "sorted by" not in said(arranging.ordered(two, ORDERS, True), True)
    assert said(arranging.ordered(two, SUM, True), True).endswith(", sorted by total total (largest first)?")
    month = replace(PLACED, part="month")
    each = arranging.per(begin("orders").query, (month,))
    assert "sorted by" not in said(each, True)
    assert said(arranging.ordered(each, Item(month), True), True).endswith("(latest first)?")


def test_the_key_of_a_group_that_is_taken_away_goes_with_it() -> None:
    key, name, city = Col("orders", "customer_id"), Col("customers", "name"), Col("products", "title")
    count = Item(None, "count", table="orders")
    query = Query((Item(name), Item(city), count), group=(key, name, city))
    assert arranging.per(query, (city,)).group == (city,)
    assert arranging.per(query, (name,)).group == (key, name)


def test_a_date_is_compared_with_dates() -> None:
    offers = Offers(begin("orders").query, Facts(shop()))
    found = [offers.facts.column(c) for c in offers.same_sort(Col("orders", "placed"))]
    assert all(c is not None and c.type in ("date", "datetime") for c in found)
    assert Col("orders", "customer_id") in offers.same_sort(Col("orders", "total"))


def test_a_percentage_is_taken_of_the_rows_that_have_a_value() -> None:
    city = Item(CITY)
    known, oslo = Filter(city, "is not null"), Filter(city, "=", ("Oslo",))
    query = percentages.part_of(Query((Item(None, "count", table="customers"),), (oslo, known), share=100.0), (CITY,))
    assert parted(query.where, query.among) == ((oslo,), (known,))


@pytest.mark.parametrize(
    ("operator", "timed", "values"),
    [
        ("<", False, ("2024-02-01",)),
        (">=", True, ("2024-02-01",)),
        ("<=", False, ("2024-03-31",)),
        (">", True, ("2024-03-31T23:59:59",)),
        ("between", False, ("2024-02-01", "2024-03-31")),
        ("between", True, ("2024-02-01", "2024-03-31T23:59:59")),
        ("=", False, ()),
        ("is null", False, ()),
    ],
)
def test_months_that_days_were_in_become_days(operator: Operator, timed: bool, values: tuple[str, ...]) -> None:
    months = Filter(Item(Col("orders", "placed")), "like", ("2024-03%", "2024-02%"))
    assert conditions.compared(months, operator, timed).values == values
    assert conditions.compared(months, "not like", timed).values == months.values


def test_a_time_added_to_a_percentage_says_of_which_rows_it_is_taken() -> None:
    share = percentages.share_of(conditions.added(begin("orders").query, BIG), True, FACTS)
    day = Filter(Item(PLACED), "like", ("2023%",))
    timed = conditions.of_those_when(conditions.added(share, day), day, FACTS)
    assert timed.among == (PLACED,)
    plain = conditions.added(share, OSLO)
    assert conditions.of_those_when(plain, OSLO, FACTS) == plain


def test_a_further_figure_leaves_groups_ranked_by_what_is_seen() -> None:
    names = changes.without_figure(arranging.first(arranging.per(begin("orders").query, (NAME,)), 2), 0, FACTS)
    assert parts.hidden(names)
    both = changes.also_figure(names, SUM, FACTS)
    assert (both.select[1:], both.order, both.limit) == ((ORDERS, SUM), (Order(ORDERS, True),), 2)
    assert run(both) == [("Ada", 2, 150.0), ("Bo", 1, 25.0)]


def test_groups_made_of_a_list_are_sorted_by_their_figure() -> None:
    towns = changes.listing(begin("customers").query, [Item(CITY)])
    each = changes.also_figure(replace(towns, distinct=True), Item(None, "count", table="customers"), FACTS)
    assert run(each) == [("Oslo", 2), ("Lima", 1)]


def test_a_bound_on_another_figure_keeps_its_comparison() -> None:
    many = Filter(ORDERS, ">", (2.0,))
    assert conditions.of_figure(many, SUM, FACTS) == Filter(SUM, ">", (2.0,))
    assert conditions.of_figure(many, Item(PLACED, "max"), FACTS) == Filter(Item(PLACED, "max"), ">", ())


def test_groups_are_told_by_the_figure_that_they_are_sorted_by() -> None:
    query = Query((Item(CITY), SUM, ORDERS), (), (CITY,), (), (Order(ORDERS, True),), tables=("orders",))
    rows = Rows(("city", "total", "orders"), (("Oslo", 150.0, 9), ("Lima", 400.0, 3), ("Rome", 90.0, 1)), False)
    assert "Oslo has the most orders (9)" in realised(query, FACTS, rows)
    by_total = replace(query, order=(Order(SUM, True),))
    assert changes.told_first(by_total, ORDERS) == query
    first_two = replace(by_total, limit=2)
    assert changes.told_first(first_two, ORDERS) == first_two
    by_city = replace(query, order=(Order(Item(CITY)),))
    assert changes.told_first(by_city, ORDERS) == by_city


def test_a_listed_amount_is_no_group_of_a_figure() -> None:
    listed = Query((Item(CITY), Item(TOTAL)), tables=("customers", "orders"))
    assert changes.also_figure(listed, Item(PRICE, "sum"), FACTS).group == (CITY,)
    assert changes.also_figure(replace(listed, select=(Item(TOTAL),)), Item(PRICE, "sum"), FACTS).group == ()


def test_whole_numbers_are_compared_with_whole_ones() -> None:
    assert steps(1, 6) == tuple(1 + 0.5 * n for n in range(11))
    assert steps(1, 6, whole=True) == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


def test_a_figure_of_times_is_added_up_along_them_until_they_are_gone() -> None:
    month = replace(PLACED, part="month")
    by_month = changes.with_figure(arranging.per(begin("orders").query, [month]), ORDERS, 0)
    (running,) = Offers(by_month, FACTS).running()
    added = changes.with_figure(by_month, running, 0)
    assert run(added) == [("2023-01", 1), ("2024-02", 2), ("2024-03", 3), ("2024-04", 4)]
    bounded = replace(by_month, having=(Filter(ORDERS, ">", (0.0,)),))
    assert len(run(changes.with_figure(bounded, running, 0))) == len(run(by_month))
    per_city = arranging.settled(arranging.per(added, [CITY]), FACTS)
    assert parts.figures(per_city) == (ORDERS,)
    assert Offers(per_city, FACTS).running() == []
