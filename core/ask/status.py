"""What became of a question, in a word: for programs, which read no sentences."""

from __future__ import annotations

from typing import Literal

from core.ask.read_only import REASON as READ_ONLY
from core.model import Answer

Status = Literal["answered", "withheld", "asked_back", "refused", "not_understood"]


def status_of(answer: Answer) -> Status:
    """`withheld`: there are rows, but more likely than not they are not what was meant (`Answer.unsure`). `asked back`:
    one of its `options` is to be chosen. `refused`: it asks to change the data."""
    if answer.options:
        return "asked_back"
    if answer.unsure:
        return "withheld"
    if answer.sql is not None or answer.columns or answer.by_documents:
        return "answered"
    return "refused" if answer.answer == READ_ONLY else "not_understood"
