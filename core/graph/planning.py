"""A connection to the embedded graph that plans each query once: what was checked is not planned again when it runs.

Planning takes longer than running: some 30 ms for a join of two tables, against 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.errors import BadSyntax, QueryError, QueryFailed, QueryTimeout, UnknownName
from core.graph.ladybug_dialect import LadybugDialect
from core.graph.syntax import Query
from core.graph.words import close_names

PLANS = 64
"""Plans of one connection: they take memory until it is closed."""
NO_MEMORY = "The query needs more memory than the graph may take."


class Planning:
    """A connection of ladybug, with the plans of what it was asked, by text and kinds of parameters."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self._plans: dict[object, Any] = {}

    @property
    def full(self) -> bool:
        """It holds as many plans as it may: close it."""
        return len(self._plans) >= PLANS

    def plan(self, query: Query, given: Mapping[str, object]) -> Any:
        """The prepared query, not run. Sort keys that turn out to be lists of texts are sorted as such. Raises
        UnknownName, BadSyntax, QueryFailed."""
        key = (query.text, tuple((name, _kind(value)) for name, value in given.items()))
        lists: frozenset[str] = frozenset()
        while key not in self._plans:
            found = self.connection.prepare(LadybugDialect(lists).query(query), dict(given))
            if found.is_success():
                self._plans[key] = found
                break
            said = found.get_error_message()
            sorted_by = re.match(r"Binder exception: Cannot order by (.+)\. Order by STRING\[\] is not", said)
            if not sorted_by or sorted_by[1] in lists or sorted_by[1] not in query.variables:
                raise fault_of(said, query)
            lists |= {sorted_by[1]}
        return self._plans[key]

    def run(self, query: Query, given: Mapping[str, object], seconds: float) -> Any:
        """The engine's result, within `seconds` once it is planned. Raises what `plan` raises, and QueryTimeout."""
        self.connection.set_query_timeout(max(1, int(seconds * 1000)))
        plan = self.plan(query, given)
        try:
            return self.connection.execute(plan, dict(given))
        except RuntimeError as fault:
            if "Interrupted" in str(fault):
                raise QueryTimeout(seconds) from fault
            raise fault_of(str(fault), query) from fault

    def close(self) -> None:
        self._plans.clear()
        self.connection.close()


def _kind(value: object) -> object:
    """What decides how a parameter is planned."""
    if isinstance(value, list):
        return (list, *sorted({str(_kind(v)) for v in value}))
    return type(value)


def fault_of(message: str, query: Query) -> QueryError:
    """The engine's words as one of our errors."""
    if found := re.search(r"Cannot find property (\S+) for", message):
        return UnknownName(found[1], close_names(found[1], query.model.properties - {found[1]}), kind="property")
    if found := re.search(r"Variable (.+) is not in scope", message):
        return UnknownName(found[1], close_names(found[1], query.variables - {found[1]}), kind="variable")
    if "Buffer manager exception" in message:
        return QueryFailed(NO_MEMORY, "Ask for less, or raise it.")
    text = message.splitlines()[0] if message else "The graph could not run the query."
    if text.startswith("Parser exception"):
        return BadSyntax(text, "Write one MATCH … WITH … for each step.")
    return QueryFailed(text, "Change the query; one MATCH … WITH … for each step works best.")
