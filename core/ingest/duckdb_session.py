"""Where files are made into tables: a DuckDB, and a folder for what does not fit into memory."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.config import Settings
from core.index.value_forms import Forms, forms_of
from core.ingest.texts import Texts

if TYPE_CHECKING:
    import duckdb

    from core.ingest.formats import Found
    from core.ingest.parts import Part

    ReadPart = Callable[[duckdb.DuckDBPyConnection, Part, Path, Callable[[], None], int], Found]

_MANY = 100_000
"""Rows after which the memory is given back at once."""
_EVERY = 0.2
"""Seconds between two looks at how far a query is."""


class DuckDbSession:
    """A DuckDB held to the memory limit, and a folder for what does not fit. Serves files one after another.

    To start a DuckDB takes longer than to read a small file with it.
    """

    def __init__(self, settings: Settings, read_part: ReadPart | None = None) -> None:
        settings.workspace.mkdir(parents=True, exist_ok=True)
        self._folder = tempfile.TemporaryDirectory(prefix="load-", dir=settings.workspace, ignore_cleanup_errors=True)
        self.read_part = read_part
        """What stands in for `core.ingest.formats.read_part`."""
        self._memory = settings.ingest_memory_mb
        self._con: duckdb.DuckDBPyConnection | None = None
        self._kept: dict[str, Forms] = {}
        self._frugal = False

    def __enter__(self) -> DuckDbSession:
        return self

    def __exit__(self, *exc: object) -> None:
        self.renew()
        self._folder.cleanup()

    @property
    def folder(self) -> Path:
        return Path(self._folder.name)

    @property
    def con(self) -> duckdb.DuckDBPyConnection:
        """The open DuckDB."""
        import duckdb

        if self._con is None:
            config: dict[str, str | bool | int | float | list[str]] = {
                "memory_limit": f"{self._memory}MB",
                "temp_directory": str(self.folder / "spill"),
            }
            if self._frugal:
                config["threads"] = 1  # each thread works in memory of its own
            self._con = duckdb.connect(":memory:", config=config)
            self._con.execute("SET enable_progress_bar = true")  # so that it knows how far it is
            self._con.execute("SET enable_progress_bar_print = false")
        return self._con

    @contextmanager
    def telling(self, tell: Callable[[float], None]) -> Iterator[None]:
        """While the block runs, tell from another thread how far DuckDB is with its query, from 0 to 1."""
        con, over = self.con, threading.Event()

        def watch() -> None:
            while not over.wait(_EVERY):
                if (done := con.query_progress()) > 0:
                    tell(done / 100)

        watching = threading.Thread(target=watch, name="joinery-reading", daemon=True)
        watching.start()
        try:
            yield
        finally:
            over.set()
            watching.join()

    def keep_values(self, column: str, texts: Texts, most: int, longest: int) -> None:
        """Keep the commonest of these texts, of up to so many characters, as those of this column."""
        if texts.few is not None:
            fit = [(v, n) for v, n in texts.few if 0 < len(v) <= longest]
            found = sorted(fit, key=lambda item: (-item[1], item[0]))[:most]
        else:
            fit_ones = f"(FROM {texts.table()} WHERE length(v) BETWEEN 1 AND {int(longest)})"
            # Texts are compared only where they are as common as the last to be kept.
            least = f"(SELECT min(n) FROM (SELECT n FROM {fit_ones} ORDER BY n DESC LIMIT {int(most)}))"
            query = f"FROM {fit_ones} WHERE n >= {least} ORDER BY n DESC, v LIMIT {int(most)}"
            found = self.con.execute(query).fetchall()
        self._kept[column] = forms_of(found)

    def values(self, column: str) -> Forms:
        """The texts kept of a column of the table loaded last, as the value index wants them."""
        return self._kept.get(column) or Forms([], [], [])

    def tidy(self, rows: int) -> None:
        """Make room after a table of so many rows."""
        if rows > _MANY:
            self.renew()
        self._kept.clear()

    @contextmanager
    def frugal(self) -> Iterator[None]:
        """A new DuckDB of one thread, for what needs too much memory with several."""
        self.renew()
        self._frugal = True
        try:
            yield
        except BaseException:
            self.renew()
            raise
        finally:
            self._frugal = False

    def renew(self) -> None:
        """Let go of all that is held, unfinished queries included."""
        self._kept.clear()
        if self._con is not None:
            self._con.close()
            self._con = None
