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
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

OPEN = """(url) => new Promise((done) => {
  const socket = new WebSocket(url, ["streamlit"])
  socket.onopen = () => done("open")
  socket.onerror = () => done("refused")
})"""
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

    page.goto(app.url)  # and its own page has all it needs
    settled(page)
    assert page.evaluate(OPEN, socket) == "open"
    loaded = """() => new Promise((done) => { const i = new Image(); i.onload = () => done("shown");
      i.onerror = () => done("refused"); i.src = "%s/index.html" })"""
    assert page.evaluate(loaded % elsewhere) == "refused"
