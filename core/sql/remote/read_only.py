"""What an engine over tables of somebody else's shares: it writes none, and copies them in pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import StoreRefused
from core.model import Rows, Value

if TYPE_CHECKING:
    import pyarrow as pa

    from core.sql.staging import Staged


class ReadOnlyTables:
    """Refuses what only files' own engine does."""

    name: str

    def index(self, keys: Mapping[str, Collection[tuple[str, ...]]]) -> None:
        """Nothing: the tables have what they have."""

    def drop(self, table: str) -> None:
        """Nothing: the table stays where it is, and is not asked any more."""

    def write(self, table: str, batches: pa.RecordBatchReader) -> int:
        raise self._refused()

    def amend(
        self, table: str, batches: pa.RecordBatchReader, column: str, without: Collection[str], version: str = ""
    ) -> tuple[int, int]:
        raise self._refused()

    def stage(self, table: str, batches: pa.RecordBatchReader) -> Staged:
        raise self._refused()

    def put_in_place(self, staged: Staged, table: str, version: str) -> None:
        raise self._refused()

    def view(self, name: str, query: str) -> None:
        raise self._refused()

    def _refused(self) -> StoreRefused:
        return StoreRefused(
            f"The tables of {self.name} are read only; files cannot be put beside them.",
            "Load the files in another workspace.",
        )


def in_pages(
    read: Callable[[str, int], Rows], query: str, most: int, page: int
) -> Generator[Sequence[tuple[Value, ...]], None, None]:
    """At most `most` rows of a query in its order, `page` at a time; `read` is asked each time for so many rows."""
    seen = 0
    while (wanted := min(page, most - seen)) > 0:
        found = read(f"{query} LIMIT {wanted} OFFSET {seen}", wanted)
        if found.rows:
            yield found.rows
        seen += len(found.rows)
        if not found.truncated and len(found.rows) < wanted:
            return
