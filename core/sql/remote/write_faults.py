"""What goes wrong while rows are put into a database, by our names and with a next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from core.errors import FileError, JoineryError, QueryError, StoreRefused
from core.sql.remote.faults import fault_of


@contextmanager
def written_faults(table: str, engine: str, *drivers: type[Exception]) -> Iterator[None]:
    """A database's faults by our names, those of `drivers` among them. Raises FileError where it is the table's, else
    StoreError."""
    from sqlalchemy.exc import SQLAlchemyError

    known: tuple[type[Exception], ...] = (SQLAlchemyError, *drivers)
    try:
        yield
    except known as error:
        raise _named(error, table, engine) from error
    except QueryError as error:  # of a view that cannot be said in the database's SQL
        raise FileError(table, error.message, error.hint) from error


def _named(error: Exception, table: str, engine: str) -> JoineryError:
    origin = getattr(error, "orig", None) or error
    state = str(getattr(origin, "sqlstate", "") or "")
    words = " ".join(str(getattr(origin, "message", origin)).split())[:300].rstrip(".")
    if (by_name := _NAMES.get(str(getattr(origin, "error_name", "")))) is not None:
        return by_name(table, engine, words)
    for starts, make in _STATES:
        if state.startswith(starts):
            return make(table, engine, words)
    found = fault_of(error, engine)
    return FileError(table, found.message, found.hint) if isinstance(found, QueryError) else found


def _no_right(table: str, engine: str, words: str) -> JoineryError:
    return StoreRefused(
        f"This user may not make tables in {engine}: {words}.",
        "Ask who runs it for the right to make schemas (GRANT CREATE ON DATABASE … TO …), or for one: --schema NAME.",
    )


def _cannot(table: str, engine: str, words: str) -> JoineryError:
    return StoreRefused(
        f"This catalogue of {engine} does not take files' rows: {words}.",
        "Name one that can write (Iceberg, Delta, Hive, a database's, memory): trino://user@host:8080/CATALOGUE.",
    )


def _reading(table: str, engine: str, words: str) -> JoineryError:
    return StoreRefused(f"{engine} only lets this user read: {words}.", "Name a server and a user who may write.")


def _full(table: str, engine: str, words: str) -> JoineryError:
    return FileError(
        table,
        f"{engine} has no room for the rows: {words}.",
        "Nothing of the file was put there. Make room on its disk and load the file again.",
    )


def _wide(table: str, engine: str, words: str) -> JoineryError:
    return FileError(
        table, f"The table is too wide for {engine}: {words}.", "Load the file in a workspace of its own, or split it."
    )


def _needed(table: str, engine: str, words: str) -> JoineryError:
    return FileError(
        table,
        f"Something in {engine} depends on the table, so it stays as it was: {words}.",
        "Take away there what depends on it, and load the file again.",
    )


def _held(table: str, engine: str, words: str) -> JoineryError:
    return FileError(table, f"Another program holds the table in {engine}: {words}.", "Load the file again in a while.")


def _value(table: str, engine: str, words: str) -> JoineryError:
    return FileError(table, f"{engine} does not take a value: {words}.", "Mend that cell and load the file again.")


_STATES: tuple[tuple[tuple[str, ...], Callable[[str, str, str], JoineryError]], ...] = (
    (("42501",), _no_right),
    (("25006",), _reading),
    (("53100", "53200", "58030"), _full),
    (("54",), _wide),
    (("2BP01", "0A000"), _needed),
    (("55P03", "40P01"), _held),
    (("22",), _value),
)
"""By the SQLSTATE (PostgreSQL, appendix A), the first that fits."""
_NAMES: Mapping[str, Callable[[str, str, str], JoineryError]] = {
    "NOT_SUPPORTED": _cannot,
    "PERMISSION_DENIED": _no_right,
    "READ_ONLY_VIOLATION": _reading,
    "MEMORY_LIMIT_EXCEEDED": _full,
    "EXCEEDED_LOCAL_MEMORY_LIMIT": _full,
    "EXCEEDED_GLOBAL_MEMORY_LIMIT": _full,
    "CLUSTER_OUT_OF_MEMORY": _full,
    "QUERY_TEXT_TOO_LARGE": _wide,
    "DUPLICATE_COLUMN_NAME": _wide,
}
"""By Trino's names (io.trino.spi.StandardErrorCode, and those of its connectors)."""
