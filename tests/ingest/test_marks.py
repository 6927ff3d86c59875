"""Figures as they are published: with marks, signs for no figure, bounds and blanks around."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest.load import load_file
from core.ingest.marks import legend
from core.model import Mark, Table, Value
from core.sql.sqlite import SqliteEngine


def column(folder: Path, cells: list[str], notes: str = "") -> tuple[Table, list[Value]]:
    """A column of a table with these cells, and what became of them."""
    path = folder / "t.csv"
    path.write_text("area;n\n" + "".join(f"a{i};{c}\n" for i, c in enumerate(cells)) + notes, encoding="utf-8")
    engine = SqliteEngine(folder / "data.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=folder / "ws"))
    engine.show_only(["t"])
    rows = engine.read("SELECT n FROM t").rows
    engine.close()
    return table, [v for (v,) in rows]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("cells", "kind", "values", "marks"),
    [
        (["5", "..", "7"], "integer", [5, None, 7], [Mark("..", "not available", 1)]),
        (["1,234 p", "56", "7 (r)"], "integer", [1234, 56, 7], [
            Mark("(r)", "revised", 1), Mark("p", "provisional", 1),
        ]),
        (["12", "c", "x", "[z]", ":"], "integer", [12, None, None, None, None], [
            Mark(":", "not available", 1), Mark("[z]", "not applicable", 1),
            Mark("c", "suppressed", 1), Mark("x", "not applicable", 1),
        ]),
        (["<5", "17", "20"], "integer", [None, 17, 20], [Mark("<5", "below or above a limit", 1)]),
        (["0.21", ">2420", "4.9"], "real", [0.21, None, 4.9], [Mark(">2420", "below or above a limit", 1)]),
        (["2020 (2)", "2021", "2022"], "integer", [2020, 2021, 2022], [Mark("(2)", "with a footnote", 1)]),
        (["12¹", "13", "14*"], "integer", [12, 13, 14], [
            Mark("*", "with a footnote", 1), Mark("¹", "with a footnote", 1),
        ]),
        (["  29.47", "  -2.04", "3.12"], "real", [29.47, -2.04, 3.12], []),
        (["1 234,5 [p]", "17,0", "-"], "real", [1234.5, 17.0, None], [
            Mark("-", "nil or negligible", 1), Mark("[p]", "provisional", 1),
        ]),
        (["12.5%", "13% e", "*"], "real", [12.5, 13.0, None], [
            Mark("*", "suppressed", 1), Mark("e", "estimated", 1),
        ]),
        (["12 (34%)", "13 (35%)", "15"], "text", ["12 (34%)", "13 (35%)", "15"], []),
        (["12 (3)", "13 (5)", "14"], "text", ["12 (3)", "13 (5)", "14"], []),
        (["7 (2)", "12", "3"], "text", ["7 (2)", "12", "3"], []),
        (["12a", "12b", "14"], "text", ["12a", "12b", "14"], []),
        (["007 p", "008", "009"], "text", ["007 p", "008", "009"], []),
        (["5*", "4*", "3*"], "text", ["5*", "4*", "3*"], []),
        (["5", "x", "7"], "text", ["5", "x", "7"], []),
        (["x", "c", "z"], "text", ["x", "c", "z"], []),
    ],
)  # fmt: skip
def test_numbers_are_numbers_and_marks_are_counted(
    tmp_path: Path, cells: list[str], kind: str, values: list[Value], marks: list[Mark]
) -> None:
    table, found = column(tmp_path, cells)
    told = table.columns[1]
    assert (told.type, found) == (kind, values)
    assert sorted(told.profile.marks, key=lambda m: m.sign) == sorted(marks, key=lambda m: m.sign)
    assert told.profile.filled == sum(v is not None for v in values)


def test_the_files_own_legend_says_what_a_sign_means(tmp_path: Path) -> None:
    table, found = column(tmp_path, ["5", "*", "7", "9"], "\n* Suppressed to avoid disclosure\n- nil\n")
    assert found == [5, None, 7, 9]
    assert dict(table.columns[1].profile.marked) == {"suppressed": 1}
    assert legend(['".." = not available', "p provisional figure", "See the manual"]) == {
        "..": "not available",
        "p": "provisional",
    }
    assert legend([".. not available; [c] confidential; r revised"]) == {
        "..": "not available",
        "[c]": "suppressed",
        "r": "revised",
    }


def test_letters_that_the_legend_explains_stand_for_no_figure(tmp_path: Path) -> None:
    table, found = column(tmp_path, ["5", "tr", "7.5", "9", "-"], "\ntr = trace\n- = no reading\n")
    assert found == [5.0, None, 7.5, 9.0, None]
    assert dict(table.columns[1].profile.marked) == {"trace": 1, "no reading": 1}


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (
            ["0,31", "<0,20", "0,42", "<0,20"],
            "“0,31” became 0.31 (decimal comma read, 2 cells such as “<0,20” left empty)",
        ),
        (
            ["0,31", "<0,2", "0,42 p"],
            "“0,42 p” became 0.42 (decimal comma read, marks taken off, 1 cell such as “<0,2” left empty)",
        ),
        (["31", "42 p", "7"], "“42 p” became 42 (marks taken off)"),
    ],
)
def test_it_is_told_what_became_of_figures_and_of_bounds(tmp_path: Path, cells: list[str], said: str) -> None:
    table, _ = column(tmp_path, cells)
    assert table.columns[1].converted == said


def test_na_says_no_more_than_that_nothing_is_known(tmp_path: Path) -> None:
    table, _ = column(tmp_path, ["31", "NA", "7", "n/a"])
    assert [(m.sign, m.meaning) for m in table.columns[1].profile.marks] == [("NA", "not known"), ("n/a", "not known")]
