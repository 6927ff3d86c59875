"""The best ways between two tables."""

from __future__ import annotations

from dataclasses import replace

from core.ask.k_shortest_paths import LONGEST, ways
from core.model import Join
from tests.graph.graphs import join


def ids(found: tuple[tuple[object, ...], ...]) -> list[list[str]]:
    return [[e.join_id for e in way] for way in found]  # type: ignore[attr-defined]


JOINS = (
    join("orders.customer_id", "customers.id", state="confirmed"),
    join("customers.region_id", "regions.id", state="confirmed"),
    join("orders.region_id", "regions.id", score=0.6),
    join("orders.shop_id", "shops.id", state="rejected"),
    join("staff.boss_id", "staff.id"),
)


def test_every_way_the_one_an_answer_takes_first_and_each_walked_from_the_start() -> None:
    found = ways(JOINS, "regions", "orders")
    assert ids(found) == [
        ["customers.region_id=regions.id", "orders.customer_id=customers.id"],
        ["orders.region_id=regions.id"],
    ]
    assert [(e.left_table, e.right_table) for e in found[0]] == [("regions", "customers"), ("customers", "orders")]
    assert found[0][0].cardinality == "1:n"


def test_rejected_joins_and_joins_to_itself_lead_nowhere() -> None:
    assert ways(JOINS, "orders", "shops") == ()
    assert ways(JOINS, "staff", "staff") == ()
    assert ways(JOINS, "orders", "unknown") == ()


def test_parallel_joins_are_ways_of_their_own() -> None:
    two = (join("games.home_id", "teams.id"), join("games.away_id", "teams.id"))
    assert sorted(ids(ways(two, "games", "teams"))) == [["games.away_id=teams.id"], ["games.home_id=teams.id"]]


def test_no_way_is_longer_than_is_sensible() -> None:
    chain = [join(f"t{i}.next_id", f"t{i + 1}.id") for i in range(LONGEST + 1)]
    assert len(ways(chain, "t0", f"t{LONGEST}")) == 1
    assert ways(chain, "t0", f"t{LONGEST + 1}") == ()


def test_a_dense_graph_gives_only_the_best() -> None:
    dense: list[Join] = []
    for i in range(20):
        for k in range(i):
            dense.append(replace(join(f"t{i}.t{k}_id", f"t{k}.id"), score=0.5 + (i + k) / 100))
    assert len(ways(dense, "t0", "t19")) == 5
