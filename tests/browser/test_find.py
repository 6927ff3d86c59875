"""Find data in a browser: a question that no table answers, a search, two files loaded at one click, asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.running import RunningApp, ask, expect, settled
from tests.portals import fake_portals as fakes
from tests.portals.loopback import Loopback, loopback

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
QUESTION = "What is the sum of bicycles for each district?"
TITLES = {"p1": "Counts by day", "p2": "Counters by district"}


@pytest.fixture
def portal() -> Iterator[Loopback]:
    with loopback() as running:
        fakes.ckan(running, [{**p, "title": TITLES.get(p["id"], p["title"])} for p in fakes.WITH_COLUMNS])
        yield running


def test_from_a_question_without_data_to_its_answer(
    page: Page,
    portal: Loopback,
    run_app: Callable[..., RunningApp],
    shop_workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JOINERY_PORTAL_HOSTS", portal.host)
    page.goto(run_app(shop_workspace).url)
    settled(page)
    ask(page, QUESTION)
    page.get_by_role("button", name="Search open data for this").click()
    settled(page)
    expect(page.get_by_role("textbox", name="What do you look for?")).to_have_value(QUESTION)
    page.get_by_role("textbox", name="Or the address of a portal or file").fill(portal.url)
    assert portal.asked == []
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("heading", name="data sets found")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_text("shares counter_id with “")).to_be_visible()
    page.get_by_role("button", name="Load 2 chosen files").click()
    expect(page.get_by_text("Loaded 2 tables")).to_be_visible(timeout=60_000)
    settled(page)
    page.get_by_role("button", name="Ask again").click()
    settled(page)
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer).to_contain_text("Riverside")
    expect(answer).to_contain_text("340")
