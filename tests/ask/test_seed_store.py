"""A seed store: what a row is stands in the notes, and marks of what is not known have meanings of several words."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

LOTS = [
    (
        f"LT-{n:03}",
        ("Fir", "Oak", "Elm")[n % 3],
        9999999 if n % 20 == 0 else 500 + 37 * n % 4000,
        n % 3 + 1,
        -1 if n == 7 else 10 + n % 9,
    )
    for n in range(120)
]
TRIALS = [(n, f"LT-{n % 110:03}", "PAG"[n % 3], 50, n * 7 % 51) for n in range(300)]
SEEDS = [x[2] for x in LOTS if x[2] != 9999999]
DEPTHS = sorted(x[4] for x in LOTS if x[4] != -1)

store = office_fixture(
    {
        "lot_mstr_v3": csv_text("lot,tree,qty_seeds,lot_sts,Shelf Depth cm", LOTS),
        "trl_dump": csv_text("no,lot,mthd,sown,sprouted", TRIALS),
        "notes.md": """# Notes

## lot_mstr_v3
One row is a seed lot.

- `qty_seeds`: number of seeds stored; 9999999 means not counted
- `lot_sts`: status of the lot. 1 = Active, 2 = Resting, 3 = Used up
- `Shelf Depth cm`: -1 = Unknown depth

## trl_dump
One row is a sprouting trial.

- `mthd`: P = Petri dish, A = Agar, G = Greenhouse
""",
    }
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many seed lots are there?", len(LOTS)),
        ("How many sprouting trials are there?", len(TRIALS)),
        ("What is the average qty_seeds?", sum(SEEDS) / len(SEEDS)),
        ("How many seed lots have more than 3000 qty_seeds?", sum(s > 3000 for s in SEEDS)),
        ("What is the average shelf depth?", sum(DEPTHS) / len(DEPTHS)),
    ],
)
def test_figures_of_what_the_notes_tell(store: Workspace, question: str, figure: float) -> None:
    found = ask(store, question)
    assert not found.unsure
    assert found.rows[0][0] == pytest.approx(figure)


def test_the_mark_is_told_whole_and_by_what_it_is(store: Workspace) -> None:
    found = ask(store, "What is the average qty_seeds?")
    assert "9999999 (not counted)" in found.enriched
    assert "known qty" in found.answer or "known quantity" in found.answer


def test_a_header_said_beside_another_is_no_word_for_the_row(store: Workspace) -> None:
    found = ask(store, "What share of seeds sown sprouted per method?")
    assert found.unsure or "sprouted" in found.sql


def test_no_group_shows_an_amount_of_any_row_of_it(store: Workspace) -> None:
    found = ask(store, "What share of seeds sown sprouted per method?")
    assert not ("GROUP BY" in found.sql and "SUM(" not in found.sql and "COUNT(" not in found.sql)
