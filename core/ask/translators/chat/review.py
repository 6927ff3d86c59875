"""What is doubted about the model's valid queries, each kind once, and said beside the answer if it stays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from core.ask.state import Attempt, Draft, JoinTree, Mention, Run, SchemaView
from core.ask.translators.chat.mending import EMPTY
from core.ask.translators.chat.notation import place, quoted, value
from core.ask.translators.chat.sql_checks import Finding, findings, text_filters
from core.ask.translators.chat.sql_contradictions import contradictions
from core.ask.translators.chat.sql_sources import Unique
from core.ask.values_found import ValueFound
from core.errors import QueryError
from core.model import NUMERIC, Caution
from core.sql.names import key

MOST_OFFERS = 8
MIN_VALUE_SCORE = 0.7
"""Score from which a value of another column than the asked one is offered."""


class Values(Protocol):
    """What is asked of the value index when a query finds nothing."""

    def lookup(self, text: str, columns: Collection[str] | None = None, limit: int = 20) -> Sequence[ValueFound]: ...

    def spellings(self, column_id: str, text: str) -> Sequence[str]: ...

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]: ...


class Doubts:
    """`schema` is the whole one, rejected joins too. Without `values` nothing is offered for an empty result."""

    def __init__(self, schema: SchemaView, values: Values | None, dialect: str) -> None:
        self._schema, self._values, self._dialect = schema, values, dialect
        self._figures = frozenset(key(c.name) for t in schema.tables for c in t.columns if c.type in NUMERIC)

    def before(
        self,
        draft: Draft,
        tree: JoinTree,
        failed: Sequence[Attempt],
        run: Run,
        asked: str = "",
        apart: Collection[str] = (),
        mentions: Sequence[Mention] = (),
    ) -> Attempt | None:
        """The first odd thing about the query that has not been doubted yet. `asked` is the question in English, empty
        where it is in another language; `mentions` what its words are linked to. How tables `apart` are brought in, for
        which the reading knows no join, is not doubted."""
        codes = {a.code for a in failed}
        if apart:
            codes |= {"unknown_join", "cross_join"}
        for finding in self._odd(draft, tree, run, asked, mentions):
            if finding.doubt and finding.code not in codes:
                return Attempt(draft, finding.code, finding.message, valid=True)
        return None

    def empty(self, draft: Draft, failed: Sequence[Attempt]) -> Attempt | None:
        """No rows, and a text that the query looks for stands in the data in another spelling or place."""
        if any(a.code == EMPTY for a in failed):
            return None
        offers = self._offers(draft.text)
        return Attempt(draft, EMPTY, "It finds no rows.", offers, valid=True) if offers else None

    def contradicted(self, draft: Draft, asked: str, mentions: Sequence[Mention]) -> bool:
        """Whether the query leaves undone what is plainly said."""
        return bool(contradictions(asked, draft.text, self._dialect, self._figures, mentions))

    def weigh(
        self,
        draft: Draft,
        tree: JoinTree,
        confidence: float,
        run: Run,
        asked: str = "",
        mentions: Sequence[Mention] = (),
    ) -> tuple[float, tuple[Caution, ...]]:
        """Cautions, and the confidence less what each takes from it."""
        odd = self._odd(draft, tree, run, asked, mentions)
        for finding in odd:
            confidence *= 0.6 if finding.doubt else 0.95
        return confidence, tuple(Caution(f.code, f.message) for f in odd)

    def _odd(
        self, draft: Draft, tree: JoinTree, run: Run, asked: str, mentions: Sequence[Mention]
    ) -> tuple[Finding, ...]:
        odd = findings(draft.text, self._dialect, self._schema, tree, _measured(run))
        return (*odd, *contradictions(asked, draft.text, self._dialect, self._figures, mentions))

    def _offers(self, sql: str) -> tuple[str, ...]:
        if self._values is None:
            return ()
        found: dict[str, None] = {}
        for table, column, text in text_filters(sql, self._dialect, self._schema):
            here = self._values.lookup(text, {f"{table}.{column}"}, 4)
            if not any(h.value == text for h in here):
                beside = [h for h in self._values.lookup(text, None, 4) if h.score >= MIN_VALUE_SCORE]
                for h in (*here, *beside):
                    at = self._schema.column(h.table, h.column)
                    if at is not None and at.private:
                        continue
                    found[f"{place(h.table, h.column)} = {value(at, h.value)}"] = None
        return tuple(found)[:MOST_OFFERS]


def _measured(run: Run) -> Unique:
    """Asks the rows whether columns together hold no combination twice; no where that takes too long."""

    def unique(table: str, columns: Collection[str]) -> bool:
        names = ", ".join(quoted(c) for c in columns)
        filled = " AND ".join(f"{quoted(c)} IS NOT NULL" for c in columns)
        sql = f"SELECT COUNT(*) FROM {quoted(table)} WHERE {filled} GROUP BY {names} HAVING COUNT(*) > 1 LIMIT 1"
        try:
            return not run.probe(sql).rows
        except QueryError:
            run.check()
            return False

    return unique
