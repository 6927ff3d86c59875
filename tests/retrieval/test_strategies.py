"""Each strategy's walk on small graphs, step by step, and its stop rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.errors import ModelFailed, UnknownName
from core.retrieval.base import Budget, Retrieved
from core.retrieval.chunks import Chunking, Kind
from core.retrieval.fusion import fused
from core.retrieval.graph import SimilarityGraph, Where
from core.retrieval.strategies.basic_retrieval import BasicRetrieval
from core.retrieval.strategies.hybrid_retrieval import HybridRetrieval
from core.retrieval.strategies.kg_traversal import KgTraversal
from core.retrieval.strategies.known import CHOSEN, named, strategies
from core.retrieval.strategies.llm_guided_traversal import LlmGuidedTraversal, chosen
from core.retrieval.strategies.query_traversal import QueryTraversal
from tests.retrieval.toy import Counts, graph, query

WORDS = Counts("tide", "rain", "wind")
TOLD = {
    "a.md": ["Tide tide tide.", "Tide rain.", "Rain rain.", "Wind wind."],
    "b.md": ["Tide tide.", "Rain wind.", "Wind."],
}


@pytest.fixture(scope="module")
def made() -> SimilarityGraph:
    return graph(WORDS, TOLD)


def texts(found: Retrieved) -> list[str]:
    return [s.text for s in found.sentences]


def test_basic_takes_the_chunks_nearest_to_the_question(made: SimilarityGraph) -> None:
    found = BasicRetrieval().retrieve(query(WORDS, "tide"), made, Budget(3))
    assert texts(found) == ["Tide tide.", "Tide tide tide.", "Tide rain."]
    assert found.stopped == "as many sentences as asked for"
    assert [v.document for v in found.path].count("b.md") == 1


def test_basic_stops_once_five_are_taken_and_one_beats_the_next_chunk(made: SimilarityGraph) -> None:
    found = BasicRetrieval().retrieve(query(WORDS, "tide"), made, Budget(7))
    assert len(found.ids) == 5
    assert found.stopped == "a sentence taken is nearer than the next chunk"


def test_query_traversal_goes_to_the_neighbour_nearest_to_the_question(made: SimilarityGraph) -> None:
    found = QueryTraversal().retrieve(query(WORDS, "rain"), made, Budget(3))
    assert texts(found) == ["Rain rain.", "Tide rain.", "Rain wind."]
    assert found.path[0].why.startswith("anchor")


def test_query_traversal_stops_early_after_eight_sentences() -> None:
    many = graph(WORDS, {"a.md": ["Rain.", *(f"Rain {'wind ' * n}." for n in range(1, 15))]})
    found = QueryTraversal().retrieve(query(WORDS, "rain"), many, Budget(12))
    assert len(found.ids) == 8
    assert found.stopped == "a sentence taken is nearer than any chunk in reach"


def test_kg_traversal_follows_the_chunk_and_not_the_question(made: SimilarityGraph) -> None:
    found = KgTraversal().retrieve(query(WORDS, "tide rain rain"), made, Budget(12))
    assert texts(found)[0] == "Tide rain."
    assert found.stopped == "the next chunk is no more similar than the hop before"
    hops = [v.score for v in found.path[1:]]
    assert hops == sorted(hops)


@pytest.mark.parametrize("name", ["triangulation_average", "triangulation_geometric_3d", "triangulation_fulldim"])
def test_triangulations_begin_at_the_anchor_and_take_its_kin(made: SimilarityGraph, name: str) -> None:
    found = strategies()[name].retrieve(query(WORDS, "tide"), made, Budget(2))
    assert set(texts(found)) == {"Tide tide tide.", "Tide tide."}
    assert found.strategy == name


def test_hybrid_finds_a_rare_word_that_vectors_do_not_know() -> None:
    told = graph(WORDS, {"a.md": ["Tide and more.", "The code QX7 was retired.", "Wind."], "b.md": ["Rain."]})
    found = HybridRetrieval().retrieve(query(WORDS, "What is QX7?"), told, Budget(1))
    assert texts(found) == ["The code QX7 was retired."]


def test_hybrid_is_ordered_by_a_reranker_if_there_is_one(made: SimilarityGraph) -> None:
    class Longest:
        def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
            return [float(len(t)) for t in texts]

    found = HybridRetrieval(Longest()).retrieve(query(WORDS, "tide"), made, Budget(1))
    assert texts(found) == ["Tide tide tide."]


def test_fusion_adds_reciprocal_ranks() -> None:
    assert fused([[7, 8], [8], [9]]) == {8: 1 / 62 + 1 / 61, 7: 1 / 61, 9: 1 / 61}


def test_a_model_chooses_the_way_and_when_to_stop(made: SimilarityGraph) -> None:
    replies = iter(['{"choice": 2, "reasoning": "why not"}', "no idea", '{"choice": "stop"}'])
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(replies)

    found = LlmGuidedTraversal(ask).retrieve(query(WORDS, "tide"), made, Budget(12))
    assert [v.why for v in found.path[1:]] == [
        "chosen by the model",
        "most similar to the question: the reply was unreadable",
    ]
    assert found.stopped == "the model has enough to answer"
    assert "QUESTION: tide" in asked[0]
    assert "ALREADY TAKEN (3 sentences)" in asked[2]


def test_without_a_model_another_strategy_stands_in_and_says_so(made: SimilarityGraph) -> None:
    def ask(prompt: str) -> str:
        raise ModelFailed("gone")

    alone = QueryTraversal().retrieve(query(WORDS, "tide"), made, Budget(3))
    for strategy in (LlmGuidedTraversal(), LlmGuidedTraversal(ask)):
        found = strategy.retrieve(query(WORDS, "tide"), made, Budget(3))
        assert (found.strategy, found.ids) == ("llm_guided_traversal", alone.ids)
        assert "query_traversal stood in" in found.notes[0]


@pytest.mark.parametrize(
    ("reply", "choice"),
    [
        ('{"choice": "3"}', 3),
        ('x {"choice": 9}', None),
        ("{bad}", None),
        ('```{"choice":"stop"}```', 0),
        ('{"choice": true}', 1),
    ],
)
def test_replies(reply: str, choice: int | None) -> None:
    assert chosen(reply, 5) == choice


@pytest.mark.parametrize("name", list(strategies()))
def test_every_strategy_keeps_its_budget_and_filter_and_serves_an_empty_graph(made: SimilarityGraph, name: str) -> None:
    strategy = strategies()[name]
    found = strategy.retrieve(query(WORDS, "wind", Where.of(["b.md"])), made, Budget(2))
    assert len(found.ids) == 2
    assert {s.document for s in found.sentences} == {"b.md"}
    assert list(found.ids) == [s for v in found.path for s in v.taken]
    assert strategy.retrieve(query(WORDS, "wind"), graph(WORDS, {}), Budget(2)).ids == ()


def test_strategies_are_named() -> None:
    assert [s.name for s in named("all")] == list(strategies())
    assert [s.name for s in named("kg_traversal, basic_retrieval")] == ["kg_traversal", "basic_retrieval"]
    assert CHOSEN in strategies()
    with pytest.raises(UnknownName, match="no strategy “kg”"):
        named("kg")
    assert Chunking().window == 3


@pytest.mark.parametrize("kinds", [[], ["passage"]])
def test_among_very_many_chunks_the_same_is_found(monkeypatch: pytest.MonkeyPatch, kinds: list[Kind]) -> None:
    """A small world as wide as this graph misses nothing."""
    told = {f"{n}.md": [f"Tide {'tide ' * n}rain.", "Rain " * (n + 1) + "wind.", "Wind."] for n in range(12)}
    embedder = Counts("tide", "rain", "wind")
    asked = query(embedder, "tide tide rain", Where.of(["3.md", "4.md", "9.md"] if kinds else (), kinds))
    exact = {name: s.retrieve(asked, graph(embedder, told), Budget()) for name, s in strategies().items()}
    monkeypatch.setattr("core.retrieval.graph.EXACT", 10)
    made = graph(embedder, told)
    assert made.world is not None
    for name, strategy in strategies().items():
        found = strategy.retrieve(asked, made, Budget())
        assert (found.ids, found.path, found.stopped) == (exact[name].ids, exact[name].path, exact[name].stopped), name
