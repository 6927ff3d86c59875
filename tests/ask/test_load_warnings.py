"""What was in doubt when a file was loaded is said beside the answers that rest on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ask.load_warnings import doubts
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer, Problem, Table
from core.workspace import open_workspace

AMOUNT = Problem("t.csv", "stray_cells", "“Amount” is text.", "", "Amount")
NOTE = Problem("t.csv", "short_rows", "3 rows have too few cells.")


def test_only_what_the_query_reads_is_doubted() -> None:
    tables = [Table("t", "t", "t.csv", 9, (), problems=(AMOUNT, NOTE)), Table("u", "u", "u.csv", 9, ())]
    for sql in ("SELECT MAX(amount) FROM t", 'SELECT u.x FROM u JOIN t ON u.x = t."Amount"'):
        assert [(c.code, c.message) for c in doubts(tables, sql, "sqlite")] == [("stray_cells", "“Amount” is text.")]
    for sql in ("SELECT COUNT(*) FROM t", "SELECT MAX(Amount) FROM u", "SELECT 'Amount' FROM t"):
        assert list(doubts(tables, sql, "sqlite")) == []


@pytest.mark.slow
def test_an_answer_over_a_column_with_stray_cells_says_so(tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    said: list[Answer] = []
    for odd in ("", "many"):
        path.write_text("shop,price\n" + "".join(f"s{i},{i}\n" for i in range(200)) + f"s200,{odd}\n", encoding="utf-8")
        with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
            ws.tables.load([path])
            said += [a for a in ws.questions.ask("How many sales have the price 7?") if isinstance(a, Answer)]
    sure, unsure = said
    assert [w.code for w in unsure.warnings] == [*(w.code for w in sure.warnings), "stray_cells"]
    assert unsure.confidence < sure.confidence
