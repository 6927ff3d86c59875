"""A workspace as a whole: it loads, answers, and keeps its stores in step."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import QueryRefused, UnknownName, WorkspaceBusy, WorkspaceMissing
from core.graph.embedded import EmbeddedGraph
from core.index.embed import NgramEmbedder
from core.model import Answer, Step
from core.workspace import open_workspace
from tests.workspace.shop import (
    JOIN,
    Open,
    graph_joins,
    graph_tables,
    label_tables,
    value_tables,
    write_customers,
    write_orders,
)


def test_what_was_loaded_is_found_again_in_every_store_of_a_copied_folder(opened: Open) -> None:
    ws = opened()
    assert [(t.name, t.label, t.rows) for t in ws.tables.all()] == [
        ("customers", "customers", 12),
        ("orders", "orders", 40),
    ]
    assert [j.id for j in ws.joins.all()] == [JOIN]
    assert ws.questions.sql("SELECT COUNT(*), SUM(amount) FROM orders").rows == ((40, 910.0),)
    assert ws.tables.preview("customers", 2).rows == ((101, "Ada", "Norway"), (102, "Bo", "Chile"))
    assert graph_tables(ws) == ["customers", "orders"]
    assert graph_joins(ws) == [JOIN]
    assert value_tables(ws) == {"customers"}
    assert label_tables(ws) == {"customers", "orders"}
    assert not ws.outdated
    assert ws.size() == sum(p.stat().st_size for p in ws.folder.rglob("*") if p.is_file())


def test_no_path_inside_a_workspace_leads_out_but_a_tables_source(base: Path) -> None:
    for name in ("data.sqlite", "values.sqlite", "graph.lbug", "chroma/chroma.sqlite3"):
        assert str(base.parent.parent).encode() not in (base / "ws" / name).read_bytes()


def test_a_question_gives_its_steps_and_then_the_answer(opened: Open) -> None:
    *steps, answer = opened().questions.ask("How many orders are there?")
    assert all(isinstance(s, Step) for s in steps)
    assert {"link", "read", "path", "query", "run"} <= {s.name for s in steps if isinstance(s, Step)}
    assert isinstance(answer, Answer)
    assert answer.rows == ((40,),)


@pytest.mark.slow
def test_people_may_only_read_and_only_what_is_there(opened: Open) -> None:
    ws = opened()
    with pytest.raises(QueryRefused):
        ws.questions.sql("DELETE FROM orders")
    with pytest.raises(QueryRefused):
        ws.questions.cypher("MATCH (t:Table) DETACH DELETE t")
    with pytest.raises(UnknownName):
        ws.tables.preview("orders; DROP TABLE orders")
    assert ws.questions.sql("SELECT order_no FROM orders ORDER BY 1", limit=2).rows == ((5001,), (5002,))
    assert ws.questions.sql("SELECT order_no FROM orders", limit=2).truncated


def test_a_file_that_fails_is_a_problem_and_the_others_load(opened: Open, base: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    (tmp_path / "good.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    ws = opened()
    report = ws.tables.load([tmp_path / "bad.csv", tmp_path / "good.csv", tmp_path / "none.csv"])
    assert [t.name for t in report.tables] == ["good"]
    assert {(Path(p.file).name, p.code) for p in report.problems} == {
        ("bad.csv", "not_a_table"),
        ("none.csv", "file_missing"),
    }
    assert [t.name for t in ws.tables.all()] == ["customers", "good", "orders"]
    assert ws.stores.catalogue.unready() == ()


@pytest.mark.slow
def test_a_new_version_of_a_file_leaves_nothing_of_the_old_one(opened: Open, tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    write_customers(files), write_orders(files)
    ws = opened(folder=tmp_path / "ws")
    ws.tables.load([files])
    write_customers(files, ["Zoe"])
    write_orders(files, key="buyer")
    ws.tables.load([files])
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("customers", 1), ("orders", 40)]
    assert {h.value for h in ws.stores.values.find(["Zoe", "Ada"])} == {"Zoe"}
    assert JOIN not in [j.id for j in ws.joins.all(rejected=True)]
    assert "orders.customer_id" not in [r[0] for r in ws.questions.cypher("MATCH (c:Column) RETURN c.id").rows]
    assert "orders.customer_id" not in {h.id for h in ws.stores.labels.search(["customer id"], k=20)[0]}


@pytest.mark.slow
def test_a_removed_table_leaves_every_store(opened: Open) -> None:
    ws = opened()
    ws.tables.remove(["customers"])
    assert [t.name for t in ws.tables.all()] == ["orders"]
    assert ws.joins.all(rejected=True) == ()
    with pytest.raises(UnknownName):
        ws.questions.sql("SELECT * FROM customers")
    assert graph_tables(ws) == ["orders"]
    assert value_tables(ws) == set()
    assert label_tables(ws) == {"orders"}
    with pytest.raises(UnknownName):
        ws.tables.remove(["orders", "customers"])
    assert [t.name for t in ws.tables.all()] == ["orders"]


@pytest.mark.slow
def test_a_description_reaches_the_graph_and_the_labels(opened: Open) -> None:
    ws = opened()
    ws.tables.describe("orders", "purchases of the web shop")
    assert ws.questions.cypher("MATCH (t:Table {id: 'orders'}) RETURN t.description").rows == (
        ("purchases of the web shop",),
    )
    assert ws.stores.labels.search(["purchases of the web shop"], k=1)[0][0].id == "orders"


@pytest.mark.slow
def test_the_second_to_open_reads_and_sees_what_the_first_loads(opened: Open, tmp_path: Path) -> None:
    writer, reader = opened(), opened()
    assert (writer.read_only, reader.read_only) == (False, True)
    assert graph_tables(reader) == ["customers", "orders"]
    (tmp_path / "more.csv").write_text("a\n1\n", encoding="utf-8")
    for change in (
        lambda: reader.tables.load([tmp_path / "more.csv"]),
        lambda: reader.tables.remove(["orders"]),
        lambda: reader.joins.review(JOIN, "rejected"),
        lambda: opened(read_only=False),
    ):
        with pytest.raises(WorkspaceBusy):
            change()
    writer.tables.load([tmp_path / "more.csv"])
    assert reader.questions.sql("SELECT a FROM more").rows == ((1,),)
    assert graph_tables(reader) == ["customers", "more", "orders"]
    writer.close()
    assert not opened().read_only


def test_a_new_workspace_is_in_its_place_before_anything_is_loaded(tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "new"), embedder=NgramEmbedder()) as ws:
        assert ws.in_place
        assert not ws.tables.all()


def test_there_is_nothing_to_read_where_nothing_was_loaded(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceMissing):
        opened(read_only=True, folder=tmp_path / "empty")
    assert not (tmp_path / "empty").exists()


def test_the_linker_is_made_anew_only_when_the_tables_change(opened: Open, tmp_path: Path) -> None:
    ws = opened()
    first = ws.questions.linker()
    assert ws.questions.linker() is first
    (tmp_path / "more.csv").write_text("a\n1\n", encoding="utf-8")
    ws.tables.load([tmp_path / "more.csv"])
    assert ws.questions.linker() is not first


def test_threads_may_read_while_one_loads(opened: Open, tmp_path: Path) -> None:
    ws = opened()
    for n in range(6):
        (tmp_path / f"more{n}.csv").write_text("a,b\n1,x\n", encoding="utf-8")
    done = threading.Event()

    def reading() -> set[object]:
        found: set[object] = set()
        while not done.is_set():
            found.add(ws.questions.sql("SELECT COUNT(*) FROM orders").rows)
            ws.questions.cypher("MATCH (t:Table) RETURN t.id")
            found.add(JOIN in [j.id for j in ws.joins.all()])
        return found

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(reading) for _ in range(3)]
        try:
            ws.tables.load([tmp_path / "*.csv"])
        finally:
            done.set()
    assert [r.result() for r in readers] == [{((40,),), True}] * 3
    assert len(graph_tables(ws)) == 8


@pytest.mark.slow
def test_a_question_over_two_columns_at_once(opened: Open, tmp_path: Path) -> None:
    lands, years = ("Chad", "Fiji", "Peru", "Oman", "Mali", "Cuba", "Laos", "Togo", "Iran"), (2001, 2002, 2003)
    keys = [(land, year) for land in lands for year in years]
    rain = ["country,year,rainfall", *(f"{a},{b},{100 + n}" for n, (a, b) in enumerate(keys))]
    farms = ["farm,country,year,tons", *(f"F{n},{keys[n % 26][0]},{keys[n % 26][1]},{n}" for n in range(52))]
    farms.append("F99,Chad,1950,7")
    (tmp_path / "climate.csv").write_text("\n".join(rain) + "\n", encoding="utf-8")
    (tmp_path / "harvests.csv").write_text("\n".join(farms) + "\n", encoding="utf-8")
    ws = opened(folder=tmp_path / "two")
    ws.tables.load([tmp_path / "climate.csv", tmp_path / "harvests.csv"])
    (join,) = ws.joins.all()
    assert join.id == "harvests.country+harvests.year=climate.country+climate.year"
    assert (join.state, join.evidence.cardinality, join.evidence.orphans) == ("confirmed", "n:1", ("Chad, 1950",))
    assert ws.questions.cypher("MATCH ()-[s:SAME_ATTRIBUTE]->() RETURN s.part, s.parts ORDER BY s.part").rows == (
        (1, 2),
        (2, 2),
    )
    *_, answer = ws.questions.ask("List the farm, tons and rainfall of all harvests with more than 50 tons")
    assert isinstance(answer, Answer)
    assert [e.left for e in answer.path] == [("country", "year")]
    assert answer.sql is not None
    assert answer.sql.count(" = ") == 2
    assert answer.rows == (("F51", 51, 125),)


@pytest.mark.slow
def test_a_workspace_warmed_up_is_closed_at_once_and_answers(tmp_path: Path) -> None:
    write_customers(tmp_path)
    settings = Settings(workspace=tmp_path / "ws")
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.questions.warm_up()
        ws.tables.load([tmp_path / "customers.csv"])
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.questions.warm_up()
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.questions.warm_up()
        ws.questions.warm_up()
        assert any(isinstance(a, Answer) and a.sql for a in ws.questions.ask("How many customers are there?"))


def test_a_persons_cypher_never_runs_in_the_apps_own_process(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    ws = opened()
    query = "MATCH (t:Table) RETURN t.id AS name ORDER BY name"
    assert ws.questions.cypher(query).rows == (("customers",), ("orders",))  # the graph is in step

    def here(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(EmbeddedGraph, "read", here)
    assert ws.questions.cypher(query).rows == (("customers",), ("orders",))
