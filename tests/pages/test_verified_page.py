"""Keeping an answer as verified, and the page of those that are kept."""

from __future__ import annotations

from dataclasses import replace

from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop

PER_CITY = "How many orders per city?"
SQL = 'SELECT count(*) FROM "orders"'


def test_a_right_answer_is_kept_after_a_confirm(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert ws.verified.all() == ()
    at.button(key="verify-c1-0").click().run()
    assert not at.exception
    assert [(v.question, v.sql) for v in ws.verified.all()] == [(PER_CITY, ws.answers[PER_CITY].sql)]
    at.run()
    assert "Kept as verified" in texts(at)
    assert "verify-c1-0" not in [b.key for b in at.button]


def test_a_verified_answer_bears_a_badge(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], verified=PER_CITY, translator="verified")
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert "Verified by you" in texts(at)
    assert "verify-c1-0" not in [b.key for b in at.button]


def test_a_like_answer_says_so(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], like=(("Orders *by* city", SQL),))
    at = app()
    at.chat_input[0].set_value(PER_CITY).run()
    assert "Like your verified answer: Orders \\*by\\* city" in texts(at)


def test_the_list_changes_and_deletes(ws: FakeWorkspace) -> None:
    shop(ws)
    saved = ws.verified.save("How many orders?", SQL)
    at = app("verified")
    assert [(t.label, t.value) for t in at.text_input] == [("Question", "How many orders?")]
    at.text_area(key=f"sql-v{saved.id}").set_value("DELETE FROM orders")
    at.button(key=f"save-{saved.id}").click().run()
    assert "Start the query with SELECT" in at.error[0].value
    assert ws.verified.all() == (saved,)
    at.text_area(key=f"sql-v{saved.id}").set_value('SELECT sum(1) FROM "orders"')
    at.button(key=f"save-{saved.id}").click().run()
    assert [s.value for s in at.success] == ["Saved."]
    assert [v.sql for v in ws.verified.all()] == ['SELECT sum(1) FROM "orders"']
    at.button(key=f"delete-{saved.id}").click().run()
    assert ws.verified.all() == ()
    assert [i.value for i in at.info] == ["Nothing is kept yet."]


def test_a_reader_may_look_only(ws: FakeWorkspace) -> None:
    shop(ws)
    saved = ws.verified.save("How many orders?", SQL)
    ws.read_only = True
    at = app("verified")
    assert at.button(key=f"save-{saved.id}").disabled
    at.switch_page("pages/chat.py").run()
    at.chat_input[0].set_value(PER_CITY).run()
    assert not at.exception
    assert "verify-c1-0" not in [b.key for b in at.button]
