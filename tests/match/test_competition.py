"""Keys that compete for one column, in piles where short numberings fit every long one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from core.match import discover
from core.match.candidates import candidates
from core.match.competition import votes_of
from core.match.pool import Pool
from core.match.scorers import Scored
from core.match.word_match import word_match
from core.model import Table
from tests.match.tables import column, table


def used(tables: list[Table]) -> set[str]:
    return {j.id for j in discover(tables) if j.state != "rejected"}


def numbered(name: str, key: str, rows: int, start: int = 1, step: int = 1) -> Table:
    return table(name, {key: [start + step * n for n in range(rows)], "title": [f"{name} {n}" for n in range(rows)]})


def drawn(values: range, rows: int, seed: int) -> list[int]:
    draw = Random(seed)
    return [draw.choice(values) for _ in range(rows)]


def test_a_long_numbering_that_holds_a_short_one_does_not_take_its_place() -> None:
    leases = [numbered("rent_leases", "lease_no", 65), numbered("city_leases", "lease_no", 948)]
    bills = table("bills", {"bill": [f"B{n}" for n in range(12)], "rent_lease_id": drawn(range(1, 66), 12, 1)})
    assert used([*leases, bills]) == {"bills.rent_lease_id=rent_leases.lease_no"}


def test_a_column_has_one_vote_among_the_keys_that_it_fits() -> None:
    tables = [numbered("rails", "rail_id", 40), numbered("roads", "road_id", 40)]
    trips = table("trips", {"trip": [f"T{n}" for n in range(90)], "k": drawn(range(1, 41), 90, 4)})
    pairs = [c for c in candidates(Pool([*tables, trips])) if c.child.id == "trips.k"]
    assert {c.parent.id for c in pairs} == {"rails.rail_id", "roads.road_id"}
    even = [Scored(c, 0.8, 1.4) for c in pairs]
    assert votes_of([even]) == {"rails.rail_id": 0.4, "roads.road_id": 0.4}
    one, other = (replace(s, log_odds=odds) for s, odds in zip(even, (30.0, 0.0), strict=True))
    found = votes_of([[one, other]])
    assert (round(found[one.candidate.parent.id], 6), round(found[other.candidate.parent.id], 6)) == (0.8, 0.0)


def test_what_is_longer_and_holds_the_other_is_the_whole_list_where_values_tell() -> None:
    parts = [f"P{n * n:06}" for n in range(300)]
    whole = table("parts", {"part_no": parts, "title": [f"part {n}" for n in range(300)]})
    some = table("spare_parts", {"part_no": parts[:80], "price": [n * 1.5 for n in range(80)]})
    draw = Random(2)
    sales = table("sales", {"sale": list(range(5000, 5400)), "part_no": [draw.choice(parts[:80]) for _ in range(400)]})
    assert "sales.part_no=parts.part_no" in used([whole, some, sales])


def test_two_tables_that_number_things_of_two_kinds_are_apart_wherever_they_begin() -> None:
    stations = [numbered("bridge_stations", "station_no", 60, 1000), numbered("air_stations", "station_no", 90, 1000)]
    assert used(stations) == set()
    halls = [numbered("town_halls", "hall_no", 30), numbered("sport_halls", "id", 44)]
    assert used(halls) == set()


def test_a_table_of_details_keeps_its_join_though_its_numbers_are_in_a_row() -> None:
    stations = [numbered("stations", "station_no", 90, 1000), numbered("station_details", "station_no", 60, 1000)]
    assert used(stations) == {"station_details.station_no=stations.station_no"}


def test_a_word_for_a_figure_abbreviates_nothing() -> None:
    assert [word_match("age", "agent"), word_match("mark", "market"), word_match("rate", "ratepayer")] == [0, 0, 0]
    assert (word_match("cust", "customer"), word_match("min", "minute")) == (0.85, 0.85)


def test_a_column_that_many_tables_have_joins_no_table_that_bears_its_name_but_repeats_it() -> None:
    regions = ["North", "South", "East", "West", "Coast", "Hills", "Isles", "Central"]
    held = {f"list_{n}": {"code": [f"{n}-{m}" for m in range(40)], "region": regions * 5} for n in range(60)}
    held["court_regions"] = {"court": [f"C{n}" for n in range(64)], "region": regions * 8}
    assert used([table(name, columns) for name, columns in held.items()]) == set()


def test_two_numberings_of_one_length_named_for_two_things_are_apart() -> None:
    jobs = [numbered("wind_jobs", "wind_job_id", 546), numbered("court_jobs", "court_job_id", 546)]
    assert used(jobs) == set()


def test_numbers_of_other_things_do_not_make_up_for_a_key_split_over_files() -> None:
    gates = [numbered(f"{place}_gates", "gate_no", 40, 1 + 40 * n) for n, place in enumerate(("north", "south"))]
    named = table("visits", {"visit": [f"V{n}" for n in range(300)], "gate_no": drawn(range(1, 81), 300, 3)})
    other = table("visits", {"visit": [f"V{n}" for n in range(300)], "park_gate_no": drawn(range(1, 81), 300, 3)})
    assert used([*gates, named]) == {"visits.gate_no=north_gates.gate_no", "visits.gate_no=south_gates.gate_no"}
    assert used([*gates, other]) == set()


def test_two_lists_of_the_same_days_are_no_rivals_and_the_calendar_is_meant() -> None:
    days = [f"2023-{m:02}-{d:02}" for m in range(1, 13) for d in range(1, 29)]

    def dated(name: str, label: str, values: list[str], other: str) -> Table:
        kept = column(name, label, 0, values, "date")
        return replace(table(name, {label: values, other: [n * 7 % 31 for n in range(len(values))]}), columns=(kept,))

    tables = [
        dated("calendar", "date", days, "weekday"),
        dated("weather", "day", days, "temp"),
        dated("rides", "ridden_on", [days[n * 13 % 336] for n in range(900)], "riders"),
    ]
    assert used(tables) == {"calendar.date=weather.day", "rides.ridden_on=calendar.date"}
