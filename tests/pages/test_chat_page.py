"""The chat page: act, then look at what is there."""

from __future__ import annotations

import time

import pytest

from core.errors import StoreUnreachable, WorkspaceDamaged
from core.model import Answer
from pages import _asking
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop

PER_CITY = "How many orders per city?"


def test_an_empty_workspace_offers_the_three_samples(ws: FakeWorkspace) -> None:
    at = app()
    assert [b.label for b in at.button if b.label.startswith("Try")] == [
        "Try “Web shop”",
        "Try “Patient-reported outcomes”",
        "Try “Food inspection”",
    ]
    assert at.chat_input[0].disabled


def test_one_click_loads_a_sample_and_offers_its_questions(ws: FakeWorkspace) -> None:
    at = app()
    at.button(key="sample-shop").click().run()
    assert not at.exception
    assert len(ws.tables()) == 7
    assert at.button(key="suggestion-0").label == "How many customers are there?"
    assert not at.chat_input[0].disabled


def test_a_question_is_answered_with_its_evidence(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert not at.exception
    assert at.dataframe[0].value.to_numpy().tolist() == [["Porto", 2], ["Oslo", 1]]
    page = texts(at)
    for part in (
        "There are 2 cities; Porto has the most orders, 2.",
        "Confidence: high",
        "2 rows.",
        "“orders” → table orders",
        "Not used: “please”",
        "✓ **Rows**: 2 rows · 1 ms",
    ):
        assert part in page
    assert at.warning[0].value == "The join of orders and customers is not confirmed."
    assert [c.value for c in at.code] == ["MATCH (t:Table {id: $t}) RETURN t.id"]
    assert at.text_area[0].value == ws.answers[PER_CITY].sql
    assert len(at.get("graphviz_chart")) == 1
    assert len(at.get("vega_lite_chart")) == 1


def test_the_chat_is_in_the_address_and_found_again(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert at.query_params["chat"] == "c1"
    at.switch_page("pages/data.py").run()
    at.switch_page("pages/chat.py").run()
    assert "Porto has the most orders" in texts(at)

    reloaded = app()
    assert "Porto has the most orders" not in texts(reloaded)
    reloaded.query_params["chat"] = "c1"
    reloaded.run()
    assert "Porto has the most orders" in texts(reloaded)


def test_new_chat_starts_empty_and_the_old_one_is_listed(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    at.button(key="new-chat").click().run()
    assert "Porto has the most orders" not in texts(at)
    assert at.button(key="chat-c1").label == "How many orders per city?"
    at.button(key="chat-c1").click().run()
    assert "Porto has the most orders" in texts(at)


def test_a_chat_is_renamed_and_deleted(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    at.text_input(key="name-c1").set_value("Cities").run()
    at.button(key="rename-chat").click().run()
    assert at.button(key="chat-c1").label == "Cities"
    at.button(key="delete-chat").click().run()
    assert not at.exception
    assert ws.history.chats() == ()


def test_changed_sql_runs_in_place(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    at.text_area(key="sql-c1-0").set_value('SELECT "city" FROM "customers" ORDER BY 1').run()
    at.button(key="run-c1-0").click().run()
    assert not at.exception
    assert [d.value.to_numpy().tolist() for d in at.dataframe] == [[["Porto", 2], ["Oslo", 1]], [["Oslo"], ["Porto"]]]


def test_refused_sql_is_said_in_plain_words(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    at.text_area(key="sql-c1-0").set_value("DROP TABLE orders").run()
    at.button(key="run-c1-0").click().run()
    assert not at.exception
    assert (at.error[0].title, at.error[0].value) == (
        "Only reading is allowed here.",
        "Start the query with SELECT.",
    )


def test_several_questions_keep_their_own_widgets(ws: FakeWorkspace) -> None:
    shop(ws)
    other = Answer(question="Cities?", answer="Two.", sql="SELECT 1 AS one", columns=("one",), rows=((1,),))
    ws.answers["Cities?"] = other
    at = app()
    for question in (PER_CITY, "Cities?", PER_CITY):
        at.chat_input[0].set_value(question).run()
    assert [t.value for t in at.text_area] == [
        ws.answers[PER_CITY].sql,
        "SELECT 1 AS one",
        ws.answers[PER_CITY].sql,
    ]
    assert len({t.key for t in at.text_area}) == 3


def test_not_understood_shows_what_was_and_offers_questions(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value("Quux orders?").run()
    assert "This much was understood:" in texts(at)
    example = at.button(key="example-c1-0-0")
    assert example.label == "How many rows are there in orders?"
    example.click().run()
    assert [e.question for e in ws.history.entries("c1")] == ["Quux orders?", "How many rows are there in orders?"]


def test_a_fault_becomes_an_entry_with_the_next_step(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.fault = StoreUnreachable("Neo4j does not answer.", "Start it.")
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert not at.exception
    assert "Neo4j does not answer. Start it." in texts(at)


def test_a_fault_while_a_page_is_drawn_is_shown_in_its_place(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise WorkspaceDamaged("The chats cannot be read.", "Move the file away.")

    monkeypatch.setattr(ws.history, "chats", broken)
    at = app()
    assert (at.error[0].title, at.error[0].value) == ("The chats cannot be read.", "Move the file away.")


def test_a_mistake_of_the_program_shows_no_trace(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    shop(ws)
    monkeypatch.setattr(ws, "ask", lambda *a, **k: 1 / 0)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert not at.exception
    assert at.error[0].title == "The program made a mistake."


def test_stop_ends_a_question_under_way(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.slow.clear()
    chat = ws.history.new("Slow")
    at = app()
    _asking.start(ws, chat, PER_CITY)  # type: ignore[arg-type]
    _asking.stop(chat)
    deadline = time.monotonic() + 5
    while not ws.history.entries(chat) and time.monotonic() < deadline:
        time.sleep(0.02)
    at.query_params["chat"] = chat
    at.run()
    assert "Stopped. Ask again when you like." in texts(at)


HOSTILE = "<img src=x onerror=alert(1)> ![p](http://evil.example/p.png) $a$ :red[b] :material/home: # *c*"


def test_hostile_text_is_shown_as_it_is(ws: FakeWorkspace) -> None:
    ws.add(HOSTILE.replace("/", "_"), [HOSTILE, "n"], [[HOSTILE, 1], ["b", 2]])
    ws.answers[HOSTILE] = Answer(
        question=HOSTILE,
        answer=HOSTILE,
        tables=(HOSTILE,),
        sql="SELECT 1",
        columns=(HOSTILE, "n"),
        rows=((HOSTILE, 1), ("b", 2)),
        understood=((HOSTILE, HOSTILE),),
    )
    at = app()
    at.chat_input[0].set_value(HOSTILE).run()
    assert not at.exception
    assert at.dataframe[0].value.iloc[0, 0] == HOSTILE
    assert all("<img" not in m.value.replace("\\<", "") for m in at.markdown)
    assert "<img" not in at.get("graphviz_chart")[0].proto.spec
