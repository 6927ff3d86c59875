"""A smallholding: figures asked for in a unit that no header says, and pieces that rows of sales and issues count."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

START = date(2023, 9, 4)
FAIRS = [(1, "Lost Kite"), (2, "Harvest"), (3, "Winter")]
PEOPLE = [
    (10 + n, f"{'Ada Bo Cy Di Eve Fay'.split()[n % 6]} {'Moss Reed Fern Lark'.split()[n % 4]}") for n in range(12)
]
BADGES = [(n, 1 + n * 5 % 3, n * 6, 1 + n * n % 4 + (n % 3 == 1), 10 + n * 7 % 12) for n in range(60)]
FEEDS = [("F1", "Layers pellets"), ("F2", "Mixed corn"), ("F3", "Drinker")]
ISSUES = [(n, n * 5, FEEDS[n * 4 % 3][0], 1 + n % 5) for n in range(70)]
WALKS = [(n, 10 + n * 5 % 12, n * 4, 20 + n * 7 % 50) for n in range(80)]
SPUN = [(n, 10 + n % 12, n * 6, 5 + n * 3 % 17) for n in range(60)]


def day(n: int) -> str:
    return (START + timedelta(n)).isoformat()


def in_2024(n: int) -> bool:
    return day(n).startswith("2024")


farm = office_fixture(
    {
        "fairs": csv_text("No,Title", FAIRS),
        "people": csv_text("Person,Name,Task", [(n, who, ("Badges", "Gate", "")[n % 3]) for n, who in PEOPLE]),
        "badge sales": csv_text("Sale,Fair,Sold On,Qty,Seller", [(a, b, day(n), q, p) for a, b, n, q, p in BADGES]),
        "feed list": csv_text("Code,Description", FEEDS),
        "feed issues": csv_text("Issue,Day,Code,Qty", [(a, day(n), c, q) for a, n, c, q in ISSUES]),
        "dog walks": csv_text("Walk,Person,Day,Mins", [(a, p, day(n), m) for a, p, n, m in WALKS]),
        "spinning": csv_text("Batch,Person,Day,Wt", [(a, p, day(n), w) for a, p, n, w in SPUN]),
    }
)
BY_FAIR = Counter({title: sum(q for _, f, _, q, _ in BADGES if f == no) for no, title in FAIRS})
BY_SELLER = Counter({who: sum(q for *_, q, p in BADGES if p == no) for no, who in PEOPLE})
HOURS = Counter({who: sum(m for _, p, n, m in WALKS if p == no and in_2024(n)) / 60 for no, who in PEOPLE})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many hours of dog walks did we do in 2024?", [(sum(HOURS.values()),)]),
        ("How many hours of dog walks did each person do in 2024?", list(HOURS.items())),
        ("How many kilos of spinning did we do in 2024?", [(sum(w for *_, n, w in SPUN if in_2024(n)),)]),
        ("How many badges went out for each fair?", list(BY_FAIR.items())),
        (
            "Which person has personally sold the most badges, counting the badges themselves, over all the fairs?",
            [(BY_SELLER.most_common(1)[0][0],)],
        ),
        (
            "How many drinkers were issued in 2024?",
            [(sum(q for _, n, c, q in ISSUES if c == "F3" and in_2024(n)),)],
        ),
        ("How many badge sales were there for Harvest?", [(sum(f == 2 for _, f, *_ in BADGES),)]),
    ],
)
def test_figures_in_a_unit_and_pieces(farm: Workspace, question: str, expected: list[tuple[object, ...]]) -> None:
    found = ask(farm, question)
    assert not found.unsure
    assert answers(found.rows, expected)
