"""A ferry office: months said where one table has days and another only years."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

CROSSINGS = [(n, f"{1 + n % 28:02}/{1 + n * 5 % 12:02}/2024", n % 3 + 1) for n in range(60)]
ferries = office_fixture(
    {
        "ferries": "Ferry,Name,Yr,Cars\n1,Gannet,1998,20\n2,Petrel,2011,44\n3,Fulmar,2019,60\n",
        "crossings": "No,Crossed,Ferry\n" + "".join(f"{n},{day},{ferry}\n" for n, day, ferry in CROSSINGS),
    }
)


def test_a_month_bounds_no_column_of_years(ferries: Workspace) -> None:
    found = ask(ferries, "How many crossings were there by the end of June 2024 that year?")
    assert found.unsure or found.rows == ((sum(day[3:5] <= "06" for _, day, _ in CROSSINGS),),)
