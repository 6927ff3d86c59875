"""What a file says beside its rows is kept as a document, and cited with its line beside answers over the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.documents.match import Found
from core.documents.notes import is_notes, to_cite
from core.index.embed import NgramEmbedder
from core.model import Answer, Column, Mark, Profile
from core.workspace import Workspace, open_workspace

TEXT = (
    "Pool visits\n\npool,kind,visits\nAbbey,indoor,10 p\nHill,outdoor,20\nLake,outdoor,5\n\n"
    "p = provisional\nSeason tickets are not counted as visits\nThe council closed one hall\nSource: council survey\n"
)
NAME = "pools · lines beside the rows"


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as opened:
        (tmp_path / "pools.csv").write_text(TEXT, encoding="utf-8")
        opened.tables.load([tmp_path / "pools.csv"])
        yield opened


def ask(ws: Workspace, question: str) -> Answer:
    *_, last = ws.questions.ask(question)
    assert isinstance(last, Answer)
    return last


@pytest.mark.slow
def test_the_lines_are_a_document_and_go_with_the_table(ws: Workspace, tmp_path: Path) -> None:
    assert ws.documents.names() == ((NAME, 4),)
    assert ws.documents.passages(NAME)[0] == Found(NAME, "pools.csv, line 8", "p = provisional")
    (tmp_path / "pools.csv").write_text(TEXT.replace("Season", "Monthly"), encoding="utf-8")
    ws.tables.load([tmp_path / "pools.csv"])
    assert [p.text.split()[0] for p in ws.documents.passages(NAME)] == ["p", "Monthly", "The", "Source:"]
    ws.tables.remove(["pools"])
    assert ws.documents.names() == ()


def test_what_speaks_of_the_columns_and_the_source_are_cited(ws: Workspace) -> None:
    answer = ask(ws, "What is the total of visits?")
    assert answer.rows == ((35,),)
    assert [(c.source, c.text) for c in answer.citations] == [
        ("pools.csv, line 8", "p = provisional"),
        ("pools.csv, line 9", "Season tickets are not counted as visits"),
        ("pools.csv, line 11", "Source: council survey"),
    ]


def test_notes_are_cited_by_what_is_asked() -> None:
    notes = [Found("n", f"line {i}", t) for i, t in enumerate(("About rooms", "c: suppressed", "Source: us"))]
    column = Column("t", "beds", "Beds", "integer", 0, Profile(3, 0, 3, marks=(Mark("[c]", "suppressed", 1),)))
    assert [p.text for p in to_cite(notes, "how many rooms", [])] == ["About rooms", "Source: us"]
    assert [p.text for p in to_cite(notes, "how many", [column])] == ["c: suppressed", "Source: us"]
    assert is_notes(NAME)
    assert not is_notes("notes.md")
