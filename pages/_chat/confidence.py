"""How sure the program is of an answer, and why, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from core.ask.cautions import DOUBT
from core.ask.outside_data import OUTSIDE
from core.model import UNSURE, Answer, Chip
from core.text.words import singular, words
from pages._ui.markup import count, literal, marked

HIGH, FAIR = 0.75, UNSURE
_NEAR = 0.15
"""Another reading this close is nearly as likely."""


def level(share: float) -> str:
    """The confidence in one word."""
    return "high" if share >= HIGH else "fair" if share >= FAIR else "low"


def line(answer: Answer) -> str:
    """Confidence with its reason, as Markdown; empty where nothing was answered."""
    if answer.sql is None and not answer.columns:
        return ""
    if answer.by_hand:
        return "Put together by you"
    sure = answer.confidence >= HIGH
    why = next(reasons(answer), "every word found its place") if sure else doubt(answer)
    advice = {
        "high": "",
        "fair": ". A look at how it was found is worthwhile",
        "low": ". Please check how it was found",
    }
    word = level(answer.confidence)
    return f"Confidence: {word} ({why}){advice[word]}"


def doubt(answer: Answer) -> str:
    """Why the answer is not surer."""
    return "; ".join(islice(reasons(answer), 3)) or "the question fits the files only roughly"


def reasons(answer: Answer) -> Iterator[str]:
    """What speaks for or against the answer, the weightiest first."""
    if answer.verified:
        yield f"follows the saved answer to “{literal(answer.verified)}”"
    codes = {c.code for c in answer.warnings}
    if OUTSIDE in codes:
        yield "the data do not go so far"
    if "translators_differ" in codes:
        yield "the model and the rules read it differently"
    if unsure := [e for e in answer.path if e.state != "confirmed"]:
        yield f"{count(len(unsure), 'join')} not confirmed"
    if answer.ignored:
        words = ", ".join(f"“{literal(w)}”" for w in answer.ignored[:3])
        yield f"{words} not used"
    if answer.alternatives and answer.alternatives[0].confidence >= answer.confidence - _NEAR:
        yield "another reading is nearly as likely"
    yield from (f"{c.message[:1].lower()}{c.message[1:-1]}" for c in answer.warnings if c.code == DOUBT)
    open_words = [c for c in answer.chips if c.kind != "ignored" and len(c.alternatives) > 2 and not _named(c)]
    if open_words and answer.confidence < HIGH:
        chip = open_words[0]
        yield f"“{literal(chip.words)}” was taken for {marked(chip.meaning)}, and may mean something else"


def _named(chip: Chip) -> bool:
    """The words are the very name of the table that they were taken for, or of the column or cell and of nothing else
    that is offered."""
    label = chip.meaning.rstrip("`").rpartition("`")[2]
    called = [_name(chip.target), label]
    others = [_name(target) for _, target in chip.alternatives if target]
    return _among(chip.words, called) and (chip.kind == "table" or not _among(chip.words, others))


def _name(target: str) -> str:
    """Of what a chip means the last part: the cell, the column or the table."""
    return target.partition("=")[2] or target.rpartition(".")[2]


def _among(said: str, names: Sequence[str]) -> bool:
    return [singular(w) for w in words(said)] in [[singular(w) for w in words(name)] for name in names]
