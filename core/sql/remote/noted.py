"""What is kept beside rows that were loaded into a database: which tables are ours, and what is in them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import cast

from sqlglot import exp

from core.sql.guard import parse
from core.sql.names import key
from core.sql.remote.kinds import Kind
from core.sql.remote.targets.postgresql import MOST_NAME


@dataclass(frozen=True, slots=True)
class Noted:
    """A table or view that we made."""

    columns: tuple[tuple[str, Kind], ...]
    version: str
    query: str
    """Of a view, as it was given; "" of a table."""
    place: str = ""
    """What a table is called in the database, where that is not its own name."""

    def reads(self) -> set[str]:
        """The keys of the tables that a view reads."""
        return {key(t.name) for t in parse(self.query, "sqlite").find_all(exp.Table)} if self.query else set()

    @property
    def columns_text(self) -> str:
        """The columns as `noted` reads them."""
        return json.dumps(self.columns, ensure_ascii=False)


def noted(version: str, columns: str, query: str, place: str = "") -> Noted:
    """What was written down."""
    return Noted(tuple((str(n), cast(Kind, k)) for n, k in json.loads(columns)), version, query, place)


def schema_name(folder: str, owner: str) -> str:
    """What the schema of a workspace is called: after its folder, and by no other's name."""
    plain = "".join(c if c.isalnum() and c.isascii() else "_" for c in folder.lower()).strip("_")
    return f"joinery_{plain[: MOST_NAME - 20]}_{owner[:8]}".replace("__", "_")
