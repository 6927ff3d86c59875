"""What it takes to keep the similarity graph in a graph store: `python -m tests.benchmarks.passage_store 20000`.

Documents of a hundred chunks each, their vectors seeded and in clumps (`vector_search`). Told are the seconds to find
all neighbours, to make the records, and to write them into an empty store, again with nothing changed, and with one
document changed; and what the embedded file takes. With `--neo4j URI` (`tests.neo4j.server`) a server is written.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from core.graph.base import GraphStore
from core.graph.embedded import EmbeddedGraph
from core.graph.models import PASSAGES
from core.retrieval.chunks import Chunk, Chunked, Sentence
from core.retrieval.graph import Embedded, SimilarityGraph, built
from core.retrieval.stored import records
from tests.benchmarks.vector_search import clumped
from tests.neo4j.client import open_graph, wipe

OF_ONE = 100
T = TypeVar("T")


def corpus(n: int, changed: str = "") -> SimilarityGraph:
    """`n` chunks of three sentences; `changed` stands in each sentence of the first document."""
    vectors = clumped(2 * n)
    parts = []
    for first in range(0, n, OF_ONE):
        name, size = f"report {first}.md", min(OF_ONE, n - first)
        said = changed if not first else ""
        told = tuple(
            Sentence(name, "Findings", f"Sentence {first + s}{said} tells what was counted, where and by whom.", s)
            for s in range(size)
        )
        spans = [(s, min(s + 3, size)) for s in range(size)]
        chunks = tuple(Chunk(a, b, "\n".join(t.text for t in told[a:b])) for a, b in spans)
        made = Chunked(name, told, chunks)
        parts.append(Embedded(made, vectors[first : first + size], vectors[n + first : n + first + size]))
    return built(parts)


def timed(what: str, work: Callable[[], T]) -> T:
    begun = time.perf_counter()
    found = work()
    print(f"{what:32} {time.perf_counter() - begun:7.2f} s", flush=True)  # noqa: T201
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chunks", type=int)
    parser.add_argument("--neo4j", default="")
    given = parser.parse_args()
    made = timed("neighbours", lambda: corpus(given.chunks))
    first = timed("records", lambda: records(made))
    second = records(corpus(given.chunks, " (as corrected)"))
    print(f"{first.size:,} nodes, {sum(map(len, first.edges.values())):,} edges")  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "passages.lbug"
        if given.neo4j:
            wipe(given.neo4j)
        store: GraphStore = (
            open_graph(given.neo4j, "benchmark", model=PASSAGES)
            if given.neo4j
            else EmbeddedGraph(path, buffer_mb=256, model=PASSAGES)
        )
        timed("written", lambda: store.put(first))
        timed("nothing changed", lambda: store.put(first))
        timed("one document changed", lambda: store.put(second))
        query = "MATCH (c:Chunk {id: $id})-[n:NEAR]->(m:Chunk) RETURN m.id, n.score ORDER BY n.across, n.rank"
        timed("neighbours of one", lambda: store.read(query, {"id": "passage:report 0.md#1"}))
        if path.exists():
            print(f"{path.stat().st_size / 1e6:.1f} MB")  # noqa: T201
        store.put(records(corpus(0)))  # batch by batch: a server would not delete so much at once
        store.close()


if __name__ == "__main__":
    main()
