"""A lido: what it took in some time, its best days, and days of two kinds in two years."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

DAYS = [
    (f"{1 + n % 28:02}/{4 + n // 28 % 6:02}/{2023 + n // 168}", 20 + n * 37 % 90, 5.5 + n * 13 % 41) for n in range(336)
]
STAFF = ["Ann Pike,12/03/2011,Guard", "Bo Carr,02/06/2004,Guard", "Cy Dace,19/08/2017,Desk"]
HIRES = [
    (n, f"{1 + n % 28:02}/{1 + n % 12:02}/2023", f"{1 + n % 27:02}/{1 + n * 5 % 12:02}/{2023 + n % 2}", n % 3)
    for n in range(60)
]
lido = office_fixture(
    {
        "daily sheet": "Date,Swimmers,Kiosk £\n" + "".join(f"{d},{s},{k}\n" for d, s, k in DAYS),
        "staff list": "Name,Joined,Job\n" + "\n".join(STAFF) + "\n",
        "leaks": "Leak,Found,Where\n1,03/05/2023,Pump\n2,19/02/2024,Slide\n3,11/01/2024,Pump\n",
        "parties": "Party,Booked,Paid,Slides\n" + "".join(f"{n},{b},{p},{s}\n" for n, b, p, s in HIRES),
    }
)


def test_what_an_amount_was_in_some_time_is_added_up(lido: Workspace) -> None:
    found = ask(lido, "What were the kiosk takings in July 2023?")
    assert found.unsure or found.rows[0][0] == pytest.approx(sum(k for d, _, k in DAYS if d.endswith("07/2023")))
    found = ask(lido, "What was the kiosk in July 2023?")
    assert len(found.rows) == 1


def test_of_each_day_it_is_listed(lido: Workspace) -> None:
    assert len(ask(lido, "What was the kiosk for each date in July 2023?").rows) != 1


def test_the_best_day_is_not_the_last(lido: Workspace) -> None:
    found = ask(lido, "What was our best day at the kiosk in 2024?")
    most = max(k for d, _, k in DAYS if d.endswith("2024"))
    days = {f"{d[6:]}-{d[3:5]}-{d[:2]}" for d, _, k in DAYS if d.endswith("2024") and k == most}
    assert found.unsure or str(found.rows[0][0]) in days


@pytest.mark.parametrize(
    "question",
    [
        "How many parties were booked in 2023 but not paid until 2024?",
        "How many parties were booked in 2023 and paid in 2024?",
    ],
)
def test_two_days_have_a_year_each(lido: Workspace, question: str) -> None:
    found = ask(lido, question)
    assert not found.unsure
    assert found.rows == ((sum(p.endswith("2024") for _, _, p, _ in HIRES),),)


def test_the_date_of_the_latest_is_when_it_was(lido: Workspace) -> None:
    found = ask(lido, "What is the date of the latest leak?")
    assert not found.unsure
    assert str(found.rows[0][0]).startswith("2024-02-19")


def test_who_has_been_with_us_longest_began_first(lido: Workspace) -> None:
    found = ask(lido, "Who has been on the staff the longest?")
    assert not found.unsure
    assert found.rows[0][0] == "Bo Carr"


@pytest.mark.parametrize(
    ("question", "then", "now"),
    [
        ("By how much did the number of parties fall from May 2023 to September 2023?", "05/2023", "09/2023"),
        ("How much did swimmers rise between June 2023 and July 2023?", "06/2023", "07/2023"),
        ("By how much did swimmers go up or down between 2023 and 2024?", "2023", "2024"),
    ],
)
def test_what_changed_from_month_to_month(lido: Workspace, question: str, then: str, now: str) -> None:
    rows = [(b, 1) for _, b, _, _ in HIRES] if "parties" in question else [(d, s) for d, s, _ in DAYS]
    before, after = (sum(s for d, s in rows if d.endswith(time)) for time in (then, now))
    found = ask(lido, question)
    assert not found.unsure
    assert found.rows == ((before, after, after - before),)


def test_what_changed_from_quarter_to_quarter(lido: Workspace) -> None:
    months = [sum(s for d, s, _ in DAYS if d.endswith(f"{m:02}/2023")) for m in range(4, 10)]
    found = ask(lido, "How much did swimmers change from the second quarter of 2023 to the third quarter of 2023?")
    before, after = sum(months[:3]), sum(months[3:])
    assert found.unsure or found.rows == ((before, after, after - before),)
