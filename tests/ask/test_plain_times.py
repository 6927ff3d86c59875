"""Plain questions about when and how long: what is waited for, the last time, late things, month by month, since when
not, who is still there; and what there is most of in all."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_DAYS = [f"2024-{n % 12 + 1:02}-{n % 28 + 1:02}" for n in range(200)]
_KINDS = [("CHIM", "Chimney fire", "Fire"), ("HOUSE", "House fire", "Fire"), ("FLOOD", "Flooding", "Water")]
_INCIDENTS = [(n, ("CHIM", "HOUSE", "FLOOD", "HOUSE")[n % 4], _DAYS[n]) for n in range(1, 81)]
_CREW = [
    (n, f"Sam{n} Hill", ("Watch Manager", "Firefighter")[n % 2], "2023-01-31" if n % 6 == 0 else "")
    for n in range(1, 25)
]
_APPEALS = [(n, _DAYS[n], "" if n % 5 == 0 else _DAYS[n]) for n in range(1, 61)]
_TEAMS = ("Red", "Blue", "Green")
_REPAIRS = [
    (n, _TEAMS[n % 3], f"2024-05-{n % 20 + 5:02}", "" if n % 9 == 0 else f"2024-05-{n % 20 + 3 + n % 4:02}")
    for n in range(1, 91)
]
_LABS = ("Wet Lab", "Soil Lab", "Maker Space", "Edit Suite")
_BOOKINGS = [(n, _LABS[n * n % 4 if n % 3 else 2], _DAYS[n], n % 6 + 1) for n in range(1, 101)]
_CENTRES = [("E", "Eastgate"), ("H", "Harbour")]
_VISITS = [(n, "EH"[n % 2], _DAYS[n], 20 + n % 30) for n in range(1, 101)]
_TREES = [(n, f"T-{n}", ("2022-06-01", "2023-04-01", "", "2024-02-02")[n % 4], "2021-05-05") for n in range(1, 61)]


office = office_fixture(
    {
        "incident_types": csv_text("Code,Description,Group", _KINDS),
        "incidents": csv_text("IncNo,TypeCode,Inc Date", _INCIDENTS),
        "crew": csv_text("Service No,Name,Rank,Date Left", _CREW),
        "appeals": csv_text("Appeal,Received,Decided", _APPEALS),
        "repairs": csv_text("job_no,Team,Target Date,Completed", _REPAIRS),
        "lab_bookings": csv_text("Booking,Lab,Date,Hours", _BOOKINGS),
        "centres": csv_text("CentreCode,Centre", _CENTRES),
        "visits": csv_text("VisitID,CentreCode,Visit Date,Mins", _VISITS),
        "trees": csv_text("tree_id,Tag,Last Inspected,Planted On", _TREES),
    }
)


@pytest.mark.parametrize("said", ["still waiting for a decision", "awaiting a decision"])
def test_what_is_waited_for_has_no_day_yet(office: Workspace, said: str) -> None:
    assert ask(office, f"How many appeals are {said}?").rows == ((sum(not d for *_, d in _APPEALS),),)


@pytest.mark.parametrize("question", ["When was the last chimney fire?", "When did we last have a chimney fire?"])
def test_the_last_time_is_a_day(office: Workspace, question: str) -> None:
    assert ask(office, question).rows == ((max(day for _, kind, day in _INCIDENTS if kind == "CHIM"),),)


def test_late_stands_right_before_what_is_late(office: Workspace) -> None:
    late = Counter(team for _, team, target, done in _REPAIRS if done > target)
    assert dict(ask(office, "late repairs by team").rows) == late


def test_month_by_month(office: Workspace) -> None:
    months = Counter(day[:7] for *_, day, _ in _VISITS if day < "2024-07")
    assert ask(office, "Visits from January to June 2024, month by month").rows == tuple(sorted(months.items()))


def test_the_length_of_visits_is_their_minutes(office: Workspace) -> None:
    minutes = defaultdict(list)
    for _, code, _, took in _VISITS:
        minutes[dict(_CENTRES)[code]].append(took)
    answer = ask(office, "average visit length at each centre")
    assert dict(answer.rows) == pytest.approx({c: sum(m) / len(m) for c, m in minutes.items()})


def test_the_most_hours_of_all_bookings_and_not_of_one(office: Workspace) -> None:
    hours: Counter[str] = Counter()
    for _, lab, _, took in _BOOKINGS:
        hours[lab] += took
    best = [(lab,) for lab, _ in hours.most_common(2)]
    assert [r[:1] for r in ask(office, "The two labs with the most hours booked").rows] == best


def test_who_is_still_there_has_not_left(office: Workspace) -> None:
    answer = ask(office, "Who are the watch managers still serving?")
    assert {r[0] for r in answer.rows} == {n for _, n, rank, left in _CREW if rank == "Watch Manager" and not left}


@pytest.mark.parametrize("said", ["Trees not inspected since 2023", "Which trees have not been inspected since 2023?"])
def test_what_was_never_done_was_not_done_since(office: Workspace, said: str) -> None:
    old = {tag for _, tag, seen, _ in _TREES if seen < "2023"}
    found = {r[0] for r in ask(office, said).rows}
    assert found in (old, {n for n, tag, *_ in _TREES if tag in old})


def test_contracted_verbs_are_verbs(office: Workspace) -> None:
    plain, short = (ask(office, f"Crew who{ending} left") for ending in (" have", "'ve"))
    assert short.rows == plain.rows != ()


def test_so_many_times_are_no_minutes(office: Workspace) -> None:
    often = Counter(dict(_CENTRES)[code] for _, code, *_ in _VISITS)
    answer = ask(office, "Which centres were visited more than 8 times?")
    assert sorted(answer.rows) == sorted((c,) for c, n in often.items() if n > 8)


def test_what_came_in_from_one_month_to_another(office: Workspace) -> None:
    answer = ask(office, "How many chimney fire incidents came in from April to June 2024?")
    assert answer.rows == ((sum("2024-04" <= day < "2024-07" for _, kind, day in _INCIDENTS if kind == "CHIM"),),)
