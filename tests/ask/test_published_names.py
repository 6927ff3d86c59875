"""Files as an office publishes them: a series' name before each, the years behind, and words that are no rows."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_STREETS = ("Elm Row", "Ash Lane", "Mill Street")
lamps = office_fixture(
    {
        "cc-street-lighting-survey-pole-2021-2023": "pole_index,street,height\n"
        + "".join(f"P{n:04},{_STREETS[n % 3]},{5 + n % 4}\n" for n in range(90)),
        "cc-street-lighting-survey-fault-2021-2023": "fault_index,pole_index,reported,fault_year\n"
        + "".join(f"F{n:05},P{n * 7 % 90:04},{2021 + n % 3}-0{1 + n % 9}-11,{2021 + n % 3}\n" for n in range(300)),
        "cc-street-lighting-survey-crew-2021-2023": "crew_index,van\n" + "".join(f"C{n},V{n}\n" for n in range(8)),
    }
)


def test_the_rows_of_a_series_are_called_by_the_word_that_is_their_own(lamps: Workspace) -> None:
    answer = ask(lamps, "How many faults were there in 2022?")
    assert (answer.rows, answer.unsure) == (((100,),), False)
    assert answer.answer.startswith("There are 100 faults")
    by_street = ask(lamps, "How many faults on each street?")
    assert not by_street.unsure
    assert by_street.answer.startswith("Faults by ")
