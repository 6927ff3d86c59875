"""What only the embedded graph promises: one file, swapped whole, safe to lose power over."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import ladybug
import pytest

from core.errors import QueryRefused, StoreRefused
from core.graph import planning
from core.graph.build import schema_graph
from core.graph.embedded import EmbeddedGraph
from core.graph.planning import Planning, fault_of
from core.model import SchemaGraph
from tests.graph.graphs import football, join, table

IDS = "MATCH (t:Table) RETURN t.id ORDER BY t.id"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a folder" / "graph.lbug"


def ids(graph: EmbeddedGraph) -> list[object]:
    return [row[0] for row in graph.read(IDS).rows]


@pytest.mark.slow
def test_it_is_one_file_that_is_read_again(path: Path) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    assert ids(graph) == []
    graph.put(schema_graph(*football()))
    graph.close()
    graph.close()
    assert [f.name for f in path.parent.iterdir()] == ["graph.lbug"]
    again = EmbeddedGraph(path, buffer_mb=64, read_only=True)
    assert ids(again) == ["games", "players", "rounds", "teams", "weather"]
    with pytest.raises(StoreRefused, match="reading only"):
        again.put(SchemaGraph((), ()))
    again.close()
    with pytest.raises(StoreRefused, match="closed"):
        again.read(IDS)


def test_reading_only_makes_no_file(path: Path) -> None:
    with pytest.raises(StoreRefused, match="no graph"):
        EmbeddedGraph(path, buffer_mb=64, read_only=True)
    assert not path.exists()


def test_a_damaged_file_is_named(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a graph at all" * 500)
    with pytest.raises(StoreRefused, match=r"graph\.lbug cannot be opened"):
        EmbeddedGraph(path, buffer_mb=64)


@pytest.mark.slow
def test_a_graph_that_cannot_be_written_leaves_the_old_one(path: Path) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    graph.put(schema_graph(*football()))
    twice = table("a", ["x"])
    with pytest.raises(RuntimeError):
        graph.put(SchemaGraph((twice, twice), ()))
    assert ids(graph) == ["games", "players", "rounds", "teams", "weather"]
    graph.put(SchemaGraph((twice,), ()))
    assert ids(graph) == ["a"]
    graph.close()


def test_what_an_interrupted_write_left_is_swept(path: Path) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    for leftover in ("graph.lbug.new", "graph.lbug.new.wal", "graph.lbug.new.wal.checkpoint"):
        (path.parent / leftover).write_bytes(b"half a graph")
    graph.put(schema_graph(*football()))
    assert ids(graph) == ["games", "players", "rounds", "teams", "weather"]
    assert [f.name for f in path.parent.iterdir()] == ["graph.lbug"]
    graph.close()


def test_a_running_read_ends_before_the_swap(path: Path) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    graph.put(SchemaGraph((table("old", ["x"]),), ()))
    slow = (
        "MATCH (t:Table) UNWIND range(1, 4000) AS x UNWIND range(1, 1000) AS y "
        "WITH t, x * y AS z WHERE z % 7 <> 3 RETURN t.id, count(z)"
    )
    seen: list[object] = []
    reader = threading.Thread(target=lambda: seen.append(graph.read(slow, seconds=30.0).rows[0][0]))
    reader.start()
    graph.put(SchemaGraph((table("new", ["x"]),), ()))
    reader.join()
    assert seen in (["old"], ["new"])
    assert ids(graph) == ["new"]
    graph.close()


@pytest.mark.slow
def test_another_process_reads_while_this_one_writes(path: Path) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    graph.put(schema_graph([table("a", ["x"]), table("b", ["y"])], [join("b.y", "a.x")]))
    program = (
        "import sys; from pathlib import Path; from core.graph.embedded import EmbeddedGraph\n"
        "from tests.graph.graphs import neighbours\n"
        "g = EmbeddedGraph(Path(sys.argv[1]), buffer_mb=64, read_only=True); print(neighbours(g, 'a')); g.close()"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert printed.stdout == "('b',)\n"
    graph.close()


def test_what_reads_or_writes_other_files_is_refused(path: Path, tmp_path: Path) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    target = tmp_path / "stolen.csv"
    for text in (
        f"COPY (MATCH (t:Table) RETURN t.id) TO '{target.as_posix()}'",
        f"LOAD FROM '{target.as_posix()}' RETURN *",
        f"EXPORT DATABASE '{target.as_posix()}'",
        f"ATTACH '{target.as_posix()}' AS x (dbtype sqlite)",
        "INSTALL json",
    ):
        with pytest.raises(QueryRefused):
            graph.read(text)
    assert not target.exists()
    graph.close()


def test_what_is_checked_is_planned_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = EmbeddedGraph(path, buffer_mb=64)
    graph.put(schema_graph(*football()))
    planned: list[str] = []
    prepare = ladybug.Connection.prepare
    monkeypatch.setattr(
        ladybug.Connection, "prepare", lambda c, text, given: planned.append(text) or prepare(c, text, given)
    )
    text = "MATCH (t:Table) WHERE t.id IN $some RETURN t.id ORDER BY t.id"
    graph.check(text, {"some": ["games"]})
    assert (
        graph.read(text, {"some": ["games"]}).rows == graph.read(text, {"some": ["games", "x"]}).rows == (("games",),)
    )
    assert len(planned) == 1
    assert graph.read(text, {"some": []}).rows == ()  # of which kind its items are cannot be told
    assert len(planned) == 2
    graph.close()


def test_what_plans_of_earlier_queries_take_is_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection keeps the plans of its queries with their memory: here, five use up all there is."""
    graph = EmbeddedGraph(path, buffer_mb=64)
    graph.put(schema_graph(*football()))
    run, asked = Planning.run, list[object]()

    def short(connection: Planning, *rest: Any) -> Any:
        asked.append(connection)
        if asked.count(connection) > 5:
            raise fault_of("Buffer manager exception: Unable to allocate memory!", rest[0])
        return run(connection, *rest)

    monkeypatch.setattr(Planning, "run", short)
    assert [ids(graph)[0] for _ in range(12)] == ["games"] * 12
    monkeypatch.setattr(planning, "PLANS", 1)
    asked.clear()
    assert [ids(graph)[0] for _ in range(12)] == ["games"] * 12
    assert max(map(asked.count, asked)) == 1  # each is closed in time
    graph.close()
