"""A provider's faults in our words: what its client says may repeat the key, and is never passed on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.ask.translators.chat.windows import window_in_fault


@dataclass(frozen=True, slots=True)
class Place:
    """Whom a call was for; `address` is empty for the provider's own."""

    provider: str
    model: str
    address: str
    seconds: float


TOO_LONG = "The question with its schema is too long for it."
_UNREACHED = {
    "gaierror": ": no computer of that name is known (DNS)",
    "ConnectionRefusedError": ": nothing listens at that address, the connection was refused",
    "SSLError": ": its certificate cannot be trusted",
}


def fault_words(fault: Exception, status: int | None, place: Place) -> str:
    """What went wrong, and where."""
    kinds = {c.__name__ for f in _causes(fault) for c in type(f).__mro__}
    where = f" at {place.address}" if place.address else ""
    if status in (401, 403):
        return f"The server{where} refused the key ({status})."
    if status == 404:
        return f"The server{where} has no model {place.model} ({status}), or serves models under another address."
    if window_in_fault(fault, status) is not None:
        return TOO_LONG
    if status == 429:
        return f"The server{where} has too much to do, or the account's limit is reached."
    if status is not None and status >= 500:
        return f"The server{where} has a fault of its own ({status})."
    if status is not None and status >= 400:
        return f"The server{where} refused the request ({status})."
    if any("Timeout" in k for k in kinds):
        return f"It did not answer within {place.seconds:g} seconds."
    if kinds & {"RemoteProtocolError", "ReadError", "IncompleteRead"}:
        return f"The server{where} broke off in the middle of its reply."
    if kinds & {"APIConnectionError", "ConnectError", "ConnectionError", "TransportError"}:
        why = next((words for kind, words in _UNREACHED.items() if kind in kinds), "")
        return f"The server{where or ' of ' + place.provider} cannot be reached{why}."
    return f"The server{where} gave a reply that cannot be read ({type(fault).__name__})."


def status_of(fault: Exception) -> int | None:
    """The HTTP status that the server gave, if it came to that."""
    for holder in (fault, getattr(fault, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int) and status > 0:
            return status
    return None


def asked_pause(fault: Exception) -> float:
    """The seconds of a Retry-After header; 0 without one."""
    headers = getattr(getattr(fault, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except ValueError:
        return 0.0


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    """A fault and what led to it, at most eight of them."""
    for _ in range(8):
        if fault is not None:
            yield fault
            fault = fault.__cause__ or fault.__context__
