"""Each contradiction check on a query that the question's words speak against, and on one that they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.overrides import pinned
from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.lexicon.chunk import chunk
from core.ask.translators.rules.linking.resolve import resolve
from core.ask.translators.rules.query import (
    Col,
    Filter,
    Formula,
    Item,
    Order,
    Query,
    Related,
    Scalar,
    all_tables,
    figure,
)
from core.ask.translators.rules.ranking import features as signs
from core.ask.translators.rules.ranking import unasked
from core.ask.translators.rules.ranking.contradictions import CAPS, CHECKS, cap, contradictions, reason
from core.ask.translators.rules.ranking.seen import Seen
from core.ask.trees import connect
from core.model import Column, Profile
from tests.ask.schemas import facts, linker, shop, table

TITLE, PRICE, TOTAL = Col("products", "title"), Col("products", "price"), Col("orders", "total")
KEY, PLACED = Col("products", "id"), Col("orders", "placed")
NAME = Col("customers", "name")
ROWS = Item(None, "count", table="products")
TITLES = Query((Item(TITLE),))
COUNT = Query((ROWS,))
SORTED = Query((Item(TITLE),), order=(Order(Item(PRICE), True),))
DEAREST = Query((Item(TITLE),), order=(Order(Item(PRICE), True),), limit=1)

CASES: tuple[tuple[str, str, Query, Query], ...] = (
    ("place_lost", "title of the second most expensive product", DEAREST, replace(DEAREST, offset=1)),
    ("uncounted", "how many products are there", TITLES, COUNT),
    ("unordered", "titles of products sorted by price", TITLES, SORTED),
    (
        "ungrouped",
        "number of orders by customer in Oslo",
        Query((Item(None, "count", table="orders"),)),
        Query((Item(NAME), Item(None, "count", table="orders")), group=(NAME,)),
    ),
    (
        "done_unread",
        "how many placed orders are there",
        Query((Item(None, "count", table="orders"),)),
        Query((Item(None, "count", table="orders"),), (Filter(Item(PLACED), "is not null"),)),
    ),
    (
        "second_unanswered",
        "the highest total, and which customer had to pay it",
        Query((Item(TOTAL, "max"),)),
        Query((Item(NAME), Item(TOTAL)), order=(Order(Item(TOTAL), True),), limit=1),
    ),
    (
        "times_uncompared",
        "customers who ordered less in 2024 than in 2023",
        Query((Item(NAME),), (Filter(Item(PLACED), "like", ("2024%", "2023%")),)),
        Query(
            (Item(NAME),),
            having=(
                Filter(
                    figure(
                        Formula(
                            "-",
                            Item(None, "count", table="orders", where=(Filter(Item(PLACED), "like", ("2024%",)),)),
                            Item(None, "count", table="orders", where=(Filter(Item(PLACED), "like", ("2023%",)),)),
                        )
                    ),
                    "<",
                    (0.0,),
                ),
            ),
            group=(NAME,),
        ),
    ),
    ("unranked_at_all", "the title of the product with the highest price", TITLES, DEAREST),
    (
        "uncompared",
        "titles of products with a price more than 20",
        Query((Item(TITLE),), (Filter(Item(PRICE), "=", (20.0,)),)),
        Query((Item(TITLE),), (Filter(Item(PRICE), ">", (20.0,)),)),
    ),
    ("undivided", "what percentage of products are dear", COUNT, Query((ROWS,), share=100)),
    (
        "by_itself",
        "ratio of price to price",
        Query((figure(Formula("/", Item(PRICE), Item(PRICE))),)),
        Query((figure(Formula("/", Item(PRICE), Item(TOTAL))),)),
    ),
    (
        "owed_whole",
        "how much is still owed to us",
        Query((Item(TOTAL, "sum"),)),
        Query((Item(TOTAL, "sum"),), (Filter(Item(PLACED), "is null"),)),
    ),
    ("money_counted", "income per title", Query((Item(TITLE), ROWS), group=(TITLE,)), Query((Item(TOTAL, "sum"),))),
    (
        "size_by_day",
        "the largest customer",
        Query((Item(NAME),), order=(Order(Item(PLACED), True),), limit=1),
        Query((Item(NAME),), order=(Order(Item(TOTAL), True),), limit=1),
    ),
    ("text_extreme", "the highest title", Query((Item(TITLE, "max"),)), Query((Item(PRICE, "max"),))),
    ("codes_summed", "the total of products", Query((Item(KEY, "sum"),)), Query((Item(PRICE, "sum"),))),
    ("comparison_listed", "compare titles of products", TITLES, Query((Item(TITLE), ROWS), group=(TITLE,))),
    ("unaveraged", "the average price of products", TITLES, Query((Item(PRICE, "avg"),))),
    (
        "ungrouped",
        "the number of products for each title",
        COUNT,
        Query((Item(TITLE), ROWS), group=(TITLE,)),
    ),
    (
        "grouped_alone",
        "the AR of products for each title",
        Query((Item(TITLE),), group=(TITLE,)),
        Query((Item(TITLE), ROWS), group=(TITLE,)),
    ),
    ("size_as_code", "which two products are there", Query((Item(TITLE),), (Filter(Item(KEY), "=", (2.0,)),)), TITLES),
    (
        "other_size",
        "the top 3 products by price",
        DEAREST,
        Query((Item(TITLE),), order=(Order(Item(PRICE), True),), limit=3),
    ),
    (
        "text_compared",
        "products with a title more than 4",
        Query((Item(TITLE),), (Filter(Item(TITLE), ">", (4.0,)),)),
        Query((Item(TITLE),), (Filter(Item(PRICE), ">", (4.0,)),)),
    ),
    (
        "unshown",
        "Which products have an average price above 6? Give the title and the average.",
        TITLES,
        Query((Item(TITLE), Item(PRICE, "avg")), group=(TITLE,)),
    ),
    ("no_amount", "how much is there of the products", TITLES, Query((Item(PRICE),))),
    ("grouped_unasked", "how many products are there", Query((ROWS, Item(TITLE)), group=(TITLE,)), COUNT),
    (
        "out_of_unread",
        "which products are out of stock",
        TITLES,
        Query((Item(TITLE),), (Filter(Item(PRICE), "=", (0.0,)),)),
    ),
    (
        "date_denied",
        "how often did customers not turn up in 2024",
        Query((Item(None, "count", table="orders"),), (Filter(Item(PLACED), "not like", ("2024%",)),)),
        Query((Item(None, "count", table="orders"),), (Filter(Item(PLACED), "like", ("2024%",)),)),
    ),
    (
        "unnegated",
        "titles of products not above 20",
        Query((Item(TITLE),), (Filter(Item(PRICE), "=", (20.0,)),)),
        Query((Item(TITLE),), (Filter(Item(PRICE), "<=", (20.0,)),)),
    ),
    (
        "number_unused",
        "titles of products above 20",
        Query((Item(TITLE),), (Filter(Item(PRICE), ">", (5.0,)),)),
        Query((Item(TITLE),), (Filter(Item(PRICE), ">", (20.0,)),)),
    ),
    (
        "name_compared",
        "names of customers with at least 4",
        Query((Item(NAME),), (Filter(Item(NAME), ">=", (4.0,)),)),
        Query((Item(NAME),), (Filter(Item(Col("customers", "id")), ">=", (4.0,)),)),
    ),
    (
        "much_counted",
        "how much did products cost",
        COUNT,
        Query((Item(PRICE, "sum"),)),
    ),
    (
        "common_individual",
        "the most common products",
        Query((Item(KEY),), order=(Order(Item(None, "count", table="items"), True),), limit=1),
        Query((Item(TITLE),), group=(TITLE,), order=(Order(ROWS, True),), limit=1),
    ),
    (
        "grouped_by_measure",
        "orders per total",
        Query((Item(TOTAL), Item(None, "count", table="orders")), group=(TOTAL,)),
        Query((Item(PLACED), Item(None, "count", table="orders")), group=(PLACED,)),
    ),
    (
        "text_compared",
        "customers since 2024",
        Query((Item(NAME),), (Filter(Item(NAME), ">=", ("2024",)),)),
        Query((Item(NAME),), (Filter(Item(PLACED), ">=", ("2024",)),)),
    ),
    (
        "extreme_summed",
        "the product with the highest price and its total",
        Query((Item(PRICE, "sum"),), (Filter(Item(PRICE), "=", (Scalar(Item(PRICE, "max")),)),)),
        DEAREST,
    ),
    (
        "total_of_what",
        "highest total price",
        Query((Item(PRICE, "max"), Item(PRICE, "sum"))),
        Query((Item(TITLE), Item(PRICE, "sum")), group=(TITLE,), order=(Order(Item(PRICE, "sum"), True),), limit=1),
    ),
    (
        "things_unshown",
        "which products have a price over 20",
        Query((Item(PRICE, "sum"),), (Filter(Item(PRICE), ">", (20.0,)),)),
        Query((Item(TITLE),), (Filter(Item(PRICE), ">", (20.0,)),)),
    ),
    ("no_money", "how much did products make", Query((Item(KEY, "sum"),)), Query((Item(PRICE, "sum"),))),
    ("no_money", "the dearest product", Query((Item(KEY, "max"),)), DEAREST),
    (
        "modifier_counted",
        "how many customer orders were there",
        Query((Item(None, "count", table="customers"),), tables=("customers", "orders")),
        Query((Item(None, "count", table="orders"),), tables=("customers", "orders")),
    ),
    (
        "one_counted",
        "how often were products a lamp",
        Query((ROWS,), (Filter(Item(TITLE), "=", ("Lamp",)),)),
        Query((Item(None, "count", table="items"),), (Filter(Item(TITLE), "=", ("Lamp",)),)),
    ),
    (
        "day_unshown",
        "when did Ada buy products",
        Query((Item(None, "count", table="products"),), tables=("products",)),
        Query((Item(PLACED),)),
    ),
    (
        "those_counted",
        "customers who bought products",
        Query((Item(None, "count", table="customers"),)),
        Query((Item(NAME),)),
    ),
    (
        "fixed_shown",
        "list the customers in the city of Oslo",
        Query((Item(Col("customers", "city")),), (Filter(Item(Col("customers", "city")), "=", ("Oslo",)),)),
        Query((Item(NAME),), (Filter(Item(Col("customers", "city")), "=", ("Oslo",)),)),
    ),
    (
        "all_given",
        "the name of the customer with the highest total of an order",
        Query((Item(NAME), Item(TOTAL, "max")), group=(NAME,), order=(Order(Item(TOTAL, "max"), True),)),
        Query((Item(NAME),), order=(Order(Item(TOTAL), True),), limit=1),
    ),
    (
        "total_unadded",
        "the city that ordered the highest total amount",
        Query((Item(Col("customers", "city")),), order=(Order(Item(Col("items", "amount")), True),), limit=1),
        Query(
            (Item(Col("customers", "city")),),
            group=(Col("customers", "city"),),
            order=(Order(Item(Col("items", "amount"), "sum"), True),),
            limit=1,
        ),
    ),
    (
        "empty_unread",
        "how many products are empty",
        COUNT,
        Query((ROWS,), (Filter(Item(TITLE), "is null"),)),
    ),
    (
        "key_as_size",
        "which is the biggest product",
        Query((Item(KEY, "max"),)),
        Query((Item(PRICE, "max"),)),
    ),
    (
        "asked_column_unshown",
        "which city has the highest total",
        Query((Item(NAME),), order=(Order(Item(TOTAL), True),), limit=1),
        Query((Item(Col("customers", "city")),), order=(Order(Item(TOTAL), True),), limit=1),
    ),
    (
        "manner_listed",
        "how do customers find us",
        Query((Item(NAME),)),
        Query((Item(None, "count", table="customers"),)),
    ),
)


def seen(question: str, query: Query, view: SchemaView | None = None) -> Seen:
    view, tokens = view or shop(), tokenise(question)
    mentions = pinned(tokens, linker(view).link(tokens), (), view.tables)
    links = resolve(tokens, mentions, view)[0].links
    tree = connect(view, all_tables(query))
    assert tree is not None
    return Seen(tokens, mentions, links, chunk(tokens, mentions, links), (), query, tree, facts(view), ((1,),), True)


@pytest.mark.parametrize(("name", "question", "against", "fitting"), CASES, ids=lambda v: str(v)[:20])
def test_a_check_finds_its_contradiction_and_nothing_in_a_query_that_fits(
    name: str, question: str, against: Query, fitting: Query
) -> None:
    assert contradictions(seen(question, against))[name] == 1.0
    assert contradictions(seen(question, fitting))[name] == 0.0


def test_kinds_of_a_thing_are_not_those_of_something_else() -> None:
    view = SchemaView((table("trees", "id:integer!", "site_type", "species"),), ())

    def found(name: str, question: str = "the most common kinds of tree") -> float:
        column = Col("trees", name)
        query = Query((Item(column), Item(None, "count", table="trees")), group=(column,))
        return contradictions(seen(question, query, view))["kind_of_other"]

    assert (found("site_type"), found("species")) == (1.0, 0.0)
    assert found("site_type", "kinds of site, by number of trees") == 0.0


def test_the_day_is_that_of_what_is_reckoned() -> None:
    joined = table("customers", "id:integer!", "name!", "city", "joined:date")
    view = replace(shop(), tables=(joined, *shop().tables[1:]))
    ranked = Query((Item(NAME), Item(TOTAL, "sum")), group=(NAME,))

    def found(day: Col, question: str = "customers by total of orders in 2024") -> float:
        query = replace(ranked, where=(Filter(Item(day), "like", ("2024%",)),))
        return contradictions(seen(question, query, view))["time_of_owner"]

    assert (found(Col("customers", "joined")), found(PLACED)) == (1.0, 0.0)
    assert found(Col("customers", "joined"), "customers who joined in 2024 by total of orders") == 0.0


def test_a_time_is_that_of_what_was_done_and_not_the_day_on_which_people_joined() -> None:
    joined = table("customers", "id:integer!", "name!", "city", "joined:date")
    view = replace(shop(), tables=(joined, *shop().tables[1:]))

    def found(check: str, question: str, day: Col) -> float:
        query = Query((Item(NAME),), (Filter(Item(day), "like", ("2024%",)),), tables=("customers",))
        return contradictions(seen(question, query, view))[check]

    own = Col("customers", "joined")
    assert found("time_of_doer", "customers with orders in 2024", own) == 1.0
    assert found("time_of_doer", "customers with orders in 2024", PLACED) == 0.0
    assert found("time_of_doer", "customers with orders who joined in 2024", own) == 0.0


@pytest.mark.parametrize(
    ("question", "day", "found"),
    [
        ("how many orders went in May 2024", "quoted", 0.0),
        ("how many orders, by the date on the invoice", "quoted", 1.0),
        ("how many orders were quoted in May 2024, and invoiced", "quoted", 0.0),
        ("how many orders, by the date on the invoice", "Inv Dt", 0.0),
    ],
)
def test_a_day_is_not_that_of_another_deed(question: str, day: str, found: float) -> None:
    view = SchemaView((table("orders", "id:integer!", "quoted:date", "Inv Dt:date"),), ())
    query = Query((Item(None, "count", table="orders"),), (Filter(Item(Col("orders", day)), "like", ("2024-05%",)),))
    assert contradictions(seen(question, query, view))["day_of_other_deed"] == found
    unknown = replace(query, where=(Filter(Item(Col("orders", day)), "is null"),))
    assert contradictions(seen(question, unknown, view))["day_of_other_deed"] == 0.0


def test_things_counted_in_rows_that_refer_to_them_are_counted() -> None:
    customers = Item(Col("orders", "customer_id"), "count", distinct=True)
    query = Query((customers,), tables=("customers", "orders"))
    assert contradictions(seen("how many active customers ordered", query))["modifier_counted"] == 0.0


@pytest.mark.parametrize(("said", "found"), [("orders completed in", 1.0), ("red orders in", 0.0)])
def test_a_day_is_not_that_of_another_deed_than_a_cell_says(said: str, found: float) -> None:
    view = SchemaView((table("orders", "id:integer!", "state", "quoted:date", "moved dt:date", "away:date"),), ())
    tokens = tokenise(f"how many {said} May 2024")
    cell = tokens[3 if found else 2].lower
    mentions = linker(view, f"orders.state={cell}").link(tokens)
    links = [next((k for k in m.links if k.kind == "value"), m.links[0]) for m in mentions]
    day = Filter(Item(Col("orders", "quoted")), "like", ("2024-05%",))
    query = Query((Item(None, "count", table="orders"),), (Filter(Item(Col("orders", "state")), "=", (cell,)), day))
    tree = connect(view, all_tables(query))
    assert tree is not None
    read = Seen(tokens, mentions, links, chunk(tokens, mentions, links), (), query, tree, facts(view), ((1,),), True)
    assert contradictions(read)["day_of_other_deed"] == found


def test_of_three_nouns_the_last_is_counted() -> None:
    counted = Query((Item(None, "count", table="customers"),), tables=("customers", "products"))
    assert contradictions(seen("how many big products customers", counted))["modifier_counted"] == 0.0


def test_what_rows_must_have_is_not_passed_over() -> None:
    read = replace(seen("titles of products that have a warranty", TITLES), ignored=("that", "have", "warranty"))
    assert contradictions(read)["had_unread"] == 1.0
    assert contradictions(replace(read, ignored=("that", "have")))["had_unread"] == 0.0


def test_a_deed_before_a_time_has_days_of_its_own() -> None:
    joined = table("customers", "id:integer!", "name!", "city", "joined:date")
    view = replace(shop(), tables=(joined, *shop().tables[1:]))

    def found(day: Col, question: str = "customers who ordered in 2024") -> float:
        query = Query((Item(NAME),), (Filter(Item(day), "like", ("2024%",)),))
        return contradictions(seen(question, query, view))["time_of_doer"]

    assert (found(Col("customers", "joined")), found(PLACED)) == (1.0, 0.0)
    assert found(Col("customers", "joined"), "customers who joined in 2024 and ordered") == 0.0


def test_a_group_of_another_table_is_named_by_more_than_a_part_of_its_label() -> None:
    city = Col("customers", "city")
    made = seen("orders by city", Query((Item(city), Item(None, "count", table="orders")), group=(city,)))
    assert contradictions(made)["group_by_part"] == 0.0
    parts = tuple(k and replace(k, how="part", score=0.8) for k in made.links)
    assert contradictions(replace(made, links=parts))["group_by_part"] == 1.0


def test_no_figure_is_of_what_a_word_only_resembles() -> None:
    made = seen("how many cities do customers have", Query((Item(Col("customers", "city"), "count", distinct=True),)))
    assert contradictions(made)["figure_guessed"] == 0.0
    alike = tuple(k and replace(k, how="meaning", score=0.4) for k in made.links)
    assert contradictions(replace(made, links=alike))["figure_guessed"] == 1.0


def test_the_only_rows_of_a_day_tell_when_the_last_time_was() -> None:
    in_oslo = (Filter(Item(Col("customers", "city")), "=", ("Oslo",)),)
    latest = Query((Item(PLACED, "max"),), in_oslo)
    guessed = Link("column", "orders", "placed", "", 0.4, "meaning")
    asked = used("When was the last time we went to Oslo", latest, time=guessed)
    assert contradictions(asked)["figure_guessed"] == 0.0
    asked = used("What was the last time we went to Oslo", latest, time=guessed)
    assert contradictions(asked)["figure_guessed"] == 1.0


def test_a_sentence_of_its_own_may_not_be_left_unread() -> None:
    made = seen("how many products are there? Leave out the titles.", COUNT)
    assert contradictions(made)["second_unread"] == 1.0
    for c in made.chunks:
        c.claimed = "filter"
    assert contradictions(made)["second_unread"] == 0.0


def test_a_header_said_in_full_is_used() -> None:
    made = seen("orders and their customer id", Query((Item(PLACED),)))
    assert contradictions(made)["header_unused"] == 1.0
    assert (
        contradictions(seen("orders and their customer id", Query((Item(Col("orders", "customer_id")),))))[
            "header_unused"
        ]
        == 0.0
    )


def test_a_table_that_no_word_speaks_of_is_counted_unless_a_join_needs_it() -> None:
    assert contradictions(seen("titles of products", Query((Item(TITLE), Item(TOTAL)))))["stranger"] == 1.0
    through = Query((Item(Col("customers", "name")), Item(TITLE)))
    assert contradictions(seen("names of customers and titles of products", through))["stranger"] == 0.0


def test_names_are_those_of_the_table_they_are_said_of() -> None:
    made = seen("the names of orders", Query((Item(Col("customers", "name")), Item(TOTAL))))
    for c in made.chunks:
        c.claimed = "wanted"
    assert contradictions(made)["name_of_other"] == 1.0
    assert (
        contradictions(seen("the names of customers", Query((Item(Col("customers", "name")),))))["name_of_other"] == 0
    )


def test_a_participle_is_no_column_to_show() -> None:
    made = seen("the titles totaled by most orders", Query((Item(TITLE), Item(TOTAL))))
    verb = next(c for c in made.chunks if c.text == "totaled")
    verb.kind, verb.link, verb.claimed = "column", Link("column", "orders", "total"), "wanted"
    assert contradictions(made)["participle_shown"] == 1.0
    verb.claimed = "filter"
    assert contradictions(made)["participle_shown"] == 0.0


def test_what_is_counted_may_not_be_left_unread() -> None:
    made = seen("how many tents are there in products", COUNT)
    assert contradictions(made)["counted_unread"] == 1.0
    assert contradictions(seen("how many products are there", COUNT))["counted_unread"] == 0.0
    customers = Query((Item(None, "count", table="customers"),))
    assert contradictions(seen("how many people have a city", customers))["counted_unread"] == 0.0
    assert contradictions(seen("how many people have a price", COUNT))["counted_unread"] == 1.0


def test_the_values_of_a_yes_no_column_are_not_counted() -> None:
    paid = Column("items", "paid", "paid", "boolean", 9, Profile(10, 0, 2, common=(("yes", 6), ("no", 4))))
    counted = Query((Item(Col("items", "amount"), "count", distinct=True),))
    assert contradictions(seen("how many paid items are there", counted))["flag_counted"] == 0.0
    tables = tuple(replace(t, columns=(*t.columns, paid)) if t.name == "items" else t for t in shop().tables)
    query = Query((Item(Col("items", "paid"), "count", distinct=True),))
    made = seen("how many paid items are there", query, replace(shop(), tables=tables))
    assert contradictions(made)["flag_counted"] == 1.0


def test_which_things_is_not_answered_by_the_figure_compared() -> None:
    dear = (Filter(Item(PRICE), ">", (20.0,)),)
    assert contradictions(seen("which products have a price above 20", Query((Item(PRICE),), dear)))["bound_shown"] == 1
    assert contradictions(seen("which products have a price above 20", Query((Item(TITLE),), dear)))["bound_shown"] == 0


def test_who_is_answered_by_people_and_which_month_by_a_time() -> None:
    assert contradictions(seen("who has placed orders", Query((Item(TOTAL),))))["nobody_shown"] == 1
    assert contradictions(seen("who has placed orders", Query((Item(NAME),))))["nobody_shown"] == 0
    assert contradictions(seen("which month had most orders", Query((Item(TOTAL),))))["part_unshown"] == 1
    month = Col("orders", "placed", "month")
    assert contradictions(seen("which month had most orders", Query((Item(month),))))["part_unshown"] == 0


def test_a_column_that_another_table_has_as_well_is_counted() -> None:
    assert contradictions(seen("the id", Query((Item(KEY),))))["ambiguous"] == 1.0
    assert contradictions(seen("the price of products", Query((Item(PRICE),))))["ambiguous"] == 0.0


def test_what_contradicts_caps_the_confidence() -> None:
    assert cap(contradictions(seen("titles of products sorted by price", TITLES))) == CAPS["unordered"] < 0.75
    assert cap(contradictions(seen("titles of products sorted by price", SORTED))) == 1.0
    assert set(CAPS) == set(CHECKS)


def test_what_is_ranked_by_is_said() -> None:
    most = "which product sells the most"
    by_price = Query((Item(TITLE),), order=(Order(Item(PRICE), True),), limit=1)
    assert contradictions(seen(most, by_price))["rank_unsaid"] == 1
    assert contradictions(seen(most + " by price", by_price))["rank_unsaid"] == 0
    assert contradictions(seen("which product has the highest rank", by_price))["rank_unsaid"] == 0


def test_rows_counted_one_by_one_rank_nothing() -> None:
    def most(key: Col) -> Query:
        return Query((Item(NAME),), group=(key,), order=(Order(Item(None, "count", table="orders"), True),), limit=1)

    asked = "the name of the customer with most orders"
    assert contradictions(seen(asked, most(Col("orders", "id"))))["ranked_alone"] == 1
    assert contradictions(seen(asked, most(Col("customers", "id"))))["ranked_alone"] == 0
    of_owners = Item(None, "count", table="customers")
    each = Query((Item(TOTAL),), group=(Col("orders", "id"),), order=(Order(of_owners, True),), limit=1)
    assert contradictions(seen("the total of the order with the most customers", each))["ranked_alone"] == 1
    buyers = Item(Col("orders", "customer_id"), "count", distinct=True)
    each = Query((Item(Col("orders", "id")),), group=(Col("orders", "id"),), order=(Order(buyers, True),), limit=3)
    assert contradictions(seen("top 3 customers for orders", each))["ranked_alone"] == 1


def used(question: str, query: Query, **links: Link) -> Seen:
    """The question read by these links for single words, all that is linked or shapes being used for conditions."""
    view, tokens = shop(), tokenise(question)
    said = [(i, links[t.lower]) for i, t in enumerate(tokens) if t.lower in links]
    tables = (Link("table", t.name, "", "", 1.0, "label") for t in view.tables)
    named = {k.table: k for k in tables}
    mentions = [
        Mention(i, i + 1, tokens[i].text, (named[tokens[i].lower], k) if tokens[i].lower in named else (k,))
        for i, k in said
    ]
    chosen = [k for _, k in said]
    chunks = chunk(tokens, mentions, chosen)
    for c in chunks:
        c.claimed = "filter" if c.link or c.kind == "number" else ""
    tree = connect(view, all_tables(query))
    assert tree is not None
    return Seen(tokens, tuple(mentions), tuple(chosen), chunks, (), query, tree, facts(view), ((1,),), True)


def test_a_bound_by_a_guess_is_doubted() -> None:
    dear = Query((ROWS,), (Filter(Item(PRICE), ">", (20.0,)),))
    guessed, sure = (Link("column", "products", "price", "", n, "meaning") for n in (0.43, 0.9))
    assert contradictions(used("how many bundles above 20", dear, bundles=guessed))["guess_used"] == 1
    assert contradictions(used("how many bundles above 20", dear, bundles=sure))["guess_used"] == 0


def test_a_table_taken_for_a_column_of_another_one_is_doubted() -> None:
    empty = Query((Item(None, "count", table="customers"),), (Filter(Item(Col("orders", "total")), "is null"),))
    part = Link("column", "items", "order_id", "", 0.62, "part")
    assert contradictions(used("customers whose orders are missing", empty, orders=part))["table_as_column"] == 1
    whole = Link("column", "items", "order_id", "", 0.97, "label")
    assert contradictions(used("customers whose orders are missing", empty, orders=whole))["table_as_column"] == 0


def test_a_table_that_is_called_so_is_not_left_for_one_that_it_refers_to() -> None:
    counted = Query((Item(None, "count", table="customers"),))
    part = Link("table", "customers", "", "", 0.64, "part")
    assert contradictions(used("share of orders", counted, orders=part))["table_by_part"] == 1
    sure = Link("table", "customers", "", "", 0.9, "label")
    assert contradictions(used("share of orders", counted, orders=sure))["table_by_part"] == 0


def test_a_cell_that_only_has_the_word_in_it_is_doubted_unless_a_part_is_asked_for() -> None:
    cell = Link("value", "products", "title", "Tent Pro", 0.3, "part")
    whole = Query((ROWS,), (Filter(Item(TITLE), "=", ("Tent Pro",)),))
    part = Query((ROWS,), (Filter(Item(TITLE), "like", ("%tent%",)),))
    assert contradictions(used("how many are tent", whole, tent=cell))["value_guessed"] == 1
    assert contradictions(used("how many are tent", part, tent=cell))["value_guessed"] == 0


def test_a_question_of_which_more_is_left_than_was_read_is_doubted() -> None:
    products = Link("table", "products", "", "", 1.0, "label")
    asked = "in how many products did people lose their lives"
    assert contradictions(used(asked, COUNT, products=products))["half_read"] == 1
    narrowed = Query((ROWS,), (Filter(Item(PRICE), ">", (20.0,)),))
    assert contradictions(used(asked, narrowed, products=products))["half_read"] == 0
    assert contradictions(used("how many products are there to like", COUNT, products=products))["half_read"] == 0


def test_orders_not_placed_in_a_year_are_those_of_other_years() -> None:
    others = Query((Item(None, "count", table="orders"),), (Filter(Item(PLACED), "not like", ("2024%",)),))
    for asked in ("how many orders were not placed in 2024", "how many orders are there except 2024"):
        assert contradictions(seen(asked, others))["date_denied"] == 0


def test_which_thing_is_not_answered_by_a_figure_alone() -> None:
    asked = "which products have the highest price, and how many is that"
    assert contradictions(seen(asked, COUNT))["thing_unshown"] == 1
    assert contradictions(seen(asked, DEAREST))["thing_unshown"] == 0


def test_how_big_is_answered_by_a_figure() -> None:
    assert contradictions(seen("how big is the product", TITLES))["size_unshown"] == 1
    assert contradictions(seen("how big is the product", Query((Item(PRICE),))))["size_unshown"] == 0


def test_which_things_is_answered_by_these_things() -> None:
    totals, by_key = Query((Item(TOTAL),)), Query((Item(Col("items", "product_id")),))
    assert contradictions(seen("which products are there", totals))["thing_unshown"] == 1
    assert contradictions(seen("which products are there", TITLES))["thing_unshown"] == 0
    assert contradictions(seen("which products are there", by_key))["thing_unshown"] == 0
    assert contradictions(seen("which people have orders", totals))["thing_unshown"] == 1
    assert contradictions(seen("which islands have orders", totals))["thing_unshown"] == 1


def test_how_often_counts() -> None:
    assert contradictions(seen("how often are products there", TITLES))["uncounted"] == 1
    assert contradictions(seen("how often are products there", COUNT))["uncounted"] == 0


def test_a_part_of_a_date_that_groups_is_gone_by() -> None:
    asked = "number of orders by customer and year"
    of_each = Query((Item(NAME), Item(None, "count", table="orders")), group=(NAME,))
    assert contradictions(seen(asked, of_each))["part_ungrouped"] == 1
    by_year = seen(asked, replace(of_each, group=(NAME, Col("orders", "placed", "year"))))
    for c in by_year.chunks:
        c.claimed = "group" if c.text == "year" else c.claimed
    assert contradictions(by_year)["part_ungrouped"] == 0
    assert contradictions(seen("names of customers and the year", of_each))["part_ungrouped"] == 0


def test_different_ones_are_not_yet_unused_ones() -> None:
    titles = Query((Item(TITLE),), distinct=True)
    assert contradictions(seen("unsold products", titles))["unnegated"] == 0
    assert contradictions(seen("unordered products", titles))["unnegated"] == 1
    assert contradictions(seen("titles not repeated", titles))["unnegated"] == 0


def test_what_is_plainly_said_has_a_part_in_the_query() -> None:
    asked = "names of customers with orders"
    alone, with_orders = Query((Item(NAME),)), Query((Item(NAME),), (Related("customers", ("orders",)),))
    assert contradictions(seen(asked, alone))["firm_unused"] == 1
    assert contradictions(seen(asked, with_orders))["firm_unused"] == 0


def test_what_was_done_leads_to_a_table_of_the_query() -> None:
    asked = "how many products were placed"
    placed = Query((ROWS,), (Related("products", ("orders",)),))
    assert contradictions(seen(asked, COUNT))["deed_unused"] == 1
    assert contradictions(seen(asked, placed))["deed_unused"] == 0


def test_ids_and_names_asked_for_are_shown() -> None:
    keys = Query((Item(KEY),))
    assert contradictions(seen("ids of products above 20", TITLES))["id_unshown"] == 1
    assert contradictions(seen("ids of products above 20", keys))["id_unshown"] == 0
    assert contradictions(seen("names of products", keys))["name_unshown"] == 1
    assert contradictions(seen("names of products", TITLES))["name_unshown"] == 0


def test_the_most_common_one_is_cut_off_and_a_sorted_list_is_not() -> None:
    rows = Item(None, "count", table="orders")
    each = Query((Item(NAME), rows), group=(NAME,), order=(Order(rows, True),))
    asked = "the most common customer and how many orders"
    assert contradictions(seen(asked, each))["uncut"] == 1
    assert contradictions(seen(asked, replace(each, limit=1)))["uncut"] == 0
    asked = "titles of products sorted by the ones with the highest price first"
    assert contradictions(seen(asked, DEAREST))["sort_cut"] == 1
    assert contradictions(seen(asked, SORTED))["sort_cut"] == 0


def test_of_stuff_there_is_much_and_not_many() -> None:
    rows = Item(None, "count", table="orders")
    most = Query((Item(NAME),), group=(NAME,), order=(Order(rows, True),), limit=1)
    stuff = Link("table", "orders", "", "", 0.73, "part")
    assert contradictions(used("customers that used the most order", most, order=stuff))["stuff_counted"] == 1
    assert contradictions(used("customers that used the most orders", most, orders=stuff))["stuff_counted"] == 0


def test_a_total_is_not_a_list() -> None:
    summed = Query((Item(TOTAL, "sum"),))
    assert contradictions(seen("total payments of the products", TITLES))["amount_listed"] == 1
    assert contradictions(seen("total payments of the products", summed))["amount_listed"] == 0


def test_two_years_set_apart_are_not_one_figure() -> None:
    summed, apart = Query((Item(TOTAL, "sum"),)), Query((Item(TOTAL, "sum"), Item(PLACED)), group=(PLACED,))
    asked = "how much were orders in 2023 and in 2024"
    assert contradictions(seen(asked, summed))["years_pooled"] == 1
    assert contradictions(seen(asked, apart))["years_pooled"] == 0
    assert contradictions(seen("how much were orders in 2023 and 2024", summed))["years_pooled"] == 0
    assert contradictions(seen(f"{asked} together", summed))["years_pooled"] == 0


def test_a_year_that_is_denied_is_not_pooled_with_the_other() -> None:
    asked = "how many customers ordered in 2023 but not in 2024"
    count = Query((Item(None, "count", table="customers"),))
    of_2023, of_2024, of_both = (Filter(Item(PLACED), "like", v) for v in (("2023%",), ("2024%",), ("2023%", "2024%")))
    lacked = Related("customers", ("orders",), (of_2024,), negated=True)
    had = Related("customers", ("orders",), (of_2023,))
    for met in (had, of_2023):
        assert contradictions(seen(asked, replace(count, where=(met, lacked))))["years_pooled"] == 0
    both = replace(lacked, where=(of_both,))
    for where in ((of_both,), (lacked,), (both,), (of_both, lacked), (had, replace(lacked, negated=False))):
        assert contradictions(seen(asked, replace(count, where=where)))["years_pooled"] == 1, where


def test_whose_figure_it_is_is_shown() -> None:
    most = Query((Item(TOTAL, "max"),), order=(Order(Item(TOTAL), True),))
    named = Query((Item(NAME), Item(TOTAL)), order=(Order(Item(TOTAL), True),), limit=1)
    for asked in ("our biggest customers", "the largest order: which customers", "top 5 customers by total"):
        assert contradictions(seen(asked, most))["holder_unshown"] == 1, asked
        assert contradictions(seen(asked, named))["holder_unshown"] == 0, asked
    assert contradictions(seen("the orders of the most customers", Query((ROWS,))))["holder_unshown"] == 0


def test_those_who_also_came_are_not_those_of_either_year() -> None:
    year = Col("orders", "year")
    either = Query((ROWS,), (Filter(Item(year), "=", (2023.0, 2024.0)),))
    found = seen("customers of 2023 who also ordered in 2024", either)
    assert contradictions(found)["either_year"] == float(found.facts.year(year))
    assert contradictions(seen("customers of 2023 and 2024", either))["either_year"] == 0


def test_a_figure_is_in_the_unit_that_is_asked_for() -> None:
    work = table("repairs", "id:integer!", "work hours:real", "seen:date", "done:date")
    view = replace(shop(), tables=(*shop().tables, work))
    hours, days = Item(Col("repairs", "work hours"), "avg"), Formula("days", *map(Item, (_DONE, _SEEN)))
    asked = "the average days of repairs"
    assert contradictions(seen(asked, Query((hours,)), view))["other_unit"] == 1.0
    assert contradictions(seen(asked, Query((Item(_DONE, "avg", formula=days),)), view))["other_unit"] == 0.0
    assert contradictions(seen("the average hours of repairs", Query((hours,)), view))["other_unit"] == 0.0


_SEEN, _DONE = Col("repairs", "seen"), Col("repairs", "done")


def test_rows_without_a_line_are_counted_whatever_their_lines_count() -> None:
    lines = table("items", "order_id:integer", "product_id:integer", "quantity:integer")
    view = replace(shop(), tables=(*shop().tables[:2], lines, *shop().tables[3:]))
    orders, product = Item(None, "count", table="orders"), Col("items", "product_id")
    without = Query((orders,), (Related("orders", ("items",), negated=True),))
    assert contradictions(seen("how many orders have no items", without, view))["pieces_counted"] == 0.0
    by_product = Query((Item(product), orders), group=(product,))
    assert contradictions(seen("number of orders by product id of items", by_product, view))["pieces_counted"] == 1.0


def test_the_gravest_contradiction_is_said_in_words() -> None:
    assert reason({"uncounted": 1.0, "unordered": 0.0}) == "a word asks for something that this reading does not do"
    assert reason({"summed_alone": 1.0, "uncounted": 0.0}) == ""
    light = next(name for name in CHECKS if CAPS[name] == 0.74)
    assert reason({light: 1.0, "uncounted": 1.0}) == reason({"uncounted": 1.0})


def test_the_same_needs_something_beside() -> None:
    products = Query((Item(None, "count", table="products"),))
    assert contradictions(seen("how many products start with the same letter", products))["same_unread"] == 1.0
    alike = replace(products, group=(PRICE,))
    assert contradictions(seen("products of the same price", alike))["same_unread"] == 0.0


def test_the_kind_that_words_decide_for_is_read() -> None:
    plain = seen("the running total of orders by month", Query((Item(None, "count", table="orders"),)))
    assert contradictions(replace(plain, kinds=("running",)))["kind_of_question_unread"] == 1.0
    assert contradictions(plain)["kind_of_question_unread"] == 0.0


def test_what_is_done_unasked_is_said() -> None:
    told = [name for check in unasked.CHECKS if CAPS[name := check.__name__] < 1]
    assert not any("hardly ask" in reason({name: 1.0}) for name in told)


def test_how_it_went_is_not_passed_over_before_the_most() -> None:
    counted = Query(
        (Item(Col("customers", "name")),), order=(Order(Item(None, "count", table="orders"), True),), limit=1
    )
    read = replace(seen("which customers cancelled the most orders", counted), ignored=("cancelled",))
    assert contradictions(read)["outcome_unread"] == 1.0
    assert contradictions(replace(read, ignored=()))["outcome_unread"] == 0.0


@pytest.mark.parametrize(("cell", "found"), [("Sun", 1.0), ("S", 0.0)])
def test_rows_with_days_of_their_own_do_not_go_by_the_day_of_a_timetable(cell: str, found: float) -> None:
    """`S` of a column of sizes is no Sunday."""
    told = Filter(Item(Col("customers", "city")), "=", (cell,))
    query = Query((Item(None, "count", table="orders"),), (told,), tables=("orders", "customers"))
    assert contradictions(seen("how many orders on a Sunday", query))["day_of_list"] == found


def test_no_check_has_the_name_of_another_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "contradictions", lambda s: {})
    own = signs.features(seen("titles of products sorted by price", SORTED))
    assert own
    assert set(own).isdisjoint(CHECKS)
