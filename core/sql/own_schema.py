"""Whether the rows' file holds what the workspace itself writes, and nothing that does something by itself.

The app asks its own questions of this file in its own process. In a stranger's folder a view may run without end, a
column be worked out from others, a trigger write elsewhere.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from core.errors import WorkspaceDamaged
from core.sql.sandbox import connect_read_only

_NAME = r'"(?:[^"]|"")*+"'
_QUOTED = re.compile(rf"{_NAME}|'(?:[^']|'')*+'")
_TABLE = re.compile(r"CREATE TABLE (?:[?]|[a-z_0-9]+)? ?\([\w ,?]*\)")
_INDEX = re.compile(r"CREATE INDEX [?] ON [?] \([?, ]*\)")
_WORKED_OUT = re.compile(r"\b(?:AS|GENERATED|CHECK|DEFAULT|REFERENCES|COLLATE)\b", re.IGNORECASE)
_CELL = r"(?:[?]|NULL|-?[0-9]+)(?: AS [?])?"
_FILLED = r"[?] IS NOT NULL"
_BRANCH = rf"SELECT {_CELL}(?:, {_CELL})* FROM [?] WHERE {_FILLED}(?: OR {_FILLED})*"
_VIEW = re.compile(rf"CREATE VIEW [?] AS {_BRANCH}(?: UNION ALL {_BRANCH})*")
_FROM = re.compile(rf" FROM ({_NAME}) WHERE ")


def refuse_foreign(path: Path) -> None:
    """Raises WorkspaceDamaged where the file holds anything but plain tables, their indexes and long views of them."""
    if not path.is_file():
        return
    try:
        with closing(connect_read_only(path)) as db:
            held = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    except sqlite3.OperationalError:
        return  # whoever opens it says why
    except sqlite3.DatabaseError as error:
        raise WorkspaceDamaged(f"{path} cannot be read: {error}.", "Name another workspace, or load anew.") from error
    if (odd := _odd(held)) is not None:
        message = f"{path} holds {odd!r}, which no workspace makes by itself; nothing of it is read."
        raise WorkspaceDamaged(message, "Name another workspace, or load the files anew.")


def _odd(held: Iterable[tuple[str, str, str]]) -> str | None:
    """The first that is none of ours."""
    every = list(held)
    tables = {name for kind, name, _ in every if kind == "table"}
    for kind, name, sql in every:
        plain = _QUOTED.sub("?", str(sql))
        match kind:
            case "table":
                ours = bool(_TABLE.fullmatch(plain)) and not _WORKED_OUT.search(plain)
            case "index":
                ours = bool(_INDEX.fullmatch(plain))
            case "view":
                read = {found[1:-1].replace('""', '"') for found in _FROM.findall(str(sql))}
                ours = bool(_VIEW.fullmatch(plain)) and read <= tables
            case _:
                ours = False
        if not ours:
            return str(name)
    return None
