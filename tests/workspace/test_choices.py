"""A workspace from elsewhere: what it would contact waits for a person; what was chosen here goes on."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.config.saved import META, STORES, ModelChoice, StoreChoice
from core.config.seal import KEY_FILE, fits, seal
from core.errors import StoreError
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import write_customers


class Listener:
    """A port of this machine that counts who calls, and hangs up."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.calls = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                called, _ = self._socket.accept()
            except OSError:
                return
            self.calls += 1
            called.close()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


def opened(base: Path, machine: str) -> Workspace:
    return open_workspace(Settings(workspace=base / "ws", cache=base / machine), embedder=NgramEmbedder())


@pytest.fixture
def strange(tmp_path: Path, listener: Listener) -> Path:
    """A workspace whose maker, on another machine, chose a model and a graph at the listener."""
    model = ModelChoice("openai:m", base_url=f"http://127.0.0.1:{listener.port}/v1", send_values=False)
    with opened(tmp_path, "theirs") as ws:
        ws.tables.load([write_customers(tmp_path)])
        ws.settings.choose_model(model, keep=True)
        ws.stores.choices.keep_stores(StoreChoice(neo4j_uri=f"bolt://127.0.0.1:{listener.port}"))
    return tmp_path


def test_nobody_is_contacted_before_a_person_accepts(strange: Path, listener: Listener) -> None:
    before = listener.calls
    with opened(strange, "mine") as ws:
        assert ws.settings.brought == (
            f"openai:m at http://127.0.0.1:{listener.port}/v1",
            f"Neo4j at bolt://127.0.0.1:{listener.port}",
        )
        answers = [a for a in ws.questions.ask("How many customers are there?") if isinstance(a, Answer)]
        assert answers[-1].rows == ((12,),)
        assert all(part.ok for part in ws.settings.health())
        assert ws.settings.translators.using == "rules"
        assert ws.settings.in_use.neo4j_uri == ""
        assert not ws.settings.in_use.send_values, "what protects holds without being accepted"
        assert listener.calls == before
        with pytest.raises(StoreError):  # now it is asked, and does not serve
            ws.settings.accept_brought()
        assert listener.calls > before


def test_what_is_accepted_or_forgotten_stays_so(strange: Path) -> None:
    with opened(strange, "mine") as ws:
        ws.stores.choices.keep_stores(StoreChoice())
        ws.settings.accept_brought()
        assert ws.settings.brought == ()
        assert ws.settings.translators.using == "openai:m and rules"
    with opened(strange, "mine") as ws:
        assert ws.settings.translators.using == "openai:m and rules"
    with opened(strange, "a third") as ws:
        assert len(ws.settings.brought) == 1
        ws.settings.forget_brought()
    with opened(strange, "a third") as ws:
        assert ws.settings.brought == ()
        assert ws.settings.translators.using == "rules"


def test_a_copy_on_the_same_machine_needs_no_question(strange: Path) -> None:
    shutil.copytree(strange / "ws", strange / "copy" / "ws")
    with open_workspace(
        Settings(workspace=strange / "copy" / "ws", cache=strange / "theirs"), embedder=NgramEmbedder()
    ) as ws:
        assert ws.settings.brought == ()


@pytest.mark.parametrize("kind", [META, STORES])
def test_a_seal_is_of_one_text_one_kind_and_one_machine(tmp_path: Path, kind: str) -> None:
    made = seal(kind, "text", tmp_path / "mine")
    assert fits(kind, "text", made, tmp_path / "mine")
    assert not fits(kind, "other", made, tmp_path / "mine")
    assert not fits("else", "text", made, tmp_path / "mine")
    assert not fits(kind, "text", made, tmp_path / "theirs")
    assert not fits(kind, "text", "", tmp_path / "mine")
    assert ((tmp_path / "mine" / KEY_FILE).stat().st_mode & 0o077) == 0 or tmp_path.drive


def test_choices_that_contact_nobody_need_no_seal(tmp_path: Path) -> None:
    with opened(tmp_path, "theirs") as ws:
        ws.settings.choose_model(ModelChoice("rules"), keep=True)
        ws.stores.choices.keep_stores(StoreChoice(embeddings="spelling"))
    with opened(tmp_path, "mine") as ws:
        assert ws.settings.brought == ()
        assert ws.settings.chosen.embeddings == "spelling"
