"""The small schemas that the chart's fixtures ask: which one, a word of the question says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.ask.state import SchemaView
from core.model import Profile
from tests.ask.schemas import join, shop, table

CELLS = (
    "customers.city=Oslo",
    "customers.city=Lima",
    "customers.city=Rome",
    "products.title=Tent",
    "products.title=Stove",
    "customers.name=Ada",
    "staff.name=Ann",
    "staff.job=Clerk",
    "codes.code=CR",
    "incidents.kind=Seizure",
    "incidents.kind=Fall",
    "incidents.place=Garden",
    "lamps.make=Desk lamps",
    "checks.result=Failed",
    "volunteers.town=Troon",
    "lamps.make=Lanterns",
)
_HAULS = table("landings", "landing number", "port", "day:date")
_NUMBERED = replace(_HAULS.columns[0], profile=Profile(10, 0, 4))
_SENT = table("parcels", "id:integer!", "depot", "insured", "rope", "returned:date", "weight:real")
_HELD = {"insured": Profile(10, 0, 2, common=(("Y", 6), ("N", 4))), "rope": Profile(10, 4, 1)}

_LOANS = SchemaView((table("loans", "branch", "format", "month:date", "count:integer"),), ())
_VISITS = SchemaView((table("visits", "id:integer!", "arrived:datetime", "minutes:integer"),), ())
_LANDINGS = SchemaView((replace(_HAULS, columns=(_NUMBERED, *_HAULS.columns[1:])),), ())
_HIRES = SchemaView((table("hires", "id:integer!", "returned:date", "due date:date", "paid:real", "fee:real"),), ())
_RENTALS = SchemaView(
    (
        table("renters", "id:integer!", "name!", "city", "birth_date:date"),
        table("rentals", "id:integer!", "renter_id:integer", "started:date", "returned:date", "fee:real"),
        table("rides", "id:integer!", "kind", "duration_minutes:integer"),
        table("kinds", "kind!", "title!"),
    ),
    (join("rentals.renter_id", "renters.id"), join("rides.kind", "kinds.kind")),
)
_STAFF = SchemaView(
    (table("staff", "id:integer!", "name!", "job", "salary:real", "hired:date", "manager_id:integer"),),
    (join("staff.manager_id", "staff.id"),),
)
_PARCELS = SchemaView(
    (replace(_SENT, columns=tuple(replace(c, profile=_HELD.get(c.name, c.profile)) for c in _SENT.columns)),), ()
)
_WARDS = SchemaView((table("wards", "ward!", "men:integer", "women:integer"),), ())
_CODES = SchemaView(
    (table("codes", "code!", "name!"), table("trees", "id:integer!", "kind", "height:real", "length")), ()
)
_CARE = SchemaView(
    (
        table("residents", "id:integer!", "full name!", "born:date"),
        table("nurses", "id:integer!", "full name!"),
        table(
            "incidents", "id:integer!", "resident:integer", "nurse:integer", "kind", "place", "reported by", "day:date"
        ),
    ),
    (join("incidents.resident", "residents.id"), join("incidents.nurse", "nurses.id")),
)
_REFERRALS = SchemaView(
    (
        table("nurses", "id:integer!", "name!", "ward"),
        table("referrals", "id:integer!", "date received:date", "date first seen:date", "case nurse:integer"),
        table("calls", "id:integer!", "referral_id:integer", "phoned:date", "date last rung:date"),
    ),
    (join("referrals.case nurse", "nurses.id"), join("calls.referral_id", "referrals.id")),
)
_CLUBS = SchemaView(
    (
        table("clubs", "id:integer!", "name!", "town"),
        table("athletes", "id:integer!", "name!", "grade:integer", "club_id:integer", "weight:real"),
        table("coaches", "id:integer!", "name!", "club_id:integer"),
        table("races", "id:integer!", "title!", "prize:real"),
        table("race athletes", "race_id:integer", "athlete_id:integer"),
    ),
    (
        join("athletes.club_id", "clubs.id"),
        join("coaches.club_id", "clubs.id"),
        join("race athletes.race_id", "races.id"),
        join("race athletes.athlete_id", "athletes.id"),
    ),
)
_CHECKS = SchemaView(
    (table("lamps", "id:integer!", "name!", "make"), table("checks", "id:integer!", "lamp_id:integer", "result")),
    (join("checks.lamp_id", "lamps.id"),),
)
_MEADOWS = SchemaView((table("meadows", "id:integer!", "name!", "area:real", "bought:date"),), ())
_HELPING = table("volunteers", "id:integer!", "name!", "key holder", "town")
_VOLUNTEERS = SchemaView(
    (
        replace(
            _HELPING,
            columns=tuple(
                replace(c, profile=_HELD["insured"]) if c.name == "key holder" else c for c in _HELPING.columns
            ),
        ),
        table("shifts", "id:integer!", "volunteer_id:integer", "day:date"),
    ),
    (join("shifts.volunteer_id", "volunteers.id"),),
)
_STOPS = table("stations", "id:integer!", "name!", "town")
_STATIONS = SchemaView(
    (
        replace(
            _STOPS,
            columns=tuple(replace(c, profile=Profile(10, 0, 8)) if c.name == "town" else c for c in _STOPS.columns),
        ),
        table("trains", "id:integer!", "station_id:integer"),
    ),
    (join("trains.station_id", "stations.id"),),
)
_BOATS = SchemaView(
    (
        table("boats", "id:integer!", "name!", "hull type code"),
        table("hull types", "hull type code!", "hull type description"),
    ),
    (join("boats.hull type code", "hull types.hull type code"),),
)
_LESSONS = SchemaView(
    (
        table("lessons", "id:integer!", "subject", "tutor:integer", "booked count:integer"),
        table("teachers", "id:integer!", "name!"),
    ),
    (join("lessons.tutor", "teachers.id"),),
)
_ESSAYS = SchemaView(
    (
        table("essays", "id:integer!", "title!"),
        table("writers", "id:integer!", "first_name", "last_name"),
        table("essay writers", "essay_id:integer", "writer_id:integer"),
        table("societies", "id:integer!", "name!"),
        table("members", "society_id:integer", "writer_id:integer"),
    ),
    (
        join("essay writers.essay_id", "essays.id"),
        join("essay writers.writer_id", "writers.id"),
        join("members.society_id", "societies.id"),
        join("members.writer_id", "writers.id"),
    ),
)
_VIEWS: Mapping[str, SchemaView] = {
    **dict.fromkeys(("tutor", "lesson"), _LESSONS),
    "hull": _BOATS,
    **dict.fromkeys(("lamps", "lantern"), _CHECKS),
    "holder": _VOLUNTEERS,
    "train": _STATIONS,
    "meadow": _MEADOWS,
    **dict.fromkeys(("essay", "societ"), _ESSAYS),
    "loan": _LOANS,
    "visit": _VISITS,
    "landing": _LANDINGS,
    "hires": _HIRES,
    "parcel": _PARCELS,
    **dict.fromkeys(("renter", "rental", "return", "ride", "tandem"), _RENTALS),
    "staff": _STAFF,
    "Ann": _STAFF,
    "clerk": _STAFF,
    "code": _CODES,
    "CR": _CODES,
    "tree": _CODES,
    **dict.fromkeys(("resident", "incident", "seizure"), _CARE),
    **dict.fromkeys(("referral", "nurse", "calls"), _REFERRALS),
    "ward": _WARDS,
    "women": _WARDS,
    **dict.fromkeys(("club", "athlete", "coach"), _CLUBS),
}
"""Loans of which each row stands for many, visits with times, landings that have several rows each, hires with two
dates and two amounts, rentals and rides that last, staff that have a manager among them, parcels of which some
are insured, some have a rope and some have come back, codes with trees, wards with several amounts, incidents of
residents, referrals with calls and with nurses, clubs with coaches and with athletes, whom races have, lamps that
are checked, volunteers of whom some hold a key, meadows with an area, stations of which two share a town, boats with
types of hulls, lessons with those who give them, and essays by writers, who belong to societies.
"""


def cells_of(view: SchemaView) -> tuple[str, ...]:
    """The cells that are known."""
    return ("kinds.title=Tandem", "renters.city=Oslo") if view is _RENTALS else CELLS


def view_of(question: str) -> SchemaView:
    """What a question is asked of: the shop, unless it has a word of another one."""
    return next((view for word, view in _VIEWS.items() if word in question), None) or shop()
