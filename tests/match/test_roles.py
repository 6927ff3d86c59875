"""References that are not called as what they point at: roles, two ends of one thing, codes under other names."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from core.match import discover
from core.model import Table, Value
from core.text.label_words import other_ends
from tests.match.tables import table

CODES = ["LDS", "YRK", "HUL", "SHF", "BRD", "NCL", "DUR", "LIV"]
MARKS = ("Overall", "Room", "Food", "Staff")
MAIL = [f"mate{n}@example.org" for n in range(1, 9)]


def picked(values: Sequence[Value], rows: int, seed: int) -> list[Value]:
    draw = Random(seed)
    return [draw.choice(values) for _ in range(rows)]


def listed(name: str, key: str, keys: Sequence[Value]) -> Table:
    return table(name, {key: keys, "name": [f"{name} {n}" for n in range(len(keys))]})


def used(*tables: Table) -> set[str]:
    return {j.id for j in discover(tables) if j.state != "rejected"}


@pytest.mark.parametrize("role", ["owner_id", "chair", "reported_by", "approved by", "Vendor", "Skipper", "Fitter"])
def test_a_role_names_a_table_of_people(role: str) -> None:
    people = listed("people", "id", range(1, 51))
    acts = table("acts", {"act": [f"A{n}" for n in range(90)], role: picked(range(1, 51), 90, 1)})
    assert used(people, acts) == {f"acts.{role}=people.id"}


def test_a_list_of_such_people_numbers_its_own_rows() -> None:
    people = listed("people", "id", range(1, 51))
    donors = listed("donors", "donor_id", range(1, 31))
    assert used(people, donors) == set()


def test_a_role_names_no_table_of_things() -> None:
    pipes = listed("pipes", "id", range(1, 51))
    acts = table("acts", {"act": [f"A{n}" for n in range(90)], "reported_by": picked(range(1, 51), 90, 1)})
    assert used(pipes, acts) == set()


@pytest.mark.parametrize(("one", "other"), [("home", "away"), ("source", "target"), ("citing", "cited")])
def test_two_ends_of_one_thing_point_at_the_key_that_they_cover(one: str, other: str) -> None:
    teams, grounds = listed("teams", "id", range(1, 21)), listed("grounds", "id", range(1, 181))
    rows = {one: picked(range(1, 21), 190, 2), other: picked(range(1, 21), 190, 3)}
    counted = {f"{one}_goals": picked(range(6), 190, 4), f"{other}_goals": picked(range(6), 190, 5)}
    games = table("games", {"game": [f"G{n}" for n in range(190)], **rows, **counted})
    assert used(teams, grounds, games) == {f"games.{one}=teams.id", f"games.{other}=teams.id"}


def test_one_end_alone_and_ends_of_other_values_are_no_references() -> None:
    teams = listed("teams", "id", range(1, 21))
    alone = table("alone", {"game": [f"G{n}" for n in range(90)], "home": picked(range(1, 21), 90, 2)})
    span = {"start": picked(range(1, 9), 90, 6), "end": picked(range(12, 21), 90, 7)}
    spans = table("spans", {"span": [f"S{n}" for n in range(90)], **span})
    assert (used(teams, alone), used(teams, spans)) == (set(), set())


def test_the_words_for_two_ends() -> None:
    assert other_ends(("home", "team")) == {("away", "team")}
    assert other_ends(("source",)) == {("target",), ("destination",)}
    assert other_ends(("cited",)) == {("citing",)}
    assert other_ends(("rank",)) == set()


@pytest.mark.parametrize(("keys", "key"), [(CODES, "Code"), (MAIL, "e-mail")])
def test_codes_that_all_lie_in_a_list_of_codes_join_under_any_name(keys: list[Value], key: str) -> None:
    places = listed("places", key, keys)
    visits = table("visits", {"visit": [f"V{n}" for n in range(40)], "at": picked(keys, 40, 8)})
    assert used(places, visits) == {f"visits.at=places.{key}"}


def test_marks_out_of_five_are_no_references_though_one_is_called_like_a_table() -> None:
    rooms = table("rooms", {"Room": range(1, 15), "Name": [f"Room {n}" for n in range(14)]})
    reviews = table("reviews", {"Visit": range(80), **{m: picked(range(1, 6), 80, n) for n, m in enumerate(MARKS)}})
    stays = table("stays", {"Ref": range(100, 190), "Rm": picked(range(1, 15), 90, 9)})
    assert used(rooms, reviews, stays) == {"stays.Rm=rooms.Room"}


def test_numbers_up_to_five_that_are_all_of_a_key_are_references() -> None:
    rooms = table("rooms", {"Room": range(1, 6), "Name": [f"Room {n}" for n in range(5)]})
    reviews = table("reviews", {"Visit": range(80), **{m: picked(range(1, 6), 80, n) for n, m in enumerate(MARKS)}})
    assert "reviews.Room=rooms.Room" in used(rooms, reviews)
