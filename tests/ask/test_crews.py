"""Calls of two seasons, who came with which van, who has left: counted once each, and told by the seasons' names."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of

JULY = (datetime.date(2022, 7, 1), datetime.date(2023, 7, 1))
CALLS = [
    (100 + n, n // 40, JULY[n // 40] + datetime.timedelta(days=8 * (n % 40)), ("GF", "AL")[n % 3 == 0])
    for n in range(80)
]
VANS = ("Alpha", "Bravo", "Delta")
MEMBERS = [(300 + n, f"Ana{n}", f"Berg{n}", 1990 + n, "Y" if n % 3 else "N") for n in range(20)]
GONE = [(400 + n, f"Cy{n}", f"Dahl{n}", 1970 + n) for n in range(8)]
CREW = [(no, 300 + (no + k) % 20, VANS[(no + k // 2) % 3]) for no, *_ in CALLS for k in range(4)]


DAYS = {n: (n * 7) % 31 + (400 if n == 17 else 0) for n in range(60)} | {20: 0, 31: 5}
OUT = [(n, VANS[n % 3], datetime.date(2024, 1, 1 + n % 28), None if n % 11 == 0 else DAYS[n]) for n in range(60)]
LONGEST = max((n for n, _, _, d in OUT if d is not None), key=DAYS.__getitem__)


def on_average(van: str) -> float:
    found = [d for _, w, _, d in OUT if w == van and d is not None]
    return sum(found) / len(found)


SLOWEST, QUICKEST = max(VANS, key=on_average), min(VANS, key=on_average)
REPAIRS = [(n, 2023 + n % 2, VANS[n % 3], 30 + n % 7) for n in range(40)]


def season(n: int) -> str:
    rows = [(no, day, kind) for no, s, day, kind in CALLS if s == n]
    return "".join(f"{no},{day.strftime('%d/%m/%Y')},{kind},Place {no % 5}\n" for no, day, kind in rows)


FILES = {
    "calls 22-23": "Inc #,Date,Type,Where\n" + season(0),
    "calls 23-24": "Incident,Date,Type,Location\n" + season(1),
    "call types": "Code,Description\nGF,Grass fire\nAL,False alarm\n",
    "turnout sheets": "Incident no,Member,Van\n" + "".join(f"{a},{b},{c}\n" for a, b, c in CREW),
    "drivers": "Driver,Name,Started,Left\n"
    + "".join(f"D{n},Eli{n},2020-02-0{1 + n % 9},{'' if n % 3 else f'2024-05-0{1 + n % 9}'}\n" for n in range(21)),
    "vans": "Van,Seats\n" + "".join(f"{v},{6 + n}\n" for n, v in enumerate(VANS)),
    "members active": "Memb no,Given name,Surname,Joined,Van licence\n"
    + "".join(f"{no},{a},{b},{y}-03-01,{lic}\n" for no, a, b, y, lic in MEMBERS),
    "members ex": "Memb no,Given name,Surname,Joined,Reason\n"
    + "".join(f"{no},{a},{b},{y}-03-01,moved\n" for no, a, b, y in GONE),
    "bookings": "Booking,Van,Date out,Date back\n"
    + "".join(f"{n},{v},{d},{d + datetime.timedelta(days=k) if k is not None else ''}\n" for n, v, d, k in OUT),
    "repairs": "Repair,Date,Van,Cost\n" + "".join(f"{n},{y}-04-0{1 + n % 9},{v},{c}.00\n" for n, y, v, c in REPAIRS),
}
TO = {v: {a for a, _, van in CREW if van == v} for v in VANS}

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("how many grass fires were there in 23-24?", ((sum(s == 1 and k == "GF" for _, s, _, k in CALLS),),)),
    ("how many calls did each van go to?", tuple((v, len(calls)) for v, calls in TO.items())),
    ("which current member has been in the brigade the longest?", (("Ana0", "Berg0"),)),
    ("how many current members have their van licence?", ((sum(m[4] == "Y" for m in MEMBERS),),)),
    ("how many bookings are still out?", ((sum(k is None for *_, k in OUT),),)),
    ("how many drivers still work for us?", ((sum(bool(n % 3) for n in range(21)),),)),
    ("which booking took the longest?", ((LONGEST,),)),
    ("which van takes the longest on average?", ((SLOWEST,),)),
    ("which van is the quickest?", ((QUICKEST,),)),
    ("How much did repairs cost us in 2024?", ((sum(c for _, y, _, c in REPAIRS if y == 2024),),)),
    ("which vans haven't come back yet?", tuple((v,) for v in VANS)),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("crew"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_answered(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(answer.rows, rows), (answer.rows, answer.sql)


def test_seasons_with_years_of_two_digits_are_one_table(office: Workspace) -> None:
    (table,) = (t for t in office.tables.all() if t.family)
    assert (table.rows, [c.label for c in table.columns]) == (80, ["Incident", "Date", "Type", "Location", "year"])
