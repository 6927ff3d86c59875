"""The settings, and the one workspace handle that all sessions share."""

from __future__ import annotations

import os
import runpy
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.config import Settings
from core.errors import JoineryError, SettingsError, WorkspaceGone
from core.workspace.people import Role
from pages._ui import look, narrow, people, place_switcher, which_workspace, whole_texts
from pages._ui.faults import show_fault

if TYPE_CHECKING:
    from core.workspace import Workspace

ROUTED = "routed"
_TOLD = "told what was built anew"


def settings() -> Settings:
    """Settings from the `[joinery]` part of `.streamlit/secrets.toml`, else the environment, else the defaults.

    Raises SettingsError.
    """
    if st.secrets.load_if_toml_exists():
        return Settings.read(dict(st.secrets.get("joinery", {})))
    if broken := [str(f) for f in st.get_option("secrets.files") if Path(f).is_file()]:
        raise SettingsError(f"The secrets file {', '.join(broken)} cannot be read.", "Mend it or take it away.")
    return Settings.read()


def origin(name: str) -> str:
    """Where a setting was found outside the pages, in words; "" where it was not."""
    given = dict(st.secrets.get("joinery", {})) if st.secrets.load_if_toml_exists() else {}
    return Settings.origin(name, given)


def _told_apart(wanted: Settings) -> str:
    """All that is set; Streamlit's own way to tell settings apart takes milliseconds of each page."""
    return repr([getattr(wanted, field.name) for field in fields(wanted)])


@st.cache_resource(
    show_spinner="Opening the workspace…", on_release=lambda ws: ws.close(), hash_funcs={Settings: _told_apart}
)
def open_workspace(wanted: Settings) -> Workspace:
    """One handle for all sessions: the graph and the catalogue allow one writer. Raises JoineryError."""
    from core import workspace as composition

    opened = composition.open_workspace(wanted)
    opened.questions.warm_up()
    return opened


def routed() -> None:
    """Every page calls this first. A page opened by its own address as the first thing after a start was run by
    Streamlit itself, not by the router, and with Streamlit's own list of pages: then run the router.
    """
    if not st.session_state.get(ROUTED):
        runpy.run_path(str(Path(__file__).resolve().parents[2] / "app.py"))
        st.stop()
    look.dress()
    narrow.watch()
    whole_texts.watch()


def of_person(wanted: Settings) -> Workspace:
    """The workspace of these settings as the person before the page may use it. Raises JoineryError."""
    return open_workspace(wanted).acting(people.person(wanted))


def present(ws: Workspace) -> Workspace:
    """The workspace itself. Raises WorkspaceGone when its folder was taken away behind its back."""
    if not ws.in_place:
        raise WorkspaceGone(ws.folder)
    return ws


def workspace() -> Workspace:
    """The workspace, which the sidebar names; when it cannot be opened, the fault is shown and the page ends here."""
    try:
        wanted = settings()
        ws = present(of_person(which_workspace.here(wanted)))
    except WorkspaceGone as gone:
        show_fault(gone)
        st.button("Open the workspace again", icon="📂", key="reopen", on_click=reopen)
        st.stop()
    except JoineryError as error:
        show_fault(error)
        st.page_link("pages/settings.py", label="Look at the settings", icon="⚙️")
        st.stop()
    place_switcher.show(wanted)
    if ws.read_only:
        _only_looking(ws, which_workspace.here(wanted))
    _tell_rebuilt(ws)
    return ws


def _tell_rebuilt(ws: Workspace) -> None:
    """Say once, to each session, what was built anew."""
    told: set[str] = st.session_state.setdefault(_TOLD, set())
    for what in ws.built_anew:
        if (mark := f"{ws.folder} {what}") not in told:
            told.add(mark)
            why = "was damaged, or made on another machine"
            st.toast(f"{what} {why}: it is built anew. Nothing else is lost.", icon="🛠️")


def _only_looking(ws: Workspace, wanted: Settings) -> None:
    """Why nothing can be changed here, and a way on when that is over: the handle itself stays as it was opened."""
    if (role := ws.role) < Role.CHANGE:
        can = "You can look and ask." if role is Role.ASK else "You can look."
        st.info(f"{can} Who runs this Joinery can let you do more.", title="Not yours to change", icon="🔒")
        return
    can = "You can look and ask."
    if os.access(ws.folder, os.W_OK):
        why, first = "Another Joinery has this workspace open", "the other Joinery to be closed"
    else:
        why, first = "The workspace folder is protected", "the right to write there"
        can += " Chats are not kept."
    st.info(f"{can} Loading, removing and reviewing need {first} first.", title=why, icon="🔒")
    st.button("Open it for changes", icon="🔓", key="unlock", on_click=open_workspace.clear, args=(wanted,))


def reopen() -> None:
    """Forget the handle, so that the next page opens the workspace anew."""
    open_workspace.clear()


def dark() -> bool:
    """Whether the person looks at the dark theme."""
    return getattr(st.context.theme, "type", None) == "dark"


def folder(ws: Workspace, name: str) -> Path:
    """A folder of the workspace, made if absent."""
    path = Path(ws.settings.given.workspace) / name
    path.mkdir(parents=True, exist_ok=True)
    return path
