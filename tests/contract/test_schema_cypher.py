"""The Cypher that answers questions about the schema gives the same rows in every graph store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ask.state import Draft
from core.ask.translators.rules.schema import cypher as drafts
from core.graph.base import GraphStore
from core.graph.build import schema_graph
from core.graph.embedded import EmbeddedGraph
from tests.graph.graphs import football, table
from tests.neo4j.client import open_graph, wipe

ODD = table("Provider.Codes", ["providerCode", "Order"], label="Provider codes", description="Care-giver list")


@pytest.fixture(scope="module", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    """The football tables, and one without joins whose labels are awkward."""
    tables, joins = football()
    graph: GraphStore
    uri = str(request.config.getoption("--neo4j"))
    if request.param == "embedded":
        graph = EmbeddedGraph(tmp_path_factory.mktemp("graph") / "graph.lbug", buffer_mb=256)
    else:
        wipe(uri)
        graph = open_graph(uri, "contract")
    graph.put(schema_graph((*tables, ODD), joins))
    yield graph
    graph.close()
    if request.param == "neo4j":
        wipe(uri)


def rows(store: GraphStore, draft: Draft | None, width: int = 9) -> list[tuple[object, ...]]:
    assert draft is not None
    store.check(draft.text, draft.parameters)
    return [row[:width] for row in store.read(draft.text, draft.parameters).rows]


@pytest.mark.parametrize(
    ("ask", "width", "expected"),
    [
        ("count_tables", 2, [(6, 957)]),
        ("largest", 3, [("Players", 500, 4)]),
        ("smallest", 3, [("Weather", 9, 2)]),
        ("widest", 3, [("Games", 380, 5)]),
        ("most_joined", 2, [("Games", 3)]),
        ("lonely", 2, [("Provider codes", 10), ("Weather", 9)]),
        ("count_joins", 2, [("confirmed", 1), ("probable", 4)]),
    ],
)
def test_questions_without_slots(store: GraphStore, ask: str, width: int, expected: list[tuple[object, ...]]) -> None:
    assert rows(store, drafts.fixed(ask), width) == expected


def test_all_tables(store: GraphStore) -> None:
    found = rows(store, drafts.fixed("tables"))
    assert found[0][:3] == ("Games", 380, 5)
    assert [row[0] for row in found] == ["Games", "Players", "Provider codes", "Rounds", "Teams", "Weather"]
    assert [row[1] for row in rows(store, drafts.fixed("count_rows"))] == [500, 380, 38, 20, 10, 9]


def test_all_joins(store: GraphStore) -> None:
    assert rows(store, drafts.fixed("joins"), 5) == [
        ("Games", "home id", "Teams", "id", "confirmed"),
        ("Games", "away id", "Teams", "id", "probable"),
        ("Players", "team id", "Teams", "id", "probable"),
        ("Games", "season", "Rounds", "season", "probable"),
        ("Games", "round", "Rounds", "round", "probable"),
        ("Players", "captain id", "Players", "id", "probable"),
    ]


def test_groups(store: GraphStore) -> None:
    found = rows(store, drafts.fixed("groups"))
    assert {row[1] for row in found} == {"Games", "Players", "Provider codes", "Rounds", "Teams", "Weather"}


def test_the_columns_of_a_table(store: GraphStore) -> None:
    assert rows(store, drafts.columns("rounds")) == [
        ("season", "text", 3, 1),
        ("round", "text", 3, 1),
        ("day", "text", 3, 1),
    ]
    assert rows(store, drafts.count_columns("rounds")) == [("Rounds", 3)]
    assert rows(store, drafts.count_columns())[:2] == [("Games", 5), ("Players", 4)]


def test_some_columns(store: GraphStore) -> None:
    whole = rows(store, drafts.some_columns("typed", ["integer"], "players"), 2)
    assert whole == [("Players", "id"), ("Players", "team id"), ("Players", "captain id")]
    assert rows(store, drafts.some_columns("unique"), 2) == [("Games", "id"), ("Players", "id"), ("Teams", "id")]
    assert rows(store, drafts.some_columns("missing", table="weather")) == [
        ("Weather", "station", "text", 1),
        ("Weather", "rain", "text", 1),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["seasons"], [("Games", ("season",)), ("Rounds", ("season",))]),
        (["providers"], [("Provider codes", ("providerCode",))]),
        (["clubs"], [("Teams", ())]),
        (["captain", "ids"], [("Players", ("captain id",))]),
        (["player"], [("Players", ())]),
        (["care"], [("Provider codes", ())]),
        (["ain"], []),
        (["größe"], [("Players", ("Größe",))]),
        ([".*"], []),
    ],
)
def test_tables_that_mention_words(store: GraphStore, words: list[str], expected: list[tuple[object, ...]]) -> None:
    assert rows(store, drafts.mention(words, [], []), 2) == expected


def test_what_linking_found_is_mentioned_too(store: GraphStore) -> None:
    found = rows(store, drafts.mention(["zzz"], ["weather"], ["rounds.day"]), 2)
    assert found == [("Rounds", ("day",)), ("Weather", ())]
    assert rows(store, drafts.columns_about(["zzz"], ["rounds.day"]), 2) == [("Rounds", "day")]
    assert rows(store, drafts.columns_about(["round"], []), 2) == [("Games", "round"), ("Rounds", "round")]


def test_what_a_table_joins(store: GraphStore) -> None:
    assert {row[2] for row in rows(store, drafts.partners("games"))} == {"Teams", "Rounds"}
    assert rows(store, drafts.partners("weather")) == []
    assert rows(store, drafts.no_path("games", "weather")) == [("Games", 3), ("Weather", 0)]
