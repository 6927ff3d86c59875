"""A translator around another: what a person verified is answered as verified, all else by the one inside.

The verified SQL goes the way of every other: a path is sought, it is checked, guarded and run. When the tables have
changed and it no longer runs, that is said and the translator inside answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.ask.state import (
    Attempt,
    Clarify,
    Draft,
    JoinTree,
    Mention,
    NotUnderstood,
    Question,
    Reading,
    Run,
    SchemaView,
)
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.base import Conversing, Reviewer, Translator
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.realisation.tell import sentence
from core.ask.trees import connect, connected
from core.ask.verified_lookup import VerifiedSource
from core.catalogue.verified_answers import Verified
from core.model import Caution, Rows, Step

VERIFIED_CONFIDENCE = 0.98


@dataclass(frozen=True, slots=True)
class VerifiedPlan:
    """What a reading taken from a verified answer carries."""

    answer: Verified


class VerifiedTranslator:
    """A `Translator`, `Reviewer` and `Conversing` that passes on what it does not answer itself."""

    def __init__(self, inner: Translator, recall: VerifiedSource, schema: SchemaView, rules: Translator) -> None:
        """`schema` is the whole one: a saved answer may need tables that the words do not name. `rules` read what a
        later question of the same talk can follow on."""
        self._inner, self._recall, self._schema, self._rules = inner, recall, schema, rules
        self._asked: tuple[Question, Sequence[Mention], SchemaView] | None = None
        self._run: Run | None = None
        self._stale: Caution | None = None
        self._mine = False
        self.name = inner.name

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The verified answer to this very question; else the inner reading, told of answers to like questions."""
        self._asked, self._run = (question, mentions, schema), run
        changed = bool(question.overrides or question.reading)  # the person wants another reading than the saved one
        found = None if changed else self._recall.same(question)
        if found is not None:
            tables = tuple(t for t in found.tables if self._schema.table(t) is not None)
            if tables:
                self._mine, self.name = True, "verified"
                plan = VerifiedPlan(found)
                said = found.enriched or found.question
                return Reading(
                    "data", said, self._together(tables), (), (), VERIFIED_CONFIDENCE, plan, verified=found.question
                )
            self._stale = _stale(found, "None of its tables is loaded.")
        return self._by_inner(question, mentions, schema, run)

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        if not isinstance(reading.plan, VerifiedPlan):
            return self._inner.cypher(reading, schema, failed, run)
        if failed:
            return None
        draft = join_path(self._schema, reading.tables) if len(reading.tables) > 1 else None
        return draft or columns_of(reading.tables[0])

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        if not isinstance(reading.plan, VerifiedPlan):
            return self._inner.sql(reading, tree, failed, run)
        return None if failed else Draft(reading.plan.answer.sql, {}, "Verified by a person.")

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        """Of a verified answer the rules' sentence where they would have written the same SQL."""
        if not isinstance(reading.plan, VerifiedPlan):
            yield from self._inner.tell(reading, rows, run, top)
            return
        own = self._same_by_rules(reading.plan.answer.sql)
        if own is not None:
            yield from self._rules.tell(own, rows, run, top)
        else:
            yield sentence(reading.verified.rstrip("?"), rows, top=top)

    def doubt(
        self, reading: Reading, tree: JoinTree, draft: Draft, failed: Sequence[Attempt], rows: Rows | None, run: Run
    ) -> Attempt | None:
        """None about what a person verified."""
        if isinstance(reading.plan, VerifiedPlan) or not isinstance(self._inner, Reviewer):
            return None
        return self._inner.doubt(reading, tree, draft, failed, rows, run)

    def weigh(
        self, reading: Reading, tree: JoinTree, draft: Draft, rows: Rows, confidence: float, run: Run
    ) -> tuple[float, tuple[Caution, ...]]:
        if isinstance(reading.plan, VerifiedPlan):
            return confidence, ()
        said = (self._stale,) if self._stale else ()
        if not isinstance(self._inner, Reviewer):
            return confidence, said
        confidence, more = self._inner.weigh(reading, tree, draft, rows, confidence, run)
        return confidence, (*said, *more)

    def otherwise(self, reason: str, run: Run) -> Reading | NotUnderstood | None:
        """A verified answer that no longer runs: the inner reading."""
        if self._mine and self._asked is not None:
            self._mine = False
            question, mentions, schema = self._asked
            saved = self._recall.same(question)
            if saved is not None:
                self._stale = _stale(saved, reason)
            run.step(Step("read", "repaired", self._stale.message if self._stale else reason))
            other = self._by_inner(question, mentions, schema, run)
            return NotUnderstood(other.question) if isinstance(other, Clarify) else other
        found = self._inner.otherwise(reason, run) if isinstance(self._inner, Reviewer) else None
        self.name = self._inner.name
        return found

    def others(self, reading: Reading) -> tuple[Reading, ...]:
        """None beside what a person verified."""
        if isinstance(reading.plan, VerifiedPlan):
            return ()
        return self._inner.others(reading) if isinstance(self._inner, Reviewer) else reading.runners_up

    def remembered(self, reading: Reading) -> Mapping[str, Any] | None:
        """Of a verified answer, the rules' own query for its question."""
        if not isinstance(reading.plan, VerifiedPlan):
            return self._inner.remembered(reading) if isinstance(self._inner, Conversing) else None
        if self._asked is None or self._run is None or not isinstance(self._rules, Conversing):
            return None
        read = self._rules.read(*self._asked, self._run)
        return self._rules.remembered(read) if isinstance(read, Reading) and read.kind == "data" else None

    def _same_by_rules(self, sql: str) -> Reading | None:
        """The rules' reading of the question, where it leads to the very same SQL."""
        if self._asked is None or self._run is None:
            return None
        read = self._rules.read(*self._asked, self._run)
        if not isinstance(read, Reading) or read.kind != "data":
            return None
        tree = connected(self._schema, read)
        draft = self._rules.sql(read, tree, (), self._run) if tree is not None else None
        return read if draft is not None and draft.text == sql else None

    def _by_inner(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        examples = tuple((v.question, v.sql) for v in self._recall.like(question))
        reading = self._inner.read(replace(question, examples=examples), mentions, schema, run)
        self.name = self._inner.name
        if isinstance(reading, Reading) and examples and reading.kind == "data":
            return replace(reading, like=examples)
        if isinstance(reading, NotUnderstood) and self._stale is not None:
            return replace(reading, reason=f"{self._stale.message} {reading.reason}")
        return reading

    def _together(self, tables: tuple[str, ...]) -> tuple[str, ...]:
        """All tables if joins connect them; else the first, and the SQL connects the others its own way."""
        return tables if connect(self._schema, tables) is not None else tables[:1]


def _stale(saved: Verified, reason: str) -> Caution:
    return Caution("verified_stale", f"Your verified answer to “{saved.question}” no longer runs. {reason}")
