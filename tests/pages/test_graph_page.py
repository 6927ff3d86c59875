"""The graph page: what is drawn, the evidence, a verdict, Cypher."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from streamlit.testing.v1 import AppTest

from core.graph.base import GraphRows
from core.model import Cluster
from pages import _draw, _layout, _network, _review, _shapes
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


def tab(name: str) -> AppTest:
    """The graph page with one of its tabs open."""
    at = app("graph")
    at.session_state[_review.TAB] = name
    return at.run()


JOIN = "orders.customer_id=customers.id"


def test_nothing_loaded_points_to_the_data_page(ws: FakeWorkspace) -> None:
    at = app("graph")
    assert [i.value for i in at.info] == ["Nothing is loaded yet."]


def test_a_table_chosen_shows_its_columns_and_joins(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("graph")
    at.selectbox(key="node").select("table:orders").run()
    assert not at.exception
    assert "- orders.customer\\_id \\= customers.id (probable)" in texts(at)
    assert at.dataframe[0].value.iloc[:, 0].tolist() == ["id", "customer_id", "note"]


def test_a_join_shows_its_evidence_and_is_accepted(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("graph")
    at.selectbox(key="node").select(f"join:{JOIN}").run()
    assert dict(at.dataframe[0].value.to_numpy().tolist()) == {
        "Values of the first found in the second": "98%",
        "Values of the second found in the first": "75%",
        "Values in common": "42",
        "Rows to rows": "n:1",
        "First without repeats": "no",
        "Second without repeats": "yes",
        "Names alike": "90%",
        "Same name, type and values": "no",
    }
    assert "Probable, found by the program, 93% sure" in texts(at)
    assert "Only in the first: “X9”" in texts(at)
    at.button(key=f"confirmed-{JOIN}").click().run()
    assert not at.exception
    assert [(j.state, j.reviewed) for j in ws.joins()] == [("confirmed", True)]
    assert "Confirmed, set by a person" in texts(at)
    at.button(key=f"undo-{JOIN}").click().run()
    assert [(j.state, j.reviewed) for j in ws.joins()] == [("probable", False)]


def test_a_rejected_join_stays_in_sight(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("graph")
    at.selectbox(key="node").select(f"join:{JOIN}").run()
    at.button(key=f"rejected-{JOIN}").click().run()
    assert not at.exception
    assert ws.joins() == ()
    assert "Rejected, set by a person" in texts(at)


def test_states_filter_and_names_are_searched(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("weather", ["day"], [["Monday"]])
    at = app("graph")
    assert len(at.selectbox(key="node").options) == 3 + 1 + 2
    at.session_state["states"] = ["confirmed"]
    at.run()
    assert len(at.selectbox(key="node").options) == 3
    at.text_input(key="search").set_value("weath").run()
    assert at.selectbox(key="node").options == ["Table weather"]
    at.text_input(key="search").set_value("zzz").run()
    assert at.info[0].value == "No table or column has that in its name."


def test_the_diagram_joins_column_to_column(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("graph")
    at.session_state["view"] = "Diagram"
    at.run()
    assert not at.exception
    spec = at.get("graphviz_chart")[0].proto.spec
    assert "t1:t1:e -- t0:c0:w [style=dashed" in spec


def test_cypher_runs_and_is_refused_in_plain_words(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("Cypher")
    at.button(key="run-cypher").click().run()
    assert at.dataframe[0].value.iloc[:, 0].tolist() == ["customers", "orders"]
    at.text_area(key="cypher").set_value("CREATE (n)").run()
    at.button(key="run-cypher").click().run()
    assert not at.exception
    assert (at.error[0].title, at.error[0].value) == (
        "This query would change the graph.",
        "Use MATCH and RETURN.",
    )


def test_lists_in_a_cypher_answer_are_shown_as_text(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.cypher = lambda *a, **k: GraphRows(("ids",), ((("a", "b"),), (None,)), True)  # type: ignore[method-assign]
    at = tab("Cypher")
    at.button(key="run-cypher").click().run()
    assert not at.exception
    assert at.dataframe[0].value.iloc[0, 0] == "a, b"
    assert "The first 2 rows" in texts(at)


def many(ws: FakeWorkspace) -> None:
    """More tables than are drawn at once: two groups, joined by nothing, and loners."""
    for i in range(_network.MOST_TABLES + 5):
        ws.add(f"t{i:02}", ["id"], [[1]])
    ws.join("t03.id", "t01.id")
    ws.join("t05.id", "t01.id", "probable")
    ws.join("t08.id", "t07.id")


def test_many_tables_start_with_their_groups(ws: FakeWorkspace) -> None:
    many(ws)
    at = app("graph")
    assert at.selectbox(key="group").value == "*"
    assert at.selectbox(key="group").options == [
        "All groups", "t01 and 2 more", "t07 and 1 more", "60 tables joining nothing"
    ]  # fmt: skip
    assert "65 tables in groups that hang together. Click a group to unfold it." in texts(at)
    at.selectbox(key="group").select("t01").run()
    assert not at.exception
    assert [o for o in at.selectbox(key="node").options if o.startswith("Table")] == [
        "Table t01", "Table t03", "Table t05"
    ]  # fmt: skip


def test_groups_are_drawn_as_nodes_and_one_unfolds_among_the_others(ws: FakeWorkspace) -> None:
    many(ws)
    ws.join("t07.id", "t05.id", "probable")
    tables = {t.name: t for t in ws.tables()}
    joins = ws.joins()
    groups = tuple(
        Cluster(names[0], names[0], names) for names in (("t01", "t03", "t05"), ("t07", "t08"), ("t10",), ("t11",))
    )
    drawn = _network.overview(groups, joins)
    assert [(d.id, d.label) for d in drawn.dots] == [
        ("cluster:t01", "t01\n3 tables"),
        ("cluster:t07", "t07\n2 tables"),
        ("cluster:", "2 tables\njoining nothing"),
    ]
    assert drawn.lines == (_shapes.Line("cluster:t01", "cluster:t07", "probable"),)
    inside = _network.unfolded(groups[0], groups, [tables[n] for n in groups[0].tables], joins)
    assert [d.id for d in inside.dots if d.kind in ("table", "cluster")] == [
        "table:t01", "table:t03", "table:t05", "cluster:t07"
    ]  # fmt: skip
    assert _shapes.Line("table:t05", "cluster:t07", "probable") in inside.lines


def test_joins_to_review_come_first_those_most_rows_depend_on_before(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("visits", ["visit", "customer"], [[n, 1 + n % 2] for n in range(50)])
    ws.join("visits.customer", "customers.id", "probable")
    at = app("graph")
    assert at.button(key="go-review").label == "2 joins to review"
    at.button(key="go-review").click().run()
    tables = {t.name: t for t in ws.tables()}
    assert [(j.child_table, round(_review.at_stake(j, tables), 2)) for j in _review.to_review(ws.joins(), tables)] == [
        ("visits", 4.43),
        ("orders", 0.27),
    ]
    assert [b.key for b in at.button if b.label == "Accept"] == [
        "list-confirmed-visits.customer=customers.id",
        f"list-confirmed-{JOIN}",
    ]
    assert "93% sure · 50 rows · 2% of the values not found, like “X9”" in texts(at).replace("\\", "")
    at.button(key="list-confirmed-visits.customer=customers.id").click().run()
    at.button(key=f"list-rejected-{JOIN}").click().run()
    assert not at.exception
    assert {j.child_table: (j.state, j.reviewed) for j in ws.joins(all=True)} == {
        "visits": ("confirmed", True),
        "orders": ("rejected", True),
    }
    assert [s.value for s in at.success] == ["Nothing to review: no join is in doubt."]


def test_what_was_reviewed_is_listed_and_taken_back(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("To review")
    assert not at.expander
    at.button(key=f"list-rejected-{JOIN}").click().run()
    assert not at.exception
    assert [e.label for e in at.expander] == ["Reviewed (1)"]
    assert "orders.customer\\_id \\= customers.id :small[rejected]" in texts(at)
    at.button(key=f"list-undo-{JOIN}").click().run()
    assert [(j.state, j.reviewed) for j in ws.joins()] == [("probable", False)]
    assert not at.expander


def test_a_join_to_review_is_looked_at(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("To review")
    at.button(key=f"list-look-{JOIN}").click().run()
    assert at.selectbox(key="node").value == f"join:{JOIN}"
    assert "Probable, found by the program, 93% sure" in texts(at)


def test_a_join_is_added_by_hand_pointing_at_the_column_without_repeats(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("visits", ["visit", "customer"], [[n, 1 + n % 2] for n in range(6)])
    at = tab("To review")
    assert at.button(key="add-join").disabled
    at.selectbox(key="add-0-table").select("customers").run()
    at.multiselect(key="add-0-columns-customers").select("id").run()
    at.selectbox(key="add-1-table").select("visits").run()
    at.multiselect(key="add-1-columns-visits").select("customer").run()
    at.button(key="add-join").click().run()
    assert not at.exception
    made = "visits.customer=customers.id"
    assert [j.id for j in ws.joins() if j.reviewed] == [made]
    assert at.selectbox(key="node").value == f"join:{made}"
    assert "Confirmed, set by a person" in texts(at)


def test_why_two_columns_cannot_be_joined_is_said(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("To review")
    for n in (0, 1):
        at.selectbox(key=f"add-{n}-table").select("orders").run()
        at.multiselect(key=f"add-{n}-columns-orders").select("note").run()
    at.button(key="add-join").click().run()
    assert (at.error[0].title, at.error[0].value) == (
        "A column cannot be joined with itself.",
        "Choose two different columns.",
    )


def test_perfect_matches_share_a_node_and_other_joins_have_their_own(ws: FakeWorkspace) -> None:
    for name in ("a", "b", "c"):
        ws.add(name, ["k"], [[1]])
    perfect, other = ws.join("a.k", "b.k", perfect=True), ws.join("c.k", "b.k", "probable")
    drawn = _network.network(ws.tables(), [perfect, other])
    assert [(d.id, d.kind) for d in drawn.dots] == [
        ("table:a", "table"),
        ("table:b", "table"),
        ("table:c", "table"),
        ("join:a.k=b.k", "match"),
        ("column:c.k", "key"),
        ("join:c.k=b.k", "probable"),
    ]
    assert {(line.a, line.b, line.state) for line in drawn.lines} == {
        ("table:a", "join:a.k=b.k", ""),
        ("table:b", "join:a.k=b.k", ""),
        ("table:c", "column:c.k", ""),
        ("column:c.k", "join:c.k=b.k", "probable"),
        ("join:a.k=b.k", "join:c.k=b.k", "probable"),
    }
    places = _layout.places(drawn)
    assert set(places) == {d.id for d in drawn.dots}
    assert len(set(places.values())) == len(places)


def test_labels_in_drawings_are_text() -> None:
    assert _draw.shown('<b>"x"&\n\\') == "&lt;b&gt;&quot;x&quot;&amp; \\"
    assert _draw.plain("a\\N") == "a\\\\N"


def test_tables_without_their_columns_never_cover_each_other(ws: FakeWorkspace) -> None:
    for i in range(30):
        ws.add(f"a table {i:02}", ["id"], [[1]])
    joins = [ws.join(f"a table {i:02}.id", f"a table {i // 3:02}.id") for i in range(1, 30)]
    joins.append(ws.join("a table 04.id", "a table 04.id", "probable"))
    drawn = _network.network(ws.tables(), joins)
    assert {d.kind for d in drawn.dots} == {"table", "confirmed", "probable"}
    places = _layout.places(drawn)
    assert set(places) == {d.id for d in drawn.dots}
    boxes = [places[d.id] for d in drawn.dots if d.kind == "table"]
    wide, tall = 9.5 * len("a table 00"), 22.0
    covered = [(a, b) for a, b in combinations(boxes, 2) if abs(a[0] - b[0]) < wide and abs(a[1] - b[1]) < tall]
    assert covered == []
    (ax, ay), (bx, by) = places["table:a table 09"], places["table:a table 03"]
    middle = places["join:a table 09.id=a table 03.id"]
    assert middle == (pytest.approx((ax + bx) / 2, abs=0.1), pytest.approx((ay + by) / 2, abs=0.1))


def test_the_ways_between_two_tables(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("weather", ["day"], [["Monday"]])
    at = tab("Two tables")
    at.selectbox(key="way-from").select("orders").run()
    at.selectbox(key="way-to").select("customers").run()
    assert at.radio(key="way-orders-customers").options == [
        "orders → customers by customer\\_id (1 of 1 join not confirmed)"
    ]
    assert "customer_id = id" in at.get("graphviz_chart")[0].proto.spec
    at.selectbox(key="way-to").select("weather").run()
    assert at.info[0].value.startswith("No join leads from one to the other.")


def test_joins_may_be_left_out_by_how_sure_they_are(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("graph")
    at.slider(key="least").set_value(95).run()
    assert not any(o.startswith("Join") for o in at.selectbox(key="node").options)
    at.slider(key="least").set_value(90).run()
    assert sum(o.startswith("Join") for o in at.selectbox(key="node").options) == 1


def test_several_columns_are_joined_by_hand_in_the_order_chosen(ws: FakeWorkspace) -> None:
    ws.add("sales", ["country", "year"], [["CH", 2020], ["CH", 2021]])
    ws.add("rates", ["land", "jahr"], [["CH", 2020], ["CH", 2021]])
    at = tab("To review")
    at.selectbox(key="add-0-table").select("sales").run()
    at.multiselect(key="add-0-columns-sales").select("country").select("year").run()
    at.selectbox(key="add-1-table").select("rates").run()
    at.multiselect(key="add-1-columns-rates").select("land").run()
    assert at.button(key="add-join").disabled
    at.multiselect(key="add-1-columns-rates").select("jahr").run()
    at.button(key="add-join").click().run()
    assert not at.exception
    assert [(j.child, j.parent) for j in ws.joins()] == [(("country", "year"), ("land", "jahr"))]


def test_joins_of_different_tables_do_not_cover_each_other(ws: FakeWorkspace) -> None:
    for n in range(12):
        ws.add(f"a_table_{n}", ["id", "other"], [[n, n]])
    for a, b in [(a, b) for a, b in combinations(range(12), 2) if (a * b) % 7 == 3 or b == a + 1]:
        ws.join(f"a_table_{a}.other", f"a_table_{b}.id")
    spots = _layout.places(_network.network(ws.tables(), ws.joins()))
    ties = [at for node, at in spots.items() if node.startswith("join:")]
    assert len(ties) > 11
    assert min(math.dist(a, b) for a, b in combinations(ties, 2)) >= 20.0


def test_a_column_without_a_heading_is_drawn_under_its_name(ws: FakeWorkspace) -> None:
    shop(ws)
    bare = [replace(t, columns=tuple(replace(c, label=" ") for c in t.columns)) for t in ws.tables()]
    drawn = _network.network(bare, ws.joins())
    assert {d.label for d in drawn.dots if d.id.startswith("column:")} == {"customer_id", "id"}
    assert "customer_id" in _draw.diagram(bare, ws.joins(), _draw.LIGHT)
