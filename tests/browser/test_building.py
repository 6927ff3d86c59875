"""Questions put together in the editor by clicks alone; the rows shown are those of SQL written here."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.browser.running import RunningApp, opened, picked, rerun, settled

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

Row = tuple[object, ...]
STATIONS = (
    ("ST1", "Harbour", "North"), ("ST2", "Market", "Centre"), ("ST3", "Museum", "Centre"),
    ("ST4", "Park", "South"), ("ST5", "Mill", "North"),
)  # fmt: skip
RIDERS = tuple(
    (f"R{n:02}", f"{given} {family}", ("yearly", "monthly", "day")[n % 3], f"2023-{n % 12 + 1:02}-{n + 3:02}")
    for n, (given, family) in enumerate((g, f) for g in "Ada Ben Cleo Dan".split() for f in "Moss Reed Hart".split())
)


def trips() -> Iterator[Row]:
    """A trip starts and ends at a station; the last three riders have none."""
    draw = Random(3)
    for n in range(120):
        start, end = draw.choice(STATIONS)[0], draw.choice(STATIONS)[0]
        day = f"2024-{draw.randrange(1, 6):02}-{draw.randrange(1, 29):02} {draw.randrange(6, 23):02}:15"
        yield f"T{n:03}", RIDERS[draw.randrange(9)][0], start, end, day, draw.randrange(5, 75), n % 7 + 0.5


TABLES: dict[str, tuple[str, tuple[Row, ...]]] = {
    "stations": ("station_id name district", STATIONS),
    "riders": ("rider_id name plan joined", RIDERS),
    "trips": ("trip_id rider_id start_station_id end_station_id started minutes fee", tuple(trips())),
}
TRIPS, THE_RIDERS = "trips: one row is a trip", "riders: one row is a rider"
Click = tuple[str, str]
"""A list and what is chosen in it; `press` and a button, `open` and one that shows more, `tick` and a box."""
QUESTIONS: dict[str, tuple[str, tuple[Click, ...], str]] = {
    "a count where a column has a value": (
        THE_RIDERS,
        (("Where", "riders › plan"), ("Value", "yearly")),
        "SELECT count(*) FROM riders WHERE plan = 'yearly'",
    ),
    "a comparison of numbers": (
        TRIPS,
        (("Where", "trips › minutes"), ("Comparison", "more than"), ("Value", "60")),
        "SELECT count(*) FROM trips WHERE minutes > 60",
    ),
    "a part of a date, per group": (
        TRIPS,
        (("Where", "trips › started"), ("Value", "2024-03"), ("Per", "riders › plan")),
        "SELECT plan, count(*) FROM trips JOIN riders USING (rider_id) WHERE started LIKE '2024-03%' GROUP BY 1",
    ),
    "percentages per month": (
        TRIPS,
        (("Per", "trips › started: month"), ("tick", "as a percentage of the trips of all groups")),
        "SELECT strftime('%Y-%m', started), 100.0 * count(*) / 120 FROM trips GROUP BY 1",
    ),
    "a ranking with its figure": (
        TRIPS,
        (("Show", "total trips › fee"), ("Per", "riders › name"), ("Only the first", "3")),
        "SELECT name, sum(fee) FROM trips JOIN riders USING (rider_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 3",
    ),
    "a percentage": (
        TRIPS,
        (("Where", "riders › plan"), ("Value", "day"), ("tick", "as a percentage of all trips")),
        "SELECT avg(100.0 * (plan = 'day')) FROM trips JOIN riders USING (rider_id)",
    ),
    "an average": (
        TRIPS,
        (("Show", "average trips › minutes"), ("Per", "riders › plan")),
        "SELECT plan, avg(minutes) FROM trips JOIN riders USING (rider_id) GROUP BY 1",
    ),
    "rows that have no others": (
        THE_RIDERS,
        (("Where", "riders have no trips"), ("press", "hide")),
        "SELECT name FROM riders WHERE rider_id NOT IN (SELECT rider_id FROM trips)",
    ),
    "rows that have so many others": (
        THE_RIDERS,
        (("Where", "number of trips of each rider"), ("Value", "10"), ("Show", "riders › name")),
        "SELECT name FROM riders JOIN trips USING (rider_id) GROUP BY rider_id HAVING count(*) >= 10",
    ),
    "a figure of one value less that of another": (
        TRIPS,
        (
            ("open", "Calculate"),
            ("Show the", "difference between two values, as of two years"),
            ("where", "riders › plan"),
            ("is", "yearly"),
            ("less the same where it is", "monthly"),
            ("press", "Show it"),
        ),
        "SELECT count(*), sum(plan = 'yearly') - sum(plan = 'monthly') FROM trips JOIN riders USING (rider_id)",
    ),
    "another beginning": (
        TRIPS,
        (("open", "Begin anew"), ("Begin with", "total trips › fee"), ("Per", "riders › plan")),
        "SELECT plan, sum(fee) FROM trips JOIN riders USING (rider_id) GROUP BY 1",
    ),
    "rows that have no others with a value": (
        THE_RIDERS,
        (("Where", "riders have no trips with started …"), ("Value", "2024-03")),
        "SELECT count(*) FROM riders WHERE rider_id NOT IN (SELECT rider_id FROM trips WHERE started LIKE '2024-03%')",
    ),
    "the latest": (
        TRIPS,
        (("Where", "trips › started"), ("Value", "the latest trips › started")),
        "SELECT count(*) FROM trips WHERE started = (SELECT max(started) FROM trips)",
    ),
    "different values, by another role": (
        TRIPS,
        (
            ("Show", "number of different trips › rider_id"),
            ("Per", "stations › name"),
            ("Joined through", "start station: trips.start_station_id = stations.station_id"),
        ),
        "SELECT name, count(DISTINCT rider_id) FROM trips JOIN stations ON start_station_id = station_id GROUP BY 1",
    ),
}


@pytest.fixture(scope="module")
def bikes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("bikes")
    (base / "files").mkdir()
    for name, (head, rows) in TABLES.items():
        with (base / "files" / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([head.split(), *rows])
    with open_workspace(Settings(workspace=base / "workspace"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([base / "files"])
    return base / "workspace"


def asked(sql: str) -> list[list[str]]:
    """What the SQL gives over the tables, as texts."""
    with closing(sqlite3.connect(":memory:")) as store:
        for name, (head, rows) in TABLES.items():
            store.execute(f"CREATE TABLE {name} ({', '.join(head.split())})")
            store.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(head.split()))})", rows)
        return sorted([_said(cell) for cell in row] for row in store.execute(sql))


def shown(answer: Locator) -> list[list[str]]:
    """The cells of the table as a screen reader gets them."""
    rows = answer.locator("table [role=row]").all()
    cells = [[c.strip() for c in r.locator("[role=gridcell]").all_text_contents()] for r in rows]
    return sorted([_said(c) for c in row] for row in cells if row)


def _said(cell: object) -> str:
    try:
        return f"{float(str(cell)):.6g}"
    except ValueError:
        return str(cell)


def test_questions_are_built_by_clicks_alone(page: Page, run_app: Callable[..., RunningApp], bikes: Path) -> None:
    page.goto(run_app(bikes).url)
    settled(page)
    for name, (table, clicks, sql) in QUESTIONS.items():
        page.get_by_role("button", name="Build a question").click()
        picked(page, "Of what?", table)
        answer = page.get_by_test_id("stChatMessage").last
        for place, choice in clicks:
            inside = answer.get_by_role("button", name=choice, exact=place == "press")  # a table has Show/hide columns
            button = inside.first if inside.count() else page.get_by_role("button", name=choice).last
            if place == "open":
                opened(page, button, clicks[clicks.index((place, choice)) + 1][0])
            elif place in ("tick", "press"):
                with rerun(page):
                    (button if place == "press" else answer.get_by_text(choice, exact=True).first).click()
            else:
                picked(page, place, choice)
        wanted = asked(sql)
        for _ in range(100):  # the cells for screen readers follow those that are drawn
            if shown(answer) == wanted:
                break
            page.wait_for_timeout(100)
        assert (name, shown(answer)) == (name, wanted)
