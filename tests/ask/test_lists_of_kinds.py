"""Houses whose kinds and quarters stand in lists of their own, and whose sales are in another file."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

KINDS = [(10, "One storey, old"), (20, "Two storeys"), (30, "Attic finished"), (40, "Split level")]
QUARTERS = [("NrthHl", "North Hill"), ("OldMrk", "Old Market"), ("RvrSd", "River Side"), ("Wllws", "The Willows")]
MEANINGS = [("Kitchen", "Ex", "Excellent"), ("Kitchen", "TA", "Typical/Average"), ("Kitchen", "Po", "Poor")]
PROPERTIES = [
    (1000 + n, KINDS[n % 4][0], QUARTERS[(n * 7) % 4][0], 1890 + n * 3, ("Ex", "TA", "Po")[n % 3], 400 + 25 * n)
    for n in range(40)
]
SALES = [(9000 + n, 1000 + n, 100_000 + 3_000 * ((n * 13) % 40), 2020 + n % 4) for n in range(40)]
TRUSTS = [
    (f"T{n}", f"{name} Trust", year)
    for n, (name, year) in enumerate([("Elm", 1952), ("Oak", 1931), ("Fir", 1988), ("Ash", 2001)])
]
GRANTS = [
    (f"G{n}", f"T{(n * n) % 4 if n % 5 else 1}", f"{2021 + n % 3}-0{n % 9 + 1}-11", 500 + 10 * n) for n in range(40)
]
TRADES = ("Bakery", "Books", "Bikes", "Flowers", "Garden")
FIRMS = [(n, f"{('Ada', 'Ben', 'Cleo', 'Dan')[n % 4]}'s {TRADES[n % 5]}", QUARTERS[n % 4][0]) for n in range(27)]
FILES = {
    "premises": csv_text("Ref,FirmName,Quarter", FIRMS),
    "property_file": csv_text(
        "PID,Kind,Quarter,Year Built,Kitchen,Lot Area",
        ((*p[:3], *p[3:]) for p in PROPERTIES),
    ),
    "sales_file": csv_text("Sale No,PID,Sale Price,Yr Sold", SALES),
    "kinds": csv_text("Kind,Dwelling", ((k, f'"{d}"') for k, d in KINDS)),
    "quarters": csv_text("Quarter,Full wording", QUARTERS),
    "code_book": csv_text("Field,Code,Meaning", MEANINGS),
    "trusts": csv_text("Trust Id,Trust Name,Founded", TRUSTS),
    "grants": csv_text("Grant Id,Trust Id,Award Date,Amount", GRANTS),
}
WORDING = dict(QUARTERS)
OLD = sum(p[3] < 1920 for p in PROPERTIES)
AREA = {WORDING[q]: sum(p[5] for p in PROPERTIES if p[2] == q) / sum(p[2] == q for p in PROPERTIES) for q in WORDING}
MOST = Counter(g[1] for g in GRANTS).most_common()
office = office_fixture(FILES)


def test_what_refers_to_a_list_is_counted_and_not_its_lines(office: Workspace) -> None:
    got = ask(office, "How many homes were built before 1920?")
    assert answers(got.rows, ((OLD,),)), (got.sql, got.rows)
    kinds = ask(office, "How many kinds of dwelling are there?")
    assert answers(kinds.rows, ((len(KINDS),),)), (kinds.sql, kinds.rows)


def test_a_statistic_is_no_code_and_a_list_shows_what_its_codes_mean(office: Workspace) -> None:
    got = ask(office, "Average lot area by quarter")
    assert not got.unsure
    assert answers([(q, round(float(str(a)), 6)) for q, a in got.rows], [(q, round(a, 6)) for q, a in AREA.items()])


@pytest.mark.parametrize(
    "question", ["Which foundation has made the most grants?", "Which foundation gave the most grants?"]
)
def test_what_was_founded_is_a_foundation(office: Workspace, question: str) -> None:
    got = ask(office, question)
    assert answers(got.rows, ((next(t[1] for t in TRUSTS if t[0] == MOST[0][0]),),), figure=True), (got.sql, got.rows)


def test_what_rows_are_called_by_is_counted_by_the_row(office: Workspace) -> None:
    got = ask(office, "How many local firms are there in North Hill?")
    assert answers(got.rows, ((sum(f[2] == "NrthHl" for f in FIRMS),),)), (got.sql, got.rows)


def test_the_year_of_it_stays_a_year(office: Workspace) -> None:
    got = ask(office, "What is the year of foundation of Oak Trust?")
    assert answers(got.rows, ((1931,),)), (got.sql, got.rows)
