"""Where the model's key is found, and a person's choice of a model."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from core.config import Settings
from core.config.saved import ModelChoice, StoreChoice, kept
from core.config.secrets import Key, graph_password, model_key
from core.errors import SettingsError
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from core.workspace.translators import Translators


class KeyringError(Exception):
    pass


def ring(monkeypatch: pytest.MonkeyPatch, held: dict[tuple[str, str], str] | None) -> None:
    """A keyring library with these passwords; None: one that has no keyring to open."""
    library, errors = ModuleType("keyring"), ModuleType("keyring.errors")

    def get_password(service: str, name: str) -> str | None:
        if held is None:
            raise KeyringError
        return held.get((service, name))

    library.get_password = get_password  # type: ignore[attr-defined]
    errors.KeyringError = KeyringError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", library)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)


def test_the_order_in_which_a_key_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "key"
    ring(monkeypatch, {("joinery", "openai"): "of the ring"})
    monkeypatch.setenv("OPENAI_API_KEY", "of the variable")
    settings = Settings(model_key="of the setting", model_key_file=file)
    file.write_text("of the file\n", encoding="utf-8")
    assert model_key(settings, "openai") == Key("of the setting", "the setting model_key")
    settings = replace(settings, model_key="")
    assert model_key(settings, "openai") == Key("of the file", f"the file {file}")
    file.write_text("\n", encoding="utf-8")
    assert model_key(settings, "openai") == Key("of the ring", "this machine's keyring, under joinery and openai")
    ring(monkeypatch, None)
    assert model_key(settings, "openai") == Key("", "the variable OPENAI_API_KEY")
    assert model_key(replace(settings, base_url="http://here/v1"), "openai") == Key("", "")
    assert "of the" not in repr(Key("of the file", "x"))


def test_a_key_of_the_ring_is_for_one_server(monkeypatch: pytest.MonkeyPatch) -> None:
    ring(monkeypatch, {("joinery", "openai"): "of OpenAI", ("joinery", "models.example"): "of the other"})
    own = Settings(model="openai:m", base_url="https://models.example/v1")
    assert Translators(own).key_source() == "this machine's keyring, under joinery and models.example"
    assert Translators(replace(own, base_url="http://localhost:1/v1")).key_source() == ""
    assert Translators(replace(own, base_url="")).key_source() == "this machine's keyring, under joinery and openai"


def test_a_key_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="cannot be read"):
        model_key(Settings(model_key_file=tmp_path / "key"), "openai")


CHOICE = ModelChoice("ollama:m", base_url="http://localhost:11434", send_values=False, model_calls=4)


def test_a_kept_choice_holds_where_the_settings_name_no_model() -> None:
    assert ModelChoice.of(kept(Settings(), CHOICE.text())) == CHOICE
    named = kept(Settings(model="openai:x", model_key="k"), CHOICE.text())
    assert (named.model, named.model_calls, named.send_values) == ("openai:x", 8, False)
    for nothing in (None, "", "[]", "{", '{"model_calls": "many"}', '{"colour": 1}'):
        assert kept(Settings(), nothing) == Settings()


def test_a_workspace_keeps_the_choice_and_no_key(tmp_path: Path) -> None:
    settings = Settings(workspace=tmp_path / "ws", model_key="sk-not-on-disk-99")
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.settings.choose_model(CHOICE)
        assert ws.settings.translators.using == "ollama:m and rules"
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        assert ws.settings.translators.using == "rules"
        with pytest.raises(SettingsError, match="holds a user or a password"):
            ws.settings.choose_model(replace(CHOICE, base_url="http://ann:sk-not-on-disk-99@host"), keep=True)
        ws.settings.choose_model(CHOICE, keep=True)
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        assert ModelChoice.of(ws.settings.translators.settings) == CHOICE
        assert ws.settings.translators.settings.model_key == ""  # it was not given for that server
        ws.settings.choose_model(None)
        assert ws.settings.translators.using == "rules"
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        assert ws.settings.translators.using == "rules"
    files = [f for f in (tmp_path / "ws").rglob("*") if f.is_file()]
    assert [f.name for f in files if b"sk-not-on-disk-99" in f.read_bytes()] == []


def held(found: Settings) -> tuple[str, str]:
    """The key and the password that a choice is left with, wherever they lie."""
    return model_key(found, "elsewhere").value, graph_password(found).value


def test_a_key_goes_to_the_server_that_it_was_given_for_and_to_no_other(tmp_path: Path) -> None:
    """What a workspace chooses may be a stranger's choice."""
    (tmp_path / "key").write_text("of the file", encoding="utf-8")
    mine = "https://models.example.org/v1"
    given = Settings(model_key="k", model_key_file=tmp_path / "key")
    for settings, choice, value in (
        (given, ModelChoice("openai:m"), "k"),
        (given, ModelChoice("m", base_url="https://evil.example/v1"), ""),
        (replace(given, model_key=""), ModelChoice("openai:m"), "of the file"),
        (replace(given, model_key=""), ModelChoice("m", base_url="http://evil.example"), ""),
        (replace(given, base_url=mine), ModelChoice("m", base_url=mine), "k"),
        (replace(given, base_url=mine), ModelChoice("m", base_url=mine + "/other"), "k"),
        (replace(given, base_url=mine), ModelChoice("m", base_url=mine.replace("https", "http")), ""),
        (replace(given, base_url=mine), ModelChoice("m", base_url="https://models.example.org:99/v1"), ""),
        (replace(given, base_url=mine), ModelChoice("m", base_url="https://models.example.org@evil.example/v1"), ""),
        (replace(given, base_url=mine), ModelChoice("openai:m"), ""),
        (replace(given, model="openai:m"), ModelChoice("openai:n"), "k"),
        (replace(given, model="openai:m"), ModelChoice("anthropic:n"), ""),
        (replace(given, model="openai:m"), ModelChoice("openai:m", "anthropic:n"), ""),
    ):
        assert held(choice.over(settings))[0] == value, choice


def test_a_password_goes_to_the_graph_that_it_was_given_for_and_to_no_other(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("of the file", encoding="utf-8")
    given = Settings(neo4j_password="p", neo4j_password_file=tmp_path / "password")
    there = StoreChoice("bolt://evil.example:7687")
    assert held(there.over(given))[1] == ""
    assert held(there.over(replace(given, neo4j_password="")))[1] == ""
    mine = replace(given, neo4j_uri="bolt://mine:7687")
    assert there.over(mine).neo4j_uri == "bolt://mine:7687"
    assert held(there.over(mine))[1] == "p"
