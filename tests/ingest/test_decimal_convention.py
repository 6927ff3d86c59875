"""What a point before three digits is for, told by the rest of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.sql.sqlite import SqliteEngine

TAKEN = "the point was taken {}; nothing in the column says so surely"


def load(folder: Path, content: str) -> tuple[str, list[object], list[str]]:
    """The type, the values and the remarks of the first column."""
    path = folder / "t.csv"
    path.write_text(content, encoding="utf-8")
    engine = SqliteEngine(folder / "data.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=folder / "w"))
    engine.show_only(["t"])
    rows = engine.read('SELECT * FROM "t"', limit=100).rows
    engine.close()
    return table.columns[0].type, [r[0] for r in rows], [p.message for p in table.problems]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("content", "type_", "values", "taken"),
    [
        ("people;area\n75.705;135,27\n1.250.000;8,5\n940;17,25\n", "integer", [75705, 1250000, 940], ""),
        ("people;opened\n75.705;31.12.2021\n1.250;01.02.2020\n", "integer", [75705, 1250], "to part thousands"),
        ("people;opened\n75.705;31.12.2021\n-;01.02.2020\n", "integer", [75705, None], "to part thousands"),
        ("lat;town\n47.123;Bern\n8.541;Chur\n", "real", [47.123, 8.541], "to begin the decimals"),
        ("lat;price;opened\n47.123;2.5;31.12.2021\n8.541;3.25;01.02.2020\n", "real", [47.123, 8.541], ""),
        ("weight;price\n0.250;2,5\n1.125;3,25\n", "real", [0.25, 1.125], ""),
        ("weight,price\n47.123,x\n1.125,y\n", "real", [47.123, 1.125], ""),
    ],
)
def test_the_other_columns_say_what_the_point_is_for(
    tmp_path: Path, content: str, type_: str, values: list[object], taken: str
) -> None:
    found = load(tmp_path, content)
    assert found[:2] == (type_, values)
    assert [m for m in found[2] if "the point was taken" in m] == (
        [f"In “{content.split(';')[0]}” {TAKEN.format(taken)}."] if taken else []
    )
