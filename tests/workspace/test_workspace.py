"""A workspace as a whole: it loads, answers, keeps its stores in step, and mends itself after whatever happened."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.config import Settings
from core.errors import (
    BadJoin,
    Cancelled,
    QueryRefused,
    StoreUnreachable,
    UnknownName,
    WorkspaceBusy,
    WorkspaceMissing,
)
from core.index.embed import NgramEmbedder
from core.model import Answer, Step
from core.workspace import Workspace, open_workspace

NAMES = "Ada Bo Cleo Dan Eva Finn Gus Hana Ivo Jun Kai Lea".split()
COUNTRIES = "Norway Chile Japan".split()
JOIN = "orders.customer_id=customers.id"
NOBODY = "bolt://127.0.0.1:1"

Open = Callable[..., Workspace]


def write_customers(folder: Path, names: list[str] = NAMES) -> Path:
    lines = ["id,name,country", *(f"{i + 101},{n},{COUNTRIES[i % 3]}" for i, n in enumerate(names))]
    path = folder / "customers.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_orders(folder: Path, key: str = "customer_id") -> Path:
    lines = [f"order_no,{key},amount", *(f"{i + 5001},{101 + i * 7 % 12},{i * 3 % 50}.5" for i in range(40))]
    path = folder / "orders.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def make(base: Path) -> Path:
    """Put `files` into a folder, and a closed workspace `ws` that holds them."""
    (base / "files").mkdir()
    write_customers(base / "files"), write_orders(base / "files")
    with open_workspace(Settings(workspace=base / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([base / "files"])
    return base


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("made"))


@pytest.fixture
def base(made: Path, tmp_path: Path) -> Path:
    """A copy of its own: moving a workspace is part of every test."""
    shutil.copytree(made, tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture
def opened(base: Path) -> Iterator[Open]:
    """Opens the workspace; whatever was opened is closed at the end."""
    open_ones: list[Workspace] = []

    def opening(read_only: bool | None = None, folder: Path | None = None, **settings: str) -> Workspace:
        found = Settings.read({"workspace": folder or base / "ws", "cache": base, **settings}, {})
        open_ones.append(open_workspace(found, read_only=read_only, embedder=NgramEmbedder()))
        return open_ones[-1]

    yield opening
    for ws in open_ones:
        ws.close()


def graph_tables(ws: Workspace) -> list[object]:
    return [r[0] for r in ws.questions.cypher("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows]


def graph_joins(ws: Workspace) -> list[object]:
    return [r[0] for r in ws.questions.cypher("MATCH ()-[s:SAME_ATTRIBUTE]->() RETURN s.join_id").rows]


def value_tables(ws: Workspace) -> set[str]:
    return {h.table for h in ws.stores.values.find(["Norway", "Ada", "Zoe"])}


def label_tables(ws: Workspace) -> set[str]:
    return {h.table for hits in ws.stores.labels.search(["amount", "country", "sum"], k=3) for h in hits}


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


def test_a_verdict_on_a_join_reaches_the_graph_and_can_be_taken_back(opened: Open) -> None:
    ws = opened()
    (before,) = ws.joins.all()
    ws.joins.review(JOIN, "rejected")
    assert ws.joins.all() == ()
    assert [(j.id, j.state, j.reviewed) for j in ws.joins.all(rejected=True)] == [(JOIN, "rejected", True)]
    assert graph_joins(ws) == []
    ws.tables.load([Path(ws.tables.all()[0].source)])
    assert [(j.id, j.state) for j in ws.joins.all(rejected=True)] == [(JOIN, "rejected")]
    ws.joins.review(JOIN, None)
    assert ws.joins.all() == (before,)
    assert graph_joins(ws) == [JOIN]
    with pytest.raises(UnknownName):
        ws.joins.review("nothing=nothing", "confirmed")


def test_a_description_reaches_the_graph_and_the_labels(opened: Open) -> None:
    ws = opened()
    ws.tables.describe("orders", "purchases of the web shop")
    assert ws.questions.cypher("MATCH (t:Table {id: 'orders'}) RETURN t.description").rows == (
        ("purchases of the web shop",),
    )
    assert ws.stores.labels.search(["purchases of the web shop"], k=1)[0][0].id == "orders"


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


def test_there_is_nothing_to_read_where_nothing_was_loaded(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceMissing):
        opened(read_only=True, folder=tmp_path / "empty")
    assert not (tmp_path / "empty").exists()


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


@pytest.mark.parametrize("moment", ["stage", "ready"])
@pytest.mark.parametrize("known", [True, False])
def test_a_crash_while_loading_leaves_whole_tables(
    moment: str, known: bool, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the rows were written: before the catalogue knew what they are (`stage`), or before `ready`."""
    files = tmp_path / "files"
    files.mkdir()
    write_orders(files)
    ws = opened(folder=tmp_path / "ws")
    ws.tables.load([files])
    if known:
        write_customers(files, NAMES[:6])
        ws.tables.load([files])
    write_customers(files)

    class Killed(BaseException):
        pass

    def killed(self: Catalogue, what: object) -> None:
        if moment == "ready" or getattr(what, "columns", ()):
            raise Killed
        real(self, what)  # type: ignore[arg-type]

    real = getattr(Catalogue, moment)
    monkeypatch.setattr(Catalogue, moment, killed)
    with pytest.raises(Killed):
        ws.tables.load([files / "customers.csv"])
    monkeypatch.undo()
    ws.close()
    (tmp_path / "ws" / "load-abc").mkdir()

    ws = opened(folder=tmp_path / "ws")
    there = ["customers", "orders"] if moment == "ready" else ["orders"]
    assert [t.name for t in ws.tables.all()] == there
    assert graph_tables(ws) == there
    assert ws.stores.catalogue.unready() == ()
    assert not (tmp_path / "ws" / "load-abc").exists()
    if moment == "ready":
        assert ws.questions.sql("SELECT COUNT(*) FROM customers").rows == ((12,),)
        assert [j.id for j in ws.joins.all()] == [JOIN]
        assert {h.value for h in ws.stores.values.find(["Lea"])} == {"Lea"}
    else:
        with pytest.raises(UnknownName):
            ws.questions.sql("SELECT * FROM customers")
        assert value_tables(ws) == set()
    assert label_tables(ws) == set(there)
    assert not ws.outdated


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


def test_everything_derived_can_be_built_anew_on_demand(opened: Open) -> None:
    ws = opened()
    ws.joins.review(JOIN, "confirmed")
    ws.tables.rebuild()
    assert [(j.id, j.state) for j in ws.joins.all()] == [(JOIN, "confirmed")]
    assert graph_joins(ws) == [JOIN]
    assert value_tables(ws) == {"customers"}
    assert label_tables(ws) == {"customers", "orders"}


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


def test_closing_stops_a_load_under_way(opened: Open, tmp_path: Path) -> None:
    for n in range(3):
        (tmp_path / f"more{n}.csv").write_text("a\n1\n", encoding="utf-8")
    ws = opened()
    begun = threading.Event()

    def progress(what: str, share: float) -> None:
        if not begun.is_set():
            begun.set()
            ws.stores._closing.wait(10)

    with ThreadPoolExecutor(1) as pool:
        loading = pool.submit(ws.tables.load, [tmp_path / "*.csv"], progress=progress)
        assert begun.wait(10)
        ws.close()
    with pytest.raises(Cancelled):
        loading.result()
    ws = opened()
    assert [t.name for t in ws.tables.all()] == ["customers", "orders"]


def write_guests(folder: Path) -> Path:
    """A second table that `orders.customer_id` fits."""
    path = folder / "guests.csv"
    lines = ["customer_id,age", *(f"{i + 101},{20 + i * 5 % 31}" for i in range(12))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def reload(ws: Workspace, name: str) -> None:
    found = ws.tables.get(name)
    assert found is not None
    ws.tables.load([found.source])


def states(ws: Workspace, child: str = "orders") -> dict[str, str]:
    return {j.id: j.state for j in ws.joins.all() if j.child_table == child}


def test_a_join_by_hand_takes_its_column_and_survives_a_reload(opened: Open, tmp_path: Path) -> None:
    ws = opened(folder=tmp_path / "three")
    ws.tables.load([write_customers(tmp_path), write_orders(tmp_path), write_guests(tmp_path)])
    other = "orders.customer_id=guests.customer_id"
    first, spare = (JOIN, other) if JOIN in states(ws) else (other, JOIN)
    assert spare not in states(ws), "one column, one key"
    name, column = spare.split("=")[1].split(".")
    made = ws.joins.add("orders", "customer_id", name, column)
    assert (made.id, made.state, made.reviewed, made.evidence.containment) == (spare, "confirmed", True, 1.0)
    assert made.evidence.cardinality == "n:1"
    assert states(ws) == {spare: "confirmed"}
    assert graph_joins(ws).count(spare) == 1
    assert first not in graph_joins(ws)
    reload(ws, "orders")
    assert states(ws) == {spare: "confirmed"}
    ws.joins.review(spare, None)
    assert set(states(ws)) == {first}


def test_a_rejected_join_does_not_come_back(opened: Open) -> None:
    ws = opened()
    ws.joins.review(JOIN, "rejected")
    reload(ws, "orders")
    reload(ws, "customers")
    assert [(j.id, j.reviewed) for j in ws.joins.all(rejected=True)] == [(JOIN, True)]
    assert ws.joins.all() == ()
    assert graph_joins(ws) == []


def test_a_join_turned_round_is_the_one_that_is_known(opened: Open) -> None:
    ws = opened()
    assert ws.joins.add("customers", "id", "orders", "customer_id").id == JOIN
    assert [(j.id, j.state, j.reviewed) for j in ws.joins.all(rejected=True)] == [(JOIN, "confirmed", True)]


def test_joins_that_cannot_be_made_are_refused_in_plain_words(opened: Open) -> None:
    ws = opened()
    with pytest.raises(UnknownName, match="no table “order”") as fault:
        ws.joins.add("order", "customer_id", "customers", "id")
    assert fault.value.close == ("orders",)
    with pytest.raises(UnknownName, match="no column “orders") as fault:
        ws.joins.add("orders", "customr_id", "customers", "id")
    assert fault.value.close == ("customer_id",)
    with pytest.raises(BadJoin, match="joined with itself"):
        ws.joins.add("orders", "amount", "orders", "amount")
    with pytest.raises(BadJoin, match="2 and 1 were named"):
        ws.joins.add("orders", ("amount", "customer_id"), "customers", "id")
    with pytest.raises(BadJoin, match="twice"):
        ws.joins.add("orders", ("amount", "amount"), "customers", ("id", "name"))
    assert [j.id for j in ws.joins.all(rejected=True)] == [JOIN]


def test_a_table_whose_partner_is_removed_finds_another(opened: Open, tmp_path: Path) -> None:
    ws = opened(folder=tmp_path / "three")
    ws.tables.load([write_customers(tmp_path), write_orders(tmp_path), write_guests(tmp_path)])
    (joined,) = states(ws)
    partner = joined.split("=")[1].split(".")[0]
    (other,) = {"customers", "guests"} - {partner}
    ws.tables.remove([partner])
    assert [i.split("=")[1].split(".")[0] for i in states(ws)] == [other]
    assert not ws.outdated


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


PROSE = """These files come from two shops, and from the web.

Nobody knows how they were made. What we know, in short: the shops close on Sunday; amounts are in francs, not euros.

Ask the office, or the people in the shops, when something looks odd.
"""


def test_notes_beside_the_files_describe_columns_and_are_cited(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sales.csv").write_text("c1,c2\n120.5,Bern\n99,Oslo\n10,Bern\n", encoding="utf-8")
    (folder / "about.md").write_text("# sales\n- c1: amount paid\n- c2: city\n", encoding="utf-8")
    (folder / "prose.txt").write_text(PROSE, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder])
        assert [t.name for t in report.tables] == ["sales"]
        assert report.documents == ("about.md", "prose.txt")
        assert report.problems == ()
        answer = next(a for a in ws.questions.ask("What is the total amount paid per city?") if isinstance(a, Answer))
        assert sorted(answer.rows) == [("Bern", 130.5), ("Oslo", 99.0)]
        assert sorted(c.source for c in answer.citations) == ["about.md, sales", "about.md, sales"]
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder(), read_only=True) as ws:
        table = ws.tables.get("sales")
        assert table is not None
        assert [c.description for c in table.columns] == ["amount paid", "city"]


def test_a_table_that_describes_columns_is_a_dictionary_besides(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sales.csv").write_text("c1,c2\n120.5,Bern\n99,Oslo\n", encoding="utf-8")
    rows = "name,says\nc1,what the customer paid in the shop\nc2,the city where the shop is\n"
    (folder / "dictionary.csv").write_text(rows, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder])
        assert report.documents == ("dictionary.csv",)
        assert [t.name for t in ws.tables.all()] == ["dictionary", "sales"]
        assert [c.description for c in ws.tables.all()[1].columns] == [
            "what the customer paid in the shop",
            "the city where the shop is",
        ]


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
