"""How far a word reaches: a rank, an "or", a "both", an order over the rows that are meant, asked of a library."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import answers, ask, opened

CASES: tuple[tuple[str, str], ...] = (
    (
        "Titles of the books with more than 300 pages or less than 200 pages.",
        "SELECT title FROM books WHERE pages > 300 OR pages < 200",
    ),
    ("List in alphabetical order all books.", "SELECT title FROM books ORDER BY title"),
    ("How many books have 'Harbour' in their title?", "SELECT COUNT(*) FROM books WHERE title LIKE '%Harbour%'"),
    (
        "What is the total price of books by the oldest author?",
        "SELECT SUM(price) FROM books JOIN authors USING (author_id) WHERE birth_year = "
        "(SELECT MIN(birth_year) FROM authors)",
    ),
    (
        "What is the average price of the 3 longest books?",
        "SELECT AVG(price) FROM (SELECT price FROM books ORDER BY pages DESC LIMIT 3)",
    ),
    (
        "Which genres have a book published in 1998 and a book published in 2011?",
        "SELECT DISTINCT genre FROM books WHERE published = 1998 AND genre IN "
        "(SELECT genre FROM books WHERE published = 2011)",
    ),
    (
        "Show the genres of books published in both year 1998 and 2011.",
        "SELECT DISTINCT genre FROM books WHERE published = 1998 AND genre IN "
        "(SELECT genre FROM books WHERE published = 2011)",
    ),
)


@pytest.mark.parametrize(("question", "sql"), CASES, ids=[q for q, _ in CASES])
def test_a_word_reaches_as_far_as_it_is_said_to(
    question: str, sql: str, asked: Callable[..., Answer], databases: dict[str, sqlite3.Connection]
) -> None:
    answer = asked("library", question, "")
    assert answers(answer.rows, databases["library"].execute(sql).fetchall(), ordered="ORDER" in sql[-30:]), answer.sql
    assert not answer.unsure


FILES = {
    "people": "person_id,name,height,weight\n1,Ann Bo,182,70\n2,Cy Dahl,165,81\n3,Eve Frey,190,64\n4,Gus Hay,171,77\n",
    "guides": "guide_id,person_id,company,total\n11,1,Peak Ltd,40\n12,2,Ridge Ltd,75\n13,4,Crag Ltd,58\n",
    "stables": "stable_id,owner,total_horses,working_horses\n21,Moss,12,5\n22,Nash,30,11\n23,Orr,7,6\n",
    "headcount": "ward,total_men,total_women\nEast,10,12\nWest,20,18\nNorth,7,9\nEast,3,1\n",
}


OUTAGES = {
    "plants": "plant_id,country\n1,Norway\n2,Peru\n3,Peru\n4,Chad\n",
    "outages": "plant_id,category,start_year,end_year\n"
    + "\n".join(
        f"{plant},{kind} outage,{start},{end}"
        for plant, kind, start, end in (
            (1, "Confirmed", "1994.0", "2001.0"),
            (1, "Confirmed", "1996.0", "1997.0"),
            (1, "Confirmed", "", "1998.0"),
            (2, "Confirmed", "2001.0", "2003.0"),
            (3, "Confirmed", "2004.0", "2004.0"),
            (4, "Alleged", "2005.0", ""),
            (4, "Alleged", "2006.0", "2007.0"),
            (4, "Alleged", "2007.0", "2008.0"),
        )
    ),
}


def _world(folder: Path, files: dict[str, str]) -> Iterator[Workspace]:
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text)
    workspace = opened(sorted(folder.glob("*.csv")), folder / "workspace")
    yield workspace
    workspace.close()


@pytest.fixture(scope="module")
def outages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    yield from _world(tmp_path_factory.mktemp("outages"), OUTAGES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which country has had the most confirmed outages?", (("Norway",),)),
        ("Which country has had the most confirmed outages since 2000?", (("Peru",),)),
        ("How many confirmed outages have begun since the year 2000?", ((2,),)),
        ("How many confirmed outages have ended since the year 2000?", ((3,),)),
    ],
)
def test_rows_named_by_a_cell_are_counted_in_their_own_time(
    outages: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(outages, question)
    assert answers(answer.rows, rows), answer.sql


@pytest.fixture(scope="module")
def mountains(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    yield from _world(tmp_path_factory.mktemp("mountains"), FILES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Show the company of the tallest guide.", (("Peak Ltd",),)),
        ("What is the weight of the shortest person?", ((81,),)),
        ("total men by ward", (("West", 20), ("East", 13), ("North", 7))),
        ("total men and total women by ward", (("West", 20, 18), ("East", 13, 13), ("North", 7, 9))),
        ("What is the average total score of the guides?", ((173 / 3,),)),
        ("List the total number of horses of the stables in ascending order.", ((7,), (12,), (30,))),
    ],
)
def test_a_figure_is_found_where_the_thing_belongs_or_in_a_total(
    mountains: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(mountains, question)
    assert answers(answer.rows, rows, ordered=True), answer.sql
