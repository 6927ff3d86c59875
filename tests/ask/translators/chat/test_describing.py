"""Tables described by the model: only those without a description, several at a time, within bounds."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.ask.translators.chat.describing import AT_ONCE, MOST_FAULTS
from core.config import Settings
from core.errors import ModelFailed, SettingsError, WorkspaceBusy
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from core.workspace.translators import Translators
from tests.ask.translators.chat.conftest import filled
from tests.fake_model_server import FakeModelServer, Fault

EVIL = "Ships. ![x](https://evil.example/?q=1) <script>alert(1)</script> www.evil.example"

KINDS = "barges brigs cutters dinghies ferries ketches rafts sloops yawls".split()


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace's folder with nine tables of two columns, to be copied."""
    ships = {kind: f"name,port\nSecret {n},Cove {n}\nHidden {n},Bay {n}\n" for n, kind in enumerate(KINDS)}
    return filled(tmp_path_factory.mktemp("fleet"), ships)


@pytest.fixture
def fleet(loaded: Path, tmp_path: Path) -> Iterator[Workspace]:
    shutil.copytree(loaded, tmp_path / "ws")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        yield ws


def use(ws: Workspace, server: FakeModelServer, **more: object) -> None:
    given = {"model": "openai:stub", "base_url": server.openai, "model_seconds": 5, **more}
    ws.settings.translators = Translators(Settings.read({**given, "workspace": ws.folder}, {}))


def texts(ws: Workspace) -> set[str]:
    return {t.description for t in ws.tables.all()}


@pytest.mark.slow
def test_tables_without_a_description_get_one(fleet: Workspace, server: FakeModelServer) -> None:
    fleet.tables.describe("dinghies", "My own words.")
    use(fleet, server)
    server.script("Ships and their ports.")
    told: list[tuple[str, float]] = []
    assert fleet.tables.describe_with_model(progress=lambda what, share: told.append((what, share))) == 8
    assert texts(fleet) == {"Ships and their ports.", "My own words."}
    assert (len(server.requests), len(told), told[-1][1]) == (8, 8, 1.0)
    assert "'Secret 1'" in server.received
    found = fleet.questions.cypher("MATCH (t:Table {id: 'brigs'}) RETURN t.description").rows
    assert found == (("Ships and their ports.",),)
    assert fleet.tables.describe_with_model() == 0
    assert len(server.requests) == 8


@pytest.mark.slow
def test_without_cell_values_none_is_sent(fleet: Workspace, server: FakeModelServer) -> None:
    use(fleet, server, send_values="no")
    server.script("Ships.")
    fleet.tables.describe_with_model()
    assert [w for w in ("Secret", "Hidden", "Cove", "Bay") if w in server.received] == []
    assert "brigs" in server.received


@pytest.mark.slow
def test_words_are_words(fleet: Workspace, server: FakeModelServer) -> None:
    use(fleet, server)
    server.script(EVIL + " more" * 300)
    fleet.tables.describe_with_model()
    (text,) = texts(fleet)
    assert text.startswith("Ships. x alert(1) more more")
    assert (len(text), text[-1]) == (500, "…")


@pytest.mark.slow
def test_the_budget_ends_it(fleet: Workspace, server: FakeModelServer) -> None:
    use(fleet, server, model_tokens=120)
    server.script("Ships.")
    assert 1 <= fleet.tables.describe_with_model() <= AT_ONCE + 1


def test_stop_keeps_what_came_before(fleet: Workspace, server: FakeModelServer) -> None:
    use(fleet, server)
    server.script("Ships.")
    stop = threading.Event()
    done = fleet.tables.describe_with_model(progress=lambda what, share: stop.set(), stop=stop)
    assert 1 <= done <= AT_ONCE
    assert len([t for t in fleet.tables.all() if t.description]) == done


def test_a_model_that_is_down_is_not_asked_for_every_table(fleet: Workspace, server: FakeModelServer) -> None:
    use(fleet, server)
    server.script(Fault("status", 401))
    with pytest.raises(ModelFailed, match=r"^No table could be described\. .*refused the key"):
        fleet.tables.describe_with_model()
    assert MOST_FAULTS <= len(server.requests) < MOST_FAULTS + AT_ONCE
    assert texts(fleet) == {""}


def test_the_rules_describe_nothing_and_a_reader_writes_nothing(fleet: Workspace, server: FakeModelServer) -> None:
    with pytest.raises(SettingsError, match=r"^No chat model is chosen\.$"):
        fleet.tables.describe_with_model()
    reader = open_workspace(fleet.settings.given, read_only=True, embedder=NgramEmbedder())
    with reader, pytest.raises(WorkspaceBusy):
        reader.tables.describe_with_model()
