"""The chat page: act, then look at what is there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.errors import StoreUnreachable, WorkspaceDamaged
from core.model import Answer, Caution
from core.workspace import LoadReport
from pages._chat import ask_job
from pages._chat.ask_job import OTHERWISE
from pages._ui.faults import MISTAKE
from pages._ui.jobs import jobs
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
    at.chat_input[0].set_value("How many orders are there?").run()
    assert [i.value for i in at.info] == [
        "There is no table to ask yet. Drop files here with your question, or load them first."
    ]
    assert not ws.chats.chats()


@pytest.mark.slow
def test_one_click_loads_a_sample_and_offers_its_questions(ws: FakeWorkspace) -> None:
    at = app()
    at.button(key="sample-shop").click().run()
    assert not at.exception
    assert len(ws.tables.all()) == 7
    assert at.button(key="suggestion-0").label == "How many customers are there?"
    assert not at.chat_input[0].disabled


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
    at.text_input(key="name-c1").set_value("Cities")
    at.button(key="rename-chat").click().run()
    assert at.button(key="chat-c1").label == "Cities"
    at.button(key="delete-chat").click().run()
    assert "Delete “Cities” with its questions and answers? This cannot be undone." in texts(at)
    at.button(key="delete-chat-no").click().run()
    assert [c.title for c in ws.chats.chats()] == ["Cities"]
    at.button(key="delete-chat").click().run()
    at.button(key="delete-chat-yes").click().run()
    assert not at.exception
    assert ws.chats.chats() == ()


def test_not_understood_shows_what_was_and_offers_questions(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.offers[""] = ("How many orders are there?",)
    ws.questions.suggestions()
    at = app()
    at.chat_input[0].set_value("Quux orders?").run()
    assert "This much was understood:" in texts(at)
    example = at.button(key="example-c1-0-0")
    assert example.label == "How many orders are there?"
    example.click().run()
    assert [e.question for e in ws.chats.entries("c1")] == ["Quux orders?", "How many orders are there?"]


def test_that_the_model_failed_is_told_where_there_is_no_answer_too(ws: FakeWorkspace) -> None:
    shop(ws)
    failed = Caution("model_failed", "The chat model refused the key (401). The rules answered instead.")
    ws.answers["How many?"] = Answer("How many?", "None of the words match.", warnings=(failed,), translator="rules")
    at = app()
    at.chat_input[0].set_value("How many?").run()
    assert [w.value for w in at.warning] == ["The chat model refused the key \\(401\\). The rules answered instead."]


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

    monkeypatch.setattr(ws.chats, "chats", broken)
    at = app()
    assert (at.error[0].title, at.error[0].value) == ("The chats cannot be read.", "Move the file away.")


def test_a_mistake_becomes_an_entry_without_a_trace(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    shop(ws)
    monkeypatch.setattr(ws.questions, "ask", lambda *a, **k: 1 / 0)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert not at.exception
    assert [(e.question, e.answer) for e in ws.chats.entries("c1")] == [(PER_CITY, f"{MISTAKE} {OTHERWISE}")]
    assert not at.error


def test_nothing_is_left_to_stop_where_other_work_on_the_chat_failed(ws: FakeWorkspace) -> None:
    shop(ws)
    chat = ws.chats.new("Wrong")
    at = app()
    jobs().start(ask_job._key(ws, chat), "Work", lambda job: 1 / 0)  # type: ignore[arg-type]
    at.query_params["chat"] = chat
    at.run()
    assert at.error[0].title == MISTAKE
    assert "stop-ask" not in [b.key for b in at.button]


def test_stop_ends_a_question_at_once_and_what_still_comes_is_thrown_away(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.slow.clear()
    ws.stoppable = False
    chat = ws.chats.new("Slow")
    at = app()
    ask_job.start(ws, chat, PER_CITY)  # type: ignore[arg-type]
    ask_job.stop(ws, chat)  # type: ignore[arg-type]
    at.query_params["chat"] = chat
    at.run()
    assert "Stopped. Ask again when you like." in texts(at)
    ws.slow.set()
    assert ws.answered.wait(60)
    assert [e.answer for e in ws.chats.entries(chat)] == ["Stopped. Ask again when you like."]


def test_each_question_is_asked_in_its_chat(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    at.chat_input[0].set_value("and per month?").run()
    at.button(key="new-chat").click().run()
    at.chat_input[0].set_value(PER_CITY).run()
    assert ws.asked == [(PER_CITY, "c1"), ("and per month?", "c1"), (PER_CITY, "c2")]


def test_a_follow_up_says_what_it_was_taken_for(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers["only Oslo"] = replace(ws.answers[PER_CITY], question="only Oslo", rewritten="How many orders in Oslo?")
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    at.chat_input[0].set_value("only Oslo").run()
    assert "How many orders in Oslo?" in texts(at)


def test_of_a_long_chat_the_last_answers_are_drawn_and_what_is_folded_in_earlier_ones_once_opened(
    ws: FakeWorkspace,
) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    for _ in range(11):
        ws.chats.add("c1", ws.answers[PER_CITY])
    at.run()
    assert len(at.chat_message) == 20
    assert [t.label for t in at.toggle] == ["Show 2 earlier questions"]
    files = [d.proto.label for d in at.get("download_button")]
    assert len(files) == len(set(files)) == 7
    assert [b.key for b in at.button if b.label == "Keep"] == ["keep-c1-11"]
    at.session_state["download-c1-5"] = True
    at.session_state["set-c1-5"] = True
    at.run()
    assert [d.proto.label for d in at.get("download_button")] == 2 * files
    assert [b.key for b in at.button if b.label == "Keep"] == ["keep-c1-5", "keep-c1-11"]


def test_a_question_back_offers_its_options_and_an_earlier_one_is_answered_in_its_place(ws: FakeWorkspace) -> None:
    shop(ws)
    ways = ("count of `orders`", "sum of `orders`.`total`")
    ws.answers["How much?"] = Answer("How much?", "Which one do you mean?", options=ways, translator="rules")
    at = app()
    at.chat_input[0].set_value("How much?").run()
    assert "Choose one, or type below what you mean." in texts(at)
    at.button(key="option-c1-0-1").click().run()
    assert ws.asked[-1] == (ways[1], "c1")
    assert "Choose one, or type below what you mean." not in texts(at)
    assert "Which one do you mean?" in texts(at)
    ws.answers[ways[0]] = replace(ws.answers[PER_CITY], reading=ways[0])
    at.button(key="option-c1-0-0").click().run()
    assert ws.asked[-1] == ("How much?", "c1")
    assert [e.options for e in ws.chats.entries("c1")] == [(), ()]
    assert "Which one do you mean?" not in texts(at)


def test_a_question_that_is_named_instead_is_asked_with_a_click(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers["Why now?"] = Answer(
        "Why now?", "Say when: “How many orders per city?”", offered=(PER_CITY,), translator="rules"
    )
    at = app()
    at.chat_input[0].set_value("Why now?").run()
    at.button(key="offered-c1-0-0").click().run()
    assert ws.asked[-1] == (PER_CITY, "c1")
    assert not [b for b in at.button if str(b.key).startswith("offered-")]


def test_chats_are_searched(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    for question in (PER_CITY, "How many customers?"):
        at.button(key="new-chat").click().run()
        at.chat_input[0].set_value(question).run()
    at.text_input(key="find-chat").set_value("customers").run()
    assert [b.label for b in at.button if str(b.key).startswith("chat-")] == ["How many customers?"]
    at.text_input(key="find-chat").set_value("nothing of the kind").run()
    assert [b.label for b in at.button if str(b.key).startswith("chat-")] == []
    assert "No chat has these words" in texts(at)


def test_what_went_wrong_with_a_load_stays_out_of_the_next_chat(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.session_state["load_report"] = WorkspaceDamaged("A file is broken.", "Mend it.")
    at.run()
    assert [e.title for e in at.error] == ["A file is broken."]
    at.chat_input[0].set_value(PER_CITY).run()
    assert [e.title for e in at.error] == []
    at.button(key="new-chat").click().run()
    assert [e.title for e in at.error] == []


def test_what_was_loaded_is_told_on_the_data_page_until_something_is_asked(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("data")
    at.session_state["load_report"] = LoadReport(ws.tables.all())
    at.run()
    assert "Loaded 2 tables." in [s.value for s in at.success]
    at.switch_page("pages/chat.py").run()
    at.chat_input[0].set_value(PER_CITY).run()
    at.switch_page("pages/data.py").run()
    assert "Loaded 2 tables." not in [s.value for s in at.success]
