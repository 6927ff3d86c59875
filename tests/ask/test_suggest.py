"""Questions worth asking: made from tables and joins, and offered only when they are answered surely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.ask.follow_ups import follow_ups, ideas_after
from core.ask.interest import one, plural, said, said_of, sight_of, with_article
from core.ask.suggest import SURE, Idea, convincing, ideas, suggest
from core.ask.suggest import asked as found_of
from core.model import Answer, Caution, PathEdge
from core.suggesting import Suggestions
from core.workspace import Workspace

World = Callable[[str], Workspace]
Asked = Callable[[str, str], Answer]
GOOD = Answer("q", "a", tables=("trips",), sql="SELECT 1", columns=("n",), rows=((1,), (2,), (3,)), confidence=0.9)
EDGE = PathEdge("j", "trips", ("b",), "bikes", ("b",), "confirmed", 1.0, "n:1")


def sure(text: str) -> Answer:
    """An answer that convinces whatever is asked."""
    names = ("bikes", "trips", "repairs", "stations")
    return replace(GOOD, question=text, tables=names, rows=tuple((n,) for n in range(9)))


def test_the_ideas_take_turns_by_kind_and_table(world: World) -> None:
    ws = world("bikes")
    found = list(ideas(ws.tables(), ws.joins()))
    assert [i.kind for i in found[:8]] == [
        *("ranking", "course", "average", "count", "absence", "extreme", "share", "above"),
    ]
    assert [i.text for i in found[:5]] == [
        "Which 5 bikes have the most trips?",
        "How many trips are there per month of start time?",
        "What is the average duration minutes per rider type?",
        "How many trips are there per rider type?",
        "Which bikes have no repairs?",
    ]
    assert len({i.text for i in found}) == len(found)


def test_ones_own_tables_come_first(world: World) -> None:
    ws = world("bikes")
    found = list(ideas(ws.tables(), ws.joins(), first=("stations",)))
    assert "stations" in found[0].tables


def test_of_one_kind_no_more_than_a_third_and_no_more_than_wanted(world: World) -> None:
    ws = world("bikes")
    assert len(list(suggest(ws.tables(), ws.joins(), sure, most=9))) == 9
    counts = [Idea("count", f"q{n}", frozenset({"trips"})) for n in range(9)]
    assert list(found_of(counts, sure, most=6, seconds=5.0)) == ["q0", "q1"]


def test_stop_and_time_end_the_search(world: World) -> None:
    ws = world("bikes")
    assert list(suggest(ws.tables(), ws.joins(), sure, stopped=lambda: True)) == []
    assert list(suggest(ws.tables(), ws.joins(), sure, seconds=-1.0)) == []
    assert list(suggest((), (), sure)) == []


@pytest.mark.parametrize(
    ("change", "convinces"),
    [
        ({}, True),
        ({"sql": None}, False),
        ({"confidence": SURE - 0.01}, False),
        ({"tables": ("bikes",)}, False),
        ({"tables": ("bikes",), "path": (EDGE,)}, True),
        ({"ignored": ("per",)}, False),
        ({"warnings": (Caution("words_ignored", ""),)}, False),
        ({"warnings": (Caution("rows_lost", ""),)}, True),
        ({"rows": ((1,),)}, False),
        ({"rows": ()}, False),
        ({"rows": ((1,), (2,), (None,), (None,), (None,))}, False),
    ],
)
def test_what_answer_convinces(change: dict[str, object], convinces: bool) -> None:
    answer = replace(GOOD, **change)  # type: ignore[arg-type]
    assert convincing(answer, Idea("count", "q", frozenset({"trips"}), 2)) is convinces


@pytest.mark.parametrize("name", ["bikes", "library", "clinic"])
def test_what_is_suggested_is_answered_without_a_model(world: World, asked: Asked, name: str) -> None:
    found = world(name).suggestions()
    assert len(found) == 6
    assert world(name).suggested() == found
    for text in found:
        answer = asked(name, text)
        assert answer.confidence >= SURE
        assert answer.rows


def test_follow_ups_go_on_from_what_was_counted(asked: Asked, world: World) -> None:
    ws = world("bikes")
    answer = asked("bikes", "How many trips are there per rider type?")
    found = [i.text for i in ideas_after(answer, sight_of(ws.tables(), ws.joins()))]
    assert found[:2] == ["Which rider type has the most trips?", "How many trips are there per bike model?"]
    assert "How many trips are there per month of start time?" in found
    assert len(list(follow_ups(answer, ws.tables(), ws.joins(), sure))) == 3
    assert answer.question not in ws.suggestions(answer)


def test_follow_ups_of_an_average_keep_the_figure(asked: Asked, world: World) -> None:
    ws = world("bikes")
    answer = asked("bikes", "What is the average cost of repairs per bike model?")
    found = [i.text for i in ideas_after(answer, sight_of(ws.tables(), ws.joins()))]
    assert "Which bike model has the highest average cost?" in found
    assert "What is the average cost per month of repair date?" in found


def test_nothing_follows_on_what_was_not_answered(world: World) -> None:
    ws = world("bikes")
    assert list(follow_ups(Answer("q", "No."), ws.tables(), ws.joins(), sure)) == []


def test_what_was_found_is_kept_until_tables_or_joins_change(world: World) -> None:
    ws, kept, times = world("bikes"), Suggestions(), []

    def ask(text: str) -> Answer:
        times.append(text)
        return sure(text)

    first = kept.find(ws.tables(), ws.joins(), ask)
    assert kept.find(ws.tables(), ws.joins(), ask) == first
    once = len(times)
    assert kept.kept(ws.tables(), ws.joins(), GOOD) is None
    assert kept.kept(ws.tables()[1:], ws.joins(), None) is None
    assert kept.find(ws.tables(), ws.joins()[1:], ask) != ()
    assert len(times) > once
    assert Suggestions().find(ws.tables(), ws.joins(), ask, stopped=lambda: True) == ()


@pytest.mark.parametrize(
    ("label", "many", "single", "words"),
    [
        ("order_items", "order items", "order item", "order items"),
        ("Country", "countries", "country", "country"),
        ("branch", "branches", "branch", "branch"),
        ("status", "status", "status", "status"),
        ("cars_data", "cars data", "cars data", "cars data"),
        ("day", "days", "day", "day"),
        ("film2", "film2", "film2", "film2"),
    ],
)
def test_labels_as_words(label: str, many: str, single: str, words: str) -> None:
    assert (plural(label), one(label), said(label)) == (many, single, words)


@pytest.mark.parametrize(
    ("label", "words"),
    [("Fine (EUR)", "fine"), ("speed [km/h]", "speed"), ("(total)", "total"), ("rate (in %) 2020", "rate in 2020")],
)
def test_a_unit_in_brackets_is_not_said(label: str, words: str) -> None:
    assert said(label) == words


def test_an_article_goes_with_its_noun() -> None:
    assert [with_article(n) for n in ("amount", "Area", "price")] == ["an amount", "an Area", "a price"]


def test_a_tables_word_is_not_said_twice() -> None:
    assert [said_of("Member group", "members"), said_of("genre", "books")] == ["member group", "book genre"]
