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
    assert at.toast[0].value == "Loaded towns from towns.csv (2 rows). Ask about it."


def test_files_alone_are_told_of_in_the_chat_until_the_next_question(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = towns_dropped(ws, monkeypatch, "")
    assert "Loaded 1 table. Ask about it." in texts(at)
    assert "- **towns**: 2 rows, 2 columns; no join to another table was found." in texts(at)
    ws.join("orders.id", "towns.id", "probable")
    at.run()
    assert "joined with **orders** by id (likely, not confirmed)." in texts(at)
    at.chat_input[0].set_value("How many orders per city?").run()
    assert not at.exception
    assert ("Loaded 1 table" in texts(at), len(at.toast)) == (False, 0)


def test_what_is_loaded_in_passing_says_its_joins(ws: FakeWorkspace) -> None:
    shop(ws)
    orders = next(t for t in ws.tables.all() if t.name == "orders")
    labels = {t.name: t.label for t in ws.tables.all()}
    said = dropped._passing(orders, ws.joins.all(), labels)
    assert said.endswith("(3 rows), joined with **customers** by customer\\_id \\= id (likely, not confirmed)")
