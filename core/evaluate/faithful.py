"""Whether what an answer says is held by what was retrieved: each number of its prose by its rows or by what was asked,
each sentence from documents by the passages that it cites (`core.retrieval.citing`).

It needs no expected answer and no model, and tells of a sentence whether it was made up, not whether it is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.model import Answer
from core.retrieval.citing import held

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[,\u00a0\u202f'’]\d{3})*(?:\.\d+)?(?![\d])")
_ANY = re.compile(r"\d+(?:\.\d+)?")
_GROUPING = re.compile(r"[,\u00a0\u202f'’]")
_QUOTED = re.compile(r"`[^`]*`|“[^”]*”")
"""Labels and values are cited as they are written; what stands in them is no figure of the sentence."""
_REST = re.compile(r"(?<![\w.,])(\d[\d,]*) (?=(?:others?|more)\b)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Þ“`(])|\n+")
_ROWS = 5_000
"""Of so many rows the values are compared; prose speaks of fewer."""


@dataclass(slots=True)
class Faithfulness:
    """Counts over all answers: of sentences of prose with a number, of sentences with citations, and those held."""

    prose: int = 0
    prose_held: int = 0
    cited: int = 0
    cited_held: int = 0

    def add(self, answer: Answer) -> tuple[str, ...]:
        """Count an answer's sentences; those that are not held."""
        loose = []
        for sentence in sentences(answer):
            self.prose += 1
            if unheld(sentence, answer):
                loose.append(sentence)
            else:
                self.prose_held += 1
        for told in answer.told:
            self.cited += 1
            if held(told.text, [c.text for c in told.sources], answer.question):
                self.cited_held += 1
            else:
                loose.append(told.text)
        return tuple(loose)

    @property
    def share(self) -> float | None:
        """Of all of them; None: there was none."""
        return (self.prose_held + self.cited_held) / (self.prose + self.cited) if self.prose + self.cited else None

    @property
    def report(self) -> str:
        """A line; empty while nothing was said."""
        said = []
        if self.prose:
            share = (
                f"{self.prose_held / self.prose:.3f} of {self.prose:,} sentences with figures have them from the rows"
            )
            said.append(share)
        if self.cited:
            said.append(
                f"{self.cited_held / self.cited:.3f} of {self.cited:,} from documents are held by what they cite"
            )
        return f"faithfulness of prose: {'; '.join(said)}" if said else ""


def faithfulness(answers: Iterable[Answer]) -> float | None:
    """The share of the answers' sentences that are held; None: they say nothing that could be."""
    counted = Faithfulness()
    for answer in answers:
        counted.add(answer)
    return counted.share


def sentences(answer: Answer) -> tuple[str, ...]:
    """The sentences of an answer's prose that give a figure; none of an answer without rows."""
    if answer.sql is None and not answer.columns:
        return ()
    parts = (s.strip() for s in _SENTENCE.split(answer.answer))
    return tuple(s for s in parts if _NUMBER.search(_QUOTED.sub(" ", s)))


def unheld(sentence: str, answer: Answer) -> tuple[str, ...]:
    """The numbers of a sentence that neither the rows nor the question give: as they are, rounded, in percent, or as
    how many rows there are (“and 10 others”)."""

    def rest(found: re.Match[str]) -> str:
        return " " if int(_GROUPING.sub("", found[1])) < len(answer.rows) else found[0]

    said = _NUMBER.findall(_REST.sub(rest, _QUOTED.sub(" ", sentence)))
    if not said:
        return ()
    known = _known(answer)
    return tuple(text for text in said if not _given(text, known))


def _given(text: str, known: Sequence[float]) -> bool:
    plain = _GROUPING.sub("", text)
    decimals = len(plain.partition(".")[2])
    number, near = float(plain), 0.5 * 10**-decimals + 1e-9
    return any(abs(abs(v) - number) <= near or abs(abs(100 * v) - number) <= near for v in known)


def _known(answer: Answer) -> list[float]:
    """The numbers that an answer may speak of."""
    rows = answer.whole.rows[:_ROWS]
    found = {float(len(answer.rows))}
    for row in rows:
        found |= _of_values(row)
    for column in zip(*rows, strict=False):
        found.add(float(len({str(v) for v in column})))
    texts = (answer.question, answer.rewritten, answer.enriched, answer.sql or "", *answer.columns)
    return sorted(found.union(*(_in(text) for text in texts)))


def _of_values(row: Sequence[Any]) -> set[float]:
    found: set[float] = set()
    for value in row:
        if isinstance(value, bool) or value is None:
            continue
        if isinstance(value, int | float):
            found.add(float(value))
        else:
            found |= _in(str(value))
    return found


def _in(text: str) -> set[float]:
    """The numbers in a text, with and without their grouping: `2023-02-01` gives 2023, 2 and 1."""
    return {float(n) for n in _ANY.findall(text)} | {float(_GROUPING.sub("", n)) for n in _NUMBER.findall(text)}
