"""What a chart calls rows that several columns together name."""

from __future__ import annotations

import pandas as pd
import pytest

from pages._result import chart, column_kinds, row_names
from pages._result.chart import Spec
from pages._ui.frames import frame
from pages._ui.markup import JOINER

PEOPLE = [("Holly", "Cook", 5), ("Holly", "Lee", 4), ("Ann", "Lee", 3)]


def charted(columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> tuple[chart.Offer, list[str], pd.DataFrame]:
    """What is offered, the headings, and what the first chart draws."""
    table = frame(columns, rows)
    table, shown = row_names.joined(table, column_kinds.describe(table, None, (), ()))
    found = chart.offer(table, shown)
    assert found is not None
    drawing = chart.draw(table, shown, found.first)
    assert isinstance(drawing.data, pd.DataFrame)
    return found, list(table.columns), drawing.data


@pytest.mark.parametrize("heads", [("first_name", "last_name"), ("Forename", "Surname"), ("Initials", "LName")])
def test_people_have_a_bar_each_by_their_whole_names(heads: tuple[str, str]) -> None:
    found, headings, data = charted((*heads, "n"), [*PEOPLE])
    assert headings == [", ".join(heads), "n"]
    assert (found.first, found.helps) == (Spec("bar", 0, 1), True)
    assert data["x"].tolist() == ["Holly Cook", "Holly Lee", "Ann Lee"]


def test_the_first_name_comes_first_and_what_lacks_is_left_out() -> None:
    _, headings, data = charted(
        ("surname", "town", "first name", "n"), [("Cook", "Ash", "Holly", 1), ("Lee", "Ely", None, 2)]
    )
    assert headings == ["first name, surname", "town", "n"]
    assert data["x"].tolist() == ["Holly Cook", "Lee"]


def test_two_people_of_one_name_have_two_bars() -> None:
    _, _, data = charted(("first_name", "last_name", "n"), [("Holly", "Cook", 5), ("Holly", "Cook", 4)])
    assert data["x"].tolist() == ["Holly Cook", f"Holly Cook{JOINER}"]
    assert data["y"].tolist() == [5.0, 4.0]


def test_over_time_each_person_has_a_line() -> None:
    rows: list[tuple[object, ...]] = [(f, s, year, n) for f, s, n in PEOPLE for year in (2020, 2021)]
    found, _, data = charted(("first_name", "last_name", "year", "n"), rows)
    assert found.first == Spec("line", 1, 2, 0)
    assert list(dict.fromkeys(data["colour"])) == ["Holly Cook", "Holly Lee", "Ann Lee"]


def test_what_lies_within_another_names_the_row_with_it() -> None:
    rows: list[tuple[object, ...]] = [
        ("Cat", "Siamese", 5),
        ("Dog", "Collie", 4),
        ("Dog", "Pug", 3),
        ("Fox", "Red", 1),
        ("Owl", "Tawny", 1),
    ]
    found, _, data = charted(("kind", "breed", "n"), rows)
    assert found.first == Spec("bar", 0, 1)
    assert data["x"].tolist()[:3] == ["Cat, Siamese", "Dog, Collie", "Dog, Pug"]


def test_categories_that_cross_stay_two() -> None:
    rows: list[tuple[object, ...]] = [(town, state, 1) for town in ("Ash", "Ely", "Ure") for state in ("open", "shut")]
    found, headings, _ = charted(("town", "state", "n"), rows[:-1])
    assert headings == ["town", "state", "n"]
    assert found.first == Spec("bar", 0, 2, 1)
