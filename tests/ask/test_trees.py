"""Join trees: connecting tables, walking parts of a tree, and what a walk multiplies."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from core.ask.k_shortest_paths import ways
from core.ask.roles import in_roles, named_roles
from core.ask.state import JoinTree, Role, SchemaView
from core.ask.trees import connect
from core.ask.walks import edge, in_common, multiplies, turn, walk
from core.ask.why_apart import NOTHING_SAYS, why_apart
from core.model import Cardinality, Column, Join, Profile, Table
from tests.ask.schemas import join, shop, table


def steps(edges: object) -> list[tuple[str, str, str]]:
    return [(e.left_table, e.right_table, e.cardinality) for e in edges]  # type: ignore[attr-defined]


def view(names: str, *joins: Join) -> SchemaView:
    return SchemaView(tuple(table(n, "a", "b") for n in names), joins)


def test_connect_finds_the_tables_in_between() -> None:
    tree = connect(shop(), ["customers", "products"])
    assert tree is not None
    assert tree.tables == ("customers", "orders", "items", "products")
    assert [e.join_id for e in tree.edges] == [
        "orders.customer_id=customers.id",
        "items.order_id=orders.id",
        "items.product_id=products.id",
    ]
    assert steps(tree.edges) == [
        ("customers", "orders", "1:n"),
        ("orders", "items", "1:n"),
        ("items", "products", "n:1"),
    ]


def test_one_table_and_none_need_no_joins() -> None:
    assert connect(shop(), ["orders", "orders"]) == JoinTree(("orders",))
    assert connect(shop(), []) == JoinTree(())


def test_what_hangs_together_with_nothing_is_unreachable() -> None:
    assert connect(shop(), ["customers", "notes"]) is None
    assert connect(shop(), ["customers", "elsewhere"]) is None


def test_a_tree_of_too_many_joins_is_none() -> None:
    names = "abcdefghij"
    chain = view(names, *(join(f"{x}.a", f"{y}.b") for x, y in pairwise(names)))
    assert connect(chain, ["a", "i"]) is not None
    assert connect(chain, ["a", "j"]) is None


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (join("x.a", "y.a", state="probable"), join("x.b", "y.b")),
        (join("x.a", "y.a", score=0.7), join("x.b", "y.b", score=0.9)),
        (join("x.a", "y.a", cardinality="n:m"), join("x.b", "y.b")),
    ],
)
def test_the_surer_of_two_joins_is_taken(worse: Join, better: Join) -> None:
    tree = connect(view("xy", worse, better), ["x", "y"])
    assert tree is not None
    assert [e.join_id for e in tree.edges] == [better.id]


def test_a_bridge_is_better_than_a_join_that_repeats_on_both_sides() -> None:
    joins = (join("x.a", "y.a", cardinality="n:m"), join("b.a", "x.a"), join("b.b", "y.b"))
    tree = connect(view("xyb", *joins), ["x", "y"])
    assert tree is not None
    assert tree.tables == ("x", "b", "y")


def test_what_rows_refer_to_themselves_goes_before_what_others_refer_to_for_them() -> None:
    joins = (join("visits.lift", "lifts.id"), join("lifts.site", "sites.id"))
    beside = (join("invoices.visit", "visits.id", cardinality="1:1"), join("invoices.site", "sites.id"))
    names = {"visits": ("id", "lift"), "lifts": ("id", "site"), "sites": ("id",), "invoices": ("visit", "site")}
    seen = SchemaView(tuple(table(n, *c) for n, c in names.items()), (*joins, *beside))
    for wanted in (["visits", "sites"], ["sites", "visits"]):
        tree = connect(seen, wanted)
        assert tree is not None
        assert "lifts" in tree.tables
    assert ways(seen.joins, "visits", "sites")[0][0].right_table == "lifts"


def test_equal_ways_are_told_apart_by_their_ids() -> None:
    joins = (join("x.b", "y.b"), join("x.a", "y.a"))
    trees = [connect(view("xy", *order), ["x", "y"]) for order in (joins, joins[::-1])]
    assert [t.edges[0].join_id for t in trees if t] == ["x.a=y.a", "x.a=y.a"]


def test_a_self_join_connects_nothing_else() -> None:
    assert connect(view("xy", join("x.a", "x.b")), ["x", "y"]) is None


@pytest.mark.parametrize(("cardinality", "turned"), [("n:1", "1:n"), ("1:n", "n:1"), ("1:1", "1:1"), ("n:m", "n:m")])
def test_an_edge_turned_reads_the_other_way(cardinality: Cardinality, turned: Cardinality) -> None:
    there = edge(join("x.a", "y.b", cardinality=cardinality), "x")
    back = edge(join("x.a", "y.b", cardinality=cardinality), "y")
    assert (there.left_table, there.left, there.right_table, there.right) == ("x", ("a",), "y", ("b",))
    assert (there.cardinality, back.cardinality) == (cardinality, turned)
    assert turn(there) == back
    assert turn(back) == there


def test_a_composite_join_keeps_its_columns_in_pairs() -> None:
    back = edge(join("x.a+b", "y.c+d"), "y")
    assert (back.left, back.right) == (("c", "d"), ("a", "b"))


def test_walk_leads_outwards_from_any_table_to_the_goals_only() -> None:
    tree = connect(shop(), ["customers", "products"])
    assert tree is not None
    assert steps(walk(tree, "products", ["orders"])) == [("products", "items", "1:n"), ("items", "orders", "n:1")]
    assert steps(walk(tree, "orders", ["customers", "items"])) == [
        ("orders", "customers", "n:1"),
        ("orders", "items", "1:n"),
    ]
    assert walk(tree, "orders", []) == []
    assert walk(tree, "orders", ["notes"]) == []


def test_a_walk_multiplies_when_one_step_goes_from_one_to_many() -> None:
    tree = connect(shop(), ["customers", "products"])
    assert tree is not None
    assert not multiplies(walk(tree, "items", ["customers", "products"]))
    assert multiplies(walk(tree, "orders", ["items"]))
    assert multiplies(walk(tree, "products", ["customers"]))
    assert not multiplies([])


def lookup(label: str) -> SchemaView:
    """Orders and tickets that have only the rows of one table in common."""
    key = f"{label}_id"
    return SchemaView(
        (table("orders", "id!", key), table("tickets", "id!", key), table(f"{label}s", f"{key}!", rows=40)),
        (join(f"orders.{key}", f"{label}s.{key}"), join(f"tickets.{key}", f"{label}s.{key}")),
    )


def test_no_way_turns_round_in_a_table_of_states_but_one_may_in_a_table_of_people() -> None:
    assert connect(lookup("status"), ["orders", "tickets"]) is None
    assert connect(lookup("rank"), ["orders", "tickets"]) is None
    assert connect(lookup("status"), ["orders", "statuss", "tickets"]) is not None
    tree = connect(lookup("customer"), ["orders", "tickets"])
    assert tree is not None
    assert tree.tables == ("orders", "customers", "tickets")
    ask_next = (
        "Ask about each by itself; if you know which rows belong together, "
        "join them by hand, here or on the graph page."
    )
    assert why_apart(lookup("status"), ["orders", "tickets"]) == (
        "They have only `statuss` in common, which sorts their rows and does not say which belong together. " + ask_next
    )
    assert why_apart(view("xy"), ["x", "y"]) == f"{NOTHING_SAYS} {ask_next}"


def kinds(rows: int, *columns: str) -> SchemaView:
    """Orders and tickets that refer to a table of kinds."""
    return SchemaView(
        (table("orders", "id!", "kind"), table("tickets", "id!", "kind"), table("kinds", "kind!", *columns, rows=rows)),
        (join("orders.kind", "kinds.kind"), join("tickets.kind", "kinds.kind")),
    )


def test_no_way_turns_round_where_codes_are_only_looked_up() -> None:
    assert connect(kinds(5, "name"), ["orders", "tickets"]) is None
    assert connect(kinds(5, "name"), ["orders", "kinds", "tickets"]) is not None
    assert connect(kinds(31, "name"), ["orders", "tickets"]) is not None
    assert connect(kinds(5, "name", "street"), ["orders", "tickets"]) is not None
    tree = connect(kinds(31, "name"), ["orders", "tickets"])
    assert tree is not None
    assert in_common(tree.edges, ["orders", "tickets"]) == [("kinds", "orders", "tickets")]
    assert in_common(tree.edges, ["orders", "kinds", "tickets"]) == []


def test_a_table_in_between_is_better_than_one_that_a_way_turns_round_in() -> None:
    hub = (join("x.a", "h.a"), join("y.a", "h.a"))
    bridge = (join("b.a", "x.b", state="probable"), join("b.b", "y.b", state="probable"))
    tree = connect(view("xyhb", *hub, *bridge), ["x", "y"])
    assert tree is not None
    assert tree.tables == ("x", "b", "y")


def test_two_roles_of_a_table_are_two_tables_of_the_sql() -> None:
    schema = SchemaView(
        (table("trips", "id!", "start_id", "end_id"), table("stations", "id!")),
        (join("trips.start_id", "stations.id"), join("trips.end_id", "stations.id")),
    )
    roles = named_roles([("trips", "start_id"), ("trips", "end_id")], ["trips", "stations"], schema)
    assert roles == (Role("trips", "start_id", "stations", "start"), Role("trips", "end_id", "stations", "end"))
    tree = connect(schema, ["stations", "trips"], roles=roles)
    assert tree is not None
    assert [(e.left, e.right_table, e.role) for e in tree.edges] == [
        (("start_id",), "stations", "start"),
        (("end_id",), "stations", "end"),
    ]
    assert in_roles(tree, roles).tables == ("trips", "start", "end")
    one = connect(schema, ["trips", "stations"], roles=roles[1:])
    assert one is not None
    assert [e.join_id for e in one.edges] == ["trips.end_id=stations.id"]


def test_columns_that_hold_the_same_are_named_where_no_join_was_made() -> None:
    def column(table: str, name: str, values: tuple[str, ...], unique: bool) -> Table:
        profile = Profile(len(values) if unique else 9, 0, len(values), sketch=values)
        return Table(table, table, "f.csv", 9, (Column(table, name, name, "text", 0, profile),))

    works = column("works", "Shelf", ("001", "002", "003", "004"), True)
    lent, few = (column("loans", "score", v, False) for v in (("002", "003", "004"), ("004", "x", "y")))
    assert why_apart(SchemaView((works, lent), ()), ["works", "loans"]).startswith(
        "`loans.score` holds values of `works.Shelf`, but nothing else says that they are the same. Ask about each"
    )
    assert why_apart(SchemaView((works, few), ()), ["works", "loans"]).startswith(NOTHING_SAYS)
    met = join("loans.score", "works.Shelf")
    apart = column("notes", "place", ("001", "x", "y"), False)
    said = why_apart(SchemaView((works, lent, apart), (met,)), ["works", "loans", "notes"])
    assert "holds values of" not in said  # those are joined


def test_columns_of_one_name_that_repeat_the_same_values_are_named() -> None:
    """Levels are of a gauge, a reach has one, and catches are of a reach."""

    def holding(of: Table, *values: str) -> Table:
        profile = Profile(9, 0, len(values), sketch=values)
        said = (replace(c, type="text", profile=profile) if c.name == "gauge" else c for c in of.columns)
        return replace(of, columns=tuple(said))

    met = join("catches.reach", "reaches.reach")
    caught, reaches, levels = table("catches", "reach"), table("reaches", "reach!", "gauge"), table("levels", "gauge")
    both = (caught, holding(reaches, "G1", "G2"), holding(levels, "G1", "G2"))
    for wanted in (["catches", "levels"], ["levels", "catches"], ["levels", "reaches"]):
        said = why_apart(SchemaView(both, (met,)), wanted)
        assert "hold the same values, but both repeat them. Ask about each" in said
        assert {"`levels.gauge`", "`reaches.gauge`"} <= set(said.split())
    other = (caught, holding(reaches, "G1", "G2"), holding(levels, "G1", "G3"))
    assert why_apart(SchemaView(other, (met,)), ["catches", "levels"]).startswith(NOTHING_SAYS)
