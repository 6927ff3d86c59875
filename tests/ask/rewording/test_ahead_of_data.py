"""What rows lack is not told where it is looked for after all data."""

from __future__ import annotations

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_TEACHERS = ("Aisha Jamal", "Karen Bright", "Owen Tighe")
LESSONS = [(n, f"T{n * n % 3}", f"2024-0{1 + n % 9}-0{1 + n % 7}") for n in range(120)]
office = office_fixture(
    {
        "teachers": "teacher_id,teacher\n" + "".join(f"T{n},{name}\n" for n, name in enumerate(_TEACHERS)),
        "lessons": "lesson_no,teacher_id,day\n" + "".join(",".join(map(str, r)) + "\n" for r in LESSONS),
    }
)


def test_what_nobody_did_after_all_data_is_not_told_of_them(office: Workspace) -> None:
    assert ask(office, "Which teachers have not given a lesson in 2025?").unsure
    assert ask(office, "Which teachers have not given a lesson in 2024?").rows == ((_TEACHERS[2],),)
