"""Figures that the words hardly name, and conditions that rows have in a column of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.ask.figures.cube import Measure
from core.ask.figures.wording import aside
from core.ask.label_heads import head_of
from core.ask.state import JoinTree, Link, Mention, SchemaView
from core.ask.tokens import stem, tokenise
from core.ask.translators.rules.lexicon.chunk import chunk
from core.ask.translators.rules.passes.same_header import by_same_header
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.ask.translators.rules.ranking.contradictions import CHECKS
from core.ask.translators.rules.ranking.seen import Seen
from core.model import Profile
from tests.ask.schemas import facts, join, table

HALLS = SchemaView((table("halls", "hall:text!", "ward", "hall seats:integer", "closed:integer", "Vote"),), ())
SEATS, WARD = Col("halls", "hall seats"), Col("halls", "ward")
ROWS = Item(None, "count", table="halls")
MOST = Query((Item(WARD), ROWS), group=(WARD,), order=(Order(ROWS, True),), limit=1, tables=("halls",))


def seen(question: str, query: Query, *linked: tuple[str, Link]) -> Seen:
    tokens = tokenise(question)
    at = {t.lower: i for i, t in enumerate(tokens)}
    mentions = [Mention(at[w], at[w] + 1, w, (k,)) for w, k in linked]
    links = [k for _, k in linked]
    chunks = chunk(tokens, mentions, links)
    flagged = Profile(9, 0, 2, common=(("0", 5), ("1", 4)), minimum="0", maximum="1")
    (halls,) = HALLS.tables
    columns = tuple(replace(c, profile=flagged) if c.name == "closed" else c for c in halls.columns)
    known = facts(SchemaView((replace(halls, columns=columns),), ()))
    return Seen(tokens, mentions, links, chunks, (), query, JoinTree(("halls",)), known, None, True)


def column(name: str, score: float, how: str) -> Link:
    return Link("column", "halls", name, score=score, how=how)


SUMMED = Query((Item(SEATS, "sum"),), tables=("halls",))
TOTAL = Query((ROWS,), tables=("halls",))
CLOSED = replace(TOTAL, where=(Filter(Item(Col("halls", "closed")), "=", (1.0,)),))
THINGS = ("halls", Link("table", "halls", score=1.0, how="label"))
SHOWN = Query((Item(SEATS),), tables=("halls",))
CASES = (
    (
        "figure_hardly_named",
        seen("what was the turnout", SHOWN, ("turnout", column("hall seats", 0.47, "meaning"))),
        True,
    ),
    (
        "figure_hardly_named",
        seen("what are the chairs", SHOWN, ("chairs", column("hall seats", 0.7, "meaning"))),
        False,
    ),
    ("figure_hardly_named", seen("how many halls are old", SUMMED, ("halls", column("hall seats", 0.5, "part"))), True),
    (
        "figure_hardly_named",
        seen("how many seats are old", SUMMED, ("seats", column("hall seats", 0.5, "part"))),
        False,
    ),
    (
        "figure_hardly_named",
        seen("how many ushers are there", TOTAL, ("ushers", Link("table", "halls", score=0.55, how="meaning"))),
        True,
    ),
    (
        "figure_hardly_named",
        seen("how many theatres are there", TOTAL, ("theatres", Link("table", "halls", score=0.75, how="meaning"))),
        False,
    ),
    ("most_unread", seen("which ward has the most tenants", MOST, ("ward", column("ward", 1.0, "label"))), True),
    ("most_unread", seen("which ward has the most halls", MOST, ("ward", column("ward", 1.0, "label")), THINGS), False),
    ("mark_unused", seen("how many closed halls", TOTAL, ("closed", column("closed", 1.0, "label")), THINGS), True),
    ("mark_unused", seen("how many closed halls", CLOSED, ("closed", column("closed", 1.0, "label")), THINGS), False),
)


@pytest.mark.parametrize(("check", "reading", "found"), CASES)
def test_what_the_words_hardly_name_is_told(check: str, reading: Seen, found: bool) -> None:
    assert bool(CHECKS[check](reading)) is found


@pytest.mark.parametrize(
    ("header", "head"),
    [("Hall seats", "seat"), ("Branch loans for the year", "loan"), ("NumberOfVisits", "visit"), ("n", "")],
)
def test_the_head_of_a_header_is_its_last_noun_before_what_is_only_added(header: str, head: str) -> None:
    assert head_of(header) == head


def test_figures_are_not_named_by_what_their_header_says_aside() -> None:
    named = Measure("Branch loans for the year", frozenset(map(stem, ("branch", "loans", "year"))), frozenset(), True)
    assert aside(named, tokenise("how many fines were paid at the branches in the east"))
    assert not aside(named, tokenise("how many loans were there at the branches in the east"))


def test_a_condition_is_on_the_rows_own_column_of_the_same_header() -> None:
    ballot, survey = table("bridge_ballot", "voter", "ward", "Side"), table("road_survey", "road", "ward", "side")
    held = Profile(9, 0, 2, common=(("North", 5), ("South", 4)))
    ballot = replace(ballot, columns=tuple(replace(c, profile=held) for c in ballot.columns))
    known = facts(SchemaView((ballot, survey), (join("bridge_ballot.ward", "road_survey.ward"),)))
    other = Filter(Item(Col("road_survey", "side")), "=", ("North",))
    query = Query((Item(Col("bridge_ballot", "voter")),), where=(other,), tables=("bridge_ballot",))
    own = replace(query, where=(replace(other, item=Item(Col("bridge_ballot", "Side"))),))
    assert by_same_header(query, known, tokenise("which northerners voted for the bridge")) == own
    assert by_same_header(query, known, tokenise("which voters are in wards with a northern road")) == query
    east = replace(query, where=(replace(other, values=("East",)),))
    assert by_same_header(east, known, tokenise("which voters are easterners")) == east


def test_who_is_asked_for_is_no_hall_where_the_folder_knows_people() -> None:
    rank = replace(seen("who has seen the most halls", MOST))
    keepers = SchemaView((*HALLS.tables, table("keepers", "id:integer!", "first name", "last name")), ())
    assert not CHECKS["who_of_things"](rank)
    assert CHECKS["who_of_things"](replace(rank, facts=facts(keepers)))


def test_a_verb_is_no_cell_of_what_nobody_speaks_of() -> None:
    crane = Link("value", "cranes", "state", "Open", score=0.8, how="synonym")
    query = replace(TOTAL, where=(Filter(Item(Col("cranes", "state")), "=", ("Open",)),))
    of_cranes = ("cranes", Link("table", "cranes", score=1.0, how="label"))
    for rows, told in ((90, True), (4, False)):  # a list of states is no table of things
        known = facts(SchemaView((*HALLS.tables, table("cranes", "state", rows=rows)), ()))
        opened = replace(seen("how many halls opened", query, THINGS, ("opened", crane)), facts=known)
        assert bool(CHECKS["verb_elsewhere"](opened)) is told
        spoken = seen("halls of cranes opened", query, THINGS, of_cranes, ("opened", crane))
        assert not CHECKS["verb_elsewhere"](replace(spoken, facts=known))
