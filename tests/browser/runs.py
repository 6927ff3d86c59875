"""When the app has come to its end: the runs of its script, followed on the page's connection to the server.

The page says nothing while a click is on its way to the server, so its own mark (`data-test-script-state`) reads
"notRunning" before a run as after it, and how long that lasts is a matter of how busy the machine is.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

_FINISHED = (
    ForwardMsg.FINISHED_SUCCESSFULLY,
    ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
)
"""A run that gave way to another (FINISHED_EARLY_FOR_RERUN) is not among them."""

_QUIET = """async pause => {
    await new Promise(done => setTimeout(done, pause));
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
_AT_REST = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    return app && app.dataset.testScriptState === 'notRunning' && !document.querySelector('[data-stale="true"]')
        && document.getAnimations().every(
            a => a.playState !== 'running' || a.effect.getComputedTiming().iterations === Infinity);
}"""
_DELAY = 250
"""Milliseconds, more than any widget waits before it sends what was done (150 to 200) and more than the page collects
what it draws (10). Timers of one page fire in their order, so one of this length, set afterwards, ends after them."""


class Runs:
    """The runs of the app's script that one page asked for; made before the page is opened."""

    _of: ClassVar[WeakKeyDictionary[Page, Runs]] = WeakKeyDictionary()

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open = True
        self._begun = False
        self._asked = 0
        page.on("domcontentloaded", lambda _: self.expect())
        page.on("websocket", self._follow)
        Runs._of[page] = self

    @classmethod
    def of(cls, page: Page) -> Runs:
        """Those of a page made by `new_page`."""
        return cls._of[page]

    def expect(self) -> None:
        """A run will be asked for, now or later: `wait` ends after it."""
        self._open, self._begun = True, False

    @property
    def asked(self) -> int:
        """How many runs were asked for by something done on the page; what runs by the clock is not counted."""
        return self._asked

    def wait(self, milliseconds: float) -> None:
        """Until every run is over and drawn. Raises TimeoutError."""
        deadline = time.monotonic() + milliseconds / 1000
        self._page.evaluate(_QUIET, _DELAY)
        while True:
            while self._open:
                if time.monotonic() > deadline:
                    what = "is not over" if self._begun else "did not begin"
                    raise TimeoutError(f"A run of the app's script {what} after {milliseconds / 1000:.0f} s.")
                self._page.wait_for_timeout(20)
            self._page.evaluate(_QUIET, 20)
            self._page.wait_for_function(_AT_REST, timeout=max(1, (deadline - time.monotonic()) * 1000))
            if not self._open:
                return

    def _follow(self, socket: WebSocket) -> None:
        if "/_stcore/stream" in socket.url:
            self.expect()
            socket.on("framesent", self._sent)
            socket.on("framereceived", self._received)

    def _sent(self, frame: bytes | str) -> None:
        if not isinstance(frame, bytes):
            return
        message = BackMsg.FromString(frame)
        if message.WhichOneof("type") == "rerun_script":
            self._asked += not message.rerun_script.is_auto_rerun
            self.expect()

    def _received(self, frame: bytes | str) -> None:
        if not isinstance(frame, bytes):
            return
        message = ForwardMsg.FromString(frame)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._begun = True
        elif kind == "script_finished" and self._begun and message.script_finished in _FINISHED:
            self._open = False
