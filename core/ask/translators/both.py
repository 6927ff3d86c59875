"""Chat model and rules together: the model answers, the rules read along and stand in when it fails.

Agreement is the confidence signal: two translators that share nothing but the linker and find the same rows are
seldom both wrong. One object serves one question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
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
from core.ask.translators.base import Conversing, Translator
from core.ask.translators.chat.mending import EMPTY, UNORDERED
from core.ask.translators.chat.sameness import alike, same, told_rows
from core.ask.translators.chat.standing import Believes, Standing
from core.ask.translators.chat.translator import ChatPlan, ChatTranslator
from core.ask.translators.voting import Ballot, Poll, polled
from core.ask.trees import connected
from core.errors import ModelFailed, QueryError
from core.model import UNSURE, Caution, Rows, Step

AGREED = 0.7
"""Share of the doubt in a reading that agreement takes away."""
DIFFERED = 0.4
"""Share of the confidence that a wholly confident other reading takes away."""
MIN_CONFIDENCE = UNSURE
"""From this confidence on the rules answer a question that the model calls unanswerable."""
MOST_OFFERS = 3
"""Readings of the rules that the model may choose from."""
ASKED_AGAIN_FROM = 0.6
"""From this confidence of the rules on, a model that chooses another reading is asked again, and followed where it
repeats itself."""
HARD = frozenset(("rejected_join", "cross_join", EMPTY))
"""Doubts after which another query is taken whatever it finds: no right query joins what a person rejected, pairs rows
at random, or looks for a text that stands elsewhere."""
OFFERED = 0.15
"""The least confidence of the rules in a first reading that is offered."""


class BothTranslator:
    """A `Translator` and `Reviewer`. `name` is that of the one whose reading is followed."""

    def __init__(
        self, chat: ChatTranslator, rules: Translator, standing: Believes | None = None, votes: int = 1
    ) -> None:
        """`standing` decides where the two differ; at most so many of the model's queries vote."""
        self._chat, self._rules = chat, rules
        self._standing = standing or Standing()
        self._noted = self._picked = False
        self._votes, self._asked_around = votes, False
        self._more: list[Ballot] = []
        self._poll: Poll | None = None
        self._others: tuple[Rows | None] | None = None
        self._second: Reading | Clarify | NotUnderstood | None = None
        self._view: SchemaView | None = None
        self._fault = ""
        self._caution: Caution | None = None
        self._refused = False
        self._agreed = False
        self._chosen = False
        self.name = chat.name

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The model's reading; the rules' when it was asked for, when the model fails, or finds nothing where they are
        sure."""
        self._view = schema
        self._second = self._rules.read(question, mentions, schema, run)
        second = self._second if isinstance(self._second, Reading) else None
        if second is not None and (second.settled or second.kind == "schema" or question.reading == second.enriched):
            self.name = self._rules.name  # the graph or the rules know, or a person chose it: no need to ask the model
            self._chosen = True
            return second
        if second is not None and second.rewritten and not self._chat.follows(question):
            self.name = self._rules.name
            self._caution = Caution(
                "rules_answered", "The chat model sees no earlier questions, so the rules answered."
            )
            return second
        try:
            reading = self._chat.read(question, mentions, schema, run, self._offers(question))
        except ModelFailed as fault:
            self._failed(fault, "read", run)
            return self._by_rules()
        if isinstance(reading, NotUnderstood) and second is not None and second.confidence >= MIN_CONFIDENCE:
            self.name = self._rules.name
            self._caution = Caution("translators_differ", f"The chat model finds no answer here: {reading.reason}")
            return second
        self._refused = isinstance(reading, NotUnderstood)
        if isinstance(reading, Reading) and second is not None and not isinstance(reading.plan, ChatPlan):

            def again() -> bool:
                other = self._chat.read(question, mentions, schema, run, self._offers(question), varied=True)
                return isinstance(other, Reading) and other.enriched == reading.enriched

            heard = self._hears(second, question, mentions, run) and not self._hears(reading, question, mentions, run)
            return self._choice(reading, second, again, run, heard)
        return reading

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        try:
            return self._of(reading).cypher(reading, schema, failed, run)
        except ModelFailed as fault:
            self._failed(fault, "path", run)
            return None

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        try:
            draft = self._of(reading).sql(reading, tree, failed, run)
        except ModelFailed as fault:
            self._failed(fault, "query", run)
            return None
        if draft is None or not isinstance(reading.plan, ChatPlan):
            return draft
        doubted = next((a for a in reversed(failed) if a.valid), None)
        if doubted is not None:
            return replace(self._settled(reading, tree, draft, doubted, run))  # a new draft to the workflow
        first = self._probed(draft, run)
        if first is None:
            return draft
        sure = self._second.confidence if isinstance(self._second, Reading) else 0.0
        trusted, surer = self._standing.trusted, self._standing.prefers_rules(sure)
        self._note(first, run)
        draft, rows = self._voted(reading, tree, draft, first, trusted, run)
        scattered = self._poll is not None and self._poll.of > 1 and self._poll.agree == 1 and sure >= MIN_CONFIDENCE
        return None if (surer or scattered) and self._overruled(rows, run) else draft

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        yield from self._of(reading).tell(reading, rows, run, top)

    def doubt(
        self, reading: Reading, tree: JoinTree, draft: Draft, failed: Sequence[Attempt], rows: Rows | None, run: Run
    ) -> Attempt | None:
        """The chat translator's doubts about its own drafts; only hard ones where the rules find the same rows."""
        found = self._chat.doubt(reading, tree, draft, failed, rows, run)
        if found is None or found.code in HARD or found.code == UNORDERED:
            return found
        own = self._probed(draft, run)
        return None if own is not None and self._agrees(own, run) else found

    def weigh(
        self, reading: Reading, tree: JoinTree, draft: Draft, rows: Rows, confidence: float, run: Run
    ) -> tuple[float, tuple[Caution, ...]]:
        """Higher when both readings give the same rows; lower when they differ, and the other one is told."""
        if self._chosen:
            return confidence, ()
        if self._picked:
            return 1 - (1 - confidence) * (1 - AGREED), ()
        if not isinstance(reading.plan, ChatPlan):
            failed = Caution("model_failed", f"{self._fault} The rules answered instead.")
            return confidence, (self._caution or failed,)
        confidence, odd = self._chat.weigh(reading, tree, draft, rows, confidence, run)
        if self._poll is not None and self._poll.of > 1:
            confidence *= 0.5 + 0.5 * self._poll.agree / self._poll.of
        other = self._other_rows(run)
        if other is None or not isinstance(self._second, Reading):
            return confidence, odd
        if rows.truncated or other.truncated:
            return confidence, odd  # neither is seen whole
        if same(rows, other):
            self._agreed = True
            return 1 - (1 - confidence) * (1 - AGREED), odd
        differs = f"Read by the rules, the question is: {self._second.enriched}. That gives {told_rows(other)}."
        return confidence * (1 - DIFFERED * self._second.confidence), (*odd, Caution("translators_differ", differs))

    def otherwise(self, reason: str, run: Run) -> Reading | NotUnderstood | None:
        """After the model's dead end the rules' reading; None once the rules have had their turn."""
        if self._refused or self.name == self._rules.name:
            return None
        self._fault = self._fault or f"The queries of the chat model {self._chat.name} did not work. {reason}"
        other = self._by_rules()
        return None if isinstance(other, Clarify) else other

    def others(self, reading: Reading) -> tuple[Reading, ...]:
        """Beside the model's reading that of the rules, unless it gives the same rows, and the runners-up."""
        second = self._second
        if not isinstance(second, Reading) or not isinstance(reading.plan, ChatPlan):
            return reading.runners_up
        return (*reading.runners_up, *(() if self._agreed else (second,)), *second.runners_up)

    def remembered(self, reading: Reading) -> Mapping[str, Any] | None:
        """The rules' query: of their own reading, or of what they read beside the model's."""
        own = reading if not isinstance(reading.plan, ChatPlan) else self._second
        return self._rules.remembered(own) if isinstance(self._rules, Conversing) and isinstance(own, Reading) else None

    def _of(self, reading: Reading) -> Translator:
        return self._chat if isinstance(reading.plan, ChatPlan) else self._rules

    def _failed(self, fault: ModelFailed, step: str, run: Run) -> None:
        self._fault = f"The chat model {self._chat.name} did not help. {fault.message}"
        run.step(Step(step, "repaired", self._fault))

    def _by_rules(self) -> Reading | Clarify | NotUnderstood:
        """The rules' reading from now on; what they did not understand is said with the model's fault."""
        self.name = self._rules.name
        second = self._second
        if isinstance(second, Reading):
            return second
        if isinstance(second, NotUnderstood):
            return replace(second, reason=f"{self._fault} {second.reason}")
        return second or NotUnderstood(self._fault)

    def _offers(self, question: Question) -> tuple[Reading, ...]:
        """The rules' readings, likeliest first, for the model to choose from; none where a person chose already."""
        second = self._second
        if not isinstance(second, Reading) or second.confidence < OFFERED or question.reading or second.rewritten:
            return ()
        found = {r.enriched: r for r in reversed((second, *second.runners_up)) if r.kind == "data"}
        return tuple(reversed(found.values()))[:MOST_OFFERS]

    def _hears(self, reading: Reading, question: Question, mentions: Sequence[Mention], run: Run) -> bool:
        """Whether a reading of the rules does all that the question plainly says."""
        draft = self._drafted(reading, run)
        return draft is not None and not self._chat.contradicted(draft, question, mentions)

    def _choice(
        self, reading: Reading, first: Reading, again: Callable[[], bool], run: Run, heard: bool = False
    ) -> Reading:
        """The reading of the rules that the model chose; their first one where it chose another and they are surer, or
        sure enough and it does not choose so `again`, or where only the first has `heard` all of the question."""
        agreed = reading.enriched == first.enriched
        surer = heard or self._standing.prefers_rules(first.confidence)
        if not agreed and not surer and first.confidence >= ASKED_AGAIN_FROM and self._votes > 1:
            surer = not self._repeated(again, run)
        self._noted = True
        self._standing.note(agreed, first.confidence)
        if not agreed and surer:
            self.name = self._rules.name
            self._caution = _differs(f"it is: {reading.enriched}")
            return first
        self._picked = True
        return reading if agreed else replace(reading, confidence=max(reading.confidence, UNSURE), runners_up=(first,))

    def _repeated(self, again: Callable[[], bool], run: Run) -> bool:
        """Whether most of the model's replies say what its first did; so if it cannot be asked."""
        for_it = asked = 1
        while asked < self._votes and 2 * for_it <= self._votes and self._chat.room(run):
            try:
                for_it += again()
            except ModelFailed:
                break
            asked += 1
        return asked == 1 or 2 * for_it > asked

    def _note(self, rows: Rows, run: Run) -> None:
        """Whether the model's first query agrees with the rules, once a question."""
        agreed = self._agrees(rows, run)
        if agreed is not None and not self._noted and isinstance(self._second, Reading):
            self._noted = True
            self._standing.note(agreed, self._second.confidence)

    def _agrees(self, rows: Rows, run: Run) -> bool | None:
        """Whether rows are those of the rules' reading; None where that cannot be seen."""
        other = self._other_rows(run)
        return None if other is None or other.truncated or rows.truncated else alike(rows, other)

    def _voted(
        self, reading: Reading, tree: JoinTree, draft: Draft, rows: Rows, trusted: bool, run: Run
    ) -> tuple[Draft, Rows]:
        """Where the rules do not agree and the model is not trusted: what most of several queries find."""
        if self._votes < 2 or trusted or rows.truncated or self._agrees(rows, run):
            return draft, rows
        won = self._polled([Ballot(draft, rows)], reading, tree, run).winner
        return won.draft, won.rows

    def _polled(self, ballots: list[Ballot], reading: Reading, tree: JoinTree, run: Run) -> Poll:
        """These queries with others, asked for once a question, and the rules' rows."""
        if not self._asked_around:
            before = run.calls
            for other in self._chat.candidates(reading, tree, self._votes - 1, run):
                if (found := self._probed(other, run)) is not None:
                    self._more.append(Ballot(other, found))
            self._asked_around = run.calls > before
        ballots = [*ballots, *self._more]
        second = self._second
        sure = second.confidence if isinstance(second, Reading) else 0.0
        self._poll = polled(ballots, self._other_rows(run), sure)
        if len(ballots) > 1:
            agreed = f"{self._poll.agree} of {self._poll.of} queries of the chat model find the same rows"
            run.step(Step("query", "done", agreed, {"sql": self._poll.winner.draft.text}))
        return self._poll

    def _settled(self, reading: Reading, tree: JoinTree, draft: Draft, doubted: Attempt, run: Run) -> Draft:
        """A doubted query or its repair. Where they find other rows, and the doubt is not hard, more queries and the
        rules' rows decide; the first stays where nothing does."""
        before, after = self._probed(doubted.draft, run), self._probed(draft, run)
        if doubted.code in HARD or before is None:
            return draft
        if after is None or alike(before, after):
            return draft if after is not None and doubted.code == UNORDERED else doubted.draft
        ballots = [Ballot(doubted.draft, before), Ballot(draft, after)]
        return self._polled(ballots, reading, tree, run).winner.draft

    def _probed(self, draft: Draft, run: Run) -> Rows | None:
        """The first rows of a draft; None where it does not run."""
        try:
            return run.probe(draft.text)
        except QueryError:
            run.check()
            return None

    def _overruled(self, rows: Rows, run: Run) -> bool:
        """Whether the model's query gives other rows than the rules' reading, which are surer than it is good."""
        if self._agrees(rows, run) is not False:
            return False
        self._caution = _differs(f"the answer is {told_rows(rows)}")
        run.step(Step("query", "repaired", self._caution.message))
        return True

    def _other_rows(self, run: Run) -> Rows | None:
        """What the rules' reading gives, asked once; None when they have none, or it does not run."""
        if self._others is None:
            self._others = (self._rows_by_rules(run),)
        return self._others[0]

    def _rows_by_rules(self, run: Run) -> Rows | None:
        draft = self._drafted(self._second, run) if isinstance(self._second, Reading) else None
        try:
            return run.probe(draft.text) if draft is not None else None
        except QueryError:
            run.check()
            return None

    def _drafted(self, reading: Reading, run: Run) -> Draft | None:
        """The rules' query for a reading of theirs; None where its tables do not join."""
        tree = connected(self._view, reading) if self._view is not None else None
        return self._rules.sql(reading, tree, (), run) if tree is not None else None


def _differs(otherwise: str) -> Caution:
    return Caution("translators_differ", f"The chat model reads it otherwise; by its reading {otherwise}.")
