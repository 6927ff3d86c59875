"""A harbour's register: what boats are made of, where they are from and dock, and hills named like counties."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BOATS = "".join(
    f"B{n:02},{name},{('Wood', 'Steel', 'Plastic')[n % 3]},{1965 + n},P{1 + n % 4}\n"
    for n, name in enumerate(
        "Heron,Tern,Curlew,Petrel,Gannet,Puffin,Plover,Dunlin,Skua,Teal,Wigeon,Eider,Smew,Scoter,Godwit,Whimbrel".split(
            ","
        )
    )
)
HILLS = "".join(
    f"{name},{('Angus', 'Moray', 'Fife')[n % 3]},{410 + 31 * n}\n"
    for n, name in enumerate("Angus,Ben Tirran,Lomond,Mount Keen,Bin Hill,Largo,Dreish,Knock,Norman,Mayar".split(","))
)
HARBOUR = {
    "boats": f"Boat No,Name,Hull,Built,Home\n{BOATS}",
    "ports": "Port,Port name\nP1,Deal\nP2,Rye\nP3,Poole\nP4,Looe\n",
    "dockings": "Docking,Boat No,Day,At\n"
    + "".join(f"{n},B{n * 5 % 16:02},{1 + n % 28:02}/06/2024,P{1 + n % 3}\n" for n in range(120)),
    "hills": f"Hill,County,Height\n{HILLS}",
}

harbour = office_fixture(HARBOUR)


def test_a_stuff_is_said_as_what_is_made_of_it(harbour: Workspace) -> None:
    found = ask(harbour, "How many wooden boats were built before 1975?")
    assert not found.unsure
    assert found.rows == ((4,),)


@pytest.mark.parametrize(
    "question", ["How high are the hills of Angus on average?", "How high are Angus's hills on average?"]
)
def test_of_a_county_and_a_hill_with_its_name_the_county_is_meant_where_hills_are(
    harbour: Workspace, question: str
) -> None:
    assert ask(harbour, question).rows == ((549.5,),)


def test_a_hill_is_still_found_by_its_name(harbour: Workspace) -> None:
    assert ask(harbour, "What is the height of the hill Largo?").rows == ((565,),)


def test_two_places_without_and_between_them_are_not_taken_together(harbour: Workspace) -> None:
    assert ask(harbour, "How many times did boats based in Deal put in at Rye?").unsure


HALL = {
    "pitches": "Pitch,Fair,Trade,Yard gate keyholder,Dance,Sold\n"
    + "".join(
        f"{1 + n % 30},F{1 + n // 30},{('Toys', 'Prints', 'Cakes')[n * 7 % 3]},{'NY'[n % 2]},"
        f"{('', '20', '35')[n % 3]},{'NY'[n % 4 > 0]}\n"
        for n in range(90)
    ),
    "fairs": "Fair,Town\nF1,Deal\nF2,Rye\nF3,Looe\n",
}
hall = office_fixture(HALL)


def test_the_number_of_a_row_within_what_it_is_of_is_not_added_up(hall: Workspace) -> None:
    found = ask(hall, "How many pitches for each trade?")
    assert sorted(found.rows) == [("Cakes", 30), ("Prints", 30), ("Toys", 30)]


def test_a_yes_or_no_of_several_words_takes_more_than_one_of_them(hall: Workspace) -> None:
    found = ask(hall, "How many pitches are in the yard at Rye?")
    assert found.unsure or "keyholder" not in found.sql


def test_able_to_is_a_column_that_is_filled(hall: Workspace) -> None:
    assert ask(hall, "How many pitches are able to dance?").rows == ((60,),)


def test_a_share_of_few_kinds_is_no_share_of_rows(hall: Workspace) -> None:
    found = ask(hall, "What share of the trades in each fair are present?")
    assert found.unsure or "DISTINCT" not in found.sql
