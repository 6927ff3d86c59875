"""A lift inspectorate publishes by quarters of financial years: asked for a quarter, a year, and year by year."""

from __future__ import annotations

import pytest

from core.ask.tokens import tokenise
from core.ingest.periods import in_one_form, in_order
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

MAKERS = ("Ardent Lifts", "Beacon Hoists", "Calder & Sons")
QUARTERS = [(2020 + y, q) for y in range(3) for q in range(1, 5)]
ROWS = [
    (y, q, m, 20 + (y * 7 + q * 13 + n * 5) % 41, 100 * ((y + q * 3 + n) % 17))
    for y, q in QUARTERS
    for n, m in enumerate(MAKERS)
]
lifts = office_fixture(
    {
        "inspections": "Quarter,Maker,Lifts inspected,Fines (£)\n"
        + "".join(f"Q{q} {y}/{(y + 1) % 100},{m},{n},{fine}\n" for y, q, m, n, fine in ROWS)
    }
)


office = office_fixture(
    {
        "inspections": "Quarter,Maker,Lifts inspected\n"
        + "".join(f"{y}/{(y + 1) % 100} Q{q},{m},{n}\n" for y, q, m, n, _ in ROWS)
    }
)


def total(at: int = 3, year: int = 0, quarter: int = 0, maker: str = "") -> int:
    """Of the lifts inspected (3) or of the fines (4)."""
    kept = [r for r in ROWS if r[0] == (year or r[0]) and r[1] == (quarter or r[1]) and r[2] == (maker or r[2])]
    return sum(int(r[at]) for r in kept)


@pytest.mark.parametrize("form", ["{}/{:02d} Q{}", "{}-{:02d}, Q{}", "FY{}/{:02d} Q{}", "{}-20{:02d} Quarter {}"])
def test_quarters_of_such_years_have_one_spelling(form: str) -> None:
    texts = [form.format(y, (y + 1) % 100, q) for y, q in QUARTERS]
    assert in_order(texts) == [f"{y}-{(y + 1) % 100}-Q{q}" for y, q in QUARTERS]


def test_years_that_do_not_follow_on_each_other_are_no_such_year() -> None:
    assert in_order(["2020-24 Q1", "2020-24 Q2"]) is None


@pytest.mark.parametrize("said", ["Q3 2021-22", "2021/22 Q3", "the third quarter of 2021-22", "quarter 3 of 2021/22"])
def test_such_a_quarter_is_one_word(said: str) -> None:
    assert [t.text for t in tokenise(f"in {said}")] == ["in", "2021-22-q3"]


def test_quarters_that_sort_as_they_are_written_stay() -> None:
    assert in_one_form(["2021/22 Q1", "2021/22 Q2"])
    assert in_one_form(["2021Q1", "2021Q2"])
    assert not in_one_form(["2021/22 Q1", "2021-22 Q2"])
    assert not in_one_form(["Q1 2021", "Q2 2021"])


def test_they_are_asked_for_as_they_are_written(office: Workspace) -> None:
    told = {f"{y}/{(y + 1) % 100} Q1": total(year=y, quarter=1) for y in (2020, 2021, 2022)}
    for y, (text, figure) in zip((2020, 2021, 2022), told.items(), strict=True):
        assert ask(office, f"Lifts inspected in Q1 {y}-{(y + 1) % 100}").rows == ((figure,),)
        assert text in {row[0] for row in ask(office, "Lifts inspected by quarter").rows}
    years = {f"{y}/{(y + 1) % 100}": total(year=y) for y in (2020, 2021, 2022)}
    assert dict(ask(office, "Lifts inspected in each financial year").rows) == years
    then, now = total(year=2020), total(year=2022)
    assert ask(office, "Did lifts inspected go up between 2020-21 and 2022-23?").rows == ((then, now, now - then),)


def test_a_quarter_and_a_year_are_told(lifts: Workspace) -> None:
    assert ask(lifts, "How many lifts were inspected in 2021-22?").rows == ((total(year=2021),),)
    assert ask(lifts, "How many lifts were inspected in Q3 2021/22?").rows == ((total(year=2021, quarter=3),),)
    beacon = ask(lifts, "How much was Beacon Hoists fined in 2022/23? Fines in pounds")
    assert beacon.unsure or beacon.rows == ((total(4, 2022, maker="Beacon Hoists"),),)


def test_year_by_year(lifts: Workspace) -> None:
    years = {f"{y}-{(y + 1) % 100}": total(year=y) for y in (2020, 2021, 2022)}
    assert dict(ask(lifts, "Lifts inspected in each financial year").rows) == years
    best = ask(lifts, "Which financial year had the most lifts inspected?")
    assert best.rows[0] == max(years.items(), key=lambda y: y[1])


def test_quarter_by_quarter(lifts: Workspace) -> None:
    found = ask(lifts, "Lifts inspected by quarter").rows
    assert found == tuple((f"{y}-{(y + 1) % 100}-Q{q}", total(year=y, quarter=q)) for y, q in QUARTERS)
    most = max(QUARTERS, key=lambda at: total(4, *at, maker="Ardent Lifts"))
    best = ask(lifts, "In which quarter did Ardent Lifts have the most fines?").rows[0][0]
    assert best == f"{most[0]}-{(most[0] + 1) % 100}-Q{most[1]}"


def test_what_changed_between_two_years_is_told(lifts: Workspace) -> None:
    found = ask(lifts, "Did lifts inspected go up between 2020-21 and 2022-23?")
    then, now = total(year=2020), total(year=2022)
    assert found.rows == ((then, now, now - then),)
    assert f"from {then:,} in 2020-21 to {now:,} in 2022-23" in found.answer


OFFICES = [("V1", "Ayle", "West"), ("V2", "Burrow", "North"), ("V3", "Cleeve", "West"), ("V4", "Dene", "South")]
ASKED = [
    (f"{y}-{y % 100 + 1} Q{q}", *o, 80 + y % 7 * 9 + q * 11 + n)
    for y, q in ((2020, 4), (2021, 1), (2021, 2), (2021, 3), (2021, 4))
    for n, o in enumerate(OFFICES)
]
permits = office_fixture(
    {
        "permit-requests-2021-22": "Office code,Local permit office,Region,Quarter,Requests received,Requests decided,"
        "Requests granted,Percentage granted\n"
        + "".join(f"{c},{o},{r},{q},{n},{n - 5},{n - 20},{n % 60 + 30}\n" for q, c, o, r, n in ASKED)
    }
)


def test_a_year_of_the_files_name_that_is_not_compared_is_not_shown(permits: Workspace) -> None:
    found = ask(permits, "How many permit requests were received in 2021-22?")
    assert found.unsure or found.rows == ((sum(a[-1] for a in ASKED if a[0].startswith("2021-22")),),)
