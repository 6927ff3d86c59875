"""Files of a portal in a workspace: loaded with where they came from, compared with newer ones, replaced whole."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import PortalUnreachable, UnknownName, WrongContent
from core.index.embed import NgramEmbedder
from core.profiles.provenance import provenance, said
from core.workspace import Workspace, open_workspace
from core.workspace.portals import Choice, Finding
from tests.portals import fake_portals as fakes
from tests.portals.loopback import Given, Loopback, loopback

QUESTION = "How many bicycles were counted per street?"


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        fakes.ckan(running)
        yield running


@pytest.fixture
def ws(server: Loopback, tmp_path: Path) -> Iterator[Workspace]:
    settings = Settings(workspace=tmp_path / "ws", portal_hosts=server.host)
    with open_workspace(settings, embedder=NgramEmbedder()) as opened:
        yield opened


def choices(found: Finding, *ids: str) -> list[Choice]:
    hits = {r.hit.id: r for r in found.hits}
    return [Choice(hits[i].hit, r, found.portal, found.kind) for i in ids if (r := hits[i].best)]


def test_from_a_question_to_joined_tables_and_its_answer(ws: Workspace, server: Loopback) -> None:
    found = ws.portals.search("bicycle counters", server.url)
    report = ws.portals.load(choices(found, "p1", "p2"))
    assert [(t.label, t.rows) for t in report.tables] == [
        ("Bicycle counters: where they stand".replace(":", ":"), 2),
        ("Bicycle counts", 3),
    ] or [(t.label, t.rows) for t in report.tables] == [
        ("Bicycle counts", 3),
        ("Bicycle counters: where they stand", 2),
    ]
    assert [(j.child[0], j.parent[0], j.state) for j in ws.joins.all()] == [("counter_id", "counter_id", "confirmed")]
    assert report.problems == ()


@pytest.mark.slow
def test_where_a_table_came_from_is_kept_and_said(ws: Workspace, server: Loopback) -> None:
    report = ws.portals.load(choices(ws.portals.search("bicycle counts", server.url), "p1"))
    table = report.tables[0]
    assert (table.address, table.portal, table.etag, table.issued) == (
        f"{server.url}/files/counts.csv",
        server.url,
        '"c1"',
        "2024-01-31T10:00:00+00:00",
    )
    one = said(provenance(table)[0])
    assert one.endswith(
        f'from {server.url}/files/counts.csv, found on {server.url}, published 2024-01-31, ETag "c1", '
        "licence Creative Commons Attribution 4.0 (Roads Office)"
    )
    assert Path(table.source).parent == (ws.folder / "fetched" / "127.0.0.1").resolve()


@pytest.mark.slow
def test_a_link_that_gives_a_page_is_made_good_by_the_datastore(ws: Workspace, server: Loopback) -> None:
    report = ws.portals.load(choices(ws.portals.search("street trees", server.url), "p3"))
    assert [(t.label, t.rows) for t in report.tables] == [("Street trees", fakes.CAPPED)]
    assert report.problems[0].message == (
        "A web page came, “Moved”, and no table. Its rows were read from the portal's own store instead."
    )


def test_what_cannot_be_fetched_is_a_problem_and_the_rest_loads(ws: Workspace, server: Loopback) -> None:
    server.pages["/files/counters.csv"] = b"<html><title>Sign in</title>"
    report = ws.portals.load(choices(ws.portals.search("bicycle", server.url), "p1", "p2"))
    assert [t.label for t in report.tables] == ["Bicycle counts"]
    assert [(p.file, p.code) for p in report.problems] == [("Bicycle counters: where they stand", "login_page")]
    assert [p.name for p in (ws.folder / "fetched").rglob("*") if p.is_file()] == ["Bicycle counts.csv"]


@pytest.mark.slow
def test_two_files_of_one_name_stay_apart(ws: Workspace, server: Loopback) -> None:
    first, second = choices(ws.portals.search("bicycle", server.url), "p1", "p2")
    second = replace(second, hit=replace(second.hit, title="Bicycle counts"))
    ws.portals.load([first])
    ws.portals.load([second])
    assert sorted(p.name for p in (ws.folder / "fetched" / "127.0.0.1").iterdir()) == [
        "Bicycle counts (2).csv",
        "Bicycle counts.csv",
    ]


@pytest.mark.slow
def test_the_same_version_is_told_from_a_newer_one_that_shows_what_would_change(
    ws: Workspace, server: Loopback
) -> None:
    ws.portals.load(choices(ws.portals.search("bicycle", server.url), "p1", "p2"))
    name = next(t.name for t in ws.tables.all() if t.label == "Bicycle counts")
    same = ws.portals.newer(name)
    assert (same.newer, same.said) == (False, ('The portal has the same version (ETag "c1").',))
    server.pages["/files/counts.csv"] = Given(b"sensor,day,bicycles,note\nX7,2023-05-01,1\n", headers={"ETag": '"c2"'})
    newer = ws.portals.newer(name)
    assert (newer.newer, newer.rows, newer.added, newer.removed) == (
        True,
        (3, 1),
        ("sensor", "note"),
        ("counter_id",),
    )
    assert len(newer.joins) == 1
    assert newer.said[0] == "Rows: 3 now, 1 then."
    assert ws.tables.get(name) is not None
    assert ws.tables.get(name).rows == 3  # type: ignore[union-attr]
    ws.portals.replace(newer)
    table = ws.tables.get(name)
    assert table is not None
    assert (table.rows, table.etag, table.columns[0].label, ws.joins.all()) == (1, '"c2"', "sensor", ())


@pytest.mark.slow
def test_a_newer_file_that_does_not_load_leaves_all_as_it_was(ws: Workspace, server: Loopback) -> None:
    ws.portals.load(choices(ws.portals.search("bicycle", server.url), "p1"))
    table = ws.tables.all()[0]
    server.pages["/files/counts.csv"] = Given(fakes.COUNTS + b"C9,2023-06-01,5\n", headers={"ETag": '"c2"'})
    newer = ws.portals.newer(table.name)
    assert newer.file is not None
    newer.file.path.write_bytes(b"")
    with pytest.raises(Exception, match="no rows"):
        ws.portals.replace(newer)
    assert ws.tables.all() == (table,)
    assert Path(table.source).read_bytes() == fakes.COUNTS


@pytest.mark.slow
def test_what_was_changed_in_its_place_is_said(ws: Workspace, server: Loopback) -> None:
    ws.portals.load(choices(ws.portals.search("bicycle", server.url), "p1"))
    table = ws.tables.all()[0]
    path = Path(table.source)
    path.write_bytes(path.read_bytes().replace(b"120", b"999"))
    assert ws.portals.newer(table.name).said[1] == (
        "The file in the workspace was changed after it was loaded: it is not what was fetched."
    )
    dated = {"Last-Modified": "Wed, 31 Jan 2024 10:00:00 GMT"}
    server.pages["/files/counts.csv"] = Given(fakes.COUNTS.replace(b"340", b"34"), headers=dated)
    told = ws.portals.newer(table.name).said
    assert "The server's date is the same as before: the file was changed in its place." in told


@pytest.mark.slow
def test_a_table_that_was_not_fetched_has_nothing_newer(ws: Workspace, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    ws.tables.load([tmp_path / "own.csv"])
    with pytest.raises(UnknownName):
        ws.portals.newer("own")


def test_without_the_operator_s_word_this_machine_is_not_contacted(server: Loopback, tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        with pytest.raises(Exception, match="private or reserved network"):
            ws.portals.search("bicycle", server.url)
        with pytest.raises(PortalUnreachable):
            ws.portals.search("bicycle", "http://no-such-host.invalid")
    assert server.asked == []


@pytest.mark.slow
def test_one_file_of_a_family_is_compared_and_replaced(ws: Workspace, server: Loopback) -> None:
    def body(year: int, last: bytes = b"") -> bytes:
        return b"site,sort,number\n" + b"".join(b"S%d,x,%d\n" % (n, n * year) for n in range(5)) + last

    for year in (2021, 2022):
        server.pages[f"/files/counts_{year}.csv"] = body(year)
        address = f"{server.url}/files/counts_{year}.csv"
        found = ws.portals.search("counts", address)
        ws.portals.load([Choice(found.hits[0].hit, found.hits[0].hit.resources[0], found.portal, found.kind)])
    table = ws.tables.all()[0]
    assert table.family is not None
    assert [t.name for t in ws.portals.fetched()] == [table.name]
    server.pages["/files/counts_2022.csv"] = body(2022, b"S9,y,1\n")
    second = table.family.members[1].source
    newer = ws.portals.newer(table.name, source=second)
    assert (newer.newer, newer.rows, newer.added, newer.removed) == (True, (5, 6), (), ())
    ws.portals.replace(newer)
    after = ws.tables.all()[0]
    assert (after.rows, [m.rows for m in after.family.members] if after.family else []) == (11, [5, 6])


def test_every_sheet_of_a_workbook_is_seen_before_it_is_loaded(ws: Workspace, server: Loopback) -> None:
    from openpyxl import Workbook

    made, book = io.BytesIO(), Workbook()
    book.active.title = "Counts"
    for row in (["counter", "bicycles"], ["C1", 120], ["C2", None]):
        book.active.append(row)
    for row in (["Where the counters stand"], [], ["counter", "street"], ["C1", "Quay Street"]):
        places = book["Places"] if "Places" in book.sheetnames else book.create_sheet("Places")
        places.append(row)
    book.save(made)
    server.pages["/files/book.xlsx"] = made.getvalue()
    found = ws.portals.search("book", f"{server.url}/files/book.xlsx")
    seen = ws.portals.preview(choices(found, found.hits[0].hit.id)[0])
    assert [(name, part.columns, part.rows) for name, part in seen.parts] == [
        ("Counts", ("counter", "bicycles"), (("C1", "120"), ("C2", ""))),
        ("Places", ("counter", "street"), (("C1", "Quay Street"),)),
    ]
    assert ws.tables.all() == ()
    server.pages["/files/book.xlsx"] = made.getvalue()[:-40]
    with pytest.raises(WrongContent):
        ws.portals.preview(choices(found, found.hits[0].hit.id)[0])


def test_a_workspace_in_a_folder_named_with_a_number_sign(server: Loopback, tmp_path: Path) -> None:
    settings = Settings(workspace=tmp_path / "C# files" / "ws", portal_hosts=server.host)
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        table = ws.portals.load(choices(ws.portals.search("bicycle counts", server.url), "p1")).tables[0]
        assert (table.etag, provenance(table)[0].file) == ('"c1"', table.source)
        assert not ws.portals.newer(table.name).newer
        server.pages["/files/counts.csv"] = fakes.COUNTS + b"C9,2023-05-03,7\n"
        newer = ws.portals.newer(table.name)
        assert newer.rows == (3, 4)
        assert [t.rows for t in ws.portals.replace(newer).tables] == [4]


@pytest.mark.slow
def test_ten_megabytes_are_found_loaded_and_joined_within_a_minute(ws: Workspace, server: Loopback) -> None:
    lines = (
        f"C{n % 900},2023-{1 + n % 12:02}-{1 + n % 28:02},{n % 977},{n * 7919 % 100_003}\n" for n in range(450_000)
    )
    body = ("counter_id,day,bicycles,ticket\n" + "".join(lines)).encode()
    assert len(body) > 10_000_000
    server.pages["/files/counts.csv"] = body
    server.pages["/files/counters.csv"] = b"counter_id,street\n" + b"".join(
        b"C%d,Street %d\n" % (n, n) for n in range(900)
    )
    began = time.monotonic()
    report = ws.portals.load(choices(ws.portals.search("bicycle counts", server.url), "p1", "p2"))
    seconds = time.monotonic() - began
    assert sorted(t.rows for t in report.tables) == [900, 450_000]
    assert [(j.child[0], j.parent[0]) for j in ws.joins.all()] == [("counter_id", "counter_id")]
    assert seconds < 60
