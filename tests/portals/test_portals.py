"""Each kind of portal behind one protocol: found by asking, searched to the end, its caps seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.errors import FetchStopped, PortalReply
from core.portals.base import Portal
from core.portals.kinds import address_of, known_portals, portal_at
from core.portals.web import Limits, Web
from tests.portals import fake_portals as fakes
from tests.portals.loopback import Given, Loopback

QUICK = Limits(most_bytes=20_000_000, seconds=10, silence=8, tries=1)
KINDS: dict[str, tuple[Callable[[Loopback], str], str]] = {
    "ckan": (fakes.ckan, "2.10.4"),
    "opendatasoft": (fakes.opendatasoft, "2.1"),
    "socrata": (fakes.socrata, "catalog v1, SODA 2.1"),
    "dcat": (fakes.dcat, "schema"),
    "sitemap": (fakes.sitemap, ""),
}


def portal(server: Loopback, address: str) -> tuple[Web, Portal]:
    web = Web(server.policy, limits=QUICK, pause=lambda seconds: None)
    return web, portal_at(web, address)


@pytest.mark.parametrize("kind", KINDS)
def test_a_portal_is_found_by_asking_and_searched(kind: str, server: Loopback) -> None:
    make, version = KINDS[kind]
    web, found = portal(server, make(server))
    with web:
        assert (found.kind, found.version) == (kind, version)
        hits = found.search(["bicycle", "counts"], 10)
        first = hits.hits[0]
        assert (hits.total, len(hits.hits), first.title.lower()[:14]) == (1, 1, "bicycle counts")
        resource = found.resources(first)[0]
        assert (resource.format, resource.address.startswith(server.url)) == ("CSV", True)


def test_what_a_ckan_tells(server: Loopback) -> None:
    web, found = portal(server, fakes.ckan(server))
    with web:
        hit = found.search(["bicycle", "counts"], 10).hits[0]
        assert (hit.publisher, hit.licence, hit.modified, hit.tags) == (
            "Roads Office",
            "Creative Commons Attribution 4.0",
            "2024-02-01",
            ("cycling", "traffic"),
        )
        assert hit.description == "Daily counts of bicycles at the city's counters."
        assert hit.address == f"{server.url}/dataset/bicycle-counts"
        assert [(r.format, r.size, r.modified) for r in hit.resources] == [
            ("CSV", len(fakes.COUNTS), "2024-01-31"),
            ("PDF", None, ""),
        ]
        told = found.resources(hit)[0]
        assert (told.columns, told.rows) == (("counter_id", "day", "bicycles"), 3)


def test_a_ckan_under_a_path_and_one_that_keeps_its_version_to_itself(server: Loopback) -> None:
    address = fakes.ckan(server, base="/data")
    del server.pages["/data/api/3/action/status_show"]
    web, found = portal(server, address)
    with web:
        assert (found.kind, found.version, found.search([], 5).total) == ("ckan", "", 3)


def test_a_search_is_read_to_its_end_whatever_a_page_holds(server: Loopback) -> None:
    many = [{**fakes.PACKAGES[0], "id": f"p{n}", "name": f"p{n}"} for n in range(57)]
    web, found = portal(server, fakes.ckan(server, many, most=10))
    with web:
        hits = found.search(["bicycle"], 1000)
    assert (hits.total, [h.id for h in hits.hits]) == (57, [f"p{n}" for n in range(57)])
    assert sum("package_search" in a for a in server.asked) == 6


def test_the_catalogue_of_opendatasoft_is_read_in_its_own_pages(server: Loopback) -> None:
    web, found = portal(server, fakes.opendatasoft(server, many=230))
    with web:
        hits = found.search(["bicycle"], 1000)
    assert (hits.total, len({h.id for h in hits.hits})) == (230, 230)


@pytest.mark.slow
def test_more_rows_than_a_datastore_gives_at_once_all_come(server: Loopback) -> None:
    web, found = portal(server, fakes.ckan(server))
    with web:
        resource = found.search(["trees"], 1).hits[0].resources[0]
        rows = list(found.rows(resource))
    assert rows[0] == ["tree", "height"]
    assert [r[0] for r in rows[1:]] == [str(n) for n in range(fakes.CAPPED)]


def test_a_datastore_that_ends_before_its_total_is_said(server: Loopback) -> None:
    address = fakes.ckan(server)

    def capped(query: object) -> object:
        page = {"fields": [{"id": "a"}], "records": [{"a": 1}] * 32_000, "limit": 32_000, "total": 50_000}
        if "offset=32000" in server.asked[-1]:
            page["records"] = []
        return {"success": True, "result": page}

    server.json("/api/3/action/datastore_search", capped)
    web, found = portal(server, address)
    with web, pytest.raises(FetchStopped) as caught:
        list(found.rows(found.search(["trees"], 1).hits[0].resources[0]))
    assert (caught.value.code, caught.value.message) == ("capped", "The portal gave 32,000 of 50,000 rows.")


def test_all_rows_of_a_soda_come_page_by_page(server: Loopback) -> None:
    web, found = portal(server, fakes.socrata(server))
    with web:
        rows = list(found.rows(found.search(["bicycle"], 1).hits[0].resources[0]))
    assert (len(rows), rows[0], rows[-1]) == (120_001, ["counter", "bicycles"], ["C119999", "119999"])


def test_a_file_is_a_portal_of_one(server: Loopback) -> None:
    web, found = portal(server, f"{server.url}/files/my_counts.csv")
    with web:
        assert (found.kind, found.search(["anything"], 5).hits[0].title) == ("file", "my counts")
    assert server.asked == []


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"<html><title>Welcome</title></html>", 200, "There is no portal here that this program can search."),
        (b'{"success": false, "error": {"message": "Access denied"}}', 200, "There is no portal here that this"),
        (b"<html>Forbidden", 403, "There is no portal here that this program can search."),
        (b"[]", 200, "There is no portal here that this program can search."),
    ],
)
def test_what_is_no_portal_is_said(body: bytes, status: int, message: str, server: Loopback) -> None:
    paths = ("3/action/status_show", "explore/v2.1/catalog/datasets", "catalog/v1")
    for path in (*(f"/api/{p}" for p in paths), "/data.json", "/sitemap.xml"):
        server.pages[path] = Given(body, status)
    with pytest.raises(PortalReply) as caught:
        portal(server, server.url)
    assert caught.value.message.startswith(message)


def test_an_error_with_status_200_is_told_in_the_portal_s_words(server: Loopback) -> None:
    address = fakes.ckan(server)
    web, found = portal(server, address)
    server.json("/api/3/action/package_search", {"success": False, "error": {"message": "Search index is down"}})
    with web, pytest.raises(PortalReply) as caught:
        found.search(["bicycle"], 5)
    assert caught.value.message == "The portal says that something went wrong: “Search index is down”."


@pytest.mark.parametrize(
    "package",
    [
        {},
        {"resources": None},
        {"title": {"de": "Räder"}, "resources": [None, {}, {"url": 3, "size": "big"}]},
        {"tags": 4},
    ],
)
def test_replies_of_another_form_do_no_harm(package: object, server: Loopback) -> None:
    address = fakes.ckan(server)
    server.json("/api/3/action/package_search", {"success": True, "result": {"count": 1, "results": [package, None]}})
    web, found = portal(server, address)
    with web:
        assert found.search([], 5).total == 1


def test_the_list_names_real_addresses_and_contacts_none() -> None:
    assert len({p.address for p in known_portals()}) == len(known_portals()) >= 15
    assert all(p.address.startswith("https://") and not p.address.endswith("/") for p in known_portals())
    assert address_of("paris") == "https://opendata.paris.fr"
    assert address_of(" data.example.org/ ") == "https://data.example.org"


def test_a_resource_without_an_address_is_taken_from_the_datastore(server: Loopback) -> None:
    stored = {"id": "r1", "name": "Counts", "format": "CSV", "url": None, "datastore_active": True}
    odd = {"id": "r9", "name": "Odd", "format": "CSV", "url": "http://x.example.org/my counts.csv"}
    server.json(
        "/api/3/action/package_search",
        {"success": True, "result": {"count": 1, "results": [{"id": "p", "title": "P", "resources": [stored, odd]}]}},
    )
    web, found = portal(server, server.url)
    with web:
        files = found.search(["p"], 1).hits[0].resources
    assert [f.address for f in files] == [f"{server.url}/datastore/dump/r1", "http://x.example.org/my%20counts.csv"]
