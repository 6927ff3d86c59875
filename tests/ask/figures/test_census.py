"""Counts of a census as they are put out: `Tenure: Total: All households`, `Tenure: Owned`, a column for each."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_PLACES = ("Ardle", "Brae", "Corran", "Drum")
_TENURES = ("Owned outright", "Owned with a mortgage", "Rented from the council", "Lives rent free")
_AGES = ("Aged 4 years and under", "Aged 5 to 15 years", "Aged 16 to 64 years", "Aged 65 years and over")


def _held(place: int, part: int) -> int:
    return 100 + 37 * place * (part + 1) % 90 + 11 * part


def _file(kind: str, whole: str, parts: tuple[str, ...]) -> str:
    head = ["geography", "geography code", f"{kind}: {whole}", *(f"{kind}: {part}" for part in parts)]
    rows = [
        [place, f"S{n:03}", str(sum(_held(n, p) for p in range(4))), *(str(_held(n, p)) for p in range(4))]
        for n, place in enumerate(_PLACES)
    ]
    return "\n".join(",".join(row) for row in (head, *rows)) + "\n"


census = office_fixture(
    {
        "census2031-hh02-tenure": _file("Tenure of household", "Total: All households", _TENURES),
        "census2031-pp01-age": _file("Age", "Total", _AGES),
    }
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many people live in Brae?", sum(_held(1, p) for p in range(4))),
        ("How many people in Corran are aged 4 and under?", _held(2, 0)),
        ("How many households are there altogether?", sum(_held(n, p) for n in range(4) for p in range(4))),
        ("How many homes in Drum are rented from the council?", _held(3, 2)),
        (
            "What share of households in Drum live rent free?",
            100 * _held(3, 3) / sum(_held(3, p) for p in range(4)),
        ),
    ],
)
def test_columns_with_a_colon_are_parts_of_one_figure(census: Workspace, question: str, figure: float) -> None:
    answer = ask(census, question)
    assert (answer.unsure, [row[-1] for row in answer.rows]) == (False, [pytest.approx(figure)]), answer.sql
