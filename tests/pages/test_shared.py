"""What all pages share, by itself."""

from __future__ import annotations

import pandas as pd
import pytest

from pages import _chart
from pages._load import safe_name
from pages._shared import JOINER, count, frame, literal, marked, number, size


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, words; and 1.5 (so)?", "plain, words; and 1.5 \\(so\\)?"),
        ("<img src=x>", "\\<img src\\=x\\>"),
        ("![x](http://e.x)", f"\\!\\[x\\]\\(http\\:{JOINER}//e.x\\)"),
        ("$a$", "\\$a\\$"),
        (":red[b]", f"\\:{JOINER}red\\[b\\]"),
        (":material/home:", f"\\:{JOINER}material/home\\:"),
        ("a -> b", f"a \\-{JOINER}\\> b"),
        ("me@e.x", f"me{JOINER}\\@e.x"),
        ("www.e.x", f"www{JOINER}.e.x"),
        ("# a\n\n* b", "\\# a \\* b"),
        ("1. a", "1\\. a"),
        ("&lt;", "\\&lt;"),
        ("a_b*c`d~e|f", "a\\_b\\*c\\`d\\~e\\|f"),
    ],
)
def test_literal(text: str, shown: str) -> None:
    assert literal(text) == shown


def test_marked_sets_names_as_code_and_escapes_the_rest() -> None:
    assert marked("sum of `a_b` for <c>") == "sum of `a_b` for \\<c\\>"
    assert marked("one ` alone_") == "one \\` alone\\_"


def test_frame_keeps_kinds_apart_and_headings_once() -> None:
    found = frame(("a", "a", "b", "c"), [(1, 2.5, "x", 1), (None, 3, None, "y")])
    assert list(found.columns) == ["a", "a (2)", "b", "c"]
    assert [str(t) for t in found.dtypes] == ["Int64", "Float64", "object", "object"]
    assert found["c"].tolist() == ["1", "y"]


def test_frame_shows_a_number_too_large_as_text() -> None:
    assert frame(("n",), [(2**70,)])["n"].tolist() == [str(2**70)]


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([("a", 1), ("b", 2)], ("bar", 0, 1)),
        ([(1, "a"), (2, "b")], ("bar", 1, 0)),
        ([("2024-01", 1), ("2024-02", 2), ("2024-03", 2)], ("line", 0, 1)),
        ([("2024-01-02", 1.5), ("2024-01-03", 2.0)], ("bar", 0, 1)),
        ([("a", "b"), ("c", "d")], None),
        ([("a", 1), ("a", 2)], None),
        ([("a", 1)], None),
        ([(f"v{i}", i) for i in range(31)], None),
    ],
)
def test_what_chart_helps(rows: list[tuple[object, object]], kind: object) -> None:
    assert _chart.kind_of(frame(("x", "y"), rows)) == kind


def test_a_year_of_whole_numbers_is_a_time() -> None:
    assert _chart.kind_of(frame(("year", "n"), [(2020, 1), (2021, 2), (2022, 5)])) == ("line", 0, 1)


def test_a_label_that_would_fetch_a_picture_does_not() -> None:
    chart = _chart.draw(frame(("image", "n"), [("http://e.x/a.png", 1), ("b", 2)]))
    assert chart is not None
    assert chart.to_dict()["encoding"]["tooltip"][0]["title"] == f"image{JOINER}"
    assert isinstance(chart.data, pd.DataFrame)


@pytest.mark.parametrize(
    ("name", "windows", "safe"),
    [
        ("a.csv", True, "a.csv"),
        ("../b.csv", False, "b.csv"),
        ("C:\\x\\c?.csv", True, "c_.csv"),
        ("c?<b>.csv", False, "c?<b>.csv"),
        ("..", False, "file.csv"),
        ("é ü.csv", True, "é ü.csv"),
    ],
)
def test_safe_name(name: str, windows: bool, safe: str) -> None:
    assert safe_name(name, windows) == safe


def test_words_for_figures() -> None:
    assert (count(1, "row"), count(1200, "row"), count(2, "city", "cities")) == ("1 row", "1,200 rows", "2 cities")
    assert (size(12), size(3_400_000), size(250_000)) == ("12 bytes", "3.4 MB", "250 kB")
    assert (number(1234), number(0.25), number(None)) == ("1,234", "0.25", "")
