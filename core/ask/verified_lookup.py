"""Which verified answer a question is, or is like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from core.ask.state import Mention, Question
from core.ask.tokens import tokenise
from core.catalogue.verified_answers import Verified, VerifiedAnswers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LIKE = 0.75
"""Cosine of two questions' MiniLM vectors from which they are alike: of 14 pairs of rewordings that we wrote 12 lie
above. Questions that mean the opposite lie there too ("oldest", "youngest"): likeness is a hint and never an answer."""
MOST_LIKE = 3
MEANING = "minilm"
"""Only vectors of an embedder with this in its name tell meanings; spelling alone is no likeness."""


class Embeds(Protocol):
    name: str

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class VerifiedSource(Protocol):
    """What a translator asks of the verified answers."""

    def same(self, question: Question) -> Verified | None: ...

    def like(self, question: Question) -> tuple[Verified, ...]: ...


class Fixed:
    """One verified answer and no other: for an answer made again as it was."""

    def __init__(self, answer: Verified) -> None:
        self._answer = answer

    def same(self, question: Question) -> Verified | None:
        return self._answer

    def like(self, question: Question) -> tuple[Verified, ...]:
        return ()


class VerifiedLookup:
    """Looks questions up among the verified answers; vectors are kept as long as this lives."""

    def __init__(
        self,
        answers: VerifiedAnswers,
        link: Callable[[str], Sequence[Mention]],
        embedder: Callable[[], Embeds],
    ) -> None:
        self._answers, self._link, self._embedder = answers, link, embedder
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def same(self, question: Question) -> Verified | None:
        """The answer saved for this very question."""
        return self._answers.find(question.text, question.hint)

    def like(self, question: Question) -> tuple[Verified, ...]:
        """Answers to questions near in meaning that hold the same values and numbers, nearest first."""
        saved = [v for v in self._answers.all() if v.question != question.text]
        if not saved or MEANING not in self._embedder().name:
            return ()
        asked = self._vectors_of([question.text])[0]
        near = self._vectors_of([v.question for v in saved]) @ asked
        order = [int(i) for i in (-near).argsort(kind="stable") if near[i] >= LIKE]
        wanted = self._values(question.text) if order else frozenset()
        return tuple(saved[i] for i in order if self._values(saved[i].question) == wanted)[:MOST_LIKE]

    def _vectors_of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        new = [t for t in dict.fromkeys(texts) if t not in self._vectors]
        if new:
            if len(self._vectors) > 5_000:
                self._vectors.clear()
                new = list(dict.fromkeys(texts))
            self._vectors.update(zip(new, self._embedder().embed(new), strict=True))
        return np.stack([self._vectors[t] for t in texts])

    def _values(self, text: str) -> frozenset[str]:
        """Numbers, dates, quoted text, and words that are values of the data."""
        said = {t.lower for t in tokenise(text) if t.number is not None or t.kind in ("quoted", "date")}
        found = {m.links[0].id for m in self._link(text) if m.links and m.links[0].kind == "value"}
        return frozenset(said | found)
