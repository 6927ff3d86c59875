"""Spans of time in everyday words as months and years; looser words before the months that are meant."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.ask.rewording.looser_spans import said_in_months
from core.ask.rewording.relative import absolute
from core.ask.rewording.time_spans import spans_in_months
from core.ask.state import Link, Mention
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture


def _nothing(text: str) -> Sequence[Mention]:
    return ()


def _a_term(text: str) -> Sequence[Mention]:
    """Cells are called after the autumn."""
    return (Mention(0, 1, "autumn", (Link("value", "classes", "term", "Autumn", 1.0, "exact"),)),)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("swims in the first six months of 2025?", "swims between January 2025 and June 2025?"),
        ("swims over the last three months of 2024", "swims between October 2024 and December 2024"),
        ("swims in the first three quarters of 2024", "swims between January 2024 and September 2024"),
        ("swims in the final quarter of 2024", "swims in the last quarter of 2024"),
        ("swims in the three months to the end of March 2024", "swims between January 2024 and March 2024"),
        ("takings in the year to 31 March 2024", "takings between April 2023 and March 2024"),
        ("swims over the summer of 2024", "swims between June 2024 and August 2024"),
        ("swims in winter 2023/24", "swims between December 2023 and February 2024"),
        ("swims in winter 2024", "swims in winter 2024"),
        ("takings in the financial year 2021/22", "takings between April 2021 and March 2022"),
        ("takings in the 2021-22 tax year", "takings between April 2021 and March 2022"),
        ("swims in the school year 2023/24", "swims between September 2023 and August 2024"),
        ("swimmers born in the nineties", "swimmers born between 1990 and 1999"),
        ("baths opened in the 19th century", "baths opened between 1800 and 1899"),
        ("takings in 2024 up to the end of May?", "takings between January 2024 and May 2024?"),
        ("takings in 2024 from September on", "takings between September 2024 and December 2024"),
        ("swims from 2023 to May 2024", "swims from 2023 to May 2024"),
        ("swims in March 2024", "swims in March 2024"),
    ],
)
def test_spans_are_said_in_months(said: str, plainly: str) -> None:
    assert spans_in_months(said, _nothing) == plainly


def test_what_cells_are_called_by_is_left() -> None:
    assert spans_in_months("classes in autumn 2024", _a_term) == "classes in autumn 2024"


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("swims in the summer months of 2022, June to August", "swims between June 2022 and August 2022"),
        ("swims in the winter of 2023/24 (December to February)", "swims between December 2023 and February 2024"),
        ("swims over the holidays, July and August 2023", "swims in July and August 2023"),
        ("swims in the run-up to Christmas, in December 2023", "swims in December 2023"),
        ("swims in the winter quarter January to March 2024", "swims in January to March 2024"),
        ("swims from April to June of 2024", "swims between April 2024 and June 2024"),
        ("swims in the first half of March 2024", "swims in the first half of March 2024"),
        ("swims in May 2024, and in June", "swims in May 2024, and in June"),
    ],
)
def test_looser_words_go_where_months_tell_what_they_mean(said: str, plainly: str) -> None:
    assert said_in_months(said, _nothing) == plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("swims in 2024 compared with the year before", "swims in 2024 compared with 2023"),
        ("were there more swims in 2024 than in the previous year?", "were there more swims in 2024 than in 2023?"),
        ("swims in 2023 and 2024 against the year before", "swims in 2023 and 2024 against the year before"),
        ("swims last year, in 2024", "swims in 2024"),
    ],
)
def test_the_year_before_is_that_of_the_year_said(said: str, plainly: str) -> None:
    assert absolute(said) == plainly


SWIMS = [(n, f"{1 + n % 28:02}/{1 + n % 12:02}/{2022 + n * 7 % 97 % 3}", 1 + n % 5) for n in range(1, 241)]
pool = office_fixture(
    {"swims": "Swim No,Swum On,Lengths\n" + "".join(f"{n},{day},{lengths}\n" for n, day, lengths in SWIMS)}
)


def _months(*months: tuple[int, int]) -> list[tuple[int, str, int]]:
    return [s for s in SWIMS if (int(s[1][6:]), int(s[1][3:5])) in months]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many swims were there over the summer of 2024?", len(_months(*((2024, m) for m in (6, 7, 8))))),
        ("How many swims were there in the last two months of 2023?", len(_months((2023, 11), (2023, 12)))),
        ("How many swims did we have in the winter of 2022/23?", len(_months((2022, 12), (2023, 1), (2023, 2)))),
    ],
)
def test_swims_of_such_a_span_are_counted(pool: Workspace, question: str, wanted: int) -> None:
    found = ask(pool, question)
    assert not found.unsure
    assert found.rows == ((wanted,),)


@pytest.mark.parametrize(
    ("question", "most"),
    [
        ("Which month of 2024 was the busiest for swims?", True),
        ("Which month of 2024 was our quietest for swims?", False),
    ],
)
def test_the_busiest_month_has_most_of_them(pool: Workspace, question: str, most: bool) -> None:
    counts = {m: len(_months((2024, m))) for m in range(1, 13)}
    found = ask(pool, question)
    assert not found.unsure
    wanted = (max if most else min)(counts.values())
    assert counts[int(str(found.rows[0][0])[-2:])] == wanted


@pytest.mark.parametrize(
    "question",
    [
        "How many swims were there in early 2024?",
        "How many swims were there over Christmas 2024?",
        "How many swims were there in winter 2024?",
    ],
)
def test_a_part_of_a_year_that_is_not_known_is_withheld(pool: Workspace, question: str) -> None:
    assert ask(pool, question).unsure
