"""The graph page: what is drawn, the evidence, a verdict, Cypher."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.graph.base import GraphRows
from core.workspace.review_impact import at_stake, to_review
from pages._graph import dot, network, review
from tests.ask.schemas import join
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


def tab(name: str) -> AppTest:
    """The graph page with one of its tabs open."""
    at = app("graph")
    at.session_state[review.TAB] = name
    return at.run()


JOIN = "orders.customer_id=customers.id"


def test_nothing_loaded_points_to_the_data_page(ws: FakeWorkspace) -> None:
    at = app("graph")
    assert [i.value for i in at.info] == ["Nothing is loaded yet."]


@pytest.mark.slow
def test_a_table_chosen_shows_its_columns_and_joins(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.tables.rename("orders", "purchases")
    at = app("graph")
    at.selectbox(key="node").select("table:orders").run()
    assert not at.exception
    assert at.button(key=f"to-{JOIN}").label == "purchases.customer\\_id \\= customers.id :small[probable]"
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
    assert [(j.state, j.reviewed) for j in ws.joins.all()] == [("confirmed", True)]
    assert "Confirmed, set by a person" in texts(at)
    at.button(key=f"undo-{JOIN}").click().run()
    assert [(j.state, j.reviewed) for j in ws.joins.all()] == [("probable", False)]


def test_a_rewriting_is_shown_and_undone_by_a_click(ws: FakeWorkspace) -> None:
    shop(ws)
    ws._joins[JOIN] = replace(ws._joins[JOIN], rewrite=((("prefix", "K-"),), ()))
    at = tab("To review")
    said = "2% of the values not found, like “X9”, after leaving out “K\\-” in orders.customer\\_id"
    heading, small = next(m.value for m in at.markdown if m.value.startswith("**orders")).split("**")[1:]
    assert heading == "orders.customer\\_id \\= customers.id"
    assert said in small
    at = app("graph")
    at.selectbox(key="node").select(f"join:{JOIN}").run()
    assert "The values meet only after leaving out “K\\-” in orders.customer\\_id." in [m.value for m in at.markdown]
    at.button(key=f"unwrite-{JOIN}").click().run()
    assert not at.exception
    assert [(j.id, j.state) for j in ws.joins.all(rejected=True)] == [(JOIN, "rejected")]
    assert f"unwrite-{JOIN}" not in [b.key for b in at.button]
    at.button(key="verdict-undo").click().run()
    assert [(j.state, j.reviewed) for j in ws.joins.all()] == [("probable", False)]


def test_a_rejected_join_stays_in_sight(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("graph")
    at.selectbox(key="node").select(f"join:{JOIN}").run()
    at.button(key=f"rejected-{JOIN}").click().run()
    assert not at.exception
    assert ws.joins.all() == ()
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
    assert at.selectbox(key="node").options == ["Table weather", "Column weather.day"]
    assert "“weath” is in the name of 1 table, marked below with what they join." in texts(at)
    at.text_input(key="search").set_value("zzz").run()
    assert at.info[0].value == "No table or column has that in its name."


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
    ws.questions.cypher = lambda *a, **k: GraphRows(("ids",), ((("a", "b"),), (None,)), True)  # type: ignore[method-assign]
    at = tab("Cypher")
    at.button(key="run-cypher").click().run()
    assert not at.exception
    assert at.dataframe[0].value.iloc[0, 0] == "a, b"
    assert "The first 2 rows" in texts(at)


def many(ws: FakeWorkspace) -> None:
    """More tables than are drawn at once: two groups, joined by nothing, and loners."""
    for i in range(network.MOST_TABLES + 5):
        ws.add(f"t{i:02}", ["id"], [[1]])
    ws.join("t03.id", "t01.id")
    ws.join("t05.id", "t01.id", "probable")
    ws.join("t08.id", "t07.id")


def test_many_tables_start_with_their_groups(ws: FakeWorkspace) -> None:
    many(ws)
    at = app("graph")
    assert at.selectbox(key="group").value == "*"
    assert at.selectbox(key="group").options == [
        "All 2 groups", "t01 (3 tables)", "t07 (2 tables)", "60 tables joining nothing"
    ]  # fmt: skip
    at.selectbox(key="group").select("t01").run()
    assert not at.exception
    assert [o for o in at.selectbox(key="node").options if o.startswith("Table")] == [
        "Table t01", "Table t03", "Table t05"
    ]  # fmt: skip


def test_joins_to_review_come_first_those_most_rows_depend_on_before(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("visits", ["visit", "customer"], [[n, 1 + n % 2] for n in range(50)])
    ws.join("visits.customer", "customers.id", "probable")
    at = app("graph")
    assert at.button(key="go-review").label == "2 joins to review"
    at.button(key="go-review").click().run()
    tables = {t.name: t for t in ws.tables.all()}
    assert [(j.child_table, round(at_stake(j, tables), 2)) for j in to_review(ws.joins.all(), tables)] == [
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
    assert {j.child_table: (j.state, j.reviewed) for j in ws.joins.all(rejected=True)} == {
        "visits": ("confirmed", True),
        "orders": ("rejected", True),
    }
    assert [s.value for s in at.success] == ["Nothing to review: no join is in doubt."]


def test_of_joins_and_of_pairs_to_review_it_is_said_whether_they_are_used(ws: FakeWorkspace) -> None:
    shop(ws)
    used, offered = "The program uses these joins", "they are not used unless you accept them"
    probable = ws.joins.all()[0]
    for joins, said in (
        ([probable], (True, False)),
        ([replace(probable, state="rejected", offered=True, score=0.4)], (False, True)),
    ):
        ws._joins = {j.id: j for j in joins}
        at = tab("To review")
        assert not at.exception
        assert (used in texts(at), offered in texts(at)) == said


def test_pairs_that_are_offered_and_unlikely_are_folded_away() -> None:
    likely, doubtful = (join(f"a.{c}", "b.id", score=score) for c, score in (("x", 0.3), ("y", 0.02)))
    used = replace(doubtful, state="probable")
    likely, unlikely = replace(likely, offered=True), replace(doubtful, offered=True)
    assert review.parted([used, likely, unlikely]) == ([used, likely], [unlikely])
    assert "not used · 2% sure" in review.doubt(unlikely, 9)
    assert "not used · 1% sure" in review.doubt(replace(unlikely, score=0.001), 9)


def test_what_was_reviewed_is_listed_and_taken_back(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("To review")
    assert not at.expander
    at.button(key=f"list-rejected-{JOIN}").click().run()
    assert not at.exception
    assert [e.label for e in at.expander] == ["Reviewed (1)"]
    assert "orders.customer\\_id \\= customers.id :small[rejected]" in texts(at)
    at.button(key=f"list-undo-{JOIN}").click().run()
    assert [(j.state, j.reviewed) for j in ws.joins.all()] == [("probable", False)]
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
    assert [j.id for j in ws.joins.all() if j.reviewed] == [made]
    assert at.selectbox(key="node").value == f"join:{made}"
    assert "Confirmed, set by a person" in texts(at)


def test_what_the_values_say_is_told_before_two_columns_are_joined(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("To review")
    at.selectbox(key="add-0-table").select("orders").run()
    at.multiselect(key="add-0-columns-orders").select("note").run()
    at.selectbox(key="add-1-table").select("customers").run()
    at.multiselect(key="add-1-columns-customers").select("id").run()
    assert not at.exception
    assert [w.value for w in at.warning] == ["0 of 3 values fit. Joined all the same, rows get lost or repeat."]


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


def test_labels_in_drawings_are_text() -> None:
    assert dot.shown('<b>"x"&\n\\') == "&lt;b&gt;&quot;x&quot;&amp; \\"
    assert dot.plain("a\\N") == "a\\\\N"


def test_the_ways_between_two_tables(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("weather", ["day"], [["Monday"]])
    at = tab("Two tables")
    at.selectbox(key="way-from").select("orders").run()
    at.selectbox(key="way-to").select("customers").run()
    assert "**orders → customers by customer\\_id (1 of 1 join not confirmed)**" in texts(at)
    assert (
        "By customer\\_id \\= id a row of orders meets one row of customers; several rows of orders share it."
        in texts(at)
    )
    assert "customer_id = id" in at.get("graphviz_chart")[0].proto.spec
    at.selectbox(key="way-to").select("weather").run()
    assert at.info[0].value.startswith("No join leads from one to the other,")
    at.button(key="way-add").click().run()
    assert [at.selectbox(key=f"add-{n}-table").value for n in (0, 1)] == ["orders", "weather"]


def test_another_way_is_preferred_and_let_go(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("visits", ["order", "who"], [[10, 1], [11, 2]])
    ws.join("visits.order", "orders.id")
    ws.join("visits.who", "customers.id")
    at = tab("Two tables")
    at.selectbox(key="way-from").select("orders").run()
    at.selectbox(key="way-to").select("customers").run()
    at.button(key="way-prefer-1").click().run()
    assert not at.exception
    ends, joins = ("customers", "orders"), ("orders.customer_id=customers.id",)
    assert [(w.ends, w.joins) for w in ws.joins.preferred()] == [(ends, joins)]
    heads = [str(m.value) for m in at.markdown if str(m.value).startswith("**orders")]
    assert heads[0] == "**orders → customers by customer\\_id (1 of 1 join not confirmed)**"
    at.button(key="way-forget").click().run()
    assert ws.joins.preferred() == ()


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
    assert [(j.child, j.parent) for j in ws.joins.all()] == [(("country", "year"), ("land", "jahr"))]


def test_a_group_is_named_and_keeps_the_name(ws: FakeWorkspace) -> None:
    many(ws)
    at = app("graph")
    at.selectbox(key="group").select("t01").run()
    at.text_input[1].set_value("Staff")
    next(b for b in at.button if b.label == "Keep").click().run()
    assert not at.exception
    assert ws.clusters.names() == (("Staff", frozenset({"t01", "t03", "t05"})),)
    assert at.selectbox(key="group").options[1] == "Staff (3 tables)"


def test_what_a_verdict_led_to_is_told_and_undone(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.verified.save("Orders per city?", "SELECT city FROM orders o JOIN customers c ON c.id = o.customer_id")
    ws.chats.add(ws.chats.new("a chat"), ws.answers["How many orders per city?"])
    at = app("graph")
    at.selectbox(key="node").select(f"join:{JOIN}").run()
    at.button(key=f"rejected-{JOIN}").click().run()
    assert not at.exception
    told = texts(at).replace("\\", "")
    assert "**Rejected: orders.customer_id = customers.id**" in told
    assert "No other join changed with it." in told
    assert "Look again at 1 verified answer: “Orders per city?”" in told
    assert "1 answer in your chats used it, the last one to “How many orders per city?”" in told
    at.button(key="verdict-undo").click().run()
    assert [(j.state, j.reviewed) for j in ws.joins.all()] == [("probable", False)]
    at.button(key="verdict-close").click().run()
    assert not [b for b in at.button if b.key == "verdict-undo"]


def test_a_verdict_is_told_by_the_names_that_people_gave(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.tables.rename("orders", "purchases")
    at = app("graph")
    at.selectbox(key="node").select(f"join:{JOIN}").run()
    at.button(key=f"rejected-{JOIN}").click().run()
    assert "**Rejected: purchases.customer_id = customers.id**" in texts(at).replace("\\", "")


def test_the_examples_of_cypher_are_about_these_tables(ws: FakeWorkspace) -> None:
    shop(ws)
    at = tab("Cypher")
    at.pills(key="example").select("What joins orders").run()
    assert "{id: 'orders'}" in at.text_area(key="cypher").value
    at.button(key="run-cypher").click().run()
    assert not at.exception
    assert [d.label for d in at.get("download_button")] == ["Download CSV"]
