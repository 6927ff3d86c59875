"""Plain questions about kinds: those said as nouns, those that never had one, those of a list; whose codes have names;
flags right before their noun; and who is employed."""

from __future__ import annotations

from collections import Counter

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_HOMES = [(f"H{n}", f"Home {chr(64 + n)}", 20 + n) for n in range(1, 7)]
_RATINGS = ("Good", "Inadequate", "Outstanding")
_INSPECTIONS = [(n, f"H{n % 6 + 1}", _RATINGS[n % 3 if n % 6 in (1, 2) else 0]) for n in range(1, 37)]
_TITLES = ("Care Assistant", "Nurse")
_STAFF = [
    (2000 + n, f"Bea{n} Orr", _TITLES[n % 2], "NY"[n % 3 == 0], "2023-05-01" if n % 5 == 0 else "")
    for n in range(1, 31)
]
_KINDS = ("Fall", "Bruise", "Choking")
_INCIDENTS = [(n, f"H{n % 6 + 1}", _KINDS[n % 7 % 3], 2001 + n * 7 % 30, f"C{n % 4 % 3 + 1}") for n in range(1, 201)]
_CAUSES = [("C1", "Wet floor"), ("C2", "No rail"), ("C3", "Poor light")]


office = office_fixture(
    {
        "homes": csv_text("HomeCode,Home Name,Beds", _HOMES),
        "inspections": csv_text("InspNo,HomeCode,Rating", _INSPECTIONS),
        "staff": csv_text("StaffNo,Name,Job Title,Night Staff,Leave Date", _STAFF),
        "incidents": csv_text("IncNo,HomeCode,Type,Reported By,CauseCode", _INCIDENTS),
        "cause_codes": csv_text("Code,Cause", _CAUSES),
    }
)
_CALLED = {code: name for code, name, _ in _HOMES}


def test_a_kind_said_as_a_noun_is_counted(office: Workspace) -> None:
    falls = Counter(_CALLED[home] for _, home, kind, *_ in _INCIDENTS if kind == "Fall")
    assert dict(ask(office, "number of falls at each home").rows) == falls


def test_never_is_none_of_the_rows_and_not_one_of_the_others(office: Workspace) -> None:
    bad = {home for _, home, rating in _INSPECTIONS if rating == "Inadequate"}
    found = ask(office, "homes never rated Inadequate")
    assert {r[0] for r in found.rows} == {name for code, name, _ in _HOMES if code not in bad}
    assert not found.unsure


def test_numbers_of_people_are_told_by_their_names(office: Workspace) -> None:
    reported = Counter(by for *_, by, _ in _INCIDENTS)
    told = {name for no, name, title, *_ in _STAFF if title == "Care Assistant" and reported[no] > 6}
    answer = ask(office, "Which care assistants have reported more than 6 incidents?")
    assert {r[0] for r in answer.rows} == told != set()


def test_who_is_currently_employed_has_not_left(office: Workspace) -> None:
    held = sum(night == "Y" and not left for *_, night, left in _STAFF)
    assert ask(office, "number of night staff currently employed").rows == ((held,),)


def test_what_a_list_names_is_counted_where_it_occurs(office: Workspace) -> None:
    (cause, n), *_ = Counter(dict(_CAUSES)[c] for *_, c in _INCIDENTS).most_common()
    assert ask(office, "most common cause").rows[0] in ((cause, n), (cause,))


def test_incidents_per_bed_are_not_told_by_the_number_of_beds(office: Workspace) -> None:
    answer = ask(office, "Which three homes had the most incidents per bed?")
    assert answer.unsure or {r[0] for r in answer.rows} <= set(_CALLED.values())


_STATIONS = [(f"T{n}", f"Port {n}", ("North", "South")[n % 2]) for n in range(1, 7)]
_BOATS = [(f"B{n}", f"T{n % 6 + 1}") for n in range(1, 10)]
_CREW = [(n, f"Una{n} Marsh", f"T{n % 6 + 1}") for n in range(1, 31)]
_LAUNCHES = [(f"L{n}", f"B{n % 9 + 1}", f"2024-{n % 12 + 1:02}-04") for n in range(1, 91)]
_ABOARD = [(n, f"L{n % 90 + 1}", n * n % 30 + 1) for n in range(1, 301)]
coast = office_fixture(
    {
        "stations": csv_text("StnCode,Station,Region", _STATIONS),
        "boats": csv_text("BoatNo,StnCode", _BOATS),
        "crew": csv_text("CrewNo,Full Name,StnCode", _CREW),
        "launches": csv_text("LaunchID,BoatNo,Launch Date", _LAUNCHES),
        "launch_crew": csv_text("No,LaunchID,CrewNo", _ABOARD),
    }
)


def test_what_two_things_only_have_in_common_is_not_theirs(coast: Workspace) -> None:
    northern = {station for station, _, region in _STATIONS if region == "North"}
    north = {no: name for no, name, station in _CREW if station in northern}
    aboard = Counter(north[no] for *_, no in _ABOARD if no in north)
    answer = ask(coast, "top 3 crew by launches in the North")
    assert answer.unsure or [aboard[r[0]] for r in answer.rows] == sorted(aboard.values(), reverse=True)[:3]
