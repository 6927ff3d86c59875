"""Questions typed without a capital: names are found, and who is not found is not passed over."""

from __future__ import annotations

import pytest

from core.model import UNSURE
from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_TEACHERS = ("Aisha Jamal", "Karen Bright", "Owen Tighe")
LESSONS = [(n, f"T{n * n % 3}", ("Cello", "Flute")[n % 2], f"2024-0{1 + n % 9}-0{1 + n % 7}") for n in range(120)]
office = office_fixture(
    {
        "teachers": "teacher_id,teacher\n" + "".join(f"T{n},{name}\n" for n, name in enumerate(_TEACHERS)),
        "lessons": "lesson_no,teacher_id,instrument,day\n" + "".join(",".join(map(str, r)) + "\n" for r in LESSONS),
    }
)


@pytest.mark.parametrize("said", ["how many lessons did aisha give", "how many lessons did Aisha give?"])
def test_a_name_in_small_letters_is_one(office: Workspace, said: str) -> None:
    answer = ask(office, said)
    assert answer.rows == ((sum(r[1] == "T0" for r in LESSONS),),), answer.sql
    assert answer.confidence >= UNSURE


def test_who_is_not_known_is_not_passed_over(office: Workspace) -> None:
    assert ask(office, "how many lessons did mark give").unsure
