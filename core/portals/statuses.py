"""What a status that is no success means, for people: what to do, and whether it may pass (RFC 9110)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from core.errors import PortalError, PortalRefused

if TYPE_CHECKING:
    import httpx

_AGAIN = frozenset({429, 500, 502, 503, 504})
_WHAT_TO_DO = {
    401: ("asks for a password", "This data is not open. Look on the portal for another way to it."),
    403: ("refuses this program", "Open it in a browser, download it by hand and load the file on the data page."),
    404: ("has nothing at this address", "The portal's link is out of date. Choose another file, or tell the portal."),
    202: ("is still making this file", "Wait a minute and try again."),
    204: ("has nothing in this file", "Choose another file."),
    410: ("has taken this away", "The portal's link is out of date. Choose another file."),
    429: ("gets too many requests", "Wait a while and try again."),
}


class Later(Exception):
    """A fault that may pass, for `Web.trying`; `seconds` to wait as the server asked, below 0: it did not say."""

    def __init__(self, fault: PortalError, seconds: float = -1.0) -> None:
        super().__init__(fault.message)
        self.fault, self.seconds = fault, seconds


def see_to_status(url: str, response: httpx.Response, part: bool) -> None:
    """Raises PortalRefused, Later for what is no success. `part`: a part of the file was asked for."""
    status, host = response.status_code, host_of(url)
    if status == 200 or (status == 206 and (part or _starts(response.headers.get("content-range", "")))):
        return
    if status == 206:
        said = f"“{host}” sent a piece of the file that was not asked for."
        raise PortalRefused(url, status, said, "Try again, or download it by hand.")
    if status == 416:
        raise PortalRefused(url, status, f"“{host}” has no more of this file.", "Fetch it from the beginning.")
    said, hint = _WHAT_TO_DO.get(status, ("", ""))
    if not said:
        said = "has a fault of its own" if status >= 500 else "does not give this"
        hint = "Try again later." if status >= 500 else "Choose another file, or open it in a browser."
    wait = _retry_after(response.headers.get("retry-after", ""))
    if wait > 0 and status in (429, 503):
        hint = f"It asks to wait {wait:,.0f} seconds."
    fault = PortalRefused(url, status, f"“{host}” {said} (status {status}).", hint)
    if status in _AGAIN:
        raise Later(fault, wait)
    raise fault


def _starts(content_range: str) -> bool:
    return content_range.replace(" ", "").lower().startswith("bytes0-")


def _retry_after(text: str) -> float:
    """Seconds, from a number or a date; -1 where it says nothing."""
    if text.strip().isdigit():
        return float(text.strip())
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return -1.0
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


def host_of(url: str) -> str:
    """The host of an address, with its port, for messages."""
    return url.split("://", 1)[-1].split("/", 1)[0].rsplit("@", 1)[-1][:200]
