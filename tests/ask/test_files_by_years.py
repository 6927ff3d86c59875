"""Published files whose names tell of a publisher, a subject and years: ski accidents and the people in them, permits
with their kinds and what became of them, a library's titles."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

PISTES = "Alder Birch Cedar Dogwood".split()
KINDS_HURT = ("Skier", "Snowboarder", "Sledger")
ACCIDENTS = [
    (f"A{n:03}", 2021 + n % 3, n * 7 % 365, PISTES[n % 4], "Slight Serious Fatal".split()[n % 3]) for n in range(120)
]
HURT = [
    (
        f"A{n % 120:03}",
        2021 + n % 3,
        n // 120 + 1,
        "Male Female".split()[n % 2],
        12 + n * 5 % 60,
        KINDS_HURT[n * 7 // 3 % 3],
    )
    for n in range(200)
]
SLEDGERS_2023 = sum(h[5] == "Sledger" and h[1] == 2023 for h in HURT)
AT_ALDER_2022 = sum(int(h[0][1:]) % 4 == 0 and h[1] == 2022 for h in HURT)

slopes = office_fixture(
    {
        "alpine-casualty-statistics-accident-2021-2023": csv_text(
            "accident_ref,accident_year,day_number,piste_name,severity", ACCIDENTS
        ),
        "alpine-casualty-statistics-casualty-2021-2023": csv_text(
            "accident_ref,accident_year,casualty_number,sex_of_casualty,age_of_casualty,casualty_type", HURT
        ),
        "alpine-casualty-statistics-lift-2021-2023": csv_text(
            "lift_code,lift_name,seats", [(f"L{n}", f"Lift {PISTES[n]}", 2 + n) for n in range(4)]
        ),
    }
)


def test_a_year_in_all_file_names_names_no_table(slopes: Workspace) -> None:
    found = ask(slopes, "How many sledgers were hurt in 2023?")
    assert found.unsure or found.rows == ((SLEDGERS_2023,),)
    assert "2023" in found.sql


def test_people_are_those_in_the_accidents_and_no_accidents(slopes: Workspace) -> None:
    found = ask(slopes, "How many people were hurt at Alder in 2022?")
    assert found.unsure or found.rows == ((AT_ALDER_2022,),)


KINDS = [
    ("HH", "House extension", 206),
    ("AD", "Advertisement", 132),
    ("FU", "Full permit", 462),
    ("TR", "Tree work", 0),
]
WARDS = [("W1", "Ashgate"), ("W2", "Brook"), ("W3", "Castle")]
OUTCOMES = [("A", "Approve", "Granted"), ("R", "Refuse", "Refused"), ("W", "Withdrawn", "Withdrawn")]


def _permit(n: int) -> tuple[object, ...]:
    ward, outcome = (
        ("W1", "R" if n % 9 == 0 else "A")
        if n % 3 == 0
        else ("W2", "A")
        if n % 3 == 1
        else ("W3", "R" if n % 2 else "A")
    )
    received, valid = f"2022-{n % 12 + 1:02}-0{n % 5 + 1}", f"2022-{n % 12 + 1:02}-1{n % 5}"
    decided = f"2023-{n % 6 + 1:02}-1{n % 9}"
    objections = 40 if n == 77 else (9 if ward == "W2" else 0) + n % 4
    return (f"P{n:04}", KINDS[n % 4][0], ward, received, valid, decided, outcome, objections)


PERMITS = [_permit(n) for n in range(150)]
APPEALS = [(f"X{n}", f"P{n * 9:04}", "2023-05-01", f"2023-1{n % 3}-15", "Dismissed") for n in range(15)]

permits = office_fixture(
    {
        "permit_kinds": csv_text("KIND,KIND_DESC,FEE", KINDS),
        "permit applications 2022-2023": csv_text(
            "REF,KIND,WARD_CODE,DATE_RECEIVED,DATE_VALID,DECISION_DATE,DECISION,NO_OBJECTIONS", PERMITS
        ),
        "outcome_codes": csv_text("Decision_Code,Decision_Text,Outcome_Group", OUTCOMES),
        "permit_appeals": csv_text("Appeal,Permit Ref,Start Date,Appeal Decision Date,Appeal Outcome", APPEALS),
        "wards": csv_text("WARD,WARD_NAME", WARDS),
    }
)


@pytest.mark.parametrize(
    ("question", "first"),
    [("Which permit application drew the most objections?", "P0077"), ("Which ward had the most refusals?", "Castle")],
)
def test_words_of_the_table_and_of_cells_come_first(permits: Workspace, question: str, first: str) -> None:
    found = ask(permits, question)
    assert found.unsure or found.rows[0][0] == first


def test_of_two_tables_in_which_something_is_decided_none_is_taken(permits: Workspace) -> None:
    assert ask(permits, "How long does it take on average to decide a house extension?").unsure


TITLES = [(f"B{n:03}", f"Title {n}", f"Author {n * n % 23}", n % 5 + 1) for n in range(120)]
OUT = [
    (n, f"B{n * n % 37:03}", f"L{(n * n + n // 7) % 12:02}", f"2023-{n % 12 + 1:02}-{n % 28 + 1:02}")
    for n in range(300)
]

NAMED = "Dock Mill Park Quay Hill Lane Ford Wood Moor Bank Gate Well".split()
shelves = office_fixture(
    {
        "Library_Holdings": csv_text("BibNum,Title,Author,ItemCount", TITLES),
        "Checkouts_2023": csv_text("Id,BibNum,Branch,TakenOn", OUT),
        "branches": csv_text(
            "Branch,Name,Floor Area",
            [(f"L{n:02}", f"{NAMED[n]} Branch", 300 + 37 * n * n % 900) for n in range(12)],
        ),
    }
)
WRITTEN = {t[0]: t[2] for t in TITLES}
TAKEN = Counter(WRITTEN[o[1]] for o in OUT)


def test_what_is_borrowed_is_told_by_the_checkouts(shelves: Workspace) -> None:
    found = ask(shelves, "Who are the five most borrowed authors?")
    assert not found.unsure
    assert sum(TAKEN[str(r[0])] for r in found.rows) == sum(n for _, n in TAKEN.most_common(5))
    taken = sum(o[3][:7] == "2023-03" for o in OUT)
    assert ask(shelves, "How many loans were there in March 2023?").rows == ((taken,),)


def test_so_many_for_a_size_of_each_is_no_group_by_size(shelves: Workspace) -> None:
    found = ask(shelves, "How many checkouts per floor area does each branch make?")
    assert found.unsure or "/" in found.sql


def test_a_rank_that_another_figure_gives_as_well_is_not_its_own(shelves: Workspace) -> None:
    found = ask(shelves, "Which branch lends the most?")
    assert found.unsure or "Floor Area" not in found.sql


CALLS = [
    (n, ("Fire", "Flood", "Animal")[n % 3], f"2023-{n % 12 + 1:02}-11", f"K{n % 9}" if n % 7 else "") for n in range(90)
]
brigade = office_fixture({"callouts": csv_text("No,Kind,Day,Pump", CALLS)})


def test_of_two_nouns_that_are_denied_the_first_alone_is_no_answer(brigade: Workspace) -> None:
    found = ask(brigade, "How many callouts had no fire engine?")
    assert found.unsure or "<>" not in found.sql
