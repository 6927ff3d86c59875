"""The editor in a browser: a question built without typing one, changed in three clicks, undone, and kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.running import SIZE, RunningApp, ask, choose, expect, go, rerun, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_a_question_is_built_changed_and_undone(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    app = run_app(shop_workspace)
    page.goto(app.url)
    settled(page)
    page.get_by_role("button", name="Build a question").click()
    choose(page, "Of what? Choose a table; then choose what to show, where, per what.", "orders: one row is an order")
    expect(page.get_by_test_id("stChatMessage").first).to_contain_text("How many orders are there?")
    choose(page, "Per", "customers › country")
    expect(page.get_by_test_id("stChatMessage").first).to_contain_text("for each country of customers")
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer.get_by_role("combobox", name="Joined through")).to_be_visible()
    expect(answer.get_by_test_id("stCode").last).to_contain_text("GROUP BY")
    page.set_viewport_size({"width": 390, "height": 844})
    answer.get_by_role("combobox", name="Joined through").hover()
    expect(answer.get_by_role("combobox", name="Joined through")).to_have_attribute("title", re.compile("customers"))
    page.set_viewport_size(SIZE)
    with rerun(page):
        answer.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("stChatMessage").first).to_contain_text("How many orders are there?")
    expect(answer.get_by_role("combobox", name="Joined through")).to_have_count(0)


def test_thumbs_down_opens_the_editor_and_a_condition_is_added(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    page.goto(run_app(shop_workspace).url)
    settled(page)
    answer = ask(page, "How many customers are there per country?")
    expect(page.get_by_role("button", name="Which country has the most customers?")).to_be_visible()
    with rerun(page):
        answer.get_by_role("button", name="Wrong").click()
    choose(page, "Where", "customers have no orders")
    expect(answer.get_by_test_id("stCode").last).to_contain_text("NOT")
    page.reload()
    settled(page)
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("Put together by you")


def test_a_table_s_page_begins_a_question(page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path) -> None:
    page.goto(run_app(shop_workspace).url)
    settled(page)
    go(page, "Data")
    page.get_by_role("button", name="Build a question").click()
    settled(page)
    expect(page.get_by_test_id("stChatMessage").first).to_contain_text("are there?")
    expect(page.get_by_role("combobox", name="Per")).to_be_visible()


def test_a_new_answer_is_read_from_its_beginning_on_a_narrow_screen(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(run_app(shop_workspace).url)
    settled(page)
    for question in ("How many customers are there per country?", "How many orders are there per country?"):
        answer = ask(page, question)
        expect(page.get_by_test_id("stChatMessage").nth(-2)).to_be_in_viewport()
        expect(answer.get_by_test_id("stMarkdown").first).to_be_in_viewport()


def test_the_tools_of_a_narrow_table_cover_no_line_above_it(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(run_app(shop_workspace).url)
    settled(page)
    answer = ask(page, "How many customers are there per country?")
    answer.get_by_test_id("stDataFrame").first.hover()
    settled(page)
    page.wait_for_timeout(500)
    tools = answer.get_by_test_id("stElementToolbar").first
    expect(tools).to_be_visible()
    line = answer.get_by_text(re.compile(r"^\d+ rows\.$"))
    (above, below) = (part.bounding_box() for part in (line, tools.get_by_test_id("stElementToolbarButtonContainer")))
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


def test_the_first_page_stays_at_its_head_when_questions_come(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(run_app(shop_workspace).url)
    settled(page)
    expect(page.locator("[class*=st-key-looking]")).to_have_count(0)
    settled(page)
    page.wait_for_timeout(1_000)
    expect(page.get_by_role("heading", name="Ask your files")).to_be_in_viewport()


def test_the_first_click_on_a_built_question_meets_what_is_there(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    page.goto(run_app(shop_workspace).url)
    settled(page)
    page.get_by_role("button", name="Build a question").click()
    choose(page, "Of what? Choose a table; then choose what to show, where, per what.", "orders: one row is an order")
    per = page.get_by_role("combobox", name="Per")
    expect(per).to_be_visible()
    settled(page)
    places = set()
    for _ in range(10):  # the page is moved once at most, and not drawn along
        places.add(page.get_by_test_id("stAppScrollToBottomContainer").evaluate("e => Math.round(e.scrollTop)"))
        page.wait_for_timeout(100)
    assert len(places) <= len(("before", "after"))
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(300)
    box = per.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    expect(page.get_by_role("listbox")).to_be_visible()
