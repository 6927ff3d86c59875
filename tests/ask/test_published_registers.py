"""A register whose names say what its rows are, and a panel beside it whose places are keys, in plain words."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_PARISHES = {f"P{n}": (name, 900 + 317 * n) for n, name in enumerate(("Aske", "Brough", "Copley", "Dent", "Eldon"), 1)}
_NAMES = ("Old Mill", "Station Road", "Canal Side", "Hill Top", "Market", "Quarry Lane", "Harbour", "Abbey")
POOLS = [
    (f"F{n:02d}", f"{name} Baths", f"P{1 + n % 5}", f"{1950 + 4 * n}-05-01", "2019-09-30" if n % 4 == 3 else "")
    for n, name in enumerate(_NAMES)
]
_AGES = ("Under 16", "16 to 59", "60 and over")
PANEL = [
    (p, year, age, 40 + 7 * n + 11 * k + (year - 2020) * (3 - 2 * n) + (200 if n == 0 else 0), 5 + n + k)
    for n, p in enumerate(_PARISHES)
    for year in (2020, 2021, 2022)
    for k, age in enumerate(_AGES)
]
office = office_fixture(
    {
        "facilities": "FACILITY_ID,Facility name,Parish code,Opened,Closed\n"
        + "".join(",".join(r) + "\n" for r in POOLS),
        "parishes": "PARISH_CODE,PARISH_NAME,Population\n"
        + "".join(f"{k},{name},{people}\n" for k, (name, people) in _PARISHES.items()),
        "swim_members": "PARISH_CD,REF_YEAR,Age group,Paying members,New members\n"
        + "".join(",".join(map(str, r)) + "\n" for r in PANEL),
    }
)


def members(**held: object) -> int:
    """Paying members of such rows."""
    at = {"parish": 0, "year": 1, "age": 2}
    return sum(r[3] for r in PANEL if all(r[at[k]] == v for k, v in held.items()))


def test_rows_are_what_their_names_say(office: Workspace) -> None:
    assert ask(office, "How many baths are there?").rows == ((len(POOLS),),)
    answer = ask(office, "Which baths are still running?")
    assert answer.rows is not None
    assert {r[0] for r in answer.rows} == {r[1] for r in POOLS if not r[4]}
    assert answer.confidence >= UNSURE


def test_figures_are_told_apart_by_all_that_is_said_and_by_name(office: Workspace) -> None:
    answer = ask(office, "paying members by parish and age group in 2021")
    assert {tuple(r) for r in answer.rows or ()} == {
        (name, age, members(parish=p, year=2021, age=age)) for p, (name, _) in _PARISHES.items() for age in _AGES
    }
    assert not answer.unsure


@pytest.mark.parametrize("said", ["for its population", "per head of population", "relative to population"])
def test_the_most_for_its_population(office: Workspace, said: str) -> None:
    rate = {name: members(parish=p, year=2022) / people for p, (name, people) in _PARISHES.items()}
    answer = ask(office, f"Which parish had the most paying members {said} in 2022?")
    assert answer.rows is not None
    assert answer.rows[0][0] == max(rate, key=lambda name: rate[name]), answer.sql


def test_two_times_that_no_figure_sets_against_each_other(office: Workspace) -> None:
    assert ask(office, "Which baths were closed less in 2019 than in 2018?").unsure


def test_days_are_not_added_up(office: Workspace) -> None:
    assert "SUM" not in (ask(office, "total opened of baths per parish").sql or "")
