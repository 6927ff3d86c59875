"""Values that the index left out, asked of the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import QueryTimeout
from core.index.values import ValueIndex
from core.index.values_beyond import ValuesBeyond
from core.model import Answer, Column, Profile, Table
from core.workspace import open_workspace

NAMES = {"Ada Quill": 3, "Bo Reed": 2, "ZX9": 1}


class Register:
    """A database of NAMES that notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []

    def __call__(self, column: tuple[str, str], texts: Sequence[str], seconds: float) -> list[tuple[str, int]]:
        assert column == ("people", "name")
        self.asked.append(texts)
        return [(t, NAMES[t]) for t in texts if t in NAMES]


@pytest.fixture
def register() -> Register:
    return Register()


@pytest.fixture
def values(tmp_path: Path, register: Register) -> ValuesBeyond:
    index = ValueIndex(tmp_path / "values.sqlite", per_column=1)
    column = Column("people", "name", "name", "text", 0, Profile(6, 0, 3))
    index.put(Table("people", "people", "", 6, (column,)), lambda _: NAMES.items())
    return ValuesBeyond(index, [("people", "name")], register)


def found(values: ValuesBeyond, text: str) -> list[tuple[int, int, str, str]]:
    return [(h.start, h.end, h.value, h.kind) for h in values.find(text.split())]


def test_a_name_beyond_the_index_is_found_as_typed_or_in_other_letters(values: ValuesBeyond) -> None:
    assert found(values, "visits of Bo Reed") == [(2, 4, "Bo Reed", "exact")]
    assert found(values, "visits of BO REED") == [(2, 4, "Bo Reed", "case")]
    assert found(values, "who is zx9") == [(2, 3, "ZX9", "case")]
    assert [(h.value, h.count) for h in values.lookup("bo reed")] == [("Bo Reed", 2)]


def test_what_the_index_holds_and_what_is_no_name_is_not_asked_for(values: ValuesBeyond, register: Register) -> None:
    assert found(values, "how many visits were there")[:1] == []
    assert register.asked == []
    assert found(values, "Ada Quill")[0] == (0, 2, "Ada Quill", "exact")
    assert not any("Ada Quill" in texts for texts in register.asked)


def test_the_same_is_asked_once(values: ValuesBeyond, register: Register) -> None:
    for _ in range(3):
        found(values, "visits of Bo Reed")
    assert len(register.asked) == 1


def test_a_database_that_is_slow_leaves_the_index(tmp_path: Path) -> None:
    def slow(column: tuple[str, str], texts: Sequence[str], seconds: float) -> list[tuple[str, int]]:
        raise QueryTimeout(seconds)

    values = ValuesBeyond(ValueIndex(tmp_path / "values.sqlite"), [("people", "name")], slow)
    assert found(values, "visits of Bo Reed") == []


@pytest.mark.slow
def test_a_name_among_many_in_an_attached_file_is_found(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "register.sqlite")) as db, db:
        db.execute("CREATE TABLE people (name TEXT, points INTEGER)")
        db.executemany("INSERT INTO people VALUES (?, 1)", [(f"Person{n:05} Common",) for n in range(20_500)] * 2)
        db.execute("INSERT INTO people VALUES ('Zenobia Quill', 42)")
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache", embeddings="spelling")
    with open_workspace(settings) as ws:
        ws.database.attach(f"sqlite:///{tmp_path / 'register.sqlite'}")
        *_, answer = ws.questions.ask("How many points does Zenobia Quill have?")
    assert isinstance(answer, Answer)
    assert "'Zenobia Quill'" in (answer.sql or "")
    assert answer.rows == ((42,),)
