"""Joins over several columns: what is unique only together, and what the rows say of it."""

from __future__ import annotations

from dataclasses import replace

from core.match import discover
from core.model import Join
from tests.match.schemas import ROOMS, kept, timetable
from tests.match.tables import table


def test_columns_that_are_only_unique_together_join_together() -> None:
    found = discover(timetable())
    assert kept(found) == {ROOMS: "probable"}
    assert (found[0].child, found[0].parent) == (("building", "room_number"), ("building", "room_number"))


def test_the_rows_can_prove_or_refute_a_join_over_several_columns() -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    def proves(name: str, columns: tuple[str, ...]) -> bool:
        asked.append((name, columns))
        return name == "rooms"

    found = discover(timetable(), unique=proves)
    assert kept(found) == {ROOMS: "confirmed"}
    assert next(j.evidence.cardinality for j in found if j.id == ROOMS) == "n:1"
    assert asked == [("rooms", ("building", "room_number")), ("lectures", ("building", "room_number"))]
    assert ROOMS not in kept(discover(timetable(), unique=lambda name, columns: False))


def test_under_silent_headers_columns_in_the_same_order_join_together() -> None:
    places = [(f"Town {n // 2}", 101 + n % 2) for n in range(24)]
    halls = table("halls", {"c1": [t for t, _ in places], "c2": [r for _, r in places], "c3": ["big", "low"] * 12})
    shows = table(
        "shows",
        {
            "c1": [f"Show {n}" for n in range(48)],
            "c2": [t for t, _ in places] * 2,
            "c3": [r for _, r in places] * 2,
        },
    )
    found = discover([halls, shows])
    assert kept(found) == {"shows.c2+shows.c3=halls.c1+halls.c2": "probable"}
    assert found[0].why.endswith("the headers say nothing, the order agrees")


def test_runs_of_values_decide_over_a_join_over_several_columns() -> None:
    def found_together(share: float) -> dict[str, tuple[str, float]]:
        def measure(join: Join) -> Join:
            return replace(join, evidence=replace(join.evidence, containment=share))

        found = discover(timetable(), unique=lambda name, columns: True, measure=measure)
        return {j.id: (j.state, j.score) for j in found if len(j.child) > 1}

    assert found_together(1.0) == {ROOMS: ("confirmed", 0.95)}
    assert found_together(0.8) == {ROOMS: ("probable", 0.76)}
    assert found_together(0.1) == {ROOMS: ("rejected", 0.095)}


def test_many_tables_by_country_and_year_meet_in_one_of_them() -> None:
    lands = [land for land in ("Chad", "Fiji", "Oman", "Peru") for _ in range(10)]
    years = list(range(2000, 2010)) * 4
    tables = [
        table(f"series {chr(65 + n)}", {"country": lands, "year": years, f"value {n}": [0.5 + i for i in range(40)]})
        for n in range(12)
    ]
    found = [j for j in discover(tables, unique=lambda name, columns: True) if j.state != "rejected"]
    assert len(found) == 11
    assert {j.child for j in found} == {("country", "year")}
    assert set.intersection(*({j.child_table, j.parent_table} for j in found)) != set()


def test_columns_that_point_at_one_key_are_the_same_part_of_another() -> None:
    codes = [f"S{n * 7 % 100:02}" for n in range(12)]
    days = [20_210_100 + d for d in range(1, 26)]
    rows = [(s, d) for s in codes for d in days]
    tables = [
        table("stations", {"code": codes, "name": [f"Station {c}" for c in codes]}),
        table(
            "weather",
            {"station": [s for s, _ in rows], "day": [d for _, d in rows], "rain": [n % 5 for n in range(300)]},
        ),
        table(
            "samples",
            {"site": [rows[n * 11 % 300][0] for n in range(400)], "day": [rows[n * 11 % 300][1] for n in range(400)]},
        ),
    ]
    found = discover(tables, unique=lambda name, columns: (name, set(columns)) == ("weather", {"station", "day"}))
    assert kept(found) == {
        "samples.site=stations.code": "confirmed",
        "weather.station=stations.code": "confirmed",
        "samples.site+samples.day=weather.station+weather.day": "confirmed",
    }


def test_keys_of_two_things_with_as_many_values_are_not_one_key_written_twice() -> None:
    votes = [(e, p) for e in range(500, 530) for p in range(70, 100)]
    seats = votes[::3]
    tables = [
        table("votes", {"election_id": [e for e, _ in votes], "party_id": [p for _, p in votes]}),
        table(
            "seats",
            {
                "seat": [f"S{n}" for n in range(300)],
                "election_id": [e for e, _ in seats],
                "party_id": [p for _, p in seats],
            },
        ),
    ]
    found = discover(tables, unique=lambda name, columns: name == "votes" and len(columns) == 2)
    assert "seats.election_id+seats.party_id=votes.election_id+votes.party_id" in kept(found)
