"""Notes and data dictionaries loaded beside the tables that they describe."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import open_workspace

PROSE = """These files come from two shops, and from the web.

Nobody knows how they were made. What we know, in short: the shops close on Sunday; amounts are in francs, not euros.

Ask the office, or the people in the shops, when something looks odd.
"""


@pytest.mark.slow
def test_notes_beside_the_files_describe_columns_and_are_cited(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sales.csv").write_text("c1,c2\n120.5,Bern\n99,Oslo\n10,Bern\n", encoding="utf-8")
    (folder / "about.md").write_text("# sales\n- c1: amount paid\n- c2: city\n", encoding="utf-8")
    (folder / "prose.txt").write_text(PROSE, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder])
        assert [t.name for t in report.tables] == ["sales"]
        assert report.documents == ("about.md", "prose.txt")
        assert report.problems == ()
        answer = next(a for a in ws.questions.ask("What is the total amount paid per city?") if isinstance(a, Answer))
        assert sorted(answer.rows) == [("Bern", 130.5), ("Oslo", 99.0)]
        assert sorted(c.source for c in answer.citations) == ["about.md, sales", "about.md, sales"]
        assert answer.told == ()
        assert (tmp_path / "ws" / "retrieval.sqlite").is_file()
        why = next(a for a in ws.questions.ask("Why does something look odd?") if isinstance(a, Answer))
        assert [c.source for c in why.told[0].sources] == ["prose.txt, line 5"]
        assert ws.retrieve("the office", "kg_traversal").strategy == "kg_traversal"
        both = "What does c1 mean, and what is the total c1 per c2?"
        answer = next(a for a in ws.questions.ask(both) if isinstance(a, Answer))
        assert (answer.question, answer.told[0].text) == (both, "c1: amount paid")
        assert sorted(answer.rows) == [("Bern", 130.5), ("Oslo", 99.0)]
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder(), read_only=True) as ws:
        table = ws.tables.get("sales")
        assert table is not None
        assert [c.description for c in table.columns] == ["amount paid", "city"]


def test_a_table_that_describes_columns_is_a_dictionary_besides(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sales.csv").write_text("c1,c2\n120.5,Bern\n99,Oslo\n", encoding="utf-8")
    rows = "name,says\nc1,what the customer paid in the shop\nc2,the city where the shop is\n"
    (folder / "dictionary.csv").write_text(rows, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder])
        assert report.documents == ("dictionary.csv",)
        assert [t.name for t in ws.tables.all()] == ["dictionary", "sales"]
        assert [c.description for c in ws.tables.all()[1].columns] == [
            "what the customer paid in the shop",
            "the city where the shop is",
        ]


def test_a_dictionary_takes_no_column_from_the_list_of_what_it_refers_to(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    gardens, kinds = "nor sou eas wes mid isl".split(), "oak ash elm fir".split()
    lists = {
        "gardens": "garden code,area\n" + "".join(f"{g},{300 + 7 * n}\n" for n, g in enumerate(gardens)),
        "trees": "tree,kind,planted at\n" + "".join(f"{n},{kinds[n % 4]},{gardens[n % 6]}\n" for n in range(90)),
        "dictionary": "Code,Description,Code Type\n"
        + "".join(f"{k},{k.title()} tree,kind\n" for k in kinds)
        + "".join(f"{g},Garden {n},planted at\n" for n, g in enumerate(gardens)),
    }
    for name, text in lists.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([folder])
        joins = {(j.child, j.parent_table, j.parent): j.state for j in ws.joins.all() if j.state != "rejected"}
    assert joins == {(("planted at",), "gardens", ("garden code",)): "confirmed"}
