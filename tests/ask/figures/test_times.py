"""The times of a question over statistics, and the frame around them."""

from __future__ import annotations

import pytest

from core.ask.figures.asked import asked
from core.ask.figures.times import times_of
from core.ask.tokens import tokenise


@pytest.mark.parametrize(
    ("question", "times", "through", "open_end", "latest"),
    [
        ("deaths in 2019", ["2019"], False, "", False),
        ("deaths from 2018 to 2023", ["2018", "2023"], True, "", False),
        ("deaths between 2018 and 2023", ["2018", "2023"], True, "", False),
        ("deaths in 2018 and 2023", ["2018", "2023"], False, "", False),
        ("deaths, 2018-2023", ["2018", "2023"], True, "", False),
        ("sales in the third quarter of 2022", ["2022-Q3"], False, "", False),
        ("sales in June 2024", ["2024-06"], False, "", False),
        ("homes in 2020-21", ["2020-21"], False, "", False),
        ("homes in 2020/21", ["2020-21"], False, "", False),
        ("spending in FY2023", ["2023"], False, "", False),
        ("spending in fiscal 2023", ["2023"], False, "", False),
        ("deaths since 2015", ["2015"], False, ">=", False),
        ("population, latest year", [], False, "", True),
        ("most recent price of honey", [], False, "", True),
        ("how many last names are there", [], False, "", False),
    ],
)
def test_the_times_said(question: str, times: list[str], through: bool, open_end: str, latest: bool) -> None:
    said = times_of(tokenise(question))
    assert ([t.text for t in said.times], said.through, said.open_end, said.latest) == (
        times,
        through,
        open_end,
        latest,
    )


@pytest.mark.parametrize(
    ("question", "aim", "limit"),
    [
        ("How many people lived in Fife in 2019?", "value", 1),
        ("top 5 councils by rate", "rank", 5),
        ("Which five counties had the highest rate?", "rank", 5),
        ("Which county had the fewest deaths?", "rank", 1),
        ("How much did rents rise from 2019 to 2024?", "change", 1),
        ("average rent over 2019 to 2023", "average", 1),
        ("What share of all fines were for parking?", "share", 1),
        ("How many areas had more than 20 deaths?", "count", 1),
        ("Which areas had at least 20 deaths?", "list", 1),
        ("gap between men and women in 2020", "gap", 1),
        ("road deaths by region in 2023, largest first", "value", 1),
    ],
)
def test_what_is_done_with_the_figures(question: str, aim: str, limit: int) -> None:
    frame = asked(tokenise(question))
    assert frame is not None
    assert (frame.aim, frame.limit) == (aim, limit)


@pytest.mark.parametrize(
    "question",
    [
        "more births than deaths",
        "deaths the year after 2020",
        "all but the capital",
        "yearly average of rents since 2020",
    ],
)
def test_words_that_change_what_is_asked_are_left_to_others(question: str) -> None:
    assert asked(tokenise(question)) is None
