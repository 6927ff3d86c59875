"""What a person said of joins stays through reloads, other orders of columns, and other file names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace

JOIN = "orders.customer_id=customers.id"


def write(path: Path, columns: dict[str, list[object]]) -> Path:
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


ORDERS: dict[str, list[object]] = {
    "order_no": [5001 + n for n in range(40)],
    "customer_id": [101 + n * 7 % 12 for n in range(40)],
    "amount": [f"{n * 3 % 50}.5" for n in range(40)],
}


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    names = [f"Name {n}" for n in range(12)]
    write(tmp_path / "customers.csv", {"id": list(range(101, 113)), "name": list(names)})
    write(tmp_path / "orders.csv", ORDERS)
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([tmp_path / "customers.csv", tmp_path / "orders.csv"])
        yield ws


def said(ws: Workspace) -> dict[str, tuple[str, bool]]:
    return {j.id: (j.state, j.reviewed) for j in ws.joins.all(rejected=True)}


def test_a_verdict_stays_when_the_columns_come_in_another_order(ws: Workspace, tmp_path: Path) -> None:
    ws.joins.review(JOIN, "rejected")
    write(tmp_path / "orders.csv", dict(reversed(ORDERS.items())))
    ws.tables.load([tmp_path / "orders.csv"])
    assert [c.name for c in ws.tables.all()[1].columns] == ["amount", "customer_id", "order_no"]
    assert said(ws)[JOIN] == ("rejected", True)


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("state", ["confirmed", "rejected"])
@pytest.mark.parametrize("first", ["load", "remove"])
def test_a_verdict_goes_with_a_renamed_file(ws: Workspace, tmp_path: Path, state: str, first: str) -> None:
    ws.joins.review(JOIN, "rejected" if state == "rejected" else "confirmed")
    (tmp_path / "orders.csv").rename(tmp_path / "sales.csv")
    if first == "load":
        ws.tables.load([tmp_path / "sales.csv"])
        assert said(ws)[JOIN] == (state, True)
        ws.tables.remove(["orders"])
    else:
        ws.tables.remove(["orders"])
        ws.tables.load([tmp_path / "sales.csv"])
    assert said(ws)["sales.customer_id=customers.id"] == (state, True)
    assert JOIN not in said(ws)


@pytest.mark.slow
def test_a_verdict_waits_for_its_own_table_beside_another_of_the_same_form(ws: Workspace, tmp_path: Path) -> None:
    write(tmp_path / "older.csv", {**ORDERS, "amount": [0.5] * 40})
    ws.tables.load([tmp_path / "older.csv"])
    ws.joins.review(JOIN, "rejected")
    ws.tables.remove(["orders"])
    assert said(ws)["older.customer_id=customers.id"] == ("confirmed", False)
    ws.tables.load([tmp_path / "orders.csv"])
    assert said(ws)[JOIN] == ("rejected", True)


@pytest.mark.slow
def test_a_join_over_several_columns_by_hand_is_right_and_stays(ws: Workspace, tmp_path: Path) -> None:
    places = [(f"T{n // 4}", n % 4) for n in range(16)]
    write(tmp_path / "halls.csv", {"seats": [9] * 16, "town": [t for t, _ in places], "hall": [h for _, h in places]})
    plays: dict[str, list[object]] = {
        "play": [f"P{n}" for n in range(32)],
        "place": [t for t, _ in places * 2],
        "no": [h for _, h in places * 2],
    }
    write(tmp_path / "plays.csv", plays)
    ws.tables.load([tmp_path / "halls.csv", tmp_path / "plays.csv"])
    made = ws.joins.add("plays", ["place", "no"], "halls", ["town", "hall"])
    assert (made.id, made.state, made.reviewed) == ("plays.place+plays.no=halls.town+halls.hall", "confirmed", True)
    e = made.evidence
    assert (e.cardinality, e.parent_unique, e.child_unique, e.containment) == ("n:1", True, False, 1.0)
    write(tmp_path / "halls.csv", {"hall": [h for _, h in places], "town": [t for t, _ in places]})
    ws.tables.load([tmp_path / "halls.csv"])
    assert said(ws)[made.id] == ("confirmed", True)
    edges = ws.questions.cypher(
        "MATCH (a:Column)-[s:SAME_ATTRIBUTE]->(b:Column) WHERE s.join_id = $id RETURN a.id, b.id ORDER BY s.part",
        {"id": made.id},
    )
    assert edges.rows == (("plays.place", "halls.town"), ("plays.no", "halls.hall"))
