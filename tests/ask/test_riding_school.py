"""What a riding school says of tests, boarders and loans: passes, stays and reasons that no header names."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture, rounded

RIDERS = [(n, f"Ann{n}", f"Lee{n}", date(2022, 1, 1) + timedelta(days=20 * n)) for n in range(1, 41)]
TESTS = [
    (n, 1 + n * 7 % 31, date(2022, 9, 1) + timedelta(days=6 * n), ("Hall", "Field")[n % 3 % 2], "PFFPP"[n * n % 5])
    for n in range(1, 101)
]
HORSES = [
    (f"H{n:02}", f"Star{n}", "YNYY?"[n % 5], "KKSKR"[n % 7 % 5], date(2019 + n % 5, 1 + n % 12, 9)) for n in range(40)
]
STAYS = [
    (n, f"H{n % 40:02}", a := date(2023, 2, 1) + timedelta(days=4 * n), a + timedelta(days=2 + n % 5), "BS"[n % 4 % 2])
    for n in range(1, 121)
]
LOANS = [
    (n, f"H{n % 40:02}", "CE"[n % 3 % 2], ("lame", "sold on", "cost")[n % 5 % 3] if n % 3 == 1 else "")
    for n in range(60)
]

office = office_fixture(
    {
        "riders": "rider_no,first,last,joined\n" + "".join(",".join(map(str, r)) + "\n" for r in RIDERS),
        "tests": "id,rider_no,test_dt,place,res\n" + "".join(",".join(map(str, t)) + "\n" for t in TESTS),
        "horses": "horse,nm,gwb,st,acq_dt\n" + "".join(",".join(map(str, h)) + "\n" for h in HORSES),
        "livery": "bk,horse,bkd_on,arr,dep,box\n"
        + "".join(f"{n},{h},{a - timedelta(days=n % 9)},{a},{d},{b}\n" for n, h, a, d, b in STAYS),
        "loans": "loan,horse,st,end_rsn\n" + "".join(",".join(map(str, x)) + "\n" for x in LOANS),
        "lookups": "list,code,text\nst,K,Kept\nst,S,Sold\nst,R,Retired\nbox,B,Barn\nbox,S,Stable\n"
        "loan st,C,Running\nloan st,E,Ended early\n",
    }
)

FAILED = Counter(t[1] for t in TESTS if t[4] == "F")
PASSED = {
    p: 100 * sum(t[3] == p and t[4] == "P" for t in TESTS) / sum(t[3] == p for t in TESTS) for p in ("Hall", "Field")
}
NIGHTS = {b: [(d - a).days for _, _, a, d, x in STAYS if x == b] for b in "BS"}
ALL = NIGHTS["B"] + NIGHTS["S"]

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("how many horses are good with beginners", ((sum(h[2] == "Y" for h in HORSES),),)),
    ("how many horses are not good with beginners", ((sum(h[2] == "N" for h in HORSES),),)),
    ("how many tests were failed", ((sum(t[4] == "F" for t in TESTS),),)),
    ("how many riders passed in 2023", ((len({t[1] for t in TESTS if t[4] == "P" and t[2].year == 2023}),),)),
    ("pass rate by place", tuple((p, round(r, 4)) for p, r in PASSED.items())),
    ("average length of stay", ((round(sum(ALL) / len(ALL), 4),),)),
    ("average number of nights per booking", ((round(sum(ALL) / len(ALL), 4),),)),
    ("how many nights did Star3 stay", ((sum((d - a).days for _, h, a, d, _ in STAYS if h == "H03"),),)),
    (
        "why were loans ended early",
        tuple(Counter(x[3] for x in LOANS if x[2] == "E" and x[3]).items()),
    ),
)  # fmt: skip


@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_answered(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(rounded(answer.rows), rounded(rows)), (answer.rows, answer.sql)


@pytest.mark.parametrize(
    "question",
    [
        "how many horses were sold in 2022",  # by the day on which they came
        "how many horses did we sell in 2022",
        "riders whose membership ran out before May 2023",  # by the day on which they joined
        "why were horses sold",
        "which riders passed first time",
        "fail rate of each rider",
    ],
)
def test_what_no_column_tells_is_withheld(office: Workspace, question: str) -> None:
    answer = ask(office, question)
    assert answer.unsure or not answer.sql, answer.sql
