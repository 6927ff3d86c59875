"""Well diggers: when they last went somewhere, of the only rows of a day, and where there are others."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

HAMLETS = [(f"H{n}", name) for n, name in enumerate(("Oxen Fold", "Pike Side", "Quern Hill", "Ruddle Beck"))]
VISITS = [(n, f"H{n * n % 7 % 4}", f"202{1 + n % 3}-0{1 + n % 9}-1{n % 8}", 20 + n % 50) for n in range(60)]
BILLS = [(n, f"H{n % 4}", f"2024-0{1 + n % 9}-02", 90 + n) for n in range(30)]
HEADS = {
    "hamlets": csv_text("Hamlet,Hamlet Name", HAMLETS),
    "well_visits": csv_text("Visit No,Hamlet,Date,Mins", VISITS),
}
diggers = office_fixture(HEADS)
billing = office_fixture({**HEADS, "bills": csv_text("Bill No,Hamlet,Billed,Amount", BILLS)})


def test_the_only_rows_of_a_day_tell_the_last_time(diggers: Workspace) -> None:
    found = ask(diggers, "When was the last time we went to Quern Hill?")
    assert str(found.rows[0][0]) == max(day for _, at, day, _ in VISITS if at == "H2")


def test_of_two_kinds_of_rows_none_is_guessed(billing: Workspace) -> None:
    found = ask(billing, "When was the last time we went to Quern Hill?")
    assert found.unsure or str(found.rows[0][0]) == max(day for _, at, day, _ in VISITS if at == "H2")
