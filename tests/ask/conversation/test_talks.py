"""ChatMemory: what follows on changes the question before, what stands by itself is not bent, and it is remembered."""

from __future__ import annotations

import shutil
import sqlite3
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.ask.form import Form, begin
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer, Override
from core.workspace import Workspace, open_workspace
from tests.ask.worlds import DATA, answers, cases, opened

World = Callable[[str], Workspace]
TALKS: list[dict[str, Any]] = tomllib.loads((DATA / "talks.toml").read_text(encoding="utf-8"))["talk"]
BEFORE = {
    "library": ("How many books are there in each genre?", "Which members live in Leith or Dunbar?"),
    "clinic": ("What is the total cost of all visits?", "Which patients live in Ghent?"),
    "branches": ("How many audio book records are there?", "How many branches have board game records?"),
    "landings": ("How many 2023 records are there for each gear?", "What is the total catch of 2021 for each group?"),
    "bikes": ("How many trips are there per bike model?", "Which stations have more than 20 docks?"),
    "coaches": ("How many trips were cancelled?", "What was the total revenue per route?"),
    "kennels": ("How many dogs are there?", "What was the average fee of dental consultations?"),
    "providers": ("How many rows are there per Procedure?", "What is the total PostOpQReadmitted?"),
    "samples": ("How many food samples are there?", "What are the total tonnes per country?"),
    "lifts": ("How many jobs are there for each kind?", "Which lifts are in Mill Court?"),
    "workshop": ("How many orders came from Arden?", "What is the total amount of payments per town?"),
}


def said(workspace: Workspace, text: str, chat: str) -> Answer:
    *_, last = workspace.questions.ask(text, chat=chat)
    assert isinstance(last, Answer)
    return last


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace's folder with the bikes, to be copied."""
    workspace = opened(sorted((DATA / "bikes").glob("*.csv")), tmp_path_factory.mktemp("bikes") / "w")
    workspace.close()
    return workspace.folder


def copied(loaded: Path, tmp_path: Path) -> Workspace:
    shutil.copytree(loaded, tmp_path / "w")
    return open_workspace(Settings(workspace=tmp_path / "w"), embedder=NgramEmbedder())


@pytest.mark.sampled(26)
@pytest.mark.parametrize("number", range(len(TALKS)))
def test_a_talk(number: int, world: World, databases: dict[str, sqlite3.Connection]) -> None:
    talk = TALKS[number]
    workspace, db = world(talk["world"]), databases[talk["world"]]
    for turn in talk["turn"]:
        answer = said(workspace, turn["ask"], f"talk {number}")
        if turn.get("refused"):
            assert answer.sql is None, answer.sql
            assert answer.answer.startswith("I could not tell how this follows on")
            continue
        assert answer.rewritten == turn.get("taken", ""), answer.answer
        wanted = [tuple(row) for row in db.execute(turn["sql"])]
        assert not (turn.get("sure") and answer.unsure), (turn["ask"], answer.confidence)
        right = answers(answer.rows, wanted, ordered=turn.get("ordered", False))
        assert right, f"{turn['ask']}\n{answer.sql}\n{answer.rows[:5]} instead of {wanted[:5]}"


@pytest.mark.slow
def test_most_follow_ups_are_said_in_words_that_can_be_asked_as_they_are(
    world: World, databases: dict[str, sqlite3.Connection]
) -> None:
    taken = [(talk["world"], turn) for talk in TALKS for turn in talk["turn"] if "taken" in turn]
    right = 0
    for name, turn in taken:
        wanted = [tuple(row) for row in databases[name].execute(turn["sql"])]
        right += answers(said(world(name), turn["taken"], "").rows, wanted)
    assert right >= 0.88 * len(taken)  # a share of the total is not said of what


def test_there_are_enough_of_both_kinds() -> None:
    turns = [turn for talk in TALKS for turn in talk["turn"][1:]]
    assert sum("taken" in t for t in turns) >= 30
    assert sum("taken" not in t and not t.get("refused") for t in turns) >= 10


@pytest.mark.sampled(36)
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sorted(BEFORE, key=lambda name: name != "landings"))  # a small one first
def test_a_question_that_stands_by_itself_is_not_bent(name: str, half: int, world: World) -> None:
    bent, back = [], 0
    for n, before in enumerate(BEFORE[name]):
        said(world(name), before, f"before {n} {half}")
        for case in cases(name)[n + 3 * half :: 6]:
            alone = said(world(name), case.question, "")
            after = said(world(name), case.question, f"before {n} {half}")
            back += bool(after.options)
            if not after.options and (after.sql, after.rewritten) != (alone.sql, alone.rewritten):
                bent.append(case.question)
    assert bent == []
    assert back <= 2


def test_a_chart_of_the_same_rows_is_as_sure_as_they_were(tmp_path: Path, loaded: Path) -> None:
    with copied(loaded, tmp_path) as workspace:
        first = said(workspace, "How many trips were there for each bike model?", "chat")
        drawn = said(workspace, "as a pie", "chat")
    assert (drawn.rows, drawn.confidence) == (first.rows, first.confidence)


@pytest.mark.slow
def test_own_words_are_known_in_what_follows_on(tmp_path: Path, loaded: Path) -> None:
    with copied(loaded, tmp_path) as ws:
        ws.questions.keep_term("make", "bikes.model")
        ws.questions.keep_term("long", "duration_minutes > 30")
        said(ws, "How many trips were there in 2024?", "c")
        said(ws, "as a percentage", "c")
        by_make = said(ws, "and by make?", "c")
        assert by_make.rewritten.endswith("trips is in 2024 for each model of bikes?")
        said(ws, "How many trips are there?", "c")
        assert said(ws, "and by make?", "c").rewritten == "How many trips are there for each model of bikes?"
        only_long = said(ws, "only long ones", "c")
        assert only_long.rewritten == "How many trips are there where duration_minutes > 30 for each model of bikes?"


def test_a_talk_goes_on_after_a_restart_and_a_deleted_chat_is_forgotten(tmp_path: Path, loaded: Path) -> None:
    workspace = copied(loaded, tmp_path)
    chat = workspace.chats.new("Trips")
    said(workspace, "How many trips are there?", chat)
    said(workspace, "Which stations have more than 20 docks?", "another")
    workspace.close()
    with open_workspace(workspace.settings.given) as again:
        answer = said(again, "only in 2024", chat)
        assert (answer.rewritten, answer.rows) == ("How many trips are there where start_time is in 2024?", ((24,),))
        again.chats.delete(chat)
        assert said(again, "only in 2024", chat).rewritten == ""
    with sqlite3.connect(tmp_path / "w" / "talks.sqlite") as db:
        assert db.execute("SELECT DISTINCT thread_id FROM checkpoints ORDER BY 1").fetchall() == [(chat,), ("another",)]


DOUBTFUL = "Which bike has the most rows?"
"""The rows of its repairs are ranked first; those of its trips are as likely."""


def test_where_two_readings_differ_the_person_is_asked_and_the_answer_goes_on(world: World) -> None:
    back = said(world("bikes"), DOUBTFUL, "doubt")
    assert (back.answer, len(back.options)) == ("I can read this in two ways. Which one do you mean?", 2)
    assert (back.sql, back.rows) == (None, ())
    answer = said(world("bikes"), back.options[1], "doubt")
    assert (answer.rows, answer.rewritten, answer.reading) == ((("B45",),), DOUBTFUL, back.options[1])
    assert answer.options == ()


def test_where_neither_reading_is_meant_it_is_changed_by_hand_and_the_talk_goes_on(world: World) -> None:
    ws = world("bikes")
    back = said(ws, DOUBTFUL, "neither")
    form = Form.of(back.form)
    assert form is not None
    *_, changed = ws.questions.edited(begin("trips"), old=back, chat="neither")
    assert isinstance(changed, Answer)
    assert (changed.rows, changed.options, changed.question) == (((50,),), (), DOUBTFUL)
    assert Form.of(changed.edits[0]) == form
    assert said(ws, "How many bikes are there?", "neither").sql is not None


@pytest.mark.parametrize("choice", ["2", "the second one", "option 2"])
def test_an_option_may_be_named_by_its_place(choice: str, world: World) -> None:
    said(world("bikes"), DOUBTFUL, f"place {choice}")
    assert said(world("bikes"), choice, f"place {choice}").rows == (("B45",),)


def test_another_question_may_be_asked_instead_of_choosing(world: World) -> None:
    back = said(world("bikes"), DOUBTFUL, "instead")
    assert said(world("bikes"), "How many trips are there?", "instead").rows == ((50,),)
    assert said(world("bikes"), back.options[1], "instead").rewritten != DOUBTFUL


def test_without_a_chat_nobody_is_asked_and_confidence_is_lower(world: World) -> None:
    answer = said(world("bikes"), DOUBTFUL, "")
    assert answer.options == ()
    assert answer.sql is not None
    chosen = next(a for a in world("bikes").questions.ask(DOUBTFUL, reading=answer.enriched) if isinstance(a, Answer))
    assert answer.confidence < chosen.confidence


@pytest.mark.slow
def test_a_question_back_waits_for_its_answer_over_a_restart(tmp_path: Path, loaded: Path) -> None:
    workspace = copied(loaded, tmp_path)
    back = said(workspace, DOUBTFUL, "chat")
    workspace.close()
    with open_workspace(workspace.settings.given) as again:
        assert said(again, back.options[1], "chat").rows == (("B45",),)


def test_the_memory_stays_small(tmp_path: Path, loaded: Path) -> None:
    workspace = copied(loaded, tmp_path)
    sizes = []
    for n in range(6):
        said(workspace, f"Which stations have more than {n} docks?", "chat")
        with sqlite3.connect(tmp_path / "w" / "talks.sqlite") as db:
            sizes.append(db.execute("SELECT count(*), sum(length(checkpoint)) FROM checkpoints").fetchone())
    workspace.close()
    assert [count for count, _ in sizes] == [1] * 6
    assert sizes[-1][1] < 1.1 * sizes[2][1] < 10_000


def test_a_question_without_a_chat_remembers_nothing(tmp_path: Path, loaded: Path) -> None:
    workspace = copied(loaded, tmp_path)
    said(workspace, "How many trips are there?", "")
    assert not (tmp_path / "w" / "talks.sqlite").exists()
    workspace.close()


@pytest.mark.slow
def test_a_word_that_fits_two_tables_alike_is_asked_back_and_one_that_does_not_is_not(tmp_path: Path) -> None:
    for name, places in (("customers", "Porto Oslo Lima Oslo"), ("suppliers", "Lima Porto Oslo")):
        rows = "".join(f"{n},{name[:4]} {n},{place}\n" for n, place in enumerate(places.split(), start=1))
        (tmp_path / f"{name}.csv").write_text(f"{name[:-1]}_id,name,city\n{rows}", encoding="utf-8")
    workspace = opened(sorted(tmp_path.glob("*.csv")), tmp_path / "w")
    back = said(workspace, "List the names in Oslo", "chat")
    ways = [f"`name` of `{name}`, where `city` = 'Oslo'" for name in ("customers", "suppliers")]
    assert sorted(back.options) == ways
    assert said(workspace, ways[1], "chat").rows == (("supp 3",),)
    assert said(workspace, "List the names of suppliers in Oslo", "chat").options == ()
    workspace.close()


def changed(workspace: Workspace, old: Answer, words: str, target: str, chat: str) -> Answer:
    chip = next(c for c in old.chips if c.words == words)
    *_, last = workspace.questions.ask_again(
        old, overrides=(*old.overrides, Override(words, target, chip.start)), chat=chat
    )
    assert isinstance(last, Answer)
    return last


def test_a_question_follows_on_an_answer_as_it_was_changed(world: World) -> None:
    bikes = world("bikes")
    first = said(bikes, "How many trips are there per bike model?", "changed")
    by_status = changed(bikes, first, "bike model", "bikes.status", "changed")
    assert by_status.rows == (("in service", 40), ("in repair", 7), ("retired", 3))
    after = said(bikes, "only in 2024", "changed")
    assert after.rewritten == "How many trips are there where start_time is in 2024 for each status of bikes?"
    assert not after.unsure


def test_what_was_changed_last_is_spoken_of(world: World) -> None:
    bikes = world("bikes")
    first = said(bikes, "How many trips are there per bike model?", "older")
    said(bikes, "Which stations have more than 20 docks?", "older")
    changed(bikes, first, "bike model", "bikes.status", "older")
    assert said(bikes, "only in 2024", "older").rewritten.endswith("for each status of bikes?")


def test_a_follow_up_is_changed_word_by_word_and_changed_back(world: World) -> None:
    bikes = world("bikes")
    said(bikes, "How many trips are there?", "words")
    first = said(bikes, "and by bike model?", "words")
    by_status = changed(bikes, first, "model", "bikes.status", "words")
    assert (by_status.question, by_status.rewritten) == (first.question, first.rewritten)
    assert by_status.rows == (("in service", 40), ("in repair", 7), ("retired", 3))
    *_, back = bikes.questions.ask_again(by_status, overrides=(), chat="words")
    assert isinstance(back, Answer)
    assert (back.rows, back.rewritten, back.overrides) == (first.rows, first.rewritten, ())
    assert said(bikes, "only in 2024", "words").rewritten.endswith("for each model of bikes?")


def test_a_question_back_goes_on_waiting_while_an_earlier_answer_is_changed(world: World) -> None:
    bikes = world("bikes")
    first = said(bikes, "How many trips are there per bike model?", "waits")
    back = said(bikes, DOUBTFUL, "waits")
    changed(bikes, first, "bike model", "bikes.status", "waits")
    assert said(bikes, back.options[1], "waits").rows == (("B45",),)


def test_a_talk_goes_on_where_the_disk_refuses(loaded: Path, tmp_path: Path) -> None:
    with copied(loaded, tmp_path) as workspace:
        memory = workspace.stores.chat_memory()
        said(workspace, "How many trips are there?", "c")
        assert memory._open is not None
        memory._open[0].conn.execute("PRAGMA query_only = ON")
        assert said(workspace, "And per bike model?", "c").rows
        asked = [t["text"] for t in memory.talk("c").state()["turns"]]
        assert (len(asked), asked[0]) == (2, "How many trips are there?")
        assert memory._open[0].conn.execute("PRAGMA database_list").fetchone()[2] == ""  # in memory now
