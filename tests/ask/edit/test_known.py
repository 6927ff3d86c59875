"""Marks of what is not known stay out of figures that a person puts together, as they do where a question is asked."""

from __future__ import annotations

import pytest

from core.ask.edit.afresh import Beginning, begun
from core.ask.edit.known import of_known
from core.ask.edit.written import changed
from core.ask.form import Form, begin
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

VISITS = [
    (
        n,
        f"2024-0{n % 9 + 1}-11",
        "PLR"[n % 3],
        -9 if n % 8 == 0 else 1 + n % 5,
        100 + n,
        9999 if n % 6 == 0 else 1950 + n,
    )
    for n in range(120)
]
HOURS = [v[3] for v in VISITS if v[3] != -9]

visits = office_fixture(
    {
        "visits": csv_text("Visit,Day,Work,Hrs,Cost,Built", VISITS),
        "data_dictionary": csv_text(
            "table,column,code,meaning",
            [
                ("visits", "Work", "P", "Painting"),
                ("visits", "Work", "L", "Lamp"),
                ("visits", "Work", "R", "Roof"),
                ("visits", "Hrs", "-9", "Not recorded"),
                ("visits", "Built", "9999", "Not counted"),
            ],
        ),
    }
)


def made(ws: Workspace, *lines: str) -> Query:
    form: Form | None = None
    for line in lines:
        form = changed(form, line, ws.questions.facts)
    assert form is not None
    return form.query


KNOWN = Filter(Item(Col("visits", "Hrs")), "!=", (-9.0,))


def test_a_figure_leaves_them_out_and_the_next_one_takes_the_condition_away(visits: Workspace) -> None:
    hours = made(visits, "of=visits", "show=average visits.Hrs")
    assert hours.where == (KNOWN,)
    assert made(visits, "of=visits", "show=average visits.Hrs", "per=visits.Work").where == (KNOWN,)
    assert made(visits, "of=visits", "show=average visits.Hrs", "show=average visits.Cost").where == ()
    facts = visits.questions.facts(begin("visits"))
    assert begun(Beginning("visits", Item(Col("visits", "Hrs"), "sum")), facts).where == (KNOWN,)


def test_what_a_person_took_away_stays_away(visits: Workspace) -> None:
    assert made(visits, "of=visits", "show=average visits.Hrs", "where=", "per=visits.Work").where == ()


def test_the_same_condition_of_ones_own_stays(visits: Workspace) -> None:
    form = begin("visits")
    facts = visits.questions.facts(form)
    counted = Query((Item(None, "count", table="visits"),), (KNOWN,), tables=("visits",))
    assert of_known(counted, counted, facts) == counted


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the average hrs?", sum(HOURS) / len(HOURS)),
        ("How many visits were built after 2000?", sum(2000 < v[5] < 9999 for v in VISITS)),
        ("How many visits have more than 3 hrs?", sum(v[3] > 3 for v in VISITS)),
        ("How many visits have less than 3 hrs?", sum(0 < v[3] < 3 for v in VISITS)),
        ("What is the average hrs where the work is Roof?", None),
    ],
)
def test_questions_leave_them_out_on_either_side(visits: Workspace, question: str, figure: float | None) -> None:
    found = ask(visits, question)
    if figure is None:
        roofs = [v[3] for v in VISITS if v[2] == "R" and v[3] != -9]
        figure = sum(roofs) / len(roofs)
    assert found.rows[0][0] == pytest.approx(figure)


def test_a_figure_of_two_columns_leaves_them_out(visits: Workspace) -> None:
    found = ask(visits, "What is the average rate?", "rate = Cost / Hrs")
    rates = [v[4] / v[3] for v in VISITS if v[3] != -9]
    assert found.rows[0][0] == pytest.approx(sum(rates) / len(rates))
