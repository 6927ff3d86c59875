"""Questions: what they are asked with, asked, answered again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from core.ask.hints.glossary import Glossary
from core.ask.suggest.cache import Suggestions
from core.catalogue.verified_answers import MOST_ASKED, Verified
from core.documents.use import cited
from core.errors import QuestionTooLong, StoreError, WorkspaceError
from core.graph.base import GraphRows
from core.graph.models import PASSAGES, model_of
from core.index.base import Embedder, LabelIndex
from core.model import Answer, Override, Rows, Step
from core.sql.names import quote
from core.workspace.joins import Joins
from core.workspace.open_stores import OpenStores
from core.workspace.settings import WorkspaceSettings
from core.workspace.sync import most_kept
from core.workspace.translators import Make, verifying

if TYPE_CHECKING:
    from core.ask.figures.reader import FigureReader
    from core.ask.figures.told import Fit
    from core.ask.form import Form
    from core.ask.link import Linker
    from core.ask.replay import Recording, Replayed
    from core.ask.scopes import Scopes
    from core.ask.services import Services
    from core.ask.state import Mention, SchemaView
    from core.ask.tokens import Token
    from core.ask.translators.rules.facts import Facts
    from core.ask.verified_lookup import VerifiedLookup
    from core.index.values import ValueIndex
    from core.index.values_beyond import ValuesBeyond


def _as_edited(new: Answer, old: Answer | None, form: Form, whole: str) -> Answer:
    """The new answer in the place of the old one: under its question, unless the program worded that one too."""
    if old is None:
        return replace(new, question=whole, language="en", form=new.form or form.plain(), built=True)
    return replace(
        new,
        question=old.question if not old.built else whole,
        rewritten=old.rewritten,
        hint=old.hint,
        language=old.language,
        overrides=old.overrides,
        reading=old.reading,
        chart=old.chart,
        form=new.form or form.plain(),
        built=old.built,
        words=old.words or tuple((c.words, c.target) for c in old.chips),
        edits=(*old.edits, dict(old.form or {})),
    )


MOST_HINTED = 20_000
"""Characters of a hint."""
_PROBE = 5.0
"""Effort to try a reading out: a walk through half a million rows. Bounded by work and not by time, so that equal
questions get equal answers on a busy machine too."""


class Questions:
    """What may be asked of a workspace."""

    def __init__(self, stores: OpenStores, joins: Joins, glossary: Glossary, settings: WorkspaceSettings) -> None:
        self._stores = stores
        self._joins = joins
        self._glossary = glossary
        self._settings = settings
        self._suggestions = Suggestions()
        self._warm = False
        self._linked: tuple[object, Linker] | None = None
        self._scoped: tuple[object, Scopes] | None = None
        self._figures: tuple[object, FigureReader] | None = None
        self._recall: tuple[Embedder, VerifiedLookup] | None = None

    def warm_up(self) -> None:
        """Open in the background what the first question needs: libraries and stores take a second or two."""

        def warm() -> None:
            import core.ask.workflow  # noqa: F401

            with suppress(StoreError, WorkspaceError):  # the handle keeps the fault, and the question will tell it
                if not self._stores.closing and self._stores.catalogue.names():
                    self._stores.adapters.start_processes()
                    self.linker()

        if not self._warm:
            self._warm = True
            self._stores.background("joinery-warm-up", warm)

    def ask(
        self,
        text: str,
        *,
        hint: str = "",
        limit: int | None = None,
        overrides: Sequence[Override] = (),
        reading: str = "",
        chat: str = "",
        verified: bool = True,
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """Steps as they happen, the Answer last. `overrides` fix what words mean, `reading` names an alternative
        reading. With `verified` False no verified answer is followed, to see how the question is read without it.

        In a `chat` (any name; the pages use the chat's id in `ws.chats`) the question may follow on earlier ones, and
        the answer may be a question back, with `options`: then the next question may be one of these, or a new one.

        Raises Cancelled, QueryTimeout, QuestionTooLong, StoreError (no graph), and SettingsError (the chat model
        cannot be set up).
        """
        from core.ask.state import Question
        from core.ask.workflow import answer

        for what, given, most in (("question", text, MOST_ASKED), ("hint", hint, MOST_HINTED)):
            if len(given) > most:
                raise QuestionTooLong(what, len(given), most)
        hint = self._glossary.with_terms(text, hint)
        question = Question(
            text, hint, limit or self._stores.settings.row_limit, overrides=tuple(overrides), reading=reading
        )
        talk = self._stores.chat_memory().talk(chat) if chat else None
        make = None if verified else self._settings.translators.make
        said = self._joins.use_hinted(hint)
        self._settings.recall_standing()
        part = self._rows_part(text)
        if part:
            question = replace(question, text=part)
        for event in answer(question, lambda emit: self._services(emit, stop, bool(chat), make, hint), talk):
            if isinstance(event, Answer):
                if part:
                    event = replace(event, question=text, rewritten=event.rewritten or part)
                self._joins.offer_tested(event)
                event = replace(event, warnings=(*event.warnings, *said))
                event = self._with_documents(event, stop)
            yield event
        self._settings.keep_standing()

    def ask_again(
        self,
        old: Answer,
        *,
        overrides: Sequence[Override] | None = None,
        reading: str = "",
        chat: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """The question of an earlier answer with other `overrides` (None: its own) or another `reading`. In its chat
        the next question follows on the new answer. Raises what `ask` does, and UnknownName for an override on what
        is gone.
        """
        from core.ask.state import Question
        from core.ask.turns import turns
        from core.ask.workflow import answer

        whole = old.rewritten or old.question
        question = Question(
            whole,
            old.hint,
            self._stores.settings.row_limit,
            overrides=old.overrides if overrides is None else tuple(overrides),
        )
        if question.overrides or reading:
            question = replace(question, reading=reading)
        elif old.earlier:
            question = replace(question, text=old.question, earlier=turns(old.earlier))
        talk = self._stores.chat_memory().talk(chat) if chat else None
        for event in answer(question, lambda emit: self._services(emit, stop, False, hint=old.hint), talk, again=whole):
            if isinstance(event, Answer):
                event = replace(event, question=old.question, rewritten=event.rewritten or old.rewritten)
                event = self._with_documents(event, stop)
            yield event

    def _rows_part(self, text: str) -> str | None:
        """Of a question that documents answer in part, what is asked of the rows."""
        if not self._stores.documents.names():
            return None
        from core.retrieval.asked import rows_part

        return rows_part(text)

    def _with_documents(self, answer: Answer, stop: threading.Event | None) -> Answer:
        """The answer with what the documents say beside its rows, and with theirs where they answer the question."""
        answer = cited(answer, self._stores.documents, self._stores.tables())
        if not self._stores.documents.names():
            return answer
        from core.ask.from_documents import told

        return told(answer, self._stores.retrieval, lambda: self._settings.translators.reader(stop))

    def edited(
        self,
        form: Form,
        *,
        old: Answer | None = None,
        chat: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[Step | Answer]:
        """The answer to a reading that a person made or changed, by the way of every question; steps first.

        `old` is the answer whose reading was changed; without one the question is the reading's own sentence. The new
        answer keeps the forms before it in `edits`. Raises UnknownName and BadEdit for a form that does not fit the
        tables, and what `ask` does.
        """
        from core.ask.conversation.wording import Wording
        from core.ask.edit.translator import FormTranslator
        from core.ask.state import Question, Turn
        from core.ask.translators.rules.realisation.phrase import Phrase
        from core.ask.workflow import answer

        translator = FormTranslator(form, self._stores.tables(), self._joins.all())
        said, whole = Phrase(translator.facts).query(form.query), Wording(translator.facts).question(form.query, True)
        tables = translator.tables
        question = Question(said, limit=self._stores.settings.row_limit, earlier=(Turn("", tables=tables),))
        talk = self._stores.chat_memory().talk(chat) if chat else None
        before = "" if old is None else old.enriched if old.by_hand else old.rewritten or old.question
        for event in answer(
            question, lambda emit: self._services(emit, stop, False, lambda *_: translator), talk, again=before or said
        ):
            if isinstance(event, Answer):
                event = cited(event, self._stores.documents, self._stores.tables())
                event = _as_edited(event, old, form, whole)
            yield event

    def unedited(self, old: Answer, *, chat: str = "", stop: threading.Event | None = None) -> Iterator[Step | Answer]:
        """The answer as it was before a person's last change of it; steps first. Raises what `edited` does."""
        from core.ask.form import Form

        *kept, last = old.edits or ({},)
        form = Form.of(last)
        if form is not None and (kept or old.built):
            for event in self.edited(form, old=old, chat=chat, stop=stop):
                yield replace(event, edits=tuple(kept)) if isinstance(event, Answer) else event
            return
        yield from self.ask_again(replace(old, edits=()), reading=old.reading, chat=chat, stop=stop)

    def said_anew(self, answer: Answer) -> str:
        """The question that an answer's reading answers, as people would type it; "" where it has none, or its tables
        are gone."""
        from core.ask.conversation.wording import Wording
        from core.ask.form import Form
        from core.ask.turns import held

        form = Form.of(answer.form)
        facts = self.facts(form) if form is not None else None
        if form is None or facts is None or not held(form.query, facts):
            return ""
        return Wording(facts).question(form.query, changed=True)

    def facts(self, form: Form) -> Facts:
        """What is known of the tables, in the roles that a form speaks of."""
        return form.facts(self._stores.tables(), self._joins.all())

    def values(self, column: str, most: int = 1_000) -> tuple[str, ...]:
        """The values of a column (`table.column`) that the value index holds, the most frequent first."""
        return tuple(self._stores.values.values(column, most))

    def suggestions(
        self, after: Answer | None = None, *, first: Collection[str] = (), stop: threading.Event | None = None
    ) -> tuple[str, ...]:
        """Questions worth asking, or such as go on `after` an answer; each was asked by the rules before. Takes seconds
        the first time. Those about the tables `first` come before others."""
        from core.ask.state import Question
        from core.ask.workflow import answer

        rules = self._settings.translators.recorded(None, False)

        def ask(text: str) -> Answer | None:
            *_, last = answer(Question(text, limit=100), lambda emit: self._services(emit, stop, False, rules))
            return last if isinstance(last, Answer) else None

        return self._suggestions.find(
            self._stores.tables(), self._joins.all(), ask, after=after, first=first, stopped=self._stores.stopper(stop)
        )

    def suggested(self, after: Answer | None = None) -> tuple[str, ...] | None:
        """What `suggestions` found before, at once; None: it has not looked yet."""
        return self._suggestions.kept(self._stores.tables(), self._joins.all(), after)

    def keep_term(self, words: str, meaning: str) -> str:
        """Keep an entry of the glossary, and say how it is read. Raises BadTerm, also for words that another table is
        called by, and for a meaning that nobody can read: neither the rules nor, without one, a chat model."""
        from core.ask.hints.glossary import Term
        from core.ask.hints.refused import not_read, table_hidden
        from core.ask.hints.understood import understood

        term, tables = Term(words.strip(), meaning.strip()), self._stores.tables()
        if (hidden := table_hidden(term, tables)) is not None:
            raise hidden
        read = understood(term, tables, self._joins.all())
        if not read and not self._settings.translators.has_model and term.words and term.meaning:
            raise not_read(term, tables)
        self._glossary.keep(words, meaning)
        return read

    def replay(self, answer: Answer) -> Replayed:
        """A stored answer made again without a model, from what was said then. Raises ReplayDiffers."""
        from core.ask.edit.translator import FormTranslator
        from core.ask.form import Form
        from core.ask.replay import replay
        from core.ask.verified_lookup import Fixed

        def services(emit: Callable[[Step], None], said: Recording | None, send_values: bool) -> Services:
            make = self._settings.translators.recorded(said, send_values)
            if answer.by_hand and (form := Form.of(answer.form)) is not None:
                by_hand = FormTranslator(form, self._stores.tables(), self._joins.all())
                return self._services(emit, None, False, lambda *_: by_hand)
            if answer.verified:
                saved = Verified("", answer.verified, answer.sql or "", "", answer.enriched, answer.tables)
                make = verifying(make, Fixed(saved))
            return self._services(emit, None, False, make)

        return replay(answer, services, self._stores.settings.row_limit)

    def _services(
        self,
        emit: Callable[[Step], None],
        stop: threading.Event | None,
        talking: bool,
        make: Make | None = None,
        hint: str = "",
    ) -> Services:
        """The handles that the workflow works with; `make` stands in for the translators of the settings. Of several
        joins of two tables the one that the `hint` names goes first."""
        from core.ask.services import Services
        from core.ask.state import Run
        from core.ask.translators.rules.translator import RulesTranslator

        engine, graph = self._stores.engine, self._stores.graph
        tables = self._stores.tables()
        joins = self._joins.as_hinted(hint, self._joins.all(rejected=True))
        translator = (make or self._making())(engine, tables, joins, self._stores.values)
        if not isinstance(translator, RulesTranslator):  # a model or a person writes the queries, or wrote them once
            engine, graph = self._stores.confined, self._stores.adapters.confined(graph)
        if stop is not None:
            engine = engine.stopping(stop)
        return Services(
            engine=engine,
            graph=graph,
            tables=tables,
            joins=joins,
            linker=self.linker(),
            scopes=self._scopes(),
            translator=translator,
            run=Run(
                emit,
                lambda sql: engine.read(sql, limit=1_000, effort=_PROBE),
                seconds=60.0 + self._settings.translators.seconds,
                stop=stop,
                link=self._linked_words,
                figures=self.read_figures,
            ),
            seconds=self._stores.settings.query_seconds,
            talking=talking,
            embed=lambda texts: self._stores.adapters.embedder()[0].embed(texts),
        )

    def _making(self) -> Make:
        """The settings' translators; with verified answers these come first."""
        if not self._stores.verified.all():
            return self._settings.translators.make
        from core.ask.verified_lookup import VerifiedLookup

        embedder = self._stores.adapters.embedder()[0]
        if self._recall is None or self._recall[0] is not embedder:
            self._recall = embedder, VerifiedLookup(self._stores.verified, self._linked_words, lambda: embedder)
        return verifying(self._settings.translators.make, self._recall[1])

    def _linked_words(self, text: str) -> Sequence[Mention]:
        from core.ask.tokens import tokenise

        return self.linker().link(tokenise(text))

    def linker(self) -> Linker:
        """The linker of the tables as they are now."""
        from core.ask.hints.table_terms import also_called
        from core.ask.link import Linker
        from core.ask.vocabulary import Vocabulary

        tables, values = self._stores.tables(), self._stores.values
        labels: LabelIndex | None = None
        with suppress(StoreError, WorkspaceError):
            labels = self._stores.labels
        called = dict(also_called(self._glossary.terms(), tables))
        for name, noun in self._stores.row_words().items():
            called[name] = (*called.get(name, ()), noun)
        made_of = (tables, values, labels, called)
        linked = self._linked
        if linked is None or linked[0] != made_of:
            linked = self._linked = (made_of, Linker(Vocabulary(tables, called), self._beyond(values), labels))
        return linked[1]

    def _beyond(self, values: ValueIndex) -> ValueIndex | ValuesBeyond:
        """The value index; where a database is asked, with the texts that it holds beyond those kept here."""
        from core.index.values_beyond import ValuesBeyond

        many = [
            (c.table, c.name)
            for t in self._stores.tables()
            for c in t.columns
            if c.type == "text" and c.profile.distinct > most_kept(c)
        ]
        return ValuesBeyond(values, many, self._standing) if many and self._stores.adapters.attached else values

    def _standing(self, column: tuple[str, str], texts: Sequence[str], seconds: float) -> Sequence[tuple[str, int]]:
        table, cell = map(quote, column)
        marks = ", ".join("?" * len(texts))
        found = self._stores.confined.read(
            f"SELECT {cell} AS v, COUNT(*) AS n FROM {table} WHERE {cell} IN ({marks}) GROUP BY 1",
            tuple(texts),
            limit=len(texts),
            seconds=seconds,
        )
        return [(str(v), int(str(n))) for v, n in found.rows]

    def _scopes(self) -> Scopes:
        """The parts of the schema that are asked by themselves, of the tables and joins as they are now."""
        from core.ask.hints.table_terms import also_called
        from core.ask.scopes import Scopes

        linker, joins = self.linker(), self._joins.all(rejected=True)
        if self._scoped is None or self._scoped[0] != (linker, joins):
            values = self._beyond(self._stores.values)
            called = also_called(self._glossary.terms(), self._stores.tables())
            scopes = Scopes.of(self._stores.tables(), joins, values, linker.labels, called)
            self._scoped = (linker, joins), scopes
        return self._scoped[1]

    def read_figures(self, tokens: Sequence[Token]) -> tuple[Fit, SchemaView] | None:
        """A question over the cubes among the tables as they are now."""
        from core.ask.figures.reader import FigureReader

        linker, joins = self.linker(), self._joins.all(rejected=True)
        if self._figures is None or self._figures[0] != (linker, joins):
            reader = FigureReader(self._stores.tables(), joins, self._beyond(self._stores.values))
            self._figures = (linker, joins), reader
        return self._figures[1](tokens)

    def sql(self, query: str, *, limit: int | None = None, seconds: float | None = None) -> Rows:
        """A person's own query, guarded. Raises QueryError."""
        wanted = self._stores.settings
        return self._stores.confined.read(
            query, limit=limit or wanted.row_limit, seconds=seconds or wanted.query_seconds
        )

    def own_sql(self, query: str) -> tuple[str, str]:
        """What people call the database that is asked, and the query as it was asked; "" where that is the query
        itself. Raises QueryError and StoreError."""
        engine = self._stores.engine
        text = engine.own_sql(query)
        return engine.name, text if text != query else ""

    def cypher(
        self,
        query: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 1_000,
        passages: bool = False,
    ) -> GraphRows:
        """A person's own query of the schema graph, guarded; with `passages` one that names their labels is asked of
        the similarity graph. Raises QueryError and StoreError."""
        seconds = self._stores.settings.query_seconds
        of_passages = passages and model_of(query) is PASSAGES
        graph = self._stores.confined_passages if of_passages else self._stores.confined_graph
        return graph.read(query, parameters, limit=limit, seconds=seconds)
