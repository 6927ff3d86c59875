"""A person's word on joins: rejected, confirmed, added by hand, taken back; and what it frees."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import BadJoin, UnknownName
from core.workspace import Workspace
from tests.workspace.shop import JOIN, Open, graph_joins, write_customers, write_guests, write_orders


def test_a_verdict_on_a_join_reaches_the_graph_and_can_be_taken_back(opened: Open) -> None:
    ws = opened()
    (before,) = ws.joins.all()
    ws.joins.review(JOIN, "rejected")
    assert ws.joins.all() == ()
    assert [(j.id, j.state, j.reviewed) for j in ws.joins.all(rejected=True)] == [(JOIN, "rejected", True)]
    assert graph_joins(ws) == []
    ws.tables.load([Path(ws.tables.all()[0].source)])
    assert [(j.id, j.state) for j in ws.joins.all(rejected=True)] == [(JOIN, "rejected")]
    ws.joins.review(JOIN, None)
    assert ws.joins.all() == (before,)
    assert graph_joins(ws) == [JOIN]
    with pytest.raises(UnknownName):
        ws.joins.review("nothing=nothing", "confirmed")


def reload(ws: Workspace, name: str) -> None:
    found = ws.tables.get(name)
    assert found is not None
    ws.tables.load([found.source])


def states(ws: Workspace, child: str = "orders") -> dict[str, str]:
    return {j.id: j.state for j in ws.joins.all() if j.child_table == child}


@pytest.mark.slow
def test_a_join_by_hand_takes_its_column_and_survives_a_reload(opened: Open, tmp_path: Path) -> None:
    ws = opened(folder=tmp_path / "three")
    ws.tables.load([write_customers(tmp_path), write_orders(tmp_path), write_guests(tmp_path)])
    other = "orders.customer_id=guests.customer_id"
    first, spare = (JOIN, other) if JOIN in states(ws) else (other, JOIN)
    assert spare not in states(ws), "one column, one key"
    name, column = spare.split("=")[1].split(".")
    made = ws.joins.add("orders", "customer_id", name, column)
    assert (made.id, made.state, made.reviewed, made.evidence.containment) == (spare, "confirmed", True, 1.0)
    assert made.evidence.cardinality == "n:1"
    assert states(ws) == {spare: "confirmed"}
    assert graph_joins(ws).count(spare) == 1
    assert first not in graph_joins(ws)
    reload(ws, "orders")
    assert states(ws) == {spare: "confirmed"}
    ws.joins.review(spare, None)
    assert set(states(ws)) == {first}


@pytest.mark.slow
def test_a_rejected_join_does_not_come_back(opened: Open) -> None:
    ws = opened()
    ws.joins.review(JOIN, "rejected")
    reload(ws, "orders")
    reload(ws, "customers")
    assert [(j.id, j.reviewed) for j in ws.joins.all(rejected=True)] == [(JOIN, True)]
    assert ws.joins.all() == ()
    assert graph_joins(ws) == []


def test_a_join_turned_round_is_the_one_that_is_known(opened: Open) -> None:
    ws = opened()
    assert ws.joins.add("customers", "id", "orders", "customer_id").id == JOIN
    assert [(j.id, j.state, j.reviewed) for j in ws.joins.all(rejected=True)] == [(JOIN, "confirmed", True)]


def test_joins_that_cannot_be_made_are_refused_in_plain_words(opened: Open) -> None:
    ws = opened()
    with pytest.raises(UnknownName, match="no table “order”") as fault:
        ws.joins.add("order", "customer_id", "customers", "id")
    assert fault.value.close == ("orders",)
    with pytest.raises(UnknownName, match="no column “orders") as fault:
        ws.joins.add("orders", "customr_id", "customers", "id")
    assert fault.value.close == ("customer_id",)
    with pytest.raises(BadJoin, match="joined with itself"):
        ws.joins.add("orders", "amount", "orders", "amount")
    with pytest.raises(BadJoin, match="2 and 1 were named"):
        ws.joins.add("orders", ("amount", "customer_id"), "customers", "id")
    with pytest.raises(BadJoin, match="twice"):
        ws.joins.add("orders", ("amount", "amount"), "customers", ("id", "name"))
    assert [j.id for j in ws.joins.all(rejected=True)] == [JOIN]


@pytest.mark.slow
def test_a_table_whose_partner_is_removed_finds_another(opened: Open, tmp_path: Path) -> None:
    ws = opened(folder=tmp_path / "three")
    ws.tables.load([write_customers(tmp_path), write_orders(tmp_path), write_guests(tmp_path)])
    (joined,) = states(ws)
    partner = joined.split("=")[1].split(".")[0]
    (other,) = {"customers", "guests"} - {partner}
    ws.tables.remove([partner])
    assert [i.split("=")[1].split(".")[0] for i in states(ws)] == [other]
    assert not ws.outdated
