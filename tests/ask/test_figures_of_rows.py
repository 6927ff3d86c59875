"""Tables whose name begins with a figure of their rows; all their rows; and groups of which some have none."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

PICKED = [(n, n % 3 + 1, 2 + n % 4, f"2024-0{1 + n % 9}-12") for n in range(40)]
GROWERS = [(1, "Ada Moss", "hill"), (2, "Ben Reed", "vale"), (3, "Cy Fern", "vale"), (4, "Di Oak", "moor"),
           (5, "Ada Moss", "moor")]  # fmt: skip
FLOORS = [(700 + n, f"Client {n}", 90.5 + 3 * n, f"2024-0{1 + n % 9}-11") for n in range(40)]
TILES = [
    (f"T{n}", f"Slate {n}", ("grey", "pale", "blue")[n % 3], ("yes", "no")[n % 4 // 2], 2 + n / 4) for n in range(15)
]
LAID = [(n, 700 + 7 * n % 40, f"T{11 * n % 15}", 1 + n % 9) for n in range(130)]
CRATES = sum(crates for _, _, crates, _ in PICKED)

orchard = office_fixture(
    {
        "crate_pickings": csv_text("picking_id,grower_id,crates,picked_on", PICKED),
        "growers": csv_text("grower_id,grower,area", GROWERS),
    }
)
tiler = office_fixture(
    {
        "floors": csv_text("floor_no,client,price,laid", FLOORS),
        "tiles": csv_text("tile_no,tile,shade,glazed,unit_price", TILES),
        "tiles_laid": csv_text("line,floor_no,tile_no,pieces", LAID),
    }
)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many crates were picked in all?", ((CRATES,),)),
        ("How many crates were picked in March 2024?", ((sum(c for *_, c, on in PICKED if on[5:7] == "03"),),)),
        ("How many crate pickings are there?", ((40,),)),
        ("List all rows of growers", tuple(GROWERS)),
        ("Show every record of growers whose area is vale", (GROWERS[1], GROWERS[2])),
    ],
)
def test_it_is_answered(orchard: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(orchard, question)
    assert answers(answer.rows, rows), (answer.rows, answer.sql)
    assert not answer.unsure


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many crate pickings are there for each grower?", "3 of 5 growers have crate pickings"),
        ("What is the total of crates per grower?", "3 of 5 growers have crate pickings"),
        ("How many growers are there per area?", "3 areas in all"),
    ],
)
def test_the_groups_that_have_none_are_told(orchard: Workspace, question: str, said: str) -> None:
    assert said in ask(orchard, question).answer


def test_the_price_of_a_floor_is_not_that_of_its_tiles(tiler: Workspace) -> None:
    for asked in ("How much did the tiles for floor 703 cost?", "What was the total cost of the tiles for floor 703?"):
        assert ask(tiler, asked).unsure
    assert ask(tiler, "How much did floor 703 cost?").rows == ((99.5,),)


def test_what_holds_of_those_that_are_counted_is_said(orchard: Workspace) -> None:
    answer = ask(orchard, "How many growers have no crate pickings by area?")
    assert answer.answer == "Different growers that have no crate pickings by area: only moor, 2."


def test_a_second_group_is_no_condition(tiler: Workspace) -> None:
    answer = ask(tiler, "How many tiles are there per shade and glazed?")
    assert answer.unsure or "glazed" in answer.columns, answer.sql
    assert not ask(tiler, "How many glazed tiles are there per shade?").unsure


@pytest.mark.parametrize("question", ["List the growers and the areas they come from", "List growers and their area"])
def test_things_are_listed_beside_what_they_have(orchard: Workspace, question: str) -> None:
    answer = ask(orchard, question)
    assert answers(answer.rows, tuple((name, area) for _, name, area in GROWERS)), answer.sql
    assert not answer.unsure


READ = [(f"S{n % 4}", 20 + n % 9, 1 + n % 5) for n in range(30)]
sensors = office_fixture({"sensors": csv_text("sensor,reading,rating", READ)})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many readings are there?", ((30,),)),
        ("How many ratings did each sensor get?", (("S0", 8), ("S1", 8), ("S2", 7), ("S3", 7))),
        ("What is the average rating?", ((3.0,),)),
        ("How many ratings of 5 are there?", ((6,),)),
    ],
)
def test_what_is_not_added_up_is_counted(
    sensors: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(sensors, question)
    assert answers(answer.rows, rows), (answer.rows, answer.sql)
