"""A garage: which figures of its columns are offered, and in which order."""

from __future__ import annotations

import pytest

from core.ask.edit.offers import Offers
from core.ask.edit.sense import adds_up, aggregates
from core.ask.form import begin
from core.ask.state import SchemaView
from core.ask.translators.rules.query import Col
from core.workspace import Workspace
from tests.ask.schemas import facts, table
from tests.ask.worlds import office_fixture

GARAGE = {
    "repairs": "Repair,Car,Day,Hours,Rate/hr,Odo,Kind,Warranty,Notes\n"
    + "".join(
        f"{n},C{n % 20 + 1:02},2024-{n % 12 + 1:02}-{n % 28 + 1:02},{n % 7 + 1},{30 + n % 5},{20000 + n * 311},"
        f"{('Service', 'Tyres', 'Brakes')[n % 3]},{n % 2},{('Ring first', 'Key in box', '')[n % 3]}\n"
        for n in range(1, 121)
    ),
    "cars": "Car,Owner,Made,Doors,VAT %\n"
    + "".join(f"C{n:02},O{n % 9 + 1},{2001 + n % 17},{n % 3 + 3},{n % 4 * 5 + 0.5}\n" for n in range(1, 21)),
    "owners": "Owner,Name,Town,Since,Credit\n"
    + "".join(f"O{n},Owner {n},{('Ware', 'Hove')[n % 2]},{2010 + n}-01-0{n},{n * 50 + 5}\n" for n in range(1, 10)),
}
garage = office_fixture(GARAGE)


def offered(ws: Workspace, table: str) -> list[str]:
    reading = begin(table)
    offers = Offers(reading.query, ws.questions.facts(reading))
    return [offers.item(i) for i in offers.figures()]


def test_of_the_rows_in_hand_comes_first_then_of_those_beside_them(garage: Workspace) -> None:
    said = offered(garage, "repairs")
    order = ("number of repairs", "total repairs › Hours", "number of cars", "highest cars › Doors", "number of owners")
    assert [said.index(s) for s in order] == sorted(said.index(s) for s in order)
    far = [s for s in said if "owners" in s]
    assert far == ["number of owners", "total owners › Credit", "average owners › Credit"]
    assert "median owners › Credit" in offered(garage, "owners")
    assert not [s for s in said if s.startswith("median cars")]


@pytest.mark.parametrize(
    ("column", "left"),
    [
        ("Rate/hr", ["average", "highest", "lowest", "median"]),
        ("Odo", ["average", "highest", "lowest", "median"]),
        ("Warranty", ["total"]),  # of 1 and 0: how many
        ("Car", ["number of different"]),
        ("Kind", ["number of different"]),
        ("Notes", []),
        ("Repair", []),
    ],
)
def test_what_says_nothing_is_left_out(garage: Workspace, column: str, left: list[str]) -> None:
    said = [s.removesuffix(f" repairs › {column}") for s in offered(garage, "repairs") if s.endswith(f"› {column}")]
    assert said == left


def test_parts_are_not_added_up_and_years_have_ends(garage: Workspace) -> None:
    said = offered(garage, "cars")
    assert {"average cars › VAT %", "highest cars › Made"} <= set(said)
    assert not {"total cars › VAT %", "total cars › Made", "average cars › Made"} & set(said)


def test_a_column_headed_by_a_sign_alone_has_figures() -> None:
    takings = facts(SchemaView((table("takings", "day:date", "£:real"),), ()))
    assert adds_up(Col("takings", "£"), takings)
    assert "sum" in aggregates(Col("takings", "£"), takings)
