"""The whole set of joins: one parent for a column, no circles, the exceptions, and what a person decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from core.match import discover
from core.model import Join, Table
from tests.match.tables import table


def kept(joins: Sequence[Join]) -> dict[str, str]:
    return {j.id: j.state for j in joins if j.state != "rejected"}


def shop() -> list[Table]:
    return [
        table("customers", {"id": list(range(101, 121)), "name": [f"Customer {n}" for n in range(20)]}),
        table("products", {"id": list(range(1, 16)), "title": [f"Product {n}" for n in range(15)]}),
        table(
            "orders",
            {
                "id": list(range(1, 41)),
                "customer_id": [101 + n % 20 for n in range(40)],
                "product_id": [1 + n % 15 for n in range(40)],
                "quantity": [1 + n % 7 for n in range(40)],
                "price": [0.25 + n for n in range(40)],
            },
        ),
    ]


SHOP = {"orders.customer_id=customers.id": "confirmed", "orders.product_id=products.id": "confirmed"}


def test_named_references_are_confirmed_and_measures_left_alone() -> None:
    assert kept(discover(shop())) == SHOP


def test_a_join_carries_its_evidence_in_numbers_and_words() -> None:
    tables = shop()
    orders = table("orders", {"id": [1, 2, 3, 4, 5], "customer_id": [101, 102, 103, 103, 999]})
    found = next(j for j in discover([tables[0], orders]) if j.id == "orders.customer_id=customers.id")
    assert found.evidence.containment == 0.75
    assert found.evidence.containment_back == 0.15
    assert found.evidence.shared == 3
    assert found.evidence.cardinality == "n:1"
    assert (found.evidence.child_unique, found.evidence.parent_unique) == (False, True)
    assert found.state == "probable"
    assert found.why == (
        "75 % of the values of orders.customer_id are found in customers.id, which is unique; the names agree"
    )


def test_small_ids_that_fit_every_key_go_where_the_name_says() -> None:
    ids = list(range(1, 16))
    names = ["teams", "venues", "sponsors", "leagues"]
    keys = [table(n, {f"{n[:-1]}_id": ids, "name": [f"{n} {i}" for i in ids]}) for n in names]
    games = table(
        "games",
        {
            "game_id": ids,
            "home_team_id": [(3 * i) % 15 + 1 for i in ids],
            "away_team_id": [(4 * i) % 15 + 1 for i in ids],
            "venue_id": [i % 9 + 1 for i in ids],
            "goals": [i % 5 + 1 for i in ids],
        },
    )
    assert set(kept(discover([*keys, games]))) == {
        "games.home_team_id=teams.team_id",
        "games.away_team_id=teams.team_id",
        "games.venue_id=venues.venue_id",
    }


def test_copies_of_a_key_all_point_at_the_table_it_names() -> None:
    ids = list(range(1, 13))
    tables = [
        table("pupils", {"pupil_id": ids, "name": [f"P{i}" for i in ids]}),
        table("lockers", {"pupil_id": ids[:10], "locker": [f"L{i}" for i in ids[:10]]}),
        table("grades", {"pupil_id": [1, 1, 2, 3, 5, 8, 8, 9], "grade": list("abcabcab")}),
    ]
    found = discover(tables)
    assert set(kept(found)) == {"lockers.pupil_id=pupils.pupil_id", "grades.pupil_id=pupils.pupil_id"}


def test_a_table_may_point_at_itself() -> None:
    staff = table(
        "employees",
        {
            "employee_id": list(range(100, 130)),
            "name": [f"E{n}" for n in range(30)],
            "manager_id": [None] + [100 + n // 4 for n in range(29)],
        },
    )
    found = discover([staff])
    assert list(kept(found)) == ["employees.manager_id=employees.employee_id"]
    assert found[0].is_self


def test_files_of_one_form_meet_in_the_most_telling_column_only() -> None:
    codes = [f"R{n:02}A" for n in range(40)]

    def survey(name: str, first: int) -> Table:
        used = codes[first : first + 25] * 4
        answers = {f"Answer {q}": [1 + (n * q) % 4 for n in range(100)] for q in range(1, 6)}
        return table(name, {"Site Code": used, "Age Band": ["20 to 29", "30 to 39"] * 50, **answers})

    assert kept(discover([survey("knees", 0), survey("veins", 12)])) == {"veins.Site Code=knees.Site Code": "probable"}


def test_a_key_split_over_files_has_two_parents() -> None:
    ids = [f"S{n:03}" for n in range(60)]
    tables = [
        table("north", {"sample_no": ids[:30], "taste": ["x"] * 30}),
        table("south", {"sample_no": ids[30:], "taste": ["y"] * 30}),
        table("visits", {"visit": [f"V{n}" for n in range(120)], "sample": ids * 2}),
    ]
    found = kept(discover(tables))
    assert found == {"visits.sample=north.sample_no": "probable", "visits.sample=south.sample_no": "probable"}


def timetable() -> list[Table]:
    rooms = [(b, r) for b in ("Ash", "Elm", "Oak") for r in range(101, 105)]
    return [
        table(
            "rooms",
            {
                "building": [b for b, _ in rooms],
                "room_number": [r for _, r in rooms],
                "seats": [20 + n % 3 for n in range(12)],
            },
        ),
        table(
            "lectures",
            {
                "lecture": [f"Lecture {n}" for n in range(30)],
                "building": [rooms[n % 12][0] for n in range(30)],
                "room_number": [rooms[n % 12][1] for n in range(30)],
            },
        ),
    ]


ROOMS = "lectures.building+lectures.room_number=rooms.building+rooms.room_number"


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


def test_a_short_list_beside_a_very_long_one_is_believed_by_its_name() -> None:
    stars = table("stars", {"star_id": list(range(1, 60_001)), "magnitude": [0.5] * 60_000})
    seen = table("sightings", {"sighting": [f"N{n}" for n in range(40)], "star_id": [n * 1499 + 7 for n in range(40)]})
    assert list(kept(discover([stars, seen]))) == ["sightings.star_id=stars.star_id"]


def test_a_tree_of_categories_points_at_itself() -> None:
    categories = table(
        "categories",
        {
            "id": list(range(1, 17)),
            "name": [f"Category {n}" for n in range(16)],
            "parent_id": [None] * 4 + [1 + n % 4 for n in range(12)],
        },
    )
    assert list(kept(discover([categories]))) == ["categories.parent_id=categories.id"]


def test_files_of_one_form_that_share_a_reference_meet_there_and_nowhere_else() -> None:
    sites = table(
        "sites", {"Site Code": [f"R{n:02}" for n in range(50)], "Site Name": [f"Site {n}" for n in range(50)]}
    )

    def records(name: str) -> Table:
        scores = [(n * 7) % 90 for n in range(400)]
        return table(name, {"Site Code": [f"R{n % 50:02}" for n in range(400)], "Health Score": scores})

    assert set(kept(discover([sites, records("knees"), records("hips")]))) == {
        "knees.Site Code=sites.Site Code",
        "hips.Site Code=sites.Site Code",
    }


def test_a_lone_table_is_tied_by_its_clearly_best_pair() -> None:
    people = table("people", {"person_id": list(range(1, 31)), "name": [f"P{n}" for n in range(30)]})
    debates = table("debates", {"debate_id": list(range(1, 13)), "venue": [f"V{n}" for n in range(12)]})
    sides = table(
        "debate_sides",
        {
            "debate_id": list(range(1, 13)),
            "affirmative": [30, 4, 9, 17, 22, 11, 1, 5, 28, 19, 14, 8],
            "negative": [2, 29, 7, 25, 13, 3, 30, 6, 18, 21, 10, 24],
        },
    )
    found = {j.id: j.why for j in discover([people, debates, sides]) if j.state != "rejected"}
    assert set(found) == {
        "debate_sides.debate_id=debates.debate_id",
        "debate_sides.affirmative=people.person_id",
        "debate_sides.negative=people.person_id",
    }
    assert "nothing else ties this table to the others" in found["debate_sides.negative=people.person_id"]


def lost(join: Join) -> Join:
    return replace(join, evidence=replace(join.evidence, orphans=("999",)))


def test_the_rows_are_asked_only_where_values_may_be_lost() -> None:
    tables = [
        *shop()[:2],
        table("orders", {"id": [1, 2, 3, 4], "customer_id": [101, 102, 103, 999], "product_id": [1, 2, 3, 3]}),
    ]
    found = {j.id: j.evidence.orphans for j in discover(tables, measure=lost) if j.state != "rejected"}
    assert found == {"orders.customer_id=customers.id": ("999",), "orders.product_id=products.id": ()}


def test_perfect_means_same_label_same_type_same_values() -> None:
    codes = [f"K{n}" for n in range(30)]
    left = table("regions", {"region_code": codes, "size": list(range(30))})
    right = table("budgets", {"region_code": codes, "spent": [n * 10 for n in range(30)]})
    found = discover([left, right])
    assert [(j.id, j.perfect, j.evidence.cardinality) for j in found if j.state != "rejected"] == [
        ("budgets.region_code=regions.region_code", True, "1:1")
    ]


def step_by_step(tables: Sequence[Table], **asked: Any) -> tuple[Join, ...]:
    """What is found when the tables come one after another."""
    known: tuple[Join, ...] = ()
    for n, new in enumerate(tables, start=1):
        known = discover(tables[:n], known=known, touched=[new.name], **asked)
    return known


def clinic() -> list[Table]:
    """A pile in which each later table may take the children of an earlier one."""
    ids = list(range(1, 31))
    return [
        table("lockers", {"patient_id": ids[:25], "locker": [f"L{i}" for i in ids[:25]]}),
        table("patients", {"patient_id": ids, "name": [f"P{i}" for i in ids], "guardian_id": [None, *ids[:29]]}),
        table("rooms", {"room_id": ids[:15], "floor": [i % 3 for i in ids[:15]]}),
        table(
            "stays",
            {
                "stay_id": list(range(1, 61)),
                "patient_id": [1 + (7 * i) % 25 for i in range(60)],
                "room_id": [1 + (4 * i) % 15 for i in range(60)],
            },
        ),
    ]


@pytest.mark.parametrize("make", [shop, clinic, timetable], ids=["shop", "clinic", "timetable"])
def test_the_order_in_which_tables_come_changes_nothing(make: Callable[[], list[Table]]) -> None:
    def measure(join: Join) -> Join:
        return replace(join, evidence=replace(join.evidence, as_written=join.evidence.containment, orphans=("x",)))

    asked: dict[str, Any] = {"measure": measure, "unique": lambda name, columns: name == "rooms"}
    together = discover(make(), **asked)
    assert kept(together)
    for tables in permutations(make()):
        assert step_by_step(tables, **asked) == together


def test_a_better_parent_takes_the_child_of_an_earlier_one() -> None:
    lockers, patients, _, stays = clinic()
    assert "stays.patient_id=lockers.patient_id" in kept(discover([lockers, stays]))
    found = kept(step_by_step([lockers, stays, patients]))
    assert "stays.patient_id=patients.patient_id" in found
    assert "stays.patient_id=lockers.patient_id" not in found


def test_the_rows_are_asked_again_only_of_what_a_new_table_touches() -> None:
    tables = [*shop(), *timetable()]
    asked: list[str] = []

    def measure(join: Join) -> Join:
        asked.append(join.id)
        return replace(join, evidence=replace(join.evidence, containment=0.8, as_written=0.5))

    known = discover(tables, measure=measure, unique=lambda name, columns: name == "rooms")
    short = table("cards", {"card_no": [f"C{n}" for n in range(20)], "customer_id": [*range(101, 120), 999]})
    asked.clear()
    found = discover(
        [*tables, short],
        known=known,
        touched=["cards"],
        measure=measure,
        unique=lambda name, columns: name == "rooms",
    )
    assert asked == ["cards.customer_id=customers.id"]
    before = {j.id: j.evidence.as_written for j in known if j.state != "rejected"}
    assert {j.id: j.evidence.as_written for j in found if j.id in before} == before


def test_a_persons_verdict_stays() -> None:
    tables = shop()
    known = tuple(
        replace(j, state="rejected", reviewed=True) if j.id == "orders.customer_id=customers.id" else j
        for j in discover(tables)
    )
    found = {j.id: (j.state, j.reviewed) for j in discover(tables, known=known)}
    assert found["orders.customer_id=customers.id"] == ("rejected", True)
    assert found["orders.product_id=products.id"] == ("confirmed", False)


def test_a_join_whose_column_is_gone_is_forgotten() -> None:
    tables = shop()
    known = tuple(replace(j, reviewed=True) for j in discover(tables))
    found = discover([tables[0], tables[1]], known=known)
    assert [j.id for j in found if j.touches("orders")] == []


def test_progress_is_told_from_start_to_end() -> None:
    told: list[float] = []
    discover(shop(), progress=lambda what, share: told.append(share))
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert told == sorted(told)


def test_no_tables_no_joins() -> None:
    assert discover([]) == ()


def test_the_order_of_tables_changes_nothing() -> None:
    tables = [*shop(), *timetable()]
    assert discover(tables) == discover(tables[::-1])


def test_runs_of_values_decide_over_a_join_over_several_columns() -> None:
    def found_together(share: float) -> dict[str, tuple[str, float]]:
        def measure(join: Join) -> Join:
            return replace(join, evidence=replace(join.evidence, containment=share))

        found = discover(timetable(), unique=lambda name, columns: True, measure=measure)
        return {j.id: (j.state, j.score) for j in found if len(j.child) > 1}

    assert found_together(1.0) == {ROOMS: ("confirmed", 0.95)}
    assert found_together(0.8) == {ROOMS: ("probable", 0.76)}
    assert found_together(0.1) == {ROOMS: ("rejected", 0.095)}


def test_a_confirmed_join_takes_its_column_and_a_rejected_one_frees_it() -> None:
    ids = list(range(101, 141))
    tables = [
        table("clients", {"client_id": ids, "city": [f"c{n % 7}" for n in ids]}),
        table("guests", {"client_id": ids, "age": [n % 50 for n in ids]}),
        table("visits", {"visit_id": list(range(1, 81)), "client_id": [ids[n % 40] for n in range(80)]}),
    ]
    first, other = "visits.client_id=clients.client_id", "visits.client_id=guests.client_id"
    found = {j.id: j for j in discover(tables)}
    at_first = {i for i in (first, other) if i in found and found[i].state != "rejected"}
    assert len(at_first) == 1, "one column, one key"
    (chosen,) = at_first
    (spare,) = {first, other} - at_first
    spurned = replace(found[chosen], state="rejected", reviewed=True)
    steered = {j.id: (j.state, j.reviewed) for j in discover(tables, known=[spurned])}
    assert steered[chosen] == ("rejected", True)
    assert steered[spare][0] != "rejected"
    wanted = replace(found[chosen], id=spare, parent_table=spare.split("=")[1].split(".")[0])
    steered = {
        j.id: (j.state, j.reviewed) for j in discover(tables, known=[replace(wanted, state="confirmed", reviewed=True)])
    }
    assert steered[spare] == ("confirmed", True)
    assert chosen not in steered


def test_a_verdict_holds_whichever_way_round_the_pair_is_found() -> None:
    found = discover(shop())
    join = next(j for j in found if j.id == "orders.customer_id=customers.id")
    turned = replace(
        join,
        id="customers.id=orders.customer_id",
        child_table=join.parent_table,
        child=join.parent,
        parent_table=join.child_table,
        parent=join.child,
        state="rejected",
        reviewed=True,
    )
    again = [j for j in discover(shop(), known=[turned]) if {j.child_table, j.parent_table} == {"orders", "customers"}]
    assert [(j.state, j.reviewed) for j in again] == [("rejected", True)]


def dated(made: Table, *columns: str) -> Table:
    return replace(made, columns=tuple(replace(c, type="date") if c.name in columns else c for c in made.columns))


DAYS = [f"2020-{m:02}-{d:02}" for m in range(1, 13) for d in range(1, 29)]


def test_days_join_a_table_that_has_a_row_for_each_and_no_other() -> None:
    weather = dated(table("weather", {"day": DAYS, "rain": [n % 7 + 0.5 for n in range(len(DAYS))]}), "day")
    visits = dated(table("visits", {"day": [DAYS[(n * 5) % 300] for n in range(500)], "guests": [9] * 500}), "day")
    clicks = dated(table("clicks", {"day": [DAYS[(n * 7) % 300] for n in range(400)], "page": ["x"] * 400}), "day")
    assert kept(discover([visits, clicks])) == {}
    assert kept(discover([visits, clicks, weather])) == {
        "clicks.day=weather.day": "confirmed",
        "visits.day=weather.day": "confirmed",
    }


def test_numbered_names_are_different_names() -> None:
    ids = list(range(1, 41))
    stores = [table(f"t{n}", {f"store{n}_id": ids, "sold": [n + 0.5] * 40}) for n in (1, 2, 10, 11, 12)]
    assert kept(discover(stores)) == {}


def test_what_is_sure_needs_no_second_look() -> None:
    codes = [f"K{n:03}" for n in range(60)]
    providers = table("providers", {"Organisation": codes, "Town": [f"T{n % 9}" for n in range(60)]})
    visits = table("visits", {"Visit": [f"V{n}" for n in range(99)], "Seen at": [codes[n % 50] for n in range(99)]})
    few = table("few", {"Visit": [f"W{n}" for n in range(9)], "Seen at": [codes[n % 5] for n in range(9)]})
    assert kept(discover([providers, visits])) == {"visits.Seen at=providers.Organisation": "confirmed"}
    assert kept(discover([providers, few])) == {}
    makers = table("makers", {"maker_id": list(range(1, 16)), "name": [f"M{n}" for n in range(15)]})
    models = table("models", {"model": [f"x{n}" for n in range(30)], "maker": [1 + n % 15 for n in range(30)]})
    assert kept(discover([makers, models])) == {"models.maker=makers.maker_id": "confirmed"}


def test_many_files_of_one_form_meet_in_one_of_them() -> None:
    codes = [f"P{n:03}" for n in range(60)]
    surveys = [
        table(
            f"survey {chr(65 + n)}",
            {"Provider Code": codes[: 60 - n] * 3, "Score": [(7 * i) % 90 for i in range(3 * (60 - n))]},
        )
        for n in range(20)
    ]
    found = [j for j in discover(surveys) if j.state != "rejected"]
    assert {(j.parent_table, j.parent, j.child, j.state) for j in found} == {
        ("survey A", ("Provider Code",), ("Provider Code",), "confirmed")
    }
    assert len(found) == 19


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


def test_a_reference_goes_to_the_key_that_another_reference_names() -> None:
    tables = [*shop(), table("cards", {"card": ["a", "b", "c"], "customer_id": [101, 105, 999]})]
    assert {i for i in kept(discover(tables)) if "cards" in i} == {"cards.customer_id=customers.id"}


def test_a_name_that_says_little_is_told_as_the_same_all_the_same() -> None:
    pupils = table("pupils", {"ID": [f"S{n}" for n in range(40)], "age": [n % 9 for n in range(40)]})
    takes = table("takes", {"ID": [f"S{n % 40}" for n in range(200)], "grade": list("abcde") * 40})
    (join,) = (j for j in discover([pupils, takes]) if j.state != "rejected")
    assert join.why == "100 % of the values of takes.ID are found in pupils.ID, which is unique; both are called ID"
