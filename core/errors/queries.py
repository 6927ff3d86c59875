"""A query that was not run or did not end, and a store that does not serve."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors.base import JoineryError

_LONGEST_NAME = 200
"""Characters of a name that is said back."""


class QueryError(JoineryError):
    code = "query"


class QueryRefused(QueryError):
    """A guard refused the query before it ran."""

    code = "query_refused"


class BadSyntax(QueryError):
    code = "bad_syntax"


class UnknownName(QueryError):
    """A table, column, label, relationship or property that does not exist."""

    code = "unknown_name"

    def __init__(self, name: str, close: Sequence[str] = (), kind: str = "name") -> None:
        hint = f"Did you mean {', '.join(close)}?" if close else "See what tables and columns there are."
        shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
        super().__init__(f"There is no {kind} “{shown}”.", hint)
        self.name = name
        self.close = tuple(close)


class QuestionTooLong(QueryError):
    """More text than a question has."""

    code = "question_too_long"

    def __init__(self, what: str, given: int, most: int) -> None:
        super().__init__(
            f"The {what} has {given:,} characters; at most {most:,} are read.",
            "Ask in a few sentences; load longer texts as documents.",
        )


class QueryTimeout(QueryError):
    code = "query_timeout"

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The query was stopped after {seconds:g} seconds.",
            "Ask for less at a time, or raise the time limit in the settings.",
        )


class QueryFailed(QueryError):
    code = "query_failed"


class StoreError(JoineryError):
    code = "store"


class StoreUnreachable(StoreError):
    code = "store_unreachable"


class StoreRefused(StoreError):
    code = "store_refused"
