"""The app as people run it: its own server on a free port, and Chromium to look at it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tests.browser.runs import Runs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
).split()
SIZE: ViewportSize = {"width": 1400, "height": 900}


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class RunningApp:
    """`streamlit run app.py` over a workspace. Also a context manager; may be started again after `stop`."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.port = free_port()
        self.log = workspace.parent / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        command.append(f"--server.port={self.port}")
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "JOINERY_WORKSPACE": str(self.workspace)},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        raise TimeoutError(f"The app did not start; see {self.log}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
            self._process = None

    def __enter__(self) -> RunningApp:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def chromium() -> str | None:
    """Where the system's Chromium is; None: Playwright's own."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def open_browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def expect(what: Page | Locator) -> Any:
    """Playwright's `expect`, imported when it is needed, and patient with a busy machine."""
    from playwright.sync_api import expect as found

    found.set_options(timeout=20_000)
    return found(what)


def new_page(browser: Browser | BrowserContext, **options: Any) -> Page:
    """A page that `settled` can wait for; `options` are Playwright's."""
    page = browser.new_page(**options)
    Runs(page)
    return page


def settled(page: Page, timeout: float = 120_000) -> None:
    """Wait until the app has done all that it was asked for, and the page shows it. Milliseconds."""
    Runs.of(page).wait(timeout)


@contextmanager
def rerun(page: Page) -> Iterator[None]:
    """What is done inside makes the app run, if not at once (an upload, a row chosen); ends when it has run."""
    Runs.of(page).expect()
    yield
    settled(page)


def go(page: Page, name: str) -> None:
    """Open one of the app's pages from the navigation."""
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=name, exact=True).click()
    settled(page)


def type_in(page: Page, question: str) -> None:
    """Ask, and wait for nothing."""
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.get_by_test_id("stChatInputTextArea").press("Enter")


def ask(page: Page, question: str) -> Locator:
    """Ask, and give the last answer."""
    type_in(page, question)
    settled(page)
    return page.get_by_test_id("stChatMessage").last


@contextmanager
def download(page: Page) -> Iterator[Any]:
    """What is clicked inside gives a file. Suggestions being looked for come first: with them the page is drawn anew,
    and a file of the drawing before is gone."""
    expect(page.locator("[class*=st-key-looking]")).to_have_count(0)
    settled(page)
    with page.expect_download() as kept:
        yield kept


def choose(page: Page, label: str, words: str) -> None:
    """The first of a list's entries that these words leave. By keyboard: an open list moves while it is laid out, and
    a click on an entry is then lost. A page drawn anew meanwhile (suggestions that come) closes the list: it is opened
    again. Raises AssertionError when the choice never reaches the app."""
    from playwright.sync_api import TimeoutError as Elapsed

    runs, box = Runs.of(page), page.get_by_role("combobox", name=label)
    entry = page.get_by_role("option").filter(has_text=words)
    settled(page)
    for _ in range(6):
        box.fill("")
        box.fill(words)
        try:
            entry.first.wait_for(timeout=6_000)
        except Elapsed:
            continue
        before = runs.asked
        box.press("Enter")
        for _ in range(100):
            if runs.asked > before:
                return settled(page)
            page.wait_for_timeout(50)
    raise AssertionError(f"{words!r} could not be chosen in the list {label!r}.")


def picked(page: Page, label: str, option: str) -> None:
    """Choose from a list with the mouse alone; what stands there already stays. A page drawn anew meanwhile closes the
    list, or loses the click: it is opened again. Raises AssertionError when the choice never reaches the app."""
    runs = Runs.of(page)
    found = page.get_by_role("option").filter(has_text=re.compile(rf"^\s*{re.escape(option)}\s*$")).first
    for _ in range(4):
        _opened(page, label, found)
        if found.get_attribute("aria-selected") == "true":
            return page.keyboard.press("Escape")
        before = runs.asked
        found.click()
        for _ in range(100):
            if runs.asked > before:
                return settled(page)
            page.wait_for_timeout(50)
    raise AssertionError(f"{option!r} could not be picked in the list {label!r}.")


def opened(page: Page, button: Locator, label: str) -> None:
    """Open what shows a list. A page drawn anew meanwhile loses the click, or closes it: it is clicked again."""
    settled(page)
    box = page.get_by_role("combobox", name=re.compile(rf"^{re.escape(label)}")).last
    for _ in range(4):
        button.click()
        try:
            return expect(box).to_be_visible(timeout=5_000)
        except AssertionError:
            settled(page)
    expect(box).to_be_visible()


def _opened(page: Page, label: str, found: Locator) -> None:
    """Open a list and go down it until the entry is there."""
    for _ in range(120):
        if found.is_visible():
            return
        if page.get_by_role("listbox").count():
            page.get_by_role("listbox").last.hover(timeout=5_000)
            page.mouse.wheel(0, 280)
        else:
            settled(page)
            page.get_by_role("combobox", name=re.compile(rf"^{re.escape(label)}")).last.click()
        page.wait_for_timeout(150)


def tab(page: Page, name: str) -> None:
    chosen = page.get_by_role("tab", name=name, exact=True).last
    chosen.click()
    expect(chosen).to_have_attribute("aria-selected", "true")


def choose_row(page: Page, table: str, row: int) -> None:
    """Choose a row, counted from 0, of a table whose rows can be chosen; `table` is what it is called for screen
    readers."""
    grid = page.get_by_role("region", name=table, exact=True)
    grid.scroll_into_view_if_needed()
    with rerun(page):
        grid.click(position={"x": 16, "y": 35 * (row + 1) + 17})
