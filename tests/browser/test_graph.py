"""The picture of the graph in a browser: tables, columns and joins are clicked where they are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.browser.running import RunningApp, expect, settled

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

FILES = {
    "countries": "country_id,country\nC1,Norway\nC2,Italy\nC3,Chad\n",
    "cities": "city_id,city,country_id\nT1,Oslo,C1\nT2,Rome,C2\nT3,Bari,C2\nT4,Bodø,C1\n",
    "visits": "visit_id,city_id,days\n" + "".join(f"V{n},T{1 + n % 4},{n}\n" for n in range(30)) + "V99,T9,3\n",
}
JOIN = "visits.city_id = cities.city_id"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    folder = tmp_path_factory.mktemp("graph")
    for name, text in FILES.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    with open_workspace(Settings(workspace=folder / "workspace"), embedder=NgramEmbedder()) as ws:
        ws.tables.load(sorted(folder.glob("*.csv")))
        ws.verified.save(
            "Days per city?",
            "SELECT c.city, SUM(v.days) FROM visits v JOIN cities c ON v.city_id = c.city_id GROUP BY 1",
        )
    with RunningApp(Path(folder / "workspace")) as running:
        yield running


@pytest.fixture
def graph(page: Page, app: RunningApp) -> Page:
    """The graph page."""
    page.goto(f"{app.url}/graph")
    settled(page)
    return page


def test_the_labels_above_the_picture_stand_on_one_line(graph: Page) -> None:
    labels = graph.get_by_test_id("stMain").get_by_test_id("stWidgetLabel")
    names = ("Search tables and columns", "Joins", "Look at")
    boxes = [labels.filter(has_text=re.compile(f"^{name}$")).first.bounding_box() for name in names]
    assert len({round(box["y"]) for box in boxes if box}) == 1, boxes


def drawn(page: Page, name: str) -> Locator:
    """What bears this name in the picture."""
    return page.get_by_role("group", name="Tables and the joins between them").get_by_role("button", name=name)


def click_line(page: Page, name: str) -> None:
    """Click in the middle of a line, where nothing else is."""
    place = (
        drawn(page, name)
        .first.locator("path.stroke")
        .evaluate(
            "p => { const m = p.getPointAtLength(p.getTotalLength() / 2).matrixTransform(p.getScreenCTM());"
            " return [m.x, m.y] }"
        )
    )
    page.mouse.click(*place)
    settled(page)


def test_a_table_and_a_column_are_clicked_in_the_picture(graph: Page) -> None:
    drawn(graph, "Table cities, 4 rows").click()
    settled(graph)
    expect(graph.get_by_text("4 rows, 3 columns")).to_be_visible()
    drawn(graph, "Column visits.city_id").click()
    settled(graph)
    expect(graph.get_by_text("5 distinct values in 31 rows")).to_be_visible()


def test_what_is_known_beside_the_picture_moves_no_box(graph: Page) -> None:
    """At a width at which the picture alone has room to lie wide, and what stands beside it takes a third of that."""
    graph.set_viewport_size({"width": 1280, "height": 800})
    graph.reload()
    settled(graph)
    names = ("Table countries, 3 rows", "Table cities, 4 rows", "Table visits, 31 rows")

    def shape() -> list[float]:
        """Where the boxes stand, measured by the first two."""
        places = [b for n in names if (b := drawn(graph, n).bounding_box()) is not None]
        (x, y), w = (places[0]["x"], places[0]["y"]), places[0]["width"]
        return [v for p in places[1:] for v in ((p["x"] - x) / w, (p["y"] - y) / w)]

    before = shape()
    drawn(graph, names[1]).click()
    settled(graph)
    said = graph.get_by_role("button", name="cities.country_id = countries.country_id confirmed")
    expect(said).to_be_visible()
    assert shape() == pytest.approx(before, abs=0.05)
    assert said.locator("p").evaluate("p => p.parentElement.scrollWidth <= p.parentElement.clientWidth")


def test_the_lines_of_a_box_lie_one_below_the_other(graph: Page) -> None:
    names = ("Table cities, 4 rows", "Column cities.city_id")
    places = [drawn(graph, name).locator("text").first.bounding_box() for name in names]
    assert all(places)
    head, row = (p for p in places if p)
    assert row["y"] >= head["y"] + head["height"]


def test_a_join_is_clicked_rejected_and_undone(graph: Page) -> None:
    click_line(graph, f"Join {JOIN}")
    expect(graph.get_by_text("Only in the first: “T9”")).to_be_visible()
    graph.get_by_role("button", name="Reject", exact=True).click()
    rejected = graph.get_by_text(f"Rejected: {JOIN}")
    expect(rejected).to_be_visible(timeout=15_000)
    expect(graph.get_by_text("Look again at 1 verified answer: “Days per city?”")).to_be_visible()
    expect(graph.get_by_text("Rejected, set by a person")).to_be_visible()
    graph.get_by_role("button", name="Undo").click()
    expect(graph.get_by_text(f"Left to the program: {JOIN}")).to_be_visible(timeout=15_000)
    expect(graph.get_by_text("set by a person")).to_have_count(0)


def test_the_picture_is_zoomed_moved_and_fitted_again(graph: Page) -> None:
    box = drawn(graph, "Table cities, 4 rows")
    before = box.bounding_box()
    assert before is not None
    graph.get_by_role("button", name="Zoom in (+)").click()
    nearer = box.bounding_box()
    assert nearer is not None
    assert nearer["width"] == pytest.approx(1.3 * before["width"], rel=0.02)
    area = graph.get_by_role("group", name="Tables and the joins between them").bounding_box()
    assert area is not None
    graph.mouse.move(area["x"] + 8, area["y"] + area["height"] - 8)
    graph.mouse.down()
    graph.mouse.move(area["x"] + 68, area["y"] + area["height"] - 48, steps=4)
    graph.mouse.up()
    moved = box.bounding_box()
    assert moved is not None
    assert (round(moved["x"] - nearer["x"]), round(moved["y"] - nearer["y"])) == (60, -40)
    graph.get_by_role("button", name="Fit the picture to its area (0)").click()
    assert box.bounding_box() == pytest.approx(before, abs=1.0)


def test_on_a_narrow_screen_it_stands_upright_and_can_be_read(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{run_app(shop_workspace).url}/graph")
    settled(page)
    area = page.get_by_role("group", name="Tables and the joins between them")
    expect(area.locator(".box .title").first).to_be_attached()
    whole = area.bounding_box()
    assert whole is not None
    for box in area.locator(".box").all():
        place = box.bounding_box()
        assert place is not None
        assert whole["x"] <= place["x"]
        assert place["x"] + place["width"] <= whole["x"] + whole["width"]
    title = area.locator(".box .title").first.bounding_box()
    assert title is not None
    assert title["height"] >= 0.55 * 14  # of letters of 14 pixels
    upright = [area.locator(".box").first.bounding_box(), area.locator(".box").last.bounding_box()]
    page.set_viewport_size({"width": 1280, "height": 900})
    settled(page)
    assert [area.locator(".box").first.bounding_box(), area.locator(".box").last.bounding_box()] != upright


def test_it_is_used_by_keyboard(graph: Page) -> None:
    drawn(graph, "Table countries, 3 rows").focus()
    graph.keyboard.press("Enter")
    settled(graph)
    expect(graph.get_by_text("3 rows, 2 columns")).to_be_visible()
    graph.get_by_label("Search tables and columns").fill("country")
    graph.keyboard.press("Enter")
    settled(graph)
    expect(
        graph.get_by_text("“country” is in the name of 3 columns, marked below with what they join.")
    ).to_be_visible()
