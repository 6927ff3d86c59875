"""Every page over the sample shop, narrow and wide, light and dark: nothing faint, nothing beyond the edge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from core.workspace.registry import Workspaces
from tests.browser.looking import look
from tests.browser.running import SIZE, RunningApp, expect, go, new_page, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

pytestmark = pytest.mark.browser

NARROW: ViewportSize = {"width": 900, "height": 1200}
FINE: dict[str, list[str]] = {"faint": [], "wide": [], "nameless": []}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[RunningApp]:
    """With the sample shop loaded and a question asked."""
    with RunningApp(tmp_path_factory.mktemp("looks") / "workspace") as running:
        page = new_page(browser, viewport=SIZE)
        page.goto(running.url)
        page.get_by_role("button", name="Try “Web shop”").click()
        expect(page.get_by_text("Type a question below")).to_be_visible(timeout=120_000)
        settled(page)
        page.get_by_test_id("stChatInputTextArea").fill("What is the average rating per category name?")
        page.get_by_test_id("stChatInputTextArea").press("Enter")
        expect(page.get_by_test_id("stVegaLiteChart")).to_be_visible(timeout=60_000)
        page.close()
        yield running


def test_a_line_moves_while_a_page_is_at_work(browser: Browser, app: RunningApp) -> None:
    page = new_page(browser, viewport=SIZE)
    page.goto(app.url)
    settled(page)
    drawn = """([state, name]) => {
        const app = document.querySelector('[data-testid="stApp"]');
        app.setAttribute('data-test-script-state', state);
        return getComputedStyle(app, '::after').animationName === name;
    }"""
    for state, name in (("running", "at-work"), ("notRunning", "none")):
        page.wait_for_function(drawn, arg=[state, name], timeout=20_000)
    page.close()


def test_in_a_narrow_window_the_sidebar_goes_once_something_in_it_was_chosen(browser: Browser, app: RunningApp) -> None:
    page = new_page(browser, viewport={"width": 600, "height": 900})
    bar = page.get_by_test_id("stSidebar")
    page.goto(app.url)
    settled(page)
    for _ in range(2):  # also on a page that is loaded where it was open before
        expect(bar).to_have_attribute("data-collapsed", "true")
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(bar).to_have_attribute("data-collapsed", "false")
        page.reload()
        settled(page)
    expect(bar).to_have_attribute("data-collapsed", "true")
    page.get_by_test_id("stExpandSidebarButton").click()
    go(page, "Data")
    expect(bar).to_have_attribute("data-collapsed", "true")
    page.set_viewport_size(SIZE)
    expect(bar).to_have_attribute("data-collapsed", "false")
    page.close()


def test_in_a_narrow_window_the_sidebar_goes_once_a_workspace_was_chosen(browser: Browser, tmp_path: Path) -> None:
    with RunningApp(tmp_path / "workspace") as running:
        Workspaces(running.workspace).new("Second")
        page = new_page(browser, viewport={"width": 600, "height": 900})
        bar = page.get_by_test_id("stSidebar")
        page.goto(running.url)
        settled(page)
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(bar).to_have_attribute("data-collapsed", "false")
        page.get_by_role("combobox", name="Workspace").click()
        page.get_by_role("option", name="Second").click()
        expect(bar).to_have_attribute("data-collapsed", "true")
        expect(page).to_have_url(re.compile("workspace=Second"))
        page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [SIZE, NARROW], ids=["wide", "narrow"])
def test_every_page_can_be_read(
    browser: Browser, app: RunningApp, size: ViewportSize, theme: Literal["light", "dark"], tmp_path: Path
) -> None:
    page = new_page(browser, viewport=size, color_scheme=theme)
    page.goto(app.url)
    settled(page)
    found = {"begin": look(page)}
    page.get_by_role("button", name="What is the average rating").click()
    settled(page)
    page.get_by_text("How this answer was found").last.click()
    page.get_by_role("tab", name="Cypher", exact=True).last.click()
    settled(page)
    found["answer"] = look(page)
    for name in ("Data", "Graph", "Verified", "Evaluate", "Settings"):
        go(page, name)
        found[name] = look(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    page.close()
    assert {name: seen for name, seen in found.items() if seen != FINE} == {}
