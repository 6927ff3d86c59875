"""Everyday words over files as offices publish them: codes, kinds with two names, things with several rows."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_KINDS = ("Hail or sleet", "Roof damage", "Power cut", "Fatalities")
_TEXTS = {
    "storms": "storm_number,county,country,start_year,end_year\n"
    + "".join(
        f"{1000 + n},{('Fife', 'Moray', 'Norway')[n % 3]},{('Norway', 'Scotland')[n % 2]},{1990 + n % 30},"
        f"{1991 + n % 30}\n"
        for n in range(90)
    ),
    "storm_effects": "effect_number,storm_number,effect_type\n"
    + "".join(f"{n},{1000 + n % 90},{_KINDS[n % 4]}\n" for n in range(150)),
    "councils": "council_id,council_name,seats,start_date\n"
    + "".join(f"{n // 3},Council {n // 3},{3 + n % 7},19{50 + n // 6}-02-01\n" for n in range(240)),
    "yards": "yard,square_metres,num_components\n"
    + "".join(f"Yard {n},{200 + n * 7},{n % 9 + 20}\n" for n in range(30)),
}


@pytest.fixture(scope="module")
def number() -> dict[str, int]:
    hail = {1000 + n % 90 for n in range(150) if n % 4 == 0}
    roofs = {1000 + n % 90 for n in range(150) if n % 4 == 1}
    dead = {1000 + n % 90 for n in range(150) if n % 4 == 3}
    return {"hail": len(hail), "roofs": len(roofs), "dead": len(dead), "councils": 80}


office = office_fixture(_TEXTS)


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("How many storms had sleet?", "hail"),
        ("How many storms damaged roof?", "roofs"),
        ("How many councils are there?", "councils"),
    ],
)
def test_kinds_by_one_of_their_names_and_things_by_their_number(
    office: Workspace, number: dict[str, int], question: str, what: str
) -> None:
    answer = ask(office, question)
    assert answer.rows == ((number[what],),), answer.sql


def test_a_measure_by_its_unit_and_a_number_by_another_word(office: Workspace) -> None:
    assert ask(office, "Which yard has the biggest floor area?").rows == (("Yard 29",),)
    assert "num_components" in ask(office, "Which yard has the most pieces?").sql


def test_a_word_before_the_noun_that_nobody_knows_withholds_the_answer(office: Workspace) -> None:
    assert ask(office, "How many yards are there?").confidence >= UNSURE
    assert ask(office, "How many walk-through yards are there?").confidence < UNSURE


def test_a_share_of_rows_is_none_of_the_things_that_have_several(office: Workspace) -> None:
    assert ask(office, "What percentage of councils have 3 seats?").confidence < UNSURE
