"""Days and months written as one number are dates; numbers that number things stay numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.ingest.periods import monthly
from core.sql.sqlite import SqliteEngine

_DAYS = ["20240105", "20240229", "20231231", "20220704", "20210618", "20210619"]
_MONTHS = ["202312", "202401", "202402", "202403", "202404", "202405"]


def _loaded(tmp_path: Path, header: str, cells: list[str], small: int) -> tuple[str, list[object], bool]:
    path = tmp_path / "v.csv"
    path.write_text("\n".join([f"{header},n", *(f"{c},{i}" for i, c in enumerate(cells))]) + "\n", encoding="utf-8")
    engine = SqliteEngine(tmp_path / "d.sqlite")
    table = load_file(path, engine, label="v", name="v", settings=Settings(workspace=tmp_path), small=small)
    engine.show_only(["v"])
    column = table.columns[0]
    rows = engine.read(f'SELECT "{column.name}" FROM v ORDER BY n', limit=99).rows
    return column.type, [r[0] for r in rows], monthly(column)


@pytest.mark.parametrize("small", [1 << 20, 0])
@pytest.mark.parametrize(
    ("header", "cells", "stored", "months"),
    [
        ("DATE_ISSUED", ["20240105", "20240229"], ["2024-01-05", "2024-02-29"], False),
        ("DateClosed", ["20240105", "n/a"], ["2024-01-05", None], False),
        ("seen", _DAYS, ["2024-01-05", "2024-02-29", "2023-12-31", "2022-07-04", "2021-06-18", "2021-06-19"], False),
        ("YEAR_MONTH", ["202301", "202412"], ["2023-01-01", "2024-12-01"], True),
        ("served", _MONTHS, [f"{m[:4]}-{m[4:]}-01" for m in _MONTHS], True),
    ],
)  # fmt: skip
def test_days_and_months_as_one_number(
    tmp_path: Path, header: str, cells: list[str], stored: list[object], months: bool, small: int
) -> None:
    assert _loaded(tmp_path, header, cells, small) == ("date", stored, months)


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("date", ["20240105", "20240230"]),
        ("month", ["202301", "202313"]),
        ("case no", _DAYS),
        ("Month ref", _MONTHS),
        ("seats", ["20240105", "20240229"]),
        ("served", ["190001", "195502", "201203", "202104", "203005", "209912"]),
        ("period", ["2023", "2024"]),
    ],
)
def test_other_numbers_stay_numbers(tmp_path: Path, header: str, cells: list[str]) -> None:
    assert _loaded(tmp_path, header, cells, 1 << 20)[0] == "integer"


@pytest.mark.parametrize("small", [1 << 20, 0])
def test_years_in_the_marks_of_a_catalogue_are_years(tmp_path: Path, small: int) -> None:
    cells = ["1988", "c2023.", "[1991]", "2001?", "n/a", "[ca. 1890?]"]
    stored = [1988, 2023, 1991, 2001, None, 1890]
    assert _loaded(tmp_path, "CastingYear", cells, small)[:2] == ("integer", stored)
    assert _loaded(tmp_path, "Foundry mark", cells, small)[0] == "text"
    assert _loaded(tmp_path, "CastingYear", [*cells, "1999-2001"], small)[0] == "text"
