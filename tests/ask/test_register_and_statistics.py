"""An office that keeps a register of fines and publishes how many there were: the register answers for its own rows."""

from __future__ import annotations

import pytest

from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.figure_reading import rows_named
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

AREAS = ("Quay", "Fort", "Mill", "Park")
FINES = [
    (f"F{n:03}", f"{1 + n % 28:02}/{1 + n % 12:02}/{2023 + n % 2}", f"A{n % 4}", f"W{n % 5}", f"£{20 + n % 3 * 10}.00")
    for n in range(120)
]
FILES = {
    "parking_fines": csv_text("Fine No,Issued,Area,Warden,Fine Amount", FINES),
    "areas": csv_text("Code,Area Name,District", [(f"A{n}", name, "NS"[n % 2]) for n, name in enumerate(AREAS)]),
    "wardens": csv_text("badge,warden,active", [(f"W{n}", f"Warden {'ABCDE'[n]}", "YNYYN"[n]) for n in range(5)]),
    "box_takings": csv_text(
        "Box,Area,Emptied,Takings GBP,Tickets", [(f"B{n % 6}", f"A{n % 4}", f"2024-0{1 + n % 9}-15", 40 + n, n)
                                               for n in range(60)]),
    "stalls": csv_text("Stall,Area,Yearly Fee", [(f"S{n}", f"A{n % 4}", 100 + n) for n in range(40)]),
    "published_fines": "Parking fines issued by warden offices by area\n\nArea,2021,2022,2023,2024\n"
    + "".join(f"{name},{900 + n},{950 + n},{990 + n},{1010 + n}\n" for n, name in enumerate(AREAS)),
}  # fmt: skip
office = office_fixture(FILES)
IN_2024 = sum(f[1].endswith("2024") for f in FINES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many parking fines are there?", ((120,),)),
        ("How many parking fines did we issue in 2024?", ((IN_2024,),)),
        ("Parking fines per year", (("2023", 120 - IN_2024), ("2024", IN_2024))),
        ("Total fine amount by district", (("N", 1800.0), ("S", 1800.0))),
    ],
)
def test_rows_that_are_named_are_counted_themselves(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    found = ask(office, question)
    assert not found.unsure
    assert sorted(found.rows) == sorted(rows)


def test_what_was_published_is_offered_beside_it(office: Workspace) -> None:
    found = ask(office, "How many parking fines did we issue in 2024?")
    assert any("published_fines" in a.enriched for a in found.alternatives)


def test_times_that_the_register_does_not_have_are_read_in_what_was_published(office: Workspace) -> None:
    found = ask(office, "How many parking fines were there in 2021?")
    assert not found.unsure
    assert found.rows == ((sum(900 + n for n in range(4)),),)
    mill = ask(office, "How many parking fines were there in the Mill area in 2021?")
    assert not mill.unsure
    assert mill.rows[0][-1] == 902


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("parking fines", True),
        ("parking fines in 2023 and 2024", True),
        ("parking fines in 2021", False),
        ("parking fines from 2021 to 2024", False),
    ],
)
def test_rows_answer_for_years_that_they_reach(office: Workspace, question: str, named: bool) -> None:
    known = Facts(SchemaView(tuple(office.tables.all()), ()))
    fines = Mention(0, 2, "parking fines", (Link("table", "parking_fines", "", "", 1.0, "label"),))
    assert rows_named(tokenise(question), (fines,), ("published_fines_long",), known) is named


@pytest.mark.parametrize(
    "question", ["Which wardens are inactive?", "Which wardens are no longer active?", "Which wardens are not active?"]
)
def test_what_is_inactive_is_not_active(office: Workspace, question: str) -> None:
    found = ask(office, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == {"Warden B", "Warden E"}


def test_the_takings_of_what_is_called_so_are_its_own(office: Workspace) -> None:
    found = ask(office, "Box takings per area")
    assert not found.unsure
    assert sorted(r[-1] for r in found.rows) == sorted(sum(40 + n for n in range(60) if n % 4 == a) for a in range(4))


def test_what_gets_the_most_has_the_most(office: Workspace) -> None:
    found = ask(office, "Which warden gets the most parking fines?")
    assert not found.unsure, found.ignored
    assert {r[0] for r in found.rows} <= {f"Warden {x}" for x in "ABCDE"}
