"""What people see when something under the program breaks: a sentence and the next step, never a raw error."""

from __future__ import annotations

import errno
import shutil

import pytest

import core.workspace
from core.errors import WorkspaceUnwritable
from pages._ui import faults, markup
from pages._ui.faults import show_mistake
from tests.pages.conftest import app
from tests.pages.fake import FakeWorkspace, shop


@pytest.mark.parametrize("page", ["", "data", "graph", "verified", "settings"])
def test_a_folder_taken_away_is_told_on_every_page(
    ws: FakeWorkspace, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop(ws)
    at = app(page)
    shutil.rmtree(ws.folder)
    at.run()
    assert not at.exception
    assert [e.title for e in at.error] == [markup.literal(f"The workspace folder {ws.folder} is no longer there.")]
    ws.folder.mkdir()
    empty = FakeWorkspace(ws.settings.given)
    monkeypatch.setattr(core.workspace, "open_workspace", lambda wanted: empty)
    at.button(key="reopen").click().run()
    assert not at.exception
    assert len(at.error) == 0


def test_a_mistake_of_the_program_is_a_sentence(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(faults, "show_mistake", show_mistake)
    monkeypatch.setattr(ws.tables, "all", mistaken)
    at = app()
    assert [(e.title, e.value) for e in at.error] == [
        ("The program made a mistake.", "Reload the page. If it comes again, the program's log says more.")
    ]


def test_an_upload_onto_a_full_disk_says_so_and_the_page_stays(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    shop(ws)
    at = app("data")
    monkeypatch.setattr(shutil, "copyfileobj", full)
    at.file_uploader[0].upload("cities.csv", b"id,city\n1,Porto\n")
    at.run()
    at.button(key="load-uploads").click().run()
    assert not at.exception
    said = f"The folder {ws.folder / 'uploads'} cannot be written: No space left on device."
    assert [e.title for e in at.error] == [markup.literal(said)]
    assert "Tables" in [h.value for h in at.header]
    assert list((ws.folder / "uploads").iterdir()) == []


def test_a_question_on_a_full_disk_says_so(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise WorkspaceUnwritable(ws.folder, "database or disk is full")

    shop(ws)
    monkeypatch.setattr(ws.chats, "add", full)
    at = app()
    at.chat_input[0].set_value("How many orders are there?").run()
    assert not at.exception
    assert at.error[0].value == "See whether the disk is full or protected."
