"""A choir school: terms cut short, headers of first letters, and a file that is called after its term."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

TERMS = ("Aut 23", "Spr 24", "Sum 24", "Aut 24", "Spr 25")
CHOIRS = [(f"C{n:02}", f"Choir {n}", TERMS[n * 7 % 5 if n % 4 else 3], ("Y", "N")[n % 3 > 0]) for n in range(1, 41)]
SUNG = [
    (c, w, "Absent" if w < (6 if c == "C17" else n % 5) else "Present")
    for n, (c, *_) in enumerate(CHOIRS)
    for w in range(6)
]
school = office_fixture(
    {
        "choirs": "Choir,Called,Term,OOC\n" + "".join(f"{c},{name},{term},{o}\n" for c, name, term, o in CHOIRS),
        "sheet_spr25": "Choir,Week,Seen\n" + "".join(f"{c},{w},{m}\n" for c, w, m in SUNG),
    }
)


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("How many choirs were there in autumn 2024?", "Aut 24"),
        ("How many choirs were there in the autumn term of 2023?", "Aut 23"),
        ("How many choirs sang in summer 2024?", "Sum 24"),
    ],
)
def test_a_term_said_in_full_is_the_one_cut_short(school: Workspace, question: str, term: str) -> None:
    found = ask(school, question)
    assert not found.unsure
    assert found.rows == ((sum(t == term for _, _, t, _ in CHOIRS),),)


def test_first_letters_of_a_header_may_be_of_small_words(school: Workspace) -> None:
    found = ask(school, "How many choirs were out of county?")
    assert not found.unsure
    assert found.rows == ((sum(o == "Y" for *_, o in CHOIRS),),)


def test_a_file_is_called_after_its_term(school: Workspace) -> None:
    found = ask(school, "How many absences are there on the spring 2025 sheet?")
    assert found.rows == ((sum(m == "Absent" for *_, m in SUNG),),)


def test_the_most_absences_are_counted_where_they_are_noted(school: Workspace) -> None:
    found = ask(school, "Which choir had the most absences?")
    assert not found.unsure
    assert found.rows[0][0] in ("C17", "Choir 17")
