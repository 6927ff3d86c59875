"""Small worlds, one for each kind of join that people leave undocumented, and the joins that are meant in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from core.model import Table, Value
from tests.match.tables import table

Columns = Mapping[str, Sequence[Value]]


@dataclass(frozen=True)
class World:
    """Tables as name to columns; `meant` as `table.column=table.column`; `asked` are at least offered for review."""

    name: str
    tables: Mapping[str, Columns]
    meant: frozenset[str]
    asked: frozenset[str] = frozenset()
    dates: frozenset[str] = frozenset()
    """The labels of columns of dates."""

    def made(self) -> list[Table]:
        found = [table(name, columns) for name, columns in self.tables.items()]
        return [
            replace(t, columns=tuple(replace(c, type="date") if c.name in self.dates else c for c in t.columns))
            for t in found
        ]

    def unique(self, name: str, columns: tuple[str, ...]) -> bool:
        """Whether no run of values occurs twice, as the rows would say."""
        rows = list(zip(*(self.tables[name][c] for c in columns), strict=True))
        return len(set(rows)) == len(rows)


def days(count: int) -> list[str]:
    return [(date(2023, 1, 1) + timedelta(days=n)).isoformat() for n in range(count)]


def named(thing: str, count: int) -> list[str]:
    return [f"{thing} {n}" for n in range(1, count + 1)]


def worlds() -> list[World]:
    """All of them, the same each time."""
    draw = Random(7)

    def drawn(values: Sequence[Value], rows: int) -> list[Value]:
        return draw.choices(values, k=rows)

    made: list[World] = []

    def world(name: str, tables: Mapping[str, Columns], *meant: str, asked: str = "", dates: str = "") -> None:
        offered, when = (frozenset(filter(None, text.split(","))) for text in (asked, dates))
        made.append(World(name, tables, frozenset(meant), offered, when))

    vans = {"plate": [f"V{n:03}X" for n in range(60)], "Depot": drawn(range(1, 9), 60), "seats": drawn(range(2, 9), 60)}
    world(
        "a column named after a table, small whole numbers",
        {"depots": {"no": range(1, 9), "name": named("Depot", 8)}, "vans": vans},
        "vans.Depot=depots.no",
    )
    trips = {"trip": range(1, 201), "Driver": drawn(range(1, 31), 200), "km": drawn(range(3, 90), 200)}
    world(
        "a column named after a thing",
        {"driver": {"id": range(1, 31), "first_name": named("A", 30)}, "trips": trips},
        "trips.Driver=driver.id",
    )
    world(
        "one value of a key of the same name",
        {
            "regions": {"region_id": [3, 5, 7, 9], "region": ["N", "S", "E", "W"]},
            "shops": {"shop": named("Shop", 30), "region_id": [3] * 30, "m2": drawn(range(30, 400), 30)},
        },
        "shops.region_id=regions.region_id",
    )
    world(
        "one value of a list of names of the same name",
        {
            "currencies": {"currency": ["EUR", "USD", "GBP", "SEK"], "rate": [1.0, 1.1, 0.9, 11.0]},
            "invoices": {"invoice": range(1, 61), "currency": ["EUR"] * 60, "net": drawn(range(10, 500), 60)},
        },
        "invoices.currency=currencies.currency",
    )
    world(
        "two values of a key of the same name",
        {
            "terms": {"term_code": ["A24", "S24", "A25"], "begins": ["2024-09-01", "2025-02-01", "2025-09-01"]},
            "enrolments": {"enrolment": range(1, 61), "term_code": ["A24", "S24"] * 30, "fee": drawn(range(99), 60)},
        },
        "enrolments.term_code=terms.term_code",
    )
    staff = [f"P{n:03}" for n in range(1, 41)]
    world(
        "few codes of the table's own key",
        {"staff": {"number": staff, "name": named("S", 40), "Foreman": [None] * 4 + drawn(staff[:4], 36)}},
        "staff.Foreman=staff.number",
    )
    offices = {
        "office_id": range(1, 13),
        "city": named("C", 12),
        "MainOffice": [None, 1, 1, 1, None, 5, 5, 5, 1, 1, 5, 1],
    }
    world("a table's own rows by its name", {"offices": offices}, "offices.MainOffice=offices.office_id")
    tree = {"id": range(1, 41), "title": named("Cat", 40), "parent": [None] * 5 + drawn(range(1, 20), 35)}
    world("a tree", {"categories": tree}, "categories.parent=categories.id")
    world(
        "each row replaces one",
        {"versions": {"version_id": range(1, 41), "released": named("day", 40), "replaces": [None, *range(1, 40)]}},
        "versions.replaces=versions.version_id",
    )
    world(
        "a link table with bare names",
        {
            "students": {"id": range(1, 81), "name": named("S", 80)},
            "courses": {"id": range(1, 16), "title": named("Course", 15)},
            "taken": {"student": drawn(range(1, 81), 200), "course": drawn(range(1, 16), 200)},
        },
        "taken.student=students.id",
        "taken.course=courses.id",
    )
    world(
        "the ends of a link table that are called nothing",
        {
            "members": {"id": range(1, 31), "name": named("M", 30)},
            "friends": {"a": drawn(range(1, 31), 60), "b": drawn(range(1, 31), 60)},
        },
        asked="friends.a=members.id,friends.b=members.id",
    )
    airports = ["LHR", "JFK", "FRA", "CDG", "OSL"]
    world(
        "two ends by code",
        {
            "airports": {"iata": [*airports, "AMS"], "city": named("C", 6)},
            "flights": {"flight": [f"F{n}" for n in range(70)], "from": drawn(airports, 70), "to": drawn(airports, 70)},
        },
        "flights.from=airports.iata",
        "flights.to=airports.iata",
    )
    world(
        "a history repeats the key",
        {
            "vehicle_history": {
                "vehicle_id": [1 + n // 3 for n in range(150)],
                "since": days(150),
                "by": ["a", "b"] * 75,
            },
            "checks": {"check": range(1, 91), "vehicle_id": drawn(range(1, 51), 90), "passed": drawn([0, 1], 90)},
        },
        "checks.vehicle_id=vehicle_history.vehicle_id",
        dates="since",
    )
    parties = [f"{land}{n:03}" for land in ("AT", "DE", "FR") for n in range(1, 9)]
    years = [2005, 2009, 2013]
    positions = {
        "country": [p[:2] for p in parties for _ in years],
        "party": [p for p in parties for _ in years],
        "year": years * len(parties),
        "left_right": [draw.random() * 10 for _ in range(72)],
    }
    leads = drawn(parties, 80)
    cabinets = {"cabinet_id": range(501, 581), "lead_party": leads, "start": drawn(range(1990, 2020), 80)}
    world(
        "codes of which there is no list",
        {"positions": positions, "cabinets": cabinets},
        asked="cabinets.lead_party=positions.party",
    )
    runs = [(p, draw.choice(years)) for p in parties * 4]
    results = {
        "party": [p for p, _ in runs],
        "year": [y for _, y in runs],
        "votes": drawn(range(1000, 99999), len(runs)),
    }
    world(
        "two columns are the key together",
        {"positions": positions, "results": results},
        "results.party=positions.party",
        "results.year=positions.year",
    )
    orders = {"order_id": range(5000, 5120), "ordered": drawn(days(365), 120), "amount": drawn(range(400), 120)}
    sales = {"sale": range(1, 301), "sold_on": drawn(days(365), 300), "sent on": drawn(days(365), 300)}
    world(
        "dates to a calendar",
        {"calendar": {"date": days(365), "weekday": drawn(["Mo", "Tu"], 365)}, "sales": sales, "orders": orders},
        "orders.ordered=calendar.date",
        "sales.sold_on=calendar.date",
        "sales.sent on=calendar.date",
        dates="date,sold_on,sent on,ordered",
    )
    stations = [101, 202, 303, 404, 505]
    measured = {
        "station": [s for s in stations for _ in range(60)],
        "day": days(60) * 5,
        "temp": drawn(range(-5, 30), 300),
    }
    alarms = {"alarm": range(1, 81), "station": drawn(stations, 80), "day": drawn(days(60), 80)}
    world(
        "station and date",
        {"measurements": measured, "alarms": alarms},
        "alarms.station=measurements.station",
        "alarms.day=measurements.day",
        dates="day",
    )
    sessions = {"session_id": range(1, 61), "course": drawn(range(1, 16), 60), "day": drawn(range(1, 6), 60)}
    bookings = {"booking": range(1, 201), "course": drawn(range(1, 61), 200), "paid": drawn([0, 1], 200)}
    world(
        "the finer table is meant",
        {
            "course": {"course_id": range(1, 16), "title": named("C", 15)},
            "session": sessions,
            "bookings": bookings,
        },
        "session.course=course.course_id",
        asked="bookings.course=session.session_id",
    )
    rooms = [(block, room) for block in ("East", "West") for room in range(101, 181, 2)]
    rooms += [("East", 180), ("West", 182), ("Mill", 183), ("Mill", 180)]
    told = [r for r in rooms if r[0] != "West" or r[1] > 174]
    taught = drawn(range(len(told)), 150)
    world(
        "rooms are told by block and room, though hardly a room's number occurs twice",
        {
            "rooms": {
                "block": [b for b, _ in told],
                "room": [r for _, r in told],
                "seats": drawn(range(5, 90), len(told)),
            },
            "lessons": {
                "lesson_id": range(1, 151),
                "block": [told[n][0] for n in taught],
                "room": [told[n][1] for n in taught],
            },
        },
        "lessons.block=rooms.block",
        "lessons.room=rooms.room",
    )
    votes = [(election, party) for election in range(503, 563, 3) for party in range(1, 6)]
    world(
        "the vote before, of a table with a row for each party",
        {
            "results": {
                "election_id": [e for e, _ in votes],
                "previous_election_id": [e - 3 if e > 503 else None for e, _ in votes],
                "party": [f"P{p}" for _, p in votes],
                "seats": drawn(range(30), len(votes)),
            },
        },
        "results.previous_election_id=results.election_id",
    )
    members = [n * 137 % 9000 + 1000 for n in range(60)]
    ballots = {
        "ballot": range(1, 51),
        "chair vote": drawn(members[:20], 50),
        "treasurer vote": drawn(members[5:30], 50),
        "senior vote": drawn(members[8:10], 50),
    }
    world(
        "a column that is called like others of its table",
        {"members": {"member_no": members, "name": named("N", 60)}, "ballots": ballots},
        "ballots.chair vote=members.member_no",
        "ballots.treasurer vote=members.member_no",
        asked="ballots.senior vote=members.member_no",
    )
    persons = {"person_id": range(1, 31), "name": named("N", 30), "height": drawn(range(150, 200), 30)}
    rowers = {"rower_id": draw.sample(range(1, 31), 14), "club": drawn(["A", "B", "C"], 14)}
    world(
        "some of the persons are rowers",
        {"persons": persons, "rowers": rowers},
        asked="rowers.rower_id=persons.person_id",
    )
    depots = {"Code": [f"D{n}" for n in range(12)], "Depot name": named("Depot", 12), "Town": drawn(["A", "B"], 12)}
    cars = {"plate": [f"V{n:03}X" for n in range(60)], "Depot": drawn(named("Depot", 12), 60)}
    world(
        "a thing is written by its name, and not by its code",
        {"depots 2024 FINAL": depots, "vans": cars},
        "vans.Depot=depots 2024 FINAL.Depot name",
    )
    towns = ["Leeds", "Hull", "Derby", "Luton", "Exeter", "Perth", "Cardiff", "Wigan"]
    sites = {"site": [f"S{n}" for n in range(8)], "town": towns, "m2": drawn(range(90, 900), 8)}
    world(
        "places are written by their names, under another name",
        {
            "sites": sites,
            "scans": {"scan": range(1, 121), "seen at": drawn(towns, 120), "kg": drawn(range(9, 90), 120)},
        },
        "scans.seen at=sites.town",
    )
    reports = {"report": named("Report", 90), "site label": drawn(towns, 90)}
    world(
        "a thing is written by its name, which is no column that its table opens with",
        {"sites": sites, "reports": reports},
        "reports.site label=sites.town",
    )
    numbers = [n * 37 % 1600 + 1000 for n in range(80)]
    crew = {"no": numbers, "name": named("N", 80), "mentor": [None] * 15 + drawn(numbers[:15], 65)}
    world("a mentor is one of the drivers", {"drivers": crew}, "drivers.mentor=drivers.no")
    lanes, kinds = [f"LN{n:02}" for n in range(30)], ["ND", "48", "EC", "TL", "AM"]
    priced = [(a, b, y) for a in lanes for b in kinds for y in (2022, 2023, 2024) if draw.random() < 0.4]
    billed = [draw.choice(priced) for _ in range(400)]
    world(
        "a price is told by three columns, two of which are known by what they point at",
        {
            "routes": {"route": lanes, "km": drawn(range(20, 600), 30)},
            "services": {"svc": kinds, "description": named("D", 5)},
            "price list": {
                "route": [r for r, _, _ in priced],
                "service": [s for _, s, _ in priced],
                "year": [y for _, _, y in priced],
                "price": drawn([n + 0.5 for n in range(400)], len(priced)),
            },
            "invoice lines": {
                "invoice": [9000 + n // 4 for n in range(400)],
                "lane": [r for r, _, _ in billed],
                "svc": [s for _, s, _ in billed],
                "tariff year": [y for _, _, y in billed],
            },
        },
        "price list.route=routes.route",
        "price list.service=services.svc",
        "invoice lines.lane=routes.route",
        "invoice lines.svc=services.svc",
        "invoice lines.lane=price list.route",
        "invoice lines.svc=price list.service",
        "invoice lines.tariff year=price list.year",
    )
    wards = ["A1", "A2", "B1", "B3", "C2", "C4"]
    turns = [(d, w, t) for d in days(60) for w in wards for t in "ELN" if draw.random() < 0.5]
    rated = draw.sample(turns, len(turns) * 4 // 5)
    world(
        "a shift is told by day, ward and turn, of which the turn alone is called alike",
        {
            "wards": {"ward code": wards, "beds": drawn(range(8, 30), 6)},
            "shifts": {
                "date": [d for d, _, _ in turns],
                "ward": [w for _, w, _ in turns],
                "turn": [t for _, _, t in turns],
                "staff": drawn(range(2, 9), len(turns)),
            },
            "acuity": {
                "day": [d for d, _, _ in rated],
                "unit": [w for _, w, _ in rated],
                "turn": [t for _, _, t in rated],
                "level": drawn([0.5, 1.5, 2.5], len(rated)),
            },
        },
        "shifts.ward=wards.ward code",
        "acuity.unit=wards.ward code",
        "acuity.day=shifts.date",
        "acuity.unit=shifts.ward",
        "acuity.turn=shifts.turn",
        dates="date,day",
    )
    calendar = {"date": days(300), "holiday": drawn("YN", 300)}
    seen = {"gauge": drawn(["G1", "G2", "G3"], 90), "measured on": drawn(days(60), 90), "mm": drawn([0.5, 1.5], 90)}
    world(
        "days are looked up in the calendar, whatever they are called",
        {"calendar": calendar, "readings": seen},
        "readings.measured on=calendar.date",
        dates="date,measured on",
    )
    audits = {"audit": range(90), "points": drawn([n / 4 for n in range(40)], 90)}
    absences = {"ref": range(90), "reason": drawn(["ill", "leave", "other"], 90)}
    trips = {"van": drawn([f"V{n:02}X" for n in range(30)], 60), "fare": drawn([n / 4 for n in range(90)], 60)}
    vans = {"plate": [f"V{n:02}X" for n in range(30)], "tons": drawn([1.5, 2.5], 30)}
    world(
        "two tables that number their own rows are not joined for want of better",
        {"audits": audits, "absences": absences, "trips": trips, "vans": vans},
        "trips.van=vans.plate",
    )
    listed = {"staff id": range(1, 25), "name": named("N", 24), "reports to": [None] * 3 + drawn(range(1, 4), 21)}
    world(
        "a few of the staff are the others' bosses",
        {"employee list": listed},
        "employee list.reports to=employee list.staff id",
    )
    return made
