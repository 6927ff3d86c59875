"""The whole app in a browser, over the real engine: what a person does in the first quarter of an hour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import networkx
import pytest

from core.samples import SAMPLES
from tests.browser.running import RunningApp, ask, choose, download, expect, go, rerun, settled, tab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)> ![p](http://evil.example/p.png) $a$ :red[b] :material/home: www.evil.example"
SHOP = SAMPLES[0]


@pytest.fixture(scope="module")
def app(shop_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    """Over the sample shop. Tests share it, so each leaves the data and the joins as they were."""
    with RunningApp(copytree(shop_workspace, tmp_path_factory.mktemp("app") / "workspace")) as running:
        yield running


def test_the_first_minute(page: Page, run_app: Callable[..., RunningApp]) -> None:
    app = run_app()
    page.goto(f"{app.url}/data")  # right after the start, before the router ran
    settled(page)
    expect(page.get_by_test_id("stSidebarNavLink")).to_contain_text(["Chat", "Data", "Graph", "Settings"])
    expect(page.get_by_role("heading", name="Data")).to_be_visible()
    page.goto(app.url)
    settled(page)
    page.get_by_role("button", name=f"Try “{SHOP.title}”").click()
    settled(page, 120_000)
    page.get_by_role("button", name=SHOP.questions[0].text).click()
    settled(page)
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("800")
    expect(page.get_by_text("Confidence: high")).to_be_visible()
    assert "chat=" in page.url


def test_an_answer_shows_its_path_and_its_sql_runs_changed(page: Page, app: RunningApp) -> None:
    page.goto(app.url)
    settled(page)
    answer = ask(page, "How many orders are there per customer country?")
    expect(answer.get_by_test_id("stVegaLiteChart")).to_be_visible()
    answer.get_by_test_id("stPopoverButton").filter(has_text="Download").click()
    with download(page) as kept:
        page.get_by_role("button", name="CSV: the rows").click()
    lines = Path(kept.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 11
    assert lines[0].startswith("country,")
    page.keyboard.press("Escape")
    answer.get_by_text("How this answer was found").click()
    settled(page)
    tab(page, "Way")
    expect(answer.locator("svg text", has_text="customers").first).to_be_visible()
    tab(page, "Cypher")
    expect(answer.get_by_test_id("stCode")).to_contain_text("MATCH")
    tab(page, "SQL")
    editor = answer.get_by_label("SQL: change it and run it")
    editor.fill('SELECT "name" FROM "customers" ORDER BY 1 LIMIT 3')
    editor.press("Control+Enter")
    settled(page)
    answer.get_by_role("button", name="Run").click()
    settled(page)
    expect(answer.get_by_text("3 rows.")).to_be_visible()
    answer.get_by_text("Explain", exact=True).click()
    settled(page)
    expect(answer.get_by_text("Stops after 3 rows.")).to_be_visible()
    editor.fill("DROP TABLE customers")
    editor.press("Control+Enter")
    settled(page)
    answer.get_by_role("button", name="Run").click()
    settled(page)
    expect(answer.get_by_test_id("stAlert")).to_be_visible()


def test_a_word_is_given_another_meaning_and_the_answer_follows_at_once(page: Page, app: RunningApp) -> None:
    page.goto(app.url)
    settled(page)
    answer = ask(page, "Number of orders per customer country")
    answer.get_by_text("How this answer was found").click()
    settled(page)
    answer.get_by_role("button", name="“customer country”").click()
    page.get_by_role("menuitem", name="city").click()
    settled(page)
    expect(answer.get_by_text("How I understood it:").last).to_contain_text("for each city")
    page.reload()
    settled(page)
    answer.get_by_text("How this answer was found").click()
    settled(page)
    expect(answer.get_by_text("How I understood it:").last).to_contain_text("for each city")
    answer.get_by_role("button", name="Undo my changes").click()
    settled(page)
    expect(answer.get_by_text("How I understood it:").last).to_contain_text("customers.country")


def test_a_question_that_goes_on_is_asked_by_a_click(page: Page, app: RunningApp) -> None:
    page.goto(app.url)
    settled(page)
    ask(page, "Number of orders per customer country")
    page.get_by_role("button", name="Which customer country has the most orders?").click()
    settled(page)
    expect(page.get_by_test_id("stChatMessage")).to_have_count(4)
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("United Kingdom")


def test_a_join_is_rejected_from_its_evidence_and_taken_back_in_the_list_after_leaving(
    page: Page, app: RunningApp
) -> None:
    page.goto(f"{app.url}/graph")
    settled(page)
    choose(page, "Look at", "Join order_items.order_id")
    page.get_by_role("button", name="Reject", exact=True).last.click()
    settled(page)
    go(page, "Data")
    go(page, "Graph")
    tab(page, "To review")
    settled(page)
    page.get_by_text("Reviewed (1)").click()
    page.get_by_role("button", name="Take back").click()
    settled(page)
    expect(page.get_by_text("Reviewed (1)")).to_have_count(0)


def test_the_way_between_two_tables_is_drawn(page: Page, app: RunningApp) -> None:
    page.goto(f"{app.url}/graph")
    settled(page)
    tab(page, "Two tables")
    settled(page)
    for label, table in (("From", "products"), ("To", "customers")):
        choose(page, label, table)
    expect(page.get_by_text("Questions take this one", exact=True)).to_be_visible()
    expect(page.get_by_text("products → ").first).to_be_visible()
    expect(page.get_by_test_id("stGraphVizChart").first).to_be_visible()


def test_the_graph_is_downloaded_and_read_back(page: Page, app: RunningApp) -> None:
    page.goto(f"{app.url}/graph")
    settled(page)
    page.get_by_role("button", name="More").click()
    with download(page) as kept:
        page.get_by_role("button", name="GraphML").click()
    read = networkx.read_graphml(kept.value.path(), force_multigraph=True)
    kinds = Counter(kind for _, kind in read.nodes(data="kind"))
    assert kinds["Table"] >= 4
    assert kinds["Column"] > kinds["Table"]
    assert kept.value.suggested_filename == "schema.graphml"


def test_own_files_are_uploaded_with_hostile_text_shown_as_it_is(
    page: Page, run_app: Callable[..., RunningApp], tmp_path: Path
) -> None:
    app = run_app()
    odd, plain = tmp_path / "odd _i_ $name$.csv", tmp_path / "villages.csv"
    odd.write_text(f'"{HOSTILE}",n\n"{HOSTILE}",1\nb,2\n', encoding="utf-8")
    plain.write_text("village,people\nAlm,120\nBrook,340\nCove,95\n", encoding="utf-8")
    page.goto(f"{app.url}/data")
    settled(page)
    with rerun(page):
        page.locator("input[type=file]").first.set_input_files([odd, plain])
    page.get_by_role("button", name="Load them").first.click()
    settled(page, 60_000)
    expect(page.get_by_text("Loaded 2 tables.")).to_be_visible()
    found = page.get_by_test_id("stExpander").filter(has_text="What was found in each file")
    expect(found).to_contain_text("odd _i_ $name$")
    assert HOSTILE in found.inner_text().replace("\u2060", "")
    expect(page.locator("img[src='x'], img[src*='evil'], a[href*='evil']")).to_have_count(0)
    assert (app.workspace / "uploads" / "villages.csv").is_file()
    go(page, "Chat")
    answer = ask(page, "What is the total people in the villages?")
    expect(answer).to_contain_text("555")
    asked = ask(page, HOSTILE)
    assert HOSTILE in page.get_by_test_id("stChatMessage").nth(-2).inner_text().replace("\u2060", "")
    expect(asked).to_be_visible()
    expect(page.locator("img[src='x'], img[src*='evil'], a[href*='evil']")).to_have_count(0)


def test_all_is_there_after_a_restart(page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path) -> None:
    app = run_app(shop_workspace)
    page.goto(app.url)
    settled(page)
    ask(page, "How many orders are there per customer country?")
    page.get_by_role("button", name="New chat").click()
    expect(page.get_by_test_id("stChatMessage")).to_have_count(0)
    settled(page)
    answer = ask(page, "How many customers are there?")
    expect(answer).to_contain_text("800")
    address = page.url
    app.stop()
    app.start()
    page.goto(address)
    settled(page)
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("800")
    expect(page.get_by_test_id("stSidebar").get_by_role("button", name="How many orders are there")).to_be_visible()
    go(page, "Data")
    expect(page.locator("canvas table").first).to_contain_text("customers")
    go(page, "Chat")
    expect(ask(page, "only in Germany")).to_contain_text("Taken for: How many customers")


def test_settings_show_parts_that_work(page: Page, app: RunningApp) -> None:
    page.goto(f"{app.url}/settings")
    settled(page)
    expect(page.get_by_text("SQL engine")).to_be_visible()
    expect(page.get_by_text("does not work")).to_have_count(0)
    page.get_by_role("button", name="Test again").click()
    settled(page)
    expect(page.get_by_text("Comparing names", exact=True)).to_be_visible()


def _opened(page: Page, part: str) -> None:
    """The form of the part of this name."""
    cards = page.get_by_test_id("stVerticalBlock").filter(has=page.get_by_text(part, exact=True))
    cards.last.get_by_text("Change", exact=True).click()


def _use(page: Page, option: str) -> None:
    """Choose an option and keep it; once more where the page was drawn anew in between and nothing is chosen."""
    keep = page.get_by_role("button", name="Use it")
    for _ in range(3):
        page.get_by_text(option).first.click()
        settled(page)
        if keep.is_enabled():
            break
    keep.click()


def test_a_part_is_changed_while_it_works_and_stays_so_after_a_restart(
    page: Page, run_app: Callable[..., RunningApp], shop_workspace: Path
) -> None:
    app = run_app(shop_workspace)
    page.goto(f"{app.url}/settings")
    settled(page)
    _opened(page, "Comparing names")
    _use(page, "By spelling")
    expect(page.get_by_text("Names are compared by spelling.")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_text("ngrams-1")).to_be_visible()
    app.stop()
    app.start()
    page.goto(f"{app.url}/settings")
    settled(page)
    expect(page.get_by_text("ngrams-1")).to_be_visible()
    expect(page.get_by_text("does not work")).to_have_count(0)
    _opened(page, "Comparing names")
    _use(page, "By meaning")
    expect(page.get_by_text("Names are compared by meaning.", exact=True)).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_text("all-minilm")).to_be_visible()


def keep_set(page: Page, text: str) -> None:
    """Type a question set and keep it. The box is left first: when it is, what stands below it moves."""
    box = page.get_by_label("Questions and answers")
    box.fill(text)
    box.blur()
    settled(page)
    page.get_by_role("button", name="Keep", exact=True).click()
    settled(page)


def test_an_answer_is_kept_as_a_test_and_asked_again_with_a_typed_one(page: Page, app: RunningApp) -> None:
    page.goto(app.url)
    settled(page)
    if page.get_by_role("button", name=f"Try “{SHOP.title}”").count():
        page.get_by_role("button", name=f"Try “{SHOP.title}”").click()
        settled(page, 120_000)
    answer = ask(page, "How many orders are there?")
    answer.get_by_role("button", name="Keep as a test").click()
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_text("Kept in “My questions”.")).to_be_visible()
    page.keyboard.press("Escape")
    go(page, "Evaluate")
    page.get_by_role("button", name="Ask all").click()
    expect(page.get_by_test_id("stMetricValue").first).to_have_text("100%", timeout=60_000)
    settled(page)
    page.get_by_text("Add a question set").click()
    keep_set(page, "How many orders are there?")
    expect(page.get_by_text("Write it like this: How many orders are there? = 50")).to_be_visible()
    keep_set(page, "How many orders are there? = -1\nHow many customers are there? ; -1")
    page.get_by_role("button", name="Ask all").click()
    expect(page.get_by_test_id("stMetricValue").first).to_have_text("0%", timeout=60_000)
