"""Whether a figure went up or down between two times: both figures, and how far it went, in percent too."""

from __future__ import annotations

from statistics import mean

import pytest

from core.workspace import Workspace
from tests.ask.comparing.conftest import BRANCHES, HIRES, REPAIRS, TYPES
from tests.ask.worlds import ask, rounded


def hired(time: str, **kept: str) -> list[tuple[object, ...]]:
    names = {"branch": lambda r: BRANCHES[r[2]], "kind": lambda r: TYPES[r[3]], "who": lambda r: r[4],
             "channel": lambda r: r[5], "status": lambda r: r[8]}  # fmt: skip
    return [r for r in HIRES if r[1].startswith(time) and all(names[k](r) == v for k, v in kept.items())]


def counted(then: str, now: str, **kept: str) -> tuple[float, float]:
    return len(hired(then, **kept)), len(hired(now, **kept))


def repaired(year: str, column: int) -> float:
    return mean(r[column] for r in REPAIRS if r[1].startswith(year))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("question", "figures"),
    [
        ("Did hires go up or down between 2022 and 2023?", counted("2022", "2023")),
        ("How much did the number of hires rise between 2021 and 2023?", counted("2021", "2023")),
        ("How much did hires at Station rise between 2022 and 2023?", counted("2022", "2023", branch="Station")),
        ("Did online hires fall from 2021 to 2022?", counted("2021", "2022", channel="online")),
        ("Have hires of tandems increased between 2022 and 2023?", counted("2022", "2023", kind="Tandem")),
        ("What was the change in hires by members between 2022 and 2023?", counted("2022", "2023", who="member")),
        ("Did hires go up or down between March 2022 and March 2023?", counted("2022-03", "2023-03")),
        ("Were there fewer hires in 2023 than in 2022?", counted("2022", "2023")),
        ("Did we have more hires in 2023 than in 2022?", counted("2022", "2023")),
        ("Were hires higher in 2023 than in 2022?", counted("2022", "2023")),
        ("Have waiting times got worse from 2022 to 2023?", (repaired("2022", 6), repaired("2023", 6))),
        ("Have repairs got cheaper between 2022 and 2023?", (repaired("2022", 5), repaired("2023", 5))),
        ("Have hires got longer from 2022 to 2023?", tuple(mean(r[6] for r in hired(y)) for y in ("2022", "2023"))),
        ("Did the average price go up or down from 2022 to 2023?",
         tuple(mean(r[7] for r in hired(y)) for y in ("2022", "2023"))),
    ],
)  # fmt: skip
def test_both_figures_and_the_change(bikes: Workspace, question: str, figures: tuple[float, float]) -> None:
    before, after = figures
    answer = ask(bikes, question)
    assert rounded(answer.rows) == rounded([(before, after, after - before)])
    assert not answer.unsure
    way = "did not change" if before == after else "rose by" if after > before else "fell by"
    assert way in answer.answer
    assert before == after or f"({abs(after - before) / before:.1%})" in answer.answer


def test_what_the_sentence_says(bikes: Workspace) -> None:
    before, after = counted("2021", "2024")
    answer = ask(bikes, "Did hires go up or down between 2021 and 2024?")
    assert answer.answer == (
        f"The number of hires fell by {before - after} ({(before - after) / before:.1%}), from {before} in 2021 to "
        f"{after} in 2024. The data end on 25 June 2024: 2024 is not whole."
    )
    percent = ask(bikes, "By how many percent did hires change from 2022 to 2023?")
    before, after = counted("2022", "2023")
    far = f"rose by {(after - before) / before:.1%}"
    assert percent.answer == f"The number of hires {far} from 2022 to 2023."
    quarter = ask(bikes, "Did hires rise from the first quarter of 2022 to the first quarter of 2023?")
    assert "in Q1 2022 to" in quarter.answer


@pytest.mark.parametrize(
    "question",
    [
        "Did hires go up or down between 2019 and 2022?",
        "Have hires increased since 2022?",
        "Did hires rise between 2022 and March 2023?",
    ],
)
def test_no_list_answers_whether_something_moved(bikes: Workspace, question: str) -> None:
    assert ask(bikes, question).unsure
