"""A stables: what nobody signed up for, who has left, whose something is, what is too tall for its place, and fees that
are still to come in."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

OWNERS = [(100 + n, f"{chr(65 + n)}arke", ("Ada", "Bo", "Cy", "Di")[n % 4], 200 + n % 4 * 20, 0 if n % 6 == 0 else 200,
           f"2024-0{1 + n % 9}-11" if n % 5 == 0 else "", "YNN"[n % 3]) for n in range(20)]  # fmt: skip
HORSES = [(f"H{n:02}", name, 130 + n * 13 % 50, 100 + n * 7 % 20, f"ST{n:02}" if n % 5 else "", f"2025-0{n % 9 + 1}-03")
          for n, name in enumerate("Thunder,Bramble,Clover,Duchess,Falcon,Ginger,Hazel,Kestrel,Linnet,Magpie,Nettle,"
                                   "Opal,Pepper,Quill,Rowan,Sorrel,Tansy,Umber".split(","))]  # fmt: skip
HORSES[7] = (*HORSES[7][:5], "")
STALLS = [(f"ST{n:02}", ("Indoor", "Outdoor")[n % 3 == 0], 135 + n * 17 % 40, 400 + n) for n in range(22)]
CLINICS = [
    (f"CL{n}", name, 8 + n) for n, name in enumerate("Jumping,Dressage,Vaulting,Trailers,Night Rides".split(","))
]
PLACES = [(f"B{n}", f"CL{n % 3}", 100 + n * 11 % 20, f"2024-0{1 + n % 9}-1{n % 9}") for n in range(30)]

stables = office_fixture(
    {
        "owners": csv_text("OwnNo,Surname,Forename,FeesDue,FeesPaid,Resigned,DD", OWNERS),
        "horses": csv_text("horse_id,name,height,owner,stall,insured_to", HORSES),
        "stalls": csv_text("Ref,Kind,MaxHeight,Rent", STALLS),
        "clinics": csv_text("Clinic,Title,Places", CLINICS),
        "clinic bookings": csv_text("BkRef,Code,Owner,BookedOn", PLACES),
    }
)
_LEFT = {(first, last, day) for _, last, first, _, _, day, _ in OWNERS if day}
_HEIGHTS = {ref: most for ref, _, most, _ in STALLS}
_UNASKED = {title for code, title, _ in CLINICS if code not in {c for _, c, *_ in PLACES}}


@pytest.mark.parametrize(
    "question",
    [
        "any clinics that nobody has signed up for?",
        "Which clinics has nobody signed up for?",
        "Are there any clinics that no one has enrolled on?",
        "Which clinics have no one on them?",
    ],
)
def test_what_nobody_signed_up_for_has_no_bookings(stables: Workspace, question: str) -> None:
    found = ask(stables, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == _UNASKED


def test_nobody_is_not_passed_over(stables: Workspace) -> None:
    found = ask(stables, "Which clinics did nobody think much of?")
    assert found.unsure


@pytest.mark.parametrize("question", ["Who has left the stables, and when?", "Who has left our club, and when?"])
def test_those_who_left_us_have_a_day_of_it(stables: Workspace, question: str) -> None:
    found = ask(stables, question)
    assert not found.unsure
    assert {(f, s, str(d)) for f, s, d in found.rows} == _LEFT


def test_resigning_ends_a_membership_and_an_insurance_does_not_end_a_horse(stables: Workspace) -> None:
    assert ask(stables, "How many owners do we have at the moment?").rows == ((len(OWNERS) - len(_LEFT),),)
    taken = {h[4] for h in HORSES}
    empty = sum(kind == "Indoor" and ref not in taken for ref, kind, *_ in STALLS)
    assert ask(stables, "how many indoor stalls are empty?").rows == ((empty,),)


def test_whose_something_is_that_has_a_name(stables: Workspace) -> None:
    owner = next(h[3] for h in HORSES if h[1] == "Clover")
    found = ask(stables, "Whose horse is Clover?")
    assert not found.unsure
    assert found.rows == tuple((first, last) for number, last, first, *_ in OWNERS if number == owner)


@pytest.mark.parametrize(
    "question", ["Which horses are too tall for the stall they're in?", "Which horses are too tall for their stall?"]
)
def test_too_tall_is_over_the_most_that_the_place_allows(stables: Workspace, question: str) -> None:
    found = ask(stables, question)
    assert not found.unsure
    assert {r[0] for r in found.rows} == {h[1] for h in HORSES if h[4] and h[2] > _HEIGHTS[h[4]]}


@pytest.mark.parametrize(
    "question", ["How much in fees is still to come in?", "How much in fees is still outstanding?"]
)
def test_what_is_still_to_come_in_is_what_was_due_less_what_was_paid(stables: Workspace, question: str) -> None:
    found = ask(stables, question)
    assert not found.unsure
    assert found.rows == ((sum(due - paid for *_, due, paid, _, _ in OWNERS),),)


@pytest.mark.parametrize(
    "question",
    ["What percentage of current owners pay by direct debit?", "What share of our current owners pay by direct debit?"],
)
def test_how_they_pay_is_a_mark_of_theirs(stables: Workspace, question: str) -> None:
    marks = [mark for *_, day, mark in OWNERS if not day]
    found = ask(stables, question)
    assert not found.unsure
    assert found.rows == ((pytest.approx(100 * marks.count("Y") / len(marks)),),)
