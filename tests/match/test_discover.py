"""The kinds of references that people leave undeclared, each in a pile of its own: found, or at least offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from core.match import discover
from core.model import Join, Table
from tests.match.tables import table


def _used(joins: Sequence[Join]) -> set[str]:
    return {j.id for j in joins if j.state != "rejected"}


def _offered(joins: Sequence[Join]) -> set[str]:
    return _used(joins) | {j.id for j in joins if j.offered}


def _drawn(seed: int, of: Sequence[int | str], rows: int) -> list[int | str | None]:
    draw = Random(seed)
    return [draw.choice(of) for _ in range(rows)]


IDS = list(range(1, 13))
NAMES = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Lime", "Maple", "Oak", "Pine", "Yew"]


def depots() -> list[Table]:
    """References named after the thing alone, to keys that number from 1, beside counts that fit them as well."""
    return [
        table("depots", {"id": IDS[:6], "town": NAMES[:6], "bays": [4, 6, 3, 5, 4, 2]}),
        table("driver", {"driver_no": IDS, "name": NAMES, "licence_years": [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]}),
        table(
            "trips",
            {
                "trip": [f"T{n:03}" for n in range(60)],
                "Depot": _drawn(1, IDS[:6], 60),
                "Driver": _drawn(2, IDS, 60),
                "passengers": _drawn(3, list(range(1, 40)), 60),
                "stops": _drawn(4, IDS[:5], 60),
            },
        ),
    ]


def people() -> list[Table]:
    """A role that no table is named after: only the people can be meant."""
    return [
        table("people", {"id": list(range(1, 31)), "full_name": [f"Person {n}" for n in range(30)]}),
        table(
            "boats",
            {"boat_id": IDS, "name": NAMES, "owner_id": [3, 17, 22, 9, 30, 14, 5, 28, 11, 19, 25, 8]},
        ),
    ]


def branches() -> list[Table]:
    """A column of one value only, called as the key it fits."""
    return [
        table("branches", {"branch_id": [11, 12, 13], "town": NAMES[:3]}),
        table("loans", {"loan_id": list(range(1, 51)), "branch_id": [12] * 50, "amount": [50 + n for n in range(50)]}),
    ]


def places() -> list[Table]:
    """Short codes under names that say nothing of places."""
    codes = ["LDS", "YRK", "HUL", "BFD", "SHF", "WKF", "HGT", "SCB"]
    return [
        table("places", {"Code": codes, "Name": NAMES[:8]}),
        table("meetings", {"meeting": [f"M{n}" for n in range(40)], "at": _drawn(5, codes, 40)}),
        table(
            "staff",
            {"staff_no": list(range(501, 531)), "Home": _drawn(6, codes, 30), "Branch": _drawn(7, codes[:5], 30)},
        ),
    ]


def works() -> list[Table]:
    """Rows that point at other rows of their own table."""
    return [
        table(
            "workers",
            {"worker_no": list(range(1, 41)), "name": [f"W{n}" for n in range(40)], "Foreman": _drawn(8, IDS[:6], 40)},
        ),
        table(
            "offices",
            {
                "office_id": list(range(1, 16)),
                "town": [f"Town {n}" for n in range(15)],
                "MainOffice": _drawn(9, [1, 2, 3], 15),
            },
        ),
    ]


def papers() -> list[Table]:
    """Both ends of link tables."""
    return [
        table("papers", {"id": list(range(1, 41)), "title": [f"Paper {n}" for n in range(40)]}),
        table("cites", {"citing": _drawn(10, list(range(1, 41)), 90), "cited": _drawn(11, list(range(1, 41)), 90)}),
        table("pupils", {"id": list(range(1, 26)), "name": [f"Pupil {n}" for n in range(25)]}),
        table("courses", {"id": IDS, "title": NAMES}),
        table("enrolments", {"pupil": _drawn(12, list(range(1, 26)), 80), "course": _drawn(13, IDS, 80)}),
    ]


def versions() -> list[Table]:
    """A parent that holds several rows for each id."""
    ids = [2000 + 7 * n for n in range(30)]
    return [
        table(
            "party_history",
            {
                "party_id": [i for i in ids for _ in range(3)],
                "valid_from": [1990 + 10 * k for _ in ids for k in range(3)],
                "party_name": [f"Party {i} {k}" for i in ids for k in range(3)],
            },
        ),
        table("seats", {"election": _drawn(14, [f"E{n}" for n in range(9)], 120), "party_id": _drawn(15, ids, 120)}),
    ]


def days() -> list[Table]:
    """Days that a calendar lists, under other names."""
    start = date(2021, 1, 1)
    every = [(start + timedelta(n)).isoformat() for n in range(365)]
    calendar = table("calendar", {"date": every, "weekday": [n % 7 for n in range(365)]})
    sold = table("sales", {"sale": list(range(1, 201)), "sold_on": _drawn(16, every, 200)})
    return [_dated(calendar, "date"), _dated(sold, "sold_on")]


def _dated(made: Table, *columns: str) -> Table:
    return replace(made, columns=tuple(replace(c, type="date") if c.name in columns else c for c in made.columns))


def works_council() -> list[Table]:
    """Keys cut short to an initial: the `dno` of a department, the `ssn` of an employee as `Essn`, a `PROF_NUM`."""
    numbers = [123_456_789, 333_445_555, 999_887_777, 987_654_321, 666_884_444, 453_453_453, 987_987_987, 888_665_555]
    return [
        table("department", {"Dnumber": [1, 4, 5], "Dname": ["Research", "Sales", "Archive"]}),
        table("project", {"Pnumber": [1, 2, 3, 10, 20, 30], "Title": list("ABCDEF"), "Dnum": [5, 5, 5, 4, 1, 4]}),
        table("employee", {"Ssn": numbers, "Name": list("klmnopqr"), "Dno": [5, 5, 4, 4, 5, 5, 4, 1]}),
        table("works_on", {"Essn": [numbers[n] for n in (0, 0, 4, 5, 5, 1, 1)], "Pno": [1, 2, 3, 1, 2, 2, 3]}),
    ]


def areas() -> list[Table]:
    """Tables that have a list's keys once each, some of them or all, beside the list itself."""
    return [
        table("areas", {"aid": [2, 3, 5, 8, 9], "name": NAMES[:5]}),
        table("area_posts", {"aid": [2, 3, 8], "post": [14, 17, 11]}),
        table("area_words", {"aid": [2, 8], "word": [31, 35]}),
    ]


FOUND = [
    (
        works_council,
        {
            "project.Dnum=department.Dnumber",
            "employee.Dno=department.Dnumber",
            "works_on.Essn=employee.Ssn",
            "works_on.Pno=project.Pnumber",
        },
    ),
    (areas, {"area_posts.aid=areas.aid", "area_words.aid=areas.aid"}),
    (depots, {"trips.Depot=depots.id", "trips.Driver=driver.driver_no"}),
    (people, {"boats.owner_id=people.id"}),
    (branches, {"loans.branch_id=branches.branch_id"}),
    (places, {"meetings.at=places.Code", "staff.Home=places.Code", "staff.Branch=places.Code"}),
    (works, {"workers.Foreman=workers.worker_no", "offices.MainOffice=offices.office_id"}),
    (
        papers,
        {
            "cites.citing=papers.id",
            "cites.cited=papers.id",
            "enrolments.pupil=pupils.id",
            "enrolments.course=courses.id",
        },
    ),
    (versions, {"seats.party_id=party_history.party_id"}),
    (days, {"sales.sold_on=calendar.date"}),
]


@pytest.mark.parametrize(("make", "meant"), FOUND, ids=[make.__name__ for make, _ in FOUND])
def test_what_is_meant_is_used_and_nothing_else(make, meant) -> None:  # type: ignore[no-untyped-def]
    assert _used(discover(make())) == meant
