"""An Ollama on the loopback as far as fetching goes: its list of models, and a pull that waits half-way."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class FakeOllama:
    """A context manager. `half` is set when half of a model has come; the rest comes once `go_on` is set, or `fault`
    is told instead. `left` is set when whoever asked has gone."""

    def __init__(self, port: int = 0) -> None:
        self.models = ["have:1b"]
        self.asked: list[str] = []
        self.half, self.go_on, self.left = threading.Event(), threading.Event(), threading.Event()
        self.fault = ""
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True

    def __enter__(self) -> FakeOllama:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        return self._server.server_port


def _handler(owner: FakeOllama) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == "/api/tags"
            self._begin(200 if found else 404)
            if found:
                self._line({"models": [{"name": n, "size": 1_000_000_000} for n in owner.models]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self._begin(200 if self.path == "/api/pull" else 404)
            if self.path != "/api/pull":
                return
            owner.asked.append(body["model"])
            try:
                self._pull(body["model"])
            except OSError:
                owner.left.set()

        def _pull(self, model: str) -> None:
            self._line({"status": "pulling manifest"})
            self._line({"status": "pulling abc", "total": 200, "completed": 100})
            owner.half.set()
            while not owner.go_on.wait(0.05):
                self._line({"status": "pulling abc", "total": 200, "completed": 100})
            if owner.fault:
                self._line({"error": owner.fault})
                return
            self._line({"status": "pulling abc", "total": 200, "completed": 200})
            self._line({"status": "verifying"})
            self._line({"status": "success"})
            owner.models.append(model)

        def _begin(self, status: int) -> None:
            self.send_response(status)
            self.end_headers()

        def _line(self, found: dict[str, Any]) -> None:
            self.wfile.write(json.dumps(found).encode() + b"\n")
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
