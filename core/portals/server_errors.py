"""Errors that servers write where a table was asked for: in the place of the rows, or behind those that came."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from core.errors import WrongContent

TAIL = 1 << 16
_SAID = re.compile(
    r"\W*(?:\w+ )?(?:error|fatal|exception|failed|failure|denied|forbidden|unauthori[sz]ed|unavailable|not found|"
    r"bad request|no such|too many|timed? ?out|quota|gone|invalid)\b",
    re.I,
)
_POINTER = b"version https://git-lfs.github.com/spec/"
_CARD = re.compile(rb"BEGIN:V(?:CALENDAR|CARD)\b", re.I)
_PAGE = re.compile(rb"[ \t]*<(?:!doctype html|html)\b", re.I)
_BROKEN = re.compile(
    rb"(?:<br\s*/?>\s*)?<b>(?:fatal error|parse error|warning|notice|error)</b>:"
    rb"|(?:PHP )?(?:fatal error|parse error|warning): .{1,1000} on line \d+\s*$"
    rb"|Traceback \(most recent call last\):"
    rb"|(?:[a-z_]\w{0,40}\.){2,8}\w{0,60}(?:Exception|Error)\b",
    re.I,
)
"""How a line begins that a program leaves when it breaks down while it writes: PHP, Python, Java."""
_LAST, _LONGEST = 40, 2_000
"""Of the end so many lines are looked at, of each so many bytes."""
_TAGS = re.compile(r"<[^>]{0,500}>")
_LINES = 20
_BY_HAND = "Open the address in a browser and look for the file itself; download it there and load it on the data page."
_LATER = "Try again later, or choose another file of the data set."


def refuse_known_texts(head: bytes, address: str) -> None:
    """Raises WrongContent for texts of a known kind that stand in a file's place, told from the beginning."""
    if head.startswith(_POINTER):
        said = "A pointer to a file in Git's large file storage came, and not the file."
        raise WrongContent(address, "pointer", said, "Use the address of the file itself, or download it by hand.")
    if _CARD.match(head):
        raise WrongContent(address, "not_a_table", "A calendar or address card came, and no table.", _BY_HAND)


def refuse_alone(text: str, address: str) -> None:
    """Raises WrongContent for a whole text of one column that is no table: a line alone, or some that say what went
    wrong."""
    told = [line for line in text.splitlines() if line.strip()]
    if told and (len(told) == 1 or (len(told) <= _LINES and _SAID.match(told[0]))):
        said = " ".join(told[0].strip(" \"'").split())[:120]
        raise WrongContent(address, "text_reply", f"The server sent words and no table: “{said}”.", _LATER)


def refuse_broken(path: Path, address: str) -> None:
    """Raises WrongContent where a text ends in the error of the program that was writing it: rows are missing."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - TAIL))
        tail = file.read().rstrip()
    lines = tail.split(b"\n")[-_LAST:]
    if size > TAIL or len(lines) == _LAST:
        lines = lines[1:]
    if said := _ending(tail, lines):
        message = f"The file ends in an error of the server, and rows are missing: “{said}”."
        raise WrongContent(address, "error_inside", message, _LATER)


def said_in_xml(head: bytes) -> str:
    """What an error in XML says (Amazon S3, OGC services), cut short; "" where it is none."""
    text = head[:4000].decode("utf-8", "replace")
    if not re.search(r"<(?:\w{1,20}:)?(?:Error|ExceptionReport|ServiceExceptionReport|ServiceException)\b", text):
        return ""
    parts = re.findall(r"<(?:\w{1,20}:)?(?:Message|ExceptionText|ServiceException)\b[^>]{0,300}>([^<]{1,500})<", text)
    return _plain(parts[0] if parts else text)


def _ending(tail: bytes, lines: list[bytes]) -> str:
    """What the error at the end says; "" where there is none. A text in quotes that stands last is a cell."""
    if tail.endswith(b'"') or len(lines) < 2:
        return ""
    if tail[-7:].lower() == b"</html>":
        begun = next((n for n, line in enumerate(lines) if n and _PAGE.match(line)), None)
        return _plain(b" ".join(lines[begun:]).decode("utf-8", "replace")) or "a web page" if begun is not None else ""
    for line in lines[1:]:
        if _BROKEN.match(line[:_LONGEST]):
            return _plain(line.decode("utf-8", "replace"))
    last = lines[-1]
    if last.startswith(b"{") and not tail.startswith((b"{", b"[")) and len(last) <= _LONGEST:
        try:
            told = json.loads(last)
        except (ValueError, RecursionError):
            return ""
        if isinstance(told, dict) and {"error", "errors", "error_code", "exception"} & told.keys():
            return _plain(last.decode("utf-8", "replace"))
    return ""


def _plain(text: str) -> str:
    return " ".join(unescape(_TAGS.sub(" ", text)).split())[:160]
