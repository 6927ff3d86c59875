"""Tables under the names that people gave them, in texts that call them as SQL does."""

from __future__ import annotations

from dataclasses import replace

from core.ask.labelled import called, labelled
from tests.ask.schemas import table


def test_a_renamed_table_is_called_so() -> None:
    loans = replace(table("Loans 23-24", "no:integer!"), label="Lendings")
    tables = (loans, table("books", "no:integer!"), replace(table("Loans", "no:integer!"), label="Old ones"))
    said = labelled("Loans 23-24.book = books.no; of Loans.book and theLoans.book none", tables)
    assert said == "Lendings.book = books.no; of Old ones.book and theLoans.book none"
    assert labelled("books.no", tables) == "books.no"


def test_tables_are_called_as_people_call_their_rows() -> None:
    tables = (table("visits 22-24", "no:integer!", "pet"), table("vets", "no:integer!"), table("vehicle_master", "reg"))
    said = called("number of `visits 22-24`, where `visits 22-24.pet` = 'vehicle_master' of `vehicle_master`", tables)
    assert said == "number of `visits`, where `visits.pet` = 'vehicle_master' of `vehicles`"
    assert called("visits 22-24.vet = vets.no", tables) == "visits.vet = vets.no"
    assert called("my visits 22-24.vet, in visits 22-24.", tables) == "my visits.vet, in visits 22-24."


def test_a_column_called_what_the_rows_are_is_not_said_beside_them() -> None:
    tables = (table("visits 22-24", "visit!", "pet"),)
    said = "number of `Visit` of `visits 22-24`, for each `pet` of `visits 22-24`"
    assert called(said, tables) == "number of `visits`, for each `pet` of `visits`"
