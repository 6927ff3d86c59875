"""An answer of the chat kept as a question of a set."""

from __future__ import annotations

from core.evaluate.kept import Evaluations
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop

ASKED = "How many orders per city?"


def test_an_answer_goes_into_a_set(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(ASKED).run()
    at.button(key="keep-c1-0").click().run()
    assert "🎯 Kept in “My questions”. The page Evaluate asks it." in texts(at)
    (case,) = Evaluations(ws.folder).cases("My questions")
    assert (case.question, case.sql) == (ASKED, ws.answers[ASKED].sql)
    at.button(key="keep-c1-0").click().run()
    assert len(Evaluations(ws.folder).cases("My questions")) == 1


def test_a_set_can_be_chosen(ws: FakeWorkspace) -> None:
    shop(ws)
    kept = Evaluations(ws.folder)
    kept.keep_set("Cities", "How many cities? = 2")
    at = app()
    at.chat_input[0].set_value(ASKED).run()
    at.selectbox(key="into-c1-0").select("Cities").run()
    at.button(key="keep-c1-0").click().run()
    assert [c.question for c in kept.cases("Cities")] == ["How many cities?", ASKED]


def test_what_has_no_sql_and_who_only_reads_keep_nothing(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value("What?").run()
    assert "keep-c1-0" not in {b.key for b in at.button}
    ws.read_only = True
    at.chat_input[0].set_value(ASKED).run()
    assert "keep-c1-1" not in {b.key for b in at.button}
