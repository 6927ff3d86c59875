"""What is not yet in step with the tables, written down in the catalogue so that it outlives a crash."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal
from uuid import uuid4

from core.catalogue.store import Catalogue

PendingKind = Literal["rows", "values", "labels", "joins"]
"""`rows`: tables to drop from the engine; the others: tables, there or gone, to bring in step."""

_CONTENT = "content"


class PendingWork:
    """What each derived store owes; `graph_key` names the graph store that is used."""

    def __init__(self, catalogue: Catalogue, graph_key: str) -> None:
        self._catalogue = catalogue
        self._graph_key = f"graph:{graph_key}"

    def pending(self, kind: PendingKind) -> tuple[str, ...]:
        return tuple(json.loads(self._catalogue.meta(f"owed:{kind}") or "[]"))

    def add_pending(self, kinds: Iterable[PendingKind], names: Iterable[str]) -> None:
        for kind in kinds:
            self._note(kind, dict.fromkeys((*self.pending(kind), *names)))

    def mark_done(self, kind: PendingKind, names: Iterable[str]) -> None:
        done = set(names)
        self._note(kind, (n for n in self.pending(kind) if n not in done))

    def _note(self, kind: PendingKind, names: Iterable[str]) -> None:
        key, text = f"owed:{kind}", json.dumps(list(names), ensure_ascii=False)
        if text != (self._catalogue.meta(key) or "[]"):  # a full disk is no reason not to open what needs no mending
            self._catalogue.set_meta(key, text)

    def touch(self) -> None:
        """Say that tables or joins are about to change; the graph is behind until `put_graph`."""
        self._catalogue.set_meta(_CONTENT, uuid4().hex)

    @property
    def content(self) -> str:
        """Which tables and joins there are: changes with every `touch`."""
        return self._catalogue.meta(_CONTENT) or ""

    @property
    def graph_state(self) -> str:
        """Which content the graph holds; changes when it is written."""
        return self._catalogue.meta(self._graph_key) or ""

    @property
    def graph_behind(self) -> bool:
        return self.graph_state != self.content

    def graph_holds(self, content: str) -> None:
        """Say that the graph was written, and which content it has."""
        self._catalogue.set_meta(self._graph_key, content)

    def graph_lost(self) -> None:
        """Say that the graph holds something else than was written."""
        self.graph_holds("-")

    @property
    def behind(self) -> bool:
        """Anything left undone."""
        kinds: tuple[PendingKind, ...] = ("rows", "values", "labels", "joins")
        return bool(self._catalogue.unready()) or self.graph_behind or any(self.pending(k) for k in kinds)
