"""The app over a fake workspace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.elements.lib import mutable_status_container
from streamlit.testing.v1 import AppTest

import core.evaluate.run  # it takes `open_workspace` by name: before a test puts another in its place
import core.workspace
from core.config import Settings
from pages._ui import faults
from tests.pages.fake import FakeWorkspace

APP = Path(__file__).resolve().parents[2] / "app.py"


class _NoWait:
    """In place of the module `time`."""

    @staticmethod
    def sleep(seconds: float) -> None: ...


@pytest.fixture(autouse=True, scope="session")
def _no_search_and_no_wait() -> Iterator[None]:
    """What Streamlit does for others than us.

    For every app it starts, it reads what all installed packages say of themselves; we have no component. For every
    status it shows and changes, it waits for a browser to draw it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: [])
        patch.setattr(mutable_status_container, "time", _NoWait)
        yield


@pytest.fixture(autouse=True)
def _mistakes_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """People see a sentence where the program made a mistake; a test sees the mistake."""

    def fail() -> None:
        raise

    monkeypatch.setattr(faults, "show_mistake", fail)


@pytest.fixture
def ws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWorkspace]:
    """The workspace that the app will open."""
    (tmp_path / "workspace").mkdir()
    fake = FakeWorkspace(Settings(workspace=tmp_path / "workspace"))
    st.cache_resource.clear()
    monkeypatch.setattr(core.workspace, "open_workspace", lambda wanted: fake)
    monkeypatch.setenv("JOINERY_WORKSPACE", str(tmp_path / "workspace"))
    yield fake
    st.cache_resource.clear()


def app(page: str = "") -> AppTest:
    """The app, opened, on one of its pages ("" is the chat)."""
    at = AppTest.from_file(str(APP), default_timeout=120).run()
    if page:
        at.switch_page(f"pages/{page}.py").run()
    assert not at.exception
    return at


def texts(at: AppTest) -> str:
    """All Markdown on the page, in one string."""
    return "\n".join(str(m.value) for m in [*at.markdown, *at.caption])


def unfold(at: AppTest, place: str = "c1-0") -> AppTest:
    """Open “How this answer was found” of an answer."""
    at.session_state[f"how-{place}"] = True
    return at.run()
