"""What all pages share: the one workspace handle, the secrets, faults in plain words, and text shown as it is."""

from __future__ import annotations

import logging
import os
import re
import runpy
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.config import Settings
from core.errors import JoineryError, SettingsError, WorkspaceGone
from core.model import Value
from core.text import counted
from core.transaction import disk_fault
from pages import _look, _places

if TYPE_CHECKING:
    from core.workspace import Workspace

ROUTED = "routed"
MISTAKE = "The program made a mistake."
count = counted
JOINER = "\u2060"
"""Word joiner: takes no room, but parts the signs that Streamlit would turn into an icon, a link or an arrow."""

_MARKS = re.compile(r"([\\`*_{}\[\]()#+!<>|~$:&^=@-]|(?<=^\d)\.|(?<=^\d\d)\.)")
_SHORTHAND = re.compile(r"(?<=:)(?=\S)|(?<=\S)(?=@)|(?<=www)(?=\.)|(?<=[-<~>=])(?=[-<>=])", re.IGNORECASE)
_WIDEST = 2**63
_SAFE = 2**53


def literal(text: object) -> str:
    """Text from a file, a question or a fault, escaped so that Markdown shows exactly it, on one line.

    Nothing in it becomes HTML, a picture, a link, a formula, a colour, an icon or an arrow.
    """
    return literal_part(" ".join(str(text).split()))


def literal_part(line: str) -> str:
    """The escaping alone; blanks at the ends stay."""
    return _MARKS.sub(r"\\\1", _SHORTHAND.sub(JOINER, line))


def marked(text: object) -> str:
    """Like `literal`, but what stands in back ticks (the engine's way to name tables and columns) is set as code."""
    parts = " ".join(str(text).split()).split("`")
    if len(parts) % 2 == 0:
        return literal(text)
    shown = [f"`{part}`" if n % 2 and part.strip() else literal_part(part) for n, part in enumerate(parts)]
    return "".join(shown)


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


@st.cache_resource(show_spinner="Opening the workspace…", on_release=lambda ws: ws.close())
def open_workspace(wanted: Settings) -> Workspace:
    """One handle for all sessions: the graph and the catalogue allow one writer. Raises JoineryError."""
    from core import workspace as composition

    opened = composition.open_workspace(wanted)
    opened.warm_up()
    return opened


def routed() -> None:
    """Every page calls this first. A page opened by its own address as the first thing after a start was run by
    Streamlit itself, not by the router, and with Streamlit's own list of pages: then run the router.
    """
    if not st.session_state.get(ROUTED):
        runpy.run_path(str(Path(__file__).resolve().parents[1] / "app.py"))
        st.stop()
    _look.dress()


def present(ws: Workspace) -> Workspace:
    """The workspace itself. Raises WorkspaceGone when its folder was taken away behind its back."""
    if not ws.in_place:
        raise WorkspaceGone(ws.folder)
    return ws


def workspace() -> Workspace:
    """The workspace; when it cannot be opened, the fault is shown and the page ends here."""
    try:
        wanted = settings()
        ws = present(open_workspace(_places.here(wanted)))
    except WorkspaceGone as gone:
        show_fault(gone)
        st.button("Open the workspace again", icon="📂", key="reopen", on_click=reopen)
        st.stop()
    except JoineryError as error:
        show_fault(error)
        st.page_link("pages/settings.py", label="Look at the settings", icon="⚙️")
        st.stop()
    if ws.folder != wanted.workspace:
        st.sidebar.caption(f"Workspace: {literal(ws.folder.name)}")
    if ws.read_only:
        _only_looking(ws, _places.here(wanted))
    return ws


def _only_looking(ws: Workspace, wanted: Settings) -> None:
    """Why nothing can be changed here, and a way on when that is over: the handle itself stays as it was opened."""
    if os.access(ws.folder, os.W_OK):
        why, first = "Another Joinery has this workspace open", "the other Joinery to be closed"
    else:
        why, first = "The workspace folder is protected", "the right to write there"
    st.info(f"You can look and ask. Loading, removing and reviewing need {first} first.", title=why, icon="🔒")
    st.button("Open it for changes", icon="🔓", key="unlock", on_click=open_workspace.clear, args=(wanted,))


def reopen() -> None:
    """Forget the handle, so that the next page opens the workspace anew."""
    open_workspace.clear()


def show_fault(error: JoineryError) -> None:
    """A fault as people see it: what happened, and what to do next."""
    st.error(literal(error.hint) or "Try again.", title=literal(error.message), icon="⚠️")


def show_mistake() -> None:
    """A fault that the program has no name for: the person gets the next step; the log has the rest."""
    st.error("Reload the page. If it comes again, the program's log says more.", title=MISTAKE, icon="⚠️")


@contextmanager
def nothing_raw() -> Iterator[None]:
    """Around a whole page, and around each part that Streamlit runs by itself: no program error is ever shown raw."""
    try:
        yield
    except JoineryError as error:
        show_fault(error)
    except Exception as error:  # here the program ends and the person begins
        if fault := disk_fault(error):
            show_fault(fault)
            return
        logging.getLogger("joinery").exception("A page failed")
        show_mistake()


@contextmanager
def faults_shown() -> Iterator[None]:
    """Show a fault in place of what the block would have shown; the page goes on."""
    try:
        yield
    except JoineryError as error:
        show_fault(error)


def frame(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> pd.DataFrame:
    """Rows as a data frame that Streamlit can draw: every heading once, every column of one kind.

    Whole numbers stay whole; a column that mixes numbers and text is shown as text.
    """
    seen: Counter[str] = Counter()
    heads = []
    for column in columns:
        seen[column] += 1
        heads.append(column if seen[column] == 1 else f"{column} ({seen[column]})")
    kinds = [_series([row[i] for row in rows]) for i in range(len(heads))]
    return pd.DataFrame(dict(zip(heads, kinds, strict=True)), columns=heads)


def _series(cells: list[object]) -> pd.Series:
    held = [c for c in cells if c is not None]
    if held and all(isinstance(c, bool) for c in held):
        return pd.Series(cells, dtype="boolean")
    if held and all(isinstance(c, int) and abs(c) < _WIDEST for c in held):
        return pd.Series(cells, dtype="Int64")
    if held and all(isinstance(c, float) or (isinstance(c, int) and abs(c) < _SAFE) for c in held):
        return pd.Series(cells, dtype="Float64")
    return pd.Series([None if c is None else cell(c) for c in cells], dtype="object")


def cell(value: object) -> str:
    """One cell as text; a list as its items."""
    if isinstance(value, tuple | list):
        return ", ".join(cell(v) for v in value)
    return "" if value is None else str(value)


def number(value: Value) -> str:
    """A figure for a sentence: 12,345 and 0.25."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else str(value or "")


def table_height(rows: int, most: int = 10) -> int:
    """Pixels for a data frame that shows `most` rows without scrolling."""
    return 35 * (min(rows, most) + 1) + 3


def size(n: float) -> str:
    """Bytes in words: "3.4 MB"."""
    if n < 1000:
        return f"{n:.0f} bytes"
    units = iter(("kB", "MB", "GB", "TB"))
    unit = ""
    while n >= 1000 and (bigger := next(units, "")):
        n, unit = n / 1000, bigger
    return f"{n:,.0f} {unit}" if n >= 100 else f"{n:,.1f} {unit}"


def dark() -> bool:
    """Whether the person looks at the dark theme."""
    return getattr(st.context.theme, "type", None) == "dark"


def folder(ws: Workspace, name: str) -> Path:
    """A folder of the workspace, made if absent."""
    path = Path(ws.settings.workspace) / name
    path.mkdir(parents=True, exist_ok=True)
    return path
