"""Cells set beside each other have a figure each; what one of a list's kinds costs is taken for each row of it."""

from __future__ import annotations

import pytest

from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.of_each_row import of_each_row
from core.ask.translators.rules.passes.set_beside import set_beside
from core.ask.translators.rules.query import AnyOf, Col, Filter, Item, Order, Query, Related
from tests.ask.schemas import facts, join, table

GIFTS = SchemaView((table("gifts", "fund", "amount:real", "given:date"),), ())
FUND, TOTAL = Col("gifts", "fund"), Item(Col("gifts", "amount"), "sum")
EITHER = Filter(Item(FUND), "=", ("Roof", "Bells"))
LESSONS = SchemaView(
    (
        table("kinds", "kind!", "fee:real", "places:integer", "credit limit:real", rows=4),
        table("lessons", "lesson:integer!", "kind", "tutor", "held:date", rows=90),
    ),
    (join("lessons.kind", "kinds.kind"),),
)
FEES = Item(Col("kinds", "fee"), "sum")
IN_2024 = Filter(Item(Col("lessons", "held")), "like", ("2024%",))


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        ("how much was given to the roof compared with the bells", True),
        ("how much went to the roof and how much to the bells", True),
        ("total given for the roof and for the bells", True),
        ("the roof versus the bells, total given", True),
        ("how much was given to the roof or the bells", False),
        ("total given for the roof and for the bells together", False),
        ("difference between the roof and the bells compared", False),
    ],
)
def test_each_of_the_cells_compared_has_its_figure(question: str, apart: bool) -> None:
    pooled = Query((TOTAL,), where=(EITHER,))
    told = Query((Item(FUND), TOTAL), where=(EITHER,), group=(FUND,))
    assert set_beside(pooled, facts(GIFTS), tokenise(question)) == (told if apart else pooled)


def test_cells_in_two_conditions_are_several() -> None:
    parts = AnyOf(tuple(Filter(Item(FUND), "=", (v,)) for v in ("Roof", "Bells")))
    found = set_beside(Query((TOTAL,), where=(parts,)), facts(GIFTS), tokenise("roof compared to bells, total"))
    assert found.group == (FUND,)


def test_weekends_are_set_beside_weekdays() -> None:
    day = Item(Col("gifts", "given", "weekday"))
    week = lexicon().weekdays
    every = Filter(day, "=", (*week["weekend"], *week["weekday"]))
    found = set_beside(
        Query((TOTAL,), where=(every,)), facts(GIFTS), tokenise("total at weekends compared with weekdays")
    )
    assert [i.where for i in found.select] == [
        (Filter(day, "=", tuple(week["weekend"])),),
        (Filter(day, "=", tuple(week["weekday"])),),
    ]
    assert found.where == ()


def test_a_fee_of_a_list_is_taken_for_each_row() -> None:
    each = Item(FEES.column, "sum", table="lessons")
    once = Query((FEES,), where=(Related("kinds", ("lessons",), (IN_2024,)),))
    said = tokenise("what did we earn from lessons in 2024")
    assert of_each_row(once, facts(LESSONS), said) == Query((each,), where=(IN_2024,), tables=("lessons",))
    tutor = Col("lessons", "tutor")
    most = Query((Item(tutor),), group=(tutor,), order=(Order(FEES, True),), limit=1)
    assert of_each_row(most, facts(LESSONS), said).order == (Order(each, True),)


@pytest.mark.parametrize("column", ["places", "credit limit"])
def test_what_a_kind_has_altogether_is_added_up_once(column: str) -> None:
    total = Item(Col("kinds", column), "sum")
    query = Query((total,), where=(Related("kinds", ("lessons",), (IN_2024,)),))
    assert of_each_row(query, facts(LESSONS), tokenise("total in 2024")) == query


def test_a_list_alone_is_added_up_as_it_stands() -> None:
    query = Query((FEES,))
    assert of_each_row(query, facts(LESSONS), tokenise("total fee of the kinds")) == query
