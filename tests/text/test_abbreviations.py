"""Shortened words: which stand for a longer one, and which columns a question reaches by them."""

from __future__ import annotations

import pytest

from core.ask.link import Linker
from core.ask.tokens import tokenise
from core.ask.vocabulary import Vocabulary
from core.text.abbreviations import CUT, LOOSE, WHOLE, everyday, shortens
from tests.graph.graphs import table


@pytest.mark.parametrize(
    ("short", "word", "worth"),
    [
        ("strt", "start", WHOLE),
        ("sprvsr", "supervisor", WHOLE),
        ("nm", "name", CUT),
        ("org", "organisation", CUT),
        ("emrg", "emergency", CUT),
        ("rte", "route", LOOSE),
        ("ref", "reference", CUT),
        ("ref", "refused", 0.0),
        ("date", "donate", 0.0),
        ("end", "expected", 0.0),
        ("case", "cause", 0.0),
        ("tart", "start", 0.0),
        ("x", "xylophone", 0.0),
    ],
)
def test_a_shortened_word_keeps_its_first_letter_and_its_sound(short: str, word: str, worth: float) -> None:
    assert shortens(short, word) == worth


def test_everyday_abbreviations_stand_for_words_that_are_none() -> None:
    assert everyday()["dob"] == ("birth", "date")
    assert {w for words in everyday().values() for w in words} & everyday().keys() == set()


class _NoValues:
    def find(self, words: object) -> tuple[()]:
        return ()

    def lookup(self, text: str) -> tuple[()]:
        return ()


@pytest.mark.parametrize(
    ("question", "target"),
    [
        ("the start stop of each trip", "trips.strt_stp"),
        ("trips by route", "trips.rte"),
        ("How many depots are there?", "depots"),
        ("How many consultations were there?", "visits"),
    ],
)
def test_a_question_reaches_shortened_labels(question: str, target: str) -> None:
    tables = (
        table("trips", ["trp_id!", "strt_stp", "end_stp", "rte", "dpt"]),
        table("depots", ["dpt!", "city"]),
        table("visits", ["cons_no!", "day"]),
    )
    mentions = Linker(Vocabulary(tables), _NoValues()).link(tokenise(question))
    best = [k for m in mentions for k in m.links[:1]]
    assert target in [f"{k.table}.{k.column}".rstrip(".") for k in best]
