"""What does not agree is found, told and mended."""

from __future__ import annotations

import pyarrow as pa
import pytest

from core.model import SchemaGraph
from tests.workspace.shop import JOIN, Open, graph_joins, graph_tables, label_tables, value_tables


def test_a_workspace_whose_parts_agree_has_nothing_to_tell(opened: Open) -> None:
    assert opened().tables.check() == ()


@pytest.mark.slow
def test_each_part_that_does_not_agree_is_told_and_mended(opened: Open) -> None:
    ws = opened()
    stores = ws.stores.adapters
    stores.engine.get().write("stray", pa.table({"a": [1]}).to_reader())
    stores.graph.get().put(SchemaGraph((), ()))
    stores.labels.get().remove(["orders"])
    stores.values.get().remove(["customers"])
    found = ws.tables.check()
    assert [(f.part, f.tables, f.mended) for f in found] == [
        ("rows", ("stray",), True),
        ("schema graph", (), True),
        ("label index", (), True),
        ("value index", ("customers",), True),
    ]
    assert found[0].message == "There are rows of “stray”, which is not loaded."
    assert ws.tables.check() == ()
    assert (graph_tables(ws), graph_joins(ws)) == (["customers", "orders"], [JOIN])
    assert (value_tables(ws), label_tables(ws)) == ({"customers"}, {"customers", "orders"})
    assert stores.engine.get().held() == ("customers", "orders")


def test_a_table_whose_rows_are_not_those_that_were_loaded_is_taken_away(opened: Open) -> None:
    ws = opened()
    ws.stores.adapters.engine.get().write("orders", pa.table({"a": [1]}).to_reader())
    (rows, *_) = found = ws.tables.check()
    assert rows.message == "The rows of “orders” are not those that were loaded."
    assert all(f.mended for f in found)
    assert [t.name for t in ws.tables.all()] == ["customers"]
    assert ws.tables.check() == ()


def test_what_is_open_for_reading_only_is_told_and_left(opened: Open) -> None:
    opened().stores.adapters.engine.get().write("stray", pa.table({"a": [1]}).to_reader())
    reader = opened(read_only=True)
    assert [(f.part, f.mended) for f in reader.tables.check()] == [("rows", False)]


def test_labels_that_may_be_old_are_not_told_by_their_number(opened: Open) -> None:
    ws = opened()
    ws.stores.sync.add_pending(["labels"], ["orders"])
    assert [(f.part, f.message, f.mended) for f in ws.tables.check()] == [
        ("label index", "It may hold older labels of “orders”.", True)
    ]
