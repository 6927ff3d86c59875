"""The figures of everyday.py do not fall behind."""

from __future__ import annotations

import pytest

from tests.benchmarks.everyday import HIGH, told


@pytest.mark.slow
def test_everyday_questions_are_answered_and_what_is_not_known_is_withheld() -> None:
    found = list(told())
    wrong = [t.question for t in found if t.shown and not t.right]
    assert sum(t.right for t in found) >= 64
    assert len(wrong) <= 5, wrong
    assert not [t.question for t in found if t.answer.confidence >= HIGH and not t.right]
