"""Codes looked up by the model in the documents: only what stands there word for word, of values of the column."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import ModelFailed, SettingsError, UnknownName
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from tests.ask.translators.chat.conftest import filled
from tests.ask.translators.chat.test_describing import use
from tests.fake_model_server import FakeModelServer

NOTES = """About the boats

The rig of a boat tells its sails. Whoever writes S has one mast with two sails in mind, a sloop; the letter K was
given to those with a small second mast behind, the ketch. Of X nobody knows.
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = "\n".join(f"{n},{'SKX'[n % 3]},secret{n}@example.org" for n in range(30))
    base = tmp_path_factory.mktemp("boats")
    folder = filled(base, {"boats": f"boat,rig,email\n{rows}\n"})
    (base / "notes.md").write_text(NOTES, encoding="utf-8")
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder()) as ws:
        ws.tables.load([base / "notes.md"])
        assert [c.codes for c in ws.tables.all()[0].columns] == [(), (), ()]
    return folder


@pytest.fixture
def boats(loaded: Path, tmp_path: Path) -> Iterator[Workspace]:
    shutil.copytree(loaded, tmp_path / "ws")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        yield ws


def test_what_stands_in_a_passage_is_offered_and_nothing_is_kept(boats: Workspace, server: FakeModelServer) -> None:
    use(boats, server)
    server.script(json.dumps({"S": "Sloop", "K": "the ketch", "X": "a catamaran", "Q": "sails", "k ": ["ketch"]}))
    found = boats.tables.ask_codes("boats", "rig")
    assert [(c.value, c.meaning, c.passage.document) for c in found] == [
        ("S", "Sloop", "notes.md"),
        ("K", "the ketch", "notes.md"),
    ]
    assert "two sails in mind" in server.received
    assert boats.tables.get("boats").column("rig").codes == ()  # type: ignore[union-attr]
    boats.tables.label_value("boats", "rig", "S", "sloop")
    server.script("{}")
    assert boats.tables.ask_codes("boats", "rig") == ()
    sent = server.requests[-1]["messages"][-1]["content"]
    assert sent[sent.index("<codes>") :].startswith("<codes>\nK\nX\n</codes>")


def test_a_reply_that_is_none_is_said(boats: Workspace, server: FakeModelServer) -> None:
    use(boats, server)
    server.script("S is a sloop.")
    with pytest.raises(ModelFailed, match=r"^Its reply could not be used\."):
        boats.tables.ask_codes("boats", "rig")


def test_nothing_leaves_that_may_not(boats: Workspace, server: FakeModelServer) -> None:
    asked = len(server.requests)
    with pytest.raises(SettingsError, match="No chat model"):
        boats.tables.ask_codes("boats", "rig")
    use(boats, server)
    with pytest.raises(SettingsError, match="private"):
        boats.tables.ask_codes("boats", "email")
    with pytest.raises(UnknownName):
        boats.tables.ask_codes("boats", "mast")
    use(boats, server, send_values="no")
    with pytest.raises(SettingsError, match="may not see values"):
        boats.tables.ask_codes("boats", "rig")
    assert len(server.requests) == asked
