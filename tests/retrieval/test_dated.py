"""Which dates a text names, and a question without them."""

from __future__ import annotations

import pytest

from core.retrieval.dated import date_of, dates_in, without_dates


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("minutes_2023-03-14.md", ("2023-03-14",)),
        ("Minutes of the meeting of 9 May 2023", ("2023-05-09",)),
        ("On March 3rd, 2020 and in June 2021", ("2020-03-03", "2021-06")),
        ("im März 2021, en août 2022, el 5 de enero de 2020", ("2021-03", "2022-08", "2020-01-05")),
        ("notes 2019.txt", ("2019",)),
        ("code 20231, 12 may be more", ()),
        ("no date", ()),
    ],
)
def test_dates_of_a_text(text: str, dates: tuple[str, ...]) -> None:
    assert dates_in(text) == dates


def test_a_documents_date_is_told_by_its_name_before_its_title() -> None:
    assert [date_of("a_2020.md", "Of 2021"), date_of("a.md", "Of May 2021"), date_of("a.md", "Notes")] == [
        "2020",
        "2021-05",
        "",
    ]


def test_a_question_without_its_dates() -> None:
    assert without_dates("What was decided on 9 May 2023 about rounding?") == "What was decided about rounding?"
    assert without_dates("Why was it withdrawn in 2019?") == "Why was it withdrawn?"
