"""Whatever happens to a workspace, it holds whole tables and its stores agree: stops, crashes, lost files."""

from __future__ import annotations

import shutil
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.errors import Cancelled, FileError, StoreUnreachable, UnknownName
from core.sql.sqlite import SqliteEngine
from core.sql.staging import Staged
from tests.workspace.shop import (
    JOIN,
    NAMES,
    Open,
    graph_joins,
    graph_tables,
    killed_at,
    label_tables,
    value_tables,
    write_customers,
    write_orders,
)

NOBODY = "bolt://127.0.0.1:1"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the files of an open workspace")
def test_a_folder_that_was_taken_away_is_noticed(opened: Open) -> None:
    ws = opened()
    assert ws.in_place
    shutil.rmtree(ws.folder)
    assert not ws.in_place
    ws.folder.mkdir()
    assert not ws.in_place
    Catalogue(ws.folder / "state.sqlite").close()
    assert not ws.in_place


@pytest.mark.slow
def test_stop_keeps_whole_tables_and_finds_their_joins(opened: Open, tmp_path: Path) -> None:
    write_customers(tmp_path), write_orders(tmp_path)
    (tmp_path / "zebras.csv").write_text("z\n1\n", encoding="utf-8")
    stop = threading.Event()
    ws = opened(folder=tmp_path / "ws")

    def progress(what: str, share: float) -> None:
        if what.startswith("zebras"):
            stop.set()

    with pytest.raises(Cancelled):
        ws.tables.load([tmp_path / "*.csv"], progress=progress, stop=stop)
    assert [t.name for t in ws.tables.all()] == ["customers", "orders"]
    assert [j.id for j in ws.joins.all()] == [JOIN]
    assert graph_joins(ws) == [JOIN]
    assert not ws.outdated


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["stage", "ready"])
@pytest.mark.parametrize("known", [True, False])
def test_a_crash_while_loading_leaves_whole_tables(moment: str, known: bool, opened: Open, tmp_path: Path) -> None:
    """Killed before the catalogue knew what the rows are (`stage`), or when they were in place, before `ready`."""
    files = tmp_path / "files"
    files.mkdir()
    write_orders(files)
    ws = opened(folder=tmp_path / "ws")
    ws.tables.load([files])
    if known:
        write_customers(files, NAMES[:6])
        ws.tables.load([files])
    write_customers(files)

    with killed_at(moment):
        ws.tables.load([files / "customers.csv"])
    ws.close()
    (tmp_path / "ws" / "load-abc").mkdir()

    ws = opened(folder=tmp_path / "ws")
    there = ["customers", "orders"] if moment == "ready" or known else ["orders"]
    assert [t.name for t in ws.tables.all()] == there
    assert graph_tables(ws) == there
    assert ws.stores.catalogue.unready() == ()
    assert not (tmp_path / "ws" / "load-abc").exists()
    if "customers" in there:
        rows = 12 if moment == "ready" else 6
        assert ws.questions.sql("SELECT COUNT(*) FROM customers").rows == ((rows,),)
        assert [t.rows for t in ws.tables.all()] == [rows, 40]
        assert [j.id for j in ws.joins.all()] == [JOIN]
        assert {h.value for h in ws.stores.values.find(["Lea"])} == ({"Lea"} if rows == 12 else set())
    else:
        with pytest.raises(UnknownName):
            ws.questions.sql("SELECT * FROM customers")
        assert value_tables(ws) == set()
    assert label_tables(ws) == set(there)
    assert not ws.outdated


@pytest.mark.sampled(2)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_reader_sees_rows_and_profile_of_one_load(moment: str, opened: Open, tmp_path: Path) -> None:
    """At any time while a file is loaded anew, and after a crash in the midst of it, before anybody mended it."""
    write_customers(tmp_path, NAMES[:6])
    ws = opened(folder=tmp_path / "ws")
    ws.tables.load([tmp_path / "customers.csv"])
    write_customers(tmp_path)
    reader = opened(folder=tmp_path / "ws", read_only=True)
    seen: list[tuple[int, int, object]] = []

    def look() -> None:
        for at in (reader, opened(folder=tmp_path / "ws", read_only=True)):
            (table,) = at.tables.all()
            (held,) = at.questions.sql("SELECT COUNT(*) FROM customers").rows
            seen.append((table.rows, table.columns[0].profile.distinct, held[0]))

    real = SqliteEngine.put_in_place

    def put(engine: SqliteEngine, staged: Staged, table: str, version: str) -> None:
        if moment == "before":
            look()
            staged.discard()
            raise FileError(table, "The disk is full.")
        real(engine, staged, table, version)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteEngine, "put_in_place", put)
        if moment == "before":
            assert [p.code for p in ws.tables.load([tmp_path / "customers.csv"]).problems] == ["file"]
        else:
            with killed_at("ready"):
                ws.tables.load([tmp_path / "customers.csv"])
    look()
    rows = 6 if moment == "before" else 12
    assert set(seen) == {(rows, rows, rows)}
    assert list((tmp_path / "ws").glob("data.sqlite.staging-*")) == []


def test_a_crash_before_anything_was_written_leaves_the_old_table(opened: Open, base: Path) -> None:
    ws = opened()
    old = ws.tables.get("customers")
    assert old is not None
    ws.stores.catalogue.stage(type(old)("customers", "customers", old.source, 0, ()))
    ws.close()
    ws = opened()
    assert ws.tables.get("customers") == old
    assert ws.stores.catalogue.unready() == ()
    assert [j.id for j in ws.joins.all()] == [JOIN]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("spoil", ["delete", "damage"])
def test_derived_stores_that_are_lost_or_damaged_are_built_anew(spoil: str, opened: Open, base: Path) -> None:
    for name in ("graph.lbug", "values.sqlite", "chroma/chroma.sqlite3"):
        path = base / "ws" / name
        path.unlink() if spoil == "delete" else path.write_bytes(b"spoilt " * 1000)
    if spoil == "delete":
        shutil.rmtree(base / "ws" / "chroma")
    ws = opened()
    assert graph_joins(ws) == [JOIN]
    assert value_tables(ws) == {"customers"}
    assert label_tables(ws) == {"customers", "orders"}
    told = {"The schema graph", "The index of values", "The index of names"} if spoil == "damage" else set()
    assert set(ws.built_anew) == told


def test_a_graph_that_is_not_trusted_is_whole_as_soon_as_it_is_opened(opened: Open, base: Path) -> None:
    (base / "ws" / "graph.lbug").write_bytes(b"spoilt " * 1000)
    graph = opened().stores.adapters.graph.get()  # a load may go on meanwhile, which brings nothing else in step
    assert graph.read("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows == (("customers",), ("orders",))


@pytest.mark.slow
def test_everything_derived_can_be_built_anew_on_demand(opened: Open) -> None:
    ws = opened()
    ws.joins.review(JOIN, "confirmed")
    ws.tables.rebuild()
    assert [(j.id, j.state) for j in ws.joins.all()] == [(JOIN, "confirmed")]
    assert graph_joins(ws) == [JOIN]
    assert value_tables(ws) == {"customers"}
    assert label_tables(ws) == {"customers", "orders"}


@pytest.mark.slow
def test_a_graph_server_that_does_not_answer_stops_neither_loading_nor_sql(opened: Open, tmp_path: Path) -> None:
    ws = opened(neo4j_uri=NOBODY, neo4j_seconds="1")
    (tmp_path / "more.csv").write_text("a\n1\n", encoding="utf-8")
    assert [t.name for t in ws.tables.load([tmp_path / "more.csv"]).tables] == ["more"]
    assert ws.questions.sql("SELECT a FROM more").rows == ((1,),)
    with pytest.raises(StoreUnreachable):
        ws.questions.cypher("MATCH (t:Table) RETURN t.id")
    parts = {p.name: p for p in ws.settings.health()}
    assert [p.name for p in parts.values() if not p.ok] == ["schema graph"]
    assert NOBODY in parts["schema graph"].using
    assert parts["schema graph"].hint
    ws.close()
    assert graph_tables(opened()) == ["customers", "more", "orders"]


def test_every_part_is_probed(opened: Open, base: Path) -> None:
    ws = opened()
    assert [(p.name, p.ok) for p in ws.settings.health()] == [
        ("SQL engine", True),
        ("schema graph", True),
        ("label index", True),
        ("embeddings", True),
        ("value index", True),
        ("translator", True),
    ]
    ws.close()
    (base / "ws" / "data.sqlite").unlink()
    engine = next(opened().settings.health())
    assert not engine.ok
    assert "customers" in engine.message


def test_closing_stops_a_load_under_way(opened: Open, tmp_path: Path) -> None:
    for n in range(3):
        (tmp_path / f"more{n}.csv").write_text("a\n1\n", encoding="utf-8")
    ws = opened()
    begun = threading.Event()

    def progress(what: str, share: float) -> None:
        if not begun.is_set():
            begun.set()
            ws.stores._closing.wait(60)

    with ThreadPoolExecutor(1) as pool:
        loading = pool.submit(ws.tables.load, [tmp_path / "*.csv"], progress=progress)
        assert begun.wait(60)
        ws.close()
    with pytest.raises(Cancelled):
        loading.result()
    ws = opened()
    assert [t.name for t in ws.tables.all()] == ["customers", "orders"]
