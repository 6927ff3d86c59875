"""Questions that documents answer: why something was left out, who collects it, what a code means.

Documents are asked when the question's words are of that kind (`core.retrieval.asked`), and when the tables gave
nothing sure to show. Which of the two really answers stands first: of why something is so and how it was made rows say
nothing, so theirs are folded; beside an unsure reading stands what a document says, and above it what it says surely.
Rows are never taken away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from core.ask.read_only import REASON as READ_ONLY
from core.ask.state import Run
from core.ask.why.asked import why_asked
from core.documents.notes import is_notes
from core.errors import JoineryError, StoreError
from core.model import Answer, Citation, Told, Visited
from core.retrieval.answering import Found, answering
from core.retrieval.asked import asked, rows_part
from core.retrieval.base import Query, Retrieved
from core.retrieval.chunks import Sentence
from core.retrieval.dated import dates_in, without_dates
from core.retrieval.graph import SimilarityGraph, Where
from core.retrieval.strategies.known import CHOSEN, strategies

_SURE, _DEFINED = 0.8, 0.9
"""Scores of a sentence that answers whatever the question's words are, and of a definition. Of our 42 questions of no
such words, asked of seven folders each that they were not meant for, three sentences were above the first, on the same
matter; of those that answer 29 of 32 are."""
_OF_ROWS = re.compile(
    r"\W*(?:what(?:['’]s| is| was| are| were| would be)? (?:the )?)?(?:how (?:many|much)|count|list|show|number of"
    r"|total|average|mean|median|highest|lowest|largest|smallest|share of|percentage|proportion)\b",
    re.IGNORECASE,
)
"""How a question begins that no sentence answers as a rule."""
_OF_GROUPS = re.compile(r"\b(?:per|by each|for each|in each|the most|the least|the fewest)\b", re.IGNORECASE)
"""What else such a question says."""
PASSAGES = Where.of(kinds=["passage"])


class Passages(Protocol):
    """The similarity graph, and how questions are embedded for it."""

    def graph(self) -> SimilarityGraph: ...

    def query(self, question: str, where: Where) -> Query: ...


class Reader(Protocol):
    """Words an answer from numbered sentences."""

    run: Run

    def read(self, question: str, told: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Sentences, each with the numbers of those it rests on, checked; () where it has none. Raises ModelFailed."""
        ...


def told(answer: Answer, passages: Passages, reader: Callable[[], Reader | None]) -> Answer:
    """The answer with what documents say to its question; as it is while the documents cannot be read."""
    question = answer.question if asked(answer.question).of_documents else answer.rewritten or answer.question
    documentary = asked(question).of_documents
    if answer.answer == READ_ONLY or not (documentary or _empty(answer)):
        return answer
    try:
        found = _of_its_date(question, passages) or _answering(question, passages, PASSAGES)
    except StoreError:
        return answer
    if not found.sentences:
        return answer
    answer = replace(
        answer, told=tuple(Told(s.text, (_citation(s),)) for s in found.sentences), visited=stops(found.retrieved)
    )
    answer = replace(answer, by_documents=_alone(answer, question, found.scores[0]))
    return _worded(answer, question, (*found.sentences, *found.retrieved.sentences), reader)


def _alone(answer: Answer, question: str, score: float) -> bool:
    """Whether the documents' sentences, the best of which has this score, are the answer, and rows beside the point."""
    if answer.options:
        return False
    if answer.sql is None and not answer.columns:
        return True
    if rows_part(question) is not None:
        return False
    kind = asked(question).kind
    if answer.unsure:
        return kind != "other" or (score >= _SURE and not _of_rows(question))
    change = why_asked(question)
    if kind == "why":
        return change is None or not change.why
    return kind == "how" or (kind == "meaning" and score >= _DEFINED)


def _of_rows(question: str) -> bool:
    return bool(_OF_ROWS.match(question) or _OF_GROUPS.search(question))


def _answering(question: str, passages: Passages, where: Where) -> Found:
    return answering(passages.query(question, where), passages.graph(), strategies()[CHOSEN])


def _of_its_date(question: str, passages: Passages) -> Found | None:
    """What the documents of the dates say that the question names ("… on 14 March 2023"); None where none is of these
    or they do not answer: then the date is one inside a document."""
    where = Where.of(kinds=PASSAGES.kinds, dates=dates_in(question))
    if not where.dates or not passages.graph().allowed(where).any():
        return None
    found = _answering(without_dates(question), passages, where)
    return found if found.sentences else None


def stops(found: Retrieved) -> tuple[Visited, ...]:
    """A strategy's path, a stop for each sentence taken."""
    told = dict(zip(found.ids, found.sentences, strict=True))
    return tuple(Visited(source_of(told[s]), told[s].text, v.why, v.score) for v in found.path for s in v.taken)


def _empty(answer: Answer) -> bool:
    """The tables gave nothing to show, and nothing is asked back."""
    return answer.unsure or (answer.sql is None and not answer.columns and not answer.options)


def _worded(
    answer: Answer, question: str, sentences: Sequence[Sentence], reader: Callable[[], Reader | None]
) -> Answer:
    """In a model's words, where there is one and each of its sentences is held by what it cites."""
    try:
        model = reader()
    except JoineryError:
        return answer
    if model is None:
        return answer
    numbered = list(dict.fromkeys(sentences))
    try:
        said = model.read(question, [s.text for s in numbered])
    except JoineryError:
        said = ()
    run = model.run
    worded = tuple(Told(text, tuple(_citation(numbered[n]) for n in rests)) for text, rests in said)
    return replace(
        answer,
        told=worded or answer.told,
        model_calls=answer.model_calls + run.calls,
        tokens=answer.tokens + run.tokens,
        exchanges=(*answer.exchanges, *run.exchanges),
    )


def _citation(sentence: Sentence) -> Citation:
    return Citation(source_of(sentence), sentence.text)


def source_of(sentence: Sentence) -> str:
    """Where a sentence stands, as people are told it; lines beside a file's rows by the file."""
    return sentence.place if is_notes(sentence.document) else sentence.source
