"""Columns read as a person wants: what each type_override makes of cells, and what is kept of those that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import BadType
from core.ingest.load import load_file
from core.ingest.type_overrides import TypeOverride
from core.model import Column
from core.sql.sqlite import SqliteEngine

Read = Callable[..., tuple[Column, list[object]]]


@pytest.fixture
def read(tmp_path: Path) -> Iterator[Read]:
    """Load a column of these cells as wished, and give it with what is stored."""
    engine = SqliteEngine(tmp_path / "data.sqlite")

    def load(cells: list[str], type_override: TypeOverride, asked: str = "v") -> tuple[Column, list[object]]:
        path = tmp_path / "t.csv"
        path.write_text("k,v\n" + "".join(f'{i},"{c}"\n' for i, c in enumerate(cells)), encoding="utf-8")
        table = load_file(
            path,
            engine,
            label="t",
            name="t",
            settings=Settings(workspace=tmp_path),
            type_overrides={"v": type_override},
            asked=asked,
        )
        engine.show_only(["t"])
        load.problems = [p.code for p in table.problems]  # type: ignore[attr-defined]
        return table.columns[1], [r[0] for r in engine.read("SELECT v FROM t").rows]

    yield load
    engine.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("cells", "type_override", "kind", "stored"),
    [
        (["1", "2", "3"], "text", "text", ["1", "2", "3"]),
        (["007", "012", "100"], "number", "integer", [7, 12, 100]),
        ([" 1.50", "2", "+3"], "number", "real", [1.5, 2.0, 3.0]),
        (["$1,200.50", "$3", "about $9"], "number", "real", [1200.5, 3.0, None]),
        (["1.234,5", "7,25", "x"], "number", "real", [1234.5, 7.25, None]),
        (["5", "n/a", "lots"], "number", "integer", [5, None, None]),
        (["03/04/2021", "05/06/2021"], "day first", "date", ["2021-04-03", "2021-06-05"]),
        (["03/04/2021", "05/06/2021"], "month first", "date", ["2021-03-04", "2021-05-06"]),
        (["03/04/21", "13.04.2021"], "day first", "date", ["2021-04-03", "2021-04-13"]),
        (
            ["03/04/2021 9:05", "3/4/2021 23:00:01"],
            "day first",
            "datetime",
            ["2021-04-03 09:05:00", "2021-04-03 23:00:01"],
        ),
        (["20210403", "20211231"], "date", "date", ["2021-04-03", "2021-12-31"]),
        (["2021-04-03", "soon", "2021-02-30"], "date", "date", ["2021-04-03", None, None]),
        (["13/04/2021", "01/04/2021", "?!"], "date", "date", ["2021-04-13", "2021-04-01", None]),
        (["1", "0", "1"], "yes or no", "boolean", ["yes", "no", "yes"]),
        (["Y", "n", "maybe"], "yes or no", "boolean", ["yes", "no", None]),
        (["yes", "no"], "yes or no", "boolean", ["yes", "no"]),
    ],
)
def test_a_wish_is_followed(
    read: Read, cells: list[str], type_override: TypeOverride, kind: str, stored: list[object]
) -> None:
    column, found = read(cells, type_override)
    assert (column.type, column.type_override, found) == (kind, type_override, stored)


def test_what_does_not_fit_is_counted_and_kept_with_its_row(read: Read) -> None:
    column, found = read(["12", "twelve", "n/a", "13", "", "?!"], "number")
    assert found == [12, None, None, 13, None, None]
    assert (column.profile.unfit, column.profile.unfit_cells) == (((2, "twelve"), (6, "?!")), 2)
    assert (column.profile.nulls, column.profile.missing) == (4, (("n/a", 1),))
    assert read.problems == ["unfit_wish"]  # type: ignore[attr-defined]


def test_many_cells_that_do_not_fit_are_all_counted(read: Read) -> None:
    column, _ = read(["1", *(f"word {i}" for i in range(1_500))], "number")
    assert (len(column.profile.unfit), column.profile.unfit_cells) == (1_000, 1_500)


def test_what_was_changed_is_shown_by_examples(read: Read) -> None:
    column, _ = read(["03/04/2021", "05/06/2021"], "day first")
    assert column.examples == (("03/04/2021", "2021-04-03"), ("05/06/2021", "2021-06-05"))
    assert column.converted == "“03/04/2021” became 2021-04-03"
    assert read(["007", "100"], "number")[0].examples == (("007", "7"),)


@pytest.mark.parametrize(
    ("cells", "type_override"),
    [(["a", "b"], "number"), (["a", "b"], "yes or no"), (["7", "8"], "date"), (["03/04/2021", "05/06/2021"], "date")],
)
def test_what_cannot_be_is_refused_when_asked_for_and_told_later(
    read: Read, cells: list[str], type_override: TypeOverride
) -> None:
    with pytest.raises(BadType, match="“v” cannot be read as"):
        read(cells, type_override)
    column, _ = read(cells, type_override, asked="")
    assert (column.type_override, column.profile.unfit_cells) == (type_override, 0)
    assert "wish_unmet" in read.problems  # type: ignore[attr-defined]
