"""`LabelIndex` on a Chroma server: a collection for each workspace and embedder, so that several may share one.

Vectors and labels are sent there, cell values are not. Reading is as in a folder: up to MOST_IN_MEMORY texts once, and
then from memory.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from core.config import without_user
from core.errors import StoreError, StoreRefused, StoreUnreachable, WorkspaceError
from core.index.base import Embedder
from core.index.chroma import PREFIX, ChromaLabelIndex, collection_name

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from chromadb.api.models.Collection import Collection

SECONDS = 4.0
"""How long to wait for the server to take a connection."""
PATIENCE = 20.0
"""How long one request may take."""
PORT = 8000


class ChromaServerIndex(ChromaLabelIndex):
    """Raises StoreUnreachable when the server does not answer, StoreRefused for an address that is none."""

    name = "Chroma server"

    def __init__(self, url: str, workspace_id: str, embedder: Embedder, read_only: bool = False) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.path not in ("", "/"):
            raise StoreRefused(
                f"“{without_user(url)}” is not the address of a Chroma server.", "Write it like http://localhost:8000."
            )
        self._tls = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port or (443 if self._tls else PORT)
        self._mine = f"{PREFIX}{workspace_id[:12]}-"
        self._folder = Path()
        self._embedder = embedder
        self._read_only = read_only
        self._collection_name = collection_name(self._mine, embedder)
        self._lock = RLock()
        self._memory = None
        self._client, self._collection = self._open()

    @staticmethod
    def try_out(url: str, embedder: Embedder) -> None:
        """See that a Chroma server answers at `url`, changing nothing there. Raises as opening does."""
        ChromaServerIndex(url, "trial", embedder, read_only=True).close()

    def _clear(self) -> None:
        """The files are the server's."""

    def rebuild(self) -> None:
        self._check_writing()
        with self._lock, self._faults():
            self._client.delete_collection(self._collection_name)
            self._client.close()
            self._client, self._collection = self._open()
            self._memory = None

    def _open(self) -> tuple[Client, Collection | None]:
        import chromadb
        from chromadb.config import Settings
        from chromadb.errors import NotFoundError

        with self._faults():
            socket.create_connection((self._host, self._port), timeout=SECONDS).close()
            settings = Settings(anonymized_telemetry=False)
            client = cast("Client", chromadb.HttpClient(self._host, self._port, self._tls, settings=settings))
            session: Any = getattr(client, "_server")._session  # noqa: B009 - Chroma waits for ever, and offers no other way
            session.timeout = PATIENCE
            if self._read_only:
                try:
                    return client, client.get_collection(self._collection_name, embedding_function=None)
                except NotFoundError:
                    return client, None
            for other in client.list_collections():
                if other.name.startswith(self._mine) and other.name != self._collection_name:
                    client.delete_collection(other.name)
            found = client.get_or_create_collection(
                self._collection_name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
            return client, found

    @contextmanager
    def _faults(self) -> Iterator[None]:
        import httpx
        from chromadb.errors import ChromaError

        try:
            yield
        except (OSError, ValueError, httpx.HTTPError) as fault:
            raise self._silent() from fault
        except ChromaError as fault:
            raise self._named(str(fault)) from fault

    def _silent(self) -> StoreUnreachable:
        return StoreUnreachable(
            f"No Chroma server answers at {self._host}:{self._port}.",
            "See that it runs (chroma run) and that its address (chroma_url) is right. "
            "The workspace's own folder needs no server.",
        )

    def _named(self, words: str) -> StoreError | WorkspaceError:
        return StoreRefused(
            f"The Chroma server at {self._host}:{self._port} refused: {words[:200]}", "Look at its own log."
        )
