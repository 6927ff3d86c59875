"""What a person changes about a loaded table: types, label, file; and what that leaves alone."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import BadReplacement, BadTableLabel, BadType, Cancelled, FileMissing, UnknownName
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace
from core.workspace.edit_table import changed_files
from tests.workspace.test_load import prices, write_book, write_prices


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as opened:
        yield opened


def type_overrides(ws: Workspace) -> dict[str, str]:
    table = ws.tables.get("prices")
    assert table is not None
    return {c.name: c.type_override for c in table.columns if c.type_override}


@pytest.mark.slow
def test_a_chosen_type_stays_until_it_is_let_go(ws: Workspace, tmp_path: Path) -> None:
    path = write_prices(tmp_path / "prices.csv")
    ws.tables.load([path])
    assert prices(ws) == [1200.5, 3.0]
    column = ws.tables.set_type("prices", "price", "text").column("price")
    assert column is not None
    assert (column.type, column.unit, column.converted) == ("text", "", "")
    assert prices(ws) == ["$1,200.50", "$3"]
    ws.tables.set_type("prices", "code", "text")
    ws.tables.remove(["prices"])
    ws.tables.load([path])
    assert (prices(ws), type_overrides(ws)) == (["$1,200.50", "$3"], {"price": "text", "code": "text"})
    ws.tables.set_type("prices", "price", None)
    assert (prices(ws), type_overrides(ws)) == ([1200.5, 3.0], {"code": "text"})


@pytest.mark.slow
def test_a_type_that_cannot_be_leaves_all_as_it_was(ws: Workspace, tmp_path: Path) -> None:
    path = write_prices(tmp_path / "prices.csv")
    ws.tables.load([path])
    before = ws.tables.all()
    with pytest.raises(UnknownName):
        ws.tables.set_type("prices", "prise", "text")
    with pytest.raises(UnknownName):
        ws.tables.set_type("price", "price", "text")
    with pytest.raises(BadType):
        ws.tables.set_type("prices", "item", "date")
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        ws.tables.set_type("prices", "price", "text", stop=stop)
    path.unlink()
    with pytest.raises(FileMissing, match=r"prices\.csv"):
        ws.tables.set_type("prices", "price", "text")
    assert (ws.tables.all(), prices(ws)) == (before, [1200.5, 3.0])


@pytest.mark.slow
def test_columns_that_an_earlier_version_kept_as_text_stay_text(ws: Workspace, tmp_path: Path) -> None:
    path = write_prices(tmp_path / "prices.csv")
    ws.tables.load([path])
    table = ws.tables.get("prices")
    assert table is not None
    ws.stores.catalogue.set_meta("as_text:" + table.source, json.dumps(["price"]))
    ws.tables.load([path])
    assert (prices(ws), type_overrides(ws)) == (["$1,200.50", "$3"], {"price": "text"})
    ws.tables.set_type("prices", "price", None)
    assert prices(ws) == [1200.5, 3.0]


def shop(ws: Workspace, folder: Path) -> None:
    """Two tables that join, and a verdict on the join."""
    (folder / "customers.csv").write_text(
        "id,city\n" + "".join(f"{100 + 7 * i},City{i}\n" for i in range(40)), encoding="utf-8"
    )
    (folder / "orders.csv").write_text(
        "nr,customer_id,total\n" + "".join(f"{i},{100 + 7 * (i % 40)},{i}.5\n" for i in range(90)), encoding="utf-8"
    )
    ws.tables.load([folder / "customers.csv", folder / "orders.csv"])
    ws.joins.add("orders", "customer_id", "customers", "id")


def count(ws: Workspace, question: str) -> object:
    *_, answer = ws.questions.ask(question)
    assert isinstance(answer, Answer)
    return answer.rows[0][-1] if answer.rows else None


@pytest.mark.slow
def test_a_new_label_is_understood_and_what_hangs_on_the_name_stays(ws: Workspace, tmp_path: Path) -> None:
    shop(ws, tmp_path)
    joins = ws.joins.all(rejected=True)
    renamed = ws.tables.rename("orders", "  sales  2024 ")
    assert (renamed.name, renamed.label) == ("orders", "sales 2024")
    assert ws.joins.all(rejected=True) == joins
    assert count(ws, "How many sales 2024 are there?") == 90
    assert count(ws, "How many orders are there?") == 90
    ws.tables.load([tmp_path / "orders.csv"])
    assert [t.label for t in ws.tables.all()] == ["customers", "sales 2024"]
    assert [j.id for j in ws.joins.all() if j.reviewed] == ["orders.customer_id=customers.id"]


def test_a_label_must_say_something_of_its_own(ws: Workspace, tmp_path: Path) -> None:
    shop(ws, tmp_path)
    for label in ("", " \n", "x" * 81, "Customers"):
        with pytest.raises(BadTableLabel):
            ws.tables.rename("orders", label)
    assert [t.label for t in ws.tables.all()] == ["customers", "orders"]


@pytest.mark.slow
def test_another_file_takes_the_place_of_a_tables_own(ws: Workspace, tmp_path: Path) -> None:
    shop(ws, tmp_path)
    ws.tables.describe("orders", "What was sold.")
    ws.tables.set_type("orders", "total", "text")
    new = tmp_path / "new.csv"
    new.write_text("nr,customer_id,total\n1,100,2.5\n2,107,3\n", encoding="utf-8")
    table = ws.tables.replace("orders", new)
    assert (table.label, table.rows, table.description, table.columns[2].type) == (
        "orders",
        2,
        "What was sold.",
        "text",
    )
    assert [j.id for j in ws.joins.all() if j.reviewed] == ["orders.customer_id=customers.id"]
    ws.tables.load([new])
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("customers", 40), ("orders", 2)]
    with pytest.raises(BadReplacement, match="“customers”"):
        ws.tables.replace("orders", tmp_path / "customers.csv")
    book = write_book(tmp_path / "book.xlsx", {"One": 2, "Two": 3})
    with pytest.raises(BadReplacement, match="2 tables"):
        ws.tables.replace("orders", book)
    write_book(book, {"One": 2, "Orders": 3})
    assert ws.tables.replace("orders", book).rows == 3


@pytest.mark.slow
def test_files_that_changed_are_found(ws: Workspace, tmp_path: Path) -> None:
    shop(ws, tmp_path)
    orders, customers = tmp_path / "orders.csv", tmp_path / "customers.csv"
    assert changed_files(ws.tables.all()) == ()
    os.utime(customers, ns=(1, 1))
    assert changed_files(ws.tables.all()) == (customers.resolve(),)
    with orders.open("a", encoding="utf-8") as file:
        file.write("91,100,7\n")
    assert changed_files(ws.tables.all()) == (customers.resolve(), orders.resolve())
    ws.tables.load(changed_files(ws.tables.all()))
    assert changed_files(ws.tables.all()) == ()
    orders.unlink()
    assert changed_files(ws.tables.all()) == ()
