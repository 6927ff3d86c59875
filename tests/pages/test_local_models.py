"""Models of this machine on the settings page: listed, used, and nothing found said in two sentences."""

from __future__ import annotations

import pytest

from core.local_models.find import LocalModel, LocalServer
from pages._settings import local_models
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace

SERVER = LocalServer(
    "Ollama", "ollama", "http://127.0.0.1:11434", (LocalModel("qwen3:4b", 2_500_000_000), LocalModel("big", 10**13))
)


def test_nothing_found_says_how_to_get_one(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_models, "find_servers", lambda: ())
    at = app("settings")
    at.button(key="find-models").click().run()
    assert not at.exception
    assert local_models.NOTHING in [i.value for i in at.info]


def test_models_are_listed_with_what_fits_and_used(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_models, "find_servers", lambda: (SERVER,))
    monkeypatch.setattr(local_models.Translators, "try_out", lambda self: "ok")
    at = app("settings")
    at.button(key="find-models").click().run()
    assert not at.exception
    said = texts(at)
    assert "2.5 GB" in said
    assert "too big for this machine's memory" in said
    at.button(key="use-local-http://127.0.0.1:11434-0").click().run()
    assert not at.exception
    now = ws.settings.translators.settings
    assert (now.model, now.base_url) == ("ollama:qwen3:4b", "http://127.0.0.1:11434")
