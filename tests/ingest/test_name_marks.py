"""Footnotes' marks behind names and labels: taken off where something says so, kept where nothing does."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.ingest.name_marks import footnotes, marked_names, plain_labels
from core.model import Mark, Table, Value
from core.sql.sqlite import SqliteEngine

NOTES = ("(1) From 2019 on.", "(2) Without the islands.", "* Provisional.", "a) Towns alone.")


def plain(names: list[str] | dict[str, int], notes: tuple[str, ...] = ()) -> dict[str, str]:
    held = names if isinstance(names, dict) else dict.fromkeys(names, 1)
    return {m.text: m.plain for m in marked_names(held, notes)}


@pytest.mark.parametrize(
    ("names", "notes", "found"),
    [
        (["Norland¹", "Sudland", "UK²"], (), {"Norland¹": "Norland", "UK²": "UK"}),
        (["Norland (2)", "Sudland", "East (a)"], NOTES, {"Norland (2)": "Norland", "East (a)": "East"}),
        (["Total *", "Norland"], NOTES, {"Total *": "Total"}),
        (["Norland2", "Sudland", "Westmark"], NOTES, {"Norland2": "Norland"}),
        (["Kent*", "Surrey*", "Essex", "Devon"], (), {"Kent*": "Kent", "Surrey*": "Surrey"}),
        (["Wales[1]", "Kent[2]", "Essex", "Devon"], (), {"Wales[1]": "Wales", "Kent[2]": "Kent"}),
        (["2019 (1)", "2020", "mean"], NOTES, {"2019 (1)": "2019"}),
        (["2020/21", "2021/22 (r)", "2022/23(p)"], (), {"2021/22 (r)": "2021/22", "2022/23(p)": "2022/23"}),
        (["2022", "2023 [p]", "2024 p"], NOTES, {"2023 [p]": "2023", "2024 p": "2024"}),
        (["Norland(1,2)", "Sudland(2)", "Ostmark(1,7)"], NOTES, {"Norland(1,2)": "Norland", "Sudland(2)": "Sudland"}),
    ],
)
def test_a_mark_that_something_tells_is_taken_off(
    names: list[str], notes: tuple[str, ...], found: dict[str, str]
) -> None:
    assert plain(names, notes) == found


@pytest.mark.parametrize(
    ("names", "notes"),
    [
        (["Norland (2)", "Sudland (1)", "Westmark"], ()),  # nothing says what (2) is
        (["Kent*", "Essex", "Devon"], ()),
        (["Plan (b)", "Plan (e)", "Norland (p)"], ()),  # of times alone
        (["2023", "2023 (p)"], ()),
        (["Kent*", "Surrey*", "Essex*"], ()),  # all have it: it is part of the names
        (["Kent*", "Kent", "Surrey*", "Devon", "York"], ()),
        (["Smith (1)", "Smith (2)", "Jones"], NOTES),  # it tells two apart
        (["Norland", "Norland¹", "Sudland"], ()),  # a key would not be one
        (["Model 2", "Apollo 1", "Henry VIII", "Ward B"], NOTES),
        (["Area m²", "Volume km³", "CO²", "speed in m s²"], ("2 From 2019 on.",)),
        (["Vent(s)", "Cone(s)", "Dome"], ()),
        (["T2", "Zone1", "Zone2", "Hall"], NOTES),
    ],
)
def test_what_belongs_to_a_name_stays(names: list[str], notes: tuple[str, ...]) -> None:
    kept = {"Surrey*"} if "Kent" in names else set()  # the other star is a mark
    assert set(plain(names, notes)) <= kept


def test_a_name_with_and_without_its_mark_is_one_in_a_column_that_repeats() -> None:
    assert plain({"Norland": 3, "Norland¹": 2, "Sudland": 5}) == {"Norland¹": "Norland"}


def test_footnotes_are_told_by_their_first_sign() -> None:
    assert footnotes(["¹ Mid-year estimate.", "Note 2: Without islands", "[3] Closed", "4. Doors", "2 of 3 rows"]) == {
        "1": "Mid-year estimate",
        "2": "",  # two lines begin with it
        "3": "Closed",
        "4": "Doors",
    }
    assert footnotes(["Source: Office of Norland", "Table 4: Visits", "12,5"]) == {}


def test_labels_lose_their_marks_where_they_differ_without_them() -> None:
    labels = ["Area", "Rate (2)", "Sales¹", "Year (1)", "Year (2)", "Size m²", "2020 (1)", "Team 1"]
    found = {i: (m.plain, m.sign, m.said) for i, m in plain_labels(labels, NOTES).items()}
    assert found == {
        1: ("Rate", "(2)", "Without the islands"),
        2: ("Sales", "¹", "From 2019 on"),
        6: ("2020", "(1)", "From 2019 on"),
    }


def load(folder: Path, text: str) -> tuple[Table, list[tuple[Value, ...]]]:
    path = folder / "t.csv"
    path.write_text(text, encoding="utf-8")
    engine = SqliteEngine(folder / "data.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=folder / "ws"))
    engine.show_only(["t"])
    rows = engine.read("SELECT * FROM t").rows
    engine.close()
    return table, list(rows)


def test_a_published_table_has_plain_names_and_keeps_the_marks(tmp_path: Path) -> None:
    table, rows = load(
        tmp_path,
        "Table 4: Visits by region\nRegion,Guests¹,Nights (2)\nNorland¹,12,3\nSudland,9,2\nOstmark (2),7,1\n\n"
        "¹ Estimate.\n(2) Without the islands.\n",
    )
    assert rows == [("Norland", 12, 3), ("Sudland", 9, 2), ("Ostmark", 7, 1)]
    region, guests, nights = table.columns
    assert region.profile.marks == (Mark("(2)", "Without the islands", 1), Mark("¹", "Estimate", 1))
    assert region.examples == (("Norland¹", "Norland"), ("Ostmark (2)", "Ostmark"))
    assert (guests.name, guests.label, guests.plain_label) == ("Guests", "Guests¹", "Guests")
    assert nights.profile.marks == (Mark("(2)", "Without the islands", 0),)


def test_of_many_names_the_marks_are_found_too(tmp_path: Path) -> None:
    names = "".join(f"Village {'abcdefghij'[i % 10]}{i:04}x\n" for i in range(3_000))
    table, rows = load(tmp_path, "place,rooms\n" + f"{names}Norland¹\nSudland*\nOstmark*\n".replace("\n", ",1\n"))
    assert [r[0] for r in rows[-3:]] == ["Norland", "Sudland", "Ostmark"]
    assert table.columns[0].profile.distinct == 3_003
