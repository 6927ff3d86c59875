"""Reading the rows of a path query: good ones become paths, bad ones are refused with what is wrong."""

from __future__ import annotations

import pytest

from core.ask.paths import read_paths, walked
from core.ask.state import Role, SchemaView
from core.errors import QueryFailed
from core.graph.base import CypherValue, GraphRows
from tests.ask.schemas import join, shop, table

CUSTOMERS, ITEMS, PRODUCTS = (j.id for j in shop().joins)


def rows(*joins: CypherValue, columns: tuple[str, ...] = ("joins",)) -> GraphRows:
    return GraphRows(columns, tuple((j,) for j in joins))


def fault(found: GraphRows, *needed: str) -> str:
    with pytest.raises(QueryFailed) as raised:
        read_paths(found, needed, shop())
    return raised.value.message


def test_a_row_becomes_a_path_in_walking_order() -> None:
    (path,) = read_paths(rows((PRODUCTS, CUSTOMERS, ITEMS)), ("customers", "products"), shop())
    assert [(e.left_table, e.right_table) for e in path] == [
        ("customers", "orders"),
        ("orders", "items"),
        ("items", "products"),
    ]
    assert [(e.left, e.right) for e in path] == [
        (("id",), ("customer_id",)),
        (("id",), ("order_id",)),
        (("product_id",), ("id",)),
    ]


def test_paths_keep_the_order_of_the_rows_and_drop_repeats_and_bad_ones() -> None:
    two = SchemaView(
        (table("trips", "a", "b"), table("places", "id!")), (join("trips.a", "places.id"), join("trips.b", "places.id"))
    )
    first, second = "trips.b=places.id", "trips.a=places.id"
    found = read_paths(rows((first,), ("nonsense",), (first,), (second,)), ("trips", "places"), two)
    assert [[e.join_id for e in path] for path in found] == [[first], [second]]


def test_other_columns_may_stand_beside_the_joins() -> None:
    found = GraphRows(("similarity", "joins"), ((0.9, (CUSTOMERS,)),))
    assert len(read_paths(found, ("orders", "customers"), shop())) == 1


def test_one_table_needs_its_columns_and_no_join() -> None:
    assert read_paths(rows("orders.id", columns=("column",)), ("orders",), shop()) == ((),)
    assert fault(rows(columns=("column",)), "orders") == "The graph knows no columns of orders."


def test_rows_without_joins_are_refused() -> None:
    assert fault(rows("x", columns=("ids",)), "orders", "items") == (
        "The Cypher must return a column called joins: the list of join ids."
    )


@pytest.mark.parametrize("bad", [("orders.total=customers.id",), (CUSTOMERS, None), (7,), "orders", None, 3])
def test_what_is_no_list_of_joins_is_refused(bad: CypherValue) -> None:
    assert fault(rows(bad), "orders", "customers") == ("The Cypher's column joins must hold ids of joins that exist.")


@pytest.mark.parametrize(
    ("ids", "needed"),
    [
        ((CUSTOMERS,), ("customers", "items")),
        ((PRODUCTS,), ("customers", "orders")),
        ((CUSTOMERS, PRODUCTS), ("customers", "products")),
        ((CUSTOMERS, CUSTOMERS), ("customers", "orders")),
        ((), ("customers", "orders")),
    ],
)
def test_joins_that_do_not_connect_are_refused(ids: tuple[str, ...], needed: tuple[str, ...]) -> None:
    assert fault(rows(ids), *needed) == f"These joins do not connect {', '.join(needed)}."


def test_no_rows_say_that_nothing_connects() -> None:
    assert fault(rows(), "customers", "notes") == "No joins connect customers, notes."


def test_a_ring_is_no_path() -> None:
    ring = [join("a.x", "b.x"), join("b.y", "c.y"), join("c.z", "a.z")]
    assert walked(ring, ["a", "b"]) is None
    assert walked(ring[:2], ["a", "c"]) is not None


def test_a_table_in_two_roles_stands_in_the_path_twice() -> None:
    joins = [join("trips.a", "places.id"), join("trips.b", "places.id"), join("fares.trip", "trips.id")]
    roles = (Role("trips", "a", "places", "start"), Role("trips", "b", "places", "end"))
    path = walked(joins, ["places", "trips", "fares"], roles)
    assert path is not None
    assert [(e.left_table, e.right_table, e.role) for e in path] == [
        ("trips", "places", "start"),
        ("trips", "places", "end"),
        ("trips", "fares", ""),
    ]
    assert walked(joins[1:], ["trips", "places"], roles) is None
