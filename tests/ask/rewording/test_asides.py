"""What a chatty asker says around a question."""

from __future__ import annotations

import pytest

from core.ask.rewording.asides import plainly
from core.ask.state import Link, Mention
from core.ask.tokens import tokenise

CELLS = {
    "kittens": Link("value", "pets", "kind", "Kitten", 0.9, "plural"),
    "tutors": Link("table", "tutors", score=1.0),
}


def link(text: str) -> tuple[Mention, ...]:
    tokens = tokenise(text)
    return tuple(Mention(i, i + 1, t.text, (CELLS[t.lower],)) for i, t in enumerate(tokens) if t.lower in CELLS)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("I'm clearing the loft. Which lamps have never been checked?", "Which lamps have never been checked?"),
        ("We want to write to everybody about the roof. How many members are there?", "How many members are there?"),
        ("Got a tall load for Friday. Which drivers have a licence?", "Which drivers have a licence?"),
        ("For the board: how many lamps are there?", "how many lamps are there?"),
        ("This is for my report, which lamps are broken?", "which lamps are broken?"),
        ("Which lamps are broken? She's on the phone asking.", "Which lamps are broken?"),
        ("Hello there. Which lamps are broken? Thanks so much.", "Which lamps are broken?"),
        ("How many lamps did St. Mary's lend us?", "How many lamps did St. Mary's lend us?"),
    ],
)
def test_what_decides_nothing_is_left_out(said: str, plain: str) -> None:
    assert plainly(said, link) == plain


@pytest.mark.parametrize(
    "said",
    [
        "She's just had a tattoo. How many days must she wait?",
        "We had 12 of them. How many are left?",
        "I'm only after the red ones. Which lamps are broken?",
        "We are thinking of kittens. How many pets are there?",
        "For the tutors: how many lessons are there?",
        "Which lamps are broken? I need the maker and the shelf.",
        "Which lamps are broken? Leave out the red ones.",
        "We moved in March. How many lamps were bought?",
        "We bought lamps.",
    ],
)
def test_what_may_decide_stays(said: str) -> None:
    assert plainly(said, link) == said
