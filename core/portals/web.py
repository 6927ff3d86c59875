"""HTTP by httpx, within bounds: addresses checked where the connection is made, redirects followed one by one,
bytes, seconds and tries capped, waits as the server asks (`Retry-After`), and a stop at any moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Self, TypeVar, cast
from urllib.parse import urljoin

from core import __version__
from core.errors import AddressRefused, Cancelled, FetchStopped, PortalUnreachable
from core.portals.addresses import Policy, spelt
from core.portals.statuses import Later, host_of, see_to_status
from core.portals.unpacking import PACKED, Unpackable, unpacked
from core.portals.web_connections import CheckedConnections, Watch, WatchedStream

if TYPE_CHECKING:
    import ssl

    import httpcore
    import httpx

USER_AGENT = f"Joinery/{__version__} (reads open data for one person; no crawler)"
_T = TypeVar("_T")


@cache
def _certificates() -> ssl.SSLContext:
    """Whom connections trust; to read all the certificates takes longer than to ask a server next door."""
    import httpx

    context: ssl.SSLContext = httpx.create_ssl_context(trust_env=False)
    return context


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one exchange may take. `most_bytes` counts what comes out once unpacked."""

    most_bytes: int = 2 << 30
    seconds: float = 1_800.0
    silence: float = 30.0
    """Seconds without a byte."""
    redirects: int = 6
    tries: int = 3
    longest_wait: float = 60.0
    """The longest `Retry-After` that is waited for, in seconds."""


SHORT = Limits(most_bytes=32 << 20, seconds=60.0, silence=20.0)
"""For what portals say of their data."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer whose body is still to be read. `url` is where the redirects led."""

    url: str
    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes] = field(repr=False)
    """The body, unpacked. Raises FetchStopped, PortalUnreachable, Cancelled."""
    length: int | None = None
    """Bytes of the body, where the server says so and it is not packed."""


class Web:
    """One client for one piece of work. Threads may share it. `pause` waits between tries."""

    def __init__(
        self,
        policy: Policy,
        stop: threading.Event | None = None,
        limits: Limits = SHORT,
        pause: Callable[[float], None] | None = None,
    ) -> None:
        self.policy, self.limits, self.stop = policy, limits, stop or threading.Event()
        self._pause = pause or self._wait
        self._watch = Watch()
        self._transport: httpx.HTTPTransport | None = None
        self._opening = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._transport is not None:
            self._transport.close()

    def text(self, url: str, limits: Limits | None = None) -> tuple[bytes, Reply]:
        """The whole body of a short answer, tried again where that may help.

        Raises PortalError (AddressRefused, PortalUnreachable, PortalRefused, FetchStopped), Cancelled.
        """
        limits = limits or self.limits

        def once() -> tuple[bytes, Reply]:
            with self.opened(url, limits) as reply:
                return b"".join(reply.chunks), reply

        return self.trying(once, limits)

    def trying(self, once: Callable[[], _T], limits: Limits) -> _T:
        """Do it, up to `limits.tries` times where the fault may pass, waiting as the server asks."""
        for n in range(1, limits.tries + 1):
            try:
                return once()
            except Later as later:
                if n == limits.tries or later.seconds > limits.longest_wait:
                    raise later.fault from later.__cause__
                self._pause(later.seconds if later.seconds >= 0 else 0.5 * 2 ** (n - 1))
        raise AssertionError("unreachable")

    @contextmanager
    def opened(
        self, url: str, limits: Limits | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[Reply]:
        """One try: redirects followed, the status seen to. Raises the faults of `text`, and for those that may pass
        what only `trying` catches."""
        limits = limits or self.limits
        self._watch.stop, self._watch.deadline = self.stop, time.monotonic() + limits.seconds
        with _closing() as open_one:
            with self._faults(url, limits):
                reply = self._followed(url, headers or {}, limits, open_one)
            yield reply

    def _followed(self, url: str, headers: Mapping[str, str], limits: Limits, open_one: list[httpx.Response]) -> Reply:
        """The answer at the end of the redirects, each of which is checked like an address of its own."""
        seen = [url]
        while True:
            self._watch.check()
            response = self._sent(seen[-1], headers, limits)
            open_one.append(response)
            where = response.headers.get("location")
            if response.status_code not in (301, 302, 303, 307, 308) or not where:
                see_to_status(seen[-1], response, "Range" in headers)
                return self._reply(seen[-1], response, limits)
            response.close()
            try:
                after = spelt(urljoin(seen[-1], where))
            except ValueError as fault:
                raise AddressRefused(url, "it sends on to an address that cannot be read") from fault
            if after in seen:
                raise _stopped(url, "redirect_loop", "The server sends in a circle", "Open it in a browser.")
            if len(seen) > limits.redirects:
                said = f"The server sends from one address to the next, more than {limits.redirects} times"
                raise _stopped(url, "too_many_redirects", said, "Open it in a browser.")
            seen.append(after)

    def _sent(self, url: str, headers: Mapping[str, str], limits: Limits) -> httpx.Response:
        self.policy.check_url(url)
        import httpx

        named = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "identity", **headers}
        timeout = httpx.Timeout(limits.silence).as_dict()
        try:
            request = httpx.Request("GET", url, headers=named, extensions={"timeout": timeout})
        except (httpx.InvalidURL, UnicodeError) as fault:
            raise AddressRefused(url, "it cannot be read", "Check its spelling.") from fault
        return self._made().handle_request(request)

    def _made(self) -> httpx.HTTPTransport:
        """The transport alone: none of a client's proxies, cookies or redirects; connections to checked addresses."""
        import httpcore
        import httpx

        with self._opening:
            if self._transport is None:
                context = _certificates()
                self._transport = httpx.HTTPTransport(verify=context, trust_env=False)
                self._transport._pool = httpcore.ConnectionPool(
                    ssl_context=context,
                    max_connections=8,
                    network_backend=cast("httpcore.NetworkBackend", CheckedConnections(self.policy, self._watch)),
                )
            return self._transport

    def _reply(self, url: str, response: httpx.Response, limits: Limits) -> Reply:
        packed = response.headers.get("content-encoding", "").strip().lower()
        if packed not in ("", "identity", *PACKED):
            raise _stopped(
                url, "packed_unusually", f"The answer is packed in a way that was not asked for ({packed[:20]})"
            )
        told = response.headers.get("content-length", "")
        sent = int(told) if told.isdigit() else None
        length = sent if packed in ("", "identity") else None
        if length is not None and length > limits.most_bytes:
            raise too_big(url, limits)
        raw = _all_of(url, response, sent)
        body = self._bodied(url, unpacked(raw, packed) if packed in PACKED else raw, limits)
        headers = {k.lower(): v for k, v in response.headers.items()}
        return Reply(url, response.status_code, headers, body, length)

    def _bodied(self, url: str, body: Iterator[bytes], limits: Limits) -> Iterator[bytes]:
        """The body within bounds."""
        with self._faults(url, limits):
            done = 0
            for chunk in body:
                self._watch.check()
                done += len(chunk)
                if done > limits.most_bytes:
                    raise too_big(url, limits)
                yield chunk

    @contextmanager
    def _faults(self, url: str, limits: Limits) -> Iterator[None]:
        """What httpx meets, by our names."""
        import httpx

        host = host_of(url)
        try:
            yield
        except Unpackable as fault:
            raise _stopped(url, "cut_off", f"What came is packed and {fault}", "Try again.") from fault
        except (TimeoutError, httpx.TimeoutException) as fault:
            if time.monotonic() > self._watch.deadline:
                said = f"“{host}” was too slow: not done after {limits.seconds:g} seconds"
                raise _stopped(url, "too_slow", said, "Try again later, or download it by hand.") from fault
            raise Later(PortalUnreachable(url, host, "it does not answer in time")) from fault
        except httpx.RemoteProtocolError as fault:
            cut = _stopped(url, "cut_off", f"“{host}” broke off before the end", "Try again: it goes on from there.")
            raise Later(cut) from fault
        except (httpx.NetworkError, httpx.ProtocolError, OSError) as fault:
            if "CERTIFICATE_VERIFY" in str(fault):
                raise PortalUnreachable(url, host, "its certificate is not valid") from fault
            raise Later(PortalUnreachable(url, host, "it does not answer")) from fault

    def _wait(self, seconds: float) -> None:
        if self.stop.wait(seconds):
            raise Cancelled


@contextmanager
def _closing() -> Iterator[list[httpx.Response]]:
    """Closes the responses that are put into the list."""
    found: list[httpx.Response] = []
    try:
        yield found
    finally:
        for response in found:
            response.close()


def _all_of(url: str, response: httpx.Response, sent: int | None) -> Iterator[bytes]:
    """The bytes of the body as they come; more than the server announced are a fault of their own, for what was cut
    off there would pass for the whole. Raises FetchStopped."""
    yield from response.iter_raw()
    stream = response.extensions.get("network_stream")
    if sent is not None and isinstance(stream, WatchedStream) and stream.body_bytes > sent + len(b"\r\n"):
        said = f"“{host_of(url)}” sent more than the {sent:,} bytes that it announced, and what came is not all"
        raise _stopped(url, "wrong_length", said, "Download it by hand, or tell the portal.")


def too_big(url: str, limits: Limits) -> FetchStopped:
    """More came than may."""
    said = f"It is more than {max(1, limits.most_bytes >> 20):,} MB, the most that is fetched"
    return _stopped(url, "too_big", said, "Look for a part of it on the portal, or download it by hand.")


def _stopped(url: str, code: str, said: str, hint: str = "Try again later.") -> FetchStopped:
    return FetchStopped(url, code, f"{said}.", hint)
