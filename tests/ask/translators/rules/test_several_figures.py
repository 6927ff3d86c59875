"""Figures of several tables in one answer: each is of all its own rows, whoever has none of the others."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from core.ask.edit import arranging, changes, conditions
from core.ask.form import Form, begin
from core.ask.translators.rules.query import Col, Filter, Item
from core.model import Answer, Rows
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

_WARDS = ("North", "South", "West")
_SITES = [(f"S{n}", f"Park {n}", _WARDS[n % 3]) for n in range(1, 13)]
_TREES = [(n, f"S{n % 12 + 1}", 2.0 + n % 9) for n in range(1, 121)]
_COMPLAINTS = [(n, f"S{n % 5 + 1}", f"2024-{n % 12 + 1:02}-03", ("Noise", "Litter")[n % 3 % 2]) for n in range(1, 61)]
_INSPECTIONS = [(n, f"S{n % 9 + 4}", f"2024-{n % 5 + 1:02}-07") for n in range(1, 41)]
_VISITS = [(n, n % 60 + 1, 10 + n % 4) for n in range(1, 31)]


_LOANS = [(n, f"S{n % 4 + 1}", n % 40 + 1) for n in range(1, 81)]
_ITEMS = [(n, f"S{n % 6 + 3}") for n in range(1, 41)]

office = office_fixture(
    {
        "items": csv_text("item_id,site_no", _ITEMS),
        "loans": csv_text("loan_id,site_no,item_id", _LOANS),
        "sites": csv_text("site_no,site_name,ward", _SITES),
        "trees": csv_text("tree_id,site_no,height_m", _TREES),
        "complaints": csv_text("complaint_id,site_no,received,kind", _COMPLAINTS),
        "inspections": csv_text("inspection_id,site_no,inspected", _INSPECTIONS),
        "visits": csv_text("visit_id,complaint_id,minutes", _VISITS),
    }
)
_PLACE = {site: ward for site, _, ward in _SITES}
TREES, COMPLAINTS = Counter(_PLACE[s] for _, s, _ in _TREES), Counter(_PLACE[s] for _, s, *_ in _COMPLAINTS)


def rows_of(office: Workspace, *figures: Item) -> Rows:
    """Figures for each ward, added one after the other."""
    query = begin("trees").query
    facts = office.questions.facts(begin("trees"))
    query = arranging.per(query, (Col("sites", "ward"),))
    for item in figures:
        query = changes.with_figure(query, item, facts=facts)
    *_, last = office.questions.edited(Form(query))
    assert isinstance(last, Answer)
    return Rows(last.columns, last.rows)


def test_a_count_stays_the_same_beside_that_of_another_table(office: Workspace) -> None:
    found = rows_of(office, Item(None, "count", table="complaints"))
    assert {r[0]: r[1:] for r in found.rows} == {w: (TREES[w], COMPLAINTS[w]) for w in _WARDS}
    assert found.columns[1:] == ("count trees", "count complaints")


def test_along_a_chain_too(office: Workspace) -> None:
    minutes: dict[str, int] = defaultdict(int)
    where = {n: _PLACE[s] for n, s, *_ in _COMPLAINTS}
    for _, complaint, took in _VISITS:
        minutes[where[complaint]] += took
    one = rows_of(office, Item(None, "count", table="complaints"), Item(Col("visits", "minutes"), "sum"))
    assert {r[0]: r[1:] for r in one.rows} == {w: (TREES[w], COMPLAINTS[w], minutes[w]) for w in _WARDS}
    more = rows_of(
        office,
        Item(None, "count", table="complaints"),
        Item(Col("visits", "minutes"), "sum"),
        Item(Col("trees", "height_m"), "avg"),
    )
    assert [r[:4] for r in more.rows] == list(one.rows)


@pytest.mark.parametrize("ending", ["per ward", "by ward"])
def test_asked_in_words(office: Workspace, ending: str) -> None:
    answer = ask(office, f"How many trees and how many complaints are there {ending}?")
    assert {r[0]: sorted(r[1:]) for r in answer.rows} == {w: sorted((TREES[w], COMPLAINTS[w])) for w in _WARDS}


def test_by_quarter(office: Workspace) -> None:
    quarters = Counter(f"2024-Q{(int(day[5:7]) + 2) // 3}" for *_, day, _ in _COMPLAINTS)
    for question in ("Complaints per quarter", "How many complaints in each quarter of 2024?"):
        answer = ask(office, question)
        assert answer.rows == tuple(sorted(quarters.items()))
        assert not answer.unsure


def test_a_figure_keeps_its_own_join_beside_another_one(office: Workspace) -> None:
    loans, items = Counter(s for _, s, _ in _LOANS), Counter(s for _, s in _ITEMS)
    query = arranging.per(begin("loans").query, (Col("sites", "site_name"),))
    facts = office.questions.facts(begin("loans"))
    both = changes.with_figure(query, Item(None, "count", table="items"), facts=facts)
    *_, last = office.questions.edited(Form(both))
    assert isinstance(last, Answer)
    names = {site: name for site, name, _ in _SITES}
    expected = {names[s]: (loans[s], items[s]) for s in {*loans, *items}}
    assert {r[0]: r[1:] for r in last.rows} == expected


@pytest.mark.parametrize("dated", [True, False])
def test_what_one_figure_must_meet_is_not_asked_of_another(office: Workspace, dated: bool) -> None:
    """But for a time, which is that of each."""
    facts = office.questions.facts(begin("complaints"))
    query = arranging.per(begin("complaints").query, (Col("sites", "ward"),))
    query = changes.with_figure(query, Item(None, "count", table="inspections"), facts=facts)
    met = Filter(Item(Col("complaints", "received")), "like", ("2024-03%",))
    met = met if dated else Filter(Item(Col("complaints", "kind")), "=", ("Noise",))
    *_, last = office.questions.edited(Form(conditions.added(query, met)))
    assert isinstance(last, Answer)
    one = Counter(_PLACE[s] for _, s, day, kind in _COMPLAINTS if (day[:7] == "2024-03" if dated else kind == "Noise"))
    other = Counter(_PLACE[s] for _, s, day in _INSPECTIONS if not dated or day[:7] == "2024-03")
    assert {r[0]: r[1:] for r in last.rows} == {w: (one[w], other[w]) for w in _WARDS if one[w] or other[w]}


def test_per_month_each_has_its_own_day(office: Workspace) -> None:
    query = arranging.per(begin("complaints").query, (Col("complaints", "received", "month"),))
    facts = office.questions.facts(begin("complaints"))
    query = changes.with_figure(query, Item(None, "count", table="inspections"), facts=facts)
    *_, last = office.questions.edited(Form(query))
    assert isinstance(last, Answer)
    one = Counter(day[:7] for *_, day, _ in _COMPLAINTS)
    other = Counter(day[:7] for *_, day in _INSPECTIONS)
    assert last.rows == tuple((m, one[m], other[m]) for m in sorted({*one, *other}))


@pytest.mark.parametrize(
    "question",
    [
        "How many complaints and inspections were there per month in 2024?",
        "complaints and inspections per month",
        "Number of complaints and inspections per month",
    ],
)
def test_two_things_said_together_are_both_counted(office: Workspace, question: str) -> None:
    months = Counter(day[:7] for *_, day, _ in _COMPLAINTS), Counter(day[:7] for *_, day in _INSPECTIONS)
    answer = ask(office, question)
    expected = [(m, *(n[m] for n in months)) for m in sorted({*months[0], *months[1]})]
    assert answer.unsure or sorted(answer.rows) == expected
