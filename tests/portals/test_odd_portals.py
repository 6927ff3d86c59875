"""CKANs that answer otherwise than documented: what can be read is, what cannot is named, and no row comes twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import FetchStopped, PortalReply
from core.portals.addresses import spelt_out
from core.portals.base import Found
from core.portals.ckan import Ckan
from core.portals.ranking import loadable
from core.portals.socrata import Socrata
from core.portals.web import Limits, Web
from tests.portals import fake_portals as fakes
from tests.portals.loopback import Given, Loopback, Query
from tests.portals.test_fetch import HTML

QUICK = Limits(most_bytes=5_000_000, seconds=4, silence=2, tries=1)
PACKAGE: dict[str, Any] = {
    "id": "p",
    "name": "räder",
    "title": "Räder",
    "resources": [{"id": "r", "format": "CSV", "url": "/files/räder.csv", "size": 1e308}],
}


def told(*packages: object, count: object = 1) -> str:
    return json.dumps({"success": True, "result": {"count": count, "results": packages}}, ensure_ascii=False)


def searched(server: Loopback, body: bytes) -> Found:
    server.pages["/api/3/action/package_search"] = body
    with Web(server.policy, limits=QUICK) as web:
        return Ckan(web, server.url).search(["x"], 5)


READ: dict[str, bytes] = {
    "UTF-16": told(PACKAGE).encode("utf-16"),
    "a mark of UTF-8": b"\xef\xbb\xbf" + told(PACKAGE).encode(),
    "Windows-1252": told(PACKAGE).encode("cp1252"),
    "a count below zero": told(PACKAGE, count=-5).encode(),
    "a count beyond all": told(PACKAGE, count=10**400).encode(),
    "a count as text": told(PACKAGE, count="1").encode(),
    "other things among the results": told(None, "p", PACKAGE, 4).encode(),
    "signs that turn the text": told({**PACKAGE, "title": "R\u202eäder\u0007"}).encode(),
}


@pytest.mark.parametrize("case", READ)
def test_what_can_be_read_is(case: str, server: Loopback) -> None:
    found = searched(server, READ[case])
    assert [(h.title, h.resources[0].address, h.resources[0].size) for h in found.hits] == [
        ("Räder", f"{server.url}/files/r%C3%A4der.csv", None)
    ]
    assert found.total == 1


def test_halves_of_signs_are_replaced(server: Loopback) -> None:
    body = told({**PACKAGE, "title": "A?B"}).replace("A?B", "A\\ud800B").encode()
    assert searched(server, body).hits[0].title == "A?B"


def test_tags_and_publishers_may_be_plain_texts(server: Loopback) -> None:
    hit = searched(
        server, told({**PACKAGE, "tags": ["rad", {"name": "weg"}, None], "organization": "Amt"}).encode()
    ).hits[0]
    assert (hit.tags, hit.publisher) == (("rad", "weg"), "Amt")


NOT_READ: dict[str, tuple[bytes, str]] = {
    "broken off": (told(PACKAGE).encode()[:-30], "its JSON is broken off or damaged"),
    "with more behind": (told(PACKAGE).encode() + b"<!-- 3 ms -->", "its JSON is broken off or damaged"),
    "too deep": (b'{"result":' + b"[" * 100_000, "its JSON is broken off or damaged"),
    "a number too long": (b'{"result": ' + b"9" * 10_000 + b"}", "its JSON is broken off or damaged"),
    "a page": (HTML % (b"Maintenance", b""), "a web page, “Maintenance”, came in its place"),
    "a login": (HTML % (b"Sign in", b""), "a login page, “Sign in”, came in its place"),
    "nothing": (b"", "nothing came in its place"),
    "words": (b"Service unavailable", "it is no JSON"),
    "null": (b"null", "it holds no list of results"),
    "no list": (told().replace("[]", "null").encode(), "it holds no list of results"),
    "names alone": (told("a", "b").encode(), "it holds no list of results"),
}


@pytest.mark.parametrize("case", NOT_READ)
def test_what_cannot_be_read_is_named(case: str, server: Loopback) -> None:
    body, words = NOT_READ[case]
    with pytest.raises(PortalReply) as caught:
        searched(server, body)
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("written", "meant", "fits"),
    [
        ("/files/my counts.csv", "https://data.city.org/files/my%20counts.csv", True),
        ("files/a.csv", "https://data.city.org/ckan/files/a.csv", True),
        ("//cdn.city.org/a.csv", "https://cdn.city.org/a.csv", True),
        ("www.city.org/zähler.csv", "https://www.city.org/z%C3%A4hler.csv", True),
        (" http://city.org/a.csv\n", "http://city.org/a.csv", True),
        ("ftp://city.org/a.csv", "ftp://city.org/a.csv", False),
        ("file:///etc/passwd", "file:///etc/passwd", False),
        ("data:text/csv,a,b", "data:text/csv,a,b", False),
        ("javascript:alert(1)", "javascript:alert(1)", False),
        ("", "", False),
    ],
)
def test_addresses_of_files_are_read_as_the_portal_means_them(written: str, meant: str, fits: bool) -> None:
    from core.portals.base import Resource

    assert spelt_out(written, "https://data.city.org/ckan") == meant
    assert loadable(Resource(meant, format="CSV")) is fits


def page(rows: list[Any], total: object, fields: object = None, **more: Any) -> dict[str, Any]:
    named = [{"id": "_id"}, {"id": "a"}] if fields is None else fields
    return {"success": True, "result": {"fields": named, "records": rows, "total": total, **more}}


def numbered(query: Query, last: int, most: int = 100) -> list[Any]:
    begun = int(query.get("offset", 0))
    return [{"_id": n, "a": n} for n in range(begun + 1, min(begun + most, last) + 1)]


def read(server: Loopback, answer: Callable[[Query], Any]) -> list[Any]:
    server.json("/api/3/action/datastore_search", answer)
    server.json("/api/3/action/package_search", {"success": True, "result": {"count": 1, "results": [
        {"id": "p", "resources": [{"id": "r", "datastore_active": True}]}
    ]}})  # fmt: skip
    with Web(server.policy, limits=QUICK) as web:
        portal = Ckan(web, server.url)
        return list(portal.rows(portal.search([], 1).hits[0].resources[0]))


@pytest.mark.parametrize(
    "answer",
    [
        lambda q: page(numbered(q, 250), 250),
        lambda q: page(numbered(q, 250), "250"),
        lambda q: page(numbered(q, 250), None),
        lambda q: page(numbered(q, 250), 150, total_was_estimated=True),
    ],
    ids=["capped", "a total as text", "no total", "a total that is a guess"],
)
def test_every_row_comes_whatever_the_total_says(answer: Callable[[Query], Any], server: Loopback) -> None:
    assert read(server, answer) == [["a"], *([str(n)] for n in range(1, 251))]


def test_a_cell_that_is_an_object_is_written_as_json(server: Loopback) -> None:
    rows = [{"_id": 1, "a": {"ö": [1, None]}}, {"_id": 2, "a": None}, {"_id": 3}, {"_id": 4, "a": True}]
    assert read(server, lambda q: page(rows, 4)) == [["a"], ['{"ö": [1, null]}'], [""], [""], ["true"]]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda q: page([{"_id": n} for n in range(100)], 250), "the same rows again"),
        (lambda q: page([{"a": n} for n in range(100)], 250), "the same rows again"),
        (lambda q: page([[1, "x"]], 1), "not as documented"),
        (lambda q: page(numbered(q, 200), 200, [{"id": f"a{q.get('offset')}"}]), "columns changed"),
    ],
    ids=["an offset not heeded", "the same without ids", "rows as lists", "other columns"],
)
def test_rows_that_are_unsound_are_not_taken(answer: Callable[[Query], Any], words: str, server: Loopback) -> None:
    with pytest.raises(FetchStopped) as caught:
        read(server, answer)
    assert (caught.value.code, words in caught.value.message) == ("rows_unsound", True)


@pytest.mark.parametrize("second", [b"a\n1\n2\n", b"<html>\n<title>Error\n"], ids=["the same page", "a page of HTML"])
def test_a_soda_whose_pages_are_unsound_is_not_taken(second: bytes, server: Loopback) -> None:
    fakes.socrata(server)
    server.json("/resource/abcd-1234.json", [{"n": "5"}])
    replies = iter([Given(b"a\n1\n2\n"), Given(second)])
    server.pages["/resource/abcd-1234.csv"] = lambda query, headers: next(replies)
    with Web(server.policy, limits=QUICK) as web:
        portal = Socrata(web, server.url)
        rows = portal.rows(portal.search(["bicycle"], 1).hits[0].resources[0])
        with pytest.raises(FetchStopped) as caught:
            list(rows)
    assert caught.value.code == "rows_unsound"
