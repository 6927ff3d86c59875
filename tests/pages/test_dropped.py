"""Files dropped into the chat."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import pytest
from streamlit.testing.v1 import AppTest

from pages._chat import dropped
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


@dataclass
class Sent:
    """As Streamlit gives what was sent: text and files."""

    text: str = ""
    files: list[io.BytesIO] = field(default_factory=list)


def named(name: str, content: bytes) -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    return file


def towns_dropped(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch, question: str) -> AppTest:
    """The chat, after its first question and a file that was then dropped into it, with another one or alone."""
    shop(ws)
    at = app()
    at.chat_input[0].set_value("How many orders per city?").run()
    given = [Sent(question, [named("towns.csv", b"id,town\n1,Porto\n2,Oslo\n")])]
    whole = dropped.parts
    monkeypatch.setattr(dropped, "parts", lambda value: whole(given.pop() if given else value))
    at.run()
    assert not at.exception
    return at


@pytest.mark.parametrize(
    ("given", "text", "files"), [(None, "", 0), ("How many?", "How many?", 0), (Sent("And these?"), "And these?", 0)]
)
def test_text_alone(given: object, text: str, files: int) -> None:
    found = dropped.parts(given)
    assert (found[0], len(found[1])) == (text, files)


def test_files_are_loaded_into_the_open_chat_and_the_question_is_asked_afterwards(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = towns_dropped(ws, monkeypatch, "How many towns?")
    assert "towns" in [t.name for t in ws.tables.all()]
    assert (ws.settings.given.workspace / "uploads" / "towns.csv").is_file()
    assert ws.asked[-1] == ("How many towns?", "c1")
    assert "Porto has the most orders" in texts(at)
    told = "- **towns**: 2 rows, 2 columns; no join to another table was found."
    said = [m.value for m in at.markdown]
    assert said.index("How many towns?") > said.index(told) > said.index("How many orders per city?")
    assert "See the joins" in [link.label for link in at.get("page_link")]
    at.run()
    assert [m.value for m in at.markdown].count(told) == 1


def test_files_alone_are_told_of_in_the_chat_and_stay_there(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    at = towns_dropped(ws, monkeypatch, "")
    assert "Loaded 1 table. Ask about it." in texts(at)
    assert "- **towns**: 2 rows, 2 columns; no join to another table was found." in texts(at)
    ws.join("orders.id", "towns.id", "probable")
    at.run()
    assert "joined with **orders** by id (likely, not confirmed)." in texts(at)
    at.chat_input[0].set_value("How many orders per city?").run()
    assert not at.exception
    said = [m.value for m in at.markdown]
    assert said.index("Loaded 1 table.") < len(said) - said[::-1].index("How many orders per city?") - 1
