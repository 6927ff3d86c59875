"""Questions worth asking: made from tables and joins, and offered only when they are answered surely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.ask.suggest.cache import Suggestions
from core.ask.suggest.candidates import sight_of
from core.ask.suggest.follow_ups import follow_ups, ideas_after
from core.ask.suggest.starters import MIN_CONFIDENCE, Idea, convincing, ideas, suggest
from core.ask.suggest.starters import asked as found_of
from core.model import Answer, Beside, Caution, PathEdge
from core.sql.conditions import conditions_of
from core.workspace import Workspace
from tests.ask.schemas import table

World = Callable[[str], Workspace]
Asked = Callable[[str, str], Answer]
GOOD = Answer("q", "a", tables=("trips",), sql="SELECT 1", columns=("n",), rows=((1,), (2,), (3,)), confidence=0.9)
EDGE = PathEdge("j", "trips", ("b",), "bikes", ("b",), "confirmed", 1.0, "n:1")


def sure(text: str) -> Answer:
    """An answer that convinces whatever is asked."""
    names = ("bikes", "trips", "repairs", "stations")
    columns = (
        "model, status, rider_type, duration_minutes, start_time, part, cost, repair_date, district, docks, opened"
    )
    sql = f"SELECT {columns}, bought_on, '{text}'"
    return replace(GOOD, question=text, sql=sql, tables=names, rows=tuple((n,) for n in range(9)))


def test_the_ideas_take_turns_by_kind_and_table(world: World) -> None:
    ws = world("bikes")
    found = list(ideas(ws.tables.all(), ws.joins.all()))
    assert [i.kind for i in found[:8]] == [
        *("ranking", "course", "average", "count", "absence", "extreme", "share", "above"),
    ]
    assert [i.text for i in found[:5]] == [
        "Which 5 bikes have the most trips?",
        "How many trips were there each month?",
        "What is the average duration of trips for each rider type?",
        "How many trips are there for each rider type?",
        "Which bikes have no repairs?",
    ]
    assert len({i.text for i in found}) == len(found)


def test_nothing_is_asked_of_a_dictionary_nor_of_places_on_a_map() -> None:
    sites = table("sites", "site!", "kind", "paid by", "easting:integer", "staff:integer", rows=100)
    columns = tuple(
        replace(c, profile=replace(c.profile, rows=100, distinct=60 if c.type == "integer" else 5))
        for c in sites.columns
    )
    fields = table("fields", "field", "table", rows=4)
    told = replace(fields.columns[0].profile, distinct=2, common=(("kind", 2), ("staff", 2)))
    listed = replace(fields, columns=(replace(fields.columns[0], profile=told), fields.columns[1]))
    texts = [i.text for i in ideas((replace(sites, columns=columns), listed), ())]
    assert any("staff" in t for t in texts)
    assert any("for each kind" in t for t in texts)
    assert not any(word in t for t in texts for word in ("fields", "easting", "paid by"))


def test_ones_own_tables_come_first(world: World) -> None:
    ws = world("bikes")
    found = list(ideas(ws.tables.all(), ws.joins.all(), first=("stations",)))
    assert "stations" in found[0].tables


def test_of_one_kind_no_more_than_a_third_and_no_more_than_wanted(world: World) -> None:
    ws = world("bikes")
    assert len(list(suggest(ws.tables.all(), ws.joins.all(), sure, most=9))) == 9
    counts = [Idea("count", f"q{n}", frozenset({"trips"})) for n in range(9)]
    assert list(found_of(counts, sure, most=6, seconds=5.0)) == ["q0", "q1"]


def test_stop_and_time_end_the_search(world: World) -> None:
    ws = world("bikes")
    assert list(suggest(ws.tables.all(), ws.joins.all(), sure, stopped=lambda: True)) == []
    assert list(suggest(ws.tables.all(), ws.joins.all(), sure, seconds=-1.0)) == []
    assert list(suggest((), (), sure)) == []


@pytest.mark.parametrize(
    ("change", "convinces"),
    [
        ({}, True),
        ({"sql": None}, False),
        ({"confidence": MIN_CONFIDENCE - 0.01}, False),
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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["bikes", "library", "clinic"])
def test_what_is_suggested_is_answered_without_a_model(world: World, asked: Asked, name: str) -> None:
    found = world(name).questions.suggestions()
    assert len(found) == 6
    assert world(name).questions.suggested() == found
    for text in found:
        answer = asked(name, text)
        assert answer.confidence >= MIN_CONFIDENCE
        assert answer.rows


def test_follow_ups_go_on_from_what_was_counted(asked: Asked, world: World) -> None:
    ws = world("bikes")
    answer = asked("bikes", "How many trips are there per rider type?")
    found = [i.text for i in ideas_after(answer, sight_of(ws.tables.all(), ws.joins.all()))]
    assert found[:2] == ["Which rider type has the most trips?", "How many trips are there for each bike model?"]
    assert "How many trips are there for each month?" in found
    assert len(list(follow_ups(answer, ws.tables.all(), ws.joins.all(), sure))) == 3
    assert answer.question not in ws.questions.suggestions(answer)


def test_follow_ups_of_an_average_keep_the_figure(asked: Asked, world: World) -> None:
    ws = world("bikes")
    answer = asked("bikes", "What is the average cost of repairs per bike model?")
    found = [i.text for i in ideas_after(answer, sight_of(ws.tables.all(), ws.joins.all()))]
    assert "Which bike model has the highest average cost of repairs?" in found
    assert "What is the average cost of repairs for each month?" in found


def test_follow_ups_keep_what_the_answer_was_restricted_to(asked: Asked, world: World) -> None:
    answer = asked("bikes", "How many trips were made by members in 2024?")
    found = world("bikes").questions.suggestions(answer)
    assert found[:2] == (
        "How many trips with rider type Member with start time in 2024 are there for each bike model?",
        "What is the average duration of trips with rider type Member with start time in 2024?",
    )
    for text in found:
        assert conditions_of(answer.sql or "") <= conditions_of(asked("bikes", text).sql or "")


def test_where_the_restriction_cannot_be_said_again_nothing_follows(asked: Asked, world: World) -> None:
    ws = world("bikes")
    answer = asked("bikes", "Which bikes have never been repaired?")
    assert list(ideas_after(answer, sight_of(ws.tables.all(), ws.joins.all()))) == []


def test_a_follow_up_is_not_the_question_again(asked: Asked, world: World) -> None:
    answer = asked("bikes", "How many trips were there each month?")
    assert answer.sql not in [asked("bikes", text).sql for text in world("bikes").questions.suggestions(answer)]


@pytest.mark.parametrize(
    ("change", "convinces"),
    [
        ({"sql": "SELECT COUNT(*) FROM trips WHERE kind = 'a' AND n > 1"}, True),
        ({"sql": "SELECT COUNT(*) FROM trips WHERE n > 1"}, False),
        ({"sql": "SELECT kind FROM trips"}, False),
        ({"beside": Beside("n", (4, 4, 4))}, False),
        ({"beside": Beside("n", (4, 4, 3))}, True),
        ({"rows": (("x" * 61, 1), ("y", 2))}, False),
    ],
)
def test_an_answer_must_be_what_the_words_say(change: dict[str, object], convinces: bool) -> None:
    own = {"sql": "SELECT kind FROM trips WHERE trips.kind = 'a'"} | change
    answer = replace(GOOD, **own)  # type: ignore[arg-type]
    idea = Idea("count", "q", frozenset({"trips"}), 2, frozenset({("trips", "kind")}), frozenset({"kind = 'a'"}))
    assert convincing(answer, idea) is convinces


def test_nothing_follows_on_what_was_not_answered(world: World) -> None:
    ws = world("bikes")
    assert list(follow_ups(Answer("q", "No."), ws.tables.all(), ws.joins.all(), sure)) == []


def test_what_was_found_is_kept_until_tables_or_joins_change(world: World) -> None:
    ws, kept, times = world("bikes"), Suggestions(), []

    def ask(text: str) -> Answer:
        times.append(text)
        return sure(text)

    first = kept.find(ws.tables.all(), ws.joins.all(), ask)
    assert kept.find(ws.tables.all(), ws.joins.all(), ask) == first
    once = len(times)
    assert kept.kept(ws.tables.all(), ws.joins.all(), GOOD) is None
    assert kept.kept(ws.tables.all()[1:], ws.joins.all(), None) is None
    assert kept.find(ws.tables.all(), ws.joins.all()[1:], ask) != ()
    assert len(times) > once
    assert Suggestions().find(ws.tables.all(), ws.joins.all(), ask, stopped=lambda: True) == ()
