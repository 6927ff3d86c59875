"""Chats come back as they were kept, whatever an answer holds."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import fields
from pathlib import Path

import pytest

from core.catalogue.chats import Chats, answer_from_dict, answer_to_dict
from core.errors import UnknownName, WorkspaceDamaged
from core.model import (
    Alternative,
    Answer,
    Beside,
    Caution,
    Chip,
    Citation,
    Exchange,
    Override,
    PathEdge,
    Step,
    Told,
    Visited,
)

EDGE = PathEdge("o.c=c.id", "o", ("c",), "c", ("id",), "confirmed", 0.9, "n:1")
FULL = Answer(
    question="Wie viele Größen? 日本",
    answer="Zwölf.",
    language="de",
    hint="Größe = size",
    enriched="count of `size`",
    form={"query": {"form": "Query", "limit": 1}, "joins": ()},
    edits=({}, {"query": None}),
    built=True,
    chart="pie",
    tables=("o", "c"),
    cypher="MATCH (t:Table {id: $t}) RETURN t",
    cypher_parameters={"t": "o", "ids": ("a", "b"), "n": 2},
    path=(EDGE,),
    runner_up_paths=((EDGE, EDGE), ()),
    sql='SELECT "a" FROM "o"',
    columns=("a", "b", "c", "d"),
    rows=((1, 1.0, None, "x"), (2**60, -0.5, "\ud83d", "")),
    truncated=True,
    confidence=0.75,
    warnings=(Caution("fan_out", "counted once"),),
    understood=(("Größen", "`size`"),),
    ignored=("viele",),
    translator="rules",
    timings_ms={"link": 1.5},
    model_calls=2,
    tokens=30,
    steps=(Step("link", "done", "found", {"tables": ("o", "c"), "deep": {"a": (1, (2, 3))}}, 1.5),),
    rewritten="How many trips by region?",
    offered=("How many in 2024?",),
    options=("by start", "by end"),
    alternatives=(Alternative("the number of bikes", "SELECT 1", 0.4),),
    earlier=({"text": "names", "enriched": "x", "query": {"n": (1,)}, "tables": ("t",)},),
    exchanges=(Exchange("sql", "Write it.", "SELECT 1", 0.5, 12),),
    cost=0.0125,
    verified="How many trips?",
    beside=Beside("trips", (3, None), "SELECT 1", (("Elm St", 2),)),
    citations=(Citation("notes.md, Trips", "A trip is a ride."),),
    told=(Told("A trip is a ride.", (Citation("notes.md, line 2", "A trip is a ride."),)),),
    by_documents=True,
    visited=(Visited("notes.md, line 2", "A trip is a ride.", "anchor", 0.5),),
    chips=(Chip("bikes", "table", "`bikes`", "bikes", 4, (("`trips`", "trips"), ("nothing", ""))),),
    overrides=(Override("bikes", "bikes", 4),),
    reading="number of `bikes`",
    like=(("How many rides?", "SELECT 1"),),
    words=(("bikes", "bikes"),),
)


@pytest.fixture
def history(tmp_path: Path) -> Chats:
    return Chats(tmp_path / "chats.sqlite")


def test_every_field_of_an_answer_survives_json() -> None:
    assert all(getattr(FULL, f.name) != getattr(Answer("", ""), f.name) for f in fields(Answer)), "a field is not tried"
    found = json.loads(json.dumps(answer_to_dict(FULL)))
    assert answer_from_dict(found) == FULL
    assert list(found) == [f.name for f in fields(Answer)]
    assert found["rows"] == [[1, 1.0, None, "x"], [2**60, -0.5, "\ud83d", ""]]
    assert [type(v) for v in answer_from_dict(found).rows[0]] == [int, float, type(None), str]
    assert found["path"][0]["join_id"] == "o.c=c.id"


def test_an_answer_of_another_version_is_read_as_far_as_it_goes() -> None:
    assert answer_from_dict({"question": "q", "answer": "a", "mood": "good"}) == Answer("q", "a")


def test_what_json_cannot_say_becomes_null_or_text() -> None:
    odd = Answer("q", "a", rows=((float("nan"), float("inf")),), steps=(Step("s", "done", "", {"p": Path("x")}),))
    found = answer_to_dict(odd)
    assert found["rows"] == [[None, None]]
    assert found["steps"][0]["detail"] == {"p": "x"}


def test_chats_and_their_answers_survive_a_restart_in_order(history: Chats) -> None:
    plain = Answer("q", "a")
    first, second = history.new("first"), history.new("second")
    for answer in (FULL, plain):
        history.add(first, answer)
    history.add(second, plain)
    history.close()
    again = Chats(history.path)
    assert [(c.id, c.title) for c in again.chats()] == [(second, "second"), (first, "first")]
    assert again.entries(first) == (FULL, plain)
    assert again.entries(second) == (plain,)
    again.close()


def test_a_chat_is_renamed_and_deleted_with_its_answers_and_its_id_stays_unused(history: Chats) -> None:
    chat = history.new("old")
    history.add(chat, FULL)
    history.rename(chat, "new")
    assert [c.title for c in history.chats()] == ["new"]
    history.delete(chat)
    assert (history.chats(), history.entries(chat)) == ((), ())
    assert history.new("next") != chat
    with sqlite3.connect(history.path) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (0,)
    history.close()


def test_chats_are_found_by_words_of_names_questions_and_answers(history: Chats) -> None:
    assert history.find("trips") == ()
    first, second = history.new("Größen und mehr"), history.new("Second")
    history.add(
        first, Answer("How many trips?", "There are 12.", sql="SELECT hidden", rewritten="How many trips in Oslo?")
    )
    history.add(first, Answer("And by model?", "3 models."))
    history.add(second, Answer("How many bikes?", "There are 12."))
    wanted = {
        "trips": [first],
        "MODEL trips": [first],
        "there 12": [second, first],
        "oslo": [first],
        "grössen": [first],
        "groß": [first],
        "hidden": [],
        "bikes trips": [],
        "%": [],
        "second": [second],
        "": [second, first],
    }
    assert {text: [c.id for c in history.find(text)] for text in wanted} == wanted
    history.close()


def test_whoever_wants_to_know_is_told_of_a_deleted_chat(tmp_path: Path) -> None:
    gone: list[str] = []
    history = Chats(tmp_path / "chats.sqlite", deleted=gone.append)
    chat = history.new("a")
    history.delete(chat)
    assert gone == [chat]
    history.close()


def test_a_chat_that_is_not_there_is_named(history: Chats) -> None:
    history.delete("7")
    for act in (lambda: history.add("7", FULL), lambda: history.rename("7", "x")):
        with pytest.raises(UnknownName):
            act()
    assert history.entries("7") == ()
    history.close()


def test_looking_makes_no_file(history: Chats) -> None:
    assert (history.chats(), history.entries("1")) == ((), ())
    assert not history.path.exists()


def test_two_handles_and_many_threads_lose_nothing(history: Chats) -> None:
    chat = history.new("busy")
    other = Chats(history.path)

    def add(where: Chats, name: str) -> None:
        for n in range(10):
            where.add(chat, Answer(f"{name}{n}", ""))

    threads = [threading.Thread(target=add, args=(h, name)) for h, name in ((history, "a"), (other, "b"), (other, "c"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [a.question for a in history.entries(chat)]
    assert sorted(found) == sorted(f"{name}{n}" for name in "abc" for n in range(10))
    assert [q for q in found if q[0] == "a"] == [f"a{n}" for n in range(10)]
    history.close(), other.close()


def test_a_file_of_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"not a database at all, " * 50)
    with pytest.raises(WorkspaceDamaged):
        Chats(tmp_path / "text").chats()
    with sqlite3.connect(tmp_path / "later") as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(WorkspaceDamaged, match="99"):
        Chats(tmp_path / "later").chats()
