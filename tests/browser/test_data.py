"""The data page in a browser: upload, choose a column's type, ask by it; look at tables; stop a long load."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.running import RunningApp, choose, choose_row, expect, go, rerun, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def app(run_app: Callable[..., RunningApp], page: Page) -> RunningApp:
    """An empty workspace's app, its data page open."""
    running = run_app()
    page.goto(f"{running.url}/data")
    settled(page)
    return running


def view(page: Page, name: str) -> None:
    page.get_by_test_id("stButtonGroup").get_by_text(name, exact=True).click()
    settled(page)


@pytest.mark.usefixtures("app")
def test_a_file_is_uploaded_a_type_is_changed_and_questions_follow_it(page: Page, tmp_path: Path) -> None:
    visits, rooms = tmp_path / "visits.csv", tmp_path / "rooms.csv"
    lines = "".join(f"{i},0{i % 7},0{1 + i % 9}/0{1 + i % 5}/2021\n" for i in range(40))
    visits.write_text("visit,guests,day\n" + lines + "40,many,01/02/2021\n", encoding="utf-8")
    rooms.write_text("room,floor\nAlpha,1\nBeta,2\n", encoding="utf-8")
    with rerun(page):
        page.locator("input[type=file]").first.set_input_files([visits, rooms])
    page.get_by_role("button", name="Load them").first.click()
    expect(page.get_by_text("Loaded 2 tables.")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_role("heading", name="rooms")).to_be_visible()
    choose_row(page, "The loaded tables", 1)
    expect(page.get_by_role("heading", name="visits")).to_be_visible()
    view(page, "Columns")
    choose_row(page, "The table's columns", 1)
    expect(page.get_by_text("guests · text")).to_be_visible()
    choose(page, "Read it as", "Number")
    page.locator("[class*=st-key-set-type]").get_by_role("button").click()
    expect(page.get_by_text("“guests” is now read as numbers (integer).")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_text("1 of 41 cells cannot be read as numbers")).to_be_visible()
    expect(page.get_by_text("guests · integer")).to_be_visible()
    go(page, "Chat")
    page.get_by_test_id("stChatInputTextArea").fill("What is the total guests of the visits?")
    page.get_by_test_id("stChatInputTextArea").press("Enter")
    settled(page)
    total = sum(i % 7 for i in range(40))
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text(str(total))


@pytest.mark.usefixtures("app")
def test_a_long_load_is_stopped_and_leaves_all_as_it_was(page: Page, tmp_path: Path) -> None:
    visits, big = tmp_path / "visits.csv", tmp_path / "big.csv"
    visits.write_text("visit,guests\n1,4\n2,3\n", encoding="utf-8")
    with rerun(page):
        page.locator("input[type=file]").first.set_input_files(visits)
    page.get_by_role("button", name="Load them").first.click()
    expect(page.get_by_text("Loaded 1 table.")).to_be_visible(timeout=60_000)
    settled(page)
    with big.open("w", encoding="utf-8") as file:
        file.write("id,word,amount\n")
        for start in range(0, 5_000_000, 100_000):
            file.writelines(f"{i},w{i * 7919 % 99991},{i % 1000}.5\n" for i in range(start, start + 100_000))
    page.get_by_text("Add files").click()
    page.get_by_role("tab", name="Files on this computer").click()
    page.get_by_role("textbox", name="Files, folders or patterns").fill(str(big))
    page.get_by_role("button", name="Load them").last.click()
    expect(page.get_by_test_id("stProgress")).to_contain_text("big:", timeout=30_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. What was whole by then is loaded.")).to_be_visible(timeout=30_000)
    settled(page)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    expect(page.locator("canvas table").first).to_contain_text("visits")
    expect(page.locator("canvas table").first).not_to_contain_text("big")


@pytest.mark.usefixtures("app")
def test_a_line_chosen_in_the_file_is_made_a_note_and_is_no_row_any_more(page: Page, tmp_path: Path) -> None:
    pools = tmp_path / "pools.csv"
    rows = "".join(f"Pool {n};indoor;{n * 10}\n" for n in range(1, 5))
    pools.write_text(f"Pool visits\n\npool;kind;visits\n{rows}closed for repairs;x;0\nSource: council\n", "utf-8")
    with rerun(page):
        page.locator("input[type=file]").first.set_input_files(pools)
    page.get_by_role("button", name="Load them").first.click()
    expect(page.get_by_text("Loaded 1 table.")).to_be_visible(timeout=60_000)
    settled(page)
    page.get_by_role("button", name="Show line 9").click()
    settled(page)
    expect(page.get_by_text("Line 9 is the one that the remark is about.")).to_be_visible()
    page.get_by_role("button", name="Show the whole file").click()
    settled(page)
    choose_row(page, "The lines of the file", 7)
    expect(page.get_by_role("spinbutton", name="From line")).to_have_value("8")
    page.get_by_role("button", name="Say so").scroll_into_view_if_needed()
    choose(page, "These lines are", "a note")
    page.get_by_role("button", name="Say so").click()
    settled(page)
    expect(page.get_by_text("Said by hand: line 8: a note, no row")).to_be_visible()
    page.get_by_role("button", name="Load it so").click()
    expect(page.get_by_text("Loaded with these borders. pools: 4 rows.")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_role("button", name="As the program sees it")).to_be_visible()


@pytest.mark.usefixtures("app")
def test_a_table_of_a_database_is_copied_beside_a_file_joined_with_it_copied_anew_and_removed(
    page: Page, tmp_path: Path
) -> None:
    theirs, visits = tmp_path / "theirs.sqlite", tmp_path / "visits.csv"
    with closing(sqlite3.connect(theirs)) as db, db:
        db.execute("CREATE TABLE pools (pool_id INTEGER PRIMARY KEY, pool_name TEXT)")
        db.executemany("INSERT INTO pools VALUES (?, ?)", [(n, f"Pool {n}") for n in range(1, 31)])
        db.execute("CREATE TABLE staff (id INTEGER, name TEXT)")
    rows = "".join(f"{n},{n % 30 + 1},{n % 5}\n" for n in range(90))
    visits.write_text(f"visit,pool_id,guests\n{rows}", encoding="utf-8")
    with rerun(page):
        page.locator("input[type=file]").first.set_input_files(visits)
    page.get_by_role("button", name="Load them").first.click()
    expect(page.get_by_text("Loaded 1 table.")).to_be_visible(timeout=60_000)
    settled(page)
    page.get_by_text("Add files").click()
    page.get_by_role("tab", name="A database").click()
    page.get_by_test_id("stButtonGroup").get_by_text("SQLite", exact=True).click()
    settled(page)
    page.get_by_role("textbox", name="Address of the database").fill(f"sqlite:///{theirs}")
    page.get_by_role("button", name="Show its tables").click()
    settled(page)
    page.get_by_role("combobox", name="Tables").fill("pools")  # in a form a choice asks for nothing yet
    page.get_by_role("option").filter(has_text="main.pools").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Copy these tables here").click()
    expect(page.get_by_role("heading", name="pools")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_text("30 rows, 2 columns · from sqlite:")).to_contain_text("theirs.sqlite#main.pools")
    with closing(sqlite3.connect(theirs)) as db, db:
        db.execute("INSERT INTO pools VALUES (31, 'Pool 31')")
    page.get_by_role("button", name="Copy anew").click()
    expect(page.get_by_text("31 rows, 2 columns · from sqlite:")).to_be_visible(timeout=60_000)
    settled(page)
    go(page, "Chat")
    page.get_by_test_id("stChatInputTextArea").fill("How many visits were there for each pool name?")
    page.get_by_test_id("stChatInputTextArea").press("Enter")
    settled(page)
    expect(page.get_by_text("a copy of main.pools of sqlite:").first).to_be_visible(timeout=60_000)
    go(page, "Data")
    page.get_by_role("button", name="Remove").last.click()
    expect(page.get_by_text("The database keeps its own.")).to_be_visible()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_text("Removed pools.")).to_be_visible(timeout=60_000)
