"""The data page's button that has tables described by the chat model."""

from __future__ import annotations

from core.config import Settings
from core.errors import ModelFailed
from core.workspace.translators import Translators
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace


def fleet(ws: FakeWorkspace) -> None:
    ws.add("ships", ["name"], [["Albatross"]])
    ws.add("ports", ["name"], [["Bergen"]])
    ws.settings.translators = Translators(Settings(model="openai:m", send_values=False))


def test_it_is_offered_only_with_a_model(ws: FakeWorkspace) -> None:
    ws.add("ships", ["name"], [["Albatross"]])
    assert "describe-all" not in [b.key for b in app("data").button]


def test_it_describes_on_a_press(ws: FakeWorkspace) -> None:
    fleet(ws)
    at = app("data")
    assert at.button(key="describe-all").label == "Describe 2 tables with the model"
    assert "It sees names, types, counts and no cell values: about one call for each table." in texts(at)
    assert {t.description for t in ws.tables.all()} == {""}
    at.button(key="describe-all").click().run()
    assert not at.exception
    assert {t.description for t in ws.tables.all()} == {"About ships.", "About ports."}
    assert [s.value for s in at.success] == [
        "The chat model described 2 tables. Read them below and change what is wrong."
    ]
    assert "describe-all" not in [b.key for b in at.button]


def test_a_fault_is_said(ws: FakeWorkspace) -> None:
    fleet(ws)
    ws.fault = ModelFailed("No table could be described. It is down.", "Test the connection.")
    at = app("data")
    at.button(key="describe-all").click().run()
    assert (at.error[0].title, at.error[0].value) == (
        "No table could be described. It is down.",
        "Test the connection.",
    )
