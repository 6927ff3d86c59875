"""What is put right in every query: counts that rows hold, and numbers that stand for nothing known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.passes import ORDERED, PASSES, Pass, passed
from core.ask.translators.rules.passes.asked_when import asked_when
from core.ask.translators.rules.passes.but_not_then import but_not_then
from core.ask.translators.rules.passes.known_values import stand_in
from core.ask.translators.rules.passes.named_where_kept import named_where_kept
from core.ask.translators.rules.passes.said_in_full import said_in_full
from core.ask.translators.rules.passes.who_and_which import who_and_which
from core.ask.translators.rules.passes.whose_own import whose_own
from core.ask.translators.rules.query import AnyOf, Col, Filter, Formula, Item, Order, Query, Related
from core.model import Column, Profile
from core.text.unknown import nothing_known
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


def test_things_that_have_several_rows_are_counted_once() -> None:
    hauls = table("landings", "landing number", "port:integer")
    numbered = replace(hauls.columns[0], profile=Profile(10, 0, 4))
    view = SchemaView(
        (replace(hauls, columns=(numbered, *hauls.columns[1:])), table("ports", "port:integer!", "country")),
        (join("landings.port", "ports.port"),),
    )
    rows, country = Item(None, "count", table="landings"), Col("ports", "country")
    query = Query((Item(country), rows), group=(country,), order=(Order(rows, True),), tables=("landings",))
    once = Item(Col("landings", "landing number"), "count", distinct=True)
    said = tokenise("how many landings in each country")
    assert passed(query, facts(view), said) == replace(query, select=(Item(country), once), order=(Order(once, True),))
    assert passed(query, facts(view), tokenise("how many records in each country")) == query
    alone = Query((rows,), tables=("landings",))
    assert passed(alone, facts(view), tokenise("how many landings")) == replace(alone, select=(once,))


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


def test_how_many_there_are_is_added_up_where_the_rows_are_no_such_things() -> None:
    query = Query((Item(None, "count", table="clinics"),))
    counted = SchemaView((table("clinics", "district!", "number of clinics:integer"),), ())
    total = Item(Col("clinics", "number of clinics"), "sum")
    assert passed(query, facts(counted), tokenise("how many clinics")) == replace(query, select=(total,))
    others = SchemaView((table("clinics", "district!", "number of nurses:integer"),), ())
    assert passed(query, facts(others), tokenise("how many clinics")) == query


def test_things_whose_key_is_called_as_they_are_are_shown_by_name() -> None:
    view = SchemaView(
        (table("shops", "shop!", "name!", "town"), table("sales", "shop")), (join("sales.shop", "shops.shop"),)
    )
    query = Query((Item(Col("shops", "shop")),), (Filter(Item(Col("shops", "town")), "=", ("Leith",)),))
    named = replace(query, select=(Item(Col("shops", "name")),))
    assert passed(query, facts(view), tokenise("which shops are in Leith")) == named
    assert passed(query, facts(view), tokenise("codes of the shops in Leith")) == query


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


def test_the_first_of_the_groups_is_not_the_one_of_what_is_not_known() -> None:
    t = table("repairs", "id:integer!", "fault", "soil:integer")
    codes = {"fault": (("B", "Brakes"), ("X", "Fault not recorded")), "soil": (("1", "Clay"), ("-1", "Missing data"))}
    coded = tuple(replace(c, codes=codes.get(c.name, ())) for c in t.columns)
    told = facts(SchemaView((replace(t, columns=coded),), ()))
    rows = Item(None, "count", table="repairs")
    for name, none in (("fault", "X"), ("soil", "-1")):
        column = Col("repairs", name)
        ranked = Query((Item(column), rows), group=(column,), order=(Order(rows, True),), limit=1)
        known = Filter(Item(column), "!=", (none,))
        assert known in passed(ranked, told, tokenise("the most repairs")).where
        assert known not in passed(replace(ranked, limit=None), told, tokenise("how many repairs")).where
        assert known not in passed(ranked, told, tokenise("the most repairs, unknown ones as well")).where
        asked = replace(ranked, where=(Filter(Item(column), "=", ("B",)),))
        assert known not in passed(asked, told, tokenise("the most repairs")).where


@pytest.mark.parametrize(
    ("meaning", "nothing"),
    [
        ("Unknown", True),
        ("unknown (told by phone)", True),
        ("Data missing or out of range", True),
        ("Soil type not known", True),
        ("Heavy soil, drainage unknown", False),
        ("Missing a wheel, no spare carried, was towed away on a trailer", False),
        ("Brakes", False),
        ("Missing person", False),
        ("Refused", False),
        ("Not answered", False),
        ("not collected", False),
    ],
)
def test_only_a_meaning_that_says_so_of_its_whole_column_says_that_nothing_is_known(
    meaning: str, nothing: bool
) -> None:
    assert nothing_known(meaning, "Soil types") == nothing


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
    summed = Item(total, "sum")
    together = replace(query, select=(Item(name), summed), group=(key, name), order=(Order(summed, True),))
    assert passed(query, facts(shop()), tokenise("top 3 customers by total")) == together
    assert passed(query, facts(shop()), tokenise("top 3 customers by single total")) == query
    assert passed(query, facts(shop()), tokenise("first 3 customers by total")) == query


SIGNED_UP, PLACED = Col("customers", "signup date"), Col("orders", "placed")
SHOP = SchemaView(
    (
        table("customers", "id:integer!", "name!", "signup date:date"),
        table("orders", "id:integer!", "customer_id:integer", "placed:date"),
        table("items", "order_id:integer", "amount:real"),
    ),
    (join("orders.customer_id", "customers.id"), join("items.order_id", "orders.id")),
)


def in_2024(column: Col) -> Filter:
    return Filter(Item(column), "like", ("2024%",))


@pytest.mark.parametrize(
    ("question", "date"),
    [
        ("which customers spent the most in 2024", PLACED),
        ("in 2024, which customers spent the most", PLACED),
        ("which customers who signed up in 2024 spent the most", SIGNED_UP),
        ("which customers with a signup in 2024 spent the most", SIGNED_UP),
        ("which of the customers from 2024 spent the most", SIGNED_UP),
    ],
)
def test_a_time_is_that_of_what_is_measured_unless_a_word_places_it(question: str, date: Col) -> None:
    spent = Order(Item(Col("items", "amount"), "sum"), True)
    query = Query((Item(Col("customers", "name")),), (in_2024(SIGNED_UP),), (Col("customers", "id"),), (), (spent,), 1)
    assert passed(query, facts(SHOP), tokenise(question)) == replace(query, where=(in_2024(date),))


def test_a_time_of_things_that_are_counted_themselves_stays_theirs() -> None:
    query = Query((Item(None, "count", table="customers"),), (in_2024(SIGNED_UP),))
    assert passed(query, facts(SHOP), tokenise("how many customers in 2024")) == query


def test_what_is_in_a_state_on_a_day_had_begun_and_not_ended() -> None:
    view = SchemaView((table("loans", "id:integer!", "loaned on:date", "returned on:date"),), ())
    start, end = (Item(Col("loans", name)) for name in ("loaned on", "returned on"))
    query = Query((Item(None, "count", table="loans"),), (Filter(start, "=", ("2024-05-03",)),))
    both = (
        Filter(start, "<=", ("2024-05-03",)),
        AnyOf((Filter(end, ">=", ("2024-05-03",)), Filter(end, "is null"))),
    )
    assert passed(query, facts(view), tokenise("how many were on loan on 3 May 2024")).where == both
    assert passed(query, facts(view), tokenise("how many began on 3 May 2024")) == query
    paid = replace(query, select=(Item(Col("loans", "id"), "sum"),))
    assert passed(paid, facts(view), tokenise("how much did we hand out on 3 May 2024")) == paid
    assert passed(query, facts(view), tokenise("how many out of all began on 3 May 2024")) == query
    month = replace(query, where=(Filter(start, "like", ("2024-05%",)),))
    assert passed(month, facts(view), tokenise("how many were out in May 2024")).where == (
        Filter(start, "<=", ("2024-05-31",)),
        AnyOf((Filter(end, ">=", ("2024-05-01",)), Filter(end, "is null"))),
    )
    assert passed(query, facts(SHOP), tokenise("on loan")) == query


@pytest.mark.parametrize(
    ("common", "left_out"),
    [((("-1", 4), ("30", 2)), True), ((("30", 2), ("-1", 1)), False), ((("-1", 4), ("0", 3), ("1", 3)), False)],
)
def test_minus_one_measures_nothing_where_it_alone_lies_below_zero(
    common: tuple[tuple[str, int], ...], left_out: bool
) -> None:
    t = table("drivers", "name!", "age:integer")
    age = replace(t.columns[1], profile=Profile(20, 0, 9, -1, 80, common=common))
    view = SchemaView((replace(t, columns=(t.columns[0], age)),), ())
    young = Query((Item(Col("drivers", "name")),), (Filter(Item(AGE), "<", (25.0,)),))
    known = (Filter(Item(AGE), "!=", (-1.0,)),) if left_out else ()
    assert passed(young, facts(view), tokenise("under 25")).where == (*young.where, *known)


@pytest.mark.parametrize(
    ("label", "low", "common", "number"),
    [
        ("obs_value", -9.0, (("-9.0", 30), ("4.5", 9)), -9.0),
        ("obs_value", -9.0, (("-9.0", 3), ("-8.5", 3), ("4.5", 2)), None),
        ("change", -9, (("0", 5), ("4", 2)), None),
        ("N_FINES", -9, (("0", 5), ("4", 2)), -9.0),
        ("height", -999, (("12", 5), ("-999", 4)), -999.0),
        ("height", -998, (("-998", 5), ("12", 4)), None),
    ],
)
def test_what_alone_lies_below_zero_measures_nothing(
    label: str, low: float, common: tuple[tuple[str, int], ...], number: float | None
) -> None:
    t = table("seen", "id:integer!", f"{label}:{'integer' if isinstance(low, int) else 'real'}")
    assert stand_in(replace(t.columns[1], profile=Profile(200, 0, 40, low, 80, common=common))) == number


def test_every_value_of_a_column_is_a_group_and_no_condition() -> None:
    t = table("guests", "id:integer!", "sex")
    sex = replace(t.columns[1], profile=Profile(9, 0, 2, common=(("F", 5), ("M", 4))))
    view = SchemaView((replace(t, columns=(t.columns[0], sex)),), ())
    rows, column = Item(None, "count", table="guests"), Col("guests", "sex")
    query = Query((rows,), (Filter(Item(column), "=", ("M", "F")),))
    each = Query((Item(column), rows), (), (column,), order=(Order(rows, True),))
    assert passed(query, facts(view), tokenise("number of men and women")) == each
    assert passed(query, facts(view), tokenise("number of men and women together")) == query
    men = replace(query, where=(Filter(Item(column), "=", ("M",)),))
    assert passed(men, facts(view), tokenise("number of men")) == men


def test_those_who_are_told_apart_are_so_within_the_groups_that_are_said() -> None:
    city, key = Col("customers", "city"), Col("customers", "id")
    total = Item(Col("orders", "total"), "sum")
    towns = Filter(Item(city), "=", ("Oslo", "Lima"))
    year = Col("orders", "placed", "year")
    yearly = Query((Item(year), total), (towns,), (year,), order=(Order(Item(year)),))
    said = tokenise("for each year, the total in Oslo and in Lima")
    both = (Item(year), Item(city), total)
    orders = (Order(Item(year)), Order(total, True))
    assert passed(yearly, facts(shop()), said) == Query(both, (towns,), (year, city), order=orders)
    alone = Query((Item(Col("customers", "name")), total), (towns,), (key, Col("customers", "name")))
    of_all = Query((Item(city), total), (towns,), (city,), order=(Order(total, True),))
    assert passed(alone, facts(shop()), tokenise("the total in Oslo and in Lima")) == of_all


def test_those_with_so_many_others_are_counted_together() -> None:
    name, key = Col("customers", "name"), Col("customers", "id")
    customers, orders = (Item(None, "count", table=t) for t in ("customers", "orders"))
    bound = (Filter(orders, ">=", (2.0,)),)
    oslo = Filter(Item(Col("customers", "city")), "=", ("Oslo",))
    late = Filter(Item(Col("orders", "placed")), "like", ("2024%",))
    said = tokenise("how many customers in Oslo have at least 2 orders in 2024")
    query = Query((Item(name), customers), (oslo, late), (key, name), bound, (Order(customers, True),))
    assert passed(query, facts(shop()), said) == Query(
        (customers,), (oslo, Related("customers", ("orders",), (late,), False, bound)), tables=("customers",)
    )
    for other in (
        replace(query, select=(Item(name), orders)),
        replace(query, having=(Filter(customers, ">", (1.0,)),)),
        replace(query, group=(name,)),
        replace(query, where=(AnyOf((oslo, late)),)),
    ):
        assert passed(other, facts(shop()), said) == other


def test_what_pieces_hold_is_added_up_over_all_of_them() -> None:
    view = SchemaView(
        (table("kegs", "code!", "litres:real"), table("sales", "keg", "qty:integer", "buyer", "sold:date")),
        (join("sales.keg", "kegs.code"),),
    )
    litres, buyer = Col("kegs", "litres"), Col("sales", "buyer")
    many = Item(Col("sales", "qty"), "sum", formula=Formula("*", Item(Col("sales", "qty")), Item(litres)))
    sold = Filter(Item(Col("sales", "sold")), "like", ("2025%",))
    for said, item in (("how many litres did we sell in 2025", Item(litres, "sum")), ("litres in 2025", Item(litres))):
        assert passed(Query((item,), (sold,)), facts(view), tokenise(said)) == Query((many,), (sold,))
    most = Query((Item(buyer),), order=(Order(Item(litres), True),), limit=1)
    changed = passed(most, facts(view), tokenise("who bought the most litres"))
    assert (changed.group, changed.order) == ((buyer,), (Order(many, True),))
    kinds = Query((Item(litres, "sum"),), tables=("kegs",))
    assert passed(kinds, facts(view), tokenise("total litres of kegs")) == kinds


def test_of_groups_by_a_key_the_figure_they_are_ranked_by_is_told() -> None:
    key, name = Col("customers", "id"), Col("customers", "name")
    orders, ones = Item(None, "count", table="orders"), Item(None, "count", table="customers")
    query = Query((Item(name), ones), group=(key, name), order=(Order(orders, True),), limit=1)
    said = tokenise("who placed the most orders and how many was it")
    assert passed(query, facts(shop()), said).select == (Item(name), orders)
    by_name = replace(query, group=(name,))
    assert passed(by_name, facts(shop()), said) == by_name


def test_the_top_few_by_an_amount_of_which_each_has_many_rows_go_by_its_sum() -> None:
    gifts = table("gifts", "gift:integer!", "donor", "pieces given:integer")
    held = tuple(
        replace(c, profile=replace(c.profile, distinct=5, nulls=0)) if c.name == "donor" else c for c in gifts.columns
    )
    view = SchemaView((replace(gifts, columns=held, rows=40),), ())
    donor, pieces = Col("gifts", "donor"), Col("gifts", "pieces given")
    query = Query((Item(donor),), order=(Order(Item(pieces), True),), limit=3)
    summed = Item(pieces, "sum")
    together = replace(query, select=(Item(donor), summed), group=(donor,), order=(Order(summed, True),))
    assert passed(query, facts(view), tokenise("top 3 donors by pieces given")) == together
    assert passed(query, facts(view), tokenise("the 3 largest gifts")) == query


def test_things_called_by_their_kind_are_counted_and_not_the_kinds() -> None:
    view = SchemaView(
        (table("items", "code!", "group"), table("stock", "tag:integer!", "item", "status")),
        (join("stock.item", "items.code"),),
    )
    goods = Filter(Item(Col("items", "group")), "=", ("White goods",))
    there = Filter(Item(Col("stock", "status")), "=", ("In stock",))
    query = Query((Item(None, "count", table="items"),), (goods, Related("items", ("stock",), (there,))))
    counted = passed(query, facts(view), tokenise("how many white goods are still in stock"))
    assert counted.select == (Item(None, "count", table="stock"),)
    assert set(counted.where) == {goods, there}
    for said in ("how many items of white goods are in stock", "how many kinds are in stock"):
        assert passed(query, facts(view), tokenise(said)) == query


def test_groups_by_a_code_show_the_name_that_it_stands_for() -> None:
    view = SchemaView(
        (table("accounts", "acc!", "name!"), table("orders", "order:integer!", "customer", "total:real")),
        (join("orders.customer", "accounts.acc"),),
    )
    coded = tuple(
        replace(c, profile=replace(c.profile, common=(("PAR091", 4), ("OLD085", 2)), nulls=0))
        if c.name == "customer"
        else c
        for c in view.tables[1].columns
    )
    view = SchemaView((view.tables[0], replace(view.tables[1], columns=coded)), view.joins)
    customer, name = Col("orders", "customer"), Col("accounts", "name")
    query = Query(
        (Item(customer),), group=(customer,), order=(Order(Item(Col("orders", "total"), "sum"), True),), limit=3
    )
    shown = passed(query, facts(view), tokenise("top 3 customers by spend"))
    assert (shown.select, shown.group) == ((Item(name), query.order[0].item), (customer, name))
    codes = replace(query, select=(Item(customer), query.order[0].item))
    assert passed(query, facts(view), tokenise("top 3 customer codes by spend")) == codes


def test_groups_are_made_by_the_rows_own_column_where_many_lead_to_no_other() -> None:
    view = SchemaView(
        (table("trees", "tree!", "street"), table("complaints", "ref!", "road", "tree")),
        (join("complaints.tree", "trees.tree"),),
    )

    def held(c: Column, nulls: int, *common: str) -> Column:
        return replace(c, profile=replace(c.profile, nulls=nulls, common=tuple((v, 2) for v in common)))

    trees, complaints = view.tables
    known = replace(trees, columns=(trees.columns[0], held(trees.columns[1], 0, "Elm Avenue", "Oak Lane")))

    def told(nulls: int) -> SchemaView:
        ref, road, tree = complaints.columns
        own = replace(complaints, columns=(ref, held(road, 0, "Oak Lane"), held(tree, nulls)), rows=100)
        return SchemaView((known, own), view.joins)

    street, road = Col("trees", "street"), Col("complaints", "road")
    rows = Item(None, "count", table="complaints")
    query = Query((Item(street),), group=(street,), order=(Order(rows, True),), limit=3)
    said = tokenise("top 3 streets for complaints")
    assert passed(query, facts(told(30)), said).group == (road,)
    assert passed(query, facts(told(0)), said).group == (street,)


def test_things_are_counted_in_their_own_list_and_not_by_what_refers_to_them() -> None:
    view = SchemaView(
        (table("trees", "tree!", "ward"), table("complaints", "ref!", "tree", "about")),
        (join("complaints.tree", "trees.tree"),),
    )
    ward = Filter(Item(Col("trees", "ward")), "=", ("Westfield",))
    about = Filter(Item(Col("complaints", "about")), "=", ("roots",))
    keys = Item(Col("complaints", "tree"), "count", distinct=True)
    said = tokenise("how many trees in westfield")
    assert passed(Query((keys,), (ward,)), facts(view), said) == Query(
        (Item(None, "count", table="trees"),), (ward,), tables=("trees",)
    )
    assert passed(Query((keys,), (ward, about)), facts(view), said).select == (keys,)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("what is the dearest product and what does it sell for", True),
        ("what is the highest price of a product", False),
        ("what is the highest price", False),
    ],
)
def test_the_first_thing_by_a_figure_is_told_by_its_name(question: str, named: bool) -> None:
    price = Item(Col("products", "price"))
    query = Query((price,), order=(Order(price, True),), limit=1)
    shown = (Item(Col("products", "title")), price) if named else (price,)
    assert passed(query, facts(shop()), tokenise(question)).select == shown


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("how many tickets were sold", False),
        ("how many types of ticket", True),
        ("how many ticket types", True),
        ("how many different tickets are there", True),
    ],
)
def test_tickets_are_counted_and_not_their_types_unless_these_are_said(question: str, kinds: bool) -> None:
    many = SchemaView((table("sales", "id:integer!", "ticket_type", "qty:integer", "price:real"),), ())
    plain = SchemaView((table("sales", "id:integer!", "ticket_type"),), ())
    types = Item(Col("sales", "ticket_type"), "count", distinct=True)
    for view, told in ((many, Item(Col("sales", "qty"), "sum")), (plain, Item(None, "count", table="sales"))):
        assert passed(Query((types,)), facts(view), tokenise(question)).select == ((types,) if kinds else (told,))


def test_different_descriptions_of_jobs_are_no_jobs() -> None:
    view = SchemaView((table("orders", "id:integer!", "job_description"),), ())
    told = Item(Col("orders", "job_description"), "count", distinct=True)
    jobs = Query((told,))
    assert passed(jobs, facts(view), tokenise("how many jobs were raised")).select == (
        Item(None, "count", table="orders"),
    )
    assert passed(jobs, facts(view), tokenise("how many job descriptions are there")) == jobs


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Which towns have three or more customers?", True),
        ("top 3 towns by customers", True),
        ("How many customers are there for each town?", False),
        ("How many customers are there for each town with at least 3?", False),
    ],
)
def test_the_group_without_a_name_is_nobodys_where_names_are_asked_for(question: str, left: bool) -> None:
    town, many = Col("customers", "city"), Item(None, "count", table="customers")
    query = Query((Item(town), many), group=(town,), having=(Filter(many, ">=", (3.0,)),))
    where = (Filter(Item(town), "is not null"),) if left else ()
    assert passed(query, facts(shop()), tokenise(question)).where == where


def test_what_was_decided_then_is_of_the_day_of_the_decision() -> None:
    columns = ("ref!", "received:date", "decision", "decision date:date")
    view = SchemaView((table("applications", *columns),), ())
    approved = Filter(Item(Col("applications", "decision")), "=", ("approved",))
    days = (Col("applications", d) for d in ("received", "decision date"))
    received, decided = (Filter(Item(d), "like", ("2023%",)) for d in days)
    query = Query((Item(Col("applications", "ref")),), (approved, received))
    then = replace(query, where=(approved, decided))
    assert passed(query, facts(view), tokenise("applications approved in 2023")) == then
    assert passed(query, facts(view), tokenise("approved applications of 2023")) == query
    rows = Item(None, "count", table="applications")
    by_month, by_decision = (replace(f.item.column, part="month") for f in (received, decided) if f.item.column)
    monthly = Query((Item(by_month), rows), (approved, received), (by_month,), order=(Order(Item(by_month)),))
    of_decision = Query(
        (Item(by_decision), rows), (approved, decided), (by_decision,), order=(Order(Item(by_decision)),)
    )
    assert passed(monthly, facts(view), tokenise("applications approved each month in 2023")) == of_decision


def test_things_called_alike_are_told_apart_where_they_are_said_and_not_their_names() -> None:
    pets = table("pets", "id:integer!", "pet_name", "kind")
    visits = table("visits", "id:integer!", "pet:integer")
    view = SchemaView((pets, visits), (join("visits.pet", "pets.id"),))
    name, key = Col("pets", "pet_name"), Col("pets", "id")
    count = Item(None, "count", table="visits")
    query = Query((Item(name), count), group=(name,))
    for question in ("visits per pet", "how many visits did each pet have"):
        assert passed(query, facts(view), tokenise(question)).group == (key, name)
    assert passed(query, facts(view), tokenise("visits per pet name")).group == (name,)
    by_kind = Query((Item(Col("pets", "kind")), count), group=(Col("pets", "kind"),))
    assert passed(by_kind, facts(view), tokenise("visits per kind of pet")) == by_kind


def test_a_cell_and_a_time_of_other_rows_are_of_one_row() -> None:
    total, placed = (Item(Col("orders", c)) for c in ("total", "placed"))
    dear, then = Filter(total, ">", (50.0,)), Filter(placed, "like", ("2024%",))
    name = Item(Col("customers", "name"))
    apart = Query((name,), (Related("customers", ("orders",), (then,)), dear), tables=("customers",))
    said = tokenise("which customers had an order over 50 in 2024")
    both = Related("customers", ("orders",), (then, dear))
    assert passed(apart, facts(shop()), said) == replace(apart, where=(both,))
    two = replace(apart, where=(Related("customers", ("orders",), (then,)), replace(then, values=("2023%",))))
    assert passed(two, facts(shop()), said) == two


@pytest.mark.parametrize(
    "said", ["which customers are without a tent", "customers with no tent", "customers never sent a tent"]
)
def test_what_is_lacking_is_another_thing(said: str) -> None:
    tent = Filter(Item(Col("products", "title")), "=", ("Tent",))
    name, rows = Item(Col("customers", "name")), Item(None, "count", table="customers")
    lacking = (Related("customers", ("products",), (tent,), negated=True),)
    for shown in ((name,), (rows,)):
        query = Query(shown, (replace(tent, operator="!="),), tables=("customers",))
        assert passed(query, facts(shop()), tokenise(said)) == replace(query, where=lacking)
    other = Query((name,), (replace(tent, operator="!="),), tables=("customers",))
    assert passed(other, facts(shop()), tokenise("customers who took anything but a tent")) == other


def test_a_condition_of_the_one_row_that_is_referred_to_is_the_rows_own() -> None:
    oslo = Filter(Item(Col("customers", "city")), "=", ("Oslo",))
    total = Item(Col("orders", "total"), "sum")
    query = Query((total,), (Related("orders", ("customers",), (oslo,)),), tables=("orders",))
    assert passed(query, facts(shop()), tokenise("total of orders of customers from Oslo")).where == (oslo,)
    lacking = replace(query, where=(Related("orders", ("customers",), (oslo,), negated=True),))
    assert passed(lacking, facts(shop()), tokenise("total of orders of customers not from Oslo")) == lacking
    dear = Related("customers", ("orders",), (Filter(Item(Col("orders", "total")), ">", (5.0,)),))
    several = Query((Item(None, "count", table="customers"),), (dear,), tables=("customers",))
    assert passed(several, facts(shop()), tokenise("how many customers have an order over 5")) == several


def test_what_one_row_must_not_be_besides_what_it_is_no_row_of_the_thing_may_be() -> None:
    city = Item(Col("customers", "city"))
    at_oslo, not_at_lima = Filter(city, "=", ("Oslo",)), Filter(city, "!=", ("Lima",))
    visits = Related("orders", ("customers",), (at_oslo, not_at_lima))
    query = Query((Item(Col("orders", "id")),), where=(visits,))
    told = said_in_full(query, facts(shop()), tokenise("orders with customers in Oslo but none in Lima")).where
    assert told == (
        replace(visits, where=(at_oslo,)),
        replace(visits, where=(Filter(city, "=", ("Lima",)),), negated=True),
    )


def test_a_bound_holds_the_number_that_it_is_drawn_at() -> None:
    age = Item(Col("drivers", "age"))
    bound, drawn = Filter(age, ">=", (30.0,)), Filter(age, "=", (30.0,))
    query = Query((Item(Col("drivers", "name")),), where=(bound, drawn))
    view = SchemaView((table("drivers", "name!", "age:integer"),), ())
    assert passed(query, facts(view), tokenise("drivers aged 30 or more (30 included)")).where == (bound,)


TUTORS = SchemaView(
    (
        table("tutors", "id:integer!", "name!", "started:date", "town", "pay:real"),
        table("stock list", "cat no:integer!", "item name!", "unit"),
    ),
    (),
)


@pytest.mark.parametrize(
    ("question", "shown", "named"),
    [
        ("which of our tutors started most recently", "tutors.started", "tutors.name"),
        ("which tutors earn most", "tutors.pay", "tutors.name"),
        ("which pay do tutors get", "tutors.pay", "tutors.pay"),
        ("which town are tutors from", "tutors.town", "tutors.town"),
        ("for 2024, which tutors earn most", "tutors.pay", "tutors.name"),
        ("which stock items were never issued", "stock list.unit", "stock list.item name"),
        ("which units are in the stock list", "stock list.unit", "stock list.unit"),
        ("what do tutors earn", "tutors.pay", "tutors.pay"),
        ("which day did tutors start", "tutors.started", "tutors.started"),
        ("which salary do tutors get", "tutors.pay", "tutors.pay"),
    ],
)
def test_things_are_told_by_their_names(question: str, shown: str, named: str) -> None:
    query = Query((Item(Col(*shown.split("."))),))
    assert who_and_which(query, facts(TUTORS), tokenise(question)).select == (Item(Col(*named.split("."))),)


def test_people_are_told_by_their_names() -> None:
    view = SchemaView((table("drivers", "id:integer!", "first name", "surname", "expires:date"),), ())
    query = Query((Item(Col("drivers", "expires")),))
    names = (Item(Col("drivers", "first name")), Item(Col("drivers", "surname")))
    assert who_and_which(query, facts(view), tokenise("whose licence expires in May")).select == names
    assert who_and_which(query, facts(view), tokenise("when does whose licence expire")) == query


@pytest.mark.parametrize(("first", "then"), ORDERED, ids=[f"{a.__name__} {b.__name__}" for a, b in ORDERED])
def test_a_pass_that_goes_by_another_comes_after_it(first: Pass, then: Pass) -> None:
    assert PASSES.index(first) < PASSES.index(then)


def test_no_query_goes_through_a_pass_twice() -> None:
    assert len(PASSES) == len(set(PASSES))


def test_what_no_row_can_be_is_denied_of_other_rows_of_the_thing() -> None:
    """`clients with jobs in 2023 but not in 2024`: a job of 2023 is never one of 2024."""
    view = SchemaView(
        (table("jobs", "job!", "client", "came:date"), table("clients", "client!", "name")),
        (join("jobs.client", "clients.client"),),
    )
    came, name = Item(Col("jobs", "came")), Item(Col("clients", "name"))
    then, never = Filter(came, "like", ("2023%",)), Filter(came, "not like", ("2024%",))
    lacked = Related("clients", ("jobs",), (replace(never, operator="like"),), negated=True)
    said = tokenise("which clients had jobs in 2023 but not in 2024")
    flat = Query((name,), (then, never), tables=("jobs",))
    assert but_not_then(flat, facts(view), said).where == (then, lacked)
    had = Query((name,), (Related("clients", ("jobs",), (then, never)),))
    assert but_not_then(had, facts(view), said).where == (Related("clients", ("jobs",), (then,)), lacked)
    within = Query((name,), (then, Filter(came, "not like", ("2023-05%",))), tables=("jobs",))
    assert but_not_then(within, facts(view), said) == within


@pytest.mark.parametrize(
    ("question", "once"),
    [
        ("what are all the cities of customers", True),
        ("which cities are there", True),
        ("the cities of the customers", False),
        ("what is the city of each customer", False),
        ("list all names of customers", False),
    ],
)
def test_what_rows_share_is_listed_once_where_all_of_it_is_asked_for(question: str, once: bool) -> None:
    column = Col("customers", "name" if "names" in question else "city")
    query = Query((Item(column),), tables=("customers",))
    assert passed(query, facts(shop()), tokenise(question)).distinct is once


def test_of_some_rows_the_values_are_each_told_once_where_it_is_asked_what_all_they_are() -> None:
    city = Item(Col("customers", "city"))
    query = Query((city,), (Filter(Item(Col("customers", "id")), ">", (1.0,)),), tables=("customers",))
    for question, once in (
        ("what are all the cities with an id above 1", True),
        ("what cities have an id above 1", False),
    ):
        assert passed(query, facts(shop()), tokenise(question)).distinct is once


def test_rows_counted_where_when_is_asked_show_their_day() -> None:
    one = Filter(Item(Col("customers", "name")), "=", ("Ada",))
    query = Query((Item(None, "count", table="orders"),), (one,), tables=("orders",))
    found = asked_when(query, facts(shop()), tokenise("when did Ada and the order come together"))
    assert found == replace(query, select=(Item(Col("orders", "placed")),))
    assert asked_when(query, facts(shop()), tokenise("how many orders did Ada make")) == query


CLUBS = SchemaView(
    (
        table("clubs", "club no:integer!", "club name!", "licence ends:date"),
        table("returns", "club:integer", "income:real"),
    ),
    (join("returns.club", "clubs.club no"),),
)


def test_the_first_rows_show_by_name_what_they_are_of() -> None:
    number, name = Col("returns", "club"), Col("clubs", "club name")
    query = Query((Item(number),), order=(Order(Item(Col("returns", "income")), True),), limit=1)
    clubs, returns = CLUBS.tables
    whole = tuple(replace(c, profile=replace(c.profile, nulls=0)) for c in returns.columns)
    known = facts(replace(CLUBS, tables=(clubs, replace(returns, columns=whole))))
    shown = named_where_kept(query, known, tokenise("which club had the largest income"))
    assert shown == replace(query, select=(Item(name),))
    assert named_where_kept(query, known, tokenise("which club number had the largest income")) == query


def test_things_are_shown_whose_own_something_was_done_to() -> None:
    ends, name = Col("clubs", "licence ends"), Col("clubs", "club name")
    query = Query((Item(ends),), (Filter(Item(ends), "<", ("2024-01-01",)),))
    shown = whose_own(query, facts(CLUBS), tokenise("which clubs have had their licence ended before 2024"))
    assert shown == replace(query, select=(Item(name),))
    assert whose_own(query, facts(CLUBS), tokenise("which licence ends come before 2024")) == query
