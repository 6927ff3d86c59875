"""A stranger's workspace: whatever its SQLite files hold is told in a sentence or built anew; nothing runs, nothing
hangs, and what was not touched still answers."""

from __future__ import annotations

import random
import shutil
import sqlite3
import time
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.config import Settings
from core.errors import JoineryError, WorkspaceDamaged
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.sql.own_schema import refuse_foreign
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import make

HELD: dict[str, list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "workspaces.toml").read_text("utf-8"))
QUESTION = "How many orders are there per country?"
NOTES = "# Orders\n\nOrders are late because the ferry to Norway does not sail in winter.\n"


def opened(folder: Path) -> Workspace:
    return open_workspace(Settings(workspace=folder / "ws", cache=folder / "cache"), embedder=NgramEmbedder())


def asked(ws: Workspace, question: str, chat: str = "") -> Answer:
    *_, answer = ws.questions.ask(question, chat=chat)
    assert isinstance(answer, Answer)
    return answer


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with rows, documents, a chat and a verified answer."""
    folder = make(tmp_path_factory.mktemp("hostile"), cache=tmp_path_factory.mktemp("own"))
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    with opened(folder) as ws:
        ws.tables.load([folder / "notes.md"])
        chat = ws.chats.new("Orders")
        ws.chats.add(chat, asked(ws, QUESTION, chat))
        ws.verified.save("How many orders?", "SELECT COUNT(*) FROM orders")
        ws.retrieve("ferry")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "copy")
    return tmp_path / "copy"


def change(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript(sql)


@pytest.mark.parametrize("held", [pytest.param(h, id=h["name"]) for h in HELD["rows"]])
def test_a_rows_file_holds_plain_tables_only(held: dict[str, Any], folder: Path) -> None:
    file = folder / "ws" / "data.sqlite"
    refuse_foreign(file)  # as it was made
    change(file, held["sql"])
    with pytest.raises(WorkspaceDamaged, match="no workspace makes"):
        refuse_foreign(file)


def test_a_rows_file_of_a_stranger_is_told_by_the_workspace(folder: Path) -> None:
    change(folder / "ws" / "data.sqlite", HELD["rows"][0]["sql"])
    with opened(folder) as ws, pytest.raises(WorkspaceDamaged, match="orders"):
        asked(ws, QUESTION)


def looked_at(folder: Path) -> list[str]:
    """What is told of a workspace when it is opened twice, and everything in it is read."""
    told: list[str] = []

    def tried(work: Callable[[], object]) -> None:
        begun = time.monotonic()
        try:
            work()
        except JoineryError as fault:
            told.append(fault.message)
        assert time.monotonic() - begun < 60.0, "it hangs"

    def look(ws: Workspace) -> None:
        tried(lambda: [ws.chats.entries(c.id) for c in ws.chats.chats()])
        tried(lambda: ws.chats.find("orders"))
        tried(ws.verified.all)
        tried(lambda: ws.retrieve("ferry"))
        tried(lambda: asked(ws, QUESTION, "1"))
        tried(lambda: list(ws.settings.health()))

    for _ in range(2):
        try:
            ws = opened(folder)
        except JoineryError as fault:
            told.append(fault.message)
            continue
        with ws:
            look(ws)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("held", [pytest.param(h, id=h["name"]) for h in HELD["beside"]])
def test_what_lies_beside_the_rows_is_told_and_runs_nothing(held: dict[str, Any], folder: Path) -> None:
    change(folder / "ws" / held["file"], held["sql"])
    told = looked_at(folder)
    assert held.get("silent") or any(held["file"] in t or "documents" in t for t in told)
    if held["file"] not in ("state.sqlite", "documents.sqlite"):
        with opened(folder) as ws:
            assert asked(ws, QUESTION).rows


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["chats", "data", "documents", "retrieval", "state", "talks", "values"])
def test_a_torn_file_is_told_or_made_anew(name: str, seed: int, folder: Path) -> None:
    """Bytes that flipped, a page of noughts, an end that is missing: nothing but faults that are told comes out."""
    file, dice = folder / "ws" / f"{name}.sqlite", random.Random(seed)
    data = bytearray(file.read_bytes())
    at = dice.randrange(100, len(data))
    match seed:
        case 0:
            data[at : at + 4_096] = bytes(min(4_096, len(data) - at))
        case 1:
            del data[at:]
        case 2:
            for _ in range(len(data) // 200):
                data[dice.randrange(100, len(data))] = dice.randrange(256)
        case _:
            data[at] ^= 1
    file.write_bytes(data)
    looked_at(folder)


def test_a_long_view_of_ours_is_no_stranger(tmp_path: Path) -> None:
    head = ",".join(["country", *map(str, range(2001, 2013))])
    rows = "".join(f"land {n},{','.join(str(n * y) for y in range(12))}\n" for n in range(30))
    (tmp_path / "visits.csv").write_text(f"{head}\n{rows}", encoding="utf-8")
    with opened(tmp_path) as ws:
        ws.tables.load([tmp_path / "visits.csv"])
        assert [t.name for t in ws.tables.all()] == ["visits", "visits_long"]
    refuse_foreign(tmp_path / "ws" / "data.sqlite")
    with opened(tmp_path) as ws:
        assert asked(ws, "How many rows does visits have?").rows
