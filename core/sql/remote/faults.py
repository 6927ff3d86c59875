"""What goes wrong at a database, by our names and with a next step; the driver's own words follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from core.errors import JoineryError, QueryFailed, QueryRefused, QueryTimeout, StoreRefused, StoreUnreachable

_AGAIN = "Ask again when it is there: nothing is lost."


@contextmanager
def named_faults(engine: str, seconds: float = 0.0) -> Iterator[None]:
    """A database's faults by our names. Raises StoreError and QueryError."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise fault_of(error, engine, seconds) from error


def fault_of(error: Exception, engine: str, seconds: float = 0.0) -> JoineryError:
    """A driver's fault by our name."""
    from sqlalchemy.exc import DBAPIError, NoSuchTableError
    from sqlalchemy.exc import TimeoutError as PoolTimeout

    if isinstance(error, PoolTimeout):
        return StoreUnreachable(
            f"All connections to {engine} are in use.", "Wait until the questions that are being answered are done."
        )
    if isinstance(error, NoSuchTableError):
        return StoreRefused(f"{engine} has no table {error}.", "See which tables there are.")
    origin = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    words = " ".join(str(origin).split())[:300].rstrip(".")
    state = str(getattr(origin, "sqlstate", "") or "")
    code = next(iter(getattr(origin, "args", ())), None)
    if isinstance(code, int) and (numbered := _CODES.get(code)) is not None:
        return numbered(engine, words, seconds)
    if (by_name := _NAMES.get(str(getattr(origin, "error_name", "")))) is not None:
        return by_name(engine, str(getattr(origin, "message", words))[:300].rstrip("."), seconds)
    for starts, make in _STATES:
        if state and state.startswith(starts):
            return make(engine, words, seconds)
    for needle, make in _WORDS:
        if needle in words.lower():
            return make(engine, words, seconds)
    down = error.connection_invalidated if isinstance(error, DBAPIError) else isinstance(error, OSError)  # by HTTP
    if down or type(origin).__name__ in ("OperationalError", "TrinoConnectionError"):
        return _gone(engine, words, seconds)
    return QueryFailed(f"{engine} says: {words}.", "Change the query and run it again.")


def _gone(engine: str, words: str, _: float) -> JoineryError:
    return StoreUnreachable(f"{engine} does not answer: {words}.", _AGAIN)


def _password(engine: str, words: str, _: float) -> JoineryError:
    return StoreRefused(
        f"{engine} does not accept this user and password.",
        "Give the password as JOINERY_DATABASE_PASSWORD, in secrets.toml, or attach again with it in the address.",
    )


def _encrypted(engine: str, words: str, _: float) -> JoineryError:
    return StoreRefused(
        f"{engine} wants an encrypted connection, or one from another machine: {words}.",
        "Add ?sslmode=require to the address, or ask who runs it.",
    )


def _plain(engine: str, words: str, _: float) -> JoineryError:
    return StoreRefused(
        f"{engine} does not encrypt: {words}.",
        "Ask who runs it to switch that on; or, where the way to it is safe, name the address without sslmode.",
    )


def _no_database(engine: str, words: str, _: float) -> JoineryError:
    return StoreRefused(f"{engine} says: {words}.", "Look at the address.")


def _full(engine: str, words: str, _: float) -> JoineryError:
    return StoreUnreachable(f"{engine} takes no more connections: {words}.", "Try again in a while.")


def _written(engine: str, words: str, _: float) -> JoineryError:
    return StoreUnreachable(f"Another program is writing {engine} now: {words}.", "Ask again when it is done.")


def _mysql(engine: str, words: str, _: float) -> JoineryError:
    return StoreRefused(
        f"This server is another than {engine} takes it for: {words}.", "Only MariaDB is known, 10.6 on."
    )


def _unknown(engine: str, words: str, _: float) -> JoineryError:
    return QueryRefused(f"{engine} cannot be asked that: {words}.", "Say it in another way.")


def _slow(engine: str, words: str, seconds: float) -> JoineryError:
    return QueryTimeout(seconds)


def _changed(engine: str, words: str, _: float) -> JoineryError:
    return QueryFailed(
        f"A table or column is not there any more, or has changed: {words}.",
        "Look at the tables anew: python -m core attach --again.",
    )


def _no_right(engine: str, words: str, _: float) -> JoineryError:
    return QueryRefused(f"{engine} does not let this user read that: {words}.", "Ask who runs it for the right to.")


def _writing(engine: str, words: str, _: float) -> JoineryError:
    return QueryRefused("The query would change the data.", "Ask with one SELECT; nothing here can change the data.")


def _space(engine: str, words: str, _: float) -> JoineryError:
    return QueryFailed(f"{engine} has no room to answer this: {words}.", "Ask for less at a time.")


def _value(engine: str, words: str, _: float) -> JoineryError:
    return QueryFailed(f"A value does not fit the question: {words}.", "Leave such values out, or ask in another way.")


_Make = Callable[[str, str, float], JoineryError]
_STATES: tuple[tuple[tuple[str, ...], _Make], ...] = (
    (("28P01",), _password),
    (("28",), _encrypted),
    (("3D000",), _no_database),
    (("53300", "57P03"), _full),
    (("57014", "25P03"), _slow),
    (("57P", "08"), _gone),
    (("42P01", "42703", "3F000", "42883"), _changed),
    (("42501",), _no_right),
    (("25006",), _writing),
    (("53",), _space),
    (("55P03",), _slow),
    (("22",), _value),
)
"""By the class of the SQLSTATE (PostgreSQL, appendix A), the first that fits."""
_CODES: Mapping[int, _Make] = {
    1045: _password,
    1698: _password,
    1044: _no_right,
    1142: _no_right,
    1143: _no_right,
    1049: _no_database,
    1040: _full,
    1203: _full,
    1226: _full,
    1969: _slow,
    1317: _slow,
    1205: _slow,
    1054: _changed,
    1146: _changed,
    1792: _writing,
    1290: _writing,
    1021: _space,
    1114: _space,
    3159: _encrypted,
    1193: _mysql,
    2003: _gone,
    2006: _gone,
    2013: _gone,
}
"""By MariaDB's own numbers (mariadb.com/kb/en/mariadb-error-codes)."""
_NAMES: Mapping[str, _Make] = {
    "EXCEEDED_TIME_LIMIT": _slow,
    "TABLE_NOT_FOUND": _changed,
    "COLUMN_NOT_FOUND": _changed,
    "SCHEMA_NOT_FOUND": _changed,
    "CATALOG_NOT_FOUND": _no_database,
    "PERMISSION_DENIED": _no_right,
    "READ_ONLY_VIOLATION": _writing,
    "NOT_SUPPORTED": _unknown,
    "EXCEEDED_LOCAL_MEMORY_LIMIT": _space,
    "EXCEEDED_GLOBAL_MEMORY_LIMIT": _space,
    "CLUSTER_OUT_OF_MEMORY": _space,
    "QUERY_QUEUE_FULL": _full,
    "DIVISION_BY_ZERO": _value,
    "INVALID_CAST_ARGUMENT": _value,
    "INVALID_FUNCTION_ARGUMENT": _value,
    "NUMERIC_VALUE_OUT_OF_RANGE": _value,
    "NO_NODES_AVAILABLE": _gone,
    "SERVER_SHUTTING_DOWN": _gone,
    "SERVER_STARTING_UP": _gone,
    "REMOTE_HOST_GONE": _gone,
    "REMOTE_TASK_ERROR": _gone,
    "TOO_MANY_REQUESTS_FAILED": _gone,
}
"""By Trino's names (io.trino.spi.StandardErrorCode)."""
_WORDS: tuple[tuple[str, _Make], ...] = (
    ("password authentication failed", _password),
    ("no password supplied", _password),
    ("no pg_hba.conf entry", _encrypted),
    ("server does not support ssl", _plain),
    ("could not set lock", _written),
    ("conflicting lock", _written),
    ("different configuration than existing", _written),
    ("does not have a column", _changed),
    ("referenced column", _changed),
    ("catalog error", _changed),
    ("does not exist", _no_database),
    ("out of memory", _space),
    ("read-only mode", _writing),
    ("error 401", _password),
    ("too many clients", _full),
    ("too many connections", _full),
    ("remaining connection slots", _full),
)
"""Where the fault comes before there is a connection, and so has no state."""
