"""A workspace's graphs in a Neo4j server, over Bolt. One workspace per database, marked by a `(:Workspace {id})` node;
the graph of passages lies beside that of the schema, under labels of its own.

Queries pass the guard and then run in a read-only transaction, so the server refuses writing too. Within a process a
query sees the old graph or the new; Neo4j reads what is committed, so one of another process that runs while `put`
commits may see some of both. Records with fingerprints are committed batch by batch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from core.errors import JoineryError, StoreRefused
from core.graph.base import GraphRows
from core.graph.changes import Records
from core.graph.models import SCHEMA, GraphModel
from core.graph.neo4j_dialect import Translated, translated
from core.graph.neo4j_faults import Server, no_address
from core.graph.neo4j_sync import bring, constraints, sync
from core.graph.rw_lock import Turns
from core.graph.values import cell, sendable
from core.model import SchemaGraph

if TYPE_CHECKING:
    import neo4j

T = TypeVar("T")
WRITE_SECONDS = 120.0
"""How long one transaction that writes may take on the server."""
MOST_SECONDS = 3_600.0
"""How long all batches may take."""
CHECK_SECONDS = 5.0
SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})


class Neo4jGraph:
    """A `GraphStore` in the database `database` of the server at `uri` (`bolt://…`, `neo4j://…`).

    `model` says which graph is meant. Opening connects, and claims an empty database for `workspace_id` (unless `claim`
    is False, to try it out only). `seconds` bounds the wait for the server.
    Raises StoreUnreachable when the server does not answer in time; StoreRefused for a wrong password, an unknown or
    read-only database, one that holds another workspace or data of someone else.
    """

    name = "Neo4j"

    def __init__(
        self,
        uri: str,
        user: str,
        password: str,
        database: str,
        seconds: float,
        workspace_id: str,
        *,
        claim: bool = True,
        model: GraphModel = SCHEMA,
    ) -> None:
        import neo4j
        from neo4j.exceptions import ConfigurationError

        if "@" in urlsplit(uri).netloc:
            raise StoreRefused(
                "The Neo4j address holds a user or password.", "Put them in neo4j_user and neo4j_password instead."
            )
        if urlsplit(uri).scheme not in SCHEMES or not urlsplit(uri).hostname:
            raise no_address(uri)
        self._server = Server(urlsplit(uri).netloc, user, database, anonymous=not password)
        self._database = database
        self._seconds = seconds
        self._workspace = workspace_id
        self.model = model
        self._turns = Turns()
        try:
            self._driver: neo4j.Driver = neo4j.GraphDatabase.driver(
                uri,
                auth=(user, password),
                connection_timeout=seconds,
                connection_acquisition_timeout=seconds,
                max_transaction_retry_time=0.0,
                liveness_check_timeout=10.0,
                notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
                telemetry_disabled=True,
            )
        except (ConfigurationError, ValueError):
            raise no_address(uri) from None
        try:
            self._within(seconds, self._driver.verify_connectivity)
            self._claim(claim)
        except JoineryError:
            self.close()
            raise

    # -- writing

    def put(self, graph: SchemaGraph | Records, tell: Callable[[float], None] = lambda share: None) -> None:
        def write() -> None:
            with self._driver.session(database=self._database) as session:
                for statement in constraints(self.model):
                    session.run(statement).consume()
                if isinstance(graph, Records):
                    self._mine(session.run("MATCH (w:Workspace) RETURN w.id").value())
                    bring(session, graph, tell)
                    return
                with session.begin_transaction(timeout=WRITE_SECONDS) as tx:
                    self._mine(tx.run("MATCH (w:Workspace) RETURN w.id").value())
                    sync(tx, graph)
                    with self._turns.writing():
                        tx.commit()

        self._within((MOST_SECONDS if isinstance(graph, Records) else WRITE_SECONDS) + self._seconds, write)

    def _claim(self, claim: bool) -> None:
        """See that the database is ours, or empty and (with `claim`) now ours."""
        marks = [row[0] for row in self._fetch("MATCH (w:Workspace) RETURN w.id LIMIT 2", {}, 2, self._seconds)[1]]
        if marks:
            self._mine(marks)
            return
        if self._fetch("MATCH (n) RETURN count(n)", {}, 1, self._seconds)[1] != [(0,)]:
            raise StoreRefused(
                f"The Neo4j database “{self._database}” holds data that is not Joinery's.",
                "Name an empty database with neo4j_database, or empty this one.",
            )
        if not claim:
            return

        def mark() -> list[Any]:
            with self._driver.session(database=self._database) as session:
                session.run(
                    "CREATE CONSTRAINT joinery_workspace IF NOT EXISTS FOR (w:Workspace) REQUIRE w.key IS UNIQUE"
                ).consume()
                with session.begin_transaction(timeout=WRITE_SECONDS) as tx:
                    found = tx.run(
                        "MERGE (w:Workspace {key: 'only'}) ON CREATE SET w.id = $id RETURN w.id",
                        {"id": self._workspace},
                    ).value()
                    tx.commit()
                    return found

        self._mine(self._within(WRITE_SECONDS, mark))

    def _mine(self, marks: Sequence[object]) -> None:
        if list(marks) != [self._workspace]:
            raise StoreRefused(
                f"The Neo4j database “{self._database}” belongs to another workspace.",
                "Name another database with neo4j_database, or empty this one.",
            )

    # -- reading

    def check(self, cypher: str, parameters: Mapping[str, object] | None = None) -> None:
        self.explain(translated(cypher, self.model), parameters)

    def read(
        self,
        cypher: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        seconds: float = 5.0,
    ) -> GraphRows:
        return self.run(translated(cypher, self.model), parameters, limit, seconds)

    def explain(self, query: Translated, parameters: Mapping[str, object] | None) -> None:
        """As `check`, of a query that the guard has read."""
        given = {} if parameters is None else sendable(query.bound(parameters))
        self._fetch(f"EXPLAIN {query.text}", given, 0, CHECK_SECONDS, query.variables)

    def run(self, query: Translated, parameters: Mapping[str, object] | None, limit: int, seconds: float) -> GraphRows:
        """As `read`, of a query that the guard has read."""
        given = sendable(query.bound(parameters))
        columns, rows = self._fetch(query.text, given, limit + 1, seconds, query.variables)
        plain = tuple(tuple(cell(v, _entity) for v in row) for row in rows[:limit])
        return GraphRows(query.columns or columns, plain, len(rows) > limit)

    def close(self) -> None:
        """Let the connections go. Closing twice is harmless."""
        threading.Thread(target=self._driver.close, daemon=True).start()

    def _fetch(
        self, text: str, given: Mapping[str, object], most: int, seconds: float, known: frozenset[str] = frozenset()
    ) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        """At most `most` rows of one read-only transaction. A connection that broke while idle is replaced once."""
        from neo4j import READ_ACCESS
        from neo4j.exceptions import ServiceUnavailable, SessionExpired

        def run() -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
            with (
                self._turns.reading(),
                self._driver.session(database=self._database, default_access_mode=READ_ACCESS) as session,
                session.begin_transaction(timeout=seconds) as tx,
            ):
                result = tx.run(text, dict(given))
                return tuple(result.keys()), [tuple(record.values()) for record in islice(result, most)]

        def run_again() -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
            try:
                return run()
            except (ServiceUnavailable, SessionExpired):
                return run()

        return self._within(seconds + self._seconds, run_again, known, seconds)

    # -- the server

    def _within(
        self, wait: float, work: Callable[[], T], known: frozenset[str] = frozenset(), seconds: float = WRITE_SECONDS
    ) -> T:
        """`work()` on a thread of its own, for at most `wait` seconds: a server that hangs must not hang us."""
        from neo4j.exceptions import DriverError, Neo4jError

        done: list[T] = []
        failed: list[BaseException] = []

        def call() -> None:
            try:
                done.append(work())
            except BaseException as fault:  # noqa: BLE001 - raised again below, by the thread that waits
                failed.append(fault)

        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        thread.join(wait)
        if done:
            return done[0]
        if not failed:
            raise self._server.silent()
        fault = failed[0]
        if isinstance(fault, Neo4jError):
            raise self._server.refusal(fault.code or "", fault.message or "", known, seconds) from fault
        if isinstance(fault, DriverError | OSError):
            raise self._server.silent() from fault
        raise fault


def _entity(value: object) -> Any:
    from neo4j.graph import Node as GraphNode
    from neo4j.graph import Path as GraphPath
    from neo4j.graph import Relationship as GraphRelationship

    if isinstance(value, GraphNode):
        return value.get("id")
    if isinstance(value, GraphRelationship):
        return value.get("join_id") or value.type
    if isinstance(value, GraphPath):
        nodes, rels = value.nodes, value.relationships
        return [x for pair in zip(nodes, [*rels, None], strict=True) for x in pair if x is not None]
    return None
