"""What a row of a table is, where a person said so: “one row is a vehicle”."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from core.catalogue.store import Catalogue
from core.errors import BadTableLabel, UnknownName
from core.model import Table
from core.text.words import singular, words

LONGEST = 40
_KEY = "row_nouns"


class RowNouns:
    """A person's words, by table; they stay when a file is loaded again or a table gets another label."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def keep(self, table: str, noun: str) -> None:
        """One row of the table is a `noun`; "" for what its label says. Raises UnknownName, BadTableLabel."""
        if self._catalogue.table(table) is None:
            raise UnknownName(table, tuple(self._catalogue.names())[:5], kind="table")
        said = " ".join(noun.split())
        if said and (len(said) > LONGEST or not all(c.isalpha() or c in " -'’" for c in said)):
            raise BadTableLabel(
                f"What a row is has letters only, {LONGEST} at most.", "Write one word or two: vehicle, order line."
            )
        other = next((t for t in self._catalogue.tables() if t.name != table and _stem(t.label) == _stem(said)), None)
        if said and other is not None:
            raise BadTableLabel(
                f"“{said}” is what the table {other.label} is called.",
                "Write another word, for example two: plot visit.",
            )
        kept = {k: v for k, v in self.all().items() if k != table}
        self._catalogue.set_meta(_KEY, json.dumps(kept | ({table: said} if said else {}), ensure_ascii=False))

    def all(self) -> dict[str, str]:
        """The words, by table."""
        return {str(k): str(v) for k, v in json.loads(self._catalogue.meta(_KEY) or "{}").items()}

    def over(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """The tables with what a person said; those of which nothing was said are the same objects."""
        said = self.all()
        return tuple(replace(t, row=said[t.name]) if t.name in said else t for t in tables) if said else tuple(tables)


def _stem(label: str) -> list[str]:
    return [singular(w) for w in words(label)]
