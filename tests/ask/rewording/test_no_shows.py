"""Those who did not come, however the files write it."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_fixture

STATES = ("Attended", "DNA", "attended", "No-show", "Cancelled", "no show")
VISITS = [(n, f"2024-0{1 + n % 4}-1{n % 9}", f"C{n % 9}", STATES[n % 6]) for n in range(72)]
FILES = {
    "visits": "No,Day,Client,Result\n" + "".join(f"{','.join(map(str, v))}\n" for v in VISITS),
    "clients": "Client,Name\n" + "".join(f"C{n},Name {n}\n" for n in range(9)),
}
MISSED = [v for v in VISITS if v[3].casefold() in ("dna", "no-show", "no show")]


office = office_fixture(FILES)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("how many no shows were there?", [(len(MISSED),)]),
        ("no-shows by month in 2024", [(f"2024-0{m}", sum(v[1][6] == str(m) for v in MISSED)) for m in (1, 2, 3, 4)]),
    ],
)
def test_those_who_did_not_come_are_counted(office: Workspace, question: str, rows: list[tuple[object, ...]]) -> None:
    got = ask(office, question)
    assert answers(got.rows, [r for r in rows if r[-1]]), (got.sql, got.rows)
    assert not got.unsure
