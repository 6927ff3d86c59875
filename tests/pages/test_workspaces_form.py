"""Several workspaces: made, opened, told apart, deleted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.config import Settings
from core.model import Table
from core.workspace.registry import Workspaces
from pages._ui import place_switcher
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace


@pytest.fixture
def opened(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> dict[Path, FakeWorkspace]:
    """The fake workspaces, one for each folder that the app opens."""
    found = {ws.settings.given.workspace: ws}

    def open_one(wanted: Settings) -> FakeWorkspace:
        return found.setdefault(wanted.workspace, FakeWorkspace(wanted))

    monkeypatch.setattr(sys.modules["core.workspace"], "open_workspace", open_one)
    return found


@pytest.mark.slow
def test_a_new_one_is_opened_and_shows_nothing_of_the_first(
    ws: FakeWorkspace, opened: dict[Path, FakeWorkspace]
) -> None:
    ws.add("people", ("id", "name"), ((1, "Ann"),))
    at = app("settings")
    assert at.text_input(key="new-place-name").form_id == "new-place-form"  # so that Enter makes it
    at.text_input(key="new-place-name").input("Zoo")
    at.button(key="new-place").click().run()
    assert not at.error, at.error[0].value
    assert at.query_params["workspace"] == "Zoo"
    assert [t.value for t in at.toast] == ["“Zoo” is made, and you are in it."]
    assert at.selectbox(key="place-Zoo").value == "Zoo"
    at.switch_page("pages/data.py").run()
    assert "people" not in texts(at)
    assert at.sidebar.selectbox(key="to-place-Zoo").value == "Zoo"
    at.sidebar.selectbox(key="to-place-Zoo").select("workspace").run()
    assert "workspace" not in at.query_params
    assert "people" in texts(at)
    at.sidebar.selectbox(key="to-place-workspace").select("Zoo").run()
    assert at.query_params["workspace"] == "Zoo"
    at.switch_page("pages/settings.py").run()
    at.selectbox(key="place-Zoo").select("workspace").run()
    at.button(key="open-place").click().run()
    assert "workspace" not in at.query_params
    assert list(opened) == [ws.settings.given.workspace, ws.settings.given.workspace.parent / "workspaces" / "Zoo"]


def test_the_neo4j_of_the_settings_is_the_first_ones_alone(
    ws: FakeWorkspace, opened: dict[Path, FakeWorkspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOINERY_NEO4J_URI", "bolt://named:7687")
    Workspaces(ws.settings.given.workspace).new("Zoo")
    object.__setattr__(ws.settings.given, "neo4j_uri", "bolt://named:7687")
    at = app("settings")
    assert at.radio(key="graph-place").disabled
    at.selectbox(key="place-workspace").select("Zoo").run()
    at.button(key="open-place").click().run()
    zoo = opened[ws.settings.given.workspace.parent / "workspaces" / "Zoo"]
    assert zoo.settings.given.neo4j_uri == ""
    assert not at.radio(key="graph-place").disabled


def test_a_bad_name_is_explained(ws: FakeWorkspace, opened: dict[Path, FakeWorkspace]) -> None:
    at = app("settings")
    at.text_input(key="new-place-name").input("../x").run()
    at.button(key="new-place").click().run()
    assert at.error[0].title == "A workspace cannot have this name."


def test_the_one_that_is_open_is_deleted_and_the_first_one_opens(
    ws: FakeWorkspace, opened: dict[Path, FakeWorkspace]
) -> None:
    places = Workspaces(ws.settings.given.workspace)
    places.new("Zoo")
    at = app("settings")
    at.query_params["workspace"] = "Zoo"
    at.run()
    at.button(key="delete-place").click().run()
    assert [p.name for p in places.all()] == ["workspace"]
    assert at.selectbox(key="place-workspace").value == "workspace"


def test_an_unknown_one_in_the_address_is_the_first(ws: FakeWorkspace, opened: dict[Path, FakeWorkspace]) -> None:
    at = app("settings")
    at.query_params["workspace"] = "../../etc"
    at.run()
    assert at.selectbox(key="place-workspace").value == "workspace"


@pytest.mark.slow
def test_a_sample_leads_to_ones_own_files_and_the_chat_leads_back(
    ws: FakeWorkspace, opened: dict[Path, FakeWorkspace]
) -> None:
    at = app()
    at.button(key="sample-shop").click().run()
    at.button(key="own-files").click().run()
    assert at.query_params["workspace"] == "My files"
    assert len(at.file_uploader) == 1
    (told,) = (i.value for i in at.info)
    assert told.startswith("This is a new workspace, still empty. What is in “workspace” stays there;")
    at.selectbox(key="to-place-My files").select("workspace").run()
    assert "workspace" not in at.query_params
    at.button(key="own-files").click().run()
    assert at.query_params["workspace"] == "My files"
    assert [p.name for p in Workspaces(ws.settings.given.workspace).all()] == ["workspace", "My files"]


def test_a_workspace_that_nobody_named_is_called_by_the_sample_in_it(tmp_path: Path) -> None:
    places = Workspaces(tmp_path / "w")
    (first,) = places.all()
    assert place_switcher._called(places, first) == "w"
    first.folder.mkdir()
    files = ["samples/shop/orders.csv", "samples/shop/items.csv"]
    for more, called in (([], "Sample: Web shop"), (["uploads/mine.csv"], "w")):
        files += more
        catalogue = Catalogue(first.folder / "state.sqlite")
        for n, file in enumerate(files):
            catalogue.stage(Table(f"t{n}", f"t{n}", str(first.folder / file), 1, ()))
            catalogue.ready(f"t{n}")
        catalogue.close()
        assert place_switcher._called(places, first) == called
    other = places.new("Zoo")
    assert place_switcher._called(places, other) == "Zoo"


def test_a_workspace_without_a_name_is_refused_in_words_and_no_button_is_grey(
    ws: FakeWorkspace, opened: dict[Path, FakeWorkspace]
) -> None:
    at = app("settings")
    assert not at.button(key="new-place").disabled
    at.button(key="new-place").click().run()
    assert len(at.error) == 1


def test_a_workspace_that_is_called_otherwise_meanwhile_stays_the_one_that_is_open(
    ws: FakeWorkspace, opened: dict[Path, FakeWorkspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Workspaces(ws.settings.given.workspace)
    places.new("Zoo")
    label = "Sample: Web shop"
    monkeypatch.setattr(place_switcher, "_called", lambda _, place: label if place.first else place.name)
    at = app()
    assert at.sidebar.selectbox[0].options == [label, "Zoo"]
    label = "workspace"
    at.session_state["kept"] = "here"
    at.run()
    at.run()
    assert not at.exception
    assert at.sidebar.selectbox[0].value == "workspace"
    assert at.session_state["kept"] == "here"
    place_switcher._turn(places, "a list that is no longer drawn")
    places.delete(places.find("Zoo"))
    at.sidebar.selectbox[0].select("Zoo").run()
    assert not at.exception
    assert "workspace" not in at.query_params
