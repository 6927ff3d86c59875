"""Readings are tried along a tree that is foreseen in memory: it is the one that the path query puts first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from core.ask.state import SchemaView
from core.ask.translators.rules.cypher import join_path
from core.ask.trees import connect
from core.graph.base import GraphStore
from core.graph.build import schema_graph
from core.model import Cardinality, Join, JoinState
from tests.ask.schemas import join, table
from tests.contract.graphs import KINDS, opened_graph

SIZE = 8
CARDINALITIES: tuple[Cardinality, ...] = ("n:1", "n:1", "n:1", "1:1", "n:m")
STATES: tuple[JoinState, ...] = ("confirmed", "confirmed", "probable")


def drawn(seed: int) -> SchemaView:
    """Tables with keys and references at random: circles, parallel joins, many to many, small look-ups."""
    draw = Random(seed)
    tables = []
    for n in range(SIZE):
        columns = ["id!", *(f"ref{k}" for k in range(3)), "status"][: draw.choice((2, 5, 5))]
        tables.append(table(f"t{n}", *columns, rows=draw.choice((10, 100))))
    joins: dict[str, Join] = {}
    for child in tables:
        for column in child.columns[1:]:
            parent = draw.choice([t for t in tables if t is not child])
            how, state, score = draw.choice(CARDINALITIES), draw.choice(STATES), draw.randint(50, 99) / 100
            end = f"{parent.name}.{parent.columns[-1].name if how == 'n:m' else 'id'}"
            if draw.random() < 0.8:
                made = join(f"{child.name}.{column.name}", end, cardinality=how, state=state, score=score)
                joins[made.id] = made
    return SchemaView(tuple(tables), tuple(joins.values()))


@pytest.fixture(scope="module", params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    uri = str(request.config.getoption("--neo4j"))
    with opened_graph(request.param, uri, tmp_path_factory.mktemp("graph")) as graph:
        yield graph


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_the_foreseen_tree_is_the_first_row(seed: int, store: GraphStore) -> None:
    view, draw = drawn(seed), Random(seed)
    store.put(schema_graph(view.tables, view.joins))
    asked = [tuple(f"t{n}" for n in draw.sample(range(SIZE), draw.choice((2, 2, 3)))) for _ in range(12)]
    for needed in asked:
        draft, foreseen = join_path(view, needed), connect(view, needed)
        rows = store.read(draft.text, draft.parameters).rows if draft else ()
        first = rows[0][0] if rows else None
        assert (set(first) if isinstance(first, tuple) else None) == (
            {e.join_id for e in foreseen.edges} if foreseen else None
        ), needed
