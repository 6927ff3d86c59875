"""What "which", "what" and the last of two nouns ask for: things, and no column of how many there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.grammar.which_nouns import with_things_asked
from core.ask.translators.rules.passes.day_of_rows import day_of_rows
from core.ask.translators.rules.passes.day_said import by_the_day_said
from core.ask.translators.rules.passes.last_noun import last_noun
from core.ask.translators.rules.passes.who_and_which import who_and_which
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.ask.translators.rules.told.placed_first import placed_first
from core.text.abbreviations import shortens
from tests.ask.schemas import facts, join, table

CLUB = SchemaView(
    (
        table("boats", "boat:integer!", "boat name!", "berths:integer"),
        table("bookings", "ref:integer!", "boat:integer", "member:integer", "day:date"),
        table("members", "no:integer!", "name!", "resigned:date"),
        table("score archive", "title!", "copies:integer", "last played:date"),
        table("charges", "charge:integer!", "boat:integer", "charged to"),
    ),
    (
        join("bookings.boat", "boats.boat"),
        join("bookings.member", "members.no"),
        join("charges.boat", "boats.boat"),
    ),
)
BOATS = Item(Col("boats", "boat"), "count", distinct=True)
BOOKINGS = Item(None, "count", table="bookings")
NAME = Col("members", "name")


@pytest.mark.parametrize(
    ("question", "counted"),
    [
        ("who made the most boat bookings", BOOKINGS),
        ("who has been in the most boats", BOATS),
        ("who booked the most boats on bookings", BOATS),
    ],
)
def test_the_last_of_two_nouns_is_counted(question: str, counted: Item) -> None:
    query = Query((Item(NAME),), group=(NAME,), order=(Order(BOATS, True),), limit=1, tables=("bookings",))
    assert last_noun(query, facts(CLUB), tokenise(question)).order == (Order(counted, True),)


def mention(question: str, said: str, *links: Link) -> Mention:
    tokens = tokenise(question)
    start = next(i for i, t in enumerate(tokens) if t.lower == said.split()[0])
    return Mention(start, start + len(said.split()), said, links)


COPIES = Link("column", "score archive", "copies", "", 0.8, "synonym")
ARCHIVE = Link("table", "score archive", "", "", 1.0, "label")


def test_things_that_are_asked_for_are_no_quantity() -> None:
    question = "which pieces in the score archive have never been played"
    said = (mention(question, "pieces", COPIES), mention(question, "score archive", ARCHIVE))
    found = with_things_asked(tokenise(question), said, facts(CLUB))
    assert found[0].links == (replace(ARCHIVE, score=0.8, how="told"),)
    assert found[1] == said[1]


@pytest.mark.parametrize("question", ["how many pieces in the score archive", "which titles have most pieces"])
def test_a_quantity_that_is_counted_stays(question: str) -> None:
    said = (mention(question, "pieces", COPIES),)
    assert with_things_asked(tokenise(question), said, facts(CLUB)) == said


def test_those_that_left_are_told_by_names_and_have_a_day() -> None:
    resigned = Col("members", "resigned")
    query = Query((Item(resigned),))
    done = Filter(Item(resigned), "is not null")
    said = tokenise("which members of the club have resigned")
    assert who_and_which(query, facts(CLUB), said) == Query((Item(NAME),), where=(done,))


@pytest.mark.parametrize(
    ("column", "question"),
    [
        (Col("members", "resigned"), "who is the resigned of member 5"),
        (Col("boats", "boat"), "which boat ids do we have"),
    ],
)
def test_what_is_said_of_them_is_what_is_asked_for(column: Col, question: str) -> None:
    query = Query((Item(column),), tables=(column.table,))
    assert who_and_which(query, facts(CLUB), tokenise(question)) == query


def test_the_first_by_a_size_is_the_row_that_has_it() -> None:
    size = Order(Item(Col("boats", "berths")), True)
    query = Query((Item(Col("charges", "charged to")),), order=(size,), limit=1, tables=("charges",))
    found = who_and_which(query, facts(CLUB), tokenise("what is the largest item we charge for"))
    assert found.select == (Item(Col("boats", "boat name")),)


def test_a_well_known_short_word_stands_for_nothing_else() -> None:
    assert shortens("amt", "amount") > 0
    assert shortens("amt", "allotment") == 0


JOBS = SchemaView((table("jobs", "job:integer!", "quoted:date", "job dt:date", "state", "invoiced:date"),), ())
QUOTED, DAY = Col("jobs", "quoted"), Col("jobs", "job dt")
DONE = Filter(Item(Col("jobs", "state")), "=", ("C",))


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("how many jobs did we complete in 2024", DAY),
        ("how many jobs did we quote in 2024", QUOTED),
        ("how many jobs were there in 2024", QUOTED),
    ],
)
def test_a_day_of_a_deed_nobody_speaks_of_gives_way(question: str, day: Col) -> None:
    year = Filter(Item(QUOTED), "like", ("2024%",))
    query = Query((Item(None, "count", table="jobs"),), where=(DONE, year))
    found = day_of_rows(query, facts(JOBS), tokenise(question))
    assert found.where == (DONE, replace(year, item=Item(day)))


def test_months_and_their_year_are_of_one_day() -> None:
    view = SchemaView((table("bookings", "ref:integer!", "booked on:date", "concert date:date"),), ())
    booked, concert = Col("bookings", "booked on"), Col("bookings", "concert date")
    month = replace(booked, part="month")
    year = Filter(Item(booked), "like", ("2024%",))
    query = Query((Item(month), Item(None, "count", table="bookings")), where=(year,), group=(month,))
    found = by_the_day_said(query, facts(view), tokenise("how many concerts in each month of 2024"))
    assert found.group == (replace(concert, part="month"),)
    assert found.where == (replace(year, item=Item(concert)),)


RESULTS = SchemaView(
    (
        replace(
            table("results", "race", "crew", "day:date", "place:integer", rows=40),
            columns=tuple(
                replace(c, profile=replace(c.profile, minimum=1, maximum=9)) if c.name == "place" else c
                for c in table("results", "race", "crew", "day:date", "place:integer", rows=40).columns
            ),
        ),
    ),
    (),
)


@pytest.mark.parametrize(("question", "at"), [("which crew won the most races", [2]), ("which crew rowed most", [])])
def test_who_won_was_the_first(question: str, at: list[int]) -> None:
    told = placed_first(tokenise(question), (), facts(RESULTS))
    first = (Filter(Item(Col("results", "place")), "=", (1.0,)),)
    assert {start: d.conditions for start, (_, d) in told.items()} == dict.fromkeys(at, first)


def test_where_no_place_is_known_nobody_won() -> None:
    assert placed_first(tokenise("who won the most races"), (), facts(CLUB)) == {}
