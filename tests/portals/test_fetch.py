"""What portals send when a table is asked for: what is a table arrives whole, all else is named."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import socket
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from core.errors import Cancelled, JoineryError, PortalRefused
from core.portals.fetch import Fetched, fetch
from core.portals.web import Limits, Web
from tests.portals.loopback import Given, Loopback, Query

CSV = b"station,year,value\nA1,2020,3.5\nB2,2021,4.25\nC3,2022,5\n"
QUICK = Limits(most_bytes=200_000, seconds=4, silence=1, redirects=4, tries=2, longest_wait=0.2)
HTML = b"<!DOCTYPE html><html><head><title>%s</title></head><body>%s</body></html>"


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name.replace("__", "."), body)
    return made.getvalue()


def workbook() -> bytes:
    from openpyxl import Workbook

    made, book = io.BytesIO(), Workbook()
    book.active.append(["a", "b"])
    book.active.append([1, 2])
    book.save(made)
    return made.getvalue()


def parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2]}), made)
    return made.getvalue()


def as_(kind: str, **more: str) -> dict[str, str]:
    return {"Content-Type": kind, **more}


WHOLE: dict[str, tuple[Given, str]] = {
    "plain": (Given(CSV, headers=as_("text/csv")), ".csv"),
    "labelled as a web page": (Given(CSV, headers=as_("text/html; charset=utf-8")), ".csv"),
    "labelled as a program": (Given(CSV, headers=as_("application/octet-stream")), ".csv"),
    "labelled as JSON": (Given(CSV, headers=as_("application/json")), ".csv"),
    "without a label": (Given(CSV), ".csv"),
    "without a length": (Given(CSV, length=-1), ".csv"),
    "with a mark of UTF-8": (Given(b"\xef\xbb\xbf" + CSV), ".csv"),
    "in Latin-1": (Given("ort,größe\nKöln,3\nMünchen,5\n".encode("latin-1")), ".csv"),
    "in UTF-16": (Given(CSV.decode().encode("utf-16")), ".csv"),
    "with semicolons": (Given(CSV.replace(b",", b";")), ".csv"),
    "with tabs": (Given(CSV.replace(b",", b"\t")), ".csv"),
    "ends of lines of old": (Given(CSV.replace(b"\n", b"\r\n")), ".csv"),
    "blank lines first": (Given(b"\n\n" + CSV), ".csv"),
    "a title above it": (Given(b"Measured values by station\n\n" + CSV), ".csv"),
    "with a tag in a cell": (Given(CSV + b'D4,2023,"<html>"\n'), ".csv"),
    "with a brace in its header": (Given(b"{station},year\nA1,2020\nB2,2021\n"), ".csv"),
    "packed on the way": (Given(gzip.compress(CSV), headers=as_("text/csv", **{"Content-Encoding": "gzip"})), ".csv"),
    "deflated on the way": (
        Given(zlib.compress(CSV), headers=as_("text/csv", **{"Content-Encoding": "deflate"})),
        ".csv",
    ),
    "a gzip file": (Given(gzip.compress(CSV), headers=as_("application/gzip")), ".csv.gz"),
    "a gzip file labelled CSV": (Given(gzip.compress(CSV), headers=as_("text/csv")), ".csv.gz"),
    "a zip of one": (Given(zipped(a__csv=CSV), headers=as_("application/zip")), ".zip"),
    "a zip of several": (Given(zipped(a__csv=CSV, b__csv=CSV, readme__txt=b"see above")), ".zip"),
    "a zip labelled CSV": (Given(zipped(a__csv=CSV), headers=as_("text/csv")), ".zip"),
    "a workbook": (Given(workbook()), ".xlsx"),
    "a workbook labelled CSV": (Given(workbook(), headers=as_("text/csv")), ".xlsx"),
    "Parquet": (Given(parquet()), ".parquet"),
    "JSON lines": (Given(b'{"a": 1, "b": "x"}\n{"a": 2, "b": "y"}\n', headers=as_("application/x-ndjson")), ".csv"),
}
"""A reply, and the ending that its file gets."""

BAD: dict[str, tuple[Given, str, str]] = {
    "a web page": (Given(HTML % (b"Data catalogue", b"<p>Welcome")), "web_page", "Data catalogue"),
    "a web page labelled CSV": (Given(HTML % (b"Oops", b""), headers=as_("text/csv")), "web_page", "Oops"),
    "a web page without a head": (Given(b"<html><body>a,b<br>1,2</body></html>"), "web_page", ""),
    "a web page behind a remark": (Given(b"<!-- cached -->\n" + HTML % (b"Page", b"")), "web_page", "Page"),
    "a web page behind a mark": (Given(b"\xef\xbb\xbf\r\n" + HTML % (b"Page", b"")), "web_page", "Page"),
    "a page of a script": (Given(b"<script>location='/x'</script>"), "web_page", ""),
    "a login page": (
        Given(HTML % (b"Portal", b'<form><input name=p type="password"></form>')),
        "login_page",
        "Portal",
    ),
    "a login page by its title": (Given(HTML % (b"Sign in - Portal", b"")), "login_page", "Sign in"),
    "a firewall's page": (Given(HTML % (b"Request Rejected", b"Your support ID is 1")), "web_page", "Request Rejected"),
    "a PDF": (Given(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", headers=as_("text/csv")), "pdf", "PDF"),
    "nothing": (Given(b""), "empty_reply", "without anything"),
    "blanks alone": (Given(b" \r\n\r\n  "), "empty_reply", "without anything"),
    "a mark alone": (Given(b"\xef\xbb\xbf"), "empty_reply", "without anything"),
    "zeros": (Given(b"\0" * 3000), "empty_reply", "without anything"),
    "an error of CKAN": (
        Given(json.dumps({"success": False, "error": {"__type": "Not Found Error", "message": "Not found"}}).encode()),
        "error_reply",
        "Not found",
    ),
    "an error of Opendatasoft": (
        Given(b'{"error_code": "ODSQLError", "message": "ODSQL query is malformed"}'),
        "error_reply",
        "ODSQL",
    ),
    "an error of Socrata": (
        Given(b'{"error": true, "message": "Cannot find view with id abcd-1234", "code": "not_found"}'),
        "error_reply",
        "",
    ),
    "an error in a list": (Given(b'{"errors": [{"detail": "Service unavailable"}]}'), "error_reply", "unavailable"),
    "an error labelled CSV": (Given(b'{"error": "quota exceeded"}', headers=as_("text/csv")), "error_reply", "quota"),
    "success false alone": (Given(b'{"success": false}'), "error_reply", ""),
    "JSON": (Given(b'[{"a": 1}, {"a": 2}]'), "json", "JSON"),
    "JSON over lines": (Given(b'{\n  "rows": [\n    {"a": 1}\n  ]\n}\n'), "json", "JSON"),
    "a map": (Given(b'{"type": "FeatureCollection", "features": []}'), "geojson", "map"),
    "another map": (Given(b'<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"/>'), "xml", "map"),
    "XML": (Given(b'<?xml version="1.0"?><rows><row a="1"/></rows>'), "xml", "XML"),
    "a picture": (Given(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8), "not_a_table", "picture"),
    "a binary file": (Given(bytes(range(256)) * 40), "not_a_table", "binary"),
    "a database": (Given(b"SQLite format 3\0" + bytes(200)), "not_a_table", "SQLite"),
    "an old workbook": (Given(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4000)), "not_a_table", "old Excel"),
    "a zip cut off": (Given(zipped(a__csv=CSV * 50)[:-60]), "broken_file", "damaged"),
    "a zip without tables": (Given(zipped(map__shp=b"x", map__dbf=b"y")), "not_a_table", "without tables"),
    "a gzip file cut off": (Given(gzip.compress(CSV * 50)[:-20]), "broken_file", "damaged"),
    "a gzip file of a web page": (Given(gzip.compress(HTML % (b"Page", b""))), "web_page", "Page"),
    "an archive that is not read": (Given(b"7z\xbc\xaf\x27\x1c" + bytes(300)), "not_a_table", "7-Zip"),
    "text that is no table": (
        Given(
            b"These figures were moved to our new home, as was said before.\nPlease write to us, and we will show you "
            b"the way, the tables, and the notes.\nThe office, which is open on weekdays, answers within three days.\n"
            b"Thank you for your patience with us in this time of change.\n" * 3
        ),
        "not_a_table",
        "running text",
    ),
    "a script": (Given(b"CREATE TABLE a (b int);\nINSERT INTO a VALUES (1);\n" * 3), "not_a_table", "SQL"),
}
"""A reply with status 200, the code of the fault, and words of its message."""

STATUS: dict[int, tuple[str, str]] = {
    400: ("does not give this", "open it in a browser"),
    401: ("asks for a password", "not open"),
    403: ("refuses this program", "by hand"),
    404: ("has nothing at this address", "out of date"),
    410: ("has taken this away", "out of date"),
    429: ("too many requests", "Wait"),
    500: ("a fault of its own", "later"),
    502: ("a fault of its own", "later"),
    503: ("a fault of its own", "later"),
}


def get(server: Loopback, folder: Path, path: str = "/x", **limits: object) -> Fetched:
    wanted = Limits(**{**{k: getattr(QUICK, k) for k in QUICK.__dataclass_fields__}, **limits})  # type: ignore[arg-type]
    with Web(server.policy, limits=wanted, pause=lambda seconds: None) as web:
        return fetch(server.url + path, folder, server.policy, limits=wanted, web=web)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", WHOLE)
def test_a_table_comes_whatever_it_is_called(case: str, server: Loopback, tmp_path: Path) -> None:
    given, suffix = WHOLE[case]
    server.pages["/x"] = given
    found = get(server, tmp_path)
    packed = given.headers.get("Content-Encoding")
    body = CSV if packed else given.body
    assert (found.suffix, found.path.read_bytes(), found.size) == (suffix, body, len(body))
    assert found.sha256 == hashlib.sha256(body).hexdigest()
    assert [p.name for p in tmp_path.iterdir()] == [found.path.name]


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_table_is_named(case: str, server: Loopback, tmp_path: Path) -> None:
    given, code, words = BAD[case]
    server.pages["/x"] = given
    with pytest.raises(JoineryError) as caught:
        get(server, tmp_path)
    assert (caught.value.code, words in caught.value.message, bool(caught.value.hint)) == (code, True, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("status", STATUS)
def test_a_status_that_is_no_success_is_said_with_what_to_do(status: int, server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = Given(CSV, status)
    with pytest.raises(PortalRefused) as caught:
        get(server, tmp_path)
    said, hint = STATUS[status]
    assert (caught.value.status, said in caught.value.message, hint in caught.value.hint) == (status, True, True)
    assert len(server.asked) == (2 if status in (429, 500, 502, 503) else 1)


def test_what_passes_is_tried_again_after_the_time_that_the_server_asks_for(server: Loopback, tmp_path: Path) -> None:
    waited: list[float] = []
    replies = iter([Given(b"", 503, {"Retry-After": "7"}), Given(b"", 502), Given(CSV)])
    server.pages["/x"] = lambda query, headers: next(replies)
    limits = Limits(tries=3)
    with Web(server.policy, pause=waited.append) as web:
        assert fetch(f"{server.url}/x", tmp_path, server.policy, limits=limits, web=web).size == len(CSV)
    assert waited == [7.0, 1.0]


def test_a_wait_that_is_too_long_is_said(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = Given(b"", 429, {"Retry-After": "3600"})
    with pytest.raises(PortalRefused) as caught:
        get(server, tmp_path)
    assert caught.value.hint == "It asks to wait 3,600 seconds."
    assert len(server.asked) == 1


REDIRECTS: dict[str, tuple[Mapping[str, str], str]] = {
    "to itself": ({"/x": "/x"}, "redirect_loop"),
    "in a circle": ({"/x": "/y", "/y": "/z", "/z": "/x"}, "redirect_loop"),
    "too often": ({"/x": "/1", **{f"/{n}": f"/{n + 1}" for n in range(1, 20)}}, "too_many_redirects"),
    "to a file of this machine": ({"/x": "file:///etc/passwd"}, "address_refused"),
    "to a cloud's metadata": ({"/x": "http://169.254.169.254/latest/meta-data/"}, "address_refused"),
    "to a user's address": ({"/x": "http://a:b@127.0.0.1/"}, "address_refused"),
    "to what is no address": ({"/x": "http://[broken"}, "address_refused"),
}


@pytest.mark.parametrize("case", REDIRECTS)
def test_redirects_that_lead_nowhere_are_named(case: str, server: Loopback, tmp_path: Path) -> None:
    ways, code = REDIRECTS[case]
    for path, to in ways.items():
        server.pages[path] = Given(b"", 302, {"Location": to})
    with pytest.raises(JoineryError) as caught:
        get(server, tmp_path)
    assert caught.value.code == code


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(status: int, server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = Given(b"", status, {"Location": "files/y.csv?v=2"})
    server.pages["/files/y.csv"] = Given(
        CSV, headers={"ETag": '"v2"', "Last-Modified": "Tue, 05 Mar 2024 10:00:00 GMT"}
    )
    found = get(server, tmp_path)
    assert (found.address, found.url) == (f"{server.url}/x", f"{server.url}/files/y.csv?v=2")
    assert (found.name, found.etag, found.modified) == ("y.csv", '"v2"', "2024-03-05T10:00:00+00:00")


def drip(handler: BaseHTTPRequestHandler) -> None:
    for _ in range(1000):
        handler.wfile.write(b"a,b\n")
        time.sleep(0.05)


def flood(handler: BaseHTTPRequestHandler) -> None:
    for _ in range(10_000):
        handler.wfile.write(b"a,b\n" * 4000)


def silent(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(3)


def cut(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(CSV[:20])
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


ENDLESS: dict[str, tuple[Given, dict[str, object], str]] = {
    "drips": (Given(raw=drip, length=-1), {"seconds": 0.5}, "too_slow"),
    "never ends": (Given(raw=flood, length=-1), {}, "too_big"),
    "says that it is too big": (Given(raw=silent, length=10**12), {}, "too_big"),
    "says nothing more": (Given(raw=silent, length=100), {"silence": 0.3, "tries": 1}, "portal_unreachable"),
    "breaks off": (Given(raw=cut, length=len(CSV)), {}, "cut_off"),
    "is shorter than it says": (Given(CSV, length=len(CSV) + 10), {}, "cut_off"),
    "swells": (
        Given(gzip.compress(b"0,0\n" * 500_000), headers={"Content-Encoding": "gzip"}),
        {},
        "too_big",
    ),
    "is packed and cut off": (
        Given(gzip.compress(CSV)[:-12], headers={"Content-Encoding": "gzip"}),
        {},
        "cut_off",
    ),
    "is packed unasked": (Given(CSV, headers={"Content-Encoding": "br"}), {}, "packed_unusually"),
}


@pytest.mark.parametrize("case", ENDLESS)
def test_what_does_not_end_well_is_named(case: str, server: Loopback, tmp_path: Path) -> None:
    given, limits, code = ENDLESS[case]
    server.pages["/x"] = given
    began = time.monotonic()
    with pytest.raises(JoineryError) as caught:
        get(server, tmp_path, **limits)
    assert caught.value.code == code
    assert time.monotonic() - began < 2.5


def test_a_header_without_an_end_is_too_slow(tmp_path: Path) -> None:
    """Nor does a server hold us that sends its headers sign by sign."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                for _ in range(100):
                    try:
                        connection.sendall(b"a")
                    except OSError:
                        return
                    time.sleep(0.05)

        threading.Thread(target=serve, daemon=True).start()
        from core.portals.addresses import Policy

        host = f"127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(JoineryError) as caught:
            fetch(f"http://{host}/", tmp_path, Policy.of([host]), limits=Limits(seconds=0.5, tries=1))
    assert caught.value.code == "too_slow"


def resumable(body: bytes, etag: str) -> Callable[[Query, Mapping[str, str]], Given]:
    """Breaks off the first time; then gives the rest from where it is asked for, if the version is the same."""
    times: list[int] = []

    def answer(query: Query, headers: Mapping[str, str]) -> Given:
        times.append(1)
        if len(times) == 1:
            return Given(raw=cut, length=len(body), headers={"ETag": '"one"'})
        begun = int(headers.get("range", "bytes=0-")[6:-1])
        if begun and headers.get("if-range") == etag:
            told = {"ETag": etag, "Content-Range": f"bytes {begun}-{len(body) - 1}/{len(body)}"}
            return Given(body[begun:], 206, told)
        return Given(body, headers={"ETag": etag})

    return answer


def test_what_broke_off_goes_on_from_there(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = resumable(CSV, '"one"')
    found = get(server, tmp_path)
    assert (found.resumed, found.path.read_bytes(), found.sha256) == (True, CSV, hashlib.sha256(CSV).hexdigest())
    assert [h.get("range") for h in server.headers] == [None, "bytes=20-"]


def test_another_version_is_fetched_from_its_beginning(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = resumable(CSV.upper(), '"two"')
    found = get(server, tmp_path)
    assert (found.resumed, found.path.read_bytes()) == (False, CSV.upper())


def test_what_was_stopped_goes_on_the_next_time(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = resumable(CSV, '"one"')
    with pytest.raises(JoineryError):
        get(server, tmp_path, tries=1)
    assert get(server, tmp_path).resumed


def test_a_wrong_piece_is_not_taken(server: Loopback, tmp_path: Path) -> None:
    replies = iter(
        [
            Given(raw=cut, length=len(CSV), headers={"ETag": '"one"'}),
            Given(b"zzz", 206, {"Content-Range": f"bytes 5-7/{len(CSV)}"}),
            Given(CSV),
        ]
    )
    server.pages["/x"] = lambda query, headers: next(replies)
    assert get(server, tmp_path).path.read_bytes() == CSV


def test_stop_ends_it_at_once(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = Given(raw=silent, length=1000)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        fetch(f"{server.url}/x", tmp_path, server.policy, stop=stop)
    assert time.monotonic() - began < 1


def test_the_name_is_what_the_server_says(server: Loopback, tmp_path: Path) -> None:
    told = {"Content-Disposition": 'attachment; filename="../../etc/r\u00e9sum\u00e9.tsv"'.encode().decode("latin-1")}
    server.pages["/download"] = Given(CSV.replace(b",", b"\t"), headers=told)
    found = get(server, tmp_path, "/download")
    assert (found.name.startswith("../../etc/"), found.suffix, found.path.parent) == (True, ".tsv", tmp_path)


def test_progress_is_told(server: Loopback, tmp_path: Path) -> None:
    server.pages["/x"] = Given(CSV)
    told: list[tuple[str, float]] = []
    fetch(f"{server.url}/x", tmp_path, server.policy, progress=lambda what, share: told.append((what, share)))
    assert told[-1] == ("0.0 MB", 1.0)
