"""`Translator`: what turns words into queries. The workflow validates, runs and counts; a translator only drafts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from core.ask.state import Attempt, Clarify, Draft, JoinTree, Mention, NotUnderstood, Question, Reading, Run, SchemaView
from core.ask.top_rows import NONE, TopRows
from core.model import Caution, Rows


class Translator(Protocol):
    """The rules (no model) and a chat model both speak this."""

    name: str

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The question in the schema's terms. `mentions` are the shared linker's findings."""
        ...

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """A Cypher query for the join path; None when there is nothing better than what failed.

        Its rows are candidate trees, best first, in a column `joins`: a list of join ids (empty when one table
        is enough, and the query then returns that table's columns).
        """
        ...

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """One SELECT along `tree`; None when there is nothing better than what failed."""
        ...

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        """The answer as a sentence, in pieces as they come. `top` is what the order of the rows rests on."""
        ...


@runtime_checkable
class Reviewer(Protocol):
    """What a translator may do besides: look at what became of its drafts, and know another way at a dead end."""

    def doubt(
        self, reading: Reading, tree: JoinTree, draft: Draft, failed: Sequence[Attempt], rows: Rows | None, run: Run
    ) -> Attempt | None:
        """Why a valid SQL draft should be drafted again: before it runs (`rows` None), and with its rows.

        The attempt is `valid`: if nothing better comes, the draft stands.
        """
        ...

    def weigh(
        self, reading: Reading, tree: JoinTree, draft: Draft, rows: Rows, confidence: float, run: Run
    ) -> tuple[float, tuple[Caution, ...]]:
        """The confidence in an answer, 0..1, and what to say beside it."""
        ...

    def otherwise(self, reason: str, run: Run) -> Reading | NotUnderstood | None:
        """After a dead end (`reason`) another reading to start from, or what to say; None: the reason stands."""
        ...

    def others(self, reading: Reading) -> tuple[Reading, ...]:
        """After `weigh`: other readings that a person may have meant, likeliest first."""
        ...


@runtime_checkable
class Conversing(Protocol):
    """A translator that can follow on an earlier question of the same talk."""

    def remembered(self, reading: Reading) -> Mapping[str, Any] | None:
        """The rules' query of a reading as plain values, for `Turn.query`; None when the rules have none."""
        ...
