"""What happened to some rows, on a day that the others lack, is counted and compared by that day."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

Hire = tuple[int, str, str, str, int]
HIRES: list[Hire] = [
    (
        n,
        f"R{n % 3 + 1}",
        f"{2023 + n % 2}-{n % 12 + 1:02d}-{n % 27 + 1:02d}",
        f"{2024 - n % 5 // 4}-{n % 9 + 1:02d}-11" if n % 4 == 1 and n % 3 != 2 else "",
        20 + n % 7,
    )
    for n in range(240)
]
GONE = [h for h in HIRES if h[3]]
FILES = {
    "hires": csv_text("Hire ref,Room,Hired on,Cancelled on,Fee", HIRES),
    "rooms": "Room,Name\nR1,Main hall\nR2,Studio\nR3,Kitchen\n",
}
NAMES = {"R1": "Main hall", "R2": "Studio", "R3": "Kitchen"}

office = office_fixture(FILES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many cancellations are there", [(len(GONE),)]),
        ("total cancellations", [(len(GONE),)]),
        ("cancellations per room", [(NAMES[r], sum(h[1] == r for h in GONE)) for r in ("R1", "R2")]),
        ("number of cancellations in 2023", [(sum(h[3][:4] == "2023" for h in GONE),)]),
        ("cancellations per year", [(y, sum(h[3][:4] == y for h in GONE)) for y in ("2023", "2024")]),
    ],
)
def test_rows_to_which_it_happened_are_counted(
    office: Workspace, question: str, rows: list[tuple[object, ...]]
) -> None:
    got = ask(office, question)
    assert answers(got.rows, rows), (got.sql, got.rows)  # type: ignore[arg-type]
    assert not got.unsure or question.startswith("number of")  # which may be a header


def test_why_they_rose_is_asked_of_them_alone(office: Workspace) -> None:
    got = ask(office, "why are cancellations up?")
    rose = [sum(h[3][:4] == y and h[3] <= f"{y}-09-11" for h in GONE) for y in ("2023", "2024")]
    assert f"from {rose[0]} in the same part of 2023 to {rose[1]} in 2024 so far" in got.answer
    assert got.rewritten == ""


def test_where_they_would_be_taken_for_all_rows_nothing_is_shown(office: Workspace) -> None:
    got = ask(office, "rooms without cancellations")
    assert got.sql is None or got.unsure or [*got.rows] == [("Kitchen",)]
