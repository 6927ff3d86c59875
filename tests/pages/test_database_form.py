"""A database on the data page: its tables are listed, asked, looked at anew and forgotten."""

from __future__ import annotations

import dataclasses

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import StoreRefused
from core.sql.remote.targets import TARGETS
from pages._data import database_form
from tests.pages.conftest import app
from tests.pages.fake import FakeWorkspace, shop


def faults(at: AppTest) -> list[str]:
    return [*(e.title for e in at.error), *(w.title for w in at.warning)]


def test_a_database_is_asked_in_place_of_files(ws: FakeWorkspace) -> None:
    ws.database.there = (("public", "orders"), ("public", "staff"))
    at = app("data")
    assert [t.label for t in at.tabs][-1] == "A database"
    ask = next(b for b in at.button if b.label == "Ask these tables")
    ask.click().run()
    assert "Write the address of the database." in [w.value for w in at.warning]
    address, password = (next(t for t in at.text_input if t.label.startswith(n)) for n in ("Address", "Password"))
    address.input("postgresql://reader@db/sales")
    password.input("p@ss")
    next(b for b in at.button if b.label == "Show its tables").click().run()
    assert at.multiselect[0].options == ["public.orders", "public.staff"]
    at.multiselect[0].select("public.orders")
    next(b for b in at.button if b.label == "Ask these tables").click().run()
    assert not at.exception
    assert ws.database.asked == [("postgresql://reader:p%40ss@db/sales", ("public.orders",), False)]
    assert any(i.value.endswith("db/sales and are asked there.") for i in at.info)
    assert any("1 table of PostgreSQL sales at db can be asked." in s.value for s in at.success)
    assert {b.label for b in at.button} & {"Load again", "Replace the table", "Remove it", "Unite them"} == set()
    assert "Add files" not in [e.label for e in at.expander]
    at.button(key="detach").click().run()
    assert ws.database.database == ""
    assert not at.exception


def test_files_may_go_to_a_database_that_is_left_again(ws: FakeWorkspace) -> None:
    at = app("data")
    next(t for t in at.text_input if t.label.startswith("Address")).input("postgresql://writer@db/sales")
    next(b for b in at.button if b.label == "Load files into it").click().run()
    assert not at.exception
    assert ws.database.asked == [("postgresql://writer@db/sales", (), True)]
    assert (
        at.info[0].value == r"Files are loaded into the schema joinery\_ws of PostgreSQL sales at db, and asked there."
    )
    assert at.success[0].value.startswith("The password is not kept")
    assert "Load files into it" not in [b.label for b in at.button]
    at.button(key="detach").click().run()
    assert ws.database.schema == ""
    assert not at.exception
    at.segmented_control[0].set_value("Trino").run()
    assert "Load files into it" in [b.label for b in at.button]
    at.segmented_control[0].set_value("MariaDB").run()
    assert "Load files into it" not in [b.label for b in at.button]


def test_the_kinds_of_database_are_listed_with_what_to_install(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks = dataclasses.replace(TARGETS["trino"], modules=("no_such_driver",))
    monkeypatch.setattr(database_form, "TARGETS", {**TARGETS, "trino": lacks})
    at = app("data")
    kinds = at.segmented_control[0]
    assert sorted(kinds.options) == ["DuckDB", "MariaDB", "PostgreSQL", "SQLite", "Trino"]
    kinds.set_value("Trino").run()
    assert any("`pip install -r requirements-trino.txt`" in i.value for i in at.info)
    at.segmented_control[0].set_value("SQLite").run()
    address = next(t for t in at.text_input if t.label.startswith("Address"))
    assert address.placeholder == "sqlite:////folder/accounts.sqlite"
    assert not [t for t in at.text_input if t.label == "Password"]
    assert not at.exception


def test_what_stands_in_the_way_is_said(ws: FakeWorkspace) -> None:
    ws.database.fault = StoreRefused("The user or the password is wrong.", "Try again.")
    at = app("data")
    next(t for t in at.text_input if t.label.startswith("Address")).input("postgresql://reader@db/sales")
    next(b for b in at.button if b.label == "Show its tables").click().run()
    assert "The user or the password is wrong." in faults(at)
    next(b for b in at.button if b.label == "Ask these tables").click().run()
    assert "The user or the password is wrong." in faults(at)
    assert not at.exception


def test_beside_files_tables_are_copied_and_not_attached(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.database.there = (("public", "orders"), ("public", "staff"))
    at = app("data")
    assert {"Ask these tables", "Load files into it"} & {b.label for b in at.button} == set()
    next(t for t in at.text_input if t.label.startswith("Address")).input("postgresql://reader@db/sales")
    next(b for b in at.button if b.label == "Copy these tables here").click().run()
    assert "Choose the tables to copy; “Show its tables” lists them." in [w.value for w in at.warning]
    next(b for b in at.button if b.label == "Show its tables").click().run()
    next(m for m in at.multiselect if m.label == "Tables").select("public.staff")
    next(b for b in at.button if b.label == "Copy these tables here").click().run()
    assert not at.exception
    assert ws.copies.brought == [("postgresql://reader@db/sales", ("public.staff",), False)]
    assert any(s.value.startswith("Loaded 1 table.") for s in at.success)
