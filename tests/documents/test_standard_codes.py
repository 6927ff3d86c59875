"""Codes of countries, currencies, languages and states, known without a document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.documents.standard_codes import with_standard_codes
from core.model import Profile, Table
from core.workspace import Workspace
from tests.ask.schemas import table
from tests.ask.worlds import ask, csv_text, office_fixture


def held(made: Table, column: str, *values: str) -> Table:
    """The table, its column holding these values."""
    profile = Profile(10, 0, len(values), common=tuple((v, 2) for v in values))
    return replace(made, columns=tuple(replace(c, profile=profile) if c.name == column else c for c in made.columns))


@pytest.mark.parametrize(
    ("label", "values", "code", "meaning"),
    [
        ("Country Code", ("SE", "NO", "KR"), "KR", "South Korea"),
        ("nationality", ("SWE", "NOR", "GBR"), "GBR", "United Kingdom"),
        ("Ccy", ("EUR", "GBP"), "GBP", "Pound Sterling"),
        ("original_language", ("en", "fr", "sv"), "fr", "French"),
        ("state", ("CA", "NY", "TX"), "TX", "Texas"),
        ("lang", ("EN", "FR", "DE"), "FR", "French"),
        ("nat", ("JP", "TR", "ES"), "JP", "Japan"),
    ],
)
def test_known_by_the_label_and_the_values(label: str, values: tuple[str, ...], code: str, meaning: str) -> None:
    (found,) = with_standard_codes([held(table("shipments", "id:integer!", label), label, *values)])
    column = found.column(label)
    assert column is not None
    assert column.meaning(code) == meaning
    assert column.codes_standard


@pytest.mark.parametrize(
    ("label", "values"),
    [("state", ("A", "I")), ("state", ("open", "closed")), ("country", ("SE", "zz", "qq")), ("grade", ("SE", "NO"))],
)
def test_other_codes_are_left_alone(label: str, values: tuple[str, ...]) -> None:
    (found,) = with_standard_codes([held(table("shipments", "id:integer!", label), label, *values)])
    assert not any(c.codes for c in found.columns)


def test_a_table_that_names_them_goes_before() -> None:
    named = held(held(table("countries", "code!", "country!"), "code", "SE", "NO"), "country", "Sweden", "Norway")
    unique = tuple(replace(c, profile=Profile(2, 0, 2, common=c.profile.common)) for c in named.columns)
    shipments = held(table("shipments", "id:integer!", "country"), "country", "SE", "NO")
    found = with_standard_codes([shipments, replace(named, columns=unique)])
    assert not any(c.codes for t in found for c in t.columns if t.name == "shipments")


office = office_fixture(
    {
        "shipments": csv_text(
            "shipment_id,country,weight_kg",
            [(i, ("SE", "NO", "DE", "SE")[i % 4], 10 + i) for i in range(1, 41)],
        )
    }
)


def test_people_say_the_country(office: Workspace) -> None:
    answer = ask(office, "How many shipments went to Sweden?")
    assert answer.rows == ((20,),)
    assert not answer.unsure
    assert "Sweden" in answer.answer


def test_rows_show_the_code_as_it_is(office: Workspace) -> None:
    assert {row[0] for row in ask(office, "number of shipments per country").rows} == {"SE", "NO", "DE"}


college = office_fixture(
    {
        "students": csv_text(
            "stud_no,surname,nat,class",
            [(f"S{i}", f"Pupil{i}", ("JP", "SE", "JP", "TR", "ES")[i % 5], f"C{i % 6}") for i in range(1, 41)],
        ),
        "classes": csv_text("class_code,lang,room", [(f"C{i}", ("EN", "FR", "ES")[i % 3], f"R{i}") for i in range(6)]),
    }
)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many Japanese students do we have?", 16),
        ("How many of our students are Swedish?", 8),
        ("how many students come from Turkey", 8),
        ("How many students are in a French class?", 14),
    ],
)
def test_people_say_who_comes_from_there_and_the_language(college: Workspace, question: str, count: int) -> None:
    answer = ask(college, question)
    assert answer.rows == ((count,),)
    assert not answer.unsure
