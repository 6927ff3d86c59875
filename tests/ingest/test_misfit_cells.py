"""Cells of uneven rows do not decide what a column is; a few odd cells in whole rows are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.catalogue.store import Catalogue
from core.config import Settings
from core.ingest.load import load_file
from core.model import Rows, Table
from core.sql.sqlite import SqliteEngine

Load = Callable[..., Table]
WAYS = pytest.mark.parametrize("small", [1 << 30, 0], ids=["python", "duckdb"])


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[SqliteEngine]:
    made = SqliteEngine(tmp_path / "data.sqlite")
    yield made
    made.close()


@pytest.fixture
def load(tmp_path: Path, engine: SqliteEngine) -> Load:
    def run(lines: list[str], small: int = 1 << 30, **how: object) -> Table:
        path = tmp_path / "t.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        settings = Settings(workspace=tmp_path / "workspace")
        return load_file(path, engine, label="t", name="t", settings=settings, small=small, **how)  # type: ignore[arg-type]

    return run


def ask(engine: SqliteEngine, sql: str) -> Rows:
    engine.show_only(["t"])
    return engine.read(sql)


def ragged() -> list[str]:
    """A hundred rows, three of them uneven; in two of these, cells have moved."""
    lines = [f"{i},2024-01-{i % 28 + 1:02d},{i}.5" for i in range(100)]
    lines[16], lines[40], lines[70] = "16,oh, dear,2024-01-02,3.5", "see below", "70,2024-01-05"
    return ["id,day,amount", *lines]


@WAYS
def test_shifted_cells_do_not_make_text_of_a_column(load: Load, engine: SqliteEngine, small: int) -> None:
    table = load(ragged(), small)
    assert [(c.name, c.type) for c in table.columns] == [
        ("id", "integer"),
        ("day", "date"),
        ("amount", "real"),
        ("column4", "date"),
        ("column5", "real"),
    ]
    assert [c.profile.unfit for c in table.columns] == [
        ((41, "see below"),),
        ((17, "oh"),),
        ((17, " dear"),),
        (),
        (),
    ]
    found = ask(engine, "SELECT COUNT(*), MAX(amount), COUNT(amount), MIN(day), SUM(id) FROM t").rows
    assert found == ((100, 99.5, 97, "2024-01-01", sum(range(100)) - 40),)
    assert ask(engine, "SELECT * FROM t LIMIT 1 OFFSET 16").rows == ((16, None, None, "2024-01-02", 3.5),)


def test_cells_left_out_are_told_and_can_be_had_as_text(load: Load, engine: SqliteEngine, tmp_path: Path) -> None:
    table = load(ragged())
    told = [p for p in table.problems if p.code == "unfit_cells"]
    assert [p.column for p in told] == ["id", "day", "amount"]
    assert told[0].message == (
        "“id”: 1 of 100 cells are no numbers (row 41: “see below”). "
        "They stand in rows with too many or too few cells and were left out of the column."
    )
    catalogue = Catalogue(tmp_path / "state.sqlite")
    catalogue.stage(table)
    catalogue.ready("t")
    catalogue.close()
    again = Catalogue(tmp_path / "state.sqlite")
    assert again.table("t") == table
    again.close()
    assert load(ragged(), type_overrides={"day": "text"}).columns[1].type == "text"
    assert ask(engine, "SELECT day FROM t LIMIT 1 OFFSET 16").rows == (("oh",),)


def test_a_fraction_in_an_uneven_row_is_a_number_all_the_same(load: Load, engine: SqliteEngine) -> None:
    table = load(["a,b", *(f"{i},x" for i in range(20)), "2.5,x,", "n/a", "?!"])
    assert (table.columns[0].type, table.columns[0].profile.unfit) == ("real", ((23, "?!"),))
    assert ask(engine, "SELECT MAX(a), SUM(a) FROM t").rows == ((19.0, 192.5),)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["a,b", "1,2", "3,4", "x"], id="too few rows to go by"),
        pytest.param(["a,b", *("1,2", "x") * 20], id="every second row is uneven"),
        pytest.param(["a,b", *("1,x", "2,y") * 20, "z", "007,1"], id="whole rows speak against it"),
    ],
)
def test_without_evidence_the_column_stays_text(load: Load, lines: list[str]) -> None:
    table = load(lines)
    assert (table.columns[0].type, table.columns[0].profile.unfit) == ("text", ())


@WAYS
@pytest.mark.parametrize(
    ("good", "odd", "said"),
    [
        ("{i}", ["abc"], "1 of 301 cells are no numbers (“abc”)"),
        ("{i}.25", ["abc", "5 kg", "abc"], "3 of 303 cells are no numbers (“abc”, “5 kg”, …)"),
        ('"1,{i:03d}"', ["abc"], "1 of 301 cells are no numbers (“abc”)"),
        ("2024-01-{d:02d}", ["2024-02-30"], "1 of 301 cells are no dates of the same form (“2024-02-30”)"),
        ("${i}.50", ["free"], "1 of 301 cells are no numbers (“free”)"),
    ],
)
def test_a_few_stray_cells_are_told(load: Load, good: str, odd: list[str], said: str, small: int) -> None:
    cells = [good.format(i=i, d=i % 28 + 1) for i in range(300)]
    table = load(["x,v", *(f"a,{c}" for c in [*cells, *odd])], small)
    assert table.columns[1].type == "text"
    (problem,) = table.problems
    assert (problem.code, problem.column) == ("stray_cells", "v")
    assert problem.message == f"“v”: {said}, so the whole column is text."


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(["12345"] * 300 + ["01234"], id="codes with leading zeros"),
        pytest.param([f"A{i}" for i in range(300)], id="codes"),
        pytest.param([str(i) for i in range(300)] + [f"{i}b" for i in range(9)], id="too many"),
        pytest.param([str(i) for i in range(5)] + ["x"], id="too few to say"),
        pytest.param(["blue", "red", "7"] * 100, id="words"),
    ],
)
def test_columns_that_are_meant_as_text_are_not_complained_about(load: Load, cells: list[str]) -> None:
    table = load(["x,v", *(f"a,{c}" for c in cells)])
    assert (table.columns[1].type, table.problems) == ("text", ())


@WAYS
def test_words_in_place_of_days_stand_in_a_column_of_their_own(load: Load, engine: SqliteEngine, small: int) -> None:
    back = ["14/03/2024", "still out", "", "17/03/2024", "LOST", "18/03/2024", "20/03/2024", "still out", "02/04/2024"]
    table = load(["id,due,back,by", *(f"{i},2024-03-15,{cell},Ann" for i, cell in enumerate(back))], small)
    assert [(c.name, c.type) for c in table.columns] == [
        ("id", "integer"), ("due", "date"), ("back", "date"), ("by", "text"), ("back note", "text"),
    ]  # fmt: skip
    assert ask(engine, "SELECT id, back, [back note] FROM t WHERE id < 5").rows == (
        (0, "2024-03-14", None), (1, None, "still out"), (2, None, None), (3, "2024-03-17", None), (4, None, "LOST"),
    )  # fmt: skip
    few = load(["id,back", *(f"{i},{word}" for i, word in enumerate(["2024-01-01", "out", "lost", "in"] * 3))], small)
    assert [(c.name, c.type) for c in few.columns] == [("id", "integer"), ("back", "text")]
    wanted = load(["id,back", *(f"{i},{cell}" for i, cell in enumerate(back))], small, type_overrides={"back": "text"})
    assert [c.name for c in wanted.columns] == ["id", "back"]
