"""The chat in a browser when things go on beside it: loads, other people, tables that go, queries that do not end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from core.workspace.registry import Workspaces
from tests.browser.running import (
    SIZE,
    RunningApp,
    ask,
    choose_row,
    download,
    expect,
    go,
    new_page,
    settled,
    tab,
    type_in,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

MANY = 100_000


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one large table and a small one."""
    folder = tmp_path_factory.mktemp("readings")
    with (folder / "readings.csv").open("w", encoding="utf-8") as file:
        file.write("reading,place,level\n")
        file.writelines(f"{n},p{n % 977},{n * 7919 % 1000}\n" for n in range(1, MANY + 1))
    (folder / "towns.csv").write_text("town,people\nAlm,120\nBrook,340\nCove,95\n", encoding="utf-8")
    with open_workspace(Settings(workspace=folder / "workspace"), embedder=NgramEmbedder()) as ws:
        ws.tables.load(sorted(folder.glob("*.csv")))
    return folder / "workspace"


def opened(page: Page, app: RunningApp, where: str = "") -> None:
    page.goto(f"{app.url}{where}")
    settled(page)


def run_sql(page: Page, answer: Locator, sql: str) -> None:
    """Change an answer's query, whose tab is open, and press Run."""
    editor = answer.get_by_label("SQL: change it and run it")
    editor.fill(sql)
    editor.press("Control+Enter")
    settled(page)
    answer.get_by_role("button", name="Run").click()


def downloaded(page: Page, menu: Locator, kind: str) -> bytes:
    button = page.get_by_role("button", name=re.compile(f"^{kind}:"))
    if not button.is_visible():
        menu.click()
    with download(page) as kept:
        button.click()
    return Path(kept.value.path()).read_bytes()


def test_a_large_answer_is_sorted_told_in_part_and_saved_whole(
    page: Page, run_app: Callable[..., RunningApp], readings: Path
) -> None:
    opened(page, run_app(readings))
    answer = ask(page, "List the reading, place and level of all readings")
    expect(answer.get_by_text(f"The first 10,000 of {MANY:,} rows.")).to_be_visible()
    grid = answer.get_by_role("region", name="Rows of the answer", exact=True)
    expect(grid.locator("canvas table").first).to_contain_text("919")
    grid.hover(position={"x": 20, "y": 17})
    grid.click(position={"x": 45, "y": 17})  # the column's menu
    page.get_by_text("Sort descending").click()
    expect(grid.locator("canvas table tbody tr").first).to_contain_text(f"p{10_000 % 977}")
    saved = downloaded(page, answer.get_by_test_id("stPopoverButton").filter(has_text="Download"), "CSV")
    assert len(saved.decode("utf-8-sig").splitlines()) == MANY + 1


def test_a_query_that_cannot_run_or_does_not_end_leaves_the_page_sane(
    page: Page, run_app: Callable[..., RunningApp], readings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOINERY_QUERY_SECONDS", "5")
    opened(page, run_app(readings))
    answer = ask(page, "How many towns are there?")
    answer.get_by_text("How this answer was found").click()
    tab(page, "SQL")
    for sql, said in (
        ("SELEC nonsense", "A query cannot begin with “SELEC”."),
        ("UPDATE towns SET people = 1", "UPDATE is not a question to the data."),
        ("SELECT * FROM twons", "Did you mean towns?"),
    ):
        run_sql(page, answer, sql)
        expect(answer.get_by_test_id("stAlert")).to_contain_text(said)
        settled(page)
    endless = "SELECT count(*) FROM readings a, readings b, readings c"
    run_sql(page, answer, endless)
    expect(page.get_by_text("Running the SQL…")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. The answer is as it was.")).to_be_visible()
    settled(page)
    answer.get_by_role("button", name="Run").click()
    expect(answer.get_by_text("The query was stopped after 5 seconds.")).to_be_visible(timeout=60_000)
    settled(page)
    expect(ask(page, "What is the total people of the towns?")).to_contain_text("555")


def test_a_changed_query_is_saved_in_every_format(
    page: Page, run_app: Callable[..., RunningApp], readings: Path
) -> None:
    opened(page, run_app(readings))
    answer = ask(page, "How many towns are there?")
    answer.get_by_text("How this answer was found").click()
    tab(page, "SQL")
    run_sql(page, answer, "SELECT town FROM towns WHERE people > 100 ORDER BY town")
    expect(answer.get_by_text("2 rows.")).to_be_visible()
    settled(page)
    menu = answer.get_by_test_id("stPopoverButton").filter(has_text="Download").last
    saved = {k: downloaded(page, menu, k) for k in ("CSV", "Excel", "Parquet", "SQL", "Python script", "Notebook")}
    assert saved["CSV"].decode("utf-8-sig").split() == ["town", "Alm", "Brook"]
    assert (saved["Excel"][:2], saved["Parquet"][:4]) == (b"PK", b"PAR1")
    assert b"people > 100" in saved["SQL"]
    compile(saved["Python script"], "answer.py", "exec")
    assert json.loads(saved["Notebook"])["nbformat"] == 4


def test_two_people_in_two_workspaces_do_not_see_each_other(
    browser: Browser, page: Page, run_app: Callable[..., RunningApp], readings: Path
) -> None:
    app = run_app(readings)
    Workspaces(app.workspace).new("Second")
    opened(page, app)
    ask(page, "How many towns are there?")
    with browser.new_context(viewport=SIZE) as context:
        other = new_page(context)
        opened(other, app, "/?workspace=Second")
        expect(other.get_by_role("combobox", name="Workspace")).to_have_value("Second")
        expect(other.get_by_role("button", name="How many towns are there?")).to_have_count(0)
        expect(other.get_by_role("button", name="Try “Web shop”")).to_be_visible()
        third = new_page(context)  # a link opens the chat
        third.goto(page.url)
        expect(third.get_by_test_id("stChatMessage").last).to_contain_text("3 towns")
    go(page, "Data")
    go(page, "Chat")
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)


def test_enter_twice_asks_once(page: Page, run_app: Callable[..., RunningApp], readings: Path) -> None:
    opened(page, run_app(readings))
    type_in(page, "How many towns are there?")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)


def test_questions_are_answered_while_a_load_goes_on_over_page_changes_and_reloads(
    page: Page, run_app: Callable[..., RunningApp], readings: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    big = folder / "big.csv"
    with big.open("w", encoding="utf-8") as file:
        file.write("id,word,amount\n")
        for start in range(0, 5_000_000, 100_000):
            file.writelines(f"{n},w{n * 7919 % 99991},{n % 1000}.5\n" for n in range(start, start + 100_000))
    for n in range(2, 7):  # long enough a load for all that follows, on a quick machine too
        (folder / f"big {n}.csv").hardlink_to(big)
    opened(page, run_app(readings), "/data")
    page.get_by_text("Add files").click()
    page.get_by_role("tab", name="Files on this computer").click()
    page.get_by_role("textbox", name="Files, folders or patterns").fill(str(folder))
    page.get_by_role("button", name="Load them").last.click()
    bar = page.get_by_test_id("stProgress")
    expect(bar).to_be_visible(timeout=30_000)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Chat", exact=True).click()
    expect(page.get_by_test_id("stChatInputTextArea")).to_be_enabled(timeout=30_000)
    expect(bar).to_be_visible()
    type_in(page, "How many towns are there?")
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("3 towns", timeout=30_000)
    page.reload()
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text("3 towns", timeout=30_000)
    expect(bar).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(bar).to_have_count(0, timeout=30_000)
    settled(page)
    expect(page.get_by_test_id("stChatMessage")).to_have_count(2)


def test_a_chat_outlives_the_table_it_speaks_of(page: Page, run_app: Callable[..., RunningApp], readings: Path) -> None:
    opened(page, run_app(readings))
    ask(page, "What is the total people of the towns?")
    go(page, "Data")
    choose_row(page, "The loaded tables", 1)
    page.get_by_test_id("stPopoverButton").filter(has_text="Remove").click()
    page.get_by_role("button", name="Remove it").click()
    settled(page)
    go(page, "Chat")
    answer = page.get_by_test_id("stChatMessage").nth(1)
    expect(answer).to_contain_text("555")
    expect(answer.get_by_text("no longer loaded")).to_be_visible()
    answer.get_by_text("How this answer was found").click()
    tab(page, "SQL")
    answer.get_by_role("button", name="Run").click()
    expect(answer.get_by_text("There is no table “towns”.")).to_be_visible()
    settled(page)
    expect(ask(page, "What is the average level of the readings?")).to_contain_text("499.5")
