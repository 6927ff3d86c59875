"""Several workspaces side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.errors import BadWorkspaceName, UnknownName, WorkspaceBusy
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import open_workspace
from core.workspace.registry import Place, Workspaces

BIKES = Path(__file__).parents[1] / "ask" / "data" / "bikes"


def at(folder: Path) -> Settings:
    return Settings(workspace=folder)


def test_they_are_listed_the_first_one_first(tmp_path: Path) -> None:
    places = Workspaces(tmp_path / "ws")
    assert [(p.name, p.first) for p in places.all()] == [("ws", True)]
    assert places.new("Zoo  data") == Place("Zoo data", tmp_path / "wss" / "Zoo data", False)
    places.new("Äpfel_2")
    (tmp_path / "wss" / "x.part").mkdir()
    assert [p.name for p in places.all()] == ["ws", "Zoo data", "Äpfel_2"]
    assert places.find("Zoo data").folder == tmp_path / "wss" / "Zoo data"
    with pytest.raises(UnknownName):
        places.find("other")


@pytest.mark.parametrize(
    "name", ["", "  ", "..", "a/b", "a\\b", "../x", ".hidden", "NUL", "con.x", "x" * 61, "a:b", "end."]
)
def test_a_name_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadWorkspaceName):
        Workspaces(tmp_path / "ws").new(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "near"), [("Theatre 2025/26", "Theatre 2025-26"), ("a:b?", "a-b"), ("???", ""), ("NUL", "")]
)
def test_a_name_that_would_do_is_told(tmp_path: Path, name: str, near: str) -> None:
    with pytest.raises(BadWorkspaceName) as refused:
        Workspaces(tmp_path / "ws").new(name)
    assert refused.value.hint.endswith(f"signs. “{near}” would do." if near else "signs.")


def test_a_name_is_taken_once_whatever_its_case(tmp_path: Path) -> None:
    places = Workspaces(tmp_path / "ws")
    places.new("Shop")
    for name in ("shop", "WS"):
        with pytest.raises(BadWorkspaceName):
            places.new(name)


@pytest.mark.slow
def test_a_copy_answers_by_itself_and_is_deleted_alone(tmp_path: Path) -> None:
    places = Workspaces(tmp_path / "ws")
    question = "How many trips are there per bike model?"
    with open_workspace(at(tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([BIKES])
        ws.joins.review(next(j.id for j in ws.joins.all()), "rejected")
        ws.joins.review(next(j.id for j in ws.joins.all(rejected=True) if j.reviewed), None)
        kept = ws.chats.new("A chat")
        ws.chats.add(kept, Answer("q", "a"))
        place = places.copy(places.find("ws"), "copy")
        expected = next(a for a in ws.questions.ask(question) if isinstance(a, Answer)).rows
        ws.tables.remove(["trips"])
        with open_workspace(at(place.folder), embedder=NgramEmbedder()) as other:
            assert not other.read_only
            assert {t.name for t in other.tables.all()} == {"bikes", "repairs", "stations", "trips"}
            assert next(a for a in other.questions.ask(question) if isinstance(a, Answer)).rows == expected
            assert [c.title for c in other.chats.chats()] == ["A chat"]
            assert len(other.questions.cypher("MATCH (t:Table) RETURN t.id").rows) == 4
            with pytest.raises(WorkspaceBusy):
                places.delete(place)
        places.delete(place)
        assert not place.folder.exists()
        assert [p.name for p in places.all()] == ["ws"]
        assert len(ws.tables.all()) == 3


def test_the_first_one_is_never_deleted(tmp_path: Path) -> None:
    places = Workspaces(tmp_path / "ws")
    with pytest.raises(BadWorkspaceName):
        places.delete(places.find("ws"))
    with pytest.raises(BadWorkspaceName):
        places.delete(Place("ws", tmp_path / "ws", False))
