"""Verified answers are kept, found by their words, changed, and given away as questions for `eval`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from core.catalogue.verified_answers import VerifiedAnswers, key_of
from core.errors import BadCase, QueryFailed, UnknownName, WorkspaceBusy
from core.evaluate.cases import read_cases


def runs(sql: str) -> None:
    if "gone" in sql:
        raise QueryFailed("There is no table gone.")


@pytest.fixture
def kept(tmp_path: Path) -> VerifiedAnswers:
    sqlite3.connect(tmp_path / "state.sqlite").close()
    return VerifiedAnswers(tmp_path / "state.sqlite", check=runs)


def test_nothing_is_kept_at_first(kept: VerifiedAnswers) -> None:
    assert kept.all() == ()
    assert kept.find("How many?") is None
    assert kept.export() == ""


def test_one_is_found_by_its_words(kept: VerifiedAnswers) -> None:
    saved = kept.save("How many orders  in Köln?", "SELECT 1", enriched="count", tables=("orders",))
    assert (saved.question, saved.sql, saved.enriched, saved.tables) == (
        "How many orders in Köln?",
        "SELECT 1",
        "count",
        ("orders",),
    )
    assert kept.find("how many orders in koln, please".replace(",", "")) == saved
    assert kept.find("How many orders in Bonn?") is None
    assert kept.find("How many orders in Köln?", hint="late means after noon") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("orders over 5", "orders over 50"), ("most orders", "fewest orders"), ("a-b", "a b"), ("v1.5", "v15")],
)
def test_other_words_are_another_question(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


def test_the_last_word_counts(kept: VerifiedAnswers) -> None:
    kept.save("How many orders?", "SELECT 1")
    kept.save("how many orders", "SELECT 2")
    assert [v.sql for v in kept.all()] == ["SELECT 2"]


def test_only_what_runs_is_kept(kept: VerifiedAnswers) -> None:
    with pytest.raises(QueryFailed):
        kept.save("How many?", "SELECT * FROM gone")
    assert kept.all() == ()


def test_one_is_changed_and_deleted(kept: VerifiedAnswers) -> None:
    saved = kept.save("How many orders?", "SELECT 1")
    kept.edit(saved.id, question="How many orders are there?", sql="SELECT 3")
    assert [(v.question, v.sql) for v in kept.all()] == [("How many orders are there?", "SELECT 3")]
    assert kept.find("How many orders?") is None
    with pytest.raises(QueryFailed):
        kept.edit(saved.id, question="How many orders?", sql="SELECT gone")
    with pytest.raises(UnknownName):
        kept.edit("99", question="x", sql="SELECT 1")
    kept.delete(saved.id)
    assert kept.all() == ()


def test_they_travel_as_questions_for_eval(kept: VerifiedAnswers, tmp_path: Path) -> None:
    kept.save("How many late orders?", "SELECT 1", hint="late means after noon", tables=("orders",))
    kept.save("Names in “Köln”", "SELECT 'ö'")
    text = kept.export(db="shop")
    file = tmp_path / "questions.jsonl"
    file.write_text(text, encoding="utf-8")
    cases = read_cases(file)
    assert [(c.db, c.question, c.sql, c.hint) for c in cases] == [
        ("shop", "How many late orders?", "SELECT 1", "late means after noon"),
        ("shop", "Names in “Köln”", "SELECT 'ö'", ""),
    ]
    sqlite3.connect(tmp_path / "other.sqlite").close()
    other = VerifiedAnswers(tmp_path / "other.sqlite", check=runs)
    assert other.take_in(text) == 2
    assert other.export(db="shop") == text


@pytest.mark.parametrize(
    "line", ["{", "[1]", '{"question": "x"}', '{"sql": "SELECT 1"}', '{"question": 1, "sql": "S"}']
)
def test_a_line_that_cannot_be_used_saves_nothing(kept: VerifiedAnswers, line: str) -> None:
    with pytest.raises(BadCase):
        kept.take_in('{"question": "How many?", "sql": "SELECT 1"}\n' + line)
    assert kept.all() == ()


def test_a_reader_reads_only(kept: VerifiedAnswers) -> None:
    kept.save("How many?", "SELECT 1")
    reader = VerifiedAnswers(kept.path, check=runs, read_only=True)
    assert [v.question for v in reader.all()] == ["How many?"]
    with pytest.raises(WorkspaceBusy):
        reader.save("How many more?", "SELECT 1")
