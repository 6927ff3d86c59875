"""How far a word reaches: a rank, an "or", a "both", an order over the rows that are meant, asked of a library."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from core.model import Answer
from tests.ask.worlds import answers

CASES: tuple[tuple[str, str], ...] = (
    (
        "Titles of the books with more than 300 pages or less than 200 pages.",
        "SELECT title FROM books WHERE pages > 300 OR pages < 200",
    ),
    (
        "What is the total price of books by the oldest author?",
        "SELECT SUM(price) FROM books JOIN authors USING (author_id) WHERE birth_year = "
        "(SELECT MIN(birth_year) FROM authors)",
    ),
    (
        "What is the average price of the 3 longest books?",
        "SELECT AVG(price) FROM (SELECT price FROM books ORDER BY pages DESC LIMIT 3)",
    ),
)


@pytest.mark.parametrize(("question", "sql"), CASES, ids=[q for q, _ in CASES])
def test_a_word_reaches_as_far_as_it_is_said_to(
    question: str, sql: str, asked: Callable[..., Answer], databases: dict[str, sqlite3.Connection]
) -> None:
    answer = asked("library", question, "")
    assert answers(answer.rows, databases["library"].execute(sql).fetchall(), ordered="ORDER" in sql[-30:]), answer.sql
    assert not answer.unsure
