"""Strategies of retrieval side by side: questions about documents, with the passages that answer them.

A line of the file has `question`, `db` (a folder of documents) and `passages`: objects {"document", "text"}, the text
being words of the sentence, or row, that answers. Measured are, for each strategy and question:

* recall: the share of those passages among the sentences retrieved, and among the first three;
* context precision: the mean of precision at the place of each passage found (as in ragas), 0 when none is;
* first: the share of questions whose first sentence is one of those passages;
* tokens: a fourth of the characters retrieved; and milliseconds, without the embedding of the documents;
* faithful, of answers in words: the share of the sentences that what they cite holds; strategies give passages alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.config import Settings
from core.documents.match import Found
from core.documents.read import KINDS, read_document
from core.errors import BadCase, FileMissing, ModelFailed
from core.evaluate.run import embedder_of
from core.evaluate.written import records
from core.index.base import Embedder
from core.retrieval.answering import answering
from core.retrieval.base import Budget, Query, Strategy
from core.retrieval.chunks import Sentence
from core.retrieval.citing import held
from core.retrieval.graph import SimilarityGraph
from core.retrieval.strategies.known import CHOSEN, strategies

EXAMPLE = '{"question": "…", "db": "bikes", "passages": [{"document": "method.md", "text": "Hires shorter than"}]}'
TOGETHER = "all together"
ANSWERS = "→ answers from documents"
WORDED = "→ the same in a model's words"
Word = Callable[[str, Sequence[str]], Sequence[tuple[str, tuple[int, ...]]]]
"""A model's sentences for a question and numbered passages, each with the numbers of those it cites, unchecked."""
FIRST = 3
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class PassageCase:
    """A question with the passages that answer it, as pairs (document, words of a sentence)."""

    id: str
    db: str
    question: str
    passages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """How a strategy did on a question."""

    strategy: str
    case: PassageCase
    recall: float
    first_three: float
    first: bool
    precision: float
    tokens: float
    ms: float
    faithful: float | None = None


def passage_cases(path: Path) -> tuple[PassageCase, ...]:
    """The questions of a file. Raises FileMissing and BadCase."""
    if not path.is_file():
        raise FileMissing(path)
    found = []
    for number, body in records(path, path.read_bytes()):
        passages = body.get("passages")
        told = isinstance(passages, Sequence) and not isinstance(passages, str) and len(passages) > 0
        if not isinstance(body.get("question"), str) or not told or not all(map(_is_passage, passages or ())):
            raise BadCase(path, number, "it has no “question” with “passages”", EXAMPLE)
        pairs = tuple((str(p["document"]), str(p["text"])) for p in passages or ())
        found.append(PassageCase(str(body.get("id", number)), str(body.get("db") or ""), body["question"], pairs))
    return tuple(found)


def _is_passage(passage: Any) -> bool:
    return isinstance(passage, Mapping) and {"document", "text"} <= passage.keys()


def measure(case: PassageCase, strategy: str, sentences: Sequence[Sentence], ms: float) -> Measured:
    """The figures of what was retrieved for a case; a passage without a document may stand in any."""
    texts = [(s.document.rpartition("/")[2], _flat(s.text)) for s in sentences]
    wanted = [(document, _flat(text)) for document, text in case.passages]
    places = [next((n for n, (d, t) in enumerate(texts, 1) if w[0] in ("", d) and w[1] in t), 0) for w in wanted]
    held = sorted(p for p in places if p)
    precise = [sum(p <= at for p in held) / at for at in held]
    return Measured(
        strategy,
        case,
        len(held) / len(wanted),
        sum(p <= FIRST for p in held) / len(wanted),
        1 in held,
        sum(precise) / len(precise) if precise else 0.0,
        sum(len(s.text) for s in sentences) / 4,
        ms,
    )


def evaluate_strategies(
    questions: Path,
    data: Path,
    settings: Settings,
    compared: Sequence[Strategy],
    *,
    tell: Callable[[dict[str, Any]], None],
    say: Callable[[str], None] = lambda text: None,
    embedder: Embedder | None = None,
    word: Word | None = None,
) -> str:
    """Every strategy on every question, each folder by itself and all in one; `tell` gets a line for each. With `word`
    the answers from each folder by itself are also worded by a model.

    Returns the figures as text, strategies side by side. Raises FileMissing and BadCase.
    """
    cases = passage_cases(questions)
    made = embedder or embedder_of(settings)
    read = {db: documents_of(data / db) for db in dict.fromkeys(c.db for c in cases)}
    found: list[Measured] = []
    graphs = {db: _graph(documents, made, say, db) for db, documents in read.items()}
    whole = {f"{db}/{name}": told for db, documents in read.items() for name, told in documents.items()}
    together = _graph(whole, made, say, TOGETHER)
    everywhere: list[Measured] = []
    beside: list[Measured] = []
    for case in cases:
        query = Query(case.question, made.embed([case.question])[0])
        for strategy in compared:
            found.append(_asked(case, query, graphs[case.db], strategy))
            everywhere.append(_asked(case, query, together, strategy))
            tell(_line(found[-1], everywhere[-1]))
        found.append(_answered(case, query, graphs[case.db]))
        everywhere.append(_answered(case, query, together))
        tell(_line(found[-1], everywhere[-1]))
        if word is not None:
            found.append(_worded(case, query, graphs[case.db], word))
            tell(_line(found[-1], None))
        beside += [_answered(case, query, graphs[db]) for db in graphs if db != case.db]
    lines = list(_report(cases, found, everywhere))
    if beside:
        silent = sum(not m.tokens for m in beside)
        lines.append(f"questions asked of other folders: {silent} of {len(beside)} rightly left unanswered")
    return "\n".join(lines)


def _graph(
    documents: Mapping[str, Sequence[Found]], embedder: Embedder, say: Callable[[str], None], name: str
) -> SimilarityGraph:
    from core.retrieval.kept import graph_of

    began = time.perf_counter()
    graph = graph_of(dict(documents), embedder)
    seconds = time.perf_counter() - began
    say(f"{name}: {len(documents)} documents, {len(graph.sentences)} sentences in {seconds:.1f} s")
    return graph


def documents_of(folder: Path) -> dict[str, tuple[Found, ...]]:
    """The passages of the documents in a folder, tables of text left out. Raises FileMissing and FileError."""
    paths = [
        p for p in sorted(folder.glob("*")) if p.suffix.lower() in KINDS and p.suffix.lower() not in (".csv", ".tsv")
    ]
    if not paths:
        raise FileMissing(folder)
    return {
        p.name: tuple(Found(p.name, q.place, q.text, q.cells, q.line, q.breaks) for q in read_document(p))
        for p in paths
    }


def _asked(case: PassageCase, query: Query, graph: SimilarityGraph, strategy: Strategy) -> Measured:
    began = time.perf_counter()
    found = strategy.retrieve(query, graph, Budget())
    return measure(case, strategy.name, found.sentences, (time.perf_counter() - began) * 1000)


def _answered(case: PassageCase, query: Query, graph: SimilarityGraph) -> Measured:
    """What the product says without a model: the sentences that answer, found by its own strategy."""
    began = time.perf_counter()
    found = answering(query, graph, strategies()[CHOSEN])
    ms = (time.perf_counter() - began) * 1000
    own = [held(s.text, [s.text], case.question) for s in found.sentences]
    return replace(measure(case, ANSWERS, found.sentences, ms), faithful=sum(own) / len(own) if own else None)


def _worded(case: PassageCase, query: Query, graph: SimilarityGraph, word: Word) -> Measured:
    """What a model says of the same sentences, before what is not held is left out."""
    began = time.perf_counter()
    found = answering(query, graph, strategies()[CHOSEN])
    told = list(dict.fromkeys((*found.sentences, *found.retrieved.sentences))) if found.sentences else []
    try:
        said = word(case.question, [s.text for s in told]) if told else ()
    except ModelFailed:
        said = ()
    ms = (time.perf_counter() - began) * 1000
    cited = [told[n] for n in dict.fromkeys(n for _, rests in said for n in rests)]
    own = [held(text, [told[n].text for n in rests], case.question) for text, rests in said]
    measured = replace(measure(case, WORDED, cited, ms), faithful=sum(own) / len(own) if own else None)
    return replace(measured, tokens=sum(len(text) for text, _ in said) / 4)


def _line(alone: Measured, together: Measured | None) -> dict[str, Any]:
    def figures(m: Measured) -> dict[str, Any]:
        told = {} if m.faithful is None else {"faithful": round(m.faithful, 4)}
        return {
            "recall": round(m.recall, 4),
            "recall_3": round(m.first_three, 4),
            "first": float(m.first),
            "context_precision": round(m.precision, 4),
            "tokens": round(m.tokens, 1),
            "ms": round(m.ms, 2),
            **told,
        }

    beside = {} if together is None else {"together": figures(together)}
    return {"id": alone.case.id, "strategy": alone.strategy, **figures(alone), **beside}


def _report(cases: Sequence[PassageCase], found: Sequence[Measured], together: Sequence[Measured]) -> Iterator[str]:
    folders = list(dict.fromkeys(c.db for c in cases))
    yield f"{'':34}{'recall':>8}{'first 3':>9}{'first':>7}{'precision':>11}{'tokens':>8}{'ms':>7}{'faithful':>10}"
    yield f"each folder by itself ({len(cases)} questions)"
    yield from _table(found)
    if len(folders) > 1:
        yield f"all {len(folders)} folders in one graph"
        yield from _table(together)
        for db in folders:
            yield f"{db}"
            yield from _table([m for m in found if m.case.db == db])


def _table(found: Sequence[Measured]) -> Iterator[str]:
    for name in dict.fromkeys(m.strategy for m in found):
        some = [m for m in found if m.strategy == name]
        n = len(some)
        recall, three, first, precision = (
            sum(v) / n for v in zip(*((m.recall, m.first_three, m.first, m.precision) for m in some), strict=True)
        )
        tokens, ms = (sum(v) / n for v in zip(*((m.tokens, m.ms) for m in some), strict=True))
        told = [m.faithful for m in some if m.faithful is not None]
        faithful = f"{sum(told) / len(told):>10.3f}" if told else f"{'–':>10}"
        yield f"  {name:32}{recall:>8.3f}{three:>9.3f}{first:>7.3f}{precision:>11.3f}{tokens:>8.0f}{ms:>7.1f}{faithful}"


def _flat(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
