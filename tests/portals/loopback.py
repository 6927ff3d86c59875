"""A server on the loopback that gives what a test tells it to, and notes what was asked of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from core.portals.addresses import Policy

Query = Mapping[str, str]


@dataclass(frozen=True)
class Given:
    """One reply. With `raw` the handler is left to it after the headers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: Callable[[BaseHTTPRequestHandler], None] | None = None
    length: int | None = None
    """What Content-Length says; None: the truth, -1: nothing."""


Answer = Given | bytes | Callable[[Query, Mapping[str, str]], Given]


class Loopback:
    """`pages` are the replies by path; `asked` has the request lines and `headers` their headers, in order."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    @property
    def policy(self) -> Policy:
        """Lets this server be asked, and no other of the loopback."""
        return Policy.of([self.host])

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def json(self, path: str, value: Callable[[Query], Any] | Any, status: int = 200) -> None:
        """Reply in JSON at this path; a function gets the query."""

        def answer(query: Query, headers: Mapping[str, str]) -> Given:
            body = json.dumps(value(query) if callable(value) else value).encode()
            return Given(body, status, {"Content-Type": "application/json"})

        self.pages[path] = answer

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        loopback = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                loopback.asked.append(self.path)
                loopback.headers.append({k.lower(): v for k, v in self.headers.items()})
                parts = urlsplit(self.path)
                page = loopback.pages.get(parts.path, Given(b"<html><title>Not found</title>", 404))
                if callable(page):
                    page = page(dict(parse_qsl(parts.query, keep_blank_values=True)), loopback.headers[-1])
                given = Given(page) if isinstance(page, bytes) else page
                self.send_response(given.status)
                for name, value in given.headers.items():
                    self.send_header(name, value)
                length = len(given.body) if given.length is None else given.length
                if length >= 0:
                    self.send_header("Content-Length", str(length))
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                try:
                    if given.raw:
                        given.raw(self)
                    else:
                        self.wfile.write(given.body)
                except OSError:
                    pass  # who asked has gone

            def log_message(self, *args: object) -> None:
                pass

        return Handler


@contextmanager
def loopback() -> Iterator[Loopback]:
    server = Loopback()
    try:
        yield server
    finally:
        server.close()
