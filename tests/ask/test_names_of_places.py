"""Words beside names: another noun for the rows, a table numbered by its size, an adjective before a small word."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FILES = {
    "islands": "iso2,iso3,ref_name,sq_km,inhabited\n"
    "TF,ATF,Kerguelen,6675,0\nFO,FRO,Streymoy,373,1\nSJ,SJM,Spitsbergen,37673,1\nFJ,FJI,Viti Levu,10388,1\n",
    "jetties50000": "jetty,iso2,berths,staffed\n"
    + "".join(
        f"{name},{code},{n},{n % 2}\n"
        for name, code, n in [
            ("Greenport", "FO", 5), ("Torshavn", "FO", 44), ("Klaksvik", "FO", 17), ("Suva", "FJ", 61),
            ("Lautoka", "FJ", 22), ("Longyear", "SJ", 9), ("Barents", "SJ", 3), ("Francais", "TF", 1),
        ]
    ),
}  # fmt: skip
pilots = office_fixture(FILES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many jetties are there?", [(8,)]),
        ("How many jetties have more than 20 berths?", [(3,)]),
        ("Which three jetties have the most berths?", [("Suva",), ("Torshavn",), ("Lautoka",)]),
    ],
)
def test_a_number_behind_a_tables_name_is_not_said(pilots: Workspace, question: str, rows: list[tuple[object]]) -> None:
    answer = ask(pilots, question)
    assert not answer.unsure
    assert [r[:1] for r in answer.rows] == rows


def test_a_reference_name_is_a_name(pilots: Workspace) -> None:
    assert ask(pilots, "Which islands have more than 10,000 sq km?").rows == (("Spitsbergen",), ("Viti Levu",))


def test_a_noun_beside_the_rows_is_no_part_of_a_codes_meaning(pilots: Workspace) -> None:
    answer = ask(pilots, "How many islands and territories are there?")
    assert answer.rows == ((4,),)


def test_an_adjective_before_a_noun_is_no_name_run_together(pilots: Workspace) -> None:
    assert "Greenport" not in ask(pilots, "How many Green ports have more than 20 berths?").sql


def test_a_figure_is_not_held_against_yes_and_no(pilots: Workspace) -> None:
    answer = ask(pilots, "Which places have a jetty with more berths than their staffed one?")
    assert answer.unsure or '> "staffed"' not in answer.sql
