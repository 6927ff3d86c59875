"""What is asked of a database that is attached, beside what every engine does."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Protocol

from core.model import Rows, Value
from core.sql.base import SqlEngine
from core.sql.remote.address import Address
from core.sql.remote.kinds import Kind
from core.sql.remote.reflect import Declared


class Attached(SqlEngine, Protocol):
    """Tables of one database, by the names that queries call them."""

    address: Address
    password: str
    """As it was given: to open the same database again."""

    @property
    def far(self) -> bool:
        """A server answers, and several queries at once: each costs a way there and back, however little it asks."""
        ...

    @property
    def shares(self) -> bool:
        """Parts of a query that are named by WITH are worked out once, however often they are used."""
        ...

    @property
    def places(self) -> Mapping[str, tuple[str, str]]:
        """Name to schema and table."""
        ...

    def there(self, schemas: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
        """Schema and name of every table of the database, of these schemas or of all of the user's.

        Raises StoreError, UnknownName for a schema that is not there.
        """
        ...

    def references(self) -> tuple[Declared, ...]:
        """The keys that the database declares among the attached tables. Raises StoreError."""
        ...

    def kinds(self, table: str) -> tuple[tuple[str, Kind], ...]:
        """The columns of a table with their kinds. Raises StoreError."""
        ...

    def place(self, table: str) -> str:
        """The quoted name of a table in its database, for `ask`."""
        ...

    def sample(self, table: str, share: float, rows: int) -> str:
        """Some rows of a table, for `ask`: `share` of a hundred, or so many of them."""
        ...

    def writable(self) -> tuple[str, ...]:
        """The tables that the user of this connection may change, were it not read-only. Raises StoreError."""
        ...

    def ask(self, ours: str, columns: Sequence[tuple[str, Kind]], limit: int, seconds: float) -> Rows:
        """Run SQL of our own making, written for PostgreSQL. `columns` are the names and kinds of what it gives.

        Raises QueryError, StoreError, Cancelled.
        """
        ...

    def stream(self, table: str, most: int, seconds: float) -> Generator[Sequence[tuple[Value, ...]], None, None]:
        """At most so many rows of a shown table, some at a time, as `read` gives them. Raises QueryError, StoreError,
        Cancelled."""
        ...

    def stopping(self, stop: threading.Event) -> Attached:
        """As `SqlEngine.stopping`."""
        ...
