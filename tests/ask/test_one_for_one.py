"""A piano tuner: at most one bill for each visit, and some visits without one."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

VISITS = [
    (f"V{1000 + n}", f"{1 + n % 28:02}/{1 + n % 12:02}/{2022 + n // 50 % 3}", ("Tuning", "Repair")[n % 2])
    for n in range(400)
]
BILLS = [
    (
        500 + n,
        f"V{1000 + n}" if n % 10 else f"v{1000 + n}",
        f"{1 + n % 28:02}/{1 + n % 12:02}/{2022 + (n + 11) // 50 % 3}",
        30 + n,
    )
    for n in range(400)
    if n % 9
]

tuner = office_fixture(
    {
        "visits": "Visit,Asked For,Work\n" + "".join(f"{v},{d},{w}\n" for v, d, w in VISITS),
        "bills": "Bill No,Visit,Billed,Amount\n" + "".join(f"{b},{v},{d},{a}.00\n" for b, v, d, a in BILLS),
    }
)


def test_money_is_of_its_own_day_and_not_of_that_of_the_larger_list(tuner: Workspace) -> None:
    kinds = {v.lower(): w for v, _, w in VISITS}
    wanted = sum(a for _, v, d, a in BILLS if d.endswith("2023") and kinds[v.lower()] == "Repair")
    found = ask(tuner, "How much did we bill for repairs in 2023?")
    assert not found.unsure
    assert found.rows == ((wanted,),)
