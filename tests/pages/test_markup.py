"""What all pages share, by itself."""

from __future__ import annotations

import pytest

from core.workspace.uploads import safe_name
from pages._ui.frames import frame
from pages._ui.markup import JOINER, count, literal, marked, number, size


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, words; and 1.5 (so)?", "plain, words; and 1.5 \\(so\\)?"),
        ("<img src=x>", "\\<img src\\=x\\>"),
        ("![x](http://e.x)", f"\\!\\[x\\]\\(http\\:{JOINER}//e.x\\)"),
        ("$a$", "\\$a\\$"),
        (":red[b]", f"\\:{JOINER}red\\[b\\]"),
        (":material/home:", f"\\:{JOINER}material/home\\:"),
        (":100:", f"\\:{JOINER}100\\:"),
        ("at 14:30:05", "at 14\\:30\\:05"),
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


@pytest.mark.parametrize("letter", ["n", "😀"])
def test_a_long_name_is_cut_and_stays_its_own(letter: str) -> None:
    first, second = safe_name(letter * 300 + ".csv.gz"), safe_name(letter * 301 + ".csv.gz")
    assert first != second
    assert first.startswith(letter * 50)
    assert first.endswith(".csv.gz")
    assert len(first.encode()) <= 240
