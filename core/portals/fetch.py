"""One file of the net onto the disk: written beside its place, gone on with where it broke off, looked at, then whole.

`part` files and what is known of them (`.json` beside) outlive a stop, so that the next fetch goes on from there where
the server allows it (RFC 9110, Range with If-Range).
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from email.message import Message
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

from core.errors import FetchStopped, PortalRefused
from core.model import Progress
from core.portals.addresses import Policy
from core.portals.sniff import suffix_of
from core.portals.statuses import Later
from core.portals.web import Limits, Reply, Web, too_big

_BY_HAND = "Download it by hand and load it on the data page."


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that came, whole and looked at."""

    path: Path
    """Where it lies now: a temporary name, to be moved."""
    address: str
    """What was asked for."""
    url: str
    """Where the redirects led."""
    name: str
    """What the server calls it; any text."""
    suffix: str
    """The ending that suits its content."""
    size: int
    sha256: str
    etag: str = ""
    modified: str = ""
    """When it was last changed, as the server says: ISO 8601, UTC; empty: not said."""
    resumed: bool = False
    """A part of it had come before."""


def fetch(
    address: str,
    folder: Path,
    policy: Policy,
    *,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
    web: Web | None = None,
) -> Fetched:
    """Fetch a file into `folder`, under a temporary name.

    Raises PortalError (AddressRefused, PortalUnreachable, PortalRefused, FetchStopped, WrongContent), Cancelled,
    OSError. After WrongContent nothing of it stays.
    """
    limits = limits or Limits()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{hashlib.sha256(address.encode()).hexdigest()[:24]}.part"
    own = web or Web(policy, stop, limits)
    try:
        return own.trying(lambda: _once(own, address, part, limits, progress or (lambda what, share: None)), limits)
    except PortalRefused as fault:
        if fault.status != 416:
            raise
        _forget(part)
        return own.trying(lambda: _once(own, address, part, limits, progress or (lambda what, share: None)), limits)
    finally:
        if web is None:
            own.__exit__()


def _once(web: Web, address: str, part: Path, limits: Limits, tell: Progress) -> Fetched:
    known = _known(part)
    begun = part.stat().st_size if known and part.is_file() else 0
    asked = {"Range": f"bytes={begun}-", "If-Range": known} if begun else {}
    with web.opened(address, limits, asked) as reply:
        piece = _piece(reply.headers) if reply.status == 206 else None
        resumed = bool(begun) and piece is not None and piece[0] == begun and _same(known, reply.headers)
        if reply.status == 206 and not resumed and (begun or piece is None):
            _forget(part)
            raise PortalRefused(address, 416, "The server sent another piece of the file than was asked for.", _BY_HAND)
        _remember(part, reply)
        total = (begun if resumed else 0) + (reply.length or 0)
        done = begun if resumed else 0
        with part.open("ab" if resumed else "wb") as out:
            for chunk in reply.chunks:
                out.write(chunk)
                done += len(chunk)
                tell(f"{done / 1e6:,.1f} MB", min(done / total, 1.0) if total and reply.length else 0.0)
                if done > limits.most_bytes:
                    raise too_big(address, limits)
    if piece is not None and piece[1] is not None and done < piece[1]:
        said = f"The server gave {done:,} of {piece[1]:,} bytes."
        raise Later(FetchStopped(address, "cut_off", said, "Try again: it goes on from there."))
    name = _name(reply)
    try:
        suffix = suffix_of(part, address, name)
    except BaseException:
        _forget(part)
        raise
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    _sidecar(part).unlink(missing_ok=True)
    return Fetched(
        part, address, reply.url, name, suffix, part.stat().st_size, digest, reply.headers.get("etag", "")[:200],
        _date(reply.headers.get("last-modified", "")), resumed,
    )  # fmt: skip


def head_of(address: str, web: Web, most: int = 1 << 18) -> tuple[bytes, Reply, bool]:
    """The first bytes of a file, for a look; and whether that is all of it. Raises PortalError, Cancelled."""

    def once() -> tuple[bytes, Reply, bool]:
        got = b""
        with web.opened(address) as reply:
            for chunk in reply.chunks:
                got += chunk
                if len(got) >= most:
                    return got[:most], reply, False
        return got, reply, True

    return web.trying(once, web.limits)


def state_of(address: str, web: Web) -> tuple[str, str, int | None]:
    """ETag, date of change and size of a file as the server tells them now, its body left unread."""

    def once() -> tuple[str, str, int | None]:
        with web.opened(address) as reply:
            date = _date(reply.headers.get("last-modified", ""))
            return reply.headers.get("etag", "")[:200], date, reply.length

    return web.trying(once, web.limits)


def _piece(headers: Mapping[str, str]) -> tuple[int, int | None] | None:
    """Where a piece of a file begins, and the bytes of the whole where they are told; None: it does not say."""
    found = re.match(r"\s*bytes\s+(\d{1,18})-\d{1,18}/(\d{1,18}|\*)", headers.get("content-range", ""), re.I)
    return (int(found[1]), None if found[2] == "*" else int(found[2])) if found else None


def _same(known: str, headers: Mapping[str, str]) -> bool:
    """Whether a piece is of the version of which the beginning came, as far as the server tells."""
    told = headers.get("etag", "") if known.startswith('"') else headers.get("last-modified", "")
    return told in ("", known)


def _sidecar(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _known(part: Path) -> str:
    """What told the file's version when its beginning came: a strong ETag, else a date; "" where nothing does."""
    with suppress(OSError, ValueError):
        return str(json.loads(_sidecar(part).read_text(encoding="utf-8"))["version"])
    return ""


def _remember(part: Path, reply: Reply) -> None:
    etag = reply.headers.get("etag", "")
    version = etag if etag.startswith('"') else reply.headers.get("last-modified", "")
    if reply.headers.get("accept-ranges", "").lower() == "none" or reply.headers.get("content-encoding"):
        version = ""
    _sidecar(part).write_text(json.dumps({"version": version}), encoding="utf-8")


def _forget(part: Path) -> None:
    part.unlink(missing_ok=True)
    _sidecar(part).unlink(missing_ok=True)


def _name(reply: Reply) -> str:
    """What the server calls the file: in Content-Disposition, else the last part of its path."""
    message = Message()
    message["Content-Disposition"] = re.sub(r"[\r\n]", " ", reply.headers.get("content-disposition", ""))
    with suppress(ValueError, LookupError, UnicodeError):
        if named := message.get_filename():
            return str(named)[:300]
    return unquote(urlsplit(reply.url).path.rsplit("/", 1)[-1])[:300]


def _date(text: str) -> str:
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return ""
    return at.astimezone(UTC).isoformat(timespec="seconds")
