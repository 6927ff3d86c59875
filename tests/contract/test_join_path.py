"""The path query gives the same rows, in the same order, in every graph store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ask.state import Role, SchemaView
from core.ask.translators.rules.cypher import join_path
from core.graph.base import GraphStore
from core.graph.build import schema_graph
from tests.ask.schemas import join, table
from tests.contract.graphs import KINDS, opened_graph

TABLES = (
    table("trips", "id!", "start_id", "end_id", "bike_id", "state"),
    table("stations", "id!", "area_id"),
    table("bikes", "id!", "maker_id", "state"),
    table("makers", "id!"),
    table("areas", "id!", "name", "size"),
    table("repairs", "id!", "bike_id", "area_id"),
)
START, END = "trips.start_id=stations.id", "trips.end_id=stations.id"
BIKE, MAKER, REPAIR = "trips.bike_id=bikes.id", "bikes.maker_id=makers.id", "repairs.bike_id=bikes.id"
AREA, FIXED = "stations.area_id=areas.id", "repairs.area_id=areas.id"
JOINS = (
    join("trips.start_id", "stations.id", score=0.9),
    join("trips.end_id", "stations.id", score=0.8),
    join("trips.bike_id", "bikes.id"),
    join("bikes.maker_id", "makers.id", state="probable", score=0.7),
    join("repairs.bike_id", "bikes.id"),
    join("stations.area_id", "areas.id"),
    join("repairs.area_id", "areas.id", state="probable", score=0.6),
    join("trips.state", "bikes.state", cardinality="n:m"),
)
VIEW = SchemaView(TABLES, JOINS)


@pytest.fixture(scope="module", params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    uri = str(request.config.getoption("--neo4j"))
    with opened_graph(request.param, uri, tmp_path_factory.mktemp("graph")) as graph:
        graph.put(schema_graph(TABLES, JOINS))
        yield graph


@pytest.mark.parametrize(
    ("needed", "roles", "expected"),
    [
        (("trips", "stations"), (), [(START,), (END,)]),
        (("trips", "stations"), (Role("trips", "end_id", "stations"),), [(END,)]),
        (
            ("trips", "stations"),
            (Role("trips", "start_id", "stations", "start"), Role("trips", "end_id", "stations", "end")),
            [(START, END)],
        ),
        (("trips", "bikes"), (), [(BIKE,)]),
        (("trips", "makers"), (), [(BIKE, MAKER)]),
        (("makers", "stations", "areas"), (Role("trips", "start_id", "stations"),), [(MAKER, BIKE, START, AREA)]),
    ],
)
def test_trees_come_best_first(
    needed: tuple[str, ...], roles: tuple[Role, ...], expected: list[tuple[str, ...]], store: GraphStore
) -> None:
    draft = join_path(VIEW, needed, roles)
    assert draft is not None
    store.check(draft.text, draft.parameters)
    found = [row[0] for row in store.read(draft.text, draft.parameters).rows]
    assert [tuple(sorted(ids)) for ids in found[: len(expected)]] == [tuple(sorted(ids)) for ids in expected]  # type: ignore[arg-type, union-attr]


def test_ways_that_turn_round_are_told_and_come_by_state_then(store: GraphStore) -> None:
    draft = join_path(VIEW, ("repairs", "stations"))
    assert draft is not None
    rows = store.read(draft.text, draft.parameters).rows
    assert [(set(row[0]), row[3]) for row in rows] == [  # type: ignore[arg-type]
        ({REPAIR, BIKE, START}, 1),
        ({REPAIR, BIKE, END}, 1),
        ({FIXED, AREA}, 1),
    ]
