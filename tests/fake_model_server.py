"""A model server on the loopback: OpenAI and Ollama by their own protocols, with scripted replies and faults.

POST /v1/chat/completions (plain and SSE) and /api/chat (NDJSON).

The providers' real clients talk to it. Each request takes the next reply of the script; the last one is given for ever.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """Instead of a reply. `seconds` is how long a hanging server hangs, or the pause that a busy one asks for."""

    kind: str
    """status, hang, cut (the body ends early), garbage (not JSON), refusal (an empty reply with a refusal)."""
    status: int = 500
    seconds: float = 0.0
    body: str = '{"error": {"message": "it does not work: the key sk-secret-123 was bad", "type": "server_error"}}'


Reply = str | Fault
CHATS = ("/v1/chat/completions", "/api/chat")


@dataclass
class FakeModelServer:
    """`replies` are given in turn; `requests` keeps the bodies, `headers` what came with them.

    Use as a context manager; `openai` and `ollama` are the addresses for the two kinds of client.
    """

    replies: Sequence[Reply] = ("ok",)
    tokens: tuple[int, int] = (100, 20)
    requests: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    meeting: threading.Barrier | None = None
    """Requests after the second wait for each other here; where they never meet, they get status 500."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> FakeModelServer:
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def ollama(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def openai(self) -> str:
        return f"{self.ollama}/v1"

    def script(self, *replies: Reply) -> None:
        """Begin anew with these replies."""
        with self._lock:
            self.replies = replies
            self.requests.clear()
            self.headers.clear()

    def prompt(self, n: int) -> str:
        """All messages of the n-th request as one text."""
        return "\n\n".join(f"[{m['role']}]\n{m['content']}" for m in self.requests[n]["messages"])

    @property
    def received(self) -> str:
        """Everything that was sent here but the standing instructions, as text."""
        bodies = [{**r, "messages": [m for m in r["messages"] if m["role"] != "system"]} for r in self.requests]
        return json.dumps(bodies, ensure_ascii=False)

    def take(self, body: Json, headers: dict[str, str]) -> Reply:
        with self._lock:
            reply = self.replies[min(len(self.requests), len(self.replies) - 1)]
            self.requests.append(body)
            self.headers.append(headers)
        return reply

    def hang(self, seconds: float) -> None:
        self._closing.wait(seconds)


def _handler(owner: FakeModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path not in CHATS:  # what it could tell of itself it does not
                self._send(b"{}", 404, "application/json", {})
                return
            reply = owner.take(body, {k.lower(): v for k, v in self.headers.items()})
            if owner.meeting is not None and len(owner.requests) > 2:
                try:
                    owner.meeting.wait()
                except threading.BrokenBarrierError:
                    reply = Fault("status")
            self.close_connection = True
            with suppress(BrokenPipeError, ConnectionResetError):  # the client gave up
                self._answer(body, reply)

        def _answer(self, body: Json, reply: Reply) -> None:
            if isinstance(reply, Fault) and reply.kind == "hang":
                owner.hang(reply.seconds)
                return
            if isinstance(reply, Fault) and reply.kind == "status":
                pause = {"Retry-After": f"{reply.seconds:g}"} if reply.seconds else {}
                self._send(reply.body.encode(), reply.status, "application/json", pause)
                return
            if isinstance(reply, Fault) and reply.kind == "garbage":
                self._send(b"<html>It works!</html>", 200, "application/json", {})
                return
            ollama = self.path == "/api/chat"
            text = "" if isinstance(reply, Fault) else reply
            refusal = "I cannot help with that." if isinstance(reply, Fault) and reply.kind == "refusal" else None
            if ollama:
                raw, kind = "".join(f"{json.dumps(p)}\n" for p in _ollama(body, text, owner.tokens)), "x-ndjson"
            elif body.get("stream"):
                raw, kind = "".join(_sse(body, text, owner.tokens)), "event-stream"
            else:
                raw, kind = json.dumps(_openai(body, text, refusal, owner.tokens)), "json"
            data = raw.encode()
            mime = f"{'text' if kind == 'event-stream' else 'application'}/{kind}"
            if isinstance(reply, Fault) and reply.kind == "cut":
                self._send(data, 200, mime, {}, cut=len(data) // 2)
            else:
                self._send(data, 200, mime, {})

        def _send(self, data: bytes, status: int, mime: str, more: dict[str, str], cut: int | None = None) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": mime, "Content-Length": str(len(data)), **more}.items():
                self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(data[:cut])
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


def _openai(body: Json, text: str, refusal: str | None, tokens: tuple[int, int]) -> Json:
    message = {"role": "assistant", "content": text or None, "refusal": refusal}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
    }


def _sse(body: Json, text: str, tokens: tuple[int, int]) -> Iterator[str]:
    def chunk(delta: Json, finish: str | None = None, **more: object) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        event = {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
        return f"data: {json.dumps({**event, 'choices': [choice], **more})}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    for at in range(0, len(text), 40):
        yield chunk({"content": text[at : at + 40]})
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    yield chunk({}, "stop", usage=usage)
    yield "data: [DONE]\n\n"


def _ollama(body: Json, text: str, tokens: tuple[int, int]) -> Iterator[Json]:
    head = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z"}
    for at in range(0, len(text), 40):
        yield {**head, "message": {"role": "assistant", "content": text[at : at + 40]}, "done": False}
    counts = {"prompt_eval_count": tokens[0], "eval_count": tokens[1], "total_duration": 1, "eval_duration": 1}
    yield {**head, "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop", **counts}
