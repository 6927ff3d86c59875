"""Questions over columns that spell words in several ways: one word, one group, and the answer says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ask.spelled_apart import CODE
from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of

FILES = {
    "animals": "animal_id,name,species,sex\n"
    "1,Mog,Cat,f\n2,Tom,cat,m\n3,Fay, Cat,f\n4,Rex,Dog,m\n5,Bob,DOG,m\n6,Lad,Dog,m\n7,Kit,Cat,F\n"
    "8,Pip,Hen ,f\n9,Una,Hen,f\n",
    "stays": "stay_id,animal_id,wing,nights\n"
    "11,1,North,3\n12,2,north,4\n13,3,South,1\n14,4,North,2\n15,5,SOUTH,10\n16,6,South,2\n17,7,North ,5\n"
    "18,8,North,1\n",
}


@pytest.fixture(scope="module")
def shelter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("shelter"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many cats are there?", ((4,),)),
        ("How many animals are no cats?", ((5,),)),
        ("number of animals by species", (("Cat", 4), ("Dog", 3), ("Hen", 2))),
        ("How many different species are there?", ((3,),)),
        ("total nights per wing", (("North", 15), ("South", 13))),
        ("Which species had the most nights?", (("Dog",),)),
        ("How many nights did dogs stay in the south wing?", ((12,),)),
        ("names of the hens", (("Pip",), ("Una",))),
    ],
)
def test_spellings_of_a_word_are_one(shelter: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(shelter, question)
    assert answers(answer.rows, rows) or answers(tuple(r[:1] for r in answer.rows), rows), (answer.rows, answer.sql)
    assert CODE in {c.code for c in answer.warnings}, answer.sql


def test_a_question_that_meets_no_such_word_is_not_told_of_it(shelter: Workspace) -> None:
    answer = ask(shelter, "total nights of stay 11")
    assert CODE not in {c.code for c in answer.warnings}


def test_the_cells_stay_as_the_file_has_them(shelter: Workspace) -> None:
    rows = shelter.questions.sql("SELECT species FROM animals WHERE animal_id IN (3, 5, 8) ORDER BY animal_id").rows
    assert rows == ((" Cat",), ("DOG",), ("Hen ",))
