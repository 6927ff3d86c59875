"""The line of a question: what became of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.ask.read_only import REASON
from core.errors import JoineryError, ModelFailed
from core.evaluate.run import Asked, Used, _answer
from core.model import Answer
from core.workspace import Workspace

ROWS: dict[str, Any] = {"sql": "SELECT 3", "columns": ("n",), "rows": ((3,),)}
CASES: dict[str, tuple[Answer | JoineryError, str | None, list[list[int]] | None]] = {
    "given": (Answer("q", "There are 3.", confidence=0.9, **ROWS), "answered", [[3]]),
    "withheld": (Answer("q", "There are 3.", confidence=0.1, **ROWS), "withheld", [[3]]),
    "asked back": (Answer("q", "Which?", options=("one", "the other")), "asked_back", None),
    "refused": (Answer("q", REASON), "refused", None),
    "not understood": (Answer("q", "What is that?"), "not_understood", None),
    "a fault": (ModelFailed("It does not answer."), None, None),
}


@pytest.mark.parametrize("case", CASES)
def test_the_line_of_a_question_says_what_became_of_it(case: str) -> None:
    answer, status, rows = CASES[case]

    def ask(question: str, hint: str) -> list[Answer]:
        if isinstance(answer, JoineryError):
            raise answer
        return [answer]

    opened = cast(Workspace, SimpleNamespace(questions=SimpleNamespace(ask=ask)))
    line = _answer(opened, Asked("1", "", "q", ""), Used())
    assert (line["status"], line["rows"]) == (status, rows)
