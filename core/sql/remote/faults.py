"""What goes wrong at a database, by our names and with a next step; the driver's own words follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from core.errors import JoineryError, QueryFailed, QueryRefused, QueryTimeout, StoreRefused, StoreUnreachable

_AGAIN = "Ask again when it is there: nothing is lost."


@contextmanager
def named_faults(engine: str, seconds: float = 0.0) -> Iterator[None]:
    """A database's faults by our names. Raises StoreError and QueryError."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as error:
        raise _named(error, engine, seconds) from error


def _named(error: Exception, engine: str, seconds: float) -> JoineryError:
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
    for starts, make in _STATES:
        if state and state.startswith(starts):
            return make(engine, words, seconds)
    for needle, make in _WORDS:
        if needle in words.lower():
            return make(engine, words, seconds)
    if isinstance(error, DBAPIError) and (error.connection_invalidated or type(origin).__name__ == "OperationalError"):
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


def _no_database(engine: str, words: str, _: float) -> JoineryError:
    return StoreRefused(f"{engine} says: {words}.", "Look at the address.")


def _full(engine: str, words: str, _: float) -> JoineryError:
    return StoreUnreachable(f"{engine} takes no more connections: {words}.", "Try again in a while.")


def _written(engine: str, words: str, _: float) -> JoineryError:
    return StoreUnreachable(f"Another program is writing {engine} now: {words}.", "Ask again when it is done.")


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
_WORDS: tuple[tuple[str, _Make], ...] = (
    ("password authentication failed", _password),
    ("no password supplied", _password),
    ("no pg_hba.conf entry", _encrypted),
    ("server does not support ssl", _encrypted),
    ("could not set lock", _written),
    ("conflicting lock", _written),
    ("different configuration than existing", _written),
    ("does not have a column", _changed),
    ("referenced column", _changed),
    ("catalog error", _changed),
    ("does not exist", _no_database),
    ("out of memory", _space),
    ("read-only mode", _writing),
    ("too many clients", _full),
    ("remaining connection slots", _full),
)
"""Where the fault comes before there is a connection, and so has no state."""
