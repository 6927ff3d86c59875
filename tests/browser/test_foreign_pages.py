"""What a page of another site can do to the app in a real browser: nothing."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.running import RunningApp, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

OPEN = """(url) => new Promise((done) => {
  const socket = new WebSocket(url, ["streamlit"])
  socket.onopen = () => done("open")
  socket.onerror = () => done("refused")
})"""
SANDBOXED = """(url) => new Promise((done) => {
  const frame = document.createElement("iframe")
  frame.sandbox = "allow-scripts"
  frame.srcdoc = `<script>
    const tell = (found) => parent.postMessage(found, "*")
    const socket = new WebSocket("${url}", ["streamlit"])
    socket.onopen = () => tell("open")
    socket.onerror = () => tell("refused")
  </` + "script>"
  addEventListener("message", (told) => done(told.data), { once: true })
  document.body.append(frame)
})"""
"""From a page whose origin is "null"."""
FETCH = "(url) => fetch(url, { mode: 'cors' }).then(() => 'read', () => 'refused')"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Another program of this machine, with a page of its own."""
    (tmp_path / "index.html").write_text("<!doctype html><title>elsewhere</title>", encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


def status(app: RunningApp, method: str, path: str, **headers: str) -> int:
    asked = http.client.HTTPConnection("localhost", app.port, timeout=20)
    asked.request(method, path, headers=headers)
    try:
        return asked.getresponse().status
    finally:
        asked.close()


def test_a_foreign_page_gets_nothing(page: Page, elsewhere: str, run_app: Callable[..., RunningApp]) -> None:
    app = run_app()
    for path in ("/", "/data", "/_stcore/health", "/_stcore/host-config"):
        assert status(app, "GET", path) == 200
        assert status(app, "GET", path, Host="evil.example") == 421
        assert status(app, "GET", path, Origin="http://evil.example") == 403
    assert status(app, "PUT", "/_stcore/upload_file/a/b", Host=f"evil.example:{app.port}") == 421
    assert status(app, "PUT", "/_stcore/upload_file/a/b", Origin=elsewhere) == 403

    page.goto(elsewhere)
    socket = f"ws://localhost:{app.port}/_stcore/stream"
    assert page.evaluate(OPEN, socket) == "refused"
    assert page.evaluate(FETCH, f"{app.url}/_stcore/host-config") == "refused"
    page.evaluate(
        "(url) => { const f = document.createElement('iframe'); f.src = url; document.body.append(f) }", app.url
    )
    page.wait_for_timeout(1_500)
    framed = page.frames[1]
    assert framed.locator("#root").count() == 0
    assert page.evaluate(SANDBOXED, socket) == "refused"
    posted = "(url) => fetch(url, { method: 'PUT', mode: 'no-cors', body: 'x' }).then(() => 'sent', () => 'refused')"
    assert page.evaluate(posted, f"{app.url}/_stcore/upload_file/a/b") == "refused"
    with page.context.expect_page() as opening:  # a window of ours that it opened is out of its reach
        page.evaluate("(url) => { globalThis.opened = open(url); 0 }", app.url)
    opening.value.locator("#root").wait_for(state="attached")
    assert opening.value.evaluate("opener") is None
    assert page.evaluate("globalThis.opened.closed")
    opening.value.close()

    page.goto(app.url)  # and its own page has all it needs
    settled(page)
    assert page.evaluate(OPEN, socket) == "open"
    loaded = """() => new Promise((done) => { const i = new Image(); i.onload = () => done("shown");
      i.onerror = () => done("refused"); i.src = "%s/index.html" })"""
    assert page.evaluate(loaded % elsewhere) == "refused"


def test_a_name_that_was_pointed_here_is_not_answered(browser: Browser, run_app: Callable[..., RunningApp]) -> None:
    """As by DNS rebinding: the browser takes every name below `localhost` for this machine."""
    app = run_app()
    pointed_here = f"evil.localhost:{app.port}"
    page = browser.new_page()
    answer = page.goto(f"http://{pointed_here}")
    assert answer is not None
    assert answer.status == 421
    assert page.evaluate(OPEN, f"ws://{pointed_here}/_stcore/stream") == "refused"
    page.close()
