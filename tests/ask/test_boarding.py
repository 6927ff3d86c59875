"""Kennels: what is said of groups, ties, and names, and charts of them, as people ask for them in an office."""

from __future__ import annotations

import pytest

from core.ask.suggest.candidates import groups, sight_of
from core.ask.translators.rules.realisation.groups import each_once
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

BREEDS = "COL,Collie\nTER,Terrier\nPOO,Poodle\n"
KEEPERS = "AB,Ann Bligh,36\nCD,Col Dunn,20\nEF,Eva Frost,36\n"
OWNERS = "W1,Mrs Hale,Ryde,Y\nW2,Mr Oke,Cowes,N\nW3,Ms Pine,Ryde,Y\nW4,Mr Quill,Ventnor,Y\n"
DOGS = [(n, f"Rex {n % 9}", ("COL", "TER", "POO")[n % 3], f"W{1 + n % 4}") for n in range(1, 13)]
STAYS = [
    (f"R{n:03}", 1 + n * 5 % 12, ("AB", "CD", "EF")[n % 3], f"{1 + n % 28:02}/0{1 + n % 9}/2024") for n in range(60)
]
KENNELS = {
    "Breed codes": f"Code,Meaning\n{BREEDS}",
    "Keepers": f"Initials,Keeper Name,Hours/wk\n{KEEPERS}",
    "owner list": f"Owner No,Owner,Town,Reminders?\n{OWNERS}",
    "DOGS": "Dog ID,Dog name,Br.,Owner,Why\n"
    + "".join(f"{a},{b},{c},{d},{('Holiday', 'Illness')[a % 2]}\n" for a, b, c, d in DOGS),
    "Stays 24": "Stay ref,Dog,Kept by,Came,Board,Charge\n"
    + "".join(
        f"{ref},{dog},{by},{day},{('FULL', 'HALF', 'DAY')[dog % 3]},£{12 + dog % 3 * 4}.50\n"
        for ref, dog, by, day in STAYS
    ),
}

kennels = office_fixture(KENNELS)


@pytest.mark.parametrize(
    ("question", "chart"),
    [
        ("total charge by breed", ""),
        ("total charge for each breed as a pie", "pie"),
        ("show total charge per breed as bars", "bar"),
    ],
)
def test_a_figure_is_told_for_each_of_what_is_said_behind_it(kennels: Workspace, question: str, chart: str) -> None:
    found = ask(kennels, question)
    assert not found.unsure
    assert ({row[0] for row in found.rows}, found.chart) == ({"Collie", "Terrier", "Poodle"}, chart)


@pytest.mark.parametrize(
    ("question", "first", "whole"),
    [
        ("Which keeper has the most hours?", "Ann Bligh and Eva Frost have", {"Ann Bligh", "Eva Frost"}),
        (
            "Which keeper had the most stays?",
            "Ann Bligh, Col Dunn and Eva Frost have",
            {"Ann Bligh", "Col Dunn", "Eva Frost"},
        ),
    ],
)
def test_all_that_share_a_place_are_in_the_table(
    kennels: Workspace, question: str, first: str, whole: set[str]
) -> None:
    found = ask(kennels, question)
    assert found.answer.startswith(first)
    assert {row[0] for row in found.whole.rows} == whole
    assert kennels.questions.sql(str(found.whole.sql)).rows == found.whole.rows
    assert [c.message for c in found.warnings if c.code == "ties"] == [
        "Others share the first place; the table has all of them."
    ]


def test_things_of_one_name_are_counted_as_things(kennels: Workspace) -> None:
    said = ask(kennels, "number of stays per dog").answer
    assert said.startswith("Stays by dog: ")
    assert said.endswith("; 12 dogs in all.")


def test_a_name_that_several_rows_have_is_said_once(kennels: Workspace) -> None:
    found = ask(kennels, "Which dogs does Mrs Hale own?")
    assert found.answer == "There are 3 dogs with owner Mrs Hale: Rex 4, Rex 8 and Rex 3."
    assert each_once(["Ann", "Bo", "Ann"]) == ["Ann (2 rows)", "Bo"]


def test_texts_come_first_or_last_by_letters(kennels: Workspace) -> None:
    found = ask(kennels, "top 2 keepers by keeper name")
    assert found.answer == "The last 2 keepers by keeper name: Eva Frost and Col Dunn."
    assert found.enriched.endswith("the 2 with the last `Keeper Name`")
    assert "sorted by `Keeper Name` (A to Z)" in ask(kennels, "List the keepers in alphabetical order").enriched


def test_how_much_so_is_no_kind_that_things_are_narrowed_to(kennels: Workspace) -> None:
    assert ask(kennels, "how full was each stay").unsure
    counted = ask(kennels, "How many full stays were there?")
    assert counted.unsure or counted.rows == ((sum(dog % 3 == 0 for _, dog, *_ in STAYS),),)


def test_yes_and_no_and_questions_are_not_suggested_as_kinds(kennels: Workspace) -> None:
    sight = sight_of(kennels.tables.all(), kennels.joins.all())
    assert {c.label for t in sight.tables.values() for c in groups(t, sight)} & {"Reminders?", "Why", "Board"} == {
        "Board"
    }


@pytest.mark.parametrize(
    "question", ["top 2 breeds by total charge", "top 3 owners by total charge", "top 3 dogs by total charge"]
)
def test_a_figure_that_is_shown_anyway_is_no_reason_to_ask_back(kennels: Workspace, question: str) -> None:
    *_, found = kennels.questions.ask(question, chat=question)
    assert found.options == ()
    assert found.sql is not None
    assert found.whole.columns[-1] == "total Charge"


@pytest.mark.parametrize("question", ["number of stays per dog and keeper", "total charge by town and breed"])
def test_a_second_group_is_not_dropped(kennels: Workspace, question: str) -> None:
    found = ask(kennels, question)
    assert found.unsure or len(found.columns) == 3
