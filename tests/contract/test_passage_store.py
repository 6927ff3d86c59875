"""The similarity graph in every graph store, beside the schema's. The Neo4j half runs with `--neo4j URI`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from core.errors import UnknownName
from core.graph.base import GraphStore
from core.graph.build import schema_graph
from core.graph.confined import ConfinedCypher, ConfinedGraph, ConfinedNeo4j, ConfinedTranslation
from core.graph.embedded import EmbeddedGraph
from core.graph.models import PASSAGES, SCHEMA
from core.model import SchemaGraph
from core.retrieval.graph import SimilarityGraph
from core.retrieval.stored import records
from tests.graph.graphs import football
from tests.neo4j.client import open_graph, wipe
from tests.retrieval.toy import Counts, graph

Opener = Callable[[bool], GraphStore]
"""Opens the store of the passages (True) or of the schema; what was put stays."""
TOLD = {
    "a.md": ["Tide.", "Tide and rain.", "Rain falls on the tide.", "Wind."],
    "b.md": ["Tide tide.", "Rain."],
    "c.md": ["Wind, tide."],
}
COUNTS = {label: f"MATCH (n:{label}) RETURN count(n) AS n" for label in (*PASSAGES.nodes, *SCHEMA.nodes)}


@pytest.fixture(
    params=[
        "embedded",
        "confined",
        pytest.param("neo4j", marks=pytest.mark.neo4j),
        pytest.param("confined neo4j", marks=pytest.mark.neo4j),
    ],
)
def opener(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    if "neo4j" not in request.param:
        folder = tmp_path_factory.mktemp("graph")
        paths = {True: folder / "passages.lbug", False: folder / "graph.lbug"}
        queries = {of: ConfinedCypher(path, 256, PASSAGES if of else SCHEMA) for of, path in paths.items()}

        def embedded(passages: bool) -> GraphStore:
            made = EmbeddedGraph(paths[passages], buffer_mb=256, model=PASSAGES if passages else SCHEMA)
            return made if request.param == "embedded" else ConfinedGraph(made, queries[passages])

        yield embedded
        for pool in queries.values():
            pool.close()
        return
    uri = str(request.config.getoption("--neo4j"))
    wipe(uri)
    reading = ConfinedTranslation()

    def served(passages: bool) -> GraphStore:
        made = open_graph(uri, "contract", model=PASSAGES if passages else SCHEMA)
        return made if request.param == "neo4j" else ConfinedNeo4j(made, reading)

    yield served
    reading.close()
    wipe(uri)


def similar(**changed: list[str] | None) -> SimilarityGraph:
    told = {**TOLD, **{f"{name}.md": said for name, said in changed.items()}}
    return graph(Counts("tide", "rain", "wind"), {name: said for name, said in told.items() if said is not None})


def rows(store: GraphStore, cypher: str, **parameters: object) -> list[tuple[object, ...]]:
    return list(store.read(cypher, parameters).rows)


def neighbours(store: GraphStore, chunk: str) -> list[str]:
    """As the store has them."""
    query = "MATCH (c:Chunk {id: $id})-[n:NEAR]->(m:Chunk) RETURN m.id AS id ORDER BY n.across, n.rank"
    return [str(i) for (i,) in rows(store, query, id=chunk)]


def of(made: SimilarityGraph, chunk: int) -> str:
    first = next(i for i, home in enumerate(made.home) if home == made.home[chunk])
    return f"passage:{made.name_of(chunk)}#{chunk - first}"


def agree(store: GraphStore, made: SimilarityGraph) -> None:
    """The store holds this graph: the same nodes, and for each chunk the neighbours that traversals walk to."""
    assert rows(store, "MATCH (c:Chunk) RETURN c.id ORDER BY c.id LIMIT 100") == sorted(
        (of(made, c),) for c in range(len(made.chunks))
    )
    for c, chunk in enumerate(made.chunks):
        assert neighbours(store, of(made, c)) == [of(made, other) for other in made.neighbours(c)]
        query = "MATCH (c:Chunk {id: $id})-[h:HAS_SENTENCE]->(s:Sentence) RETURN s.text, s.line ORDER BY h.position"
        told = [(made.sentences[s].text, made.sentences[s].line) for s in range(chunk.start, chunk.stop)]
        assert rows(store, query, id=of(made, c)) == told
    held = {label: rows(store, COUNTS[label])[0][0] for label in PASSAGES.nodes}
    assert held == {
        "Document": len(made.documents),
        "Chunk": len(made.chunks),
        "Sentence": len(made.sentences),
        "Theme": len({w for told in made.themes for w in told}),
    }


def test_the_neighbours_in_the_store_are_those_of_the_traversals(opener: Opener) -> None:
    store, made = opener(True), similar()
    told: list[float] = []
    store.put(records(made), told.append)
    assert told[-1] == 1.0
    agree(store, made)
    near = "MATCH (c:Chunk {id: 'passage:a.md#0'})-[n:NEAR {across: true, rank: 1}]->(m:Chunk) RETURN m.text, n.score"
    assert rows(store, near) == [("part 1\nTide tide.", pytest.approx(0.9988, abs=1e-4))]
    assert rows(store, "MATCH (d:Document)-[:AKIN {rank: 1}]->(e:Document {label: 'b.md'}) RETURN d.label") == [
        ("a.md",)
    ]
    follows = (
        "MATCH (:Document {label: 'b.md'})-[:HAS_CHUNK]->(c:Chunk)-[:NEXT]->(d:Chunk) RETURN c.position, d.position"
    )
    assert rows(store, follows) == [(0, 1)]
    themes = "MATCH (d:Document {label: 'c.md'})-[h:HAS_THEME]->(t:Theme) RETURN t.label ORDER BY h.rank"
    assert [t for (t,) in rows(store, themes)] == list(made.themes[2])
    store.close()


def test_a_changed_document_is_replaced_and_the_others_stay(opener: Opener) -> None:
    store = opener(True)
    store.put(records(similar()))
    before = dict(rows(store, "MATCH (c:Chunk) RETURN c.id, c.version"))
    for made in (
        similar(b=["Tide tide.", "Rain and wind.", "Wind."]),  # longer, one sentence otherwise
        similar(b=["Wind."]),  # shorter
        similar(b=None),  # gone
        similar(d=["Rain, rain."]),  # there again, and another
        similar(),
    ):
        store.put(records(made))
        agree(store, made)
        now = dict(rows(store, "MATCH (c:Chunk) RETURN c.id, c.version"))
        assert {i: now[i] for i in before if "b.md" not in str(i)} == {
            i: before[i] for i in before if "b.md" not in str(i)
        }
    store.close()
    again = opener(True)
    agree(again, similar())
    again.close()


def test_the_schema_beside_it_is_not_touched(opener: Opener) -> None:
    """Neither by counts of whatever there is, nor by what may be named."""
    schema = opener(False)
    schema.put(schema_graph(*football()))
    anything = ("MATCH (n) RETURN count(n) AS n", "MATCH (a)-[r]->(b) RETURN count(r) AS n")
    walk = "MATCH (t:Table {id: 'teams'})-[*1..3]-(n) RETURN count(n) AS n"
    before = [rows(schema, text) for text in (*anything, walk)]
    passages, made = opener(True), similar()
    passages.put(records(made))
    assert [rows(schema, text) for text in (*anything, walk)] == before
    with pytest.raises(UnknownName):
        schema.check("MATCH (c:Chunk) RETURN c.id")
    with pytest.raises(UnknownName):
        passages.check("MATCH (t:Table) RETURN t.id")
    schema.put(SchemaGraph((), ()))
    assert rows(schema, anything[0]) == [(0,)]
    agree(passages, made)
    held = records(made)
    assert rows(passages, anything[0]) == [(held.size,)]
    assert rows(passages, anything[1]) == [(sum(map(len, held.edges.values())),)]
    passages.put(records(graph(Counts("tide"), {})))
    assert rows(passages, anything[0]) == [(0,)]
    schema.close()
    passages.close()
