"""The stores on the settings page: chosen, tried, used; a server gone, a wrong password, a fixed setting."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from streamlit.testing.v1 import AppTest

from core.config import Settings
from core.config.saved import StoreChoice
from core.errors import StoreRefused, StoreUnreachable
from pages._settings.privacy import lines
from pages._settings.store_forms import CHROMA, HERE, NEO4J, SPELLING
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace

PASSWORD = "tr0ub4dor-on-no-screen"
GONE = StoreUnreachable("The Neo4j server at there:7687 does not answer.", "See that it runs.")
WRONG = StoreRefused("It does not accept the password.", "Check the password.")


def neo4j(ws: FakeWorkspace, address: str = "bolt://there:7687") -> AppTest:
    at = app("settings")
    at.radio(key="graph-place").set_value(NEO4J).run()
    return filled(at, address)


def filled(at: AppTest, address: str = "bolt://there:7687", password: str = PASSWORD) -> AppTest:
    """The form with all typed in, not yet sent."""
    at.text_input(key="graph-uri").input(address)
    at.text_input(key="graph-password").input(password)
    return at


def test_every_part_is_shown_and_what_can_be_changed_has_a_form(ws: FakeWorkspace) -> None:
    at = app("settings")
    assert [m.value.split("**")[1] for m in at.markdown if m.value.startswith("✅")] == [
        "SQL engine",
        "Graph",
        "Index of names",
        "Comparing names",
        "Index of values",
        "Chat model",
    ]
    keys = {str(b.key) for b in at.button}
    for part in ("graph", "labels", "embeddings", "model"):
        assert f"{part}-test" in keys
    assert at.radio(key="graph-place").value == HERE
    assert at.button(key="graph-use").disabled, "it is in use"


def test_a_graph_is_tried_and_then_used(ws: FakeWorkspace) -> None:
    at = neo4j(ws)
    at.button(key="graph-test").click().run()
    choice = StoreChoice(neo4j_uri="bolt://there:7687")
    assert ws.tried == [("graph", choice, PASSWORD)]
    assert [s.value for s in at.success] == ["The graph would work."]
    assert ws.settings.chosen == StoreChoice(), "trying changes nothing"
    filled(at).button(key="graph-use").click().run()
    assert ws.settings.chosen == choice
    assert [s.value.replace("\\", "").replace("\u2060", "") for s in at.success] == [
        "The graph is kept in Neo4j at bolt://there:7687."
    ]
    assert at.text_input(key="graph-password").value == ""
    assert PASSWORD not in texts(at)


@pytest.mark.parametrize("fault", [GONE, WRONG])
def test_what_is_wrong_is_said_and_nothing_is_changed(ws: FakeWorkspace, fault: StoreUnreachable) -> None:
    at, ws.fault = neo4j(ws), fault
    for button in ("graph-test", "graph-use"):
        filled(at).button(key=button).click().run()
        assert (at.error[0].title.replace("\\", "").replace("\u2060", ""), at.error[0].value) == (
            fault.message,
            fault.hint,
        )
    assert "Nothing was changed." in texts(at)
    assert ws.settings.chosen == StoreChoice()


def test_a_server_that_goes_while_it_is_filled_is_said(ws: FakeWorkspace) -> None:
    at, ws.late_fault = neo4j(ws), GONE
    at.button(key="graph-use").click().run()
    assert at.error[0].value == GONE.hint
    assert "Nothing was changed." in texts(at)
    assert ws.settings.chosen == StoreChoice()


def test_an_address_is_asked_for(ws: FakeWorkspace) -> None:
    at = app("settings")
    at.radio(key="graph-place").set_value(NEO4J).run()
    at.button(key="graph-test").click().run()
    assert (at.error[0].title, ws.tried) == ("No address is given.", [])


def test_user_and_password_in_the_address_are_taken_out_of_it(ws: FakeWorkspace) -> None:
    at = app("settings")
    at.radio(key="graph-place").set_value(NEO4J).run()
    filled(at, "bolt://ann:s%40cret@there:7687", "").button(key="graph-use").click().run()
    choice = StoreChoice(neo4j_uri="bolt://there:7687", neo4j_user="ann")
    assert ws.tried == [("graph", choice, "s@cret")]
    assert ws.settings.chosen == choice


def test_a_password_goes_into_the_keyring_where_there_is_one(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: dict[tuple[str, str], str] = {}
    library, errors = ModuleType("keyring"), ModuleType("keyring.errors")
    library.get_password = lambda service, name: held.get((service, name))  # type: ignore[attr-defined]
    library.set_password = lambda service, name, value: held.update({(service, name): value})  # type: ignore[attr-defined]
    errors.KeyringError = type("KeyringError", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", None)
    at = neo4j(ws)
    at.toggle(key="graph-ring").set_value(True)
    at.button(key="graph-use").click().run()
    assert at.error[0].title == "This machine has no keyring that Joinery can use."
    assert ws.settings.chosen == StoreChoice()
    monkeypatch.setitem(sys.modules, "keyring", library)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    at.toggle(key="graph-ring").set_value(True)
    filled(at).button(key="graph-use").click().run()
    assert held == {("joinery", "neo4j@there:7687"): PASSWORD}
    assert ws.settings.chosen == StoreChoice(neo4j_uri="bolt://there:7687")


def test_vectors_and_comparison_are_chosen(ws: FakeWorkspace) -> None:
    at = app("settings")
    at.radio(key="labels-place").set_value(CHROMA).run()
    assert "labels-use" not in {str(b.key) for b in at.button}, "no address yet"
    at.text_input(key="labels-url").input("http://there:8000").run()
    at.button(key="labels-use").click().run()
    at.radio(key="embeddings-place").set_value(SPELLING).run()
    at.button(key="embeddings-use").click().run()
    assert ws.settings.chosen == StoreChoice(chroma_url="http://there:8000", embeddings="spelling")


def test_what_the_environment_sets_is_said_and_cannot_be_changed(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOINERY_NEO4J_URI", f"bolt://u:{PASSWORD}@named:7687")
    monkeypatch.setenv("JOINERY_EMBEDDINGS", "spelling")
    monkeypatch.setenv("JOINERY_MODEL", "ollama:m")
    for name, value in (("neo4j_uri", f"bolt://u:{PASSWORD}@named:7687"), ("embeddings", "spelling")):
        object.__setattr__(ws.settings.given, name, value)
    at = app("settings")
    said = "\n".join(i.value for i in at.info).replace("\\", "")
    for name in ("NEO4J_URI", "EMBEDDINGS", "MODEL"):
        assert f"Set by the variable JOINERY_{name}." in said
    assert at.radio(key="graph-place").value == NEO4J
    assert at.radio(key="graph-place").disabled
    assert at.text_input(key="graph-uri").value == "bolt://named:7687"
    assert PASSWORD not in f"{texts(at)} {at.dataframe[0].value.to_csv()}"
    assert at.radio(key="embeddings-place").value == SPELLING
    for button in ("graph-use", "embeddings-use", "model-keep", "model-use", "model-forget"):
        assert at.button(key=button).disabled, button
    assert not at.button(key="graph-test").disabled
    at.radio(key="labels-place").set_value(CHROMA).run()
    at.text_input(key="labels-url").input("http://there:8000").run()
    assert not at.button(key="labels-use").disabled
    assert at.selectbox(key="choose-provider").disabled


def test_who_only_reads_may_try_but_not_change(ws: FakeWorkspace) -> None:
    ws.read_only = True
    at = app("settings")
    at.radio(key="embeddings-place").set_value(SPELLING).run()
    assert at.button(key="embeddings-use").disabled
    at.button(key="embeddings-test").click().run()
    assert [s.value for s in at.success] == ["The embeddings would work."]


def test_all_is_built_anew(ws: FakeWorkspace) -> None:
    at = app("settings")
    at.button(key="rebuild").click().run()
    assert ws.rebuilt == 1
    assert [s.value for s in at.success] == ["Everything was built anew."]


def test_what_leaves_the_machine_is_said() -> None:
    assert lines(Settings()) == ()
    assert lines(Settings(model="rules")) == ()
    everywhere = Settings(
        model="openai:m",
        send_values=False,
        neo4j_uri="bolt://u:p@n:1",
        chroma_url="https://c",
        base_url="http://x:y@m/v1",
    )
    assert lines(everywhere) == (
        "Questions, names of tables and columns and no cell values go to the chat model at http://m/v1.",
        "Names and figures about tables and columns go to Neo4j at bolt://n:1.",
        "Names and descriptions of tables and columns go to Chroma at https://c.",
    )
    assert everywhere.shown()["base_url"] == "http://m/v1"


@pytest.mark.parametrize("button", ["brought-use", "brought-forget"])
def test_what_a_workspace_brings_along_is_asked_for(ws: FakeWorkspace, button: str) -> None:
    ws.brought = ("Neo4j at bolt://[x](http://evil.example):7687",)
    at = app("settings")
    said = next(m.value for m in at.markdown if "set up elsewhere" in m.value)
    assert "[x]" not in said.replace("\\[", ""), "an address is shown as text"
    at.button(key=button).click().run()
    assert ws.brought == ()
    assert not [m for m in at.markdown if "set up elsewhere" in m.value]
