"""Texts of far too many columns, or of lines beyond measure: told at a glance, and not looked at by the app itself."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import TooWide
from core.index.embed import NgramEmbedder
from core.ingest import confined
from core.ingest.looking import looked_into
from core.ingest.parts import Part
from core.workspace import open_workspace

MANY = 300_000


def line(cell: str, width: int, delimiter: str = ",") -> str:
    return delimiter.join([cell] * width) + "\n"


TEXTS = {
    "names without end": (line("column", MANY * 2), f"more than {(1 << 21) // 7 + 1:,} columns"),
    "one name many times": (line("a", MANY) + line("1", MANY), f"has {MANY:,} columns"),
    "semicolons": (line("a b", MANY, ";") + line("1,5", MANY, ";"), f"has {MANY:,} columns"),
    "quotes": (line('"a,b"', MANY) + line("1", MANY), f"has {MANY:,} columns"),
    "a wide row late": ("a,b\n" + "1,2\n" * 70_000 + line("1", MANY), f"has {MANY:,} columns"),
    "a wide row in a long text": ("a,b\n1,2\n" * 900 + line("1", MANY) + "1,2\n" * 1_100_000, f"has {MANY:,} columns"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TEXTS)
def test_too_many_columns_are_told(name: str, tmp_path: Path) -> None:
    text, told = TEXTS[name]
    path = tmp_path / "wide.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TooWide, match=told):
        looked_into(Part(path))


def test_blank_columns_at_the_end_are_none(tmp_path: Path) -> None:
    path = tmp_path / "exported.csv"
    path.write_text("Total of all depots\ndepot,figure\n" + "Ost,7\n" * 9 + line("", 16_384), encoding="utf-8")
    assert looked_into(Part(path))


@pytest.mark.slow
def test_long_names_are_read_whole(tmp_path: Path) -> None:
    """A thousand names, each the same and each long: the header is longer than what is looked at of a text."""
    path = tmp_path / "equal.csv"
    path.write_text(line("the figure of " * 20, 1_000) + line("1", 1_000) * 3, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([path])
    (table,) = report.tables
    assert {c.label.strip() for c in table.columns} == {("the figure of " * 20).strip()}
    assert (len(table.columns), table.rows, report.problems) == (1_000, 3, ())


@pytest.mark.parametrize("text", [line("a", 100_000), "x" * 200_000, '"' + "never closed " * 9_000])
def test_lines_beyond_measure_are_read_elsewhere(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.csv"
    path.write_text(text, encoding="utf-8")

    def refused(*args: object, **named: object) -> None:
        raise AssertionError("looked into in the app's own process")

    monkeypatch.setattr(confined, "looked_into", refused)
    (tmp_path / "beside.csv").write_text("depot,figure\nOst,7\n", encoding="utf-8")
    settings = Settings(workspace=tmp_path / "ws")
    with confined.ConfinedReader(settings, lambda: None) as reader:
        assert confined.risky(path)
        assert not confined.risky(tmp_path / "beside.csv")
        with suppress(TooWide):
            assert reader.looked_into(Part(path))
