"""The settings page: parts, settings, and a workspace that does not open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st

import core.workspace
from core.errors import SettingsError
from core.workspace.health import Part
from pages._ui.opening import settings
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, damaged, shop


@pytest.mark.slow
def test_parts_are_shown_and_tested_again(ws: FakeWorkspace) -> None:
    ws.parts = (
        Part("SQL engine", "SQLite", True, "2 tables."),
        Part("schema graph", "Neo4j", False, "It does not answer.", "Start it."),
    )
    at = app("settings")
    assert "✅ **SQL engine** · SQLite · works  \n2 tables." in texts(at)
    assert "❌ **Graph** · Neo4j · does not work  \nIt does not answer. Start it." in texts(at)
    ws.parts = (Part("schema graph", "Neo4j", True, "It answers."),)
    at.button(key="test-again").click().run()
    assert "✅ **Graph** · Neo4j · works  \nIt answers." in texts(at)


@pytest.mark.slow
def test_without_a_chat_model_none_is_said_to_work(ws: FakeWorkspace) -> None:
    ws.parts = (Part("translator", "rules", True, "No model is asked."),)
    said = next(m.value for m in app("settings").markdown if "Chat model" in m.value)
    assert said.startswith("✅ **Chat model** · none, questions are read by rules")
    assert "works" not in said


def test_the_engine_that_holds_the_rows_is_told_and_changed_on_the_data_page(ws: FakeWorkspace) -> None:
    ws.parts = (Part("SQL engine", "SQLite", True, "2 tables."),)
    at = app("settings")
    assert "The rows of your files are in the workspace." in texts(at)
    ws.database.load_into("trino://writer@lake/sales")
    at.run()
    assert r"Files are loaded into the schema joinery\_ws of PostgreSQL sales at db." in texts(at)
    ws.database.schema = ""
    ws.database.attach("postgresql://reader@db/sales")
    at.run()
    assert "are asked there. Forget that database" in texts(at)
    assert not at.exception


@pytest.mark.slow
def test_what_was_built_anew_is_told_once(ws: FakeWorkspace) -> None:
    at = app("data")
    ws.built_anew = ("The index of names",)
    at.run()
    told = "The index of names was damaged, or made on another machine: it is built anew. Nothing else is lost."
    assert [t.value for t in at.toast] == [told]
    assert len(at.run().toast) == 0


@pytest.mark.slow
def test_settings_and_size_are_shown(ws: FakeWorkspace) -> None:
    at = app("settings")
    shown = {name: (value, source) for name, value, source in at.dataframe[0].value.to_numpy().tolist()}
    assert shown["workspace"] == (str(ws.settings.given.workspace), "the variable JOINERY_WORKSPACE")
    assert shown["neo4j_password"] == ("", "default")
    assert "Size on disk: 12.3 MB" in texts(at)


@pytest.mark.slow
def test_another_scorer_of_joins_is_compared(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.join("orders.note", "customers.name", "confirmed")
    ws.tables.rename("orders", "Orders 2024")
    at = app("settings")
    assert "Pairs of columns are scored **in Joinery’s own way**: names, values" in texts(at)
    at.selectbox(key="scorer").select("seed").run()
    at.button(key="scorer-run").click().run()
    assert not at.exception
    assert "1 join is found both ways, 1 only now, 0 only the other way." in texts(at)
    (rows,) = [d.value.to_numpy().tolist() for d in at.dataframe if d.value.columns[0] == "Only by"]
    assert [row[:3] for row in rows] == [["now", "Orders 2024.customer_id = customers.id", "probable"]]


@pytest.mark.slow
def test_another_scorer_of_joins_is_chosen_told_and_undone(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("settings")
    at.selectbox(key="scorer").select("seed").run()
    at.button(key="scorer-run").click().run()
    at.button(key="scorer-use").click().run()
    assert not at.exception
    assert at.success[0].value == "Joins are now scored by names, then by values. Those you judged are as they were."
    assert "Pairs of columns are scored **by names, then by values**" in texts(at)
    assert "It was chosen for this workspace." in texts(at)
    graph = app("graph")
    assert "Joins are scored **by names, then by values**, which the page Settings can undo." in texts(graph)
    at.button(key="scorer-undo").click().run()
    assert not at.exception
    assert "Pairs of columns are scored **in Joinery’s own way**" in texts(at)
    assert not [b for b in at.button if b.key == "scorer-undo"]
    assert "Joins are scored" not in texts(app("graph"))


def test_a_scorer_that_the_settings_name_is_not_chosen_on_the_page(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop(ws)
    ws.settings.given = replace(ws.settings.given, join_scorer="tfidf")
    at = app("settings")
    at.button(key="scorer-run").click().run()
    assert "Pairs of columns are scored **by values alone**" in texts(at)
    assert "A setting outside the page says so." in texts(at)
    assert not [b for b in at.button if b.key in ("scorer-use", "scorer-undo")]


@pytest.mark.slow
def test_a_workspace_that_does_not_open_is_explained_on_every_page(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.workspace, "open_workspace", damaged)
    for page in ("", "data", "graph", "settings"):
        at = app(page)
        assert (at.error[0].title, at.error[0].value) == (
            "The folder is not a workspace.",
            "Name another workspace folder.",
        )
    monkeypatch.setattr(core.workspace, "open_workspace", lambda wanted: ws)
    at.button(key="reopen").click().run()
    assert not at.error


def test_a_wrong_setting_is_explained(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOINERY_ROW_LIMIT", "many")
    at = app()
    assert (at.error[0].title, at.error[0].value) == (
        "The setting row\\_limit cannot be “many”.",
        "Give a number above zero.",
    )


def test_read_only_is_said_until_the_other_is_closed(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    ws.read_only = True
    at = app("data")
    assert at.info[0].title == "Another Joinery has this workspace open"
    assert at.button(key="sample-shop").disabled
    monkeypatch.setattr(core.workspace, "open_workspace", lambda wanted: FakeWorkspace(ws.settings.given))
    at.button(key="unlock").click().run()
    assert [b.key for b in at.button if b.key == "unlock"] == []
    assert not at.button(key="sample-shop").disabled


def test_a_protected_folder_is_said(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    ws.read_only = True
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert app("data").info[0].title == "The workspace folder is protected"


@pytest.fixture
def secrets(tmp_path: Path) -> Iterator[Path]:
    """The only secrets file that the app looks at."""
    before = st.get_option("secrets.files")
    file = tmp_path / "secrets.toml"
    st.config.set_option("secrets.files", [str(file)])
    yield file
    st.config.set_option("secrets.files", before)
    st.secrets._reset()


def test_settings_come_from_the_secrets_file(ws: FakeWorkspace, secrets: Path) -> None:
    secrets.write_text('[joinery]\nneo4j_uri = "bolt://here:7687"\nneo4j_password = "hidden"\n', encoding="utf-8")
    st.secrets._reset()
    found = settings()
    assert (found.neo4j_uri, found.neo4j_password) == ("bolt://here:7687", "hidden")


def test_a_broken_secrets_file_is_said(ws: FakeWorkspace, secrets: Path) -> None:
    secrets.write_text("[joinery", encoding="utf-8")
    st.secrets._reset()
    with pytest.raises(SettingsError, match="cannot be read"):
        settings()
