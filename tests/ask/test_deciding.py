"""Which words decide a question, so that a reading without them answers another one."""

from __future__ import annotations

import pytest

from core.ask.deciding import deciding
from core.ask.tokens import tokenise
from core.model import UNSURE, Chip
from tests.ask.conftest import Asked


@pytest.mark.parametrize(
    ("question", "ignored", "things", "found"),
    [
        ("How many customers are in Atlantis?", ("Atlantis",), (2,), ("Atlantis",)),
        ("How many customers are in atlantis?", ("atlantis",), (2,), ("atlantis",)),
        ("What is the total turnover?", ("turnover",), (), ("turnover",)),
        ("How many premium customers are there?", ("premium",), (3,), ("premium",)),
        ("What is the GPM of all sales?", ("GPM",), (6,), ("GPM",)),
        ("Orders over 17", ("17",), (0,), ("17",)),
        ("How many trees are there per district?", ("trees",), (), ("trees",)),
        ("How many people live in Leith?", ("people",), (), ()),
        ("What have we spent on bridges altogether?", ("bridges",), (), ("bridges",)),
        ("Total hours spent on repairs", ("repairs",), (), ()),
        ("Which templates are used by a document?", ("used",), (1,), ()),
        ("How many clubs have never been given a grant?", ("given",), (2, 8), ()),
        ("How many series were shown on each channel?", ("shown",), (2,), ()),
        ("How many restaurants serve pizza?", ("serve",), (2,), ()),
        ("How many orders are there in the database?", ("database",), (2,), ()),
        ("How many orders are there overall, kindly?", ("kindly",), (2,), ()),
        ("Total fines unpaid", ("unpaid",), (1,), ("unpaid",)),
        ("Which boats have a berth that is too short?", ("too", "short"), (1,), ("short",)),
        ("How many patients smoke?", ("smoke",), (2,), ("smoke",)),
        ("How many members live in Milton?", ("live",), (2,), ()),
        ("How many templates do all documents use?", ("use",), (5,), ()),
        ("Which orders exist?", ("exist",), (1,), ()),
        ("How many parcels bounced?", ("bounced",), (2,), ("bounced",)),
        ("How many members joined?", ("joined",), (2,), ()),
        ("Loans by genre", ("genre",), (0,), ("genre",)),
        ("How many loans are there for each genre?", ("genre",), (2,), ("genre",)),
        ("Which templates are used by a document?", ("document",), (1,), ()),
        ("Cars without sales, by doing a join", ("doing",), (0, 2), ()),
        ("Income from rents", ("Income",), (), ("Income",)),
        ("What is the member satisfaction per club?", ("satisfaction",), (3,), ("satisfaction",)),
        ("What was the weather in Leith?", ("weather",), (), ("weather",)),
        ("What is the total discount given in Leith?", ("given",), (), ()),
        ("What percentage of deliveries failed, by driver?", ("failed",), (3,), ("failed",)),
        ("How many charities have been taken off the list?", ("taken off",), (2,), ("taken",)),
        ("Which clubs gained the most players?", ("gained",), (1, 5), ("gained",)),
        ("What share of loans was recorded?", ("recorded",), (3,), ()),
        ("How many certificates were lodged in 2024?", ("lodged",), (2,), ()),
        ("Which films in the catalogue were never shown?", ("catalogue",), (1,), ()),
        ("Show the breakdown of orders by town", ("breakdown",), (4,), ()),
        ("How many seats are left for the play?", ("left",), (2,), ("left",)),
        ("Estimated weight share", ("share",), (1,), ("share",)),
        ("Which is the northernmost pier?", ("northernmost",), (4,), ("northernmost",)),
    ],
)
def test_conditions_and_measures_decide_and_small_words_do_not(
    question: str, ignored: tuple[str, ...], things: tuple[int, ...], found: tuple[str, ...]
) -> None:
    tokens = tokenise(question)
    chips = [Chip(tokens[i].text, "table", "", "", i) for i in things]
    assert deciding(tokens, ignored, chips) == found


def test_a_word_before_a_figure_decides() -> None:
    chips = [Chip("revenue", "column", "", "", 1)]
    assert deciding(tokenise("matinee revenue"), ("matinee",), chips) == ("matinee",)


def test_what_a_figure_is_of_decides() -> None:
    chips = [Chip("cost", "column", "", "", 1)]
    assert deciding(tokenise("total cost of bridges"), ("bridges",), chips) == ("bridges",)
    assert deciding(tokenise("total cost of everything"), ("everything",), chips) == ()


def test_a_score_behind_a_figure_is_that_figure() -> None:
    chips = [Chip("moisture", "figure", "", "", 3)]
    assert deciding(tokenise("What is the moisture reading of shed 4?"), ("reading",), chips) == ()
    assert deciding(tokenise("Readings by score"), ("score",), chips) == ("score",)


def test_an_answer_without_a_word_that_decides_is_withheld(asked: Asked) -> None:
    answer = asked("bikes", "How many trips were there in Atlantis?")
    assert answer.confidence < UNSURE
    assert asked("bikes", "How many trips are there in the database?").confidence >= UNSURE
