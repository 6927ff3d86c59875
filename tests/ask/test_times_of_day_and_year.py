"""A call centre: hours beside days, months of any year, quarters set side by side."""

from __future__ import annotations

from collections import Counter

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

CALLS = [
    (n, f"{1 + n % 28:02}/{1 + n * n % 12:02}/{2022 + n % 3}", f"{9 + n * n % 7:02}:{n % 60:02}") for n in range(200)
]
centre = office_fixture({"calls": "Call No,Rung,Time\n" + "".join(f"{n},{day},{time}\n" for n, day, time in CALLS)})


def test_the_hour_is_that_of_the_times_beside_the_days(centre: Workspace) -> None:
    hours = Counter(time[:2] for _, _, time in CALLS)
    found = ask(centre, "At which hour of the day do we get the most calls?")
    assert not found.unsure
    assert hours[str(found.rows[0][0])] == max(hours.values())


def test_a_month_of_the_year_is_that_of_any_year(centre: Workspace) -> None:
    months = Counter(int(day[3:5]) for _, day, _ in CALLS)
    for question in ("Which month of the year has the most calls?", "Which month usually has the most calls?"):
        found = ask(centre, question)
        assert not found.unsure
        names = "January February March April May June July August September October November December".split()
        assert months[names.index(str(found.rows[0][0])) + 1] == max(months.values())


def test_quarters_are_set_side_by_side(centre: Workspace) -> None:
    def quarter(year: str) -> int:
        return sum(day[6:] == year and day[3:5] in ("07", "08", "09") for _, day, _ in CALLS)

    found = ask(centre, "Number of calls in the third quarter of 2023 compared with the third quarter of 2024")
    assert found.unsure or {row[-1] for row in found.rows} == {quarter("2023"), quarter("2024")}
