"""The first minute: what is there to begin with, what was found, and what is worth asking."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from core.ask.interview.asked import Asked, Option
from core.errors import StoreUnreachable
from core.model import Problem
from pages._ui import jobs
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


def labels(ws: FakeWorkspace, start: str) -> list[str]:
    return [b.label for b in app().button if str(b.key).startswith(start)]


def test_each_sample_can_be_looked_into_before_it_is_loaded(ws: FakeWorkspace) -> None:
    at = app()
    page = texts(at)
    assert "- **customers.csv**:" in page
    assert "For example: “How many customers are there?”" in page
    assert len(at.file_uploader) == 1


def test_what_was_found_is_told_with_what_to_do(ws: FakeWorkspace) -> None:
    shop(ws)
    offered = ws.join("orders.id", "customers.id", "rejected")
    ws._joins[offered.id] = replace(offered, offered=True)
    ws.offers[""] = ("Which city has the most orders?", "How many orders are there?")
    ws.questions.suggestions()
    at = app()
    assert "2 tables with 5 rows, and 1 join between them." in texts(at)
    links = [p.proto.label for p in at.get("page_link")]
    assert "2 joins to review" in links  # as the graph page has it: with one that is only offered
    assert at.dataframe[0].value.to_numpy().tolist() == [["customers", 2, 2, 1, ""], ["orders", 3, 3, 1, ""]]
    assert [b.label for b in at.button if str(b.key).startswith("suggestion-")] == list(ws.offers[""])
    at.button(key="suggestion-0").click().run()
    assert [a.question for a in ws.chats.entries("c1")] == ["Which city has the most orders?"]


def test_the_questions_back_are_led_to_first_and_opened_under_the_same_name(ws: FakeWorkspace) -> None:
    shop(ws)
    options = (Option("placed"), Option("sent"))
    ws.interview.asked = (Asked("date:orders", "date", "Which date of orders counts?", "Now: `placed`.", options, 1.0),)
    (link,) = (p.proto for p in app().get("page_link") if "for you" in p.proto.label)
    assert (link.label, link.query_string) == ("1 question for you about these files", "show=questions")
    at = app("data")
    assert not next(e for e in at.expander if e.label == link.label).proto.expanded
    at.query_params["show"] = "questions"
    at.run()
    assert at.expander[0].label == link.label
    assert at.expander[0].proto.expanded
    assert len([e for e in at.expander if e.label == link.label]) == 1


def test_questions_are_looked_for_in_the_background_and_come_by_themselves(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.offers[""] = ("Which city has the most orders?",)
    app()
    while any(job.title == "Suggestions" and not job.done.wait(5) for job in list(jobs.jobs()._jobs.values())):
        pass
    assert labels(ws, "suggestion-") == ["Which city has the most orders?"]


@pytest.mark.slow
def test_ones_own_questions_come_before_a_samples(ws: FakeWorkspace) -> None:
    at = app()
    at.button(key="sample-shop").click().run()
    assert labels(ws, "suggestion-")[0] == "How many customers are there?"
    ws.add("villages", ["name", "people"], [["Alm", 120]])
    ws.offers[""] = ("How many villages are there?",)
    ws.questions.suggestions()
    assert labels(ws, "suggestion-")[:2] == ["How many villages are there?", "How many customers are there?"]


def test_under_the_last_answer_stand_questions_that_go_on(ws: FakeWorkspace) -> None:
    shop(ws)
    question = "How many orders per city?"
    ws.offers[question] = ("Which city has the most orders?",)
    at = app()
    at.chat_input[0].set_value(question).run()
    ws.questions.suggestions(ws.answers[question])
    at.run()
    assert at.button(key="after-c1-0-0").label == "Which city has the most orders?"
    at.button(key="after-c1-0-0").click().run()
    assert [a.question for a in ws.chats.entries("c1")] == [question, "Which city has the most orders?"]


def test_a_remark_on_a_file_is_shown_with_its_table(ws: FakeWorkspace) -> None:
    from dataclasses import replace

    shop(ws)
    ws._tables["orders"] = replace(ws._tables["orders"], problems=(Problem("orders.csv", "x", "Odd rows.", "Look."),))
    at = app()
    assert "1 remark on the files" in [p.proto.label for p in at.get("page_link")]
    assert at.dataframe[0].value["Remarks"].tolist() == ["", "Odd rows."]


def test_after_another_load_questions_are_looked_for_again_though_nobody_saw_those_found_before(
    ws: FakeWorkspace,
) -> None:
    shop(ws)
    ws.offers[""] = ("Which city has the most orders?",)
    key = f"suggest {ws.settings.given.workspace} "
    found = jobs.jobs().start(key, "Suggestions", lambda job: ())
    assert found.done.wait(60)
    app()
    looked = jobs.jobs().get(key)
    assert looked is None or looked is not found
    assert looked is None or looked.done.wait(60)
    assert labels(ws, "suggestion-") == ["Which city has the most orders?"]


def test_a_search_in_vain_is_not_begun_over_and_over(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    shop(ws)
    begun: list[int] = []

    def broken(*given: object, **named: object) -> tuple[str, ...]:
        begun.append(1)
        raise StoreUnreachable("Neo4j does not answer.", "Start it.")

    monkeypatch.setattr(ws.questions, "suggestions", broken)
    at = app()
    deadline = time.monotonic() + 60
    while not begun and time.monotonic() < deadline:
        time.sleep(0.01)
    job = jobs.jobs().get(f"suggest {ws.settings.given.workspace} ")
    assert job is None or job.done.wait(60)
    for _ in range(3):
        at.run()
    assert not at.exception
    assert len(begun) == 1
    assert not at.error
