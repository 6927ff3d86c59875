"""Models of this machine on the settings page: listed, used, fetched with a bar and Stop; nothing found is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.local_models.find import LocalModel, LocalServer, find_servers
from core.local_models.memory import GB
from pages._settings import local_models
from pages._ui.jobs import jobs
from pages._ui.markup import literal
from tests.fake_ollama import FakeOllama
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


@pytest.fixture
def ollama(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOllama]:
    """An Ollama that has one model, and waits at half of a second one."""
    with FakeOllama() as running:
        monkeypatch.setattr(local_models, "find_servers", lambda: find_servers([running.port]))
        monkeypatch.setattr(local_models, "memory", lambda: 16 * GB)
        yield running
        running.go_on.set()
        jobs().drop(local_models._JOB)


def fetching(ollama: FakeOllama) -> AppTest:
    at = app("settings")
    at.button(key="find-models").click().run()
    at.button(key="pull-start").click().run()
    assert not at.exception
    assert ollama.half.wait(20), "the model is being fetched"
    job = jobs().get(local_models._JOB)
    assert job is not None
    wait_for(lambda: bool(job.events) and job.events[-1] == ("pulling abc", 0.5))
    return at.run()


def wait_for(told: Callable[[], bool]) -> None:
    ends = time.monotonic() + 20
    while not told():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.02)


def test_a_model_is_fetched_with_a_bar_and_can_then_be_used(ollama: FakeOllama) -> None:
    at = fetching(ollama)
    (bar,) = at.get("progress")
    assert (bar.proto.value, "pulling abc" in bar.proto.text) == (50, True)
    assert at.button(key="pull-stop").label == "Stop"
    wanted = ollama.asked[-1]
    ollama.go_on.set()
    job = jobs().get(local_models._JOB)
    assert job is not None
    assert job.done.wait(20)
    at.run()
    at.run()
    assert not at.exception
    assert at.get("progress") == []
    assert literal(wanted) in texts(at), "it is listed now"
    assert jobs().get(local_models._JOB) is None


def test_fetching_stops_and_says_nothing_of_a_fault(ollama: FakeOllama) -> None:
    at = fetching(ollama)
    job = jobs().get(local_models._JOB)
    at.button(key="pull-stop").click().run()
    assert job is not None
    assert job.stop.is_set()
    assert job.done.wait(20)
    at.run()
    at.run()
    assert not at.exception
    assert [e.value for e in at.error] == []
    assert at.get("progress") == []
    assert ollama.models == ["have:1b"]
    assert not at.button(key="pull-start").disabled


def test_a_fetch_that_fails_says_why(ollama: FakeOllama) -> None:
    ollama.fault = "pull model manifest: file does not exist"
    at = fetching(ollama)
    ollama.go_on.set()
    job = jobs().get(local_models._JOB)
    assert job is not None
    assert job.done.wait(20)
    at.run()
    assert not at.exception
    assert "file does not exist" in at.error[0].title.replace("\\", "")
