"""Requests from elsewhere: the app answers under its own names, to its own pages, and says what those may load."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from streamlit import config

from pages._ui.request_guard import RequestGuard

REQUESTS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "web.toml").read_text("utf-8"))["request"]


def answered(
    headers: dict[str, str], kind: str = "http", more: Sequence[Sequence[str]] = ()
) -> list[MutableMapping[str, Any]]:
    """What the guard sends, over an app that answers everything; `more` headers may have names that are there."""
    sent: list[MutableMapping[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"X-Frame-Options", b"ALLOWALL")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def receive() -> MutableMapping[str, Any]:
        return {"type": f"{kind}.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in [*headers.items(), *more]]
    scope = {"type": kind, "path": "/", "headers": raw, "server": ("127.0.0.1", 8501)}
    asyncio.run(RequestGuard(app)(scope, receive, send))
    return sent


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: str(r["name"]))
def test_who_is_answered(request_: dict[str, Any]) -> None:
    headers = {k: re.sub(r"\{([^{}]*)\*(\d+)\}", lambda m: m[1] * int(m[2]), v) for k, v in request_["headers"].items()}
    more = request_.get("more", ())
    assert answered(headers, more=more)[0]["status"] == request_["status"]
    opened = answered(headers, "websocket", more)
    kinds = [m["type"] for m in opened]
    assert kinds == (["websocket.accept"] if request_["status"] == 200 else ["websocket.close"])


def test_an_answer_says_what_its_page_may_load() -> None:
    found = [(k.decode(), v.decode()) for k, v in answered({"Host": "localhost:8501"})[0]["headers"]]
    headers = dict(found)
    assert len(found) == len(headers)  # none twice
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    rules = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
    assert rules["frame-ancestors"] == "'self'"
    assert rules["img-src"] == "'self' data: blob:"
    assert rules["connect-src"] == "'self' blob: data: ws://localhost:8501 wss://localhost:8501"
    assert rules["object-src"] == "'none'"


def test_an_operator_names_other_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    set_ = {"server.allowedHosts": ["tables.example.org", "*.office.example"], "server.address": "0.0.0.0"}
    known = config.get_option
    monkeypatch.setattr(config, "get_option", lambda key: set_.get(key, known(key)))
    status = {
        host: answered({"Host": host, "Origin": f"https://{host}"})[0]["status"]
        for host in ("tables.example.org", "a.office.example", "office.example", "0.0.0.0", "example.org")
    }
    assert list(status.values()) == [200, 200, 421, 421, 421]
    behind = {"Host": "localhost:8501", "Origin": "https://tables.example.org"}  # a proxy that names itself the host
    assert answered(behind)[0]["status"] == 200
