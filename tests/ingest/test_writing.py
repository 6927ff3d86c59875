"""A big file's rows are written while its columns are profiled; what fails there leaves all as it was."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from core.config import Settings
from core.errors import Cancelled, OurMistake
from core.ingest import columns, load, texts
from core.ingest.load import load_file
from core.ingest.texts import Texts, all_texts
from core.ingest.types import MISSING
from core.ingest.writing import Check, Shares, meanwhile
from core.model import Table
from core.sql.sqlite import SqliteEngine

HEAD = "id,code,name,paid,share,day,\n"
ROWS = [
    f"{i},C{i % 2_500:05d},name {i % 3_000},{'yes' if i % 3 else 'no'},{i / 7:.2f},2024-01-{1 + i % 28:02d},\n"
    for i in range(6_000)
]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[SqliteEngine]:
    made = SqliteEngine(tmp_path / "data.sqlite")
    yield made
    made.close()


def loaded(tmp_path: Path, engine: SqliteEngine, told: list[tuple[str, float]] | None = None) -> Table:
    path = tmp_path / "t.csv"
    path.write_text(HEAD + "".join(ROWS), encoding="utf-8")
    progress = None if told is None else lambda what, share: told.append((what, share))
    settings = Settings(workspace=tmp_path / "workspace")
    table = load_file(path, engine, label="t", name="t", settings=settings, progress=progress, small=0)
    return dataclasses.replace(table, loaded_at="", changed_ns=0, load_id="")


def rows(engine: SqliteEngine) -> list[tuple[object, ...]]:
    engine.show_only(["t"])
    return list(engine.read("SELECT * FROM t", limit=100_000).rows)


@pytest.mark.slow
def test_the_outcome_is_the_same_as_one_after_the_other(
    tmp_path: Path, engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = loaded(tmp_path, engine)
    found = rows(engine)
    monkeypatch.setattr(texts, "FEW_CELLS", 0)
    monkeypatch.setattr(load, "FEW_CELLS", 0)
    for kept in (3_000_000, 0):
        monkeypatch.setattr(texts, "_MOST_KEPT", kept)
        told: list[tuple[str, float]] = []
        assert loaded(tmp_path, engine, told) == table
        assert rows(engine) == found
        assert [share for _, share in told] == sorted(share for _, share in told)
        assert {what for what, _ in told} == {"reading", "profiling", "writing", "loaded"}
    assert [c.name for c in table.columns] == ["id", "code", "name", "paid", "share", "day"]
    assert [c.type for c in table.columns] == ["integer", "text", "text", "boolean", "real", "date"]
    assert found[5_999] == (5999, "C00999", "name 2999", "yes", 857.0, "2024-01-08")


@pytest.mark.slow
def test_a_fault_in_a_profile_leaves_the_table_as_it_was(
    tmp_path: Path, engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(tmp_path, engine)
    before = rows(engine)
    ROWS.append("6000,C1,last,no,1.5,2024-01-01,\n")
    monkeypatch.setattr(load, "FEW_CELLS", 0)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(columns, "profile", broken)
    try:
        with pytest.raises(OurMistake, match="ZeroDivisionError"):
            loaded(tmp_path, engine)
    finally:
        ROWS.pop()
    assert rows(engine) == before
    assert not list(tmp_path.glob("data.sqlite.staging-*"))


def test_the_rows_wait_for_the_rest() -> None:
    done: list[str] = []

    def writing(check: Check, agreed: Check) -> int:
        agreed()
        done.append("written")
        return 7

    def rest(check: Check) -> str:
        check()
        done.append("rest")
        return "profiles"

    assert meanwhile(writing, rest, lambda: None) == ("profiles", 7)
    assert done == ["rest", "written"]


def test_what_writing_raises_ends_the_rest() -> None:
    def writing(check: Check, agreed: Check) -> int:
        raise OSError("no room")

    def rest(check: Check) -> None:
        while True:
            check()

    with pytest.raises(OSError, match="no room"):
        meanwhile(writing, rest, lambda: None)


def test_what_the_rest_raises_ends_the_writing() -> None:
    ended: list[type[BaseException]] = []

    def writing(check: Check, agreed: Check) -> int:
        try:
            agreed()
        except Cancelled as stop:
            ended.append(type(stop))
            raise
        return 0

    def rest(check: Check) -> None:
        raise ValueError("bad")

    with pytest.raises(ValueError, match="bad"):
        meanwhile(writing, rest, lambda: None)
    assert ended == [Cancelled]


def test_two_shares_make_one_progress() -> None:
    told: list[tuple[str, float]] = []
    share = Shares(lambda what, done: told.append((what, done)), 0.5)
    share.of("writing")(0.5)
    assert list(share.each("profiling", "ab", 2, lambda: None)) == ["a", "b"]
    share.of("writing")(1.0)
    assert told == [("writing", 0.625), ("profiling", 0.75), ("profiling", 0.875), ("writing", 1.0)]


@pytest.mark.parametrize(("most", "kept"), [(5, [True, True]), (3, [True, False]), (0, [False, False])])
def test_each_column_keeps_its_texts_while_there_is_room(
    monkeypatch: pytest.MonkeyPatch, most: int, kept: list[bool]
) -> None:
    monkeypatch.setattr(texts, "_MOST_KEPT", most)
    monkeypatch.setattr(texts, "FEW_CELLS", 0)
    con = duckdb.connect()
    con.execute("CREATE TABLE raw AS FROM (VALUES ('a', 'x'), ('a', 'y'), ('b', NULL)) t(c0, c1)")
    both = []
    for column, wanted in zip(all_texts(con, 3, 2), kept, strict=True):
        both.append(column)
        assert column.keep() is wanted
    for column, found in zip(both, ([("a", 2), ("b", 1)], [("x", 1), ("y", 1)]), strict=True):
        assert con.execute(f"FROM {column.table()} ORDER BY v").fetchall() == found
        column.done()
    assert con.execute("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall() == []


@pytest.mark.slow
def test_texts_are_gathered_once(tmp_path: Path, engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "FEW_CELLS", 0)
    monkeypatch.setattr(load, "FEW_CELLS", 0)
    made: list[str] = []

    class Counted(Texts):
        def table(self) -> str:
            if not self._made:
                made.append(self.column)
            return super().table()

    monkeypatch.setattr(texts, "Texts", Counted)
    for kept in (3_000_000, 2_600, 0):
        monkeypatch.setattr(texts, "_MOST_KEPT", kept)
        made.clear()
        loaded(tmp_path, engine)
        assert sorted(made) == [f"c{i}" for i in range(7)]


def test_no_token_for_a_missing_value_begins_with_a_digit() -> None:
    assert not [token for token in MISSING if token[:1].isdigit()]
