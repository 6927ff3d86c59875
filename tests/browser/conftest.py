"""One browser for all tests here, a page of it for each, and a workspace to begin from.

Playwright is imported when a test asks for the browser: a run without them needs neither it nor Chromium.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.config import Settings
from core.samples import SAMPLES
from core.workspace import open_workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.running import RunningApp

INSIDE = ("http://localhost:", "ws://localhost:", "data:", "blob:", "about:")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    pytest.importorskip("playwright")
    from tests.browser.running import open_browser

    with open_browser() as opened:
        yield opened


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new session. Whatever a page asks from outside this machine, or shows as a program error, fails the test."""
    from playwright.sync_api import expect

    from tests.browser.running import SIZE, new_page

    opened = new_page(browser, viewport=SIZE, color_scheme="light")
    asked: list[str] = []
    opened.on("request", lambda r: asked.append(r.url))
    yield opened
    expect(opened.get_by_test_id("stException")).to_have_count(0)
    opened.close()
    assert [u for u in asked if not u.startswith(INSIDE)] == []


@pytest.fixture(scope="package")
def shop_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample shop, loaded; to be copied."""
    folder = tmp_path_factory.mktemp("shop") / "workspace"
    with open_workspace(Settings(workspace=folder)) as ws:
        ws.tables.load(list(SAMPLES[0].write(folder / "samples" / SAMPLES[0].key)))
    return folder


@pytest.fixture
def run_app(tmp_path: Path) -> Iterator[Callable[..., RunningApp]]:
    """Starts the app, over a copy of a workspace or over an empty one; it is stopped after the test."""
    from tests.browser.running import RunningApp

    with ExitStack() as running:

        def run(of: Path | None = None) -> RunningApp:
            folder = tmp_path / f"app{len(list(tmp_path.glob('app*')))}" / "workspace"
            if of is None:
                folder.parent.mkdir()
            else:
                shutil.copytree(of, folder)
            return running.enter_context(RunningApp(folder))

        yield run
