"""Columns of few initials refer to the list of the people whose initials they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.match import discover
from core.model import Join, Value
from core.text.words import normalise
from tests.match.tables import table

CREW = ("Ada Brook", "Ben Moss", "Cara Lund", "Dev Shah", "Ewa Nowak", "Finn Hart", "Gwen Ash", "Hal Reed", "Ida Marsh")
LETTERS = ("AB", "BM", "CL", "DS", "EN", "FH", "GA", "HR", "IM")


def _found(crew: Mapping[str, Sequence[Value]], checked: Sequence[str]) -> list[Join]:
    sheets: Mapping[str, Mapping[str, Sequence[Value]]] = {
        "crew": crew,
        "hives": {
            "Hive": [f"H{n:03}" for n in range(60)],
            "Checked by": [checked[n % len(checked)] for n in range(60)],
        },
    }
    values = {
        f"{name}.{column}": sorted({normalise(str(v)) for v in cells})
        for name, columns in sheets.items()
        for column, cells in columns.items()
    }
    tables = [table(name, columns) for name, columns in sheets.items()]
    return [j for j in discover(tables, values=values) if j.state != "rejected"]


def test_two_of_a_crew_are_known_by_their_initials() -> None:
    (join,) = _found({"Code": LETTERS, "Keeper": CREW}, ("CL", "GA"))
    assert (join.id, join.state) == ("hives.Checked by=crew.Code", "probable")
    assert "the initials of those who are listed there" in join.why


def test_a_number_behind_tells_two_people_apart() -> None:
    joins = _found({"Code": (*LETTERS, "AB2"), "Keeper": (*CREW, "Alan Bird")}, ("AB2", "GA"))
    assert [j.id for j in joins] == ["hives.Checked by=crew.Code"]


def test_letters_of_nobody_there_refer_to_nobody() -> None:
    assert _found({"Code": LETTERS, "Keeper": CREW}, ("OK", "GA")) == []


def test_a_list_whose_codes_are_no_initials_is_none_of_people() -> None:
    assert _found({"Code": LETTERS, "Keeper": [name[::-1] for name in CREW]}, ("CL", "GA")) == []
