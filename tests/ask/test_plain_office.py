"""Plain questions about an office's own tables: what is still open, who has left, what is below its limit, how old
something is, where people live, which kinds have never had something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ask.translators.rules.columns import display_score
from core.model import UNSURE, Column, Profile
from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_of

_WARDS = ("Moor", "Quay", "Hill", "Dale")
_CASES = [
    (n, _WARDS[n % 4], "" if n % 4 == 3 or n % 3 else f"2023-05-{n % 28 + 1:02}", "" if n % 5 == 0 else "2024-02-03")
    for n in range(1, 81)
]
_OUTCOMES = [(n, ("Upheld", "Rejected", "Withdrawn")[n % 3 if n % 7 else 0]) for n in range(1, 61)]
_STAFF = [(n, f"Ann{n} Lee", "2024-01-31" if n in (3, 8) else "") for n in range(1, 21)]
_PARTS = [(f"P{n:03}", f"Door roller {chr(64 + n)}", n * 3 % 17, 9, 2 * n) for n in range(1, 25)]
_PUMPS = [(n, f"PU-{n}", n % 6 + 1, 1960 + n * 7 % 50) for n in range(1, 31)]
_SITES = [(n, f"Works {n}", ("Ahmed Farms", "Bell Mills")[n % 2], f"20{10 + n}-04-01") for n in range(1, 7)]
_PEOPLE = [(n, f"0{7000 + n} 55{n:03}", _WARDS[n % 5 % 4]) for n in range(1, 61)]
_VOUCHERS = [(f"V{n:04}", n % 60 + 1, ("Live", "Used", "Expired")[n % 3]) for n in range(1, 200)]


_TEXTS = {
    "site_cases": csv_text("Case No,Ward,Notice Served,Closed,Opened", [(*c, "2023-01-09") for c in _CASES]),
    "appeals": csv_text("Appeal,Outcome", _OUTCOMES),
    "staff": csv_text("staff_id,full_name,left_on", _STAFF),
    "part": csv_text("part_no,description,qty_in_stock,reorder_level,unit_price", _PARTS),
    "pump": csv_text("pump_id,pump_ref,site_id,year_installed", _PUMPS),
    "site": csv_text("site_id,site_name,customer_name,contract_start", _SITES),
    "households": csv_text("household_no,Phone,Area", _PEOPLE),
    "vouchers": csv_text("voucher,household_no,Status", _VOUCHERS),
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with office_of(_TEXTS, tmp_path_factory.mktemp("office")) as opened:
        yield opened


@pytest.mark.parametrize("question", ["How many site cases are still open?", "How many open site cases are there?"])
def test_what_is_open_has_no_day_of_its_end_though_a_column_is_called_opened(office: Workspace, question: str) -> None:
    answer = ask(office, question)
    assert answer.rows == ((sum(closed == "" for *_, closed in _CASES),),)
    assert answer.confidence is not None
    assert answer.confidence >= UNSURE


def test_who_has_left_us_has_a_day_of_leaving(office: Workspace) -> None:
    assert {r[0] for r in ask(office, "Which staff have left us?").rows} == {"Ann3 Lee", "Ann8 Lee"}


@pytest.mark.parametrize(
    ("question", "below"),
    [
        ("How many parts are below the reorder level?", True),
        ("How many parts have dropped below their reorder level?", True),
        ("How many parts are not below their reorder level?", False),
    ],
)
def test_a_limit_is_compared_with_what_there_is(office: Workspace, question: str, below: bool) -> None:
    assert ask(office, question).rows == ((sum((stock < least) == below for *_, stock, least, _ in _PARTS),),)


def test_how_old_something_is_goes_by_its_own_year_and_not_by_its_owners_day(office: Workspace) -> None:
    oldest = min(_PUMPS, key=lambda p: p[3])
    answer = ask(office, "Which is the oldest pump?")
    assert oldest[0] in answer.rows[0] or oldest[1] in answer.rows[0]


@pytest.mark.parametrize("question", ["How many households live in Quay?", "How many households in Quay are there?"])
def test_to_live_somewhere_is_no_state(office: Workspace, question: str) -> None:
    assert ask(office, question).rows == ((sum(area == "Quay" for *_, area in _PEOPLE),),)


def test_where_most_live(office: Workspace) -> None:
    areas = [area for *_, area in _PEOPLE]
    answer = ask(office, "Which area do most households live in?")
    assert answer.rows[0][0] == max(_WARDS, key=areas.count)


@pytest.mark.parametrize("label", ["Phone", "Telephone", "Mobile", "Fax"])
def test_a_number_that_somebody_is_reached_by_is_no_name(label: str) -> None:
    common = tuple((f"07{n}00 555{n:03}", 1) for n in range(10, 30))
    profile = Profile(20, 0, 20, mean_length=11.0, common=common)
    assert profile.unique
    assert display_score(Column("people", label, label, "text", 1, profile), frozenset()) == 0


def test_nobody_is_called_by_a_telephone_number(office: Workspace) -> None:
    answer = ask(office, "Which households have more than 3 vouchers?")
    assert answer.sql is not None
    assert "Phone" not in answer.sql


@pytest.mark.parametrize("have", ["have never had a notice served", "have no notice served"])
def test_kinds_that_never_had_it_are_those_none_of_whose_rows_has_it(office: Workspace, have: str) -> None:
    assert {r[0] for r in ask(office, f"Which wards {have}?").rows} == {"Dale"}


def test_rows_without_it_are_still_asked_by_name(office: Workspace) -> None:
    lacking = {n for n, _, served, _ in _CASES if served == ""}
    assert {r[0] for r in ask(office, "Which site cases have no notice served?").rows} == lacking


def test_each_that_is_counted_by_itself_has_a_figure(office: Workspace) -> None:
    outcomes = [outcome for _, outcome in _OUTCOMES]
    answer = ask(office, "How many appeals were upheld, how many rejected?")
    assert {(r[0], r[1]) for r in answer.rows} == {(o, outcomes.count(o)) for o in ("Upheld", "Rejected")}


def test_a_thing_of_which_a_column_holds_the_name_is_a_group(office: Workspace) -> None:
    owner = {n: customer for n, _, customer, _ in _SITES}
    held = [owner[site] for _, _, site, _ in _PUMPS]
    answer = ask(office, "pumps by customer")
    assert {(r[0], r[1]) for r in answer.rows} == {(c, held.count(c)) for c in set(held)}
    assert answer.confidence is not None
    assert answer.confidence >= UNSURE


def test_the_main_kind_is_the_commonest(office: Workspace) -> None:
    outcomes = [outcome for _, outcome in _OUTCOMES]
    assert ask(office, "What is the main kind of outcome of appeals?").rows[0][0] == max(outcomes, key=outcomes.count)
