"""A boat hire: what was completed in a year is of the year in which it began, whenever it was booked."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

yard = office_fixture(
    {
        "vans": "id,van_name,base\nV1,Bluebell,KEN\nV2,Foxglove,KEN\nV3,Marigold,ULL\n",
        "bookings": "ref,van,booked,start,nights,st,dogs,price\n"
        "B1,V1,2022-11-20,2023-04-01,3,C,1,300\nB2,V2,2023-01-15,2023-06-10,7,C,0,700\n"
        "B3,V3,2023-10-02,2024-05-01,4,C,2,420\nB4,V1,2023-12-12,2024-07-20,7,X,0,800\nB8,V1,2024-01-04,2024-09-03,7,P,2,760\n"
        "B5,V2,2024-02-03,2024-08-02,7,C,1,810\nB6,V3,2024-11-25,2025-03-09,5,C,3,500\n"
        "B7,V3,2023-12-30,2024-06-11,2,C,1,220\n",
        "lookup": "list,code,means\nst,C,completed\nst,X,cancelled\nst,P,provisional\n"
        "base,KEN,Kendal\nbase,ULL,Ullswater\n",
    }
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many completed bookings were there in 2024?", 3),
        ("How many dogs came along on completed bookings in 2024?", 4),
        ("What did completed bookings in 2024 bring in altogether?", 1450),
        ("How many bookings booked in 2023 were completed?", 3),
    ],
)
def test_completed_in_a_year(yard: Workspace, question: str, value: int) -> None:
    answer = ask(yard, question)
    assert [list(map(float, map(str, r))) for r in answer.rows] == [[value]]
