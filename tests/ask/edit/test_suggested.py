"""A boatyard: changes of a reading that words of the question speak for."""

from __future__ import annotations

import pytest

from core.ask.edit import arranging, changes, conditions, percentages
from core.ask.edit.offers import Offers
from core.ask.edit.said import stands_for
from core.ask.edit.suggested import Suggestion, suggested
from core.ask.form import Form, begin
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import office_fixture

HULLS, KINDS = ("W", "S", "G"), ("Sloop", "Ketch", "Yawl")
YARD = {
    "boats": "Reg,Boat,Hull,Kind,Insured,Masts,Own/Let,Fee,Left\n"
    + "".join(
        f"B{n:03},Boat {n},{HULLS[n * 7 % 3]},{KINDS[n * 5 // 4 % 3]},{'NY'[n % 4 > 0]},{1 + n % 3},"
        f"{('Own', 'Let')[n % 5 > 2]},{100 + n * 3},{f'2024-05-0{1 + n % 9}' if n % 6 == 0 else ''}\n"
        for n in range(1, 41)
    ),
    "trips": "Trip,Reg,Miles\n" + "".join(f"T{n:03},B{n % 30 + 1:03},{n % 7 + 2}\n" for n in range(1, 81)),
}
yard = office_fixture(YARD)
BOATS = begin("boats").query
KIND, HULL, FEE, LEFT, INSURED, MASTS = (
    Col("boats", name) for name in ("Kind", "Hull", "Fee", "Left", "Insured", "Masts")
)


def offered(yard: Workspace, query: Query, question: str, *ignored: str) -> list[Suggestion]:
    return suggested(query, question, ignored, Offers(query, yard.questions.facts(Form(query))))


def only(column: Col, value: str | float) -> Query:
    return conditions.added(BOATS, Filter(Item(column), "=", (value,)))


@pytest.mark.parametrize(
    ("question", "ignored", "said", "column", "value"),
    [
        ("How many wooden boats are there?", "wooden", "only where boats.Hull = 'W'", HULL, "W"),
        (
            "How many insured boats are there?",
            "insured",
            "only where boats.Insured = 'Y'",
            INSURED,
            "Y",
        ),
        ("How many boats with two masts?", "two", "only where boats.Masts = 2", MASTS, 2.0),
        ("How many boats are our own?", "", "only where boats.Own/Let = 'Own'", Col("boats", "Own/Let"), "Own"),
    ],
)
def test_rows_with_a_value_that_a_word_may_mean(
    yard: Workspace, question: str, ignored: str, said: str, column: Col, value: str | float
) -> None:
    assert offered(yard, BOATS, question, ignored)[0] == Suggestion(said, only(column, value))


def test_a_letter_is_offered_for_words_without_a_part_alone(yard: Workspace) -> None:
    assert offered(yard, BOATS, "How many wooden boats are there?") == []
    assert offered(yard, only(HULL, "W"), "How many wooden boats are there?", "wooden") == []


def test_a_value_of_another_table_is_offered_where_a_word_says_it(yard: Workspace) -> None:
    trips = begin("trips").query
    ketch = conditions.added(trips, Filter(Item(KIND), "=", ("Ketch",)))
    found = offered(yard, trips, "How many ketch outings?", "ketch")
    assert found[0] == Suggestion("only where boats.Kind = 'Ketch'", ketch)
    assert ketch not in [s.query for s in offered(yard, trips, "How many ketch outings?")]


def test_two_letters_stand_for_a_word_whose_consonants_they_are() -> None:
    known = [(code, word) for code in ("pp", "rm", "pe") for word in ("people", "room") if stands_for(code, word)]
    assert known == [("rm", "room"), ("pe", "people")]


def test_those_that_are_still_there(yard: Workspace) -> None:
    still = conditions.added(BOATS, Filter(Item(LEFT), "is null"))
    assert still in [s.query for s in offered(yard, BOATS, "How many boats are still here?")]


def test_how_much_there_is_in_place_of_how_many(yard: Workspace) -> None:
    facts = yard.questions.facts(Form(BOATS))
    total = changes.with_figure(BOATS, Item(FEE, "sum"), 0, facts)
    found = offered(yard, BOATS, "How much did the boats bring in?")
    assert Suggestion("total boats › Fee in place of the number of boats", total) in found
    ketches = percentages.share_of(only(KIND, "Ketch"), True)
    shared = [s.query for s in offered(yard, ketches, "What percentage of the fees came from ketches?")]
    assert changes.with_figure(ketches, Item(FEE, "sum"), 0, facts) in shared


def test_how_many_there_are_in_place_of_how_much(yard: Workspace) -> None:
    fees = changes.with_figure(only(KIND, "Yawl"), Item(FEE, "sum"), 0)
    found = offered(yard, fees, "How many yawls pay?")
    assert found == [Suggestion("number of boats in place of the total boats › Fee", only(KIND, "Yawl"))]


def test_the_number_of_what_belongs_to_the_rows(yard: Workspace) -> None:
    facts = yard.questions.facts(Form(BOATS))
    far = conditions.added(BOATS, Filter(Item(Col("trips", "Miles")), ">", (5.0,)))
    trips = changes.with_figure(far, Item(None, "count", table="trips"), 0, facts)
    found = offered(yard, far, "How many times did boats go further than five miles?")
    assert Suggestion("number of trips in place of the number of boats", trips) in found


def test_a_percentage_where_one_is_asked_for(yard: Workspace) -> None:
    facts = yard.questions.facts(Form(BOATS))
    yawls = offered(yard, only(KIND, "Yawl"), "What percentage of the boats are yawls?")
    assert Suggestion("as a percentage", percentages.share_of(only(KIND, "Yawl"), True, facts)) in yawls
    listed = changes.listing(BOATS, [Item(INSURED)])
    (found,) = offered(yard, listed, "What share of the boats is covered?")
    assert found == Suggestion(
        "percentage where boats.Insured = 'Y'", percentages.share_of(only(INSURED, "Y"), True, facts)
    )


def test_for_each_of_what_is_said_and_not_used(yard: Workspace) -> None:
    (found,) = offered(yard, BOATS, "How many boats of every kind?")
    assert found == Suggestion("for each boats › Kind", arranging.per(BOATS, (KIND,)))


def test_examples_of_what_rows_are_told_apart_by_are_no_condition(yard: Workspace) -> None:
    per_kind = arranging.per(BOATS, (KIND,))
    some = conditions.added(per_kind, Filter(Item(KIND), "=", ("Sloop", "Ketch")))
    found = [s.query for s in offered(yard, some, "How many boats of each kind, sloops, ketches and so on?")]
    assert found == [per_kind]


def test_not_for_each_of_what_nobody_called_for(yard: Workspace) -> None:
    both = arranging.per(BOATS, (KIND, HULL))
    found = [s for s in offered(yard, both, "How many boats of each kind?") if s.said.startswith("not")]
    assert [(s.said, s.query.group) for s in found] == [("not for each boats › Hull", (KIND,))]


def test_of_two_conditions_on_one_column_each_may_go(yard: Workspace) -> None:
    twice = conditions.added(only(KIND, "Yawl"), Filter(Item(KIND), "!=", ("Sloop",)))
    (found, *_) = offered(yard, twice, "How many boats are there?")
    assert found.said == "without the condition boats.Kind = 'Yawl'"


def test_those_that_have_none(yard: Workspace) -> None:
    found = [s.said for s in offered(yard, BOATS, "How many boats have never been out?")]
    assert found == ["only where boats have no trips"]


def test_the_opposite_of_a_yes(yard: Workspace) -> None:
    found = [s.query for s in offered(yard, BOATS, "How many boats are uninsured?")]
    assert found == [only(INSURED, "N")]


def test_an_average_where_one_is_asked_for(yard: Workspace) -> None:
    found = offered(yard, BOATS, "What is the average fee of the boats?")
    assert found[0].query == changes.with_figure(BOATS, Item(FEE, "avg"), 0, yard.questions.facts(Form(BOATS)))


def test_what_is_said_not_to_be(yard: Workspace) -> None:
    found = [s.query for s in offered(yard, only(KIND, "Yawl"), "How many boats are there, leaving out yawls?")]
    assert found == [conditions.added(BOATS, Filter(Item(KIND), "!=", ("Yawl",)))]


def test_of_which_rows_a_percentage_is_taken(yard: Workspace) -> None:
    both = conditions.added(only(KIND, "Yawl"), Filter(Item(HULL), "=", ("S",)))
    found = offered(yard, percentages.share_of(both, True), "What percentage of yawls are steel?")
    assert [s.said for s in found][:2] == [
        "percentage of those where boats.Kind = 'Yawl'",
        "percentage of those where boats.Hull = 'S'",
    ]


def test_what_the_rows_refer_to_is_added_up_for_each_of_them(yard: Workspace) -> None:
    trips = begin("trips").query
    (found, *_) = offered(yard, trips, "How much in fees is due for the trips, a boat's fee for every one?")
    assert found.said == "total boats › Fee, once for each of trips in place of the number of trips"
    *_, answer = yard.questions.edited(Form(found.query))
    assert isinstance(answer, Answer)
    assert answer.rows == ((sum(100 + (n % 30 + 1) * 3 for n in range(1, 81)),),)
    assert "of all trips" in answer.answer
    assert not answer.warnings


def test_each_can_be_asked(yard: Workspace) -> None:
    for change in offered(yard, BOATS, "How much for each kind of wooden boat, insured or not?", "wooden"):
        *_, answer = yard.questions.edited(Form(change.query))
        assert isinstance(answer, Answer)
        assert answer.rows
