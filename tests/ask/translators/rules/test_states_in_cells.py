"""A state that a cell holds is that cell, and no end that has not come."""

from __future__ import annotations

from pathlib import Path

from tests.ask.worlds import ask, office_of

_TEXTS = {
    "hoses": "Hose,Metres,State\n" + "".join(f"H{n},{20 + n},{'Active' if n % 4 else 'Spare'}\n" for n in range(24)),
    "hose tests": "Test no,Hose,Tested,Repaired\n"
    + "".join(f"{n},H{n % 18},2024-03-{1 + n:02},{'' if n % 2 else f'2024-04-{1 + n:02}'}\n" for n in range(26)),
}


def test_an_active_thing_is_what_its_own_cell_says(tmp_path: Path) -> None:
    with office_of(_TEXTS, tmp_path) as office:
        answer = ask(office, "Which active hoses have never been tested?")
    assert sorted(answer.rows) == [(f"H{n}",) for n in range(18, 24) if n % 4]
    assert answer.sql is not None
    assert "\"State\" = 'Active'" in answer.sql
