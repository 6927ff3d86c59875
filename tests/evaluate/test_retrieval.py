"""Metrics of retrieval, and the benchmark's own questions: each names a sentence that is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.config import Settings
from core.errors import BadCase, UnknownName
from core.evaluate.retrieval import documents_of, evaluate_strategies, measure, passage_cases
from core.index.embed import NgramEmbedder
from core.retrieval.chunks import Sentence, chunked
from core.retrieval.strategies.known import named

DATA = Path(__file__).parent.parent / "benchmarks" / "data" / "documents"


def test_every_passage_of_the_benchmark_is_one_sentence_of_its_document() -> None:
    cases = passage_cases(DATA / "questions.jsonl")
    assert len(cases) == 80
    for db in {c.db for c in cases}:
        told = [s for name, found in documents_of(DATA / db).items() for s in chunked(name, found).sentences]
        for case in (c for c in cases if c.db == db):
            for passage in case.passages:
                alone = type(case)(case.id, db, case.question, (passage,))
                assert [s.text for s in told if measure(alone, "", [s], 0.0).recall], passage


def test_recall_and_precision() -> None:
    case = passage_cases(DATA / "questions.jsonl")[15]
    assert len(case.passages) == 2
    sentences = [
        Sentence("scheme.md", "", "E means a bike with an electric motor"),
        Sentence("dictionary.md", "", "E means a bike with an electric motor, which costs more."),
        Sentence("method.md", "", "Nothing."),
        Sentence("method.md", "", "Electric bikes were only introduced in May."),
    ]
    found = measure(case, "x", sentences, 1.0)
    assert (found.recall, found.first_three, found.first, found.precision) == (1.0, 0.5, False, (1 / 2 + 2 / 4) / 2)
    assert measure(case, "x", [], 1.0).precision == 0


def test_strategies_stand_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "n.md").write_text("Nobody knows.\n\nThe office of Bern collects this.\n", encoding="utf-8")
    line = {"question": "Who collects this?", "db": "a", "passages": [{"document": "n.md", "text": "office of Bern"}]}
    (tmp_path / "q.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    told: list[dict[str, Any]] = []
    table = evaluate_strategies(
        tmp_path / "q.jsonl", tmp_path, Settings.read({}), named("all"), tell=told.append, embedder=NgramEmbedder()
    )
    assert [t["recall"] for t in told] == [1.0] * 9
    assert [row.split()[0] for row in table.splitlines()[2:]] == [*(s.name for s in named("all")), "→"]


def test_what_a_model_makes_of_the_passages_is_measured_before_it_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "n.md").write_text("The office of Bern collects the data.\n", encoding="utf-8")
    line = {"question": "Who collects the data?", "db": "a", "passages": [{"document": "", "text": "office of Bern"}]}
    (tmp_path / "q.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    told: list[dict[str, Any]] = []

    def word(question: str, passages: Any) -> list[tuple[str, tuple[int, ...]]]:
        return [("The data is collected by the office of Bern.", (0,)), ("It has 14 people.", (0,))]

    table = evaluate_strategies(
        tmp_path / "q.jsonl",
        tmp_path,
        Settings.read({}),
        named("basic_retrieval"),
        tell=told.append,
        embedder=NgramEmbedder(),
        word=word,
    )
    assert [(t["recall"], t.get("faithful")) for t in told] == [(1.0, None), (1.0, 1.0), (1.0, 0.5)]
    assert [row.split()[-1] for row in table.splitlines()[2:5]] == ["–", "1.000", "0.500"]


def test_questions_without_passages_are_refused(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "Who?", "passages": [{"document": "n.md"}]}\n', encoding="utf-8")
    with pytest.raises(BadCase, match="passages"):
        passage_cases(tmp_path / "q.jsonl")
    with pytest.raises(UnknownName):
        named("nearest")
