"""Several workspaces side by side: the one of the settings, and those that people make beside it.

They lie in a folder beside the first one, called like it with an s: `workspace` and `workspaces/NAME`.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.config.database import DATABASE, DatabaseChoice
from core.config.saved import STORES
from core.errors import BadWorkspaceName, UnknownName, WorkspaceError, WorkspaceUnwritable
from core.workspace.action_log import ActionLog
from core.workspace.lock import WorkspaceLock
from core.workspace.people import EVERY, Person, Role, Rules, allowed
from core.workspace.stores import GRAPH, LABELS, WORKSPACE_ID
from core.workspace.uploads import WAITING

NOT_COPIED = frozenset({"lock", GRAPH, f"{GRAPH}.wal", LABELS, WAITING})
"""What a workspace builds anew from its rows and its catalogue when it is opened, and what waits for one person."""
STATE = "state.sqlite"
LONGEST = 60
_MOST = 100
"""Files of a workspace that are looked at without opening it."""
_PARTIAL = ".part"
_SIGNS = re.compile(r"[\w][\w .-]*", re.UNICODE)
_TAKEN = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


@dataclass(frozen=True, slots=True)
class Place:
    """One workspace: its name for people, and its folder."""

    name: str
    folder: Path
    first: bool
    """The one of the settings; it cannot be deleted."""


class Workspaces:
    """The workspaces beside the one in `first`."""

    def __init__(self, first: Path, person: Person | None = None, rules: Rules | None = None) -> None:
        """`person` sees and changes what the `rules` let them; without rules everybody may do everything."""
        whole = first.expanduser().resolve()
        self._first = Place(whole.name, first, True)
        self._home = whole.parent / f"{whole.name}s"
        self._person = person
        self._rules = rules if rules is not None and rules.given else None
        self._log = ActionLog(whole) if self._rules else None

    def all(self) -> tuple[Place, ...]:
        """The first one, then the others by name; of those the person may look into. Raises SettingsError."""
        return tuple(p for p in self._all() if self._role(p.name) >= Role.LOOK)

    @property
    def may_make(self) -> bool:
        """Whether the person may make workspaces. Raises SettingsError."""
        return self._role(EVERY) >= Role.CHANGE

    def _role(self, name: str) -> Role:
        if self._rules is None:
            return Role.OPERATE
        return self._rules.role(self._person, name) if self._person else Role.NOTHING

    @contextmanager
    def _noted(self, action: str, name: str) -> Iterator[None]:
        """Deletions and the like, in the first workspace's log."""
        if self._log is None or self._person is None:
            yield
            return
        self._log.ready()
        outcome = "ended"
        try:
            yield
            outcome = "done"
        finally:
            self._log.add(self._person.name, action, name, outcome)

    def _all(self) -> tuple[Place, ...]:
        found = [
            Place(f.name, f, False)
            for f in sorted(self._home.glob("*"))
            if f.is_dir() and not f.name.endswith(_PARTIAL) and not f.name.startswith(".")
        ]
        return (self._first, *found)

    def find(self, name: str) -> Place:
        """Raises UnknownName."""
        for place in self.all():
            if place.name == name:
                return place
        raise UnknownName(name, tuple(p.name for p in self.all())[:5], kind="workspace")

    def files(self, place: Place) -> tuple[str, ...]:
        """The files that its tables were read from, some if they are many; none where that cannot be read now."""
        state = place.folder / STATE
        if not state.is_file():
            return ()
        try:
            with closing(sqlite3.connect(f"{state.resolve().as_uri()}?mode=ro", uri=True, timeout=1)) as db:
                said = f"SELECT json_extract(body, '$.source') FROM tables WHERE ready LIMIT {_MOST}"
                return tuple(str(row[0]) for row in db.execute(said))
        except sqlite3.Error:
            return ()

    def new(self, name: str) -> Place:
        """An empty one; who makes it may change every one. Raises BadWorkspaceName, WorkspaceUnwritable, NotAllowed."""
        allowed(self._role(EVERY), Role.CHANGE, "make workspaces")
        folder = self._free(name)
        with self._noted("new workspace", folder.name), _writing(folder):
            folder.mkdir(parents=True)
        return Place(folder.name, folder, False)

    def copy(self, source: Place, name: str) -> Place:
        """A copy that shares nothing with its source, whole even while others read and write that: its graph and its
        label vectors lie in its own folder, also where those of the source are on a server.

        Files that were uploaded into the source come along. Raises BadWorkspaceName, WorkspaceUnwritable,
        NotAllowed.
        """
        allowed(self._role(source.name), Role.LOOK, "look into this workspace")
        allowed(self._role(EVERY), Role.CHANGE, "make workspaces")
        if _elsewhere(source.folder / STATE):
            raise WorkspaceError(
                "The rows of this workspace are in a database of its own schema; a copy would share them.",
                "Load the files into a new workspace.",
            )
        folder = self._free(name)
        partial = folder.with_name(f"{folder.name}{_PARTIAL}")
        shutil.rmtree(partial, ignore_errors=True)
        with self._noted("copy workspace", f"{source.name}, {folder.name}"), _writing(folder):
            partial.mkdir(parents=True)
            for path in sorted(source.folder.iterdir()):
                if path.suffix == ".sqlite":
                    _copy_database(path, partial / path.name)
                elif path.is_dir() and path.name not in NOT_COPIED and not path.name.startswith("load-"):
                    shutil.copytree(path, partial / path.name)
            _on_its_own(partial / STATE)
            partial.replace(folder)
        return Place(folder.name, folder, False)

    def delete(self, place: Place, close: Callable[[], None] = lambda: None) -> None:
        """Delete a workspace and all in it; `close` lets go of the caller's own handle on it.

        Raises BadWorkspaceName for the first one, WorkspaceBusy while it is open, WorkspaceUnwritable, NotAllowed.
        """
        allowed(self._role(place.name), Role.CHANGE, "delete this workspace")
        if place.first or place.folder.parent != self._home:
            raise BadWorkspaceName("This workspace is the one of the settings.", "Only others can be deleted.")
        close()
        lock = WorkspaceLock(place.folder)
        lock.take()
        lock.release()
        gone = place.folder.with_name(f"{place.name}{_PARTIAL}")
        with self._noted("delete workspace", place.name), _writing(place.folder):
            place.folder.replace(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def _free(self, name: str) -> Path:
        wanted = " ".join(name.split())
        if not _SIGNS.fullmatch(wanted) or len(wanted) > LONGEST or _TAKEN.fullmatch(wanted) or wanted.endswith("."):
            near = _near(wanted)
            hint = f"Use letters, digits, blanks, - and _, at most {LONGEST} signs."
            raise BadWorkspaceName("A workspace cannot have this name.", f"{hint} “{near}” would do." if near else hint)
        if wanted.casefold() in {p.name.casefold() for p in self._all()} or wanted.endswith(_PARTIAL):
            raise BadWorkspaceName(f"There is a workspace “{wanted}” already.", "Choose another name.")
        return self._home / wanted


def _near(name: str) -> str:
    """What comes nearest to a name that no folder can have: `Theatre 2025/26` is `Theatre 2025-26`; "" for nothing."""
    near = " ".join(re.sub(r"[^\w .-]+", "-", name).split()).strip(" .-")[:LONGEST].rstrip(" .-")
    return near if near != name and _SIGNS.fullmatch(near) and not _TAKEN.fullmatch(near) else ""


def _copy_database(source: Path, target: Path) -> None:
    """By SQLite's own backup: whole, whatever is being written meanwhile."""
    with closing(sqlite3.connect(source, timeout=10)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _elsewhere(state: Path) -> bool:
    """Whether the workspace's own rows are in a database."""
    if not state.is_file():
        return False
    with closing(sqlite3.connect(state, timeout=10)) as db:
        found = db.execute("SELECT value FROM meta WHERE key = ?", (DATABASE,)).fetchone()
    choice = DatabaseChoice.read(str(found[0])) if found else None
    return choice is not None and bool(choice.loaded)


def _on_its_own(state: Path) -> None:
    """Take away what would lead a copy to the databases of its source."""
    if state.is_file():
        with closing(sqlite3.connect(state)) as db, db:
            db.executemany("DELETE FROM meta WHERE key = ?", [(STORES,), (WORKSPACE_ID,)])


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, shutil.Error) as fault:
        raise WorkspaceUnwritable(folder, fault) from fault
