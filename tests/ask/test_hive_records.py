"""Records of bee hives as an experimenter keeps them: a column for each year, readings one below another, counts."""

from __future__ import annotations

import pytest

from core.ask.rewording.half_told import ADDED, ELSEWHERE, HALF, MISSING, ROWS, STATISTIC, half_told
from core.ask.tokens import tokenise
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

APIARIES = (("ORC", "Orchard", 410), ("MOO", "Moorland", 620), ("LIN", "Linden Row", 380))
FEEDS = {
    "N0": "nothing fed",
    "S1": "sugar syrup 2 litres a week",
    "S2": "sugar syrup 4 litres a week",
    "HB": "honeydew",
}
HIVES = [
    (f"{a}_{n:02}", a, list(FEEDS)[n % 4], 8 + n % 3, ("", "", "queen replaced")[n % 3])
    for a, *_ in APIARIES
    for n in range(1, 9)
]
HONEY = {
    h: tuple("" if (k + y) % 11 == 0 else f"{10 + y + k % 5 + k % 7 / 10:.1f}" for y in range(3))
    for k, (h, *_) in enumerate(HIVES, 1)
}
FLOWERS = ("White clover", "Heather", "Lime", "Bramble", "Borage", "Thyme")
SEEN = [
    (h, f"202{2 + y}-06-{10 + k % 9:02}", flower, 3 + (k * (n + 2) + y) % 17)
    for k, (h, a, *_) in enumerate(HIVES)
    for y in range(2)
    for n, flower in enumerate(FLOWERS)
    if (k == 4 or ((k + n + y) % 3 and flower != "Borage"))
    and not (a == "LIN" and flower == "Heather")
    and not (y and flower == "Thyme")
]
VARIED = {h: len({s[2] for s in SEEN if s[0] == h}) for h, *_ in HIVES}
READINGS = [
    (h, f"202{2 + y}-0{m}-{1 + k % 9:02}", what, round(base + k / 7 + m / 3, 1) if (k + m) % 13 else "", "ABC"[k % 3])
    for k, (h, *_) in enumerate(HIVES)
    for y in range(2)
    for m in (5, 7)
    for what, base in (("BWT", 20.0), ("HUM", 55.0))
]  # fmt: skip
WAX = [(f"W{n:03}", HIVES[n % 20][0], f"2022-09-{1 + n % 28:02}", f"{5.4 + n % 9 / 5:.1f}") for n in range(40)]
DAY, PH = Col("wax_samples", "taken_on"), Col("wax_samples", "pH")
BOOK = csv_text("file,field,value,meaning", [("hives", "feed", *of) for of in FEEDS.items()])
hives = office_fixture(
    {
        "apiaries": csv_text("apiary,apiary_name,height_m", APIARIES),
        "hives": csv_text("hive,apiary,feed,frames,remarks", HIVES),
        "honey": csv_text("hive,honey_2021,honey_2022,honey_2023", [(h, *some) for h, some in HONEY.items()]),
        "variety_counts": csv_text("hive,date,variety,n_ind", SEEN),
        "readings": csv_text("hive,date,variable,value,keeper", READINGS),
        "wax_samples": csv_text("sample,hive,taken_on,pH", WAX),
        "code book": BOOK,
    }
)


def mean(year: int, feed: str = "", apiary: str = "") -> float:
    """The average honey of a year."""
    some = [
        float(HONEY[h][year - 2021]) for h, a, f, *_ in HIVES
        if HONEY[h][year - 2021] and feed in ("", f) and apiary in ("", a)
    ]  # fmt: skip
    return sum(some) / len(some)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What is the average honey in 2022?", ((mean(2022),),)),
        ("average honey_2022", ((mean(2022),),)),
        ("Which feed had the highest average honey in 2022?", ((FEEDS[max(FEEDS, key=lambda f: mean(2022, f))],),)),
        ("What was the highest honey in 2021?", ((max(float(s[0]) for s in HONEY.values() if s[0]),),)),
        ("Average honey per feed in 2023", tuple((said, mean(2023, f)) for f, said in FEEDS.items())),
        (
            "Average honey per apiary in 2021, 2022 and 2023",
            tuple((name, y, mean(y, apiary=a)) for a, name, _ in APIARIES for y in (2021, 2022, 2023)),
        ),
        ("How many hives have no honey for 2022?", ((sum(not s[1] for s in HONEY.values()),),)),
        ("How many hives are S2?", ((sum(h[2] == "S2" for h in HIVES),),)),
        ("How many varieties were seen in 2023?", ((len({s[2] for s in SEEN if s[1][:4] == "2023"}),),)),
        ("How many different varieties were seen in 2022?", ((len({s[2] for s in SEEN if s[1][:4] == "2022"}),),)),
        ("Which hive has the most varieties?", ((max(VARIED, key=lambda h: VARIED[h]),),)),
        (
            "How many individuals were counted per variety?",
            tuple((f, sum(s[3] for s in SEEN if s[2] == f)) for f in FLOWERS),
        ),
        ("How many hives have remarks?", ((sum(bool(h[4]) for h in HIVES),),)),
        ("How many hives get sugar syrup?", ((sum(h[2] in ("S1", "S2") for h in HIVES),),)),
    ],
)
def test_it_is_answered(hives: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(hives, question)
    assert answers(answer.rows, rows), (answer.rows, answer.sql)
    assert not answer.unsure


@pytest.mark.parametrize(
    "question",
    [
        "What is the average plant height?",
        "average potential heat",
        "What is the average number of varieties per hive?",
    ],
)
def test_what_is_not_held_is_not_answered(hives: Workspace, question: str) -> None:
    answer = ask(hives, question)
    assert answer.unsure or not answer.sql, (answer.rows, answer.sql)


@pytest.mark.parametrize(
    "question",
    [
        "When were the first and the last reading?",
        "Average HUM before and after 1 June 2022",
        "Which varieties were never seen in Linden Row?",
        "What is the correlation between honey in 2022 and honey in 2023?",
        "How many HUM readings are missing per apiary?",
        "How many readings are there?",
        "How many HUM readings are there?",
    ],
)
def test_half_an_answer_is_withheld(hives: Workspace, question: str) -> None:
    answer = ask(hives, question)
    assert answer.unsure, (answer.rows, answer.sql)


@pytest.mark.parametrize(
    ("question", "query", "why"),
    [
        ("When were the first and the last reading?", Query((Item(DAY, "max"),)), HALF),
        ("When were the first and the last reading?", Query((Item(DAY, "min"), Item(DAY, "max"))), ""),
        ("What was the lowest pH and when?", Query((Item(PH, "min"),)), HALF),
        ("What was the lowest pH and when?", Query((Item(PH), Item(DAY)), limit=1), ""),
        ("standard deviation of pH", Query((Item(PH),)), STATISTIC),
        ("How many hives have both feed and wax?", Query((Item(None, "count", table="hives"),)), HALF),
        ("How many hives have remarks?", Query((Item(None, "count", table="hives"),)), HALF),
        ("How many pH readings are there?", Query((Item(PH, "sum"),)), ADDED),
        ("How much pH is missing?", Query((Item(PH, "sum"),)), MISSING),
        ("How many pH values are missing?", Query((Item(None, "count", table="wax_samples"),)), MISSING),
        ("How many pH values are missing?", Query((Item(PH, "count"),), (Filter(Item(PH), "is null"),)), ""),
        ("Which bees were never seen in Linden Row?", Query((Item(PH),), (Filter(Item(PH), "!=", ("x",)),)), ELSEWHERE),
        ("How does the honey of S2 compare with N0?", Query((Item(None, "count", table="hives"),)), ROWS),
        ("How does the number of S2 compare with N0?", Query((Item(None, "count", table="hives"),)), ""),
    ],
)
def test_a_query_is_half_an_answer(question: str, query: Query, why: str) -> None:
    assert half_told(tokenise(question), query, DAY.__eq__, lambda word: False, lambda word: True) == why
