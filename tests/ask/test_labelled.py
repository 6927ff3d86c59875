"""Tables under the names that people gave them, in texts that call them as SQL does."""

from __future__ import annotations

from dataclasses import replace

from core.ask.labelled import labelled
from tests.ask.schemas import table


def test_a_renamed_table_is_called_so() -> None:
    loans = replace(table("Loans 23-24", "no:integer!"), label="Lendings")
    tables = (loans, table("books", "no:integer!"), replace(table("Loans", "no:integer!"), label="Old ones"))
    said = labelled("Loans 23-24.book = books.no; of Loans.book and theLoans.book none", tables)
    assert said == "Lendings.book = books.no; of Old ones.book and theLoans.book none"
    assert labelled("books.no", tables) == "books.no"
