"""What two tables tell together: late by the day of what it belongs to, what is owed less all payments, money spent on
lines of orders; and who has had what is theirs the longest."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture


def _day(n: int) -> str:
    return f"2024-{n % 9 + 1:02}-{n % 27 + 1:02}"


_TEXTS = {
    "guests": "guest_no,Guest Name,Town\n" + "".join(f"G{n},Guest {n},Town {n % 3}\n" for n in range(12)),
    "bookings": "booking_no,guest_no,booked,needed_by,state\n"
    + "".join(
        f"{n},G{n % 12},{_day(n)},2024-{n % 9 + 1:02}-28,{('Done', 'Cancelled')[n % 5 == 0]}\n" for n in range(60)
    ),
    "booking_lines": "booking_no,dish,quantity,unit_price\n"
    + "".join(f"{n % 60},Dish {n % 7},{n % 5 + 1},{10 + n % 4}\n" for n in range(150)),
    "drops": "drop_no,booking_no,handed_over\n"
    + "".join(f"{n},{n},{f'2024-{n % 9 + 1 + (n % 4 == 0):02}-20' if n % 11 else ''}\n" for n in range(60)),
    "berths": "berth_no,Holder,Let From,state\n" + "".join(f"B{n},Holder {n},{2001 + n}-05-04,Let\n" for n in range(9)),
    "pupils": "pupil_no,Pupil Name\n" + "".join(f"{n},Pupil {n}\n" for n in range(15)),
    "terms": "term_no,pupil_no,Fee Due\n" + "".join(f"{n},{n % 15},{50 + n}\n" for n in range(30)),
    "fee_payments": "receipt_no,term_no,Amount\n" + "".join(f"R{n},{n % 25},{20 + n}\n" for n in range(40)),
}

office = office_fixture(_TEXTS)

_OWED = sum(50 + n for n in range(30)) - sum(20 + n for n in range(40))
_SPENT = {g: sum((n % 5 + 1) * (10 + n % 4) for n in range(150) if n % 60 % 12 == g) for g in range(12)}
_KEPT = {g: sum((n % 5 + 1) * (10 + n % 4) for n in range(150) if n % 60 % 12 == g and n % 60 % 5) for g in range(12)}


def _first(spent: dict[int, int], many: int) -> list[str]:
    return [f"Guest {g}" for g in sorted(spent, key=lambda g: -spent[g])[:many]]


@pytest.mark.parametrize(
    "question",
    [
        "How many drops were handed over after the due date?",
        "How many drops were handed over after the day they needed them by?",
    ],
)
def test_late_by_the_day_of_what_it_belongs_to(office: Workspace, question: str) -> None:
    assert ask(office, question).rows == ((sum(n % 4 == 0 and n % 11 > 0 for n in range(60)),),)


@pytest.mark.parametrize("question", ["How much is still owing to us in total?", "How much do pupils still owe us?"])
def test_what_is_owed_is_what_was_due_less_all_payments(office: Workspace, question: str) -> None:
    assert ask(office, question).rows == ((_OWED,),)


def test_money_is_spent_on_the_lines_of_bookings(office: Workspace) -> None:
    assert [r[0] for r in ask(office, "Top 3 guests by what they've spent").rows] == _first(_SPENT, 3)
    left = ask(office, "Top 3 guests by what they have spent, cancelled bookings left out")
    assert [r[0] for r in left.rows] == _first(_KEPT, 3), left.sql


@pytest.mark.parametrize(
    "question", ["Which holder has kept a berth the longest?", "Which holder has held a berth longest?"]
)
def test_who_has_had_theirs_the_longest(office: Workspace, question: str) -> None:
    assert ask(office, question).rows[0][0] == "Holder 0"
