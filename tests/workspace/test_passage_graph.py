"""The similarity graph in a workspace's graph store: written with the documents, asked in Cypher by people."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.agents.tools import Toolbox
from core.config import Settings
from core.errors import StoreRefused, UnknownName
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from pages._graph.cypher_box import examples
from tests.neo4j.client import parts, run, wipe

DOCUMENTS = "MATCH (d:Document) RETURN d.id AS id ORDER BY id"
NEAR = "MATCH (c:Chunk)-[n:NEAR]->(m:Chunk) RETURN c.id, n.across, n.rank, m.id"
ANYTHING = "MATCH (n) RETURN count(n) AS n"


def opened(tmp_path: Path, *, read_only: bool | None = None) -> Workspace:
    return open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder(), read_only=read_only)


def asked(ws: Workspace, query: str) -> list[tuple[object, ...]]:
    return list(ws.questions.cypher(query, passages=True).rows)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sales.csv").write_text("c1,c2\n120.5,Bern\n99,Oslo\n", encoding="utf-8")
    (folder / "about.md").write_text(
        "# sales\nThe shops close on Sunday.\n\nAmounts are in francs.\n", encoding="utf-8"
    )
    (folder / "more.md").write_text("# shops\nThe shops in Oslo close on Monday.\n", encoding="utf-8")
    return folder


def walked(ws: Workspace) -> set[tuple[object, ...]]:
    """The edges that the traversals walk."""
    made = ws.stores.retrieval.graph()
    ids = [f"{d.kind}:{d.name}#{n}" for d in made.documents for n in range(len(d.chunks))]
    return {
        (ids[c], across, rank, ids[to])
        for table, across in ((made.inside, False), (made.across, True))
        for c, row in enumerate(table.tolist())
        for rank, to in enumerate(row, 1)
        if to >= 0
    }


@pytest.mark.slow
def test_the_store_follows_the_documents(tmp_path: Path, files: Path) -> None:
    with opened(tmp_path) as ws:
        ws.tables.load([files])
        assert asked(ws, DOCUMENTS) == [("card:sales",), ("passage:about.md",), ("passage:more.md",)]
        assert set(asked(ws, NEAR)) == walked(ws)
        of_schema = [asked(ws, ANYTHING), asked(ws, "MATCH (t:Table) RETURN t.id")]
        assert of_schema == [[(4,)], [("sales",)]]  # a table, its columns, their group
        assert ws.tables.check() == ()
        found = {name: asked(ws, query) for name, query in examples(ws.tables.all(), (), documents=True).items()}
        assert [d for d, _ in found["Documents and what they speak of"]] == ["about.md", "more.md"]
        assert found["Passages that say nearly the same"]
        with pytest.raises(UnknownName):
            ws.questions.cypher(DOCUMENTS)  # what a model or an agent may name is the schema
        with pytest.raises(UnknownName):
            Toolbox(ws).cypher(DOCUMENTS)
        ws.documents.drop("more.md")
        assert asked(ws, DOCUMENTS) == [("card:sales",), ("passage:about.md",)]
        assert set(asked(ws, NEAR)) == walked(ws)
        ws.tables.remove(["sales"])
        assert asked(ws, DOCUMENTS) == [("passage:about.md",)]
    with opened(tmp_path, read_only=True) as ws:
        assert asked(ws, DOCUMENTS) == [("passage:about.md",)]


def test_a_damaged_file_is_made_anew(tmp_path: Path, files: Path) -> None:
    with opened(tmp_path) as ws:
        ws.tables.load([files])
        assert not ws.stores.adapters.built_anew
    kept = tmp_path / "ws" / "passages.lbug"
    kept.write_bytes(b"\0" * 64 + kept.read_bytes()[64:])
    with opened(tmp_path) as ws:
        assert set(asked(ws, NEAR)) == walked(ws)
        ws.tables.rebuild()
        assert set(asked(ws, NEAR)) == walked(ws)


def test_without_documents_there_is_no_file(tmp_path: Path, files: Path) -> None:
    with opened(tmp_path) as ws:
        ws.tables.load([files / "sales.csv"])
        assert not (tmp_path / "ws" / "passages.lbug").exists()
    with opened(tmp_path, read_only=True) as ws, pytest.raises(StoreRefused):
        asked(ws, DOCUMENTS)


@pytest.mark.neo4j
def test_a_server_holds_it_beside_the_schema(tmp_path: Path, files: Path, request: pytest.FixtureRequest) -> None:
    uri = str(request.config.getoption("--neo4j"))
    wipe(uri)
    bare, user, password = parts(uri)
    settings = Settings(workspace=tmp_path / "ws", neo4j_uri=bare, neo4j_user=user, neo4j_password=password)
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([files])
    assert run(uri, "MATCH (d:Document) RETURN count(d) AS n") == [{"n": 3}]  # with the load, before anybody asks
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        assert set(asked(ws, NEAR)) == walked(ws)
        assert asked(ws, ANYTHING) == [(4,)]
        assert ws.tables.check() == ()
        ws.documents.drop("more.md")
        assert set(asked(ws, NEAR)) == walked(ws)
    wipe(uri)
