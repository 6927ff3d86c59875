"""How much more there is of one side than of the other, each under all that is said."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many more crates were picked in 2023 than in 2022?", 58),
        ("How many fewer crates were picked in 2024 than in 2023?", 72),
        ("How many more harvests did Birch Farm have in 2024 than in 2022?", 9),
        ("How many more trees does Ash Farm have than Birch Farm?", 40),
        ("In 2023, how many more harvests did Cherry Farm have than Damson Farm?", 8),
        ("How much higher was the average kilos for machine than for hand?", 13.5625),
    ],
)
def test_the_first_less_the_second(orchards: Workspace, question: str, number: float) -> None:
    answer = ask(orchards, question)
    assert answer.rows == ((pytest.approx(number),),)
    assert not answer.unsure


def test_for_each_group(orchards: Workspace) -> None:
    answer = ask(orchards, "How many more harvests did each grower have in 2024 than in 2022?")
    assert {(row[0], row[-1]) for row in answer.rows} >= {("Birch Farm", 9), ("Ash Farm", -10), ("Damson Farm", 6)}


bakery = office_fixture(
    {
        "cakes": "cake_id,cake,kind\n1,Opera,Layered\n2,Madeira,Plain\n3,Battenberg,Layered\n",
        "sale lines": "line,cake_id,quantity,sold_on\n"
        + "".join(f"{n},{1 + n % 3},{1 + n % 4},{2023 + n % 2}-03-{1 + n % 27:02}\n" for n in range(1, 41)),
    }
)
_SOLD = {year: sum(1 + n % 4 for n in range(1, 41) if 1 + n % 3 == 2 and 2023 + n % 2 == year) for year in (2023, 2024)}


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many Madeira were sold in 2024?", _SOLD[2024]),
        ("How many more Madeira were sold in 2024 than in 2023?", _SOLD[2024] - _SOLD[2023]),
        ("How many sale lines of Madeira were there in 2024?", 7),
    ],
)
def test_what_was_sold_is_added_up_by_its_lines(bakery: Workspace, question: str, number: int) -> None:
    answer = ask(bakery, question)
    assert (answer.rows, answer.unsure) == (((number,),), False)
