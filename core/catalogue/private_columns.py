"""Which columns' values may be sent to a chat model, where a person says otherwise than what was found at load."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from core.catalogue.store import Catalogue
from core.errors import UnknownName
from core.model import Column, Table
from core.profiles.private import MARKED

_KEY = "private_columns"


class PrivateColumns:
    """A person's choices, by column; they stay when a file is loaded again."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def choose(self, table: str, column: str, private: bool) -> None:
        """Keep a column's values here, or let them be sent. Raises UnknownName."""
        found = self._catalogue.table(table)
        if found is None or found.column(column) is None:
            raise UnknownName(column, [c.name for c in found.columns][:5] if found else (), kind="column")
        self._catalogue.set_meta(_KEY, json.dumps({**self._chosen(), f"{table}.{column}": private}))

    def over(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """The tables with what a person chose; those without a choice are the same objects."""
        chosen = self._chosen()
        held = {key.partition(".")[0] for key in chosen} if chosen else set()
        return tuple(
            replace(t, columns=tuple(_as_chosen(c, chosen) for c in t.columns))
            if t.name.partition(".")[0] in held
            else t
            for t in tables
        )

    def _chosen(self) -> dict[str, bool]:
        return {str(k): bool(v) for k, v in json.loads(self._catalogue.meta(_KEY) or "{}").items()}


def _as_chosen(column: Column, chosen: dict[str, bool]) -> Column:
    private = chosen.get(column.id)
    if private is None:
        return column
    return replace(column, private=(column.private or MARKED) if private else "", opened=not private)
