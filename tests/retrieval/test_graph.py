"""The similarity graph: its edges, its themes, and that a document's change costs that document alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.documents.read import Passage
from core.documents.store import Documents
from core.retrieval import neighbours
from core.retrieval.graph import Where
from core.retrieval.kept import Retrieval
from core.retrieval.neighbours import nearest
from core.retrieval.strategies.basic_retrieval import BasicRetrieval
from tests.graph.graphs import table
from tests.retrieval.toy import Counts, graph


def unit(rows: int, dimensions: int = 16) -> np.ndarray:
    made = np.random.default_rng(3).normal(size=(rows, dimensions)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def test_neighbours_are_the_nearest_of_the_own_group_and_of_the_others() -> None:
    vectors, groups = unit(60), np.arange(60) % 4
    inside, across = nearest(vectors, groups, 3, 5)
    similar = vectors @ vectors.T
    for row in range(60):
        order = [int(i) for i in np.argsort(-similar[row], kind="stable") if i != row]
        assert inside[row].tolist() == [i for i in order if groups[i] == groups[row]][:3]
        assert across[row].tolist() == [i for i in order if groups[i] != groups[row]][:5]


def test_where_there_are_fewer_neighbours_the_rest_is_empty() -> None:
    inside, across = nearest(unit(2), np.array([0, 1]), 2, 2)
    assert inside.tolist() == [[-1, -1], [-1, -1]]
    assert across.tolist() == [[1, -1], [0, -1]]


def test_edges_lead_inside_a_document_and_across() -> None:
    made = graph(Counts("tide", "rain"), {"a.md": ["Tide.", "Tide rain.", "Wind."], "b.md": ["Tide tide.", "Rain."]})
    assert made.neighbours(0)[:2] == (1, 2)
    assert made.across[0].tolist()[:2] == [3, 4]
    assert made.akin.tolist() == [[1, -1, -1], [0, -1, -1]]
    assert made.themes[0] == ("wind", "part", "tide", "rain")
    assert made.allowed(Where.of(["b.md"])).tolist() == [False, False, False, True, True]


def test_only_what_changed_is_embedded_again_and_the_rest_is_read_from_the_file(tmp_path: Path) -> None:
    embedder = Counts("tide", "rain")
    documents = Documents(tmp_path / "documents.sqlite", lambda: embedder)
    documents.put("a.md", [Passage("", "Tide is told here.", line=1)])
    documents.put("b.md", [Passage("", "Rain is told here.", line=1)])

    def opened() -> Retrieval:
        return Retrieval(tmp_path / "retrieval.sqlite", documents, lambda: [table("gauges", ["id!"])], lambda: embedder)

    told: list[str] = []
    first = opened().graph(lambda what, share: told.append(what))
    assert told == ["a.md", "b.md", "gauges"]
    assert [d.kind for d in first.documents] == ["passage", "passage", "card"]
    documents.put("b.md", [Passage("", "Rain falls.", line=1)])
    embedder.given.clear()
    again = opened().graph()
    assert embedder.given == ["Rain falls.", "Rain falls."]
    assert np.array_equal(again.chunk_vectors[0], first.chunk_vectors[0])
    documents.drop("a.md")
    assert [d.name for d in opened().graph().documents] == ["b.md", "gauges"]


def test_a_filter_leaves_only_some_documents(tmp_path: Path) -> None:
    embedder = Counts("tide", "rain")
    documents = Documents(tmp_path / "documents.sqlite", lambda: embedder)
    documents.put("a.md", [Passage("", "Tide is told here.")])
    documents.put("b.md", [Passage("", "Tide too, and rain.")])
    kept = Retrieval(tmp_path / "r.sqlite", documents, lambda: [table("tide", ["tide!"])], lambda: embedder)
    found = kept.retrieve("tide", BasicRetrieval(), where=Where.of(["b.md"]))
    assert [s.text for s in found.sentences] == ["Tide too, and rain."]
    found = kept.retrieve("tide", BasicRetrieval(), where=Where.of(kinds=["passage"]))
    assert {s.document for s in found.sentences} == {"a.md", "b.md"}


def test_beyond_the_limit_nearly_all_neighbours_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(5)
    mixed = np.repeat(unit(20), 30, axis=0) + 0.15 * random.normal(size=(600, 16))
    vectors = (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float32)
    groups = np.arange(600) % 7
    inside, across = nearest(vectors, groups, 3, 5)
    monkeypatch.setattr(neighbours, "EXACT", 100)
    again, found = nearest(vectors, groups, 3, 5)
    assert np.array_equal(again, inside)
    shared = [len({*a} & {*b}) / 5 for a, b in zip(found.tolist(), across.tolist(), strict=True)]
    assert sum(shared) / 600 > 0.95
