"""Connections to checked addresses, which look now and then whether they shall stop: beneath `core.portals.web`."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from core.errors import AddressRefused, Cancelled
from core.portals.addresses import Policy

if TYPE_CHECKING:
    import ssl

    import httpcore

_HEAD_ENDS = b"\r\n\r\n"
_SLICE = 0.2
"""Seconds after which a read looks whether it shall stop."""


class Watch(threading.local):
    """Until when, and whether, the exchange of this thread may go on."""

    def __init__(self) -> None:
        self.deadline = float("inf")
        self.stop: threading.Event | None = None

    def check(self) -> None:
        """Raises Cancelled, and TimeoutError past the deadline."""
        if self.stop is not None and self.stop.is_set():
            raise Cancelled
        if time.monotonic() > self.deadline:
            raise TimeoutError


class CheckedConnections:
    """Connections to checked addresses only: what httpcore calls a network backend."""

    def __init__(self, policy: Policy, watch: Watch) -> None:
        self._policy, self._watch = policy, watch

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Any = None,
    ) -> WatchedStream:  # fmt: skip
        import httpcore

        addresses = self._policy.addresses(host, port)
        for n, address in enumerate(addresses, start=1):
            self._watch.check()
            try:
                made = httpcore.SyncBackend().connect_tcp(address, port, min(timeout or 10.0, 10.0))
                return WatchedStream(made, self._watch)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if n == len(addresses):
                    raise
        raise AssertionError("unreachable")

    def connect_unix_socket(self, path: str, timeout: float | None = None, socket_options: Any = None) -> WatchedStream:
        raise AddressRefused(path, "it is no address of the web")

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class WatchedStream:
    """A connection that looks now and then whether it shall stop: what httpcore calls a network stream.

    `body_bytes` are the bytes that came behind the header of the answer under way.
    """

    def __init__(self, inner: httpcore.NetworkStream, watch: Watch) -> None:
        self._inner, self._watch = inner, watch
        self._head: bytes | None = b""
        self.body_bytes = 0

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        import httpcore

        until = time.monotonic() + (timeout or 30.0)
        while True:
            self._watch.check()
            try:
                return self._counted(self._inner.read(max_bytes, _SLICE))
            except httpcore.ReadTimeout:
                if time.monotonic() > until:
                    raise

    def _counted(self, got: bytes) -> bytes:
        if self._head is None:
            self.body_bytes += len(got)
            return got
        self._head += got
        while self._head is not None and _HEAD_ENDS in self._head:
            head, rest = self._head.split(_HEAD_ENDS, 1)
            between = head.split(b" ", 1)[-1][:1] == b"1"  # 1xx: the answer itself is still to come
            self._head, self.body_bytes = (rest, 0) if between else (None, len(rest))
        return got

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._watch.check()
        self._head, self.body_bytes = b"", 0
        self._inner.write(buffer, timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> WatchedStream:
        return WatchedStream(self._inner.start_tls(ssl_context, server_hostname, timeout), self._watch)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
