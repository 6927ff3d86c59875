"""Portals on the loopback that speak each interface, with data of our own: true to the documented forms."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tests.portals.loopback import Given, Loopback, Query

COUNTS = b"counter_id,day,bicycles\nC1,2023-05-01,120\nC1,2023-05-02,98\nC2,2023-05-01,340\n"
PLACES = b"counter_id,street,district\nC1,Quay Street,Old Town\nC2,Mill Lane,Riverside\n"
CAPPED = 45_000
"""Rows of a datastore, more than it gives at once."""

PACKAGES: tuple[dict[str, Any], ...] = (
    {
        "id": "p1",
        "name": "bicycle-counts",
        "title": "Bicycle counts",
        "notes": "<p>Daily counts of bicycles at the city's counters.</p>",
        "license_title": "Creative Commons Attribution 4.0",
        "organization": {"title": "Roads Office"},
        "metadata_modified": "2024-02-01T08:00:00.000000",
        "tags": [{"display_name": "cycling"}, {"name": "traffic"}],
        "resources": [
            {
                "id": "r1",
                "name": "Counts by day",
                "format": "CSV",
                "url": "/files/counts.csv",
                "size": len(COUNTS),
                "last_modified": "2024-01-31T10:00:00",
                "datastore_active": True,
            },
            {"id": "r2", "name": "Report", "format": "PDF", "url": "/files/report.pdf"},
        ],
    },
    {
        "id": "p2",
        "name": "bicycle-counters",
        "title": "Bicycle counters: where they stand",
        "notes": "The place of each counter.",
        "license_id": "cc-by",
        "organization": {"title": "Roads Office"},
        "metadata_modified": "2021-06-01",
        "tags": [],
        "resources": [{"id": "r3", "name": "Counters", "format": "csv", "url": "/files/counters.csv"}],
    },
    {
        "id": "p3",
        "name": "street-trees",
        "title": "Street trees",
        "notes": "Every tree of the city, with its kind.",
        "license_title": None,
        "organization": None,
        "metadata_modified": "2019-06-01",
        "tags": [{"name": "environment"}],
        "resources": [{"id": "r4", "name": "", "format": "CSV", "url": "/files/trees.csv", "datastore_active": True}],
    },
)

WITH_COLUMNS = tuple({**p, "resources": [{**r, "datastore_active": True} for r in p["resources"]]} for p in PACKAGES)
"""The same, of whose files the portal tells the columns."""


def ckan(server: Loopback, packages: Sequence[dict[str, Any]] = PACKAGES, most: int = 1000, base: str = "") -> str:
    """A CKAN of version 2.10 whose search finds whole words, with at most `most` packages a page."""
    api = f"{base}/api/3/action"
    whole = [_with_host(p, server.url) for p in packages]

    def search(query: Query) -> Any:
        wanted = query.get("q", "*:*").replace('"', "").lower().split()
        found = [
            p for p in whole if wanted == ["*:*"] or all({w, w.removesuffix("s"), f"{w}s"} & _words(p) for w in wanted)
        ]
        start, rows = int(query.get("start", 0)), min(int(query.get("rows", 10)), most)
        return _ok({"count": len(found), "sort": "score desc", "results": found[start : start + rows]})

    def datastore(query: Query) -> Any:
        if told := {"r1": COUNTS, "r3": PLACES}.get(query.get("resource_id", "")):
            return _ok(_page([r.split(",") for r in told.decode().splitlines()], query))
        rows = [["tree", "height"], *([str(n), str(n % 30)] for n in range(CAPPED))]
        return _ok(_page(rows, query))

    server.json(f"{api}/status_show", _ok({"ckan_version": "2.10.4", "site_title": "City", "extensions": []}))
    server.json(f"{api}/package_search", search)
    server.json(f"{api}/package_show", lambda q: _ok(next(p for p in whole if q["id"] in (p["id"], p["name"]))))
    server.json(f"{api}/datastore_search", datastore)
    server.pages["/files/counts.csv"] = Given(
        COUNTS, headers={"Content-Type": "text/csv", "ETag": '"c1"', "Last-Modified": "Wed, 31 Jan 2024 10:00:00 GMT"}
    )
    server.pages["/files/counters.csv"] = PLACES
    server.pages["/files/report.pdf"] = b"%PDF-1.7\n"
    server.pages["/files/trees.csv"] = b"<!DOCTYPE html><html><title>Moved</title></html>"
    return server.url + base


def opendatasoft(server: Loopback, many: int = 1) -> str:
    """An Opendatasoft with `many` data sets of bicycle counts."""

    def dataset(n: int) -> dict[str, Any]:
        return {
            "dataset_id": f"velo-{n}",
            "dataset_uid": f"da_{n}",
            "has_records": True,
            "attachments": [],
            "fields": [{"name": "compteur", "label": "Counter", "type": "text"}, {"name": "n", "label": "Bicycles"}],
            "metas": {
                "default": {
                    "title": f"Bicycle counts {n}",
                    "description": "<p>Per counter</p>",
                    "publisher": "Ville",
                    "license": "Licence Ouverte v2.0",
                    "modified": "2024-03-01T00:00:00+00:00",
                    "records_count": 3,
                    "keyword": ["cycling"],
                }
            },
        }

    def catalogue(query: Query) -> Any:
        limit, offset = int(query.get("limit", 10)), int(query.get("offset", 0))
        if limit > 100 or limit + offset > 10_000:
            return {"error_code": "InvalidRESTParameterError", "message": "Invalid value for limit API parameter"}
        found = [dataset(n) for n in range(many)] if "unknown" not in query.get("where", "") else []
        return {"total_count": len(found), "results": found[offset : offset + limit]}

    server.json("/api/explore/v2.1/catalog/datasets", catalogue)
    server.json("/api/explore/v2.1/catalog/datasets/velo-0", dataset(0))
    server.pages["/api/explore/v2.1/catalog/datasets/velo-0/exports/csv"] = COUNTS
    return server.url


def socrata(server: Loopback, rows: int = 120_000) -> str:
    """A Socrata with one data set of so many rows."""
    result = {
        "resource": {
            "name": "Bicycle counts",
            "id": "abcd-1234",
            "description": "By counter",
            "attribution": "Transport Department",
            "type": "dataset",
            "updatedAt": "2024-02-02T00:00:00.000Z",
            "columns_name": ["Counter", "Bicycles"],
            "columns_field_name": ["counter", "bicycles"],
        },
        "classification": {"categories": ["transportation"], "domain_tags": ["cycling"]},
        "metadata": {"domain": "127.0.0.1", "license": "Public Domain"},
        "permalink": f"{server.url}/d/abcd-1234",
        "owner": {"display_name": "Open Data Team"},
    }

    def catalogue(query: Query) -> Any:
        some = query.get("limit") != "0" and int(query.get("offset", 0)) == 0
        return {"results": [result] if some else [], "resultSetSize": 1, "timings": {}}

    def soda(query: Query, headers: Mapping[str, str]) -> Given:
        begun, most = int(query.get("$offset", 0)), min(int(query.get("$limit", 1000)), 50_000)
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["counter", "bicycles"])
        writer.writerows([f"C{n}", n] for n in range(begun, min(begun + most, rows)))
        return Given(out.getvalue().encode())

    server.json("/api/catalog/v1", catalogue)
    server.json("/resource/abcd-1234.json", [{"n": str(rows)}])
    server.pages["/resource/abcd-1234.csv"] = soda
    server.pages["/api/views/abcd-1234/rows.csv"] = COUNTS
    return server.url


def dcat(server: Loopback) -> str:
    """A catalogue after DCAT-US 1.1."""
    server.json(
        "/data.json",
        {
            "conformsTo": "https://project-open-data.cio.gov/v1.1/schema",
            "dataset": [
                {
                    "@type": "dcat:Dataset",
                    "identifier": "d1",
                    "title": "Bicycle counts",
                    "description": "Counts of bicycles",
                    "keyword": ["cycling"],
                    "modified": "2024-01-05",
                    "publisher": {"@type": "org:Organization", "name": "Roads Office"},
                    "license": "https://creativecommons.org/licenses/by/4.0/",
                    "landingPage": f"{server.url}/d1",
                    "distribution": [
                        {"downloadURL": "/files/counts.csv", "mediaType": "text/csv", "title": "Counts"},
                        {"accessURL": f"{server.url}/api", "format": "API"},
                    ],
                },
                {"identifier": "d2", "title": "Street trees", "distribution": None, "publisher": "Parks"},
            ],
        },
    )
    server.pages["/files/counts.csv"] = COUNTS
    return server.url


def sitemap(server: Loopback) -> str:
    """A sitemap of sitemaps."""
    index = "<?xml version='1.0'?><sitemapindex><sitemap><loc>%s/s1.xml</loc></sitemap><sitemap>"
    index += "<loc>http://elsewhere.invalid/s.xml</loc></sitemap></sitemapindex>"
    urls = "<urlset><url><loc>%s/data/bicycle_counts_2023.csv</loc></url><url><loc>/about.html</loc></url>"
    urls += "<url><loc><![CDATA[/data/street-trees.xlsx]]></loc></url></urlset>"
    server.pages["/sitemap.xml"] = (index % server.url).encode()
    server.pages["/s1.xml"] = (urls % server.url).encode()
    return server.url


def _ok(result: Any) -> dict[str, Any]:
    return {"help": "…", "success": True, "result": result}


def _page(rows: list[list[str]], query: Query) -> dict[str, Any]:
    """A page of the datastore: never more than 32,000 rows, with the limit that it took."""
    limit, offset = min(int(query.get("limit", 100)), 32_000), int(query.get("offset", 0))
    head, body = rows[0], rows[1:]
    return {
        "fields": [{"id": "_id", "type": "int"}, *({"id": name, "type": "text"} for name in head)],
        "records": [
            {"_id": n, **dict(zip(head, r, strict=True))}
            for n, r in enumerate(body[offset : offset + limit], offset + 1)
        ],
        "limit": limit,
        "total": len(body),
    }


def _with_host(package: dict[str, Any], url: str) -> dict[str, Any]:
    files = [{**r, "url": url + r["url"] if r["url"].startswith("/") else r["url"]} for r in package["resources"]]
    return {**package, "resources": files}


def _words(package: dict[str, Any]) -> set[str]:
    tags = " ".join(t.get("display_name") or t["name"] for t in package["tags"])
    return set(re.findall(r"\w+", f"{package['title']} {package['notes']} {tags}".lower()))
