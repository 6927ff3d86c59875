"""Take the pictures in `docs/` anew: `python -m tests.browser.screenshots`.

With `--all FOLDER` every view in both themes, to look at. Needs Chromium. The app runs over a workspace of its own,
which is thrown away.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.browser.running import ROOT, SIZE, RunningApp, choose_row, go, new_page, open_browser, settled

KEPT = frozenset({"chat", "way", "data", "join", "ways", "settings"})
"""What `docs/` shows, in the light theme."""


def ask(page: Page, question: str) -> None:
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.get_by_test_id("stChatInputTextArea").press("Enter")
    settled(page)


def take(page: Page, folder: Path, name: str, theme: str) -> None:
    """One picture. Into `docs/` go the kept ones only."""
    if folder == ROOT / "docs" and name not in KEPT:
        return
    page.wait_for_timeout(600)
    page.mouse.move(5, 890)
    page.screenshot(path=folder / f"{name}{'-dark' if theme == 'dark' else ''}.png")


def tour(page: Page, url: str, folder: Path, theme: str, *, first: bool) -> None:
    """Every page once, over the sample shop."""
    page.goto(url)
    settled(page)
    if first:
        take(page, folder, "start", theme)
        page.get_by_role("button", name="Try “Web shop”").click()
        settled(page, 120_000)
    take(page, folder, "loaded", theme)
    ask(page, "What is the average rating per category name?")
    page.get_by_test_id("stChatMessage").first.scroll_into_view_if_needed()
    take(page, folder, "chat", theme)
    page.get_by_text("How this answer was found").last.click()
    for tab in ("Question", "Way", "Cypher", "SQL", "Steps"):
        page.get_by_role("tab", name=tab, exact=True).last.click()
        page.wait_for_timeout(700)
        page.get_by_role("tab", name=tab, exact=True).last.scroll_into_view_if_needed()
        page.mouse.wheel(0, 2000)
        take(page, folder, tab.lower(), theme)
    ask(page, "What is the meaning of quux?")
    take(page, folder, "not-understood", theme)
    go(page, "Data")
    take(page, folder, "data", theme)
    choose_row(page, "The loaded tables", 1)
    view = page.get_by_test_id("stButtonGroup")
    view.scroll_into_view_if_needed()
    take(page, folder, "table", theme)
    view.get_by_text("Columns", exact=True).click()
    settled(page)
    choose_row(page, "The table's columns", 3)
    page.get_by_text("Read it as").scroll_into_view_if_needed()
    take(page, folder, "columns", theme)
    go(page, "Graph")
    page.wait_for_timeout(3_000)
    take(page, folder, "graph", theme)
    page.get_by_role("button", name="Join orders.customer_id = ").first.dispatch_event("click")
    settled(page)
    page.wait_for_timeout(1_000)
    take(page, folder, "join", theme)
    page.get_by_role("tab", name="To review").click()
    settled(page)
    take(page, folder, "review", theme)
    page.get_by_role("tab", name="Two tables").click()
    settled(page)
    for place, table in (("From", "reviews"), ("To", "suppliers")):
        page.get_by_label(place, exact=True).fill(table)
        page.keyboard.press("Enter")
        settled(page)
    page.wait_for_timeout(1_500)
    take(page, folder, "ways", theme)
    page.get_by_role("tab", name="Cypher").click()
    page.get_by_role("button", name="Run").last.click()
    settled(page)
    take(page, folder, "schema-cypher", theme)
    go(page, "Evaluate")
    take(page, folder, "evaluate", theme)
    go(page, "Settings")
    settled(page)
    take(page, folder, "settings", theme)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", metavar="FOLDER", type=Path, help="every view in both themes, into this folder")
    given = parser.parse_args()
    folder: Path = given.all or ROOT / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, RunningApp(Path(made) / "workspace") as app, open_browser() as browser:
        themes: tuple[Literal["light", "dark"], ...] = ("light", "dark") if given.all else ("light",)
        for n, theme in enumerate(themes):
            page = new_page(browser, viewport=SIZE, color_scheme=theme)
            tour(page, app.url, folder, theme, first=n == 0)
            page.close()


if __name__ == "__main__":
    main()
