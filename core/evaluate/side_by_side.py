"""The strategies of retrieval on a workspace's own documents, side by side, with what the chat answers from them.

A person writes questions with words of the passage that answers; the figures are those of `core.evaluate.retrieval`.
Faithful are the sentences of the chat whose numbers, negations and most words stand in what they cite.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.documents.notes import is_notes
from core.errors import BadCase, Cancelled, JoineryError
from core.evaluate.retrieval import ANSWERS, Measured, PassageCase, measure
from core.model import Answer
from core.retrieval.chunks import Sentence
from core.retrieval.citing import held
from core.retrieval.strategies.known import strategies
from core.workspace import Workspace

EXAMPLE = "Why were short trips left out? = Hires shorter than ninety seconds"
_MOST = 5


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A strategy's means over all questions, 0..1 but for `tokens` and `ms`; `faithful`: None where nothing is said."""

    strategy: str
    recall: float
    first_three: float
    first: float
    precision: float
    tokens: float
    ms: float
    faithful: float | None = None


def passages_of(text: str) -> tuple[PassageCase, ...]:
    """From lines `question = words of the passage`; blank ones are left out. Raises BadCase."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        question, _, words = (part.strip() for part in line.partition("="))
        if not line.strip():
            continue
        if not question or not words:
            raise BadCase("questions", number, "it has no “=” between a question and words of the passage", EXAMPLE)
        found.append(PassageCase(str(number), "", question, (("", words),)))
    if not found:
        raise BadCase("questions", 1, "there is none", EXAMPLE)
    return tuple(found)


def begun(ws: Workspace) -> str:
    """A few lines to begin from: columns that the documents define."""
    lines: dict[str, str] = {}
    for entry in ws.documents.entries(ws.tables.all()):
        name = entry.about.rpartition(".")[2]
        words = " ".join(entry.text.split()[:8]).replace("=", " ")
        if words and not is_notes(entry.passage.document):
            lines.setdefault(name, f"What does {name} mean? = {words}")
    return "\n".join(list(lines.values())[:_MOST])


def side_by_side(
    ws: Workspace,
    cases: Sequence[PassageCase],
    progress: Callable[[int, int], None] = lambda done, of: None,
    stop: threading.Event | None = None,
) -> tuple[SideBySide, ...]:
    """Every strategy and the chat on every question. Raises StoreError, Cancelled."""
    found: dict[str, list[Measured]] = {}
    faithful: list[float] = []
    for n, case in enumerate(cases):
        for name in strategies():
            if stop is not None and stop.is_set():
                raise Cancelled
            began = time.perf_counter()
            told = ws.retrieve(case.question, name)
            found.setdefault(name, []).append(measure(case, name, told.sentences, _ms(began)))
        began = time.perf_counter()
        answer = _asked(ws, case.question, stop)
        said = [Sentence("", "", t.text) for t in answer.told] if answer else []
        found.setdefault(ANSWERS, []).append(measure(case, ANSWERS, said, _ms(began)))
        faithful += [held(t.text, [c.text for c in t.sources]) for t in answer.told] if answer else []
        progress(n + 1, len(cases))
    share = sum(faithful) / len(faithful) if faithful else None
    return tuple(_means(name, some, share if name == ANSWERS else None) for name, some in found.items())


def _asked(ws: Workspace, question: str, stop: threading.Event | None) -> Answer | None:
    try:
        events = ws.questions.ask(question, verified=False, stop=stop)
        return next((a for a in events if isinstance(a, Answer)), None)
    except Cancelled:
        raise
    except JoineryError:
        return None


def _means(name: str, some: Sequence[Measured], faithful: float | None) -> SideBySide:
    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values)

    return SideBySide(
        name,
        mean([m.recall for m in some]),
        mean([m.first_three for m in some]),
        mean([float(m.first) for m in some]),
        mean([m.precision for m in some]),
        mean([m.tokens for m in some]),
        mean([m.ms for m in some]),
        faithful,
    )


def _ms(began: float) -> float:
    return (time.perf_counter() - began) * 1000
