"""A small office's own files, asked as its people would: lists of codes, files of each year, unpaid bills, no shows."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of, rounded

STATES = "DDDDDDDXDN"
"""Done, called off, no show: in turn."""
TOWNS = ("Leith", "Dunbar", "Crail")


def day(n: int) -> datetime.date:
    return datetime.date(2024, 1, 2) + datetime.timedelta(days=2 * n)


SLOTS = [(n, day(n), f"M{n % 12:03}", STATES[n % 10], "SW" if n % 3 else "DV", 30 + 15 * (n % 2)) for n in range(300)]
MEMBERS = [(f"M{n:03}", f"Ana{n}", f"Berg{n}", TOWNS[n % 3], datetime.date(1980 + n, 3, 10 + n)) for n in range(14)]
BILLS = [
    (n, day(n), f"M{n % 12:03}", 20 + n % 7 + 100 * (n == 5), None if n % 4 == 0 else day(n + 3)) for n in range(90)
]


def lines(year: int, written: str) -> str:
    rows = [s for s in SLOTS if s[1].year == year]
    head = "Slot,On,Swimmer,Outc,Knd,Mins\n"
    return head + "".join(f"{n},{d.strftime(written)},{m},{o},{k},{x}\n" for n, d, m, o, k, x in rows)


FILES = {
    "slots 24": lines(2024, "%Y-%m-%d"),
    "slots 25 (to Aug)": lines(2025, "%d/%m/%Y"),
    "swimmer_master": "Member No,Forename,Surname,Town,DOB\n"
    + "".join(f"{no},{a},{b},{town},{born.strftime('%d/%m/%Y')}\n" for no, a, b, town, born in MEMBERS),
    "bills": "Bill,Issued,Member,Amount inc VAT,Paid\n"
    + "".join(
        f"B{n:03},{d.strftime('%d-%b-%y')},{m},£{x}.00,{paid.strftime('%d-%b-%y') if paid else ''}\n"
        for n, d, m, x, paid in BILLS
    ),
    "readings": "Reading,Slot,Kind of reading,Found\n"
    + "".join(
        f"R{n},{n // 2},{('Chlorine', 'Warmth')[n % 2]},{(7 if n % 2 == 0 else 26) + n % 3 / 10:.1f}\n"
        for n in range(200)
    ),
    "codes": "list,code,meaning\nslot outcome,D,Done\nslot outcome,X,Cancelled\nslot outcome,N,No show\n"
    "kind,SW,Swimming\nkind,DV,Diving\n",
}
UNPAID = [b for b in BILLS if b[4] is None]
PAID = {m: sum(b[3] for b in BILLS if b[2] == m and b[4]) for m in {b[2] for b in BILLS}}


def slots(state: str = "", year: int = 0, kind: str = "", month: int = 0) -> int:
    some = [s for s in SLOTS if (not state or s[3] == state) and (not year or s[1].year == year)]
    return sum((not kind or s[4] == kind) and (not month or s[1].month == month) for s in some)


BUSIEST = max(range(1, 13), key=lambda m: slots(year=2024, month=m))
CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("How many unpaid bills are there?", ((len(UNPAID),),)),
    ("How many paid bills are there?", ((len(BILLS) - len(UNPAID),),)),
    ("how many bills were paid", ((len(BILLS) - len(UNPAID),),)),
    ("How many slots in 2024 fell on a saturday?", ((sum(s[1].year == 2024 and s[1].weekday() == 5 for s in SLOTS),),)),
    ("how many bills are unpaid", ((len(UNPAID),),)),
    ("total amount of unpaid bills", ((sum(b[3] for b in UNPAID),),)),
    ("unpaid bills - how many and how much in total?", ((len(UNPAID), sum(b[3] for b in UNPAID)),)),
    ("What is the total amount of bills?", ((sum(b[3] for b in BILLS),),)),
    ("How many bills were paid in 2024?", ((sum(b[4] is not None and b[4].year == 2024 for b in BILLS),),)),
    ("Who is our youngest ever swimmer by date of birth?", (("Ana13", "Berg13"),)),
    ("How many slots were cancelled in 2025?", ((slots("X", 2025),),)),
    ("How many no shows did we have in 2025?", ((slots("N", 2025),),)),
    ("What percentage of slots in 2024 were no shows?", ((round(100 * slots("N", 2024) / slots(year=2024), 4),),)),
    ("How many diving slots went ahead in 2025?", ((slots("D", 2025, "DV"),),)),
    ("Number of slots that took place in each year", ((2024, slots("D", 2024)), (2025, slots("D", 2025)))),
    ("How many slots per month in 2025?", tuple((f"2025-0{m}", slots(year=2025, month=m)) for m in range(1, 9))),
    ("How many swimmers do we have on the books from Leith, whatever their age?", ((5,),)),
    ("how many swimmers have never had a single slot in the diary", ((2,),)),
    ("swimmers in each town, most first", (("Leith", 5), ("Dunbar", 5), ("Crail", 4))),
    ("average chlorine", ((round(sum(7 + n % 3 / 10 for n in range(0, 200, 2)) / 100, 4),),)),
    ("How many more slots were there in 2024 than in 2025?", ((slots(year=2024) - slots(year=2025),),)),
    (
        "How many fewer diving slots were cancelled in 2025 than in 2024?",
        ((slots("X", 2024, "DV") - slots("X", 2025, "DV"),),),
    ),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("pool"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_asked_as_its_people_would(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    given = rounded(answer.rows)
    assert answers(given, rows), (answer.rows, answer.sql)


def test_the_files_of_both_years_are_one_table_with_one_kind_of_day(office: Workspace) -> None:
    (table,) = (t for t in office.tables.all() if t.family)
    assert (table.rows, [c.type for c in table.columns if c.label == "On"]) == (len(SLOTS), ["date"])
    assert any(p.code == "dates" for p in table.problems)


def test_names_are_never_added_up(office: Workspace) -> None:
    answer = ask(office, "What is the total bill of bills?")
    assert 'SUM("Bill")' not in (answer.sql or "")
