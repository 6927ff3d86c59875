"""What a small office says of its hires: states that begin with a preposition, kinds on top, what came with a hire."""

from __future__ import annotations

from collections import Counter

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture, rounded

KINDS = ("Cello", "Viola", "Tuba")
TOWNS = ("Ludlow", "Telford", "Oswestry", "")
INSTRUMENTS = [
    (f"I{n:02}", KINDS[0 if n < 12 else 1 + n % 2], ("S1", "S2")[n % 2], "SHR"[n % 5 % 3], 100 + n) for n in range(30)
]
HIRERS = [(n, f"P{n}", TOWNS[n % 4], (90, 20, 15, 40)[n % 4]) for n in range(1, 25)]
HIRES = [
    (
        n,
        1 + (n * 7) % 20 if n % 3 else 5 + 4 * (n % 4),
        "I29" if n % 7 == 0 else INSTRUMENTS[n % 26][0],
        f"2024-{1 + n % 9:02}-{1 + n % 27:02}",
        (0, 1, 0, 2, 0)[n % 5],
        ("North", "South")[n % 2] if n % 3 == 0 else "",
    )
    for n in range(1, 121)
]
OF = {i[0]: i for i in INSTRUMENTS}
TOWN = {h[0]: h[2] for h in HIRERS}

office = office_fixture(
    {
        "instruments": "inst_no,cat,storage,st,worth\n"
        + "".join(f"{a},{b},{c},{d},{e}\n" for a, b, c, d, e in INSTRUMENTS),
        "storage": "storage,room\nS1,Attic\nS2,Cellar\n",
        "hirers": "hirer_no,who,town,fee\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in HIRERS),
        "hires": "hire,hirer_no,inst_no,hired_on,stands,deliv_area\n"
        + "".join(",".join(map(str, h)) + "\n" for h in HIRES),
        "codes": "col,code,means\nst,S,In storage\nst,H,On hire\nst,R,Under repair\nstorage,S1,Dry\nstorage,S2,Damp\n",
    }
)


def most(found: list[str]) -> str:
    return Counter(f for f in found if f).most_common(1)[0][0]


CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("how many instruments are in storage now", ((sum(i[3] == "S" for i in INSTRUMENTS),),)),
    ("how many cellos are in storage", ((sum(i[3] == "S" and i[1] == "Cello" for i in INSTRUMENTS),),)),
    ("which category of instrument is hired most", ((most([OF[h[2]][1] for h in HIRES]),),)),
    ("which categories of instruments are hired most often", ((most([OF[h[2]][1] for h in HIRES]),),)),
    ("which town has rented the most", ((most([TOWN[h[1]] for h in HIRES]),),)),
    ("how many hires included a stand", ((sum(h[4] > 0 for h in HIRES),),)),
    ("how many hires brought a stand", ((sum(h[4] > 0 for h in HIRES),),)),
    ("how many hires needed a delivery", ((sum(h[5] != "" for h in HIRES),),)),
)


@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_it_is_answered(office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    assert answers(rounded(answer.rows), rounded(rows), figure=False), (answer.rows, answer.sql)
