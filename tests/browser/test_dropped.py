"""Files dragged over the chat with the mouse and dropped there: loaded while it stays open, then the question asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.running import RunningApp, ask, expect, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FINES = "fine_id,customer_id,amount\n1,1,5\n2,1,7\n3,2,11\n"


def drop(page: Page, files: list[Path]) -> None:
    """Drag files from the desktop over the chat's input, and let them fall there."""
    box = page.get_by_test_id("stChatInput").bounding_box()
    assert box is not None
    tools = page.context.new_cdp_session(page)
    carried = {"items": [], "files": [str(f) for f in files], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        tools.send("Input.dispatchDragEvent", {"type": kind, **at, "data": carried})
        page.wait_for_timeout(300)  # the place where they may fall is drawn after they have come over it


def send(page: Page, question: str) -> None:
    """Ask; the input takes no Enter while a file is on its way."""
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(question)
    for _ in range(20):
        box.press("Enter")
        page.wait_for_timeout(1_000)
        if not box.input_value():
            return
    raise AssertionError("The question stays in the input.")


def test_files_that_are_dropped_are_loaded_and_the_question_is_asked(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path, tmp_path: Path
) -> None:
    page.goto(run_app(shop_workspace).url)
    settled(page)
    ask(page, "How many customers are there?")
    files = [tmp_path / "fines.csv", tmp_path / "notes.csv"]
    for file, text in zip(files, (FINES, "note,text\n1,late\n2,lost\n"), strict=True):
        file.write_text(text, encoding="utf-8")
    drop(page, files)
    expect(page.get_by_text("fines.csv").first).to_be_visible()
    send(page, "What is the total amount of fines?")
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("is 23")
    expect(page.get_by_test_id("stChatMessage").first).to_contain_text("How many customers are there?")
    expect(page.get_by_test_id("stChatMessage")).to_have_count(5)
    expect(page.get_by_test_id("stChatMessage").nth(2)).to_contain_text("fines: 3 rows")
    expect(page.get_by_test_id("stChatMessage").nth(2).get_by_role("link", name="See the joins")).to_be_visible()


def test_the_first_files_of_all_are_dropped_with_a_question(
    page: Page, run_app: Callable[..., RunningApp], tmp_path: Path
) -> None:
    page.goto(run_app().url)
    settled(page)
    (tmp_path / "fines.csv").write_text(FINES, encoding="utf-8")
    drop(page, [tmp_path / "fines.csv"])
    expect(page.get_by_text("fines.csv").first).to_be_visible()
    send(page, "What is the total amount of fines?")
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("is 23")


def test_of_another_file_of_a_loaded_name_it_is_asked_where_it_can_be_seen(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(run_app(shop_workspace).url)
    settled(page)
    ask(page, "How many customers are there?")
    (tmp_path / "more").mkdir()
    files = [tmp_path / "fines.csv", tmp_path / "more" / "fines.csv"]
    for file, text in zip(files, (FINES, "note,text\n1,late\n"), strict=True):
        file.write_text(text, encoding="utf-8")
        drop(page, [file])
        expect(page.get_by_text("fines.csv").first).to_be_visible()
        page.get_by_test_id("stChatInputSubmitButton").click()
        settled(page)
    beside = page.get_by_role("button", name="Load it beside")
    expect(beside).to_be_in_viewport()
    beside.click()
    expect(page.get_by_text("fines other").last).to_be_in_viewport()
    expect(page.get_by_text("fines: 3 rows").first).to_be_attached()
