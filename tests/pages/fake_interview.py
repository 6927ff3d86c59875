"""The questions back of a fake workspace."""

from __future__ import annotations

from collections.abc import Mapping

from core.ask.interview.asked import Asked
from core.workspace.interview import Answered


class FakeInterview:
    """Its questions, as given; answers take effect on nothing."""

    KNOBS = frozenset({"asked"})

    def __init__(self) -> None:
        self.asked: tuple[Asked, ...] = ()
        self._answered: list[Answered] = []

    def questions(self) -> tuple[Asked, ...]:
        return tuple(q for q in self.asked if q.id not in [a.id for a in self._answered])

    def answered(self) -> tuple[Answered, ...]:
        return tuple(self._answered)

    def answer(self, question: str, option: int) -> None:
        asked = next(q for q in self.asked if q.id == question)
        self._answered.append(Answered(asked.id, asked.text, asked.options[option - 1].text))

    def mean(self, question: str, meanings: Mapping[str, str]) -> None:
        asked = next(q for q in self.asked if q.id == question)
        said = ", ".join(f"{v} = {m}" for v, m in meanings.items() if m)
        self._answered.append(Answered(asked.id, asked.text, said))

    def call(self, question: str, word: str) -> None:
        asked = next(q for q in self.asked if q.id == question)
        self._answered.append(Answered(asked.id, asked.text, word))

    def skip(self, question: str) -> None:
        asked = next(q for q in self.asked if q.id == question)
        self._answered.append(Answered(asked.id, asked.text, ""))

    def undo(self, question: str) -> None:
        self._answered = [a for a in self._answered if a.id != question]
