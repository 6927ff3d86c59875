"""What stands between the browser and Streamlit: whom the app answers, and what a page of it may load.

A page of another site can reach a program on this machine in two ways: by a name of its own that it points here (DNS
rebinding; the Host then is that name), and by a request across sites (the Origin then is that site). Both are refused,
for pages, uploads, files and the websocket alike.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

from streamlit import config

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_PLAIN = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?"
    r"(?P<place>(?:\[(?P<six>(?=[^\]]*:[^\]]*:)[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?))"
    r"(?::(?P<port>[0-9]{1,5}))?)"
)
"""A name may end in one dot, as a full name does. Nothing is passed over: another reader might take it otherwise."""
_EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared with, not listened on

CONTENT = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; "
    "frame-src 'self' data: blob:; connect-src 'self' blob: data: ws://{host} wss://{host}; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
"""Nothing from elsewhere. Streamlit's pages carry code inline, and its charts are compiled in the browser."""

HEADERS = (
    ("X-Frame-Options", "SAMEORIGIN"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)


class RequestGuard:
    """ASGI middleware. The names that are answered: this machine's own, `server.address`, `browser.serverAddress`,
    those in `server.allowedHosts` (`*.example.org` stands for every name below), and the address that was reached."""

    def __init__(self, app: Asgi) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        hosts, origins = _headers(scope, b"host"), _headers(scope, b"origin")
        host = _split(hosts[0]) if len(hosts) == 1 else None
        if host is None or host.scheme or not _is_ours(host, scope):
            await _refuse(
                scope,
                send,
                421,
                "The app is not served under this name. Its operator can add it to server.allowedHosts.",
            )
        elif not all(_is_same(_split(origin), host) for origin in origins):
            await _refuse(scope, send, 403, "The app answers its own pages only.")
        else:
            await self._app(scope, receive, _with_headers(send, hosts[0]) if scope["type"] == "http" else send)


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


@dataclass(frozen=True)
class Address:
    """A host, or a scheme and a host: `place` is the host and port as they were written, in small letters."""

    scheme: str
    name: str
    place: str


def _split(address: str) -> Address | None:
    """None for what is not plainly a host, or a scheme and a host, with a port or without."""
    found = _PLAIN.fullmatch(address)
    if found is None or int(found["port"] or 0) > 65_535:
        return None
    name = (found["six"] or found["name"]).lower().removesuffix(".")
    return Address((found["scheme"] or "").lower(), name, found["place"].lower())


def _is_ours(host: Address, scope: Scope) -> bool:
    reached = (scope.get("server") or ("",))[0]
    own = (config.get_option("server.address"), config.get_option("browser.serverAddress"), reached)
    return _matches(host.name, (*THIS_MACHINE, *(n for n in own if n and n not in _EVERYWHERE), *_allowed()))


def _is_same(origin: Address | None, host: Address) -> bool:
    """Whether a page of `origin` may talk to the app: the very same host and port, or one that the operator named."""
    if origin is None or origin.scheme not in ("http", "https"):
        return False
    if origin.place == host.place:
        return True
    named = config.get_option("server.corsAllowedOrigins") or ()
    return _matches(origin.name, _allowed()) or f"{origin.scheme}://{origin.place}" in {n.lower() for n in named}


def _allowed() -> list[str]:
    return list(config.get_option("server.allowedHosts") or ())


def _matches(name: str, among: Iterable[str]) -> bool:
    for wanted in (w.strip().lower().removesuffix(".").strip("[]") for w in among):
        if wanted == "*" or name == wanted or (wanted.startswith("*.") and name.endswith(wanted[1:])):
            return True
    return False


def _with_headers(send: Send, host: str) -> Send:
    added = [*HEADERS, ("Content-Security-Policy", CONTENT.format(host=host))]
    names = {name.lower().encode() for name, _ in added}

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            kept = [(k, v) for k, v in message.get("headers", ()) if k.lower() not in names]
            message["headers"] = [*kept, *((k.lower().encode(), v.encode("latin-1")) for k, v in added)]
        await send(message)

    return sending


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode()})
