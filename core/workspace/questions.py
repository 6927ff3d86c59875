"""Questions: what they are asked with, asked, answered again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ask.hints.glossary import Glossary
from core.catalogue.verified_answers import Verified
from core.config import without_user
from core.config.saved import META, ModelChoice
from core.documents.use import cited
from core.errors import SettingsError, StoreError, WorkspaceError
from core.graph.base import GraphRows
from core.index.base import LabelIndex
from core.model import Answer, Pin, Rows, Step
from core.workspace.translators import Make, Translators, verifying

if TYPE_CHECKING:
    from core.ask.link import Linker
    from core.ask.replay import Recording, Replayed
    from core.ask.services import Services
    from core.ask.state import Mention

from core.workspace.tables import Tables

_PROBE = 5.0
"""Effort to try a reading out: a walk through half a million rows. Bounded by work and not by time, so that equal
questions get equal answers on a busy machine too."""


class Questions(Tables):
    """What may be asked of a workspace, and what reads the questions."""

    def warm_up(self) -> None:
        """Open in the background what the first question needs: libraries and stores take a second or two."""

        def warm() -> None:
            import core.ask.workflow  # noqa: F401

            with suppress(StoreError, WorkspaceError):  # the handle keeps the fault, and the question will tell it
                if not self._closing.is_set() and self.catalogue.names():
                    self._linker()

        if self._warming is None:
            self._warming = threading.Thread(target=warm, name="joinery-warm-up", daemon=True)
            self._warming.start()

    @property
    def glossary(self) -> Glossary:
        """What a person's own words mean; the terms that a question uses are told with it."""
        return Glossary(self.catalogue)

    def ask(
        self,
        text: str,
        *,
        hint: str = "",
        limit: int | None = None,
        pins: Sequence[Pin] = (),
        reading: str = "",
        chat: str = "",
        verified: bool = True,
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """Steps as they happen, the Answer last. `pins` fix what words mean, `reading` names an alternative reading.
        With `verified` False no verified answer is followed: for trying out how the question is read without it.

        In a `chat` (any name; the pages use the chat's id in `history`) the question may follow on earlier ones, and
        the answer may be a question back, with `options`: then the next question may be one of these, or a new one.

        Raises Cancelled, QueryTimeout, StoreError (no graph), and SettingsError (the chat model cannot be set up).
        """
        from core.ask.state import Question
        from core.ask.workflow import answer

        hint = self.glossary.told(text, hint)
        question = Question(text, hint, limit or self.settings.row_limit, pins=tuple(pins), reading=reading)
        talk = self._talking().talk(chat) if chat else None
        make = None if verified else self._translators.make
        for told in answer(question, lambda emit: self._services(emit, stop, bool(chat), make), talk):
            yield cited(told, self.documents, self.tables()) if isinstance(told, Answer) else told

    def ask_again(
        self,
        old: Answer,
        *,
        pins: Sequence[Pin] | None = None,
        reading: str = "",
        chat: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """The question of an earlier answer with other `pins` (None: its own) or another `reading`. In its chat the
        next question follows on the new answer. Raises what `ask` does, and UnknownName for a pin on what is gone.
        """
        from core.ask.state import Question
        from core.ask.turns import turns
        from core.ask.workflow import answer

        whole = old.rewritten or old.question
        question = Question(whole, old.hint, self.settings.row_limit, pins=old.pins if pins is None else tuple(pins))
        if question.pins or reading:
            question = replace(question, reading=reading)
        elif old.earlier:
            question = replace(question, text=old.question, earlier=turns(old.earlier))
        talk = self._talking().talk(chat) if chat else None
        for told in answer(question, lambda emit: self._services(emit, stop, False), talk, again=whole):
            if isinstance(told, Answer):
                told = replace(told, question=old.question, rewritten=told.rewritten or old.rewritten)
                told = cited(told, self.documents, self.tables())
            yield told

    def suggestions(
        self, after: Answer | None = None, *, first: Collection[str] = (), stop: threading.Event | None = None
    ) -> tuple[str, ...]:
        """Questions worth asking, or such as go on `after` an answer; each was asked by the rules before. Takes seconds
        the first time. Those about the tables `first` come before others."""
        from core.ask.state import Question
        from core.ask.workflow import answer

        rules = self._translators.recorded(None, False)

        def ask(text: str) -> Answer | None:
            *_, last = answer(Question(text, limit=100), lambda emit: self._services(emit, stop, False, rules))
            return last if isinstance(last, Answer) else None

        def stopped() -> bool:
            return self._closing.is_set() or (stop is not None and stop.is_set())

        return self._suggestions.find(self.tables(), self.joins(), ask, after=after, first=first, stopped=stopped)

    def suggested(self, after: Answer | None = None) -> tuple[str, ...] | None:
        """What `suggestions` found before, at once; None: it has not looked yet."""
        return self._suggestions.kept(self.tables(), self.joins(), after)

    @property
    def translators(self) -> Translators:
        """What reads questions: the rules, or a chat model with them."""
        return self._translators

    def choose_model(self, choice: ModelChoice | None, *, keep: bool = False) -> None:
        """Read questions with this from now on, and with `keep` whenever this workspace is open; None: what the
        settings say, and nothing is kept. Raises WorkspaceBusy when it cannot be kept, SettingsError for an address
        that holds a password."""
        if choice and without_user(choice.base_url) != choice.base_url:
            raise SettingsError(
                "The address holds a user or a password.", "Write it without, and give the key as the page says."
            )
        if keep or choice is None:
            with self._changing():
                self.catalogue.set_meta(META, choice.text() if choice else "")
        self._translators = Translators(choice.over(self.settings) if choice else self.settings)

    def replay(self, answer: Answer) -> Replayed:
        """A stored answer made again without a model, from what was said then. Raises ReplayDiffers."""
        from core.ask.replay import replay
        from core.ask.verified_lookup import Fixed

        def services(emit: Callable[[Step], None], said: Recording | None, send_values: bool) -> Services:
            make = self._translators.recorded(said, send_values)
            if answer.verified:
                saved = Verified("", answer.verified, answer.sql or "", "", answer.enriched, answer.tables)
                make = verifying(make, Fixed(saved))
            return self._services(emit, None, False, make)

        return replay(answer, services, self.settings.row_limit)

    def _services(
        self, emit: Callable[[Step], None], stop: threading.Event | None, talking: bool, make: Make | None = None
    ) -> Services:
        """The handles that the workflow works with; `make` stands in for the translators of the settings."""
        from core.ask.services import Services
        from core.ask.state import Run

        engine, tables, joins = self.engine, self.tables(), self.joins(all=True)
        return Services(
            engine=engine,
            graph=self.graph,
            tables=tables,
            joins=joins,
            linker=self._linker(),
            translator=(make or self._making())(engine, tables, joins, self.values),
            run=Run(
                emit,
                lambda sql: engine.read(sql, limit=1_000, effort=_PROBE),
                seconds=60.0 + self._translators.seconds,
                stop=stop,
                link=self._linked_words,
            ),
            seconds=self.settings.query_seconds,
            talking=talking,
        )

    def _making(self) -> Make:
        """The settings' translators; with verified answers these come first."""
        if not self.verified.all():
            return self._translators.make
        from core.ask.verified_lookup import Recall

        if self._recall is None:
            self._recall = Recall(self.verified, self._linked_words, lambda: self._stores.embedder()[0])
        return verifying(self._translators.make, self._recall)

    def _linked_words(self, text: str) -> Sequence[Mention]:
        from core.ask.tokens import tokenise

        return self._linker().link(tokenise(text))

    def _linker(self) -> Linker:
        """The linker of the tables as they are now."""
        from core.ask.link import Linker
        from core.ask.vocabulary import Vocabulary

        tables, values = self.tables(), self.values
        labels: LabelIndex | None = None
        with suppress(StoreError, WorkspaceError):
            labels = self.labels
        made_of = (tables, values, labels)
        linked = self._linked
        if linked is None or linked[0] != made_of:
            linked = self._linked = (made_of, Linker(Vocabulary(tables), values, labels))
        return linked[1]

    def sql(self, query: str, *, limit: int | None = None, seconds: float | None = None) -> Rows:
        """A person's own query, guarded. Raises QueryError."""
        wanted = self.settings
        return self.engine.read(query, limit=limit or wanted.row_limit, seconds=seconds or wanted.query_seconds)

    def cypher(self, query: str, parameters: Mapping[str, object] | None = None, *, limit: int = 1_000) -> GraphRows:
        """A person's own query of the schema graph, guarded. Raises QueryError and StoreError."""
        return self.graph.read(query, parameters, limit=limit, seconds=self.settings.query_seconds)
