"""What is doubted about the model's valid queries, each kind once, and said beside the answer if it stays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from core.ask.link import ValueFound
from core.ask.state import Attempt, Draft, JoinTree, SchemaView
from core.ask.translators.chat.asking import EMPTY
from core.ask.translators.chat.schema_text import literal, quoted
from core.ask.translators.chat.sql_checks import findings, text_filters
from core.model import Caution

MOST_OFFERS = 8
MIN_VALUE_SCORE = 0.7
"""Score from which a value of another column than the asked one is offered."""


class Values(Protocol):
    """What is asked of the value index when a query finds nothing."""

    def lookup(self, text: str, columns: Collection[str] | None = None, limit: int = 20) -> Sequence[ValueFound]: ...


class Doubts:
    """`schema` is the whole one, rejected joins too. Without `values` nothing is offered for an empty result."""

    def __init__(self, schema: SchemaView, values: Values | None, dialect: str) -> None:
        self._schema, self._values, self._dialect = schema, values, dialect

    def before(self, draft: Draft, tree: JoinTree, failed: Sequence[Attempt]) -> Attempt | None:
        """The first odd thing about the query that has not been doubted yet."""
        codes = {a.code for a in failed}
        for finding in findings(draft.text, self._dialect, self._schema, tree):
            if finding.doubt and finding.code not in codes:
                return Attempt(draft, finding.code, finding.message, valid=True)
        return None

    def empty(self, draft: Draft, failed: Sequence[Attempt]) -> Attempt | None:
        """No rows, and a text that the query looks for stands in the data in another spelling or place."""
        if any(a.code == EMPTY for a in failed):
            return None
        offers = self._offers(draft.text)
        return Attempt(draft, EMPTY, "It finds no rows.", offers, valid=True) if offers else None

    def weigh(self, draft: Draft, tree: JoinTree, confidence: float) -> tuple[float, tuple[Caution, ...]]:
        """Cautions, and the confidence less what each takes from it."""
        odd = findings(draft.text, self._dialect, self._schema, tree)
        for finding in odd:
            confidence *= 0.6 if finding.doubt else 0.95
        return confidence, tuple(Caution(f.code, f.message) for f in odd)

    def _offers(self, sql: str) -> tuple[str, ...]:
        if self._values is None:
            return ()
        found: dict[str, None] = {}
        for table, column, text in text_filters(sql, self._dialect, self._schema):
            here = self._values.lookup(text, {f"{table}.{column}"}, 4)
            if not any(h.value == text for h in here):
                beside = [h for h in self._values.lookup(text, None, 4) if h.score >= MIN_VALUE_SCORE]
                for h in (*here, *beside):
                    found[f"{quoted(h.table)}.{quoted(h.column)} = {literal(h.value)}"] = None
        return tuple(found)[:MOST_OFFERS]
