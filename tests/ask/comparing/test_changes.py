"""What changed from one year to another: where most, by how much, and by which part of it."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, rounded


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Which grower's harvests rose the most between 2022 and 2024?", ("Birch Farm", 9)),
        ("Between 2022 and 2024, which grower had the biggest rise in harvests?", ("Birch Farm", 9)),
        ("Which grower had the largest increase in harvests in 2024 compared with 2022?", ("Birch Farm", 9)),
        ("Which grower had the biggest drop in harvests from 2022 to 2023?", ("Ash Farm", -7)),
        ("At which grower did harvests fall most from 2022 to 2023?", ("Ash Farm", -7)),
        ("Which variety's crates fell the most from 2023 to 2024?", ("Bramley", -66)),
        ("Which grower's visitors grew fastest from 2021 to 2024?", ("Damson Farm", 20.0)),
        ("Which grower had the highest percentage increase in visitors from 2021 to 2024?", ("Damson Farm", 20.0)),
        ("Which district's visitors rose the most from 2021 to 2024, in per cent?", ("Vale", 15.9574)),
    ],
)
def test_where_most(orchards: Workspace, question: str, row: tuple[object, ...]) -> None:
    answer = ask(orchards, question)
    assert [r[0] for r in answer.rows] == [row[0]]
    assert not answer.unsure
    more = ask(orchards, f"{question.rstrip('?')}, and by how much?")
    assert rounded(more.rows) == [row]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("By how many percent did sales change from 2021 to 2024?", [(25.5,)]),
        (
            "What percentage increase in sales did each district see between 2021 and 2024?",
            [("Hill", 45.0), ("Vale", 17.1429)],
        ),
        ("By how many per cent did the sales of Cherry Farm fall from 2021 to 2024?", [(-20.0,)]),
        ("By how much did sales change from 2021 to 2024 in each district?", [("Hill", 1350), ("Vale", 1200)]),
        ("Which growers' sales fell between 2021 and 2022?", [("Cherry Farm", -200)]),
    ],
)
def test_by_how_much(orchards: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    answer = ask(orchards, question)
    assert sorted(rounded(answer.rows), key=str) == sorted(rows, key=str)
    assert not answer.unsure


@pytest.mark.parametrize(
    "question",
    [
        "How did the number of harvests change from 2022 to 2023 for each method?",
        "Show how the number of harvests changed between 2022 and 2023 for each method",
        "For each method, how did the number of harvests change from 2022 to 2023?",
    ],
)
def test_both_years_stand_beside_the_change(orchards: Workspace, question: str) -> None:
    answer = ask(orchards, question)
    assert set(answer.rows) == {("hand", 9, 10, 1), ("machine", 7, 6, -1)}
    assert [str(c) for c in answer.columns][1:] == ["count 2022", "count 2023", "change from 2022 to 2023"]
    assert not answer.unsure


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which growers had fewer sales in 2022 than in 2021?", {"Cherry Farm"}),
        ("Which growers had more visitors in 2024 than in 2021?", {"Birch Farm", "Cherry Farm", "Damson Farm"}),
        ("Which growers had more visitors in 2021 than in 2024?", {"Ash Farm"}),
        ("Which orchards had more crates in 2024 than in 2022?", {"O3", "O4", "O7"}),
    ],
)
def test_those_with_more_than_before(orchards: Workspace, question: str, rows: set[str]) -> None:
    answer = ask(orchards, question)
    assert {row[0] for row in answer.rows} == rows
    assert not answer.unsure


def test_all_groups_by_what_they_changed(orchards: Workspace) -> None:
    answer = ask(orchards, "Rank the districts by growth in sales from 2021 to 2024")
    assert answer.rows == (("Hill", 3000, 4350, 1350), ("Vale", 7000, 8200, 1200))
