"""The ways between tables that a person prefers to the one the program would take; kept in the catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.catalogue.store import Catalogue
from core.model import Join, PathEdge

_KEY = "preferred_ways"


@dataclass(frozen=True, slots=True)
class Way:
    """The two tables it leads between, in order of name, and the ids of its joins."""

    ends: tuple[str, str]
    joins: tuple[str, ...]


class PreferredPaths:
    """Those of one workspace: one at most between two tables."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def all(self) -> tuple[Way, ...]:
        found = json.loads(self._catalogue.meta(_KEY) or "[]")
        return tuple(Way((w["ends"][0], w["ends"][1]), tuple(w["joins"])) for w in found)

    def prefer(self, way: Sequence[PathEdge]) -> None:
        """Prefer this way between its ends; another one between them gives way."""
        self.keep(Way(ends_of(way), tuple(e.join_id for e in way)))

    def keep(self, way: Way) -> None:
        """The same, of a way whose ends are in order of name."""
        self._write([*(w for w in self.all() if w.ends != way.ends), way])

    def forget(self, ends: tuple[str, str]) -> None:
        """Let the program choose again between these tables, whichever is named first."""
        self._write([w for w in self.all() if set(w.ends) != set(ends)])

    def mark(self, joins: Sequence[Join]) -> tuple[Join, ...]:
        """The joins, those on a preferred way marked. A way of which a join is gone or rejected counts for nothing."""
        usable = {j.id for j in joins if j.state != "rejected"}
        on = {i for way in self.all() if usable.issuperset(way.joins) for i in way.joins}
        return tuple(replace(j, preferred=True) if j.id in on else j for j in joins) if on else tuple(joins)

    def _write(self, ways: Iterable[Way]) -> None:
        text = json.dumps([{"ends": list(w.ends), "joins": list(w.joins)} for w in ways], ensure_ascii=False)
        self._catalogue.set_meta(_KEY, text)


def ends_of(way: Sequence[PathEdge]) -> tuple[str, str]:
    """The tables that a way leads between, in order of name."""
    first, last = sorted((way[0].left_table, way[-1].right_table))
    return first, last
