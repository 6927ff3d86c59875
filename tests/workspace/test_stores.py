"""Stores chosen while a workspace is open: tried first, filled at once, kept, and never at the cost of what worked."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from core.config import Settings
from core.config.saved import StoreChoice
from core.config.secrets import graph_password, keep_in_ring
from core.errors import SettingsError, StoreRefused, StoreUnreachable, WorkspaceBusy
from core.graph.embedded import EmbeddedGraph
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace
from core.workspace.registry import Workspaces
from core.workspace.stores import Stores

BIKES = Path(__file__).parents[1] / "ask" / "data" / "bikes"
NOBODY = "bolt://127.0.0.1:1"
QUESTION = "How many trips are there per bike model?"
SECRET = "tr0ub4dor-on-no-disk"


class Elsewhere:
    """A graph that stands in for one on a server: another file, and one password that it takes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.password = folder, SECRET
        self.up = True

    def open(self, stores: Stores, claim: bool = True) -> EmbeddedGraph:
        if not self.up:
            raise StoreUnreachable("It does not answer.", "Start it.")
        if graph_password(stores.settings).value != self.password:
            raise StoreRefused("It does not accept the password.", "Check it.")
        return EmbeddedGraph(self.folder / "there.lbug", buffer_mb=64)


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    server = Elsewhere(tmp_path)
    monkeypatch.setattr(Stores, "_open_neo4j", lambda stores, claim=True: server.open(stores, claim))
    monkeypatch.setitem(sys.modules, "keyring", None)
    return server


def opened(tmp_path: Path, **given: str) -> Workspace:
    return open_workspace(Settings.read({"workspace": tmp_path / "ws", **given}, {}), embedder=NgramEmbedder())


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace's folder, to be copied."""
    base = tmp_path_factory.mktemp("bikes")
    with opened(base) as ws:
        ws.tables.load([BIKES])
    return base / "ws"


@pytest.fixture
def ws(loaded: Path, tmp_path: Path) -> Iterator[Workspace]:
    shutil.copytree(loaded, tmp_path / "ws")
    with opened(tmp_path) as ws:
        yield ws


def asked(ws: Workspace) -> object:
    return next(a for a in ws.questions.ask(QUESTION) if isinstance(a, Answer)).rows


def used(ws: Workspace) -> dict[str, tuple[str, bool]]:
    return {p.name: (p.using, p.ok) for p in ws.settings.health()}


@pytest.mark.slow
def test_the_graph_moves_and_comes_back_and_questions_go_on(ws: Workspace, there: Elsewhere, tmp_path: Path) -> None:
    before, choice = asked(ws), StoreChoice(neo4j_uri="bolt://there:7687")
    assert ws.settings.try_store("graph", choice, SECRET).startswith(
        "The Neo4j server at bolt://there:7687 answers; it holds 0"
    )
    assert used(ws)["schema graph"] == ("the embedded graph (ladybug)", True), "trying changes nothing"
    told: list[float] = []
    ws.settings.choose_stores(choice, password=SECRET, progress=lambda what, share: told.append(share))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert used(ws)["schema graph"] == ("Neo4j at bolt://there:7687", True)
    assert asked(ws) == before
    ws.tables.remove(["repairs"])
    ws.settings.choose_stores(StoreChoice())
    assert used(ws)["schema graph"] == ("the embedded graph (ladybug)", True)
    assert ws.questions.cypher("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows == (
        ("bikes",),
        ("stations",),
        ("trips",),
    )
    files = [f for f in (tmp_path / "ws").rglob("*") if f.is_file()]
    assert [f.name for f in files if SECRET.encode() in f.read_bytes()] == []


@pytest.mark.slow
def test_a_server_that_has_gone_can_be_left(ws: Workspace, there: Elsewhere) -> None:
    before = asked(ws)
    ws.settings.choose_stores(StoreChoice(neo4j_uri="bolt://there:7687"), password=SECRET)
    ws.stores.adapters.graph.close()
    there.up = False
    assert used(ws)["schema graph"] == ("Neo4j at bolt://there:7687", False)
    ws.settings.choose_stores(StoreChoice())
    assert used(ws)["schema graph"] == ("the embedded graph (ladybug)", True)
    assert asked(ws) == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fault", ["gone", "password"])
def test_a_switch_that_fails_leaves_all_as_it_was(ws: Workspace, there: Elsewhere, fault: str) -> None:
    before, there.up = asked(ws), fault != "gone"
    for attempt in (ws.settings.try_store, lambda seam, *given: ws.settings.choose_stores(given[0], password=given[1])):
        with pytest.raises(StoreUnreachable if fault == "gone" else StoreRefused):
            attempt("graph", StoreChoice(neo4j_uri="bolt://there:7687"), "wrong")
    assert used(ws)["schema graph"] == ("the embedded graph (ladybug)", True)
    assert (ws.settings.in_use.neo4j_uri, asked(ws)) == ("", before)


@pytest.mark.slow
def test_a_choice_is_kept_and_the_password_is_not(tmp_path: Path, there: Elsewhere) -> None:
    with opened(tmp_path) as ws:
        ws.tables.load([BIKES])
        ws.settings.choose_stores(StoreChoice(neo4j_uri="bolt://there:7687"), password=SECRET)
    with opened(tmp_path) as ws:
        assert used(ws)["schema graph"] == ("Neo4j at bolt://there:7687", False)
        ws.settings.choose_stores(StoreChoice(neo4j_uri="bolt://there:7687"), password=SECRET)
        assert used(ws)["schema graph"] == ("Neo4j at bolt://there:7687", True)
    with opened(tmp_path, neo4j_password=SECRET) as ws:  # the settings do not say for which server that is
        assert used(ws)["schema graph"] == ("Neo4j at bolt://there:7687", False)
    with opened(tmp_path, neo4j_uri="bolt://there:7687", neo4j_password=SECRET) as ws:
        assert used(ws)["schema graph"] == ("Neo4j at bolt://there:7687", True)
        assert ws.settings.in_use.shown()["neo4j_password"] == "•••"
        ws.settings.choose_stores(StoreChoice())
    with opened(tmp_path) as ws:
        assert used(ws)["schema graph"] == ("the embedded graph (ladybug)", True)


def test_a_password_typed_for_one_server_goes_to_no_other(ws: Workspace, there: Elsewhere) -> None:
    ws.settings.choose_stores(StoreChoice(neo4j_uri="bolt://there:7687"), password=SECRET)
    assert ws.settings.password_source(StoreChoice(neo4j_uri="bolt://there:7687")) == (
        "this page; it is forgotten when Joinery closes"
    )
    assert ws.settings.password_source(StoreChoice(neo4j_uri="bolt://other:7687")) == ""
    with pytest.raises(StoreRefused):
        ws.settings.choose_stores(StoreChoice(neo4j_uri="bolt://other:7687"))


def test_settings_win_over_a_kept_choice() -> None:
    kept = StoreChoice("bolt://a:1", "ann", "x", "http://c:8000", "spelling").text()
    found = StoreChoice.read(kept).over(Settings(neo4j_uri="bolt://b:2"))
    assert (found.neo4j_uri, found.neo4j_user, found.neo4j_database) == ("bolt://b:2", "neo4j", "neo4j")
    assert (found.chroma_url, found.embeddings) == ("http://c:8000", "spelling")
    for nothing in (None, "", "[]", "{", '{"colour": 1}'):
        assert StoreChoice.read(nothing) == StoreChoice()


def test_where_a_setting_comes_from() -> None:
    environ = {"JOINERY_MODEL": "rules", "JOINERY_NEO4J_URI": ""}
    assert Settings.origin("model", {}, environ) == "the variable JOINERY_MODEL"
    assert Settings.origin("model", {"model": "x"}, environ) == "secrets.toml"
    assert Settings.origin("neo4j_uri", {"neo4j_uri": ""}, environ) == ""
    with pytest.raises(SettingsError, match="cannot be “magic”"):
        Settings.read({"embeddings": "magic"}, {})


@pytest.mark.slow
def test_labels_are_compared_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.index import embed

    class Other(NgramEmbedder):
        name = "other-1"

    monkeypatch.setattr(embed, "best_embedder", lambda cache: (Other(), "By another."))
    monkeypatch.setattr(embed, "MiniLmEmbedder", lambda cache: Other())
    with open_workspace(Settings(workspace=tmp_path / "ws")) as ws:
        (tmp_path / "notes.md").write_text("# Bikes\n\n`model` is what the maker calls it.\n", encoding="utf-8")
        ws.tables.load([BIKES, tmp_path / "notes.md"])
        count = ws.stores.labels.count()
        assert used(ws)["embeddings"] == ("other-1", True)
        ws.settings.choose_stores(StoreChoice(embeddings="spelling"))
        assert used(ws)["embeddings"] == ("ngrams-1", True)
        assert ws.stores.labels.count() == count
        assert {score > 0 for _, score in ws.documents.search("model")} == {True}
    with open_workspace(Settings(workspace=tmp_path / "ws")) as ws:
        assert used(ws)["embeddings"] == ("ngrams-1", True)
        monkeypatch.setattr(embed, "MiniLmEmbedder", missing)
        with pytest.raises(StoreUnreachable):
            ws.settings.choose_stores(StoreChoice())
        assert used(ws)["embeddings"] == ("ngrams-1", True)


def missing(cache: Path) -> NgramEmbedder:
    raise StoreUnreachable("The embedding model is not installed.", "pip install it")


def test_vectors_that_cannot_go_to_a_server_stay(ws: Workspace) -> None:
    count = ws.stores.labels.count()
    with pytest.raises(StoreUnreachable, match="No Chroma server answers"):
        ws.settings.choose_stores(StoreChoice(chroma_url="http://127.0.0.1:1"))
    with pytest.raises(StoreRefused, match="not the address"):
        ws.settings.try_store("labels", StoreChoice(chroma_url="ftp://x"))
    assert used(ws)["label index"] == ("Chroma, in the workspace", True)
    assert ws.stores.labels.count() == count


def test_a_server_that_fails_while_it_is_filled_is_left_again(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    count = ws.stores.labels.count()
    monkeypatch.setattr(Stores, "try_labels", lambda stores: "It answers.")
    with pytest.raises(StoreUnreachable):
        ws.settings.choose_stores(StoreChoice(chroma_url="http://127.0.0.1:1"))
    assert used(ws)["label index"] == ("Chroma, in the workspace", True)
    assert (ws.stores.labels.count(), ws.settings.in_use.chroma_url) == (count, "")


def test_only_who_writes_may_choose(ws: Workspace, tmp_path: Path) -> None:
    with (
        open_workspace(ws.settings.given, read_only=True, embedder=NgramEmbedder()) as other,
        pytest.raises(WorkspaceBusy),
    ):
        other.settings.choose_stores(StoreChoice(embeddings="spelling"))


@pytest.mark.slow
def test_a_copy_stands_on_its_own(ws: Workspace, there: Elsewhere, tmp_path: Path) -> None:
    ws.settings.choose_stores(StoreChoice(neo4j_uri="bolt://there:7687"), password=SECRET)
    places = Workspaces(tmp_path / "ws")
    place = places.copy(places.find("ws"), "copy")
    with open_workspace(Settings(workspace=place.folder), embedder=NgramEmbedder()) as other:
        assert used(other)["schema graph"] == ("the embedded graph (ladybug)", True)
        assert asked(other) == asked(ws)


def test_passwords_are_looked_for_as_keys_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: dict[tuple[str, str], str] = {}
    library, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    library.get_password = lambda service, name: held.get((service, name))  # type: ignore[attr-defined]
    library.set_password = lambda service, name, value: held.update({(service, name): value})  # type: ignore[attr-defined]
    errors.KeyringError = type("KeyringError", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", library)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    settings = Settings(neo4j_uri="bolt://host:7687", neo4j_password_file=tmp_path / "password")
    assert graph_password(settings).source == ""
    keep_in_ring("neo4j@host:7687", "of the ring")
    assert graph_password(settings).value == "of the ring"
    assert graph_password(settings).source == "this machine's keyring, under joinery and neo4j@host:7687"
    (tmp_path / "password").write_text("of the file\n", encoding="utf-8")
    assert graph_password(settings).value == "of the file"
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(SettingsError, match="no keyring"):
        keep_in_ring("x", "y")


@pytest.fixture
def chroma(tmp_path: Path) -> Iterator[str]:
    """A Chroma server of our own on the loopback."""
    import socket
    import time

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).with_name("chroma")), "run", "--path", str(tmp_path / "there")]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen([*command, "--host", "127.0.0.1", "--port", str(port)], stdout=log, stderr=log)
    deadline = time.monotonic() + 120
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                server.kill()
                raise
            time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(60)


@pytest.mark.slow
def test_vectors_move_to_a_chroma_server_and_back(ws: Workspace, chroma: str, tmp_path: Path) -> None:
    before, count = asked(ws), ws.stores.labels.count()
    near = ws.stores.labels.search(["bike"], k=3)
    ws.settings.choose_stores(StoreChoice(chroma_url=chroma))
    assert used(ws)["label index"] == (f"Chroma at {chroma}", True)
    assert (ws.stores.labels.count(), ws.stores.labels.search(["bike"], k=3), asked(ws)) == (count, near, before)
    with open_workspace(ws.settings.given, read_only=True, embedder=NgramEmbedder()) as other:
        assert other.stores.labels.search(["bike"], k=3) == near
    ws.tables.remove(["repairs"])
    ws.settings.choose_stores(StoreChoice())
    assert "repairs" not in {hit.table for hit in ws.stores.labels.search(["repairs"], k=20)[0]}
    assert ws.stores.labels.count() < count
