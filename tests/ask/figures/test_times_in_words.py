"""A fire service publishes by times that cells tell in words of their own: listed, and asked for one by one."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

AREAS = ("Hillside", "Marsh", "Old Town")


def table(times: list[str], header: str = "Period") -> tuple[dict[str, str], dict[str, int]]:
    """A file of fires by time and area, and how many there were at each time."""
    rows = [(t, a, 11 + (n * 17 + k * 5) % 37) for n, t in enumerate(times) for k, a in enumerate(AREAS)]
    total = {t: sum(r[2] for r in rows if r[0] == t) for t in times}
    return {"fires": f"{header},Area,Fires\n" + "".join(f"{t},{a},{f}\n" for t, a, f in rows)}, total


ENDING, ENDED = table([f"Year ending March {y}" for y in range(2017, 2023)])
TWELVE, WITHIN = table([f"Apr {y} to Mar {y + 1}" for y in range(2017, 2023)])
LONG, SPANNED = table([f"{y} to {y + 1}" for y in range(2017, 2023)], "Year")
WEEKS, WEEKLY = table([f"2023-W{w:02}" for w in range(1, 11)], "Week")
HALVES, HALVED = table([f"{y} H{h}" for y in range(2020, 2023) for h in (1, 2)])
THREE, THREES = table([f"{y}-{y + 2}" for y in range(2013, 2019)])
SIX, SIXES = table([f"{y}{(y + 1) % 100:02}" for y in range(2016, 2023)], "time_period")
ending, twelve, spanned, weekly = map(office_fixture, (ENDING, TWELVE, LONG, WEEKS))
halves, three, six = map(office_fixture, (HALVES, THREE, SIX))

CASES = {
    "ending": (ENDED, "the year ending March 2021", "Year ending March 2021"),
    "twelve": (WITHIN, "2019/20", "Apr 2019 to Mar 2020"),
    "spanned": (SPANNED, "2018-19", "2018 to 2019"),
    "halves": (HALVED, "the first half of 2021", "2021 H1"),
    "three": (THREES, "2015-2017", "2015-2017"),
}


@pytest.mark.parametrize("office", CASES)
def test_the_time_that_a_cell_tells_is_found(office: str, request: pytest.FixtureRequest) -> None:
    totals, said, cell = CASES[office]
    found = ask(request.getfixturevalue(office), f"How many fires were there in {said}?")
    assert not found.unsure
    assert [row[-1] for row in found.rows] == [totals[cell]]


@pytest.mark.parametrize("office", [*CASES, "weekly"])
def test_figures_are_listed_by_such_times(office: str, request: pytest.FixtureRequest) -> None:
    totals = {**{k: v[0] for k, v in CASES.items()}, "weekly": WEEKLY}[office]
    by = {"spanned": "year", "weekly": "week"}.get(office, "period")
    assert dict(ask(request.getfixturevalue(office), f"Fires in each {by}").rows) == totals
    assert dict(ask(request.getfixturevalue(office), f"Fires by {by}").rows) == totals


def test_years_in_six_figures_are_times(six: Workspace) -> None:
    found = ask(six, "How many fires were there in 2019/20?")
    assert not found.unsure
    assert found.rows == ((SIXES["201920"],),)
    assert {str(y): n for y, n in ask(six, "Fires by year").rows} == SIXES
    best = ask(six, "Which year had the most fires?")
    assert str(best.rows[0][0]) == max(SIXES, key=SIXES.__getitem__)
    assert str(best.rows[0][0]) in best.answer


def test_a_week_is_no_year(weekly: Workspace) -> None:
    assert ask(weekly, "Which year had the most fires?").unsure


def test_what_is_quoted_is_not_said_otherwise(spanned: Workspace) -> None:
    found = ask(spanned, "How many fires were there in “2019 to 2020”?")
    assert found.unsure or [row[-1] for row in found.rows] == [SPANNED["2019 to 2020"]]
