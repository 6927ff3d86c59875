"""Each turn of phrase by its own examples."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core.ask.rewording import phrases as module
from core.ask.rewording.phrases import Tail, behind, plainer, rewordings, without

RAW = tomllib.loads((Path(module.__file__).parent / "rewordings.toml").read_text(encoding="utf-8"))


def examples(kind: str) -> list[list[str]]:
    return [e for one in RAW[kind] for e in one["examples"]]


@pytest.mark.parametrize(("said", "plain"), examples("always"))
def test_what_is_always_said_in_other_words(said: str, plain: str) -> None:
    assert plainer(said) == plain


@pytest.mark.parametrize(("said", "plain"), examples("drop"))
def test_words_that_change_nothing_are_left_out(said: str, plain: str) -> None:
    assert without(said) == plain.rstrip("?")


@pytest.mark.parametrize(("said", "plain", "rows"), examples("tail"))
def test_what_is_asked_behind_a_question_is_told_apart(said: str, plain: str, rows: str) -> None:
    text, tails = behind(said.rstrip("?"))
    assert (text, [t.rows for t in tails]) == (plain, [int(rows) if rows.isdigit() else module.number_said(rows)])


@pytest.mark.parametrize(("said", "plain"), examples("form"))
def test_a_question_is_said_plainly(said: str, plain: str) -> None:
    assert plain in [r.text for r in rewordings(said)]


def test_tails_and_words_left_out_are_found_together() -> None:
    (first, *_) = rewordings("most common faults in the diary, with what they mean - top 5")
    assert first.tails == (Tail("first", 5),)
    assert "most common faults" in [
        r.text for r in rewordings("most common faults in the diary, with what they mean - top 5")
    ]


@pytest.mark.parametrize(
    "plain",
    [
        "How many vans are there?",
        "Which customers have no orders?",
        "total fees by town in 2024",
        "What is the average weight of parcels for each depot?",
        "Show all drivers by name",
        "",
        "?" * 2_000,
    ],
)
def test_plain_questions_stay(plain: str) -> None:
    assert [r.text for r in rewordings(plain) if r.text != plain.rstrip("?")] == []
