"""The chat model on the settings page: chosen, tested, used, kept, and never a key on the screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from streamlit.testing.v1 import AppTest

from core.config.saved import ModelChoice
from core.workspace.translators import RULES
from pages._ui.markup import literal
from tests.fake_model_server import FakeModelServer, Fault, Reply
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace

KEY = "sk-on-no-screen-1234"


@pytest.fixture(scope="module")
def server() -> Iterator[FakeModelServer]:
    with FakeModelServer() as running:
        yield running


def chosen(at: AppTest, server: FakeModelServer, model: str = "stub") -> AppTest:
    at.selectbox(key="choose-provider").select("openai").run()
    at.text_input(key="choose-model").input(model).run()
    at.text_input(key="choose-url").input(server.openai).run()
    return at


def test_at_first_the_rules_read(ws: FakeWorkspace) -> None:
    at = app("settings")
    assert "Questions are read by: rules" in texts(at)
    assert at.selectbox(key="choose-provider").value == "No model: the rules alone"


def test_a_model_is_named_tested_used_and_kept(ws: FakeWorkspace, server: FakeModelServer) -> None:
    server.script("OK")
    at = app("settings")
    at.selectbox(key="choose-provider").select("openai").run()
    at.button(key="model-test").click().run()
    assert [i.value for i in at.info] == ["Write the name of a model first."]
    chosen(at, server).button(key="model-test").click().run()
    assert at.success[0].value.startswith("The chat model answers; it sees some cell values of your files")
    assert ws.models == []
    at.toggle(key="choose-hide").set_value(True).run()
    at.number_input(key="choose-calls").set_value(4).run()
    at.button(key="model-use").click().run()
    wanted = ModelChoice("openai:stub", "", server.openai, False, 4)
    assert ws.models == [(wanted, False)]
    assert at.success[0].value == "Used until Joinery closes."
    assert f"Questions are read by: {literal('openai:stub and rules')}" in texts(at)
    assert at.toggle(key="choose-hide").value is True
    at.button(key="model-keep").click().run()
    assert [kept for _, kept in ws.models] == [False, True]
    at.button(key="model-forget").click().run()
    assert [c for c, _ in ws.models] == [wanted, wanted, None]


def test_the_rules_can_be_chosen(ws: FakeWorkspace, server: FakeModelServer) -> None:
    at = chosen(app("settings"), server)
    at.selectbox(key="choose-provider").select("No model: the rules alone").run()
    at.button(key="model-use").click().run()
    assert ws.models == [(ModelChoice(model=RULES), False)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault("status", 401, body=f'{{"error": {{"message": "bad key {KEY}"}}}}'), "refused the key (401)"),
        (Fault("status", 404), "has no model stub (404)"),
        (Fault("garbage"), "gave a reply that cannot be read"),
        (Fault("refusal"), "The model stub replied with no text"),
        ("  \n", "The model stub replied with no text"),
    ],
)
def test_what_is_wrong_is_said(
    ws: FakeWorkspace, server: FakeModelServer, monkeypatch: pytest.MonkeyPatch, fault: Reply, words: str
) -> None:
    server.script(fault)
    monkeypatch.setenv("JOINERY_MODEL_KEY", KEY)
    at = chosen(app("settings"), server)
    at.button(key="model-test").click().run()
    said = at.error[0].title.replace("\\", "")
    assert words in said
    assert KEY not in f"{said} {at.error[0].value} {texts(at)}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fault", [Fault("status", 401), Fault("refusal")])
@pytest.mark.parametrize("button", ["model-use", "model-keep"])
def test_a_model_that_does_not_answer_is_not_used(
    ws: FakeWorkspace, server: FakeModelServer, fault: Fault, button: str
) -> None:
    server.script(fault)
    at = chosen(app("settings"), server)
    at.button(key=button).click().run()
    assert len(at.error) == 1
    assert ws.models == []


def test_a_key_goes_into_the_keyring_and_nowhere_else(
    ws: FakeWorkspace, server: FakeModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    at = chosen(app("settings"), server)
    at.text_input(key="model-secret").input(KEY)
    at.button(key="model-ring").click().run()
    assert at.error[0].title == "This machine has no keyring that Joinery can use."
    held: dict[tuple[str, str], str] = {}
    library, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    library.get_password = lambda service, name: held.get((service, name))  # type: ignore[attr-defined]
    library.set_password = lambda service, name, value: held.update({(service, name): value})  # type: ignore[attr-defined]
    errors.KeyringError = type("KeyringError", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", library)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    at.text_input(key="model-secret").input(KEY)
    at.button(key="model-ring").click().run()
    assert held == {("joinery", "127.0.0.1"): KEY}
    assert at.text_input(key="model-secret").value == ""
    assert KEY not in texts(at)


def test_a_provider_without_its_package_is_told_with_the_command(ws: FakeWorkspace) -> None:
    at = app("settings")
    at.selectbox(key="choose-provider").select("Another provider that LangChain knows").run()
    at.text_input(key="choose-model").input("cohere:command-r").run()
    at.button(key="model-test").click().run()
    assert at.error[0].title == "The package for cohere models is not installed."
    assert "pip install langchain\\-cohere" in at.error[0].value


def test_where_the_key_was_found_is_said_and_not_the_key(ws: FakeWorkspace, server: FakeModelServer) -> None:
    at = chosen(app("settings"), server)
    assert "Key: none was found; some servers need none." in texts(at)
    object.__setattr__(ws.settings.given, "model_key", KEY)
    at.button(key="model-test").click().run()
    assert "Key: none was found; some servers need none." in texts(at)  # the settings do not say that it is for there
    object.__setattr__(ws.settings.given, "base_url", server.openai)
    at.button(key="model-test").click().run()
    assert "Key: from the setting model\\_key." in texts(at)
    assert KEY not in texts(at)
