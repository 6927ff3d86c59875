"""Questions that documents answer: why something was left out, who collects it, what a code means.

They never take a question from the tables: where rows were found these stay, and what documents say stands beside
them. Documents are asked when the question's words are of that kind (`core.retrieval.asked`), and when the tables gave
nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from core.ask.state import Run
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
    if not (documentary or _empty(answer)):
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
    without_rows = answer.sql is None and not answer.columns and not answer.options
    alone = without_rows or (answer.unsure and documentary and rows_part(question) is None)
    answer = replace(answer, by_documents=alone)
    return _worded(answer, question, (*found.sentences, *found.retrieved.sentences), reader)


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
