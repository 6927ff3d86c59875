"""Things that are called alike are told apart beside the answer, and by their key where a person wants it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.ask.form import Form
from core.ask.same_names import CODE, unseen_key, with_key
from core.workspace import Workspace
from tests.ask.edit.test_edited import last
from tests.ask.worlds import ask, opened

PEOPLE = ("Ida Ruiz", "Anna Weiss", "Lars Novak", "Anna Weiss", "Uwe Zeman", "Lars Novak", "Mia Lind")
VISITS = (7, 6, 5, 4, 3, 2, 1)


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("pool")
    members, visits = folder / "members.csv", folder / "visits.csv"
    rows = [f"M{n},{name},{('North', 'South')[n % 2]}" for n, name in enumerate(PEOPLE, 1)]
    members.write_text("member_no,name,district\n" + "\n".join(rows) + "\n", "utf-8")
    came = [f"M{n}" for n, times in enumerate(VISITS, 1) for _ in range(times)]
    lines = [f"{n},{who},2024-01-{n:02}" for n, who in enumerate(came, 1)]
    visits.write_text("visit_id,member_no,day\n" + "\n".join(lines) + "\n", "utf-8")
    with opened([members, visits], folder / "w") as workspace:
        yield workspace


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which 5 members have the most visits?", "2 rows are called “Anna Weiss”"),
        ("How many visits does each member have?", "4 rows share a name with another (2 are called “Anna Weiss”)"),
        ("List the members", "4 rows share a name with another (2 are called “Anna Weiss”)"),
        ("Which 3 members have the most visits?", ""),
        ("How many members are there for each district?", ""),
        ("List the members from North", "2 rows are called “Anna Weiss”"),
        ("List the members from South", ""),
    ],
)
def test_rows_that_are_called_alike_are_told_of(pool: Workspace, question: str, said: str) -> None:
    answer = ask(pool, question)
    told = [w.message for w in answer.warnings if w.code == CODE]
    assert told == ([f"{said}: different members, told apart by `member_no`."] if said else []), answer.rows


def test_with_their_key_they_are_told_apart(pool: Workspace) -> None:
    answer = ask(pool, "Which 5 members have the most visits?")
    form = Form.of(answer.form)
    assert form is not None
    key = unseen_key(form.query, pool.questions.facts(form))
    assert key is not None
    told = last(pool.questions.edited(replace(form, query=with_key(form.query, key)), old=answer))
    assert told.columns == ("name", "member_no")
    assert told.rows[:2] == (("Ida Ruiz", "M1"), ("Anna Weiss", "M2"))
    assert [w for w in told.warnings if w.code == CODE] == []
