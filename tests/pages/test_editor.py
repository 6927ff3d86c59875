"""The editor under an answer: what it shows of a reading, what a change makes of it, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, cast

import pytest
from streamlit.testing.v1 import AppTest

from core.ask.edit import changes
from core.ask.edit.afresh import Beginning
from core.ask.edit.formulas import span
from core.ask.edit.things import Each
from core.ask.form import Form, begin
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Col,
    Filter,
    Item,
    Leading,
    Order,
    Query,
    Related,
    Scalar,
    Via,
    inside,
)
from core.errors import BadEdit
from core.model import BY_HAND, Alternative, Answer, Caution, Citation, PathEdge
from pages._chat import chat_list, sources
from pages._editor import joining, late
from pages._editor.adding import Start
from pages._editor.values import meant, whole_quarters
from pages._result import download
from tests.ask.conditions import KINDS, example
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop

if TYPE_CHECKING:
    from core.workspace import Workspace

CITY, TOTAL = Col("customers", "city"), Col("sales", "total")
ORDERS = Item(None, "count", table="orders")
PER_CITY = Query((Item(CITY), ORDERS), group=(CITY,), tables=("orders",))


@pytest.fixture
def chat(ws: FakeWorkspace) -> FakeWorkspace:
    """A chat with one answer whose reading is known."""
    shop(ws)
    ws.join("orders.customer_id", "customers.id")
    ask(ws, Form(PER_CITY))
    return ws


def ask(ws: FakeWorkspace, reading: Form, **changed: Any) -> None:
    (answer,) = ws.questions.edited(reading)
    assert isinstance(answer, Answer)
    kept = {"question": "orders by town", "built": False, "translator": "rules", **changed}
    chat_id = ws.chats.new("orders by town")
    ws.chats.add(chat_id, Answer(**{**{f: getattr(answer, f) for f in answer.__slots__}, **kept}))


def opened(at: AppTest | None = None) -> AppTest:
    """The chat with the editor open."""
    at = at or app()
    at.session_state["chat"] = "c1"
    at.session_state["edit-c1-0"] = True
    return at.run()


def control(at: AppTest, kind: str, label: str) -> Any:
    return next(w for w in getattr(at, kind) if w.label == label)


def query_of(ws: FakeWorkspace) -> Query:
    form = Form.of(ws.chats.entries("c1")[0].form)
    assert form is not None
    return form.query


def test_the_parts_of_a_reading_are_seen(chat: FakeWorkspace) -> None:
    at = opened()
    assert control(at, "selectbox", "Show").value == ORDERS
    assert control(at, "selectbox", "Of").value == "orders"
    assert control(at, "multiselect", "Per").value == [CITY]
    assert control(at, "selectbox", "Joined through").value == ("orders.customer_id=customers.id",)
    assert any("GROUP BY" in c.value for c in at.code)


@pytest.mark.parametrize("others", [(), ("orders by city",)])
def test_under_a_doubtful_reading_the_editor_is_open_beside_the_others(
    ws: FakeWorkspace, others: tuple[str, ...]
) -> None:
    shop(ws)
    ws.join("orders.customer_id", "customers.id")
    offered = tuple(Alternative(reading, "SELECT 1", 0.4) for reading in others)
    ask(ws, Form(PER_CITY), edits=(), alternatives=offered, confidence=0.3, translator="rules")
    at = app()
    at.session_state["chat"] = "c1"
    at.run()
    assert not at.exception
    assert "Show" in [w.label for w in at.selectbox]


def test_under_a_withheld_answer_one_click_changes_stand_beside_the_other_readings(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.join("orders.customer_id", "customers.id")
    withheld = "What percentage of orders is from Oslo?"
    ask(ws, Form(PER_CITY), edits=(), confidence=0.3, translator="rules", question=withheld)
    at = app()
    at.session_state["chat"] = "c1"
    at.run()
    assert not at.exception
    assert "Or with one change:" in texts(at)
    change = next(b for b in at.button if b.icon == "💡")
    change.click().run()
    assert not at.exception
    (made,) = ws.chats.entries("c1")
    assert made.by_hand
    assert "Or with one change:" not in texts(at)
    kept = download.anew(ws, made)  # in files it stands under what it answers now
    assert (kept.question, made.question) == (ws.questions.said_anew(made), withheld)
    assert kept.question not in ("", withheld)


def test_a_long_way_to_join_is_written_in_full(chat: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    way = "orders.customer_id = customers.id"
    said = lambda: [c.value.replace("\\", "") for c in opened().caption]  # noqa: E731
    assert way not in said()
    monkeypatch.setattr(joining, "LONGEST", len(way) - 1)
    assert way in said()


def test_a_renamed_table_is_called_so_where_joins_are_shown(chat: FakeWorkspace) -> None:
    chat._tables["orders"] = replace(chat._tables["orders"], label="purchases")
    at = opened()
    assert control(at, "selectbox", "Joined through").options[0] == "purchases.customer_id = customers.id"


def test_the_files_of_an_answer_are_named_the_main_one_first(chat: FakeWorkspace) -> None:
    (answer,) = chat.chats.entries("c1")
    assert [t.name for t in chat.tables.all()] == ["customers", "orders"]
    assert sources.line(cast("Workspace", chat), answer) == "from orders.csv; customers.csv"
    turned = replace(answer, tables=("customers", "orders"))
    assert sources.line(cast("Workspace", chat), turned) == "from orders.csv; customers.csv"
    names = ("orders", "customers", "p", "q", "r")
    for name in names[2:]:
        chat.add(name, ["id"], [[1]])
    five = sources.line(cast("Workspace", chat), replace(answer, tables=names))
    assert five == "from orders.csv; customers.csv; p.csv; q.csv and 1 more table"


def test_the_file_that_says_what_codes_mean_is_named_beside_those_of_the_rows(chat: FakeWorkspace) -> None:
    orders = chat._tables["orders"]
    coded = replace(orders.columns[0], codes=(("a", "urgent"),), code_sources=(("a", "key, old.csv, row 2"),))
    chat._tables["orders"] = replace(orders, columns=(coded, *orders.columns[1:]))
    (answer,) = chat.chats.entries("c1")
    cites = (Citation("key, old.csv, row 2", "a | urgent"), Citation("notes.md, Orders", "what was sold"))
    said = sources.line(cast("Workspace", chat), replace(answer, citations=cites))
    assert said == "from orders.csv; customers.csv; what codes mean from key, old.csv"


def test_a_change_is_answered_at_once_and_undone(chat: FakeWorkspace) -> None:
    at = opened()
    control(at, "multiselect", "Per").set_value([]).run()
    assert query_of(chat) == Query((ORDERS,), tables=("orders",))
    entry = chat.chats.entries("c1")[0]
    assert (entry.question, entry.rows, entry.edits) == ("orders by town", ((3,),), (Form(PER_CITY).plain(),))
    assert "number of" in texts(at)
    next(b for b in at.button if b.label == "Undo").click().run()
    assert query_of(chat) == PER_CITY
    assert chat.chats.entries("c1")[0].edits == ()


def test_figures_are_given_for_each_thing(chat: FakeWorkspace) -> None:
    at = opened()
    per = control(at, "multiselect", "Per")
    assert "each customer" in per.options
    per.set_value([Each("customers")]).run()
    assert not at.exception
    assert query_of(chat).group == (Col("customers", "id"), CITY)
    assert control(at, "multiselect", "Per").value == [Each("customers")]


def test_figure_order_and_number_are_changed(chat: FakeWorkspace) -> None:
    at = opened()
    notes = Item(Col("orders", "note"), "count", distinct=True)
    assert "highest orders › id" not in control(at, "selectbox", "Show").options
    control(at, "selectbox", "Show").set_value(notes).run()
    assert query_of(chat).select == (Item(CITY), notes)
    control(at, "selectbox", "Only the first").set_value("1").run()
    assert (query_of(chat).limit, query_of(chat).order[0].descending) == (1, True)
    control(at, "selectbox", "Only the first").set_value("10 %").run()
    assert (query_of(chat).limit, query_of(chat).percent) == (10, True)
    control(at, "selectbox", "Only the first").set_value("all").run()
    assert query_of(chat).limit is None
    assert chat.chats.entries("c1")[0].rows == (("Porto", 2), ("Oslo", 1))
    assert len(chat.chats.entries("c1")[0].edits) == 4


def test_a_condition_is_added_changed_and_taken_away(chat: FakeWorkspace) -> None:
    at = opened()
    where = control(at, "selectbox", "Where")
    where.set_value(next(o for o in starts() if o.item == Item(CITY))).run()
    assert query_of(chat) == PER_CITY
    value = control(at, "multiselect", "Value")
    assert sorted(value.options) == ["Oslo", "Porto"]
    value.set_value(["Oslo"]).run()
    assert query_of(chat).where == (Filter(Item(CITY), "=", ("Oslo",)),)
    assert chat.chats.entries("c1")[0].rows == (("Oslo", 1),)
    control(at, "selectbox", "Comparison").set_value(("!=", "")).run()
    assert query_of(chat).where == (Filter(Item(CITY), "!=", ("Oslo",)),)
    taken = next(b for b in at.button if b.label == "remove")
    assert taken.help == "Take away: customers.city is not 'Oslo'"
    taken.click().run()
    assert query_of(chat).where == ()


def test_a_condition_on_another_column_keeps_what_that_column_has(chat: FakeWorkspace) -> None:
    chat.add("visits", ["id", "reason", "note"], [[1, "cut", "cut"], [2, "flea", "late"], [3, "cut", "flea"]])
    reason, note, number = (Item(Col("visits", c)) for c in ("reason", "note", "id"))
    not_those = Filter(reason, "!=", ("cut", "flea"))
    at = of(chat, Form(replace(begin("visits").query, where=(not_those,))))
    control(at, "selectbox", "Column").set_value(note.column).run()
    assert now(chat).where == (replace(not_those, item=note),)
    control(at, "multiselect", "Value").set_value(["cut", "late"]).run()
    control(at, "selectbox", "Column").set_value(reason.column).run()
    assert now(chat).where == (Filter(reason, "!=", ("cut",)),)
    assert "✂️ Left out, since visits › reason does not hold it: late." in [c.value for c in at.caption]
    control(at, "selectbox", "Column").set_value(number.column).run()
    assert now(chat).where == (Filter(reason, "!=", ("cut",)),)
    (said,) = [c.value for c in at.caption if c.value.startswith("Not in force yet")]
    assert said.endswith("Left out, since visits › id does not hold it: cut.")


def test_a_value_is_sought_in_small_letters_and_none_is_added_where_all_are_listed(chat: FakeWorkspace) -> None:
    town, dear = Filter(Item(CITY), "=", ("Oslo",)), Filter(Item(TOTAL), ">", (1.0,))
    at = of(chat, Form(replace(begin("sales").query, where=(town, dear))))
    assert not control(at, "multiselect", "Value").proto.accept_new_options
    assert control(at, "selectbox", "Value").proto.accept_new_options
    offered = control(at, "selectbox", "Value").options
    assert (meant("the av", offered, sought=True), meant("the av", offered)) == ("the average sales › total", "")


@pytest.mark.parametrize(
    "condition",
    [
        Filter(Item(TOTAL), "=", ("30",)),  # a code, held as text where the column holds numbers
        Filter(Item(TOTAL), "!=", ("30", 30.0)),
        Filter(Item(TOTAL), "between", ("20", "30")),
        Filter(Item(TOTAL), ">", ("30",)),
        Filter(Item(CITY), "=", (9.0,)),
        Filter(Item(CITY), "=", ("Oslo", "Oslo")),
    ],
)
def test_what_nobody_touched_is_no_change(chat: FakeWorkspace, condition: Filter) -> None:
    before = Form(replace(begin("sales").query, where=(condition,)))
    at = of(chat, before)
    assert not at.exception
    (answer,) = chat.chats.entries(at.session_state["chat"])
    assert (Form.of(answer.form), answer.edits) == (before, ())


def test_a_value_beside_a_code_that_is_held_as_text_is_added(chat: FakeWorkspace) -> None:
    at = of(chat, Form(replace(begin("sales").query, where=(Filter(Item(TOTAL), "=", ("30",)),))))
    control(at, "multiselect", "Value").set_value(["30", "70"]).run()
    assert now(chat).where == (Filter(Item(TOTAL), "=", ("30", 70.0)),)


def test_rows_are_said_to_be_listed_where_they_are(chat: FakeWorkspace) -> None:
    ask(chat, Form(PER_CITY), translator=BY_HAND, answer="There are 3 orders; they are listed below.")
    at = app()
    at.session_state["chat"], at.session_state["edit-c2-0"] = "c2", True
    said = [m.value for m in at.run().markdown if "There are 3 orders" in m.value]
    assert said == ["There are 3 orders; they are listed below.", "**There are 3 orders; they are listed above.**"]


def test_what_a_column_is_told_to_be_stands_behind_its_label_in_the_lists(chat: FakeWorkspace) -> None:
    chat.glossary.keep("town", "customers.city")
    at = opened()
    assert "customers › city (town)" in control(at, "multiselect", "Per").options
    assert "customers › city (town)" in control(at, "selectbox", "Where").options
    assert meant("city", ["customers › city (town)", "customers › id"]) == "customers › city (town)"


def test_rows_that_have_none_of_another_table(chat: FakeWorkspace) -> None:
    ask(chat, begin("customers"))
    at = app()
    at.session_state["chat"] = "c2"
    at.session_state["edit-c2-0"] = True
    at.run()
    lacks = next(o for o in starts() if o.table == "orders" and o.lacking)
    control(at, "selectbox", "Where").set_value(lacks).run()
    found = Form.of(chat.chats.entries("c2")[0].form)
    assert found is not None
    assert found.query.where == (Related("customers", ("orders",), (), True),)
    assert chat.chats.entries("c2")[0].rows == ((0,),)
    control(at, "selectbox", "Which way").set_value(False).run()
    assert chat.chats.entries("c2")[0].rows == ((2,),)


def test_what_a_follow_up_was_taken_for_is_not_said_of_a_changed_reading(chat: FakeWorkspace) -> None:
    ask(chat, Form(PER_CITY), rewritten="How many orders are there per city?")
    at = app()
    at.session_state["chat"], at.session_state["edit-c2-0"] = "c2", True
    at.run()
    assert "Taken for: How many orders" in texts(at)
    control(at, "multiselect", "Per").set_value([]).run()
    assert chat.chats.entries("c2")[0].rows == ((3,),)
    assert "Taken for" not in texts(at)
    assert "Changed to: How many orders are there?" in texts(at)


def starts() -> list[Start]:
    """Some of what a condition may begin with."""
    return [Start(Item(CITY)), Start(table="orders", lacking=True)]


def test_without_a_form_a_table_begins_it(chat: FakeWorkspace) -> None:
    ask(chat, Form(PER_CITY), form=None, translator="a model", sql="SELECT 1")
    at = app()
    at.session_state["chat"] = "c2"
    at.session_state["edit-c2-0"] = True
    at.run()
    assert "written by a model and has no parts to change here" in texts(at)
    number = Beginning("customers", Item(None, "count", table="customers"))
    control(at, "selectbox", "Begin with").set_value(number).run()
    entry = chat.chats.entries("c2")[0]
    assert (entry.rows, entry.question, entry.edits) == (((2,),), "orders by town", ({},))


def test_a_dictionary_is_nothing_to_build_a_question_of(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("a_code_book", ["Field", "Meaning"], [["customer_id", "Who ordered"], ["note", "What was said"]])
    at = app()
    (of,) = (w for w in at.selectbox if w.label.startswith("Of what?"))
    lists = [b.proto.popover for b in at.main if hasattr(getattr(b, "proto", None), "popover")]
    assert [p.help for p in lists if p.label == "Build a question"] == [""]  # a hint covers what stands above
    assert of.options == ["customers: one row is a customer", "orders: one row is an order"]
    of.set_value("orders").run()
    assert control(at, "selectbox", "Of").options[-1] == "a_code_book"


def test_a_reading_that_is_far_off_is_begun_anew_and_taken_back(chat: FakeWorkspace) -> None:
    at = opened()
    number = Item(None, "count", table="customers")
    control(at, "selectbox", "Begin with").set_value(Beginning("customers", number)).run()
    assert chat.chats.entries("c1")[0].rows == ((2,),)
    control(at, "selectbox", "Begin with").set_value(Beginning("customers")).run()
    assert query_of(chat).select == (Item(CITY),)
    for _ in range(2):
        next(b for b in at.button if b.label == "Undo").click().run()
    assert query_of(chat) == PER_CITY


def test_a_withheld_answer_has_its_editor_open(chat: FakeWorkspace) -> None:
    ask(chat, Form(PER_CITY), confidence=0.2)
    at = app()
    at.session_state["chat"] = "c2"
    at.run()
    assert "I am not sure what this asks." in texts(at)
    control(at, "multiselect", "Per").set_value([]).run()
    assert "I am not sure what this asks." not in texts(at)
    assert chat.chats.entries("c2")[0].rows == ((3,),)


def test_what_comes_nearest_to_a_question_not_read_is_there_to_go_on_from(chat: FakeWorkspace) -> None:
    ask(chat, Form(PER_CITY), sql=None, rows=(), columns=(), path=(), answer="I know no join that connects them.")
    at = app()
    at.session_state["chat"] = "c2"
    at.run()
    assert "I know no join that connects them." in texts(at)
    assert "What comes nearest; change what is wrong: number of" in texts(at)
    next(b for b in at.button if b.label == "Show this").click().run()
    assert sorted(chat.chats.entries("c2")[0].rows) == [("Oslo", 1), ("Porto", 2)]
    assert query_of(chat) == PER_CITY


def test_where_neither_of_two_readings_is_meant_the_editor_is_at_hand(chat: FakeWorkspace) -> None:
    asked = {"sql": None, "rows": (), "columns": (), "path": (), "answer": "Which one do you mean?"}
    ask(chat, Form(PER_CITY), options=("number of orders", "number of towns"), **asked)
    at = app()
    at.session_state["chat"] = "c2"
    at.run()
    assert [e.label for e in at.expander if "change the reading" in e.label] == ["Neither: change the reading"]
    assert not [w for w in at.selectbox if w.label == "Show"]
    at.session_state["edit-c2-0"] = True
    at.run()
    control(at, "multiselect", "Per").set_value([]).run()
    entry = chat.chats.entries("c2")[0]
    assert (entry.rows, entry.options) == (((3,),), ())


def test_thumbs_down_opens_the_editor(chat: FakeWorkspace) -> None:
    at = app()
    at.session_state["chat"] = "c1"
    at.run()
    assert not [w for w in at.selectbox if w.label == "Show"]
    next(b for b in at.button if b.label == "Wrong").click().run()
    assert [t.icon for t in at.toast] == ["🧩"]
    assert control(at, "selectbox", "Show").value == ORDERS


def test_a_question_is_built_from_nothing(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    control(at, "selectbox", "Of what? Choose a table; then choose what to show, where, per what.").set_value(
        "orders"
    ).run()
    (chat,) = ws.chats.chats()
    entry = ws.chats.entries(chat.id)[0]
    assert (entry.question, entry.rows, entry.built) == ("How many orders are there?", ((3,),), True)
    at.run()
    control(at, "multiselect", "Per").set_value([Col("orders", "note")]).run()
    assert ws.chats.entries(chat.id)[0].question == "How many orders are there for each note?"


def test_a_change_that_cannot_be_made_is_told_and_nothing_changes(
    chat: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> Iterator[Answer]:
        raise BadEdit("No join connects them.", "Choose another column.")
        yield

    at = opened()
    monkeypatch.setattr(chat.questions, "edited", refused)
    control(at, "multiselect", "Per").set_value([]).run()
    assert [e.value for e in at.error] == ["Choose another column."]
    at.run()
    assert control(at, "multiselect", "Per").value == [CITY]
    assert not at.error
    assert query_of(chat) == PER_CITY


def test_a_changed_column_is_offered_to_be_remembered_and_forgotten(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.join("orders.customer_id", "customers.id")
    ws.add("customers", ["id", "city", "name"], [[1, "Porto", "Ada"], [2, "Oslo", "Bo"]])
    name = Col("customers", "name")
    changed = Query((Item(name), ORDERS), group=(name,), tables=("orders",))
    ask(ws, Form(changed), translator="a person", edits=(Form(PER_CITY).plain(),), words=(("town", "customers.city"),))
    at = opened()
    remember = next(b for b in at.button if "Remember that “town” means" in b.label)
    remember.click().run()
    assert [(t.words, t.meaning) for t in ws.glossary.terms()] == [("town", "customers.name")]
    assert "“town” is remembered" in texts(at)
    next(b for b in at.button if b.label == "Forget it").click().run()
    assert ws.glossary.terms() == ()


def test_a_way_of_joining_is_offered_to_be_remembered_where_a_person_chose_it(ws: FakeWorkspace) -> None:
    shop(ws)
    join = ws.join("orders.customer_id", "customers.id")
    path = (PathEdge(join.id, "orders", ("customer_id",), "customers", ("id",), "confirmed", 1.0, "n:1"),)
    read = Form(PER_CITY, joins=(join.id,))  # words of the question had spoken for the join
    ask(ws, read, path=path)
    ask(ws, read, path=path, translator="a person", edits=(Form(PER_CITY).plain(),))
    offer = "Always join customers and orders this way"
    assert offer not in [b.label for b in opened().button]
    at = app()
    at.session_state["chat"] = "c2"
    next(b for b in at.run().button if b.label == offer).click().run()
    assert [w.joins for w in ws.joins.preferred()] == [(join.id,)]


def test_a_figure_is_calculated_of_two_columns(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("items", ["item_id", "quantity", "price"], [[1, 2, 5], [2, 3, 4], [3, 2, 4]])
    ask(ws, begin("items"))
    at = opened()
    assert control(at, "selectbox", "Show the").value == "figures"  # as of any other answer
    control(at, "selectbox", "Show the").set_value("sum").run()
    left = next(w for w in at.selectbox if w.label == "column" and len(w.options) >= 2)
    assert left.options[:2] == ["items › quantity", "items › price"]
    next(b for b in at.button if b.label == "Show it").click().run()
    assert not at.exception
    count, figure = query_of(ws).select  # beside the count
    assert count == Item(None, "count", table="items")
    assert figure.formula is not None
    assert (figure.aggregate, figure.formula.operator, figure.formula.name) == ("sum", "*", "quantity × price")


def test_a_column_beside_a_figure_tells_it_apart(ws: FakeWorkspace) -> None:
    shop(ws)
    ask(ws, begin("orders"))
    at = opened()
    also = next(w for w in at.selectbox if w.label == "Also show")
    assert also.placeholder == "Add a figure, or a column to tell it apart by"
    also.set_value(Item(Col("orders", "customer_id"))).run()
    assert not at.exception
    assert query_of(ws).group == (Col("orders", "customer_id"),)
    assert [i.aggregate for i in query_of(ws).select] == ["", "count"]


def test_a_third_column_may_be_reckoned_first(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("items", ["item_id", "quantity", "price", "cost"], [[1, 2, 5, 3], [2, 3, 4, 2], [3, 2, 4, 4]])
    ask(ws, begin("items"))
    at = opened()
    control(at, "selectbox", "Show the").set_value("sum").run()
    at = next(w for w in at.selectbox if w.label == "in brackets with it").select("-").run()
    third = next(w for w in at.selectbox if w.label == "the column")
    assert third.options == ["items › cost"]
    assert "total of items › quantity × (items › price − items › cost)" in [
        c.value.replace("\\", "") for c in at.caption
    ]
    next(b for b in at.button if b.label == "Show it").click().run()
    _, figure = query_of(ws).select
    assert figure.formula is not None
    assert figure.formula.name == "quantity × (price − cost)"


def test_a_chat_that_began_with_a_table_is_named_after_what_was_built(ws: FakeWorkspace) -> None:
    shop(ws)
    titles = [chat_list.begun_about("customers"), "Named by me", "Which?"]
    for title in titles:
        chat = ws.chats.new(title)
        chat_list.retitle(ws, chat, "Which?", "How many customers are there for each town?")  # type: ignore[arg-type]
    now = {c.title for c in ws.chats.chats()}
    assert now >= {"Named by me", "How many customers are there for each town?"}
    assert not now & {titles[0], titles[2]}


def test_chats_built_alike_are_told_apart_by_their_names(ws: FakeWorkspace) -> None:
    shop(ws)
    chats = [ws.chats.new(chat_list.begun_about("orders")) for _ in range(3)]
    for chat in chats:
        chat_list.retitle(ws, chat, "Which?", "How many orders are there?")  # type: ignore[arg-type]
    said = [next(c.title for c in ws.chats.chats() if c.id == chat) for chat in chats]
    assert said == [f"How many orders are there?{n}" for n in ("", " (2)", " (3)")]
    chat_list.retitle(ws, chats[1], "How many orders are there?", "How many orders per town?")  # type: ignore[arg-type]
    assert "How many orders per town?" in {c.title for c in ws.chats.chats()}


def test_another_column_is_compared_with_by_its_label() -> None:
    offered = {"orders › Date Due": 1, "the average orders › total": 2, "2024": 3}
    assert meant("date due", offered) == "orders › Date Due"
    assert (meant("2024", offered), meant("2023", offered), meant("Due", offered)) == ("2024", "", "")
    assert (meant("dental ", ["Dental"]), meant("dental", ["Dental", "DENTAL"]), meant("d", ["Dental"])) == (
        "Dental",
        "",
        "",
    )


def of(ws: FakeWorkspace, reading: Form, **changed: Any) -> AppTest:
    """The editor of another chat's answer."""
    ws.add("sales", ["id", "customer_id", "total"], [[5, 1, 30], [6, 1, 20], [7, 2, 70]])
    ws.join("sales.customer_id", "customers.id")
    ask(ws, reading, **changed)
    at = app()
    at.session_state["chat"] = "c2"
    at.session_state["edit-c2-0"] = True
    return at.run()


def now(ws: FakeWorkspace) -> Query:
    form = Form.of(ws.chats.entries("c2")[0].form)
    assert form is not None
    return form.query


def test_rows_with_so_many_others_are_asked_with_one_condition(chat: FakeWorkspace) -> None:
    at = of(chat, begin("customers"))
    where = control(at, "selectbox", "Where")
    assert "number of orders of each customer" in where.options
    where.set_value(Start(ORDERS, "orders")).run()
    value = control(at, "selectbox", "Value")
    assert value.options[:5] == ["1", "2", "3", "4", "5"]
    value.set_value("2").run()
    assert now(chat).where == (Related("customers", ("orders",), (), False, (Filter(ORDERS, ">=", (2.0,)),)),)
    assert chat.chats.entries("c2")[0].rows == ((1,),)
    control(at, "selectbox", "Of these only").set_value(Start(Item(Col("orders", "note")))).run()
    control(at, "multiselect", "Value").set_value(["a"]).run()
    (related,) = now(chat).where
    assert isinstance(related, Related)
    assert related.where == (Filter(Item(Col("orders", "note")), "=", ("a",)),)


def test_the_average_that_is_compared_with_may_be_of_some_rows_only(chat: FakeWorkspace) -> None:
    dear = Filter(Item(TOTAL), ">", (Scalar(Item(TOTAL, "avg")),))
    at = of(chat, Form(replace(begin("sales").query, where=(dear,))))
    control(at, "selectbox", "The average sales › total of these only").set_value(Start(Item(CITY))).run()
    control(at, "multiselect", "Value").set_value(["Porto"]).run()
    porto = Filter(Item(CITY), "=", ("Porto",))
    assert now(chat).where == (replace(dear, values=(Scalar(Item(TOTAL, "avg"), (porto,)),)),)


def test_the_average_of_those_alike_is_seen_and_gives_way_to_that_of_all(chat: FakeWorkspace) -> None:
    alike = Scalar(Item(TOTAL, "avg"), same=(Col("sales", "customer_id"),))
    dear = Filter(Item(TOTAL), ">", (alike,))
    at = of(chat, Form(replace(begin("sales").query, where=(dear,))))
    value = control(at, "selectbox", "Value")
    assert value.value == "the average sales › total of the same sales › customer_id"
    value.set_value("the average sales › total").run()
    assert now(chat).where == (replace(dear, values=(Scalar(Item(TOTAL, "avg")),)),)


def test_the_highest_of_each_and_those_alike(chat: FakeWorkspace) -> None:
    at = of(chat, Form(changes.listing(begin("sales").query, (Item(TOTAL),))))
    control(at, "selectbox", "Where").set_value(Start(Item(TOTAL), kind="lowest")).run()
    control(at, "selectbox", "of each").set_value(CITY).run()
    assert now(chat).where == (Best(CITY, TOTAL, False),)
    alike = Start(Item(Col("sales", "customer_id")), kind="alike")
    control(at, "selectbox", "and where").set_value(alike).run()
    assert now(chat).where[1] == Among(Col("sales", "customer_id"), ())
    leading = Start(Item(Col("customers", "id")), kind="leading")
    control(at, "selectbox", "and where").set_value(leading).run()
    control(at, "selectbox", "with the most").set_value(Item(TOTAL, "sum")).run()
    assert now(chat).where[2] == Leading(Col("customers", "id"), Item(TOTAL, "sum"), True)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_condition_is_shown(chat: FakeWorkspace, kind: type) -> None:
    condition = example(kind)
    at = of(chat, Form(replace(begin("customers").query, where=(condition,))))
    assert not at.exception, f"{kind.__name__} is not known in pages/_editor/conditions.py: add it there"
    removable = [b for b in at.button if b.label.startswith("remove")]
    assert len(removable) == 1 + len(inside(condition))
    assert now(chat).where == (condition,)


def test_of_any_of_several_all_are_asked(chat: FakeWorkspace) -> None:
    town, other = Filter(Item(CITY), "=", ("Oslo",)), Filter(Item(Col("customers", "id")), "<", (2.0,))
    at = of(chat, Form(replace(begin("customers").query, where=(AnyOf((town, other)),))))
    assert chat.chats.entries("c2")[0].rows == ((2,),)
    control(at, "selectbox", "How many of them").set_value("all").run()
    assert now(chat).where == (town, other)
    assert chat.chats.entries("c2")[0].rows == ((0,),)


def test_rows_that_have_none_with_a_value_are_asked_in_one_condition(chat: FakeWorkspace) -> None:
    at = of(chat, begin("customers"))
    note = Item(Col("orders", "note"))
    control(at, "selectbox", "Where").set_value(Start(note, "orders", True, "with")).run()
    control(at, "multiselect", "Value").set_value(["b"]).run()
    assert now(chat).where == (Related("customers", ("orders",), (Filter(note, "=", ("b",)),), True),)
    assert chat.chats.entries("c2")[0].rows == ((1,),)


def test_rows_that_have_no_others_or_are_of_a_town(chat: FakeWorkspace) -> None:
    lacking = begin("customers").query
    at = of(chat, Form(replace(lacking, where=(Related("customers", ("orders",), (), True),))))
    assert chat.chats.entries("c2")[0].rows == ((0,),)
    next(b for b in at.button if b.label == "or …").click().run()
    control(at, "selectbox", "or").set_value(Start(Item(CITY))).run()
    control(at, "multiselect", "Value").set_value(["Oslo"]).run()
    (either,) = now(chat).where
    assert isinstance(either, AnyOf)
    assert chat.chats.entries("c2")[0].rows == ((1,),)


def test_a_figure_is_divided_by_a_number_that_is_typed(chat: FakeWorkspace) -> None:
    at = of(chat, replace(begin("sales"), query=changes.with_figure(begin("sales").query, Item(TOTAL, "sum"), 0)))
    control(at, "selectbox", "Show the").set_value("figures").run()
    control(at, "selectbox", "second figure, or a number").set_value("60").run()
    next(b for b in at.button if b.label == "Show it").click().run()
    assert chat.chats.entries("c2")[0].rows == ((120, 2.0),)
    control(at, "selectbox", "second figure, or a number").set_value("another number").run()
    assert next(b for b in at.button if b.label == "Show it").disabled
    control(at, "number_input", "Number").set_value(24).run()
    next(b for b in at.button if b.label == "Show it").click().run()
    assert chat.chats.entries("c2")[0].rows == ((120, 2.0, 5.0),)


def test_what_is_reckoned_in_each_row_is_listed(chat: FakeWorkspace) -> None:
    chat.add("parts", ["id", "amount", "price"], [[1, 2, 30], [2, 5, 7]])
    at = of(chat, Form(changes.listing(begin("parts").query, (Item(Col("parts", "id")),))))
    control(at, "selectbox", "Show the").set_value("row").run()
    next(b for b in at.button if b.label == "Show it").click().run()
    assert chat.chats.entries("c2")[0].rows == ((1, 60), (2, 35))


def test_the_latest_and_the_time_between_two_dates_are_chosen(chat: FakeWorkspace) -> None:
    held = chat.add("stays", ["id", "came", "went"], [[1, "2024-01-01", "2024-01-03"], [2, "2024-02-01", "2024-02-09"]])
    days = tuple(replace(c, type="integer" if c.name == "id" else "date") for c in held.columns)
    chat._tables["stays"] = replace(held, columns=days)
    at = of(chat, begin("stays"))
    came, went = Col("stays", "came"), Col("stays", "went")
    control(at, "selectbox", "Where").set_value(Start(Item(came))).run()
    assert any(c.value.startswith("Not in force yet") for c in at.caption)
    control(at, "multiselect", "Value").set_value(["2024-01", "2024-02"]).run()
    assert now(chat).where == (Filter(Item(came), "like", ("2024-01%", "2024-02%")),)
    assert control(at, "multiselect", "Value").value == ["2024-01", "2024-02"]
    assert not any(c.value.startswith("Not in force yet") for c in at.caption)
    control(at, "selectbox", "Column").set_value(went).run()
    assert now(chat).where == (Filter(Item(went), "like", ("2024-01%", "2024-02%")),)
    control(at, "selectbox", "Column").set_value(Col("stays", "id")).run()
    assert any("Until then it stays as it was: stays.went" in c.value.replace("\\", "") for c in at.caption)
    control(at, "selectbox", "Column").set_value(came).run()
    control(at, "multiselect", "Value").set_value(["the latest stays › came"]).run()
    assert now(chat).where == (Filter(Item(came), "=", (Scalar(Item(came, "max")),)),)
    stay = span(came, "days", went, chat.questions.facts(begin("stays")))
    control(at, "selectbox", "and where").set_value(Start(stay)).run()
    assert [w for w in at.selectbox if w.label == "Comparison"][-1].options[:2] == ["more than", "is"]
    [w for w in at.selectbox if w.label == "Value"][-1].set_value("5").run()
    assert now(chat).where[1] == Filter(stay, ">", (5.0,))


def test_a_day_is_compared_with_today(chat: FakeWorkspace) -> None:
    held = chat.add("stays", ["id", "went"], [[1, "2024-01-03"], [2, "2999-02-09"]])
    days = tuple(replace(c, type="integer" if c.name == "id" else "date") for c in held.columns)
    chat._tables["stays"] = replace(held, columns=days)
    went, today = Item(Col("stays", "went")), date.today().isoformat()
    at = of(chat, Form(replace(begin("stays").query, where=(Filter(went, "<", ("2024-01-01",)),))))
    value = control(at, "selectbox", "Value")
    assert f"today, {today}" in value.options
    value.set_value(f"today, {today}").run()
    assert now(chat).where == (Filter(went, "<", (today,)),)
    assert control(at, "selectbox", "Value").value == f"today, {today}"


def test_between_two_days_the_days_stand_in_order_and_are_whole(chat: FakeWorkspace) -> None:
    held = chat.add("stays", ["id", "came"], [[1, "2023-11-03 10:00"], [2, "2024-02-09 11:00"]])
    times = tuple(replace(c, type="integer" if c.name == "id" else "datetime") for c in held.columns)
    chat._tables["stays"] = replace(held, columns=times)
    came = Item(Col("stays", "came"))
    span_of = Filter(came, "between", ("2023-01-01", "2023-12-31T23:59:59"))
    at = of(chat, Form(replace(begin("stays").query, where=(span_of,))))
    assert control(at, "selectbox", "Column").options[:1] == ["stays › came"]  # written as in every other list
    assert control(at, "selectbox", "From").value == "2023-01-01"
    to = control(at, "selectbox", "To")
    assert to.value == "2023-12-31"
    days = [o for o in to.options[1:] if o[:2] == "20"]
    assert days == ["2023-11-30", "2024-01-31", "2024-02-29", "2024-12-31"]
    to.set_value("2024-02-29").run()
    assert now(chat).where == (replace(span_of, values=("2023-01-01", "2024-02-29T23:59:59")),)


def test_a_figure_of_one_value_less_that_of_another(chat: FakeWorkspace) -> None:
    at = of(chat, begin("sales"))
    control(at, "selectbox", "Show the").set_value("values").run()
    control(at, "selectbox", "figure").set_value(Item(TOTAL, "sum")).run()
    control(at, "selectbox", "where").set_value(CITY).run()
    control(at, "selectbox", "is").set_value("Porto").run()
    control(at, "selectbox", "less the same where it is").set_value("Oslo").run()
    next(b for b in at.button if b.label == "Show it").click().run()
    assert chat.chats.entries("c2")[0].rows == ((3, -20),)


def test_a_text_is_compared_by_its_beginning(chat: FakeWorkspace) -> None:
    at = of(chat, Form(replace(begin("customers").query, where=(Filter(Item(CITY), "=", ("Oslo",)),))))
    control(at, "selectbox", "Comparison").set_value(("like", "begins")).run()
    assert now(chat).where == (Filter(Item(CITY), "like", ("Oslo%",)),)
    assert control(at, "text_input", "Part of the text").value == "Oslo"
    control(at, "text_input", "Part of the text").set_value("Po").run()
    assert now(chat).where == (Filter(Item(CITY), "like", ("Po%",)),)


def test_a_column_in_place_of_a_figure_lists_the_rows(chat: FakeWorkspace) -> None:
    at = of(chat, begin("sales"))
    control(at, "selectbox", "Show").set_value(Item(TOTAL)).run()
    assert now(chat).select == (Item(TOTAL),)


def test_columns_of_the_rows_stand_before_other_figures_and_those_of_other_tables_last(chat: FakeWorkspace) -> None:
    offered = control(of(chat, begin("orders")), "selectbox", "Show").options
    some = ("number of orders", "orders › note", "number of customers", "customers › city")
    assert [offered.index(s) for s in some] == sorted(offered.index(s) for s in some)


def test_a_figure_may_be_taken_of_some_rows_only(chat: FakeWorkspace) -> None:
    at = of(chat, begin("orders"))
    next(b for b in at.button if b.label == "only …").click().run()
    control(at, "selectbox", "The number of orders of these only").set_value(Start(Item(CITY))).run()
    control(at, "multiselect", "Value").set_value(["Porto"]).run()
    assert now(chat).select == (replace(ORDERS, where=(Filter(Item(CITY), "=", ("Porto",)),)),)
    assert now(chat).where == ()


def test_a_percentage_is_offered_of_counts_and_totals_alone(ws: FakeWorkspace) -> None:
    ws.add("sales", ["day", "total"], [["2024-01-02", 3], ["2024-01-09", 5]])
    some = (Filter(Item(TOTAL), ">", (1.0,)),)
    for number, (item, offered) in enumerate(((Item(TOTAL, "avg"), False), (Item(TOTAL, "sum"), True)), 1):
        ask(ws, Form(Query((item,), some, tables=("sales",))))
        at = app()
        at.session_state["chat"] = f"c{number}"
        at.session_state[f"edit-c{number}-0"] = True
        assert ("as a percentage of the whole total" in [c.label for c in at.run().checkbox]) is offered


def test_a_percentage_says_of_what_it_is(ws: FakeWorkspace) -> None:
    ws.add("sales", ["day", "shop", "total"], [["2024-01-02", "a", 3], ["2024-01-09", "b", 5]])
    some = (Filter(Item(TOTAL), ">", (1.0,)),)
    count, shop = Item(None, "count", table="sales"), Col("sales", "shop")
    for number, (form, said) in enumerate(
        (
            (Query((count,), some, tables=("sales",)), ["as a percentage of all sales"]),
            (
                Query((Item(shop), count), some, group=(shop,), tables=("sales",)),
                ["as a percentage of each group’s sales", "as a percentage of the sales of all groups"],
            ),
            (
                Query((Item(shop), Item(TOTAL, "sum")), some, group=(shop,), tables=("sales",)),
                ["as a percentage of each group’s total", "as a percentage of the total of all groups"],
            ),
        ),
        1,
    ):
        ask(ws, Form(form))
        at = app()
        at.session_state["chat"] = f"c{number}"
        at.session_state[f"edit-c{number}-0"] = True
        assert [c.label for c in at.run().checkbox if "percentage" in c.label] == said


def test_what_another_table_cannot_be_asked_is_said_beside_the_editor(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.join("orders.customer_id", "customers.id")
    ws.add("sales", ["customer_id", "total"], [[1, 3], [2, 5]])
    ws.join("sales.customer_id", "customers.id")
    total = Item(TOTAL, "sum")
    ask(ws, Form(Query((Item(CITY), total), (), (CITY,), (), (Order(total),), 1, tables=("sales",))))
    at = opened()
    control(at, "selectbox", "Of").set_value("orders").run()
    changed = query_of(ws)
    assert (changed.select, changed.order, changed.limit) == ((Item(CITY), ORDERS), (Order(ORDERS),), 1)
    said = "Left out, since it cannot be asked of orders: total sales › total."
    assert any(said in c.value for c in at.caption)
    control(at, "selectbox", "Only the first").set_value("2").run()
    assert not any(said in c.value for c in at.caption)
    at = of(ws, Form(Query((Item(CITY), total), (), (CITY,), (), (Order(total),), 1, tables=("sales",))))
    control(at, "selectbox", "Of").set_value("orders")
    control(at, "selectbox", "Only the first").set_value("2")  # before the first of the two is drawn
    at.run()
    assert now(ws).limit == 2
    assert any(said in c.value for c in at.caption)


def test_the_figure_of_a_ranking_is_seen_and_changed_although_it_is_not_shown(chat: FakeWorkspace) -> None:
    customers = Item(None, "count", table="customers")
    ask(chat, Form(Query((Item(CITY),), (), (CITY,), (), (Order(ORDERS),), 1, tables=("orders",))), confidence=0.2)
    at = app()
    at.session_state["chat"] = "c2"
    at.run()
    assert control(at, "selectbox", "Ranked by").value == ORDERS
    control(at, "selectbox", "Ranked by").set_value(customers).run()
    form = Form.of(chat.chats.entries("c2")[0].form)
    assert form is not None
    assert form.query.order == (Order(customers),)


def test_what_is_calculated_stands_beside_the_rest_and_is_told_first(chat: FakeWorkspace) -> None:
    total = Item(TOTAL, "sum")
    at = of(chat, Form(Query((Item(CITY), total), (), (CITY,), (), (Order(total),), tables=("sales",))))
    assert control(at, "selectbox", "Show the").value == "figures"
    assert control(at, "selectbox", "figure").value == total
    assert control(at, "selectbox", "second figure, or a number").value == Item(None, "count", table="sales")
    at = control(at, "selectbox", "Show the").set_value("portion").run()
    assert control(at, "selectbox", "figure").value == total
    assert "average sales › total" not in control(at, "selectbox", "figure").options
    assert control(at, "selectbox", "where").value == Col("orders", "note")  # neither a key nor unique
    control(at, "selectbox", "where").set_value(CITY).run()
    assert "It is shown beside what is shown now." in [c.value for c in at.caption]
    control(at, "selectbox", "is").set_value("Porto").run()
    next(b for b in at.button if b.label == "Show it").click().run()
    made = now(chat).select
    assert (len(made), made[1], now(chat).order) == (3, total, (Order(made[-1]),))


def test_two_figures_are_divided(chat: FakeWorkspace) -> None:
    at = of(chat, begin("orders"))
    control(at, "selectbox", "Show the").set_value("figures").run()
    control(at, "selectbox", "second figure, or a number").set_value(Item(None, "count", table="customers")).run()
    next(b for b in at.button if b.label == "Show it").click().run()
    _, item = now(chat).select
    assert item.formula is not None
    assert (item.aggregate, item.formula.name) == ("own", "number of orders ÷ number of customers")


def test_a_table_that_is_only_joined_is_left_out(chat: FakeWorkspace) -> None:
    at = of(chat, Form(replace(begin("orders").query, tables=("orders", "customers"))))
    next(b for b in at.button if b.label == "Leave customers out").click().run()
    assert now(chat) == begin("orders").query


def test_values_are_compared_with_those_of_another_column(chat: FakeWorkspace) -> None:
    at = of(chat, begin("customers"))
    control(at, "selectbox", "Where").set_value(Start(Item(Col("customers", "id")))).run()
    control(at, "selectbox", "Comparison").set_value(("!=", "column")).run()
    control(at, "selectbox", "Values of").set_value(Col("orders", "customer_id")).run()
    assert now(chat).where == (Via(Col("customers", "id"), Col("orders", "customer_id"), (), True),)
    control(at, "selectbox", "Which way").set_value(False).run()
    assert now(chat).where == (Via(Col("customers", "id"), Col("orders", "customer_id"), ()),)


def test_a_join_that_is_missed_is_made_by_hand(chat: FakeWorkspace) -> None:
    chat.add("towns", ["town", "people"], [["Oslo", 7], ["Porto", 2]])
    at = of(chat, begin("customers"), built=True, translator=BY_HAND)
    assert "towns" not in " ".join(control(at, "multiselect", "Per").options)
    control(at, "selectbox", "Rows belong together where").set_value(CITY).run()
    control(at, "selectbox", "is the same as").set_value(Col("towns", "town")).run()
    next(b for b in at.button if b.label == "Join them").click().run()
    assert any("customers.city=towns.town" in j.id for j in chat.joins.all())
    joined = "✅ Joined: customers › city = towns › town. Columns of both can be chosen above."
    assert joined in [c.value.replace("\\", "") for c in at.caption]
    assert "towns › people" in control(at, "multiselect", "Per").options
    control(at, "multiselect", "Per").set_value([Col("towns", "people")]).run()
    assert chat.chats.entries("c2")[0].rows == ((7, 1), (2, 1))
    assert joined not in [c.value.replace("\\", "") for c in at.caption]


def test_the_months_of_a_quarter_are_shown_as_the_quarter_that_was_chosen() -> None:
    quarters = {f"2024-Q{q}": tuple(f"2024-{m:02}%" for m in range(3 * q - 2, 3 * q + 1)) for q in (1, 2)}
    assert whole_quarters(("2024-05%", *quarters["2024-Q1"]), quarters) == (["2024-Q1"], ["2024-05%"])
    assert whole_quarters(("2024-01%", "2024-02%"), quarters) == ([], ["2024-01%", "2024-02%"])


def test_rows_that_are_called_alike_are_told_apart_at_a_click(chat: FakeWorkspace) -> None:
    chat.add("members", ["id", "name"], [[1, "Ann"], [2, "Bob"], [3, "Ann"]])
    ask(
        chat,
        Form(Query((Item(Col("members", "name")),), tables=("members",))),
        warnings=(Caution("same_names", "2 rows are called “Ann”."),),
    )
    at = app()
    at.session_state["chat"] = "c2"
    at.run()
    assert "2 rows are called “Ann”." in texts(at)
    next(b for b in at.button if b.label == "Also show id").click().run()
    assert not at.exception
    entry = chat.chats.entries("c2")[0]
    assert (entry.columns, entry.rows[0]) == (("name", "id"), ("Ann", 1))
    assert "Also show id" not in [b.label for b in at.button]


def test_a_column_that_is_no_group_is_seen_and_can_be_left_out(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.join("orders.customer_id", "customers.id")
    highest = Item(Col("orders", "id"), "max")
    ask(ws, Form(replace(PER_CITY, select=(Item(CITY), Item(Col("customers", "id")), highest))))
    at = opened()
    assert any(m.value.startswith("and customers") for m in at.markdown)
    next(b for b in at.button if b.help == "Do not show customers › id").click().run()
    assert query_of(ws).select == (Item(CITY), highest)


def test_the_figure_of_a_bound_is_another(chat: FakeWorkspace) -> None:
    at = of(chat, Form(replace(PER_CITY, having=(Filter(ORDERS, ">", (0.0,)),))))
    notes = Item(Col("orders", "note"), "count", distinct=True)
    control(at, "selectbox", "Figure compared").set_value(notes).run()
    assert now(chat).having == (Filter(notes, ">", (0.0,)),)


def test_a_figure_of_another_table_in_place_of_a_list_is_told(chat: FakeWorkspace) -> None:
    at = of(chat, Form(Query((Item(CITY), Item(Col("customers", "id"))), tables=("customers",))))
    at = control(at, "selectbox", "Figure").set_value(Item(TOTAL, "sum")).run()
    assert any("This is a figure of sales now." in c.value for c in at.caption)


def test_times_of_a_day_are_chosen_as_they_stand(chat: FakeWorkspace) -> None:
    held = chat.add("shows", ["id", "start"], [[1, "14:30"], [2, "19:30"], [3, "19:30"]])
    start = replace(held.columns[1], type="time", profile=replace(held.columns[1].profile, common=(("19:30", 2),)))
    chat._tables["shows"] = replace(held, columns=(held.columns[0], start))
    at = of(chat, begin("shows"))
    control(at, "selectbox", "Where").set_value(Start(Item(Col("shows", "start")))).run()
    assert control(at, "selectbox", "Comparison").value == ("=", "")
    value = control(at, "multiselect", "Value")
    assert "19:30" in value.options
    value.set_value(["9:30"]).run()
    assert now(chat).where == (Filter(Item(Col("shows", "start")), "=", ("09:30",)),)


def test_of_two_changes_made_at_once_both_are_made(chat: FakeWorkspace) -> None:
    at = opened()
    notes = Item(Col("orders", "note"), "count", distinct=True)
    control(at, "selectbox", "Only the first").set_value("2")
    control(at, "selectbox", "Show").set_value(notes)
    at.run()
    assert query_of(chat).select == (Item(CITY), notes)
    assert query_of(chat).limit == 2
    assert len(chat.chats.entries("c1")[0].edits or ()) == 2  # each is undone by itself
    control(at, "button", "Undo").click().run()
    assert query_of(chat).limit is None


def test_a_button_pressed_beside_another_change_is_not_lost(chat: FakeWorkspace) -> None:
    paid = Filter(Item(Col("orders", "note")), "=", ("paid",))
    at = of(chat, Form(replace(PER_CITY, where=(paid,))))
    control(at, "selectbox", "Show").set_value(Item(Col("orders", "note"), "count", distinct=True))
    control(at, "button", "remove").click()
    at.run()
    assert (now(chat).where, now(chat).select[-1].distinct) == ((), True)


def test_what_no_control_takes_any_more_is_told(chat: FakeWorkspace) -> None:
    at = opened()
    control(at, "multiselect", "Per").set_value([])
    control(at, "selectbox", "Only the first").set_value("2")  # of one figure there is no first
    at.run()
    assert (query_of(chat).group, query_of(chat).limit) == ((), None)
    assert [c.value for c in at.caption if late.NOT_MADE in c.value]
    assert not [c.value for c in at.run().caption if late.NOT_MADE in c.value]


def test_one_figure_has_no_order_and_no_first(chat: FakeWorkspace) -> None:
    at = opened()
    assert control(at, "selectbox", "Only the first").value == "all"
    control(at, "multiselect", "Per").set_value([]).run()
    assert not query_of(chat).group
    assert not {"Sorted by", "Only the first"} & {s.label for s in at.selectbox}


def test_a_change_that_a_word_of_the_question_speaks_for_is_a_click_away(ws: FakeWorkspace) -> None:
    ws.add("sales", ["id", "total"], [[1, 30], [2, 20], [3, 20]])
    ask(ws, begin("sales"), question="How much was the total of the sales?")
    at = opened()
    said = "total sales › total in place of the number of sales"
    next(b for b in at.button if b.label == said).click().run()
    assert not at.exception
    assert query_of(ws).select == (Item(TOTAL, "sum"),)


def test_a_condition_that_is_begun_goes_along_with_other_changes(chat: FakeWorkspace) -> None:
    note = Col("orders", "note")
    at = opened()
    control(at, "selectbox", "Where").set_value(Start(Item(note))).run()
    assert "Not in force yet: choose what is missing." in [c.value for c in at.caption]
    control(at, "multiselect", "Per").set_value([]).run()
    control(at, "selectbox", "Show").set_value(Item(note, "count", True)).run()
    assert not at.exception
    assert query_of(chat).where == ()
    assert control(at, "selectbox", "Where").value == Start(Item(note))
    control(at, "multiselect", "Value").set_value(["b"]).run()
    assert not at.exception
    assert query_of(chat).where == (Filter(Item(note), "=", ("b",)),)
    assert control(at, "selectbox", "and where").value is None
    assert not [c.value for c in at.caption if late.NOT_MADE in c.value]


def test_a_comparison_that_is_changed_by_half_goes_along_with_other_changes(chat: FakeWorkspace) -> None:
    at = of(chat, Form(replace(PER_CITY, where=(Filter(Item(Col("orders", "note")), "=", ("b",)),))))
    control(at, "selectbox", "Column").set_value(CITY).run()
    control(at, "multiselect", "Per").set_value([]).run()
    assert not at.exception
    assert control(at, "selectbox", "Column").value == CITY
    control(at, "multiselect", "Value").set_value(["Oslo"]).run()
    assert now(chat).where == (Filter(Item(CITY), "=", ("Oslo",)),)
