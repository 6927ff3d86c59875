"""A toolbank that lends to allotments: who and what comes first, in everyday words."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

MEMBERS = [
    (11, "Ida", "Marsh", "Colby", "Neighbour"),
    (12, "Col", "Reeve", "Norton", "Poster"),
    (13, "Una", "Hart", "Colby", "Neighbour"),
    (14, "Tom", "Dale", "Weir", "Website"),
    (15, "Meg", "Frost", "Colby", "Neighbour"),
    (16, "Sol", "Pike", "Weir", "Poster"),
    (17, "Bea", "Lund", "Norton", ""),
    (18, "Gus", "Cole", "Weir", "Neighbour"),
    (19, "Fay", "Nash", "Norton", "Website"),
    (20, "Ned", "Orme", "Colby", "Poster"),
    (21, "Joy", "Tate", "Colby", "Neighbour"),
    (22, "Lee", "Webb", "Weir", "Website"),
]
HELPERS = [("RA", "Ruth Ames"), ("PB", "Pat Burn"), ("KC", "Kit Crane")]
TOOLS = [("T1", "Rotavator", 18), ("T2", "Hedge trimmer", 9), ("T3", "Wheelbarrow", 4), ("T4", "Shredder", 15)]
WRONG = ("", "", "", "", "Blunt blade", "Blunt blade", "Flat tyre", "No spark")
_some = Random(5)
HIRES = [
    (
        n,
        f"{1 + n % 27:02}/{1 + n % 9:02}/2024",
        _some.choice([11, 12, 13, 13, 13, *range(14, 23)]),
        _some.choice(("T1", "T2", "T2", "T2", "T3", "T4")),
        _some.choice(("RA", "RA", "PB", "KC")),
        1 + n % 3,
        _some.choice((4, 9, 15, 18)) * (1 + n % 3),
        _some.choice(WRONG),
    )
    for n in range(1, 161)
]
BOUGHT = [
    (f"{1 + n % 27:02}/{1 + n % 9:02}/2024", ("Oil", "Blades", "Paint", "Rope")[n % 4], 12.5 + n * (n % 4))
    for n in range(1, 41)
]
toolbank = office_fixture(
    {
        "members": csv_text("Mem No,First,Surname,Village,Heard via", MEMBERS),
        "helpers": csv_text("Init,Name", HELPERS),
        "tools": csv_text("Tool No,Tool,Fee a day", TOOLS),
        "hires": csv_text("Hire,Date,Mem No,Tool No,Checked by,Days,Charge,Fault", HIRES),
        "cash spent": csv_text("Date,Heading,Out", BOUGHT),
    }
)


def _first(key: int) -> object:
    """The key that most hires have."""
    return Counter(hire[key] for hire in HIRES).most_common(1)[0][0]


TOOL = {t[0]: t[1] for t in TOOLS}


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How do most of our members hear about us?", "Neighbour"),
        ("What goes wrong most often with the tools?", "Blunt blade"),
        ("Which tool goes out the most on hires?", TOOL[_first(3)]),  # type: ignore[index]
    ],
)
def test_who_or_what_comes_first_is_named(toolbank: Workspace, question: str, first: str) -> None:
    found = ask(toolbank, question)
    assert not found.unsure
    assert first in found.rows[0]


def test_what_money_is_spent_on_is_told_by_its_heading(toolbank: Workspace) -> None:
    found = ask(toolbank, "What do we spend the most on?")
    totals: dict[str, float] = {}
    for _, heading, out in BOUGHT:
        totals[heading] = totals.get(heading, 0) + out
    assert found.unsure or found.rows[0][0] == max(totals, key=lambda k: totals[k])


def test_what_is_dear_is_not_what_there_is_most_of(toolbank: Workspace) -> None:
    assert ask(toolbank, "What is our most valuable tool?").unsure


def test_a_time_is_that_of_the_rows_that_are_counted(toolbank: Workspace) -> None:
    found = ask(toolbank, "Which tool went out the most on hires in March 2024?")
    first = Counter(hire[3] for hire in HIRES if "/03/" in str(hire[1])).most_common(1)[0][0]
    assert found.unsure or TOOL[str(first)] in found.rows[0]


def test_a_fault_that_is_commonest_in_a_month_is_that_of_the_month(toolbank: Workspace) -> None:
    found = ask(toolbank, "What went wrong most often in 2024?")
    assert not found.unsure
    assert "Blunt blade" in found.rows[0]


@pytest.mark.parametrize(
    "question",
    ["Which tool has the highest running total of hires?", "Which member has the most hires, cumulatively?"],
)
def test_a_kind_of_question_that_other_words_decide_for_is_not_answered_by_what_there_is_most_of(
    toolbank: Workspace, question: str
) -> None:
    assert ask(toolbank, question).unsure
