"""A query and its join tree as SQL: what it gives when run, whatever the names and values are."""

from __future__ import annotations

from dataclasses import replace

from core.ask.state import JoinTree, SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, AnyOf, Col, Filter, Item, Order, Query, Related, Scalar, all_tables
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.model import Value
from tests.ask.schemas import SHOP_ROWS, facts, join, shop, stored, table

NAME, CITY = Col("customers", "name"), Col("customers", "city")
TOTAL, AMOUNT, TITLE = Col("orders", "total"), Col("items", "amount"), Col("products", "title")
CUSTOMER = Col("orders", "customer_id")

Rows = list[tuple[Value, ...]]


def sql(query: Query, view: SchemaView | None = None, *, plain: bool = False) -> str:
    view = view or shop()
    tree = connect(view, all_tables(query))
    assert tree is not None
    return render(query, tree, Facts(view), plain=plain)


def run(query: Query, *, plain: bool = False) -> Rows:
    return stored(shop(), SHOP_ROWS).execute(sql(query, plain=plain)).fetchall()


def test_a_single_table_is_read_without_joins() -> None:
    assert sql(Query((Item(NAME),), (Filter(Item(CITY), "=", ("Oslo",)),))) == (
        'SELECT\n  "name"\nFROM "customers"\nWHERE\n  "city" = \'Oslo\''
    )
    assert run(Query((Item(NAME),), (Filter(Item(CITY), "=", ("Oslo",)),))) == [("Ada",), ("Cleo",)]


def test_joins_follow_the_tree() -> None:
    query = Query((Item(NAME), Item(TITLE)), (Filter(Item(AMOUNT), ">=", (3.0,)),), order=(Order(Item(TITLE)),))
    assert run(query) == [("Ada", "Lamp"), ("Bo", "Mug")]
    text = " ".join(sql(query).split())
    assert text.index('JOIN "orders"') < text.index('JOIN "items"') < text.index('JOIN "products"')


def test_every_operator() -> None:
    price = Item(Col("products", "price"))
    title = Item(TITLE)

    def titles(*where: Filter | AnyOf) -> list[Value]:
        return [r[0] for r in run(Query((title,), where, order=(Order(title),)))]

    assert titles(Filter(price, "<", (9.0,))) == ["Mug"]
    assert titles(Filter(price, "<=", (9.0,))) == ["Mug", "Rope"]
    assert titles(Filter(price, ">", (20.0,))) == ["Tent"]
    assert titles(Filter(price, ">=", (20.0,))) == ["Lamp", "Tent"]
    assert titles(Filter(price, "=", (9.0,))) == ["Rope"]
    assert titles(Filter(price, "!=", (9.0,))) == ["Lamp", "Mug", "Tent"]
    assert titles(Filter(price, "between", (9.0, 20.0))) == ["Lamp", "Rope"]
    assert titles(Filter(title, "=", ("Mug", "Rope"))) == ["Mug", "Rope"]
    assert titles(Filter(title, "!=", ("Mug", "Rope"))) == ["Lamp", "Tent"]
    assert titles(Filter(title, "like", ("%e%",))) == ["Rope", "Tent"]
    assert titles(Filter(title, "like", ("L%", "%g"))) == ["Lamp", "Mug"]
    assert titles(Filter(title, "not like", ("L%", "%g"))) == ["Rope", "Tent"]
    assert titles(AnyOf((Filter(price, "<", (6.0,)), Filter(price, ">", (50.0,))))) == ["Mug", "Tent"]
    assert titles(AnyOf((Filter(price, "<", (6.0,)), Filter(price, ">", (50.0,)))), Filter(title, "like", ("T%",))) == [
        "Tent"
    ]


def test_nulls_are_found_and_left_out() -> None:
    place = Item(Col("orders", "id"))
    assert run(Query((place,), (Filter(Item(CUSTOMER), "is null"),))) == [(13,)]
    assert run(Query((place,), (Filter(Item(CUSTOMER), "is not null"),))) == [(10,), (11,), (12,)]


def test_grouping_counting_and_bounds() -> None:
    number = Item(None, "count", table="orders")
    query = Query((Item(CITY), number), group=(CITY,), order=(Order(number, True),), tables=("orders",))
    assert run(query) == [("Oslo", 2), ("Lima", 1)]
    bounded = Query((Item(NAME),), group=(Col("customers", "id"), NAME), having=(Filter(number, ">", (1.0,)),))
    assert run(bounded) == [("Ada",)]


def test_an_average_of_all_is_a_query_of_its_own() -> None:
    price = Col("products", "price")
    assert run(Query((Item(TITLE),), (Filter(Item(price), ">", (Scalar(Item(price, "avg")),)),))) == [("Tent",)]


def test_the_largest_come_first_and_missing_ones_last() -> None:
    query = Query((Item(Col("orders", "id")),), order=(Order(Item(CUSTOMER), True), Order(Item(TOTAL), True)), limit=3)
    assert run(query) == [(12,), (10,), (11,)]
    up = Query((Item(Col("orders", "id")),), order=(Order(Item(TOTAL)),), limit=2)
    assert run(up) == [(13,), (12,)]


def test_a_sum_over_a_parent_is_not_multiplied_by_its_children() -> None:
    total = Query((Item(TOTAL, "sum"),), (Filter(Item(AMOUNT), ">", (1.0,)),))
    assert run(total) == [(125.0,)]
    assert run(total, plain=True) == [(225.0,)], "joined plainly, order 10 counts once for each of its items"


def test_parents_are_counted_once_each() -> None:
    query = Query((Item(None, "count", table="customers"),), (Filter(Item(TOTAL), ">", (10.0,)),))
    assert run(query) == [(2,)]
    grouped = Query(
        (Item(CITY), Item(None, "count", table="customers")), (Filter(Item(TOTAL), ">", (10.0,)),), group=(CITY,)
    )
    assert sorted(run(grouped)) == [("Lima", 1), ("Oslo", 1)]


def test_things_listed_are_not_repeated_by_what_restricts_them() -> None:
    assert run(Query((Item(NAME),), (Filter(Item(TITLE), "=", ("Tent", "Lamp")),))) == [("Ada",)]


def test_children_are_summed_over_their_parents_as_they_are() -> None:
    query = Query((Item(NAME), Item(AMOUNT, "sum")), group=(Col("customers", "id"), NAME), order=(Order(Item(NAME)),))
    assert run(query) == [("Ada", 7), ("Bo", 5)]


def test_absence_holds_although_the_other_side_has_nulls() -> None:
    assert run(Query((Item(NAME),), (Related("customers", ("orders",), negated=True),))) == [("Cleo",)]
    assert run(Query((Item(TITLE),), (Related("products", ("items",), negated=True),))) == [("Rope",)]
    late = Related("customers", ("orders",), (Filter(Item(Col("orders", "placed")), ">", ("2024-01-31",)),), True)
    assert run(Query((Item(NAME),), (late,))) == [("Cleo",)]
    big = Related("customers", ("orders",), (Filter(Item(TOTAL), ">", (40.0,)),), True)
    assert run(Query((Item(NAME),), (big,))) == [("Bo",), ("Cleo",)]


def test_presence_across_several_joins() -> None:
    lamp = Related("customers", ("products",), (Filter(Item(TITLE), "=", ("Lamp",)),))
    mug = Related("customers", ("products",), (Filter(Item(TITLE), "=", ("Mug",)),))
    assert run(Query((Item(NAME),), (lamp,))) == [("Ada",)]
    assert run(Query((Item(NAME),), (lamp, mug))) == []


def test_tables_in_several_ways_from_a_row_are_looked_for_one_way_at_a_time() -> None:
    ways = Related(
        "orders", ("customers", "products"), (Filter(Item(NAME), "=", ("Ada",)), Filter(Item(TITLE), "=", ("Lamp",)))
    )
    assert run(Query((Item(TOTAL),), (ways,))) == [(100.0,)]
    assert sql(Query((Item(TOTAL),), (ways,))).count(" IN (") == 2, "none looks at the row of the orders again"
    others = run(Query((Item(TOTAL),), (replace(ways, negated=True),)))
    assert sorted([*others, (100.0,)]) == sorted(run(Query((Item(TOTAL),))))


def test_values_that_other_rows_have_too() -> None:
    big = Among(CUSTOMER, (Filter(Item(TOTAL), ">", (60.0,)),))
    assert run(Query((Item(TOTAL),), (big,))) == [(100.0,), (50.0,)]
    none = Among(CUSTOMER, (Filter(Item(TOTAL), "<", (30.0,)),), negated=True)
    assert run(Query((Item(TOTAL),), (none,))) == [(100.0,), (50.0,)], "one of the small orders has no customer"


def test_everything_of_one_table_when_another_restricts() -> None:
    query = Query((), (Filter(Item(TOTAL), ">", (60.0,)),), tables=("customers",), everything=True)
    assert run(query) == [(1, "Ada", "Oslo")]
    assert run(Query((), tables=("notes",), everything=True)) == [("hello",)]


HOSTILE = 'x"; DROP TABLE "a b'


def hostile() -> SchemaView:
    return SchemaView(
        (
            table("select", "group!", "or'der by", HOSTILE),
            table("a b", "null", "Größe (m²)", "100%"),
        ),
        (join("a b.null", "select.group"),),
    )


def test_hostile_names_and_values_are_only_names_and_values() -> None:
    view = hostile()
    rows: dict[str, Rows] = {
        "select": [("k", "v", "O'Hara"), ("l", "w", "'; --")],
        "a b": [("k", 1.5, "%"), ("k", 2.5, 'say "hi"')],
    }
    db = stored(view, rows)

    def given(query: Query) -> Rows:
        return db.execute(sql(query, view)).fetchall()

    odd, size = Col("select", HOSTILE), Col("a b", "Größe (m²)")
    assert given(Query((Item(Col("select", "or'der by")),), (Filter(Item(odd), "=", ("O'Hara",)),))) == [("v",)]
    assert given(Query((Item(Col("select", "group")),), (Filter(Item(odd), "=", ("'; --",)),))) == [("l",)]
    assert given(Query((Item(size),), (Filter(Item(Col("a b", "100%")), "=", ('say "hi"',)),))) == [(2.5,)]
    assert given(Query((Item(odd), Item(size, "sum")), group=(odd,))) == [("O'Hara", 4.0)]
    assert given(Query((Item(odd),), (Related("select", ("a b",), negated=True),))) == [("'; --",)]
    assert given(Query((Item(odd),), (Filter(Item(odd), "like", ("%'%",)),))) == [("O'Hara",), ("'; --",)]
    assert {n for (n,) in db.execute("SELECT name FROM sqlite_master")} == {"select", "a b"}


def test_numbers_are_written_as_numbers_and_codes_as_text() -> None:
    assert '"price" > 2.5' in sql(Query((Item(TITLE),), (Filter(Item(Col("products", "price")), ">", (2.5,)),)))
    assert '"price" > 3' in sql(Query((Item(TITLE),), (Filter(Item(Col("products", "price")), ">", (3.0,)),)))
    assert "\"title\" = '007'" in sql(Query((Item(TITLE),), (Filter(Item(TITLE), "=", ("007",)),)))


def test_a_composite_join_compares_every_part() -> None:
    view = SchemaView(
        (table("games", "season", "round", "goals:integer"), table("rounds", "season", "round", "day")),
        (join("games.season+round", "rounds.season+round"),),
    )
    query = Query(
        (Item(Col("rounds", "day")), Item(Col("games", "goals"))), (), order=(Order(Item(Col("games", "goals"))),)
    )
    tree = connect(view, ["games", "rounds"])
    assert tree is not None
    db = stored(view, {"games": [("a", "1", 5), ("b", "1", 7)], "rounds": [("a", "1", "Mon"), ("b", "1", "Tue")]})
    assert db.execute(render(query, tree, Facts(view))).fetchall() == [("Mon", 5), ("Tue", 7)]


def test_the_same_query_is_written_the_same_way() -> None:
    query = Query((Item(NAME),), (Filter(Item(TITLE), "=", ("Tent", "Lamp")),))
    assert len({sql(query) for _ in range(5)}) == 1
    assert render(Query((Item(NAME),)), JoinTree(("customers",)), Facts(shop())) == 'SELECT\n  "name"\nFROM "customers"'


def test_codes_are_shown_as_what_they_mean_and_grouped_by_as_they_are() -> None:
    cut = table("crashes", "severity:integer")
    told = tuple(replace(c, codes=(("1", "Fatal"), ("2", "It's slight"))) for c in cut.columns)
    view, severity = SchemaView((replace(cut, columns=told),), ()), Col("crashes", "severity")
    query = Query((Item(severity), Item(None, "count", table="crashes")), group=(severity,))
    written = " ".join(sql(query, view).split())
    assert written == (
        """SELECT CASE "severity" WHEN 1 THEN 'Fatal' WHEN 2 THEN 'It''s slight' ELSE "severity" END AS "severity", """
        """COUNT(*) AS "count" FROM "crashes" GROUP BY "severity\""""
    )
    rows = stored(view, {"crashes": [(1,), (2,), (2,), (9,)]}).execute(written).fetchall()
    assert set(rows) == {("Fatal", 1), ("It's slight", 2), (9, 1)}


def test_a_condition_on_rows_beside_those_that_are_added_up_repeats_none_of_them() -> None:
    view = SchemaView(
        (
            table("sites", "site!", "name!"),
            table("readings", "site", "used:integer"),
            table("works", "site", "urgent:integer"),
        ),
        (join("readings.site", "sites.site"), join("works.site", "sites.site")),
    )
    rows = {
        "sites": [("A", "Mill"), ("B", "Hall"), ("C", "Barn")],
        "readings": [("A", 5), ("A", 6), ("B", 20), ("C", 99)],
        "works": [("A", 1), ("A", 1), ("A", 1), ("B", 1), ("C", 0)],
    }
    site, name, used = Col("sites", "site"), Col("sites", "name"), Item(Col("readings", "used"), "sum")
    urgent = Filter(Item(Col("works", "urgent")), "=", (1.0,))
    for select in ((Item(name), used), (Item(name),)):
        query = Query(select, (urgent,), (site, name), order=(Order(used, True),), tables=("sites",))
        tree = connect(view, ["sites", "readings", "works"])
        assert tree is not None
        found = stored(view, rows).execute(render(query, tree, facts(view))).fetchall()
        assert [r[:1] for r in found] == [("Hall",), ("Mill",)]
        assert len(select) == 1 or found == [("Hall", 20), ("Mill", 11)]


def test_a_figure_of_some_rows_alone_is_taken_over_rows_that_stand_once() -> None:
    placed = Filter(Item(Col("orders", "placed")), "like", ("2024%",))
    some = Item(TOTAL, "sum", where=(placed,))
    query = Query((Item(TITLE), some), group=(TITLE,), order=(Order(Item(TITLE)),), tables=("products",))
    by_hand = (
        "SELECT title, (SELECT sum(total) FROM orders o WHERE placed LIKE '2024%' AND EXISTS (SELECT 1 FROM items i "
        "WHERE i.order_id = o.id AND i.product_id = p.id)) FROM products p ORDER BY 1"
    )
    db = stored(shop(), SHOP_ROWS)
    wanted = [r for r in db.execute(by_hand).fetchall() if r[1] is not None]
    assert [r for r in run(query) if r[1] is not None] == wanted != []


def test_days_of_the_week_are_sorted_as_they_follow_on_each_other() -> None:
    day = Col("orders", "placed", part="weekday")
    count = Item(None, "count", table="orders")
    query = Query((Item(day), count), group=(day,), order=(Order(Item(day), descending=False),))
    assert run(query) == [("Monday", 1), ("Thursday", 2), ("Friday", 1)]
