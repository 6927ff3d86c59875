"""The whole set of joins: one parent for a column, no circles, and the exceptions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.ingest.sketch import hash_texts
from core.match import discover
from core.match.candidates import candidates
from core.match.choice import Choice
from core.match.decide import as_join
from core.match.features import features
from core.match.pool import Pool
from core.match.scorers import OwnScorer
from core.model import Join, Table
from core.text.words import normalise
from tests.match.schemas import kept, shop, timetable
from tests.match.tables import table

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
    assert kept(discover([providers, few])) == {"few.Seen at=providers.Organisation": "probable"}
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


def test_a_reference_goes_to_the_key_that_another_reference_names() -> None:
    tables = [*shop(), table("cards", {"card": ["a", "b", "c"], "customer_id": [101, 105, 999]})]
    assert {i for i in kept(discover(tables)) if "cards" in i} == {"cards.customer_id=customers.id"}


def test_a_name_that_says_little_is_told_as_the_same_all_the_same() -> None:
    pupils = table("pupils", {"ID": [f"S{n}" for n in range(40)], "age": [n % 9 for n in range(40)]})
    takes = table("takes", {"ID": [f"S{n % 40}" for n in range(200)], "grade": list("abcde") * 40})
    (join,) = (j for j in discover([pupils, takes]) if j.state != "rejected")
    assert join.why == "100 % of the values of takes.ID are found in pupils.ID, which is unique; both are called ID"


def offers(*tables: Table) -> dict[str, str]:
    return {j.id: j.state for j in discover(tables) if j.offered}


def test_a_list_that_lies_in_another_list_of_codes_is_offered_and_one_of_row_numbers_is_not() -> None:
    codes = [f"L{n * 7 % 1000:03}" for n in range(120)]
    towns = [f"Town {n}" for n in range(120)]
    wide = table("libraries", {"site": codes, "town": towns})
    narrow = table("closures", {"ref": codes[:60], "why": [f"Reason {n}" for n in range(60)]})
    assert "closures.ref=libraries.site" in {**kept(discover([wide, narrow])), **offers(wide, narrow)}
    counted = table("closures", {"ref": list(range(1, 61)), "why": [f"Reason {n}" for n in range(60)]})
    numbered = table("libraries", {"site": list(range(1, 121)), "town": towns})
    assert offers(numbered, counted) == {}


def test_two_numberings_of_as_many_rows_are_offered() -> None:
    ids = list(range(1, 81))
    cars = table("cars", {"id": ids, "horsepower": [60 + n % 30 for n in ids]})
    names = table("names", {"number": ids, "label": [f"Car {n}" for n in ids]})
    found = {frozenset(i.split("=")): s for i, s in offers(cars, names).items()}
    assert found == {frozenset(("cars.id", "names.number")): "rejected"}


def test_small_numbers_among_those_of_their_own_rows_are_offered_only_where_a_name_means_a_row() -> None:
    ids = list(range(1, 401))
    first = [1 + n % 5 for n in range(400)]
    within = table("persons", {"pid": ids, "pno": first, "age": [16 + n * 7 % 70 for n in ids]})
    assert {**kept(discover([within])), **offers(within)} == {}
    led = table("persons", {"pid": ids, "manager": first, "age": [16 + n * 7 % 70 for n in ids]})
    assert set({**kept(discover([led])), **offers(led)}) == {"persons.manager=persons.pid"}


def test_references_to_what_no_file_lists_join_each_other() -> None:
    people = [n * 37 % 9_973 + 10_000 for n in range(60)]
    chairs = table("chairs", {"member_id": [people[n % 55] for n in range(150)], "board": ["a", "b", "c"] * 50})
    votes = table("votes", {"member_no": [people[n % 60] for n in range(300)], "vote": ["yes", "no"] * 150})
    assert set(kept(discover([chairs, votes]))) == {"chairs.member_id=votes.member_no"}


def test_misspelled_references_of_one_name_are_confirmed_where_hardly_anything_speaks_against_it() -> None:
    codes = [f"S{n * 13 % 10_000:04}" for n in range(200)]
    sites = table("sites", {"site_code": codes, "town": [f"Town {n}" for n in range(200)]})
    written = [f"{c}-" if n % 6 == 0 else c for n, c in enumerate(codes)]
    visits = table("visits", {"visit": list(range(400)), "site_code": written * 2})
    (join,) = [j for j in discover([sites, visits]) if j.state != "rejected"]
    assert (join.id, join.state) == ("visits.site_code=sites.site_code", "confirmed")
    assert 0.8 < join.evidence.containment < 0.85


def test_what_is_joined_only_because_nothing_else_ties_its_table_is_never_confirmed() -> None:
    pairs = [OwnScorer().score(c) for c in candidates(Pool(shop()))]
    sure = next(s for s in pairs if s.candidate.key == ("orders.customer_id", "customers.id"))
    assert as_join(Choice(sure, 0.99, kept=True)).state == "confirmed"
    assert as_join(Choice(sure, 0.99, kept=True, note="rescued")).state == "probable"


def test_a_list_from_which_rows_were_left_out_is_offered() -> None:
    numbers = [200_000 + 37 * n for n in range(400)]
    peaks = table("peaks", {"Peak Number": numbers[:240], "Height": [300 + n % 97 for n in range(240)]})
    events = table(
        "events", {"event": [f"E{n}" for n in range(900)], "vnum": [numbers[n * 7 % 400] for n in range(900)]}
    )
    assert offers(peaks, events) == {"events.vnum=peaks.Peak Number": "rejected"}
    free = table("events", {"event": [f"E{n}" for n in range(900)], "cost": [numbers[n * 7 % 400] for n in range(900)]})
    assert offers(peaks, free) == {}


def test_a_few_cells_misspelled_weigh_what_cells_weigh() -> None:
    """The sketch of the child holds four values, one of them misspelled; of its cells nearly all have a partner."""
    staff = _profiled("staff", {"staff_id": [*range(1, 12)], "name": [f"N{n}" for n in range(11)]})
    clients = _profiled(
        "clients", {"client": [f"C{n}" for n in range(60)], "rep_id": ["3", "4", "5"] * 19 + ["4", "4.x", "3"]}
    )
    pool = Pool([staff, clients])
    pair = pool.candidate(pool.tables[0].columns[1], pool.tables[1].columns[0])
    assert (pair.overlap.forth, round(pair.overlap.cells, 3)) == (0.75, round(59 / 60, 3))
    assert features(pair)["missing"] == pytest.approx(2 / 60)


def _profiled(name: str, columns: dict[str, list[object]]) -> Table:
    """The table with the sketches that a load makes."""
    made = table(name, columns)  # type: ignore[arg-type]
    told = []
    for c in made.columns:
        hashed = hash_texts(sorted({normalise(str(v)) for v in columns[c.name]}))
        told.append(replace(c, profile=replace(c.profile, sketch=tuple(sorted(int(h) for h in hashed)))))
    return replace(made, columns=tuple(told))


def test_two_tables_that_number_their_own_rows_are_never_surely_joined() -> None:
    guests = table("estate_guests", {"guest_no": list(range(1, 105)), "name": [f"G{n}" for n in range(104)]})
    others = table("market_guests", {"guest_no": list(range(1, 105)), "age": [20 + n % 50 for n in range(104)]})
    assert kept(discover([guests, others])) == {"estate_guests.guest_no=market_guests.guest_no": "probable"}
    details = table("guest_cards", {"guest_no": list(range(1, 105)), "card": [f"K{n}" for n in range(104)]})
    assert kept(discover([guests, details])) == {"guest_cards.guest_no=estate_guests.guest_no": "confirmed"}


def test_what_names_another_thing_of_the_kind_is_not_sure() -> None:
    parcels = table("permit_parcels", {"parcel_no": list(range(1, 31)), "area": [9 * n for n in range(30)]})
    places = table("places", {"place": NAMES, "rail_parcel_id": [3, 8, 1, 30, 12, 7, 22, 5, 9, 17, 28, 2]})
    assert kept(discover([parcels, places])) == {"places.rail_parcel_id=permit_parcels.parcel_no": "probable"}
    plain = table("places", {"place": NAMES, "parcel_id": [3, 8, 1, 30, 12, 7, 22, 5, 9, 17, 28, 2]})
    assert kept(discover([parcels, plain])) == {"places.parcel_id=permit_parcels.parcel_no": "confirmed"}


NAMES = [f"Place {n}" for n in range(12)]


def test_all_the_codes_of_a_list_in_letters_are_it_though_each_name_has_a_word_of_its_own() -> None:
    at = ["nor", "sou", "eas", "wes", "mid", "isl"]
    depots = table("bus depots", {"depot code": at, "street": [f"{n} Long Street" for n in range(6)]})
    rides = table("rides", {"no": list(range(1, 61)), "ride depot": [at[n % 6] for n in range(60)]})
    (join,) = (j for j in discover([depots, rides]) if j.child == ("ride depot",))
    assert (join.parent, join.state) == (("depot code",), "confirmed")
    few = table("rides", {"no": list(range(1, 61)), "ride depot": [at[n % 3] for n in range(60)]})
    assert [j.state for j in discover([depots, few]) if j.child == ("ride depot",)] == ["probable"]


def test_a_pair_that_is_outbid_names_the_column_that_is_taken() -> None:
    numbers = list(range(101, 141))
    clients = table("clients", {"client_id": numbers, "town": [f"T{n}" for n in numbers]})
    old = table("clients_old", {"client_id": [*numbers[:38], 901, 902], "town": [f"T{n}" for n in numbers]})
    visits = table("visits", {"visit": list(range(1, 121)), "client": [101 + n % 40 for n in range(120)]})
    found = {j.id: j for j in discover([clients, old, visits])}
    outbid = found["visits.client=clients_old.client_id"]
    assert outbid.state == "rejected"
    assert outbid.why.endswith("; clients.client_id fits visits.client better")


def test_many_columns_of_small_numbers_that_fit_a_numbering_are_by_chance() -> None:
    """A few are put to a person: one of them may be a reference under a name that says nothing."""
    bookings = table("bookings", {"booking_id": list(range(1, 301)), "paid": [f"{n % 7} EUR" for n in range(300)]})

    def readings(columns: int) -> Table:
        seen = Random(4)
        return table(
            "wide", {"id": list(range(30))} | {f"c{c}": seen.choices(range(1, 98), k=30) for c in range(columns)}
        )

    assert offers(bookings, readings(60)) == {}
    assert 0 < len(offers(bookings, readings(3))) <= 3


def test_many_columns_that_meet_all_of_a_key_are_offered() -> None:
    """Five people of one staff list, under names that say nothing."""
    drawn = Random(1)
    staff = table("staff", {"staff_no": list(range(1, 41)), "full_name": [f"Ann{n} Bo{n}" for n in range(40)]})
    people = {f"by{n}": drawn.choices(range(1, 41), k=300) for n in range(1, 6)}
    assert len(offers(staff, table("hires", {"hire": list(range(900, 1200)), **people}))) == 5


def test_two_files_of_other_forms_that_refer_to_one_list_are_not_joined_with_each_other() -> None:
    codes = [f"Z{n:02}" for n in range(1, 10)]
    names = ["Quay", "Fort", "Mill", "Park", "Weir", "Moor", "Lock", "Glen", "Bank"]
    zones = table("zones", {"zone_code": codes, "zone_name": names, "district": ["North", "South", "East"] * 3})
    fines = {"Fine No": [f"F{n:04}" for n in range(300)], "Zone": [codes[n * 7 % 9] for n in range(300)]}
    boxes = {"Box": [f"B{n % 12}" for n in range(120)], "Zone": [codes[n * 5 % 9] for n in range(120)]}
    found = discover(
        [
            zones,
            table("fines", fines | {"Amount": list(range(300))}),
            table("boxes", boxes | {"Pence": [9 * n for n in range(120)]}),
        ]
    )
    assert set(kept(found)) == {"fines.Zone=zones.zone_code", "boxes.Zone=zones.zone_code"}


@pytest.mark.parametrize(("gauges", "offered"), [(("G_NO", "G_SO"), True), (("G_NO", "G_WE"), False)])
def test_a_lone_table_is_offered_by_the_codes_that_one_other_repeats_too(
    gauges: tuple[str, str], offered: bool
) -> None:
    """Several reaches share a gauge, and a gauge has a level each day: nothing tells rows apart, so a person says."""
    reaches = table("reaches", {"reach": [f"R{n}" for n in range(6)], "gauge": ["G_NO", "G_SO"] * 3})
    catches = table("catches", {"reach": [f"R{n % 6}" for n in range(40)], "fish": [n % 7 for n in range(40)]})
    days = [f"2021-05-{1 + n // 2:02d}" for n in range(50)]
    levels = table(
        "water_levels", {"gauge": [gauges[n % 2] for n in range(50)], "day": days, "cm": [n / 3 for n in range(50)]}
    )
    found = {j.id: (j.state, j.offered) for j in discover([reaches, catches, levels])}
    assert found.get("water_levels.gauge=reaches.gauge") == (("rejected", True) if offered else None)
