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
