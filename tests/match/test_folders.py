"""Tables of several folders: a key in a column's own folder goes before an equally good one in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from core.match import discover
from core.model import Table, Value
from tests.match.schemas import kept
from tests.match.tables import table

Columns = Mapping[str, Sequence[Value]]


def _in(folder: str, **tables: Columns) -> list[Table]:
    return [replace(table(n, columns), source=f"/data/{folder}/{n}.csv") for n, columns in tables.items()]


def _names(thing: str, count: int) -> list[str]:
    return [f"{thing} {n}" for n in range(count)]


def _posts(draw: Random) -> dict[str, Columns]:
    return {
        "posts": {"post": range(1, 201), "uid": draw.choices(range(1, 61), k=200), "words": _names("w", 200)},
        "profiles": {"uid": range(1, 61), "name": _names("N", 60)},
    }


def _flights(draw: Random) -> dict[str, Columns]:
    return {
        "airlines": {"uid": range(1, 91), "airline": _names("A", 90)},
        "flights": {"flight": _names("F", 150), "airline": draw.choices(range(1, 91), k=150)},
    }


def test_each_folder_keeps_its_own_key() -> None:
    draw = Random(3)
    alone = {**kept(discover(_in("posts", **_posts(draw)))), **kept(discover(_in("flights", **_flights(draw))))}
    draw = Random(3)
    together = kept(discover([*_in("posts", **_posts(draw)), *_in("flights", **_flights(draw))]))
    assert together == alone == {"posts.uid=profiles.uid": "confirmed", "flights.airline=airlines.uid": "confirmed"}


def test_look_ups_in_a_folder_of_their_own_are_joined() -> None:
    draw = Random(3)
    lands = [f"{a}{b}" for a in "ABCDEFGH" for b in "XYZ"]
    lists = _in(
        "lists",
        countries={"country_code": lands, "country": _names("L", 24)},
        currencies={"currency_code": [f"C{x}" for x in lands], "currency": _names("M", 24)},
    )
    facts = _in(
        "facts",
        sales={"sale": range(1, 91), "country_code": draw.choices(lands, k=90)},
        prices={"price": range(1, 91), "currency_code": [f"C{x}" for x in draw.choices(lands, k=90)]},
    )
    assert kept(discover([*lists, *facts])) == {
        "sales.country_code=countries.country_code": "confirmed",
        "prices.currency_code=currencies.currency_code": "confirmed",
    }


def test_a_folder_for_each_table_says_nothing() -> None:
    tables = [t for n, c in _posts(Random(3)).items() for t in _in(n, **{n: c})]
    assert discover(tables) == discover(_in("all", **_posts(Random(3))))


def test_among_many_folders_each_finds_what_it_finds_alone() -> None:
    """Small whole numbers are in the keys of all of them, too many to look each other up."""
    draw = Random(3)

    def follows(n: int) -> list[Table]:
        people = range(1, 21 + n % 3)
        columns = {"f1": draw.choices(people, k=60), "f2": draw.choices(people, k=60)}
        users = {"uid": people, "name": _names(f"N{n} ", len(people))}
        return _in(f"at{n}", **{f"follows_{n}": columns, f"users_{n}": users})

    folders = [follows(n) for n in range(70)]
    alone = [kept(discover(tables)) for tables in folders]
    assert all(len(joins) == 2 for joins in alone)
    assert kept(discover([t for tables in folders for t in tables])) == {k: v for one in alone for k, v in one.items()}


def test_what_another_folder_has_by_part_or_of_people_at_large_joins_nothing() -> None:
    draw = Random(3)
    first = [f"{a}{b}na" for a in "BDFGHJKLMNPRST" for b in "aeio"]
    school = {
        "pupils": {"pupil": range(1, 41), "firstname": first[:40], "form": draw.choices(range(1, 6), k=40)},
        "forms": {"form": range(1, 6), "room": _names("R", 5)},
    }
    garage = {
        "mechanics": {"no": range(500, 556), "first_name": first, "lift": draw.choices(range(1, 8), k=56)},
        "lifts": {"lift": range(1, 8), "tons": [2.5, 3.5, 2.0, 2.5, 3.0, 3.5, 2.0]},
    }
    found = kept(discover([*_in("school", **school), *_in("garage", **garage)]))
    assert set(found) == {"pupils.form=forms.form", "mechanics.lift=lifts.lift"}
