"""A talk in a browser: a follow-up, a question back, a restart in between, and Stop while a slow model thinks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ask.conversation.test_talks import DOUBTFUL
from tests.ask.worlds import DATA, opened
from tests.browser.running import RunningApp, ask, expect, settled, type_in
from tests.fake_model_server import FakeModelServer, Fault

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SLOW = 60
"""Seconds that the slow model thinks."""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """The bikes, loaded."""
    opened(sorted((DATA / "bikes").glob("*.csv")), tmp_path / "workspace").close()
    return tmp_path / "workspace"


def test_a_talk_goes_on_over_follow_ups_a_question_back_and_a_restart(page: Page, workspace: Path) -> None:
    app = RunningApp(workspace)
    with app:
        page.goto(app.url)
        settled(page)
        ask(page, "How many trips are there?")
        answer = ask(page, "and by bike model?")
        expect(answer.get_by_text("How many trips are there for each model of bikes?")).to_be_visible()
        expect(answer.get_by_test_id("stDataFrame")).to_be_visible()
        back = ask(page, DOUBTFUL)
        expect(back.get_by_text("Which one do you mean?")).to_be_visible()
        address = page.url
        assert "chat=" in address
    with app:  # the server is started again: the chat, and the question back, are still there
        page.goto(address)
        settled(page)
        option = page.get_by_test_id("stChatMessage").last.get_by_test_id("stButton").last
        expect(option).to_be_visible()
        option.click()
        settled(page)
        expect(page.get_by_text(DOUBTFUL).last).to_be_visible()
        expect(page.get_by_text("Choose one, or type below")).to_have_count(0)
        page.get_by_text("Name, link, delete").click()
        expect(page.get_by_text(address)).to_be_visible()
        page.get_by_role("button", name="Delete…").click()
        settled(page)
        page.get_by_role("button", name="Yes, delete").click()
        settled(page)
        expect(page.get_by_test_id("stChatMessage")).to_have_count(0)
        assert "chat=" not in page.url


def test_steps_show_while_a_slow_model_thinks_and_stop_ends_it_at_once(
    page: Page, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeModelServer((Fault("hang", seconds=SLOW),)) as model:
        for name, value in (("MODEL", "openai:stub"), ("BASE_URL", model.openai), ("MODEL_SECONDS", "60")):
            monkeypatch.setenv(f"JOINERY_{name}", value)
        with RunningApp(workspace) as app:
            page.goto(app.url)
            settled(page)
            for way in ("click", "Escape"):
                began = time.monotonic()
                type_in(page, "How many trips are there?")
                expect(page.get_by_text("Reading the question…")).to_be_visible(timeout=20_000)
                expect(page.get_by_text("Recognised “trips”")).to_be_visible()
                if way == "click":
                    page.get_by_role("button", name="Stop").click()
                else:
                    page.keyboard.press(way)
                expect(page.get_by_text("Stopped. Ask again when you like.").last).to_be_visible()
                settled(page)
                assert time.monotonic() - began < SLOW / 2
            expect(page.get_by_text("Stopped. Ask again when you like.")).to_have_count(2)


def test_a_question_follows_on_a_word_that_was_given_another_meaning(page: Page, workspace: Path) -> None:
    with RunningApp(workspace) as app:
        page.goto(app.url)
        settled(page)
        answer = ask(page, "How many trips are there per bike model?")
        answer.get_by_text("How this answer was found").click()
        answer.get_by_role("button", name="“bike model”").click()
        page.get_by_role("menuitem", name="status").click()
        expect(answer.get_by_text("How I understood it:").last).to_contain_text("bikes.status")
        settled(page)
        after = ask(page, "only in 2024")
        expect(after.get_by_text("is in 2024 for each status of bikes?")).to_be_visible()


def test_an_answer_asked_again_shows_its_steps_and_is_stopped_and_is_still_there_when_the_page_comes_back(
    page: Page, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeModelServer((Fault("status", 400),)) as model:
        for name, value in (("MODEL", "openai:stub"), ("BASE_URL", model.openai), ("MODEL_SECONDS", "60")):
            monkeypatch.setenv(f"JOINERY_{name}", value)
        with RunningApp(workspace) as app:
            page.goto(app.url)
            settled(page)
            answer = ask(page, "How many trips are there per bike model?")
            expect(answer.get_by_text("3 rows.", exact=True)).to_be_visible()
            answer.get_by_text("How this answer was found").click()
            model.script(Fault("hang", seconds=SLOW))
            for way in ("click", "Escape"):
                settled(page)
                answer.get_by_role("button", name="“bike model”").click()
                page.get_by_role("menuitem", name="status").click()
                expect(page.get_by_text("Reading the question…")).to_be_visible(timeout=20_000)
                expect(answer.get_by_text("3 rows.", exact=True)).to_be_visible()  # the old answer stays meanwhile
                if way == "click":
                    page.get_by_role("button", name="Stop").click()
                else:
                    page.keyboard.press(way)
                expect(page.get_by_text("Stopped. The answer is as it was.").first).to_be_visible()
            settled(page)
            expect(page.get_by_test_id("stChatMessage")).to_have_count(2)
            expect(answer.get_by_text("How I understood it:").last).to_contain_text("for each model")
            answer.get_by_role("button", name="“bike model”").click()
            page.get_by_role("menuitem", name="status").click()
            expect(page.get_by_text("Reading the question…")).to_be_visible(timeout=20_000)
            page.reload()
            expect(page.get_by_text("Reading the question…")).to_be_visible(timeout=20_000)
            page.get_by_test_id("stSidebarNav").get_by_role("link", name="Data", exact=True).click()
            settled(page)
            page.get_by_test_id("stSidebarNav").get_by_role("link", name="Chat", exact=True).click()
            expect(page.get_by_text("Reading the question…")).to_be_visible(timeout=20_000)
            page.get_by_role("button", name="Stop").click()
            settled(page)
            expect(page.get_by_text("3 rows.", exact=True)).to_be_visible()
