"""Who does it is no deed, the biggest is no number, what was awarded is not what was requested: what is asked for is
shown, or nothing."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_KEEPERS = ("Ada Marsh", "Ben Holt", "Cleo Finch", "Dan Reed", "Eve Stone", "Finn Gale")


def _hives() -> str:
    """Eighteen of six keepers: Ada has most, Finn the biggest."""
    rows = [f"H{n:02},K{0 if n < 6 else n % 6},{20 + n if n != 17 else 95},{'National' if n % 2 else 'WBC'}"
            for n in range(18)]  # fmt: skip
    return "hive,keeper,litres,HiveType\n" + "\n".join(rows) + "\n"


def _inspections() -> str:
    rows = [
        f"I{n:02},H{n % 18:02},2024-{1 + n % 12:02}-11,{1 + (n * 7) % 9},{('J. Wren', 'S. Kite')[n % 2]}"
        for n in range(40)
    ]
    return "insp,hive,day,score,by\n" + "\n".join(rows) + "\n"


def _bids() -> str:
    rows = [
        f"G{n:02},{('Honey', 'Wax')[n % 2]},{1000 + 50 * n},{400 + 10 * n},Officer {n % 3},K{n % 6}" for n in range(24)
    ]
    return "bid,subject,Amount requested,Amount awarded,case officer,keeper\n" + "\n".join(rows) + "\n"


def _harvest() -> str:
    rows = [f"{n},H{n % 18:02},{('Heather', 'Clover')[n % 2]},{3 + n % 5}" for n in range(50)]
    return "no,hive,flower,honey_wt_kg\n" + "\n".join(rows) + "\n"


hives = office_fixture(
    {
        "keepers": "code,name,joined,left\n"
        + "".join(f"K{n},{k},2019-0{n + 1}-02,{'2023-05-01' if n == 4 else ''}\n" for n, k in enumerate(_KEEPERS)),
        "hives": _hives(),
        "inspections": _inspections(),
        "bids": _bids(),
        "harvests": _harvest(),
    }
)


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("What score does each inspector give on average?", {"J. Wren", "S. Kite"}),
        ("Who has the biggest hive?", {"Finn Gale"}),
        ("How much has been awarded for honey?", {sum(400 + 10 * n for n in range(0, 24, 2))}),
        ("Which hives have been inspected in May?", {f"H{n % 18:02}" for n in range(40) if n % 12 == 4}),
        ("Who has been awarded the most money?", {"Finn Gale"}),
        ("Who of the current keepers has never had a bid?", set()),
    ],
)
def test_what_is_shown_is_what_is_asked_for(hives: Workspace, question: str, cells: set[object]) -> None:
    answer = ask(hives, question)
    assert answer.unsure or cells <= {cell for row in answer.rows for cell in row}, answer.sql


def test_a_weight_of_something_is_all_of_it(hives: Workspace) -> None:
    answer = ask(hives, "What weight of heather was harvested?")
    assert not answer.unsure, answer.sql
    assert answer.rows == ((sum(3 + n % 5 for n in range(0, 50, 2)),),), answer.sql
