"""Rows that are read and written, and seen by nobody until what is known of them is there as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.model import Table
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    import pyarrow as pa

    from core.sql.staging import Staged


class WaitingRows:
    """A `SqlEngine` to load into: what is written waits until `put_in_place`; all else is the `inner` engine's."""

    def __init__(self, inner: SqlEngine) -> None:
        self._inner = inner
        self._staged: Staged | None = None
        self.name, self.dialect = inner.name, inner.dialect
        self.amend, self.stage, self.version = inner.amend, inner.stage, inner.version
        self.view, self.index = inner.view, inner.index
        self.held, self.own_sql, self.stopping = inner.held, inner.own_sql, inner.stopping
        self.check, self.read, self.show_only, self.tables = inner.check, inner.read, inner.show_only, inner.tables

    def write(self, table: str, batches: pa.RecordBatchReader) -> int:
        """As `SqlEngine.write`, but nothing is seen of it yet."""
        self.discard()
        self._staged = self._inner.stage(table, batches)
        return self._staged.rows

    def drop(self, table: str) -> None:
        """Throw away what waits."""
        self.discard()

    def arrive(self, table: Table) -> None:
        """Let what waits be the rows of `table`, of its version. Raises FileError (a full disk), WorkspaceBusy."""
        staged, self._staged = self._staged, None
        if staged is not None:
            self._inner.put_in_place(staged, table.name, table.version)

    def put_in_place(self, staged: Staged, table: str, version: str) -> None:
        """As `SqlEngine.put_in_place`."""
        self._inner.put_in_place(staged, table, version)

    def discard(self) -> None:
        staged, self._staged = self._staged, None
        if staged is not None:
            staged.discard()

    def close(self) -> None:
        """Throw away what waits; whoever opened the inner engine closes it."""
        self.discard()
