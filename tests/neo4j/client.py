"""What the tests do to the server of `--neo4j`."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from core.graph.models import SCHEMA, GraphModel
from core.graph.neo4j import Neo4jGraph


def parts(uri: str) -> tuple[str, str, str]:
    """The address without credentials, the user and the password of `bolt://user:password@host:port`."""
    split = urlsplit(uri)
    bare = f"{split.scheme}://{split.hostname}:{split.port or 7687}"
    return bare, unquote(split.username or "neo4j"), unquote(split.password or "")


def open_graph(uri: str, workspace: str, *, seconds: float = 5.0, model: GraphModel = SCHEMA) -> Neo4jGraph:
    bare, user, password = parts(uri)
    return Neo4jGraph(bare, user, password, "neo4j", seconds, workspace, model=model)


def wipe(uri: str) -> None:
    """Empty the database; never point `--neo4j` at one that matters."""
    run(uri, "MATCH (n) DETACH DELETE n")


def run(uri: str, text: str) -> list[dict[str, object]]:
    """A query past the adapter, as another program would send it."""
    import neo4j

    bare, user, password = parts(uri)
    with neo4j.GraphDatabase.driver(bare, auth=(user, password)) as driver:
        return [r.data() for r in driver.execute_query(text, database_="neo4j").records]
