"""The database in which a workspace's tables are, its own or others': kept in its catalogue, without a password."""

from __future__ import annotations

import json
from dataclasses import dataclass

from core.config import without_user

DATABASE = "database_choice"
"""Where the catalogue keeps it."""
COPIED = "databases copied from"
"""Where it keeps those of which tables were copied."""
Declared = tuple[str, tuple[str, ...], str, tuple[str, ...]]
"""A key that the database declares: table, its columns, the table they refer to, the columns there."""


@dataclass(frozen=True, slots=True)
class DatabaseChoice:
    """`tables`: name, schema and table in the database of each that is attached."""

    url: str
    tables: tuple[tuple[str, str, str], ...] = ()
    declared: tuple[Declared, ...] = ()
    loaded: str = ""
    """The schema of the workspace's own into which files are loaded; "": tables are attached."""

    @property
    def contacts(self) -> str:
        """Which server it would ask, in words."""
        return f"the database at {without_user(self.url)}" if self.url else ""

    @property
    def places(self) -> dict[str, tuple[str, str]]:
        """Name to schema and table."""
        return {name: (schema, table) for name, schema, table in self.tables}

    def address(self, name: str) -> str:
        """Where the table of this name is; "" where it is none of these."""
        place = self.places.get(name)
        return f"{self.url}#{place[0]}.{place[1]}" if place else ""

    def text(self) -> str:
        """For the catalogue."""
        body = {"url": self.url, "tables": self.tables, "declared": self.declared, "loaded": self.loaded}
        return json.dumps(body, ensure_ascii=False)

    @classmethod
    def read(cls, text: str | None) -> DatabaseChoice | None:
        """What `text` wrote; None if there is nothing that can be read."""
        try:
            found = json.loads(text or "{}")
            if not found.get("url"):
                return None
            tables = tuple((str(n), str(s), str(t)) for n, s, t in found["tables"])
            declared = tuple(
                (str(a), tuple(map(str, b)), str(c), tuple(map(str, d))) for a, b, c, d in found["declared"]
            )
            return cls(str(found["url"]), tables, declared, str(found.get("loaded") or ""))
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
