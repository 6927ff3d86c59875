"""The day of what somebody did; names of a kind with a stroke between; firms by their legal form; who is the warden."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture, office_of

_KINDS = ("Slide/swing", "Bench", "Litter bin/dog bin")
_FIRMS = ("Aldmoor Metals Ltd", "Brack and Sons plc", "Corvan Timber Ltd")
THINGS = [
    (
        f"A{n:03}",
        _KINDS[n % 3],
        _FIRMS[n * n % 3],
        f"20{10 + n % 14}-04-0{1 + n % 9}",
        ("Ann Frey", "Bo Ek")[n % 2],
        f"202{1 + n % 3}-0{1 + n % 9}-11",
        f"P{n % 4}",
        n % 4,
    )
    for n in range(90)
]
_PARKS = (("Oak", "Cy Holt"), ("Elm", "Di Gale"), ("Ash", "Ed Moss"), ("Bay", "Flo Rust"))
office = office_fixture(
    {
        "park_furniture": "asset,kind,made by,installed,INSP_BY,LAST_INSP,park_ref,defects\n"
        + "".join(",".join(map(str, r)) + "\n" for r in THINGS),
        "parks": "park_ref,park name,area_wdn\n" + "".join(f"P{n},{p} Park,{w}\n" for n, (p, w) in enumerate(_PARKS)),
    }
)


def test_a_year_is_that_of_the_deed_of_who_is_named(office: Workspace) -> None:
    answer = ask(office, "How many assets did Ann Frey check in 2022?")
    assert answer.rows == ((sum(r[4] == "Ann Frey" and r[5][:4] == "2022" for r in THINGS),),), answer.sql


def test_a_day_that_is_said_stays(office: Workspace) -> None:
    answer = ask(office, "How many assets inspected by Ann Frey were installed in 2012?")
    assert answer.rows == ((sum(r[4] == "Ann Frey" and r[3][:4] == "2012" for r in THINGS),),), answer.sql


@pytest.mark.parametrize(("said", "kind"), [("slides", _KINDS[0]), ("dog bins", _KINDS[2])])
def test_a_kind_with_two_names_is_called_by_either(office: Workspace, said: str, kind: str) -> None:
    answer = ask(office, f"How many {said} are there?")
    assert answer.rows == ((sum(r[1] == kind for r in THINGS),),), answer.sql
    assert answer.confidence >= UNSURE


def test_the_last_time_is_not_the_day_of_a_birth(tmp_path_factory: pytest.TempPathFactory) -> None:
    dogs = [(n, ("Rolo", "Biscuit", "Tess")[n % 3] + str(n // 3), f"201{n % 10}-0{1 + n % 9}-13") for n in range(24)]
    visits = [(n, n % 24, f"2024-0{1 + n % 9}-1{n % 9}", ("PUT", "JAB")[n % 2]) for n in range(90)]
    texts = {
        "dogs": "dog_id,name,DOB\n" + "".join(",".join(map(str, r)) + "\n" for r in dogs),
        "visits": "visit,dog_id,visit date,treatment\n" + "".join(",".join(map(str, r)) + "\n" for r in visits),
    }
    with office_of(texts, tmp_path_factory.mktemp("vet")) as vet:
        last = ask(vet, "When was Rolo3 last in?")
        assert last.unsure or last.rows[0][-1] == max(r[2] for r in visits if r[1] == 9), last.sql
        put = ask(vet, "How many visits were put down for May?")  # no code `PUT`
        assert "'PUT'" not in (put.sql or "")


def test_how_long_something_takes_is_never_negative(tmp_path_factory: pytest.TempPathFactory) -> None:
    notices = [(n, ("HIN", "WL")[n % 2], f"2023-0{1 + n % 9}-11", f"2023-1{n % 3}-2{n % 8}") for n in range(60)]
    text = "notice_no,kind,served_on,closed_on\n" + "".join(",".join(map(str, r)) + "\n" for r in notices)
    with office_of({"notices": text}, tmp_path_factory.mktemp("notices")) as office:
        took = ask(office, "On average, how long does it take to close a notice?")
        assert took.unsure or took.rows[0][-1] > 0, took.sql
