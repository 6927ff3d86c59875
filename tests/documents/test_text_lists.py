"""Lists of codes in texts are known by their codes as a whole, whatever stands above them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.documents.match import Found
from core.documents.read import read_document
from core.documents.text_lists import codes_told
from core.model import Table
from tests.documents.test_codes import holding
from tests.graph.graphs import table

ROOMS = [("D1", "double, garden side"), ("D2", "double with balcony"), ("SU", "suite"), ("FAM", "family room (4 beds)")]
EXTRAS = [("brk_in", "breakfast in bed"), ("SPA", "entry to the spa"), ("GAR", "garage")]


@pytest.fixture
def tables() -> tuple[Table, ...]:
    rooms = holding(table("rooms", ["no!", "cat", "floor"]), cat="D1 D2 SU FAM", floor="1 2 3")
    return rooms, holding(table("bills", ["bill!", "item"]), item="brk_in SPA GAR")


def told(folder: Path, text: str, tables: tuple[Table, ...]) -> set[tuple[str, str, str]]:
    (folder / "README.txt").write_text(text, encoding="utf-8")
    passages = [Found("README.txt", *_parts(p)) for p in read_document(folder / "README.txt")]
    return {(c.about, c.value, c.meaning) for c in codes_told(passages, tables)}


def _parts(p: object) -> tuple[str, str, tuple[str, ...], int, tuple[int, ...]]:
    return p.place, p.text, p.cells, p.line, p.breaks  # type: ignore[attr-defined]


WHOLE = {("rooms.cat", c, m) for c, m in ROOMS} | {("bills.item", c, m) for c, m in EXTRAS}


@pytest.mark.parametrize("line", ["{} = {}", "- {}: {}", "* {} - {}", "{}\t{}", "`{}` – {}"])
@pytest.mark.parametrize(
    "heads",
    [
        ("Kinds of rooms (column cat in rooms.csv):", "What is charged in bills.csv:"),
        ("Rooms", "Extras"),
        ("Column cat:", "Column item:"),
        ("rooms.csv, cat:", "bills.csv, item:"),
        ("KINDS OF ROOMS\n--------------", "EXTRAS\n------"),
    ],
)
def test_a_list_is_known_by_its_codes(
    heads: tuple[str, str], line: str, tmp_path: Path, tables: tuple[Table, ...]
) -> None:
    lists = [
        "\n".join([head, *(line.format(c, m) for c, m in items)])
        for head, items in zip(heads, (ROOMS, EXTRAS), strict=True)
    ]
    assert told(tmp_path, "Hotel\n\n" + "\n\n".join(lists) + "\n\nrooms.csv: one line per room\n", tables) == WHOLE


def test_a_list_may_stand_on_one_line(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    rooms, extras = (between.join(f"{c} = {m}" for c, m in items) for between, items in (("; ", ROOMS), (", ", EXTRAS)))
    assert told(tmp_path, f"Hotel\n\nRooms: {rooms}\n\nExtras: {extras}\n", tables) == WHOLE


def test_a_list_belongs_to_the_column_that_its_heading_names(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    """Another column that happens to hold the same letters is no column of that list."""
    grades = holding(table("guests", ["no!", "status", "tier"]), status="A B C", tier="A B C")
    lines = "A = arrived\nB = booked\nC = cancelled\n"
    assert {a for a, _, _ in told(tmp_path, f"Status of guests\n{lines}", (*tables, grades))} == {"guests.status"}
    assert told(tmp_path, f"Letters\n{lines}", (*tables, grades)) == set()


def test_words_and_numbers_need_their_column_named(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    days = holding(table("shifts", ["no!", "weekday"]), weekday="Monday Tuesday Friday")
    hours = "Opening\nMonday: from nine to five\nTuesday: from nine to eight\nFriday: from ten to five\n"
    floors = "Lifts\n1 = goods only\n2 = out of order\n3 = for guests\n"
    assert told(tmp_path, f"{hours}\n{floors}", (*tables, days)) == set()
    assert {a for a, _, _ in told(tmp_path, floors.replace("Lifts", "Floors"), tables)} == {"rooms.floor"}


def test_a_list_that_tells_of_part_of_the_values_is_left_to_its_heading(
    tmp_path: Path, tables: tuple[Table, ...]
) -> None:
    some = replace(tables[0], columns=tables[0].columns)
    assert told(tmp_path, "Rooms\nD1 = double\nD2 = double, large\n", (some,)) == set()


def test_letters_below_another_heading_are_no_codes(tmp_path: Path) -> None:
    """“The team: A …, B …” tells nothing of a column of grades."""
    grades = holding(table("rooms", ["no!", "grade"]), grade="A B C")
    assert not told(tmp_path, "The team\n\nA: Ann Moor\nB: Bob Hurst\nC: Cat Wynd\n", (grades,))


SAID_SHORTLY = [
    # no sign, one heading or another, several parts to a line, a remark behind, a list that goes on
    "cat  D1 double, D2 twin, SU suite, FAM family (four beds)\n",
    "Kinds of room: D1 double, D2 twin, SU suite, FAM family (four beds). Prices without breakfast.\n",
    "Rooms: D1 double / D2 twin / SU suite / FAM family (four beds)\n",
    "`no` is the door; `cat` D1 double, D2 twin, SU suite, FAM family (four beds)\n",
    "Category: D1 double; D2 twin;\nSU suite; FAM family (four beds)\n",
    "cat D1 double, D2 twin, SU suite, FAM family (four beds)\nPAYMENT C cash, V card\n",
    "Rooms: floor 1 ground, 2 first, 3 attic. cat D1 double, D2 twin, SU suite, FAM family (four beds). Ask Ann.\n",
]


@pytest.mark.parametrize("text", SAID_SHORTLY)
def test_codes_may_stand_before_what_they_mean_without_a_sign(
    tmp_path: Path, tables: tuple[Table, ...], text: str
) -> None:
    meanings = {"D1": "double", "D2": "twin", "SU": "suite", "FAM": "family (four beds)"}
    found = {(value, meaning) for about, value, meaning in told(tmp_path, text, tables) if about == "rooms.cat"}
    assert found == set(meanings.items())


@pytest.mark.parametrize(
    "text",
    [
        "We have D1 rooms, D2 rooms and SU rooms on every floor.\n",
        "On floor 1 guests sleep badly, 2 lifts were out of order, 3 were mended.\n",
    ],
)
def test_prose_with_codes_in_it_gives_them_no_meaning(tmp_path: Path, tables: tuple[Table, ...], text: str) -> None:
    assert not {v for about, v, _ in told(tmp_path, text, tables) if about == "rooms.floor"}


def test_letters_under_the_name_of_a_table_are_those_of_its_one_column_of_them(tmp_path: Path) -> None:
    tables = (
        holding(table("guests", ["guest!", "sort"]), sort="I O"),
        holding(table("payments", ["pay!", "result"]), result="P F"),
        holding(table("rooms", ["no!", "side"]), side="I O"),
    )
    text = "Guests: I individual, O organisation\nPayments: Result P paid F failed, blank = not asked yet.\n"
    assert told(tmp_path, text, tables) == {
        ("guests.sort", "I", "individual"),
        ("guests.sort", "O", "organisation"),
        ("payments.result", "P", "paid"),
        ("payments.result", "F", "failed"),
    }


def test_meanings_may_stand_in_brackets(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    hives = holding(table("hives", ["no!", "temper"]), temper="A B C")
    found = told(tmp_path, "Hives\n\nTemper A (calm), B (lively) C (cross).\n", (*tables, hives))
    assert found == {("hives.temper", c, m) for c, m in (("A", "calm"), ("B", "lively"), ("C", "cross"))}


def test_a_list_under_its_table_may_leave_codes_out(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    sheds = holding(table("sheds", ["no!", "use"]), use="WKS APY SPR")
    found = told(tmp_path, "Hives\n\nSheds: WKS = workshop, APY = apiary store.\n", (*tables, sheds))
    assert found == {("sheds.use", "WKS", "workshop"), ("sheds.use", "APY", "apiary store")}


def test_a_code_may_say_itself_what_it_is(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    rota = holding(table("rota", ["no!", "duty"]), duty="BOX BAR USH")
    found = told(tmp_path, "Hall\n\nRota duties: BOX box office, BAR, USH usher\n", (*tables, rota))
    assert found == {("rota.duty", "BOX", "box office"), ("rota.duty", "USH", "usher")}


def test_another_list_may_stand_behind_one_with_signs(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    tests = holding(table("tests", ["no!", "st", "res"]), st="C X W", res="P F")
    text = "tests: st C = confirmed, X = cancelled, W = waiting list. res P pass / F fail (blank = not taken yet).\n"
    found = told(tmp_path, f"School\n\n{text}", (*tables, tests))
    assert {("tests.res", "P", "pass"), ("tests.res", "F", "fail"), ("tests.st", "W", "waiting list")} <= found
    assert len(found) == 5


def test_a_long_list_with_nothing_between_its_codes(tmp_path: Path) -> None:
    calls = holding(table("calls", ["no!", "Type"]), Type="SL LO ME CR FA")
    text = "calls: Type  SL slip or trip   LO lost   ME medical   CR crag-fast (stuck)   FA false alarm"
    assert told(tmp_path, text, (calls,)) == {
        ("calls.Type", "SL", "slip or trip"),
        ("calls.Type", "LO", "lost"),
        ("calls.Type", "ME", "medical"),
        ("calls.Type", "CR", "crag-fast (stuck)"),
        ("calls.Type", "FA", "false alarm"),
    }
