"""What a planetarium's box office says: who bought the most, what sold out and what sold, people each counted once."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture, rounded

AREAS = ("Town", "Out of area", "North", "")
VISITORS = [(n, f"Ada{n}", f"Moss{n}", AREAS[n * n % 7 % 4]) for n in range(1, 61)]
RUNS = [(n, f"SH{n % 4}", f"2023-{1 + n % 12:02}-{1 + n % 25:02}", ("ON", "SO", "ON")[n % 3]) for n in range(1, 49)]
SALES = [(n, 1 + n * n % 53, 1 + n * 5 % 48, 1 + n % 4 + 3 * (n % 4 == 2), 7 * (1 + n % 9)) for n in range(1, 241)]
COURSES = [(n, 1 + n * 3 % 37, f"G{n % 3}", f"2023-{1 + n % 12:02}-05", "PFP"[n % 3]) for n in range(1, 101)]
SHOW = {r[0]: r[1] for r in RUNS}
PAY = "PPXPR"
TITLES = {"SH0": "Comets", "SH1": "Saturn", "SH2": "Dark Sky", "SH3": "Moons"}

office = office_fixture(
    {
        "visitors": "visitor,fname,sname,area\n" + "".join(",".join(map(str, v)) + "\n" for v in VISITORS),
        "shows": "show_cd,title\n" + "".join(f"{c},{t}\n" for c, t in TITLES.items()),
        "runs": "run_no,show_cd,rdate,st\n" + "".join(",".join(map(str, r)) + "\n" for r in RUNS),
        "bookings": "bkg,visitor,run_no,tickets,amt,pay,canc_rsn\n"
        + "".join(",".join(map(str, s)) + f",{PAY[s[0] % 5]},{'ill' if s[0] % 7 == 1 else ''}\n" for s in SALES),
        "guides": "guide,guide_name\nG0,Bo Ray\nG1,Cy Poe\nG2,Di Lux\n",
        "courses": "id,visitor,guide,held_on,res\n" + "".join(",".join(map(str, c)) + "\n" for c in COURSES),
        "codes": "col,code,means\nst,ON,Went ahead\nst,SO,Sold out\narea,Town,In town\n"
        "pay,P,Paid\npay,X,Cancelled\npay,R,Refused\n",
    }
)


def top(found: Counter[str]) -> str:
    return found.most_common(1)[0][0]


SOLD: Counter[str] = Counter()
SPENT: Counter[int] = Counter()
for _, who, run, qty, amt in SALES:
    SOLD[SHOW[run]] += qty
    SPENT[who] += amt
SPENDER = SPENT.most_common(1)[0][0]

CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("which show sold the most tickets", ((TITLES[top(SOLD)],),)),
    ("how many bookings were cancelled", ((sum(PAY[s[0] % 5] == "X" for s in SALES),),)),
    ("how many runs sold out", ((sum(r[3] == "SO" for r in RUNS),),)),
    ("who spent the most", ((f"Ada{SPENDER}", f"Moss{SPENDER}"),)),
    ("how many visitors are out of area", ((sum(v[3] == "Out of area" for v in VISITORS),),)),
    ("how many people failed a course", ((len({c[1] for c in COURSES if c[4] == "F"}),),)),
    ("how many people have passed", ((len({c[1] for c in COURSES if c[4] == "P"}),),)),
    ("how many courses were failed", ((sum(c[4] == "F" for c in COURSES),),)),
)


@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_answered(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(rounded(answer.rows), rounded(rows)), (answer.rows, answer.sql)


def test_people_who_came_several_times_are_not_divided_as_if_each_came_once(office: Workspace) -> None:
    answer = ask(office, "average number of visitors per guide")
    pairs = {(c[1], c[2]) for c in COURSES}
    assert answer.unsure or answers(rounded(answer.rows), [(round(len(pairs) / 3, 4),)]), answer.sql
