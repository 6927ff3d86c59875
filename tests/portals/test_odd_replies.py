"""Replies that lie about themselves: whole tables come all the same, what is cut or no table is named."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from core.errors import JoineryError
from core.portals.preview import preview
from core.portals.web import Limits, Web
from tests.portals.loopback import Given, Loopback, Query
from tests.portals.test_fetch import CSV, HTML, as_, cut, get

CHUNKED = {"Transfer-Encoding": "chunked"}
WHOLE_RANGE = f"bytes 0-{len(CSV) - 1}/{len(CSV)}"


def chunks(*some: bytes, end: bytes = b"0\r\n\r\n") -> Callable[[BaseHTTPRequestHandler], None]:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in some) + end)

    return send


def bare_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(body) + packer.flush()


WHOLE: dict[str, tuple[Given, bytes]] = {
    "says PDF": (Given(CSV, headers=as_("application/pdf")), CSV),
    "says UTF-16": (Given(CSV, headers=as_("text/csv; charset=utf-16")), CSV),
    "a piece unasked that is the whole": (Given(CSV, 206, {"Content-Range": WHOLE_RANGE}), CSV),
    "says gzip, and is plain": (Given(CSV, headers={"Content-Encoding": "gzip"}), CSV),
    "says deflate, and is plain": (Given(CSV, headers={"Content-Encoding": "deflate"}), CSV),
    "deflate without its header": (Given(bare_deflate(CSV), headers={"Content-Encoding": "deflate"}), CSV),
    "packed in two parts": (
        Given(gzip.compress(CSV) + gzip.compress(CSV[19:]), headers={"Content-Encoding": "gzip"}),
        CSV + CSV[19:],
    ),
    "packed, and padded with zeros": (
        Given(gzip.compress(CSV) + b"\0" * 20, headers={"Content-Encoding": "gzip"}),
        CSV,
    ),
    "in chunks": (Given(raw=chunks(CSV[:10], CSV[10:]), headers=CHUNKED, length=-1), CSV),
    "a file name of paths": (
        Given(CSV, headers={"Content-Disposition": "attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd%00.csv"}),
        CSV,
    ),
    "a very long ETag": (Given(CSV, headers={"ETag": f'"{"e" * 20_000}"'}), CSV),
    "a page in its last cell": (Given(CSV + b'D4,2023,"\n<html>x</html>"\n'), CSV + b'D4,2023,"\n<html>x</html>"\n'),
    "one column": (Given(b"station\nA1\nB2\n"), b"station\nA1\nB2\n"),
    "one column of errors": (Given(b"error\n" + b"E1\n" * 30), b"error\n" + b"E1\n" * 30),
}

BAD: dict[str, tuple[Given, str, str]] = {
    "no content": (Given(b"", 204), "portal_refused", "has nothing in this file"),
    "still being made": (Given(b'{"status": "Processing"}', 202), "portal_refused", "is still making this file"),
    "not modified, unasked": (Given(b"", 304), "portal_refused", "does not give this"),
    "sent on to nowhere": (Given(b"", 302), "portal_refused", "status 302"),
    "a piece unasked": (Given(CSV[:30], 206, {"Content-Range": "bytes 0-29/54"}), "cut_off", "30 of 54 bytes"),
    "a piece from the middle": (
        Given(CSV[20:], 206, {"Content-Range": "bytes 20-53/54"}),
        "portal_refused",
        "was not asked for",
    ),
    "a piece of it knows not what": (Given(CSV, 206), "portal_refused", "was not asked for"),
    "longer than it says": (Given(CSV, length=30), "wrong_length", "more than the 30 bytes"),
    "much longer than it says": (Given(CSV * 5_000, length=70_000), "wrong_length", "70,000"),
    "a length below zero": (Given(CSV, length=-1, headers={"Content-Length": "-5"}), "cut_off", "broke off"),
    "two lengths": (Given(CSV, headers={"Content-Length": "10"}), "cut_off", "broke off"),
    "chunks without an end": (Given(raw=chunks(CSV, end=b""), headers=CHUNKED, length=-1), "cut_off", "broke off"),
    "chunks of no number": (Given(raw=chunks(CSV, end=b"zz\r\nx"), headers=CHUNKED, length=-1), "cut_off", "broke off"),
    "a heap of headers": (Given(CSV, headers={f"X-{n}": "y" * 500 for n in range(400)}), "cut_off", "broke off"),
    "a line of text": (Given(b"File not found."), "text_reply", "“File not found.”"),
    "a few lines of text": (Given(b"Access denied\nYour address was noted\n"), "text_reply", "“Access denied”"),
    "null": (Given(b"null"), "text_reply", "“null”"),
    "a text in quotes": (Given(b'"error: no such resource"'), "text_reply", "“error: no such resource”"),
    "an error of a store": (
        Given(b'<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>It is not there.</Message></Error>'),
        "error_reply",
        "“It is not there.”",
    ),
    "an error of a map service": (
        Given(
            b"<ows:ExceptionReport><ows:Exception><ows:ExceptionText>No layer</ows:ExceptionText></ows:Exception>"
            b"</ows:ExceptionReport>"
        ),
        "error_reply",
        "“No layer”",
    ),
    "a pointer": (
        Given(b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
        "pointer",
        "large file storage",
    ),
    "a calendar": (Given(b"BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n"), "not_a_table", "calendar"),
    "a page behind rows": (
        Given(CSV + b"<html><head><title>504 Time-out</title></head><body>x</body></html>\n"),
        "error_inside",
        "504 Time-out",
    ),
    "an error of PHP behind rows": (
        Given(CSV + b"<br />\n<b>Fatal error</b>:  Allowed memory size exhausted in <b>/x.php</b><br />\n"),
        "error_inside",
        "Allowed memory size",
    ),
    "an error of Java behind rows": (
        Given(CSV + b"java.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(B.java:3)\n"),
        "error_inside",
        "Java heap space",
    ),
    "an error of Python behind rows": (
        Given(CSV + b'Traceback (most recent call last):\n  File "x.py", line 1\nKeyError: 3\n'),
        "error_inside",
        "Traceback",
    ),
    "an error in JSON behind rows": (Given(CSV + b'{"error": "timeout"}\n'), "error_inside", "timeout"),
    "PHP before the rows": (Given(b"<br />\n<b>Warning</b>: mysql in <b>x</b><br />\n" + CSV), "web_page", ""),
    "a piece of a page": (Given(b'<div class="error">Sorry</div>'), "web_page", ""),
    "a page in UTF-16": (
        Given("<!DOCTYPE html><html><title>Sign in</title></html>".encode("utf-16")),
        "login_page",
        "",
    ),
    "a page far below": (Given(b"\n" * 70_000 + HTML % (b"Late", b"")), "web_page", "Late"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", WHOLE)
def test_a_table_comes_whole_whatever_is_said_of_it(case: str, server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"], body = WHOLE[case]
    found = get(server, tmp_path)
    assert (found.suffix, found.path.read_bytes()) == (".csv", body)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("case", BAD)
def test_what_is_cut_or_no_table_is_named(case: str, server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"], code, words = BAD[case]
    with pytest.raises(JoineryError) as caught:
        get(server, tmp_path)
    assert (caught.value.code, words in caught.value.message, bool(caught.value.hint)) == (code, True, True)
    assert not [p for p in tmp_path.iterdir() if p.suffix not in (".part", ".json")]


@pytest.mark.parametrize("case", ["a line of text", "a page behind rows", "longer than it says", "a piece of a page"])
def test_a_look_names_them_too(case: str, server: Loopback) -> None:
    server.pages["/x"], code, _ = BAD[case]
    with Web(server.policy, limits=Limits(seconds=4, tries=1)) as web, pytest.raises(JoineryError) as caught:
        preview(f"{server.url}/x", web)
    assert caught.value.code == code


def going_on(*then: Given) -> Callable[[Query, Mapping[str, str]], Given]:
    """Breaks off after 20 bytes of version one, then gives these."""
    replies = iter([Given(raw=cut, length=len(CSV), headers={"ETag": '"one"'}), *then])
    return lambda query, headers: next(replies)


def test_a_piece_of_another_version_is_not_put_behind_the_first(server: Loopback, tmp_path: Path) -> None:
    """The server gives a piece though the file has changed: If-Range was not heeded."""
    told = {"ETag": '"two"', "Content-Range": f"bytes 20-{len(CSV) - 1}/{len(CSV)}"}
    server.pages["/x"] = going_on(Given(CSV.upper()[20:], 206, told), Given(CSV.upper(), headers={"ETag": '"two"'}))
    assert get(server, tmp_path).path.read_bytes() == CSV.upper()


def test_a_piece_that_is_not_all_of_the_rest_is_gone_on_from(server: Loopback, tmp_path: Path) -> None:
    def piece(begun: int, end: int) -> Given:
        told = {"ETag": '"one"', "Content-Range": f"bytes {begun}-{end - 1}/{len(CSV)}"}
        return Given(CSV[begun:end], 206, told)

    server.pages["/x"] = going_on(piece(20, 40), piece(40, len(CSV)))
    found = get(server, tmp_path, tries=3)
    assert (found.path.read_bytes(), [h.get("range") for h in server.headers]) == (
        CSV,
        [None, "bytes=20-", "bytes=40-"],
    )


def test_where_no_more_is_to_be_had_it_is_fetched_anew(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = going_on(Given(b"", 416), Given(CSV))
    assert get(server, tmp_path).path.read_bytes() == CSV
