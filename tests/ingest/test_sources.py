"""Where a table's source ends as a file and what is named inside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.model.sources import divided


@pytest.mark.parametrize(
    ("source", "file", "inside"),
    [
        ("/d/a.csv", "/d/a.csv", ""),
        ("/d/a.csv#Title", "/d/a.csv", "Title"),
        ("/d/a.zip#x/b.xlsx#Sheet 1", "/d/a.zip", "x/b.xlsx#Sheet 1"),
        ("/d/C#/a.csv", "/d/C#/a.csv", ""),
        ("/d/C#/a.xlsx#No. #1", "/d/C#/a.xlsx", "No. #1"),
        ("/d/v1.0#x/a.csv.gz", "/d/v1.0#x/a.csv.gz", ""),
        ("/gone/plain#Sheet", "/gone/plain", "Sheet"),
    ],
)
def test_a_sign_in_a_folders_name_divides_nothing(source: str, file: str, inside: str) -> None:
    assert divided(source) == (file, inside)


def test_a_file_without_an_ending_is_known_by_being_there(tmp_path: Path) -> None:
    folder = tmp_path / "C#"
    folder.mkdir()
    (folder / "figures").write_text("a,b\n1,2\n", encoding="utf-8")
    assert divided(f"{folder}/figures") == (f"{folder}/figures", "")
    assert divided(f"{folder}/figures#Part") == (f"{folder}/figures", "Part")
