"""One suite for every graph store. The Neo4j half runs with `--neo4j bolt://user:password@host:port`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from core.errors import BadSyntax, QueryError, QueryRefused, QueryTimeout, UnknownName
from core.graph.base import GraphStore
from core.graph.build import schema_graph
from core.graph.confined import ConfinedCypher, ConfinedGraph, ConfinedNeo4j, ConfinedTranslation
from core.graph.embedded import EmbeddedGraph
from core.model import SchemaGraph
from tests.graph.graphs import football, join, neighbours, table, wide
from tests.neo4j.client import open_graph, wipe

Opener = Callable[[], GraphStore]

FIRST = """
MATCH (t1:Table {id: $t1})-[:HAS_COLUMN]->(a1:Column)-[j1:SAME_ATTRIBUTE {part: 1}]-(b1:Column)
      <-[:HAS_COLUMN]-(t2:Table)
WHERE t2.id <> t1.id
WITH t2, [j1.join_id] AS joins, j1.similarity AS similarity,
     CASE j1.state WHEN 'confirmed' THEN 0 ELSE 1 END AS unconfirmed
"""
NEXT = """
MATCH (t{a})-[:HAS_COLUMN]->(a{a}:Column)-[j{a}:SAME_ATTRIBUTE {{part: 1}}]-(b{a}:Column)
      <-[:HAS_COLUMN]-(t{b}:Table{end})
WITH {distinct}{carry}joins + [j{a}.join_id] AS joins, similarity * j{a}.similarity AS similarity,
     unconfirmed + CASE j{a}.state WHEN 'confirmed' THEN 0 ELSE 1 END AS unconfirmed
"""
LAST = "RETURN {distinct}joins, similarity, unconfirmed ORDER BY unconfirmed, similarity DESC, joins LIMIT 5"


def path_query(joins: int, distinct: bool = False) -> str:
    """The program's own query for a chain of `joins` joins from `$t1` to `$end`."""
    word = "DISTINCT " if distinct else ""
    text = FIRST
    for i in range(2, joins + 1):
        last = i == joins
        text += NEXT.format(
            a=i,
            b=i + 1,
            end=" {id: $end}" if last else "",
            carry="" if last else f"t{i + 1}, ",
            distinct=word,
        )
    return text + LAST.format(distinct=word)


@pytest.fixture(
    scope="module",
    params=[
        "embedded",
        "confined",
        pytest.param("neo4j", marks=pytest.mark.neo4j),
        pytest.param("confined neo4j", marks=pytest.mark.neo4j),
    ],
)
def opener(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    """Opens the same store again and again; what was put stays."""
    if request.param == "embedded":
        path = tmp_path_factory.mktemp("graph") / "graph.lbug"
        yield lambda: EmbeddedGraph(path, buffer_mb=256)
    elif request.param == "confined":
        path = tmp_path_factory.mktemp("graph") / "graph.lbug"
        queries = ConfinedCypher(path, 256)
        yield lambda: ConfinedGraph(EmbeddedGraph(path, buffer_mb=256), queries)
        queries.close()
    else:
        uri = str(request.config.getoption("--neo4j"))
        wipe(uri)
        reading = ConfinedTranslation()
        if request.param == "neo4j":
            yield lambda: open_graph(uri, "contract")
        else:
            yield lambda: ConfinedNeo4j(open_graph(uri, "contract"), reading)
        reading.close()
        wipe(uri)


@pytest.fixture(scope="module")
def store(opener: Opener) -> Iterator[GraphStore]:
    graph = opener()
    graph.put(schema_graph(*football()))
    yield graph
    graph.close()


def rows(store: GraphStore, cypher: str, **parameters: object) -> list[tuple[object, ...]]:
    return list(store.read(cypher, parameters).rows)


def test_it_holds_the_graph_of_the_model(store: GraphStore) -> None:
    assert rows(store, "MATCH (t:Table) RETURN t.id, t.label, t.rows, t.description ORDER BY t.id")[3] == (
        "teams",
        "Teams",
        20,
        "Clubs",
    )
    columns = "MATCH (:Table {id: $t})-[h:HAS_COLUMN]->(c) RETURN c.id, c.label, c.data_type, c.is_unique, c.nulls, "
    assert rows(store, columns + "c.distinct, h.position ORDER BY h.position", t="players") == [
        ("players.id", "id", "integer", True, 0, 500, 0),
        ("players.team_id", "team id", "integer", False, 1, 3, 1),
        ("players.captain_id", "captain id", "integer", False, 1, 3, 2),
        ("players.Größe", "Größe", "text", False, 1, 3, 3),
    ]
    assert rows(store, "MATCH (t:Table)-[:IN_CLUSTER]->(c:Cluster) RETURN c.label, count(t) AS n ORDER BY n") == [
        ("Weather", 1),
        ("Teams", 4),
    ]
    edge = "MATCH (a:Column)-[j:SAME_ATTRIBUTE]->(b:Column {id: 'teams.id'}) RETURN a.id, j.join_id, j.similarity, "
    assert rows(store, edge + "j.state, j.cardinality, j.part, j.parts, j.perfect ORDER BY a.id LIMIT 1") == [
        ("games.away_id", "games.away_id=teams.id", 0.94, "probable", "n:1", 1, 1, True)
    ]
    assert rows(store, "MATCH (n) RETURN count(*) AS n") == [(25 - 2,)]


def test_neighbours_are_one_join_away(store: GraphStore) -> None:
    assert neighbours(store, "teams") == ("games", "players")
    assert neighbours(store, "players") == ("teams",)
    assert neighbours(store, "weather") == ()
    assert neighbours(store, "no such table") == ()


def test_parallel_joins_are_each_a_path(store: GraphStore) -> None:
    assert rows(store, path_query(2), t1="games", end="players") == [
        (("games.home_id=teams.id", "players.team_id=teams.id"), pytest.approx(0.855), 1),
        (("games.away_id=teams.id", "players.team_id=teams.id"), pytest.approx(0.846), 2),
    ]


def test_a_self_join_is_an_edge_within_one_table(store: GraphStore) -> None:
    found = rows(
        store,
        "MATCH (t:Table)-[:HAS_COLUMN]->(a:Column)-[j:SAME_ATTRIBUTE]->(b:Column)<-[:HAS_COLUMN]-(t) "
        "RETURN t.id, a.id, b.id, j.similarity",
    )
    assert found == [("players", "players.captain_id", "players.id", 0.7)]
    both = rows(
        store,
        "MATCH (t:Table {id: 'players'})-[:HAS_COLUMN]->(a:Column)-[j:SAME_ATTRIBUTE {part: 1}]-(b:Column)"
        "<-[:HAS_COLUMN]-(u:Table {id: 'players'}) RETURN a.id, b.id ORDER BY a.id",
    )
    assert both == [("players.captain_id", "players.id"), ("players.id", "players.captain_id")]


def test_a_path_matches_one_part_of_a_composite_join(store: GraphStore) -> None:
    text = (
        "MATCH (a:Table {id: $a})-[:HAS_COLUMN]->(x:Column)-[j:SAME_ATTRIBUTE]-(y:Column)"
        "<-[:HAS_COLUMN]-(b:Table {id: $b}) "
        "RETURN x.id, j.part, j.parts, j.join_id ORDER BY j.part"
    )
    identity = "games.season+games.round=rounds.season+rounds.round"
    assert rows(store, text, a="rounds", b="games") == [
        ("rounds.season", 1, 2, identity),
        ("rounds.round", 2, 2, identity),
    ]


def test_a_relationship_is_used_once_in_a_match(store: GraphStore) -> None:
    """From a home team to other teams of its games: not back over the same edge."""
    pairs = rows(
        store,
        "MATCH (a:Column)-[:SAME_ATTRIBUTE]->(m:Column)<-[:SAME_ATTRIBUTE]-(b:Column) "
        "RETURN a.id, b.id ORDER BY a.id, b.id",
    )
    assert pairs == [
        ("games.away_id", "games.home_id"),
        ("games.away_id", "players.team_id"),
        ("games.home_id", "games.away_id"),
        ("games.home_id", "players.team_id"),
        ("players.team_id", "games.away_id"),
        ("players.team_id", "games.home_id"),
    ]
    trails = rows(store, "MATCH (t:Table {id: 'rounds'})-[:HAS_COLUMN*1..2]-(c) RETURN c.id ORDER BY c.id")
    assert trails == [("rounds.day",), ("rounds.round",), ("rounds.season",)]


SAME = {
    "lists count from nought": ("RETURN [1,2,3][0], [1,2,3][-1], [1,2,3][3]", [(1, 3, None)]),
    "slices": ("RETURN [1,2,3][0..2], [1,2,3][1..], [1,2,3][..-1], [1,2,3][..0]", [((1, 2), (2, 3), (1, 2), ())]),
    "heads and tails": ("RETURN head([1,2]), last([1,2]), tail([1,2])", [(1, 2, (2,))]),
    "texts": ("RETURN substring('hello', 1, 2), substring('hello', 3), split('a.b', '.')", [("el", "lo", ("a", "b"))]),
    "cases": ("RETURN toLower('ÄB'), toUpper('äb'), left('abc', 2), right('abc', 1)", [("äb", "ÄB", "ab", "c")]),
    "quotes": (r"""RETURN 'it\'s', "say \"x\"", 'a\\b', 'a\nb' """, [("it's", 'say "x"', "a\\b", "a\nb")]),
    "numbers": ("RETURN round(2.5), 7 / 2, 7 % 2, toInteger('7'), .5 + 1, -3", [(3.0, 3, 1, 7, 1.5, -3)]),
    "comprehension": ("RETURN [x IN [1,2,3] WHERE x > 1 | x * 2]", [((4, 6),)]),
    "tests of lists": ("RETURN any(x IN [1,2] WHERE x > 1), all(x IN [1,2] WHERE x > 1)", [(True, False)]),
    "null": ("RETURN null, coalesce(null, 1), null IS NULL, 1 IS NOT NULL", [(None, 1, True, True)]),
    "map": ("RETURN {b: 1, a: ['x']} AS m", [('{"a": ["x"], "b": 1}',)]),
    "labels and types": (
        "MATCH (t:Table {id: 'weather'})-[r:IN_CLUSTER]->(c) RETURN labels(t), type(r), labels(c)[0]",
        [(("Table",), "IN_CLUSTER", "Cluster")],
    ),
    "label test": ("MATCH (n) WHERE n:Cluster RETURN n.label ORDER BY n.label", [("Teams",), ("Weather",)]),
    "either label": ("MATCH (n:Cluster|Table) RETURN count(n) AS n", [(7,)]),
    "a node is its id": ("MATCH (t:Table {id: 'teams'}) RETURN t, [t] AS l", [("teams", ("teams",))]),
    "an edge is its join": (
        "MATCH (t:Table {id: 'weather'})-[h:HAS_COLUMN]->(:Column {label: 'rain'}) "
        "OPTIONAL MATCH (:Column {id: 'players.captain_id'})-[j]->(:Column) RETURN h, j",
        [("HAS_COLUMN", "players.captain_id=players.id")],
    ),
    "optional": (
        "MATCH (t:Table) OPTIONAL MATCH (t)-[:HAS_COLUMN]->(c:Column {label: 'day'}) "
        "RETURN t.id, c.id ORDER BY t.id LIMIT 3",
        [("games", None), ("players", None), ("rounds", "rounds.day")],
    ),
    "exists": (
        "MATCH (t:Table) WHERE EXISTS { (t)-[:HAS_COLUMN]->(:Column)-[:SAME_ATTRIBUTE]-() } RETURN t.id ORDER BY t.id",
        [("games",), ("players",), ("rounds",), ("teams",)],
    ),
    "not pattern": (
        "MATCH (t:Table) WHERE NOT (t)-[:HAS_COLUMN]->(:Column)-[:SAME_ATTRIBUTE]-() RETURN t.id",
        [("weather",)],
    ),
    "count": (
        "MATCH (t:Table) WHERE COUNT { (t)-[:HAS_COLUMN]->() } > 4 RETURN t.id",
        [("games",)],
    ),
    "union": ("RETURN 2 AS n UNION ALL RETURN 2 AS n", [(2,), (2,)]),
    "union once": ("RETURN 2 AS n UNION RETURN 2 AS n", [(2,)]),
    "unwind": ("UNWIND ['b', 'a'] AS x WITH x ORDER BY x RETURN collect(x) AS xs", [(("a", "b"),)]),
    "the first few, counted": (
        "MATCH (t:Table) WITH t ORDER BY t.rows LIMIT 2 RETURN collect(t.id) AS ids, sum(t.rows) AS n",
        [(("weather", "teams"), 29)],
    ),
    "nulls sort last": ("UNWIND [2, null, 1] AS x RETURN x ORDER BY x", [(1,), (2,), (None,)]),
    "nulls sort first downwards": ("UNWIND [2, null, 1] AS x RETURN x ORDER BY x DESC", [(None,), (2,), (1,)]),
    "lists sort": ("UNWIND [['b'], ['a', 'c'], ['a']] AS x RETURN x ORDER BY x", [(("a",),), (("a", "c"),), (("b",),)]),
    "skip and limit": ("MATCH (t:Table) RETURN t.id ORDER BY t.id SKIP 1 LIMIT 1", [("players",)]),
    "reserved words as names": (
        "MATCH (table:Table {id: 'teams'})-[:HAS_COLUMN]->(column:Column) "
        "RETURN column.id AS end, column.distinct AS group ORDER BY group",
        [("teams.name", 3), ("teams.id", 20)],
    ),
    "comments": ("RETURN 1 /* RETURN 2 */ AS a // ; CREATE (n)", [(1,)]),
    "case": ("UNWIND [1,2] AS x RETURN CASE WHEN x = 1 THEN 'one' ELSE 'more' END AS w", [("one",), ("more",)]),
    "sums": ("UNWIND [1,2] AS x RETURN sum(x), avg(x), min(x), max(x), count(*)", [(3, 1.5, 1, 2, 2)]),
    "sums of nothing": (
        "MATCH (t:Table {id: 'none'}) RETURN sum(t.rows), sum(DISTINCT t.rows), avg(t.rows), count(t), collect(t.id)",
        [(0, 0, None, 0, ())],
    ),
    "groups": (
        "MATCH (c:Column) RETURN c.data_type AS kind, sum(c.nulls) AS n, count(DISTINCT c.label) AS k ORDER BY kind",
        [("integer", 4, 5), ("text", 9, 7)],
    ),
    "shortest path": (
        "MATCH p = shortestPath((a:Table {id: 'rounds'})-[:HAS_COLUMN|SAME_ATTRIBUTE*..9]-(b:Table {id: 'players'})) "
        "RETURN length(p), [n IN nodes(p) WHERE n:Table | n.id] AS tables",
        [(7, ("rounds", "games", "players"))],
    ),
    "path": (
        "MATCH p = (:Table {id: 'weather'})-[r:HAS_COLUMN*1..1]->(:Column {label: 'rain'}) RETURN p, size(r)",
        [(("weather", "HAS_COLUMN", "weather.rain"), 1)],
    ),
    "edges of a path": (
        "MATCH p = (:Column {id: 'games.home_id'})-[:SAME_ATTRIBUTE*1..2]-(c:Column) "
        "WHERE all(r IN relationships(p) WHERE r.similarity >= 0.9) RETURN c.id ORDER BY c.id",
        [("games.away_id",), ("players.team_id",), ("teams.id",)],
    ),
    "regular expression": ("MATCH (t:Table) WHERE t.id =~ 'ga.*' RETURN t.id", [("games",)]),
    "words in texts": (
        "MATCH (c:Column) WHERE toLower(c.label) CONTAINS 'team' AND c.id STARTS WITH 'p' "
        "AND c.id ENDS WITH 'd' RETURN c",
        [("players.team_id",)],
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", SAME)
def test_plain_cypher_means_the_same(store: GraphStore, case: str) -> None:
    text, expected = SAME[case]
    store.check(text)
    assert rows(store, text) == expected


def test_columns_bear_the_names_of_the_text(store: GraphStore) -> None:
    result = store.read("MATCH (t:Table) WITH t AS x RETURN x.id, count( * ), x.rows AS rows, x ORDER BY x.id LIMIT 1")
    assert result.columns == ("x.id", "count( * )", "rows", "x")


def test_parameters_are_bound(store: GraphStore) -> None:
    text = "MATCH (t:Table) WHERE t.id IN $names RETURN t.id ORDER BY t.id LIMIT $limit"
    assert rows(store, text, names=("games", "' OR true //", "teams"), limit=5) == [("games",), ("teams",)]
    store.check(text)
    with pytest.raises(UnknownName, match=r"\$limit"):
        store.read(text, {"names": []})
    with pytest.raises(QueryRefused, match="cannot be a dict"):
        store.read(text, {"names": {}, "limit": 1})


def test_rows_beyond_the_limit_are_left_out_and_said(store: GraphStore) -> None:
    result = store.read("UNWIND range(1, 10) AS x RETURN x", limit=3)
    assert (result.rows, result.truncated) == (((1,), (2,), (3,)), True)
    assert store.read("UNWIND range(1, 3) AS x RETURN x", limit=3).truncated is False


def test_what_does_not_exist_is_named(store: GraphStore) -> None:
    for act in (store.check, store.read):
        with pytest.raises(UnknownName, match="variable “tabel”") as fault:
            act("MATCH (table:Table) RETURN tabel")
        assert fault.value.close == ("table",)
        with pytest.raises(UnknownName) as fault:
            act("MATCH (t:Tables) RETURN t")
        assert fault.value.close == ("Table",)


def test_writing_is_refused(store: GraphStore) -> None:
    for act in (store.check, store.read):
        with pytest.raises(QueryRefused):
            act("CREATE (n:Table {id: 'x'}) RETURN n")
    assert ("x",) not in rows(store, "MATCH (t:Table) RETURN t.id")


def test_a_query_that_cannot_be_planned_is_a_query_error(store: GraphStore) -> None:
    with pytest.raises(QueryError):
        store.check("MATCH (t:Table) WITH t.id RETURN 1")
    with pytest.raises(BadSyntax):
        store.check("MATCH (t:Table RETURN t")


def test_a_long_query_is_stopped(store: GraphStore) -> None:
    text = "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y WITH x * y AS z WHERE z % 7 = 8 RETURN count(z)"
    with pytest.raises(QueryTimeout, match=r"0\.2 seconds"):
        store.read(text, seconds=0.2)
    assert rows(store, "RETURN 1 AS x") == [(1,)]


def test_many_threads_may_read(store: GraphStore) -> None:
    found: list[object] = []

    def work() -> None:
        found.extend(neighbours(store, "teams") for _ in range(10))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == [("games", "players")] * 60


@pytest.mark.sampled(2)
def test_another_graph_takes_the_place_of_the_first(opener: Opener, store: GraphStore) -> None:
    """Read while it is written, read by whoever opens it next, and put back."""
    other = schema_graph([table("a", ["x!"]), table("b", ["y", "z"])], [join("b.y", "a.x")])
    text = "MATCH (t:Table) RETURN t.id ORDER BY t.id"
    old = [("games",), ("players",), ("rounds",), ("teams",), ("weather",)]
    new = [("a",), ("b",)]
    seen: list[list[tuple[object, ...]]] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            seen.append(rows(store, text))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        store.put(other)
    finally:
        stop.set()
        watcher.join()
    assert rows(store, text) == new
    assert all(s in (old, new) for s in seen)
    assert rows(store, "MATCH (n) RETURN count(n) AS n") == [(6,)]
    store.put(SchemaGraph((), ()))
    assert rows(store, "MATCH (n) RETURN count(n) AS n") == [(0,)]
    store.put(schema_graph(*football()))
    assert rows(store, text) == old


@pytest.mark.slow
class TestWide:
    """A thousand tables, twenty thousand columns, five thousand joins."""

    @pytest.fixture(scope="class")
    def store(self, opener: Opener) -> Iterator[GraphStore]:
        graph = opener()
        graph.put(wide())
        yield graph
        graph.close()

    def test_all_is_there(self, store: GraphStore) -> None:
        assert rows(store, "MATCH (n) RETURN count(n) AS n") == [(21_000,)]
        assert rows(store, "MATCH ()-[r]->() RETURN count(r) AS n") == [(25_000,)]

    @pytest.mark.parametrize("distinct", [False, True])
    def test_a_path_of_two_joins(self, store: GraphStore, distinct: bool) -> None:
        assert rows(store, path_query(2, distinct), t1="t0001", end="t0050") == [
            (("t0001.c18=t0087.c10", "t0050.c01=t0087.c00"), pytest.approx(0.61576), 1),
            (("t0001.c18=t0087.c10", "t0050.c12=t0087.c18"), pytest.approx(0.52546), 1),
        ]

    @pytest.mark.parametrize("distinct", [False, True])
    def test_a_path_of_four_joins(self, store: GraphStore, distinct: bool) -> None:
        start = ("t0001.c18=t0087.c10", "t0933.c02=t0087.c19")
        found = store.read(path_query(4, distinct), {"t1": "t0001", "end": "t0950"}, seconds=30.0).rows
        assert found == (
            ((*start, "t0933.c04=t0984.c03", "t0984.c08=t0950.c01"), pytest.approx(0.2813218412), 2),
            ((*start, "t0944.c00=t0933.c09", "t0950.c09=t0944.c08"), pytest.approx(0.2764591647), 3),
            ((*start, "t0933.c18=t0944.c12", "t0950.c09=t0944.c08"), pytest.approx(0.25593165786), 3),
            ((*start, "t0933.c02=t0961.c11", "t0950.c18=t0961.c03"), pytest.approx(0.22196487168), 3),
        )
