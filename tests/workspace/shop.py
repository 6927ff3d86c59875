"""Files of a small shop, the workspace that holds them, and what each of its stores holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace

NAMES = "Ada Bo Cleo Dan Eva Finn Gus Hana Ivo Jun Kai Lea".split()
COUNTRIES = "Norway Chile Japan".split()
JOIN = "orders.customer_id=customers.id"
Open = Callable[..., Workspace]


def write_customers(folder: Path, names: list[str] = NAMES) -> Path:
    lines = ["id,name,country", *(f"{i + 101},{n},{COUNTRIES[i % 3]}" for i, n in enumerate(names))]
    path = folder / "customers.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_orders(folder: Path, key: str = "customer_id") -> Path:
    lines = [f"order_no,{key},amount", *(f"{i + 5001},{101 + i * 7 % 12},{i * 3 % 50}.5" for i in range(40))]
    path = folder / "orders.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def make(base: Path, **settings: Path) -> Path:
    """Put `files` into a folder, and a closed workspace `ws` that holds them."""
    (base / "files").mkdir()
    write_customers(base / "files"), write_orders(base / "files")
    with open_workspace(Settings(workspace=base / "ws", **settings), embedder=NgramEmbedder()) as ws:
        ws.tables.load([base / "files"])
    return base


def graph_tables(ws: Workspace) -> list[object]:
    return [r[0] for r in ws.questions.cypher("MATCH (t:Table) RETURN t.id ORDER BY t.id").rows]


def graph_joins(ws: Workspace) -> list[object]:
    return [r[0] for r in ws.questions.cypher("MATCH ()-[s:SAME_ATTRIBUTE]->() RETURN s.join_id").rows]


def value_tables(ws: Workspace) -> set[str]:
    return {h.table for h in ws.stores.values.find(["Norway", "Ada", "Zoe"])}


def label_tables(ws: Workspace) -> set[str]:
    return {h.table for hits in ws.stores.labels.search(["amount", "country", "sum"], k=3) for h in hits}


def write_guests(folder: Path) -> Path:
    """A second table that `orders.customer_id` fits."""
    path = folder / "guests.csv"
    lines = ["customer_id,age", *(f"{i + 101},{20 + i * 5 % 31}" for i in range(12))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class _Killed(BaseException):
    pass


@contextmanager
def killed_at(moment: str) -> Iterator[None]:
    """What is done inside dies when it is about to call the catalogue's `stage` for a table whose columns are known,
    or its `ready`: fails if it does not get there."""
    real = getattr(Catalogue, moment)

    def killed(self: Catalogue, what: object, *more: object) -> None:
        if moment == "ready" or getattr(what, "columns", ()):
            raise _Killed
        real(self, what, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Catalogue, moment, killed)
        with pytest.raises(_Killed):
            yield
