"""What the picture of the graph holds, and where it stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from core.model import Cluster
from pages._graph import dot, layout, network, picture
from pages._graph.shapes import Line, Row
from tests.pages.fake import FakeWorkspace, shop


def overlaps(laid: layout.Plan) -> list[tuple[str, str]]:
    """The pairs of boxes that cover each other."""
    return [
        (a, b)
        for (a, (ax, ay, aw, ah)), (b, (bx, by, bw, bh)) in combinations(laid.boxes.items(), 2)
        if ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah
    ]


def test_tables_show_the_columns_that_join_and_lines_run_between_them(ws: FakeWorkspace) -> None:
    shop(ws)
    drawn = network.network(ws.tables.all(), ws.joins.all())
    assert [(b.id, b.note, b.rows, b.more) for b in drawn.boxes] == [
        ("table:customers", "2 rows", (Row("column:customers.id", "🔑 id", "integer"),), "and 1 more"),
        ("table:orders", "3 rows", (Row("column:orders.customer_id", "customer_id", "integer"),), "and 2 more"),
    ]
    assert drawn.lines == (
        Line(
            "table:orders",
            "table:customers",
            "join:orders.customer_id=customers.id",
            "column:orders.customer_id",
            "column:customers.id",
            "probable",
            label="orders.customer_id = customers.id (probable)",
            ends=("n", "1"),
        ),
    )


def test_columns_may_all_be_drawn_or_none(ws: FakeWorkspace) -> None:
    shop(ws)
    every = network.network(ws.tables.all(), ws.joins.all(), "all")
    assert [[r.label for r in b.rows] for b in every.boxes] == [
        ["🔑 id", "🔑 city"],
        ["🔑 id", "customer_id", "note"],
    ]
    none = network.network(ws.tables.all(), ws.joins.all(), "none")
    assert [(b.rows, b.more, b.note) for b in none.boxes] == [((), "", ""), ((), "", "")]
    assert len(none.lines) == 1


def test_perfect_matches_are_drawn_as_one_and_other_joins_end_there(ws: FakeWorkspace) -> None:
    for name in ("a", "b", "c"):
        ws.add(name, ["k"], [[1]])
    perfect, other = ws.join("a.k", "b.k", perfect=True), ws.join("c.k", "b.k", "probable")
    drawn = network.network(ws.tables.all(), [perfect, other])
    assert [(b.id, b.kind, len(b.rows)) for b in drawn.boxes] == [
        ("table:a", "table", 0),
        ("table:b", "table", 0),
        ("table:c", "table", 1),
        ("join:a.k=b.k", "shared", 0),
    ]
    assert drawn.lines[0].label == "a.k = b.k (confirmed)"
    assert [(line.a, line.b, line.id, line.row_a) for line in drawn.lines] == [
        ("table:a", "join:a.k=b.k", "join:a.k=b.k", ""),
        ("table:b", "join:a.k=b.k", "join:a.k=b.k", ""),
        ("table:c", "join:a.k=b.k", "join:c.k=b.k", "column:c.k"),
    ]


def test_a_box_without_columns_says_how_many_its_table_has(ws: FakeWorkspace) -> None:
    """Those that stand beside it as a shape of their own are among them."""
    for name in ("a", "b"):
        ws.add(name, ["k", "size"], [[1, 2]])
    ws.join("a.k", "b.k", perfect=True)
    drawn = network.network(ws.tables.all(), ws.joins.all())
    assert [b.more for b in drawn.boxes if b.kind == "table"] == ["2 columns", "2 columns"]


def test_a_join_is_said_with_the_names_that_people_gave_its_tables(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.tables.rename("orders", "Orders 2024")
    (line,) = network.network(ws.tables.all(), ws.joins.all()).lines
    assert line.label == "Orders 2024.customer_id = customers.id (probable)"


def test_a_column_without_a_heading_is_drawn_under_its_name(ws: FakeWorkspace) -> None:
    shop(ws)
    bare = [replace(t, columns=tuple(replace(c, label=" ") for c in t.columns)) for t in ws.tables.all()]
    drawn = network.network(bare, ws.joins.all())
    assert [r.label for b in drawn.boxes for r in b.rows] == ["🔑 id", "customer_id"]


def test_search_finds_tables_and_columns_by_every_word(ws: FakeWorkspace) -> None:
    shop(ws)
    assert network.search(ws.tables.all(), "CUSTOMER") == {"table:customers", "orders.customer_id"}
    assert network.search(ws.tables.all(), "customer id") == {"orders.customer_id"}
    assert network.search(ws.tables.all(), "nothing") == frozenset()
    drawn = network.network(ws.tables.all(), (), "none", network.search(ws.tables.all(), "note"))
    assert [(b.hit, [r.id for r in b.rows if r.hit]) for b in drawn.boxes] == [
        (False, []),
        (False, ["column:orders.note"]),
    ]


def test_groups_are_drawn_as_boxes_and_one_unfolds_among_the_others(ws: FakeWorkspace) -> None:
    for i in range(12):
        ws.add(f"t{i:02}", ["id"], [[1]])
    ws.join("t03.id", "t01.id")
    ws.join("t05.id", "t01.id", "probable")
    ws.join("t08.id", "t07.id")
    between = ws.join("t07.id", "t05.id", "probable")
    tables = {t.name: t for t in ws.tables.all()}
    joins = ws.joins.all()
    groups = tuple(
        Cluster(names[0], names[0], names) for names in (("t01", "t03", "t05"), ("t07", "t08"), ("t10",), ("t11",))
    )
    drawn = network.overview(groups, joins)
    assert [(b.id, b.title, b.note) for b in drawn.boxes] == [
        ("cluster:t01", "t01", "3 tables"),
        ("cluster:t07", "t07", "2 tables"),
        ("cluster:", "2 tables", "joining nothing"),
    ]
    assert drawn.lines == (Line("cluster:t01", "cluster:t07", state="probable"),)
    inside = network.unfolded(groups[0], groups, [tables[n] for n in groups[0].tables], joins)
    assert [b.id for b in inside.boxes] == ["table:t01", "table:t03", "table:t05", "cluster:t07"]
    assert [(line.a, line.b) for line in inside.lines if line.id == f"join:{between.id}"] == [
        ("table:t05", "cluster:t07")
    ]


@pytest.mark.slow
def test_boxes_never_cover_each_other_and_a_line_runs_from_middle_to_middle(ws: FakeWorkspace) -> None:
    for i in range(30):
        ws.add(f"a table {i:02}", ["id"], [[1]])
    joins = [ws.join(f"a table {i:02}.id", f"a table {i // 3:02}.id") for i in range(1, 30)]
    joins.append(ws.join("a table 04.id", "a table 04.id", "probable"))
    drawn = network.network(ws.tables.all(), joins, "none")
    laid = layout.plan(drawn)
    assert overlaps(laid) == []
    assert set(laid.boxes) == {b.id for b in drawn.boxes}
    place = next(n for n, line in enumerate(drawn.lines) if line.id == "join:a table 09.id=a table 03.id")
    x, y, wide, tall = laid.boxes["table:a table 09"]
    assert laid.paths[place][0].startswith(f"M{x + wide / 2:.1f} {y + tall / 2:.1f}Q")


def test_boxes_with_columns_never_cover_each_other(ws: FakeWorkspace) -> None:
    for n in range(12):
        ws.add(f"a_table_{n}", ["id", "other"], [[n, n]])
    for a, b in [(a, b) for a, b in combinations(range(12), 2) if (a * b) % 7 == 3 or b == a + 1]:
        ws.join(f"a_table_{a}.other", f"a_table_{b}.id")
    laid = layout.plan(network.network(ws.tables.all(), ws.joins.all(), "all"))
    assert overlaps(laid) == []
    assert all(x >= 0 and y >= 0 and x + w <= laid.width and y + h <= laid.height for x, y, w, h in laid.boxes.values())


def test_tables_that_join_nothing_stand_in_rows(ws: FakeWorkspace) -> None:
    for n in range(20):
        ws.add(f"t{n:02}", ["id"], [[1]])
    laid = layout.plan(network.network(ws.tables.all(), (), "none"))
    assert overlaps(laid) == []
    assert 1.0 < laid.width / laid.height < 3.0


@pytest.mark.parametrize("columns", ["none", "all"])
def test_for_a_narrow_screen_boxes_stand_in_rows_of_a_narrow_strip(ws: FakeWorkspace, columns: network.Columns) -> None:
    for n in range(12):
        ws.add(f"a_table_{n}", ["id", "other"], [[n, n]])
    for a, b in [(a, b) for a, b in combinations(range(9), 2) if (a * b) % 7 == 3 or b == a + 1]:
        ws.join(f"a_table_{a}.other", f"a_table_{b}.id")
    laid = layout.plan(network.network(ws.tables.all(), ws.joins.all(), columns), tall=True)
    assert overlaps(laid) == []
    assert laid.width <= 460
    assert len({y for _, y, _, _ in laid.boxes.values()}) > 1


def test_the_component_is_told_places_words_and_colours(ws: FakeWorkspace) -> None:
    shop(ws)
    drawn = network.network(ws.tables.all(), ws.joins.all())
    told = picture.data(drawn, dot.DARK, "table:orders", {"line probable": "probable join"})
    assert [(b["id"], b["said"]) for b in told["boxes"]] == [
        ("table:customers", "Table customers, 2 rows"),
        ("table:orders", "Table orders, 3 rows"),
    ]
    assert [r["said"] for b in told["boxes"] for r in b["rows"]] == ["Column customers.id", "Column orders.customer_id"]
    assert [line["said"] for line in told["lines"]] == ["Join orders.customer_id = customers.id (probable)"]
    assert [len(told["tall"][what]) for what in ("boxes", "lines")] == [2, 1]
    assert told["tall"]["boxes"] != [[b["x"], b["y"]] for b in told["boxes"]]
    assert [mark[2] for mark in told["tall"]["lines"][0]["marks"]] == ["n", "1"]
    assert told["selected"] == "table:orders"
    assert told["legend"] == [("line probable", "probable join")]
    assert told["colours"]["probable"] == dot.DARK.states["probable"]
    other = picture.data(drawn, dot.LIGHT, None, {})
    assert other["drawn"] == told["drawn"]
