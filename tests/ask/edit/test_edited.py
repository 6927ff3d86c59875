"""A reading changed by hand goes the way of every question, is kept with its changes, and each can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.edit import arranging, conditions
from core.ask.edit.offers import Offers, ways
from core.ask.form import Form, begin
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.catalogue.chats import answer_from_dict, answer_to_dict
from core.errors import BadEdit, UnknownName
from core.model import Answer, Step
from core.workspace import Workspace
from tests.ask.conftest import Asked, World
from tests.ask.worlds import opened


def last(steps: Iterator[Step | Answer]) -> Answer:
    *_, found = steps
    assert isinstance(found, Answer)
    return found


def form_of(answer: Answer) -> Form:
    form = Form.of(answer.form)
    assert form is not None
    return form


def change(ws: Workspace, old: Answer, query: Query) -> Answer:
    return last(ws.questions.edited(replace(form_of(old), query=query), old=old))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("bikes", "How many trips are there per bike model?"),
        ("bikes", "How many trips started and ended at the same station?"),
        ("bikes", "List each trip with start station name and end station name"),
        ("bikes", "Which stations have no trips?"),
        ("bikes", "What percentage of trips are by members?"),
        ("library", "What is the average price of novels?"),
        ("library", "Which members have more than 2 loans?"),
        ("library", "What is the most expensive book of each genre?"),
    ],
)
def test_every_reading_of_the_rules_is_kept_and_made_again_as_it_was(
    world: World, asked: Asked, name: str, question: str
) -> None:
    first = asked(name, question)
    again = last(world(name).questions.edited(form_of(answer_from_dict(answer_to_dict(first))), old=first))
    assert (again.sql, again.rows, again.enriched) == (first.sql, first.rows, first.enriched)
    assert (again.question, again.translator, again.unsure) == (question, "a person", False)


def test_changes_are_told_anew_and_undone_one_by_one(world: World, asked: Asked) -> None:
    ws, first = world("bikes"), asked("bikes", "How many trips are there per bike model?")
    query = form_of(first).query
    once = change(ws, first, arranging.first(query, 1))
    assert (once.rows, once.enriched.endswith("the one with the largest number of `trips`")) == ((("Swift", 24),), True)
    twice = change(ws, once, arranging.ordered(form_of(once).query, query.select[1], False))
    assert twice.rows == (("Cargo", 4),)
    assert [Form.of(f) for f in twice.edits] == [form_of(first), form_of(once)]
    back = last(ws.questions.unedited(twice))
    assert (back.rows, back.edits) == (once.rows, once.edits)
    original = last(ws.questions.unedited(back))
    assert (original.rows, original.edits, original.translator) == (first.rows, (), "rules")


def test_undoing_leaves_the_reading_that_was_chosen(world: World, asked: Asked) -> None:
    ws, first = world("bikes"), asked("bikes", "How many trips are there per bike model?")
    other = next(a for a in first.alternatives if a.sql)
    chosen = last(ws.questions.ask_again(first, reading=other.enriched))
    cut = change(ws, chosen, arranging.first(form_of(chosen).query, 1))
    back = last(ws.questions.unedited(cut))
    assert (back.enriched, back.rows, back.reading) == (chosen.enriched, chosen.rows, chosen.reading)
    assert back.enriched != first.enriched


def test_a_question_is_built_without_typing(world: World) -> None:
    ws = world("bikes")
    start = last(ws.questions.edited(begin("trips")))
    assert (start.question, start.rows, start.built) == ("How many trips are there?", ((50,),), True)
    month = change(ws, start, arranging.per(form_of(start).query, (Col("bikes", "model"),)))
    assert month.question == "How many trips are there for each model of bikes?"
    assert month.path[0].join_id == "trips.bike_id=bikes.bike_id"
    hours = change(ws, start, arranging.per(form_of(start).query, (Col("trips", "start_time", "hour"),)))
    assert sum(int(str(n)) for _, n in hours.rows) == 50
    assert last(ws.questions.unedited(month)).question == "How many trips are there?"


def test_a_join_can_be_chosen_by_its_role(world: World) -> None:
    ws = world("bikes")
    start = last(ws.questions.edited(begin("trips")))
    from_there = Filter(Item(Col("stations", "station_code")), "=", ("RAIL",))
    answer = change(ws, start, conditions.added(form_of(start).query, from_there))
    facts = ws.questions.facts(form_of(answer))
    offered = ways(answer.path, answer.runner_up_paths, facts.base)
    joins = {w[0].join_id: w for w in offered if len(w) == 1}
    assert set(joins) == {"trips.from_station=stations.station_code", "trips.to_station=stations.station_code"}
    found = {}
    for join_id in joins:
        chosen = last(ws.questions.edited(replace(form_of(answer), joins=(join_id,)), old=answer))
        assert [e.join_id for e in chosen.path] == [join_id]
        found[join_id] = chosen.rows
    wanted = ws.questions.sql("SELECT sum(from_station = 'RAIL'), sum(to_station = 'RAIL') FROM trips").rows[0]
    assert (found["trips.from_station=stations.station_code"], found["trips.to_station=stations.station_code"]) == (
        ((wanted[0],),),
        ((wanted[1],),),
    )


def test_in_a_chat_a_question_may_follow_on_a_changed_answer(world: World) -> None:
    ws = world("bikes")
    first = last(ws.questions.ask("How many trips are there per bike model?", chat="7"))
    change_ = arranging.per(form_of(first).query, (Col("bikes", "status"),))
    last(ws.questions.edited(Form(change_), old=first, chat="7"))
    following = last(ws.questions.ask("top 1 only", chat="7"))
    assert following.columns[0] == "status"
    assert len(following.rows) == 1


def test_a_changed_answer_is_made_again_from_what_was_kept(world: World, asked: Asked) -> None:
    ws, first = world("bikes"), asked("bikes", "How many trips are there per bike model?")
    once = change(ws, first, arranging.first(form_of(first).query, 1))
    assert ws.questions.replay(answer_from_dict(answer_to_dict(once))).differs == ()
    built = last(ws.questions.edited(begin("trips")))
    assert ws.questions.replay(built).differs == ()


def test_what_a_model_wrote_has_no_form(world: World, asked: Asked) -> None:
    assert asked("bikes", "What is the meaning of life?").form is None


def test_faults_are_told_before_anything_runs(world: World) -> None:
    ws = world("bikes")
    with pytest.raises(UnknownName, match="unicycles"):
        last(ws.questions.edited(begin("unicycles")))
    with pytest.raises(BadEdit, match="lacks its value"):
        last(
            ws.questions.edited(
                Form(conditions.added(begin("bikes").query, Filter(Item(Col("bikes", "model")), "=", ())))
            )
        )


def test_values_are_offered_from_the_value_index(world: World) -> None:
    ws = world("bikes")
    assert set(ws.questions.values("bikes.model")) == {"Swift", "Volt", "Cargo"}
    assert ws.questions.values("bikes.model", 1) == ("Swift",)
    assert ws.questions.values("bikes.nothing") == ()


def test_offers_suit_the_columns(world: World) -> None:
    ws = world("bikes")
    offers = Offers(begin("trips").query, ws.questions.facts(begin("trips")))
    assert offers.tables()[0] == "trips"
    assert offers.table("trips") == "trips: one row is a trip"
    said = [offers.item(i) for i in offers.figures()]
    assert said[0] == "number of trips"
    assert "average trips › duration_minutes" in said
    assert not [s for s in said if s.endswith(("› trip_id", "› bike_id")) and not s.startswith("number of different")]
    assert said.index("average trips › duration_minutes") < said.index("number of repairs")
    kinds = ("number of trips", "total trips", "average trips", "number of different trips › bike_id", "latest trips")
    places = [next(n for n, s in enumerate(said) if s.startswith(kind)) for kind in kinds]
    assert places == sorted(places)
    assert said.index("number of repairs") < said.index("total repairs › cost") < said.index("average repairs › cost")
    groups = [offers.column(c) for c in offers.groups()]
    assert "trips › start_time: hour" in groups
    assert "bikes › bought_on: hour" not in groups
    assert "=" in offers.operators(Item(Col("bikes", "model")))
    assert "<" not in offers.operators(Item(Col("bikes", "model")))
    assert offers.operator("<", Item(Col("trips", "start_time"))) == "before"
    assert set(offers.others()) == {"bikes", "stations", "repairs"}


def test_where_tables_are_apart_what_comes_nearest_is_there_to_go_on_from(tmp_path: Path) -> None:
    books = [f"{n},Book {n},{('Verne', 'Woolf')[n % 2]},{n}.5" for n in range(1, 9)]
    staff = [f"{n + 40},Person {n},{1900 + n}" for n in range(6)]
    for name, head, rows in (("books", "book_no,title,writer,price", books), ("staff", "staff_no,name,wage", staff)):
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    with opened([tmp_path / "books.csv", tmp_path / "staff.csv"], tmp_path / "ws") as ws:
        first = last(ws.questions.ask("What is the wage of the staff by Verne with a price above 3?"))
        assert (first.sql, first.unsure) == (None, False)
        dear = form_of(first).query
        assert Filter(Item(Col("books", "writer")), "=", ("Verne",)) in dear.where
        shown = last(ws.questions.edited(form_of(first), old=first))
        assert shown.sql is not None
        assert '"books"' in shown.sql
        assert Form.of(last(ws.questions.unedited(shown)).form) == form_of(first)
