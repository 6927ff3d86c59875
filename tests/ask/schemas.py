"""Schemas in a few words, for the tests of single parts: `table("orders", "id:integer!", "total:real")`."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import cast

from core.ask.link import Linker
from core.ask.state import Link, SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.vocabulary import Vocabulary
from core.index.value_search import ValueHit
from core.model import Cardinality, Column, ColumnType, Evidence, Join, JoinState, Profile, Table, Value


def table(name: str, *specs: str, label: str = "", rows: int = 10) -> Table:
    """Columns as `label:type`, text if no type is given; a `!` at the end says unique and whole."""
    columns = []
    for position, spec in enumerate(specs):
        own, _, kind = spec.rstrip("!").partition(":")
        unique = spec.endswith("!")
        profile = Profile(rows, 0 if unique else 1, rows if unique else 3)
        columns.append(Column(name, own, own, cast(ColumnType, kind or "text"), position, profile))
    return Table(name, label or name, f"{name}.csv", rows, tuple(columns))


def join(
    child: str, parent: str, *, cardinality: Cardinality = "n:1", state: JoinState = "confirmed", score: float = 1.0
) -> Join:
    """A join from `table.column+column` to `table.column+column`."""
    child_table, _, left = child.partition(".")
    parent_table, _, right = parent.partition(".")
    ours, theirs = tuple(left.split("+")), tuple(right.split("+"))
    evidence = Evidence(1.0, 0.5, 0.8, cardinality[0] == "1", cardinality[-1] == "1", cardinality, 3)
    made = Join.make_id(child_table, ours, parent_table, theirs)
    return Join(made, child_table, ours, parent_table, theirs, score, state, evidence)


def shop() -> SchemaView:
    """Customers order, orders hold items, items are of products; notes hang together with nothing."""
    return SchemaView(
        (
            table("customers", "id:integer!", "name!", "city"),
            table("orders", "id:integer!", "customer_id:integer", "total:real", "placed:date"),
            table("items", "order_id:integer", "product_id:integer", "amount:integer"),
            table("products", "id:integer!", "title!", "price:real"),
            table("notes", "text"),
        ),
        (
            join("orders.customer_id", "customers.id"),
            join("items.order_id", "orders.id"),
            join("items.product_id", "products.id"),
        ),
    )


SHOP_ROWS: Mapping[str, Sequence[tuple[Value, ...]]] = {
    "customers": [(1, "Ada", "Oslo"), (2, "Bo", "Lima"), (3, "Cleo", "Oslo")],
    "orders": [
        (10, 1, 100.0, "2023-01-05"),
        (11, 1, 50.0, "2024-02-01"),
        (12, 2, 25.0, "2024-03-01"),
        (13, None, 5.0, "2024-04-01"),
    ],
    "items": [(10, 7, 1), (10, 8, 2), (10, 8, 3), (11, 7, 1), (12, 9, 4), (12, None, 1)],
    "products": [(7, "Tent", 80.0), (8, "Lamp", 20.0), (9, "Mug", 5.0), (6, "Rope", 9.0)],
    "notes": [("hello",)],
}


def stored(view: SchemaView, rows: Mapping[str, Sequence[tuple[Value, ...]]]) -> sqlite3.Connection:
    """The view's tables with these rows, in memory."""
    db = sqlite3.connect(":memory:")
    for t in view.tables:
        names = ", ".join(_quoted(c.name) for c in t.columns)
        db.execute(f"CREATE TABLE {_quoted(t.name)} ({names})")
        marks = ", ".join("?" * len(t.columns))
        db.executemany(f"INSERT INTO {_quoted(t.name)} VALUES ({marks})", rows.get(t.name, ()))
    return db


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class Cells:
    """A value index in memory: cells as `table.column=value`, found when they are said whole, but for case."""

    def __init__(self, *cells: str) -> None:
        self._cells = [(*place.split("."), value) for place, _, value in (c.partition("=") for c in cells)]

    def find(self, words: Sequence[str]) -> list[ValueHit]:
        found = []
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                said = " ".join(words[start:end])
                found += [
                    ValueHit(start, end, t, c, v, 1.0, "exact", 1)
                    for t, c, v in self._cells
                    if v.lower() == said.lower()
                ]
        return found

    def lookup(self, text: str) -> list[ValueHit]:
        return [ValueHit(0, 1, t, c, v, 1.0, "exact", 1) for t, c, v in self._cells if v.lower() == text.lower()]


def linker(view: SchemaView, *cells: str) -> Linker:
    """A linker of labels and these cells; no embeddings."""
    return Linker(Vocabulary(view.tables), Cells(*cells))


def facts(view: SchemaView) -> Facts:
    return Facts(view)


def column(place: str, score: float = 1.0, how: str = "label") -> Link:
    """A link to `table.column`."""
    name, _, own = place.partition(".")
    return Link("column" if own else "table", name, own, "", score, how)


def value(place: str, cell: str, score: float = 1.0) -> Link:
    """A link to a cell of `table.column`."""
    name, _, own = place.partition(".")
    return Link("value", name, own, cell, score, "exact")
