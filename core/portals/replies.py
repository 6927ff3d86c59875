"""JSON from portals: read with care, and what is in it by its documented name or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import urlencode

from core.errors import PortalRefused, PortalReply, WrongContent
from core.portals.sniff import HEAD, error_in, refuse_others
from core.portals.web import Web

_TAGS = re.compile(r"<[^>]{0,500}>")
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})")
_LONGEST = 2_000
_LARGEST = 10**15
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Signs that steer how a text is shown and are no part of it."""
_INSTEAD = {
    "web_page": "a web page",
    "login_page": "a login page",
    "empty_reply": "nothing",
    "xml": "XML",
    "pdf": "a PDF",
}


def ask(web: Web, address: str, **query: Any) -> Any:
    """The JSON at an address; queries that are None are left out.

    Raises PortalReply for what is no JSON or says that something went wrong, and the faults of `Web.text`.
    """
    given = {k: v for k, v in query.items() if v is not None}
    url = f"{address}?{urlencode(given)}" if given else address
    body, _ = web.text(url)
    found = _json(body, url)
    if isinstance(found, dict) and (found.get("success") is False or "error_code" in found or found.get("error")):
        said = error_in(found)
        raise PortalReply(
            url, f"The portal says that something went wrong{f': “{said}”' if said else ''}.", "Try again later."
        )
    return found


def _json(body: bytes, url: str) -> Any:
    """The value of a body, also where it is in the encoding of old (Windows-1252). Raises PortalReply."""
    try:
        try:
            found = json.loads(body)
        except UnicodeDecodeError:
            found = json.loads(body.decode("cp1252", "replace"))
        return _whole(found) if b"\\ud" in body.lower() else found
    except (ValueError, RecursionError) as fault:
        hint = "It may be down, behind a login, or no portal of that kind. Open it in a browser."
        raise PortalReply(url, f"The portal's answer cannot be read: {_instead(body, url)}.", hint) from fault


def _whole(value: Any) -> Any:
    """The value with halves of surrogate pairs, which no text can hold, replaced."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_whole(v) for v in value]
    return {_whole(k): _whole(v) for k, v in value.items()} if isinstance(value, dict) else value


def _instead(body: bytes, url: str) -> str:
    """What came in the place of JSON, for people."""
    if body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return "its JSON is broken off or damaged"
    try:
        refuse_others(body[:HEAD], url, len(body))
    except WrongContent as fault:
        if fault.code in _INSTEAD:
            named = re.search("“[^”]*”", fault.message)
            return f"{_INSTEAD[fault.code]}{f', {named[0]},' if named else ''} came in its place"
    return "it is no JSON"


def described(reply: Any, lists: str, url: str) -> list[Mapping[str, Any]]:
    """The objects of the list of that name in a reply; what else is in it is left out. Raises PortalReply for a reply
    that has no such list, or one without an object."""
    found = record(reply).get(lists)
    if not isinstance(found, list) or (found and not any(isinstance(f, dict) for f in found)):
        hint = "It may be of another kind or version than it says. Open it in a browser."
        raise PortalReply(url, f"The portal's answer is not as documented: it holds no list of {lists}.", hint)
    return [f for f in found if isinstance(f, dict)]


def ask_or_none(web: Web, address: str, **query: Any) -> Any:
    """The same, None where there is nothing of the kind: for finding out what a portal is."""
    try:
        return ask(web, address, **query)
    except PortalReply:
        return None
    except PortalRefused as fault:
        if fault.status in (429,):
            raise
        return None


def record(value: Any) -> Mapping[str, Any]:
    """A JSON object, {} for anything else."""
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    """A JSON list, [] for anything else."""
    return value if isinstance(value, list) else []


def words(value: Any) -> str:
    """A text for people: of several languages one, tags taken out, on one line, cut short."""
    if isinstance(value, dict):
        value = value.get("en") or value.get("name") or next((v for v in value.values() if v), "")
    if isinstance(value, list):
        value = ", ".join(words(v) for v in value[:5])
    if value is None or isinstance(value, bool | dict):
        return ""
    return " ".join(_UNSEEN.sub("", unescape(_TAGS.sub(" ", str(value)))).split())[:_LONGEST]


def number(value: Any) -> int | None:
    """A whole number of at least 0, also written as text."""
    try:
        found = int(float(value))
    except (TypeError, ValueError, OverflowError):
        return None
    return found if 0 <= found <= _LARGEST and not isinstance(value, bool) else None


def day(value: Any) -> str:
    """The day of a date or time in ISO 8601; "" for anything else."""
    found = _DAY.match(str(value or ""))
    return found[1] if found else ""


def form(*said: Any) -> str:
    """A format as people call it, from what the portal says: a name, a media type or an address."""
    for text in map(str, filter(None, said)):
        low = text.strip().lower().split(";")[0].rstrip("/").rsplit("/", 1)[-1].lstrip(".")
        low = _FORMS.get(low, low)
        if re.fullmatch(r"[a-z0-9 ]{2,12}", low):
            return low.upper()
    return ""


_FORMS = {
    "comma-separated-values": "csv",
    "tab-separated-values": "tsv",
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "vnd.ms-excel": "xls",
    "x-zip-compressed": "zip",
    "x-ndjson": "jsonl",
    "geo+json": "geojson",
    "octet-stream": "",
}
