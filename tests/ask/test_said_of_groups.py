"""A ferry: rows that belong to nobody are no sailor, one is one, and a range says of what it is and its unit."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

PILOTS = (("AM", "Anna Moor"), ("BK", "Bob Kerr"), ("CL", "Cato Lind"))
SAILED = ["AM"] * 12 + ["BK"] * 11 + ["CL"] * 5 + [""] * 30
FERRY = {
    "sailors": "Code,Name,Since\n" + "".join(f"{code},{name},201{n}\n" for n, (code, name) in enumerate(PILOTS)),
    "crossings": "Crossing,Sailed,Helm,Fares (£),Passengers\n"
    + "".join(
        f"X{n:03},{1 + n % 28:02}/0{1 + n % 9}/2024,{who},{n + 0.1:.2f},{10 + n * 7 % 30}\n"
        for n, who in enumerate(SAILED, 1)
    ),
}

ferry = office_fixture(FERRY)


def test_rows_of_nobody_are_no_sailor(ferry: Workspace) -> None:
    said = ask(ferry, "How many crossings did each helm do?").answer
    assert said.endswith("; 3 sailors in all, and 30 for (empty).")
    assert said.count("(empty)") == 1


def test_one_more_is_one(ferry: Workspace) -> None:
    found = ask(ferry, "How many more crossings did Anna Moor do than Bob Kerr?")
    assert found.rows == ((1,),)
    assert found.answer.startswith("There is 1 more crossing with sailor Anna Moor than with sailor Bob Kerr")


def test_a_range_says_of_what_it_is_in_its_unit(ferry: Workspace) -> None:
    found = ask(ferry, "What is the range of fares?")
    assert found.answer == "The range of fares is £57."
    assert "range of `crossings.Fares (£)`" in found.enriched or "range of `Fares (£)`" in found.enriched


def test_the_most_is_said_as_the_highest_number(ferry: Workspace) -> None:
    found = ask(ferry, "What is the highest number of passengers?")
    assert found.answer == "The highest number of passengers of crossings is 39."
