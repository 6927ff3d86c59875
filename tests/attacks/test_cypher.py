"""Queries of the graph that hurt whoever reads, rewrites or runs them: each ends in time, and the next is answered."""

from __future__ import annotations

import re
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from core.errors import QueryError, UnknownName
from core.graph.confined import ConfinedCypher, ConfinedGraph, ConfinedNeo4j, ConfinedTranslation
from core.graph.cypher import parse
from core.graph.embedded import EmbeddedGraph
from core.graph.ladybug_dialect import MOST_WRITTEN, LadybugDialect
from core.graph.models import SCHEMA
from core.graph.neo4j_dialect import Translated, translated
from core.graph.tokens import LONGEST
from core.model import SchemaGraph
from core.processes.pool import GRACE
from tests.graph.graphs import table

if TYPE_CHECKING:
    from core.graph.neo4j import Neo4jGraph

ATTACKS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cypher.toml").read_text("utf-8"))["attack"]
LIMIT = 0.3
REPEATED = re.compile(r"\{((?:[^{}*\\]|\\.)*)\*(\d+)\}")


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConfinedGraph]:
    path = tmp_path_factory.mktemp("graph") / "graph.lbug"
    inner, queries = EmbeddedGraph(path, buffer_mb=64), ConfinedCypher(path, 64)
    yield ConfinedGraph(inner, queries)
    queries.close()
    inner.close()


def written(attack: dict[str, Any]) -> str:
    """The query in full."""
    text = REPEATED.sub(lambda m: m[1] * int(m[2]), attack["cypher"])
    return text.replace("\\{", "{").replace("\\}", "}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a["name"], marks=[pytest.mark.slow] if a.get("slow") else []) for a in ATTACKS],
)
def test_an_attack_ends_in_time_and_hurts_nobody(graph: ConfinedGraph, attack: dict[str, Any]) -> None:
    graph.read("RETURN 1")  # the process has started
    begun = time.monotonic()
    try:
        found = graph.read(written(attack), seconds=30.0 if attack["ends"] == ["rows"] else LIMIT)
        ended = "rows"
        assert attack["name"] != "a few that are honest" or found.rows == ((2, 2, 3),)
    except QueryError as fault:
        ended = fault.code
    assert (
        attack["ends"] == ["rows"] or time.monotonic() - begun < LIMIT + GRACE + 5.0
    )  # an endless one would take minutes
    assert ended in attack["ends"]
    assert graph.read("RETURN 2 AS n").rows == ((2,),)


@pytest.fixture(scope="module")
def reading() -> Iterator[ConfinedTranslation]:
    made = ConfinedTranslation()
    yield made
    made.close()


@pytest.mark.parametrize("attack", [a for a in ATTACKS if "read" in a], ids=lambda a: str(a["name"]))
def test_an_attack_does_not_reach_a_server(reading: ConfinedTranslation, attack: dict[str, Any]) -> None:
    """It is refused, or what is sent reads our own labels alone and has no remark."""
    text = ""
    try:
        text = reading(written(attack)).text
        ended = "rows"
    except QueryError as fault:
        ended = fault.code
    assert ended in attack["read"]
    plain = re.sub(r"'(?:[^'\\]|\\.)*'|`[^`]*`", "x", text)
    assert not re.search(r"//|/\*|;|\b(?:CALL|CREATE|MERGE|SET|DELETE|REMOVE|LOAD|USE)\b", plain)
    assert "Workspace" not in text


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: str(a["name"]))
def test_reading_and_rewriting_take_no_time(attack: dict[str, Any]) -> None:
    """By our own parser and dialect."""
    begun = time.monotonic()
    try:
        text = LadybugDialect().query(parse(written(attack)))
        assert len(text) < 4 * LONGEST + MOST_WRITTEN
    except QueryError:
        pass
    assert time.monotonic() - begun < 5.0  # what doubles with each step would take hours


def test_a_query_for_a_server_is_read_elsewhere(reading: ConfinedTranslation, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[Translated, object]] = []

    class Server:
        name = "Neo4j"
        model = SCHEMA

        def put(self, graph: SchemaGraph) -> None: ...

        def explain(self, query: Translated, parameters: object) -> None:
            given.append((query, parameters))

    def here(cypher: str) -> None:
        raise AssertionError

    graph = ConfinedNeo4j(cast("Neo4jGraph", Server()), reading)
    text = "MATCH (n {id: $t}) RETURN n.id AS id"
    meant = translated(text)
    monkeypatch.setattr("core.graph.neo4j_dialect.parse", here)
    graph.check(text, {"t": "a"})
    assert given == [(meant, {"t": "a"})]
    with pytest.raises(UnknownName, match="There is no label “Tabel”"):
        graph.check("MATCH (t:Tabel) RETURN t")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_process_sees_no_key_and_has_limits(graph: ConfinedGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOINERY_MODEL_KEY", "hush")
    graph._queries.pool.let_go()
    graph.read("RETURN 1")
    worker = next(w for w in graph._queries.pool._idle if w.started)
    assert b"hush" not in Path(f"/proc/{worker.pid}/environ").read_bytes()
    limits = {
        line[:26].strip(): line[26:].split()[0] for line in Path(f"/proc/{worker.pid}/limits").read_text().splitlines()
    }
    assert limits["Max address space"] == str((1536 + 256) << 20)
    assert limits["Max file size"] == str(64 << 20)


@pytest.mark.slow
def test_a_graph_that_was_swapped_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "graph.lbug"
    inner, queries = EmbeddedGraph(path, buffer_mb=64), ConfinedCypher(path, 64)
    graph = ConfinedGraph(inner, queries)
    try:
        for names in (["a"], ["a", "b"]):
            graph.put(SchemaGraph(tuple(table(n, "x") for n in names), ()))
            assert [r[0] for r in graph.read("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows] == names
    finally:
        queries.close()
        inner.close()


def test_rows_and_faults_are_those_of_the_graph(graph: ConfinedGraph) -> None:
    found = graph.read("RETURN 'ä' AS a, [1, 2] AS b, $p AS c, null AS d, 1.5 AS e", {"p": [["x"], []]})
    assert (found.columns, found.rows) == (("a", "b", "c", "d", "e"), (("ä", (1, 2), (("x",), ()), None, 1.5),))
    with pytest.raises(UnknownName) as unknown:
        graph.check("MATCH (t:Tabel) RETURN t")
    assert (unknown.value.message, unknown.value.close) == ("There is no label “Tabel”.", ("Table",))


def test_a_question_pays_little(graph: ConfinedGraph) -> None:
    graph.read("RETURN 1")
    took = []
    for n in range(20):
        begun = time.monotonic()
        assert graph.read("RETURN $n AS n", {"n": n}).rows == ((n,),)
        took.append(time.monotonic() - begun)
    assert sorted(took)[5] < 0.1  # a process started anew takes a second
