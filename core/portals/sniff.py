"""What came, told from its bytes: a file that can be loaded, or what stands in its place. No label is believed."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from core.config import Settings
from core.errors import FileError, WrongContent
from core.ingest.confined import ConfinedReader
from core.ingest.detect import detect
from core.ingest.encoding import open_text
from core.ingest.parts import LINES, TEXTS, Part, kind_of, unpacked
from core.portals.server_errors import refuse_alone, refuse_broken, refuse_known_texts, said_in_xml

HEAD = 1 << 16
_BLANK = 1 << 20
"""So many blank bytes in a row are read over."""
_HTML = re.compile(
    rb"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*"
    rb"<(?:!doctype html|html|head|body|script|meta|title|frameset|iframe|div|p|br|h[1-6]|b|center|pre|noscript)\b",
    re.I | re.S,
)
_TITLE = re.compile(rb"<title[^>]*>(.{0,300}?)</title", re.I | re.S)
_PASSWORD = re.compile(rb"<input[^>]{0,300}type\s*=\s*[\"']?password", re.I)
_LOGIN = re.compile(r"\b(log ?in|sign ?in|anmeld|connexion|acceso|inloggen|authenti)", re.I)
_BY_HAND = "Open the address in a browser and look for the file itself; download it there and load it on the data page."
_SUFFIX = {"workbook": ".xlsx", "zip": ".zip", "parquet": ".parquet", "json lines": ".jsonl"}


def suffix_of(path: Path, address: str, name: str = "") -> str:
    """The ending that the file at `path` should have, so that it can be loaded. `name` and `address` only tell one
    kind of text from another.

    Raises WrongContent for what is no table, with what it is instead and what to do.
    """
    with path.open("rb") as file:
        head = _beginning(file)
    refuse_others(head, address, path.stat().st_size)
    ending = PurePosixPath(name.lower().split("?")[0]).suffix
    try:
        kind = kind_of(path, name.lower() if ending in LINES else "x.csv")
        if kind == "text":
            _check_text(path, address, name)
            return ending if ending in TEXTS else ".csv"
        if kind == "gzip":
            with unpacked(Part(path)) as inner:
                refuse_others(inner.open("rb").read(HEAD), address, inner.stat().st_size)
                _check_text(inner, address)
            return ".csv.gz"
        if kind in ("zip", "workbook"):
            with _called(path, _SUFFIX[kind]) as named, _reader(named.parent) as reader:
                reader.parts_in(named)
        return _SUFFIX[kind]
    except FileError as fault:
        code = "not_a_table" if fault.code == "file" else fault.code
        raise WrongContent(address, code, fault.message, fault.hint or _BY_HAND) from fault


def _beginning(file: BinaryIO) -> bytes:
    """The first bytes; of a file that begins with blank lines alone, those with something in them too."""
    head = file.read(HEAD)
    while head and not head.strip() and len(head) < _BLANK and (more := file.read(HEAD)):
        head += more
    return head


def refuse_others(head: bytes, address: str, size: int) -> None:
    """Raises WrongContent for nothing, a web page, a PDF, or JSON in the place of a table, told from the beginning."""
    bare = _narrow(head).removeprefix(b"\xef\xbb\xbf").lstrip()
    if not bare.strip(b"\0 \t\r\n"):
        hint = "The portal's file is empty or no longer there. Choose another file."
        raise WrongContent(address, "empty_reply", "The server sent a file without anything in it.", hint)
    if _HTML.match(bare):
        raise _page(bare, address)
    if bare.startswith(b"%PDF"):
        hint = "Look on the portal for the same data as CSV or Excel; tables in PDFs are not read."
        raise WrongContent(address, "pdf", "A PDF came, and no table.", hint)
    refuse_known_texts(bare, address)
    if bare[:1] in (b"{", b"["):
        _refuse_json(bare, address, whole=size <= len(head))
    if bare.startswith(b"<"):
        if said := said_in_xml(bare):
            hint = "Try again later, or choose another file of the data set."
            raise WrongContent(
                address, "error_reply", f"The server sent an error in the place of the file: “{said}”.", hint
            )
        what = "A map (KML or GML)" if re.search(rb"<(kml|gml|wfs:)", bare[:2000], re.I) else "XML"
        hint = "Look on the portal for the same data as CSV or Excel."
        raise WrongContent(address, "xml", f"{what} came, and no table of text.", hint)


def _narrow(head: bytes) -> bytes:
    """A beginning in UTF-16 with its mark as UTF-8; any other as it is."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) and not head.startswith(b"\xff\xfe\0\0"):
        return head.decode("utf-16", "replace").encode("utf-8", "replace")
    return head


def _page(head: bytes, address: str) -> WrongContent:
    found = _TITLE.search(head)
    title = " ".join(unescape(found[1].decode("utf-8", "replace")).split())[:80] if found else ""
    named = f", “{title}”" if title else ""
    if _PASSWORD.search(head) or _LOGIN.search(title):
        hint = "This file asks for a login. Sign in with a browser, download it and load it on the data page."
        return WrongContent(address, "login_page", f"A login page came{named}, and no table.", hint)
    return WrongContent(address, "web_page", f"A web page came{named}, and no table.", _BY_HAND)


def _refuse_json(head: bytes, address: str, whole: bool) -> None:
    """JSON lines are a table; one JSON value is an error of an interface, or data in a form that is not read."""
    lines = [line for line in head.splitlines()[: None if whole else -1] if line.strip()]
    parsed = [_parsed(line) for line in lines[:20]]
    if len(parsed) > 1 and all(isinstance(p, dict) for p in parsed):
        return
    value = _parsed(head) if whole else None
    said = error_in(value)
    if said or (isinstance(value, dict) and value.get("success") is False):
        words = f": “{said}”" if said else ""
        hint = "Try again later, or choose another file of the data set."
        raise WrongContent(address, "error_reply", f"The server sent an error in the place of the file{words}.", hint)
    if value is None and whole and not re.match(rb'\{\s*"|\[\s*[\[{"]', head):
        return  # a text that only begins like JSON
    map_like = b'"FeatureCollection"' in head
    what = "A map (GeoJSON)" if map_like else "JSON"
    hint = "Look on the portal for the same data as CSV or Excel."
    raise WrongContent(address, "geojson" if map_like else "json", f"{what} came, and no table of text.", hint)


def error_in(value: Any) -> str:
    """What a JSON reply says went wrong, in its own words, cut short; "" where it says nothing of the kind."""
    if not isinstance(value, dict):
        return ""
    for key in ("error", "errors", "error_code", "errorcode", "message", "detail", "exception"):
        said = value.get(key)
        if not said:
            continue
        if isinstance(said, list):
            said = said[0]
        if isinstance(said, dict):
            said = said.get("message") or said.get("detail") or said.get("__type") or json.dumps(said)
        if key in ("message", "detail") and len(value) > 5:
            continue  # a record of a table may have such a column
        return " ".join(str(said).split())[:160]
    return ""


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _reader(folder: Path) -> ConfinedReader:
    """Who looks into what a server sent: archives and workbooks in a process that can be ended."""
    return ConfinedReader(Settings(workspace=folder), lambda: None)


@contextmanager
def _called(path: Path, suffix: str) -> Iterator[Path]:
    """The file under a name that says its kind, for readers that go by it."""
    named = path.with_name(path.name + suffix)
    path.rename(named)
    try:
        yield named
    finally:
        named.rename(path)


def _check_text(path: Path, address: str, name: str = "") -> None:
    """Raises FileError, WrongContent for what is no table of text."""
    with tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch:
        text = open_text(path, Path(scratch))
        if PurePosixPath(name.lower()).suffix not in LINES and not _json_lines(text.path):
            form = detect(path.with_suffix(".txt"), text.path)  # under that name running text is told from tables
            if len(form.top.labels) == 1 and text.path.stat().st_size < HEAD:
                refuse_alone(text.path.read_text(encoding="utf-8-sig", errors="replace"), address)
            refuse_broken(text.path, address)


def _json_lines(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).lstrip().startswith(b"{")
