"""Which translator answers: the rules, and with a chat model in the settings both together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from core.config import RULES as RULES
from core.config import Settings
from core.config.secrets import model_key
from core.errors import ModelFailed, SettingsError
from core.index.values import ValueIndex
from core.model import Column, Join, Table
from core.profiles.private import along_joins
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    from core.ask.replay import Recording
    from core.ask.translators.base import Translator
    from core.ask.translators.chat.asked_model import Model
    from core.ask.translators.chat.describing import Described
    from core.ask.translators.chat.model import ChatModel
    from core.ask.translators.chat.passages import PassageReader
    from core.ask.translators.chat.standing import Believes, Standing
    from core.ask.verified_lookup import VerifiedSource
    from core.documents.codes import Coded
    from core.documents.match import Found

Make: TypeAlias = "Callable[[SqlEngine, Sequence[Table], Sequence[Join], ValueIndex], Translator]"
"""Makes the translator for one question."""

MOST_SHOWN = 24
"""Tables that a question sees all of; with more, a chat model is told of the others by cluster."""


def verifying(make: Make, recall: VerifiedSource) -> Make:
    """The same translators, with a person's verified answers before them."""

    def made(engine: SqlEngine, tables: Sequence[Table], joins: Sequence[Join], values: ValueIndex) -> Translator:
        from core.ask.conversation.following import FollowingRules
        from core.ask.state import SchemaView
        from core.ask.translators.verified import VerifiedTranslator

        schema = SchemaView(tuple(tables), tuple(j for j in joins if j.state != "rejected"))
        return VerifiedTranslator(make(engine, tables, joins, values), recall, schema, FollowingRules())

    return made


class Translators:
    """One translator for each question; chat models are opened at their first use and kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._models: dict[str, ChatModel] = {}
        self._standing: Standing | None = None

    @property
    def settings(self) -> Settings:
        """Those in use, a person's choice among them."""
        return self._settings

    @property
    def key_server(self) -> str:
        """Whom the model's key is for: a provider's name, or the host of its address."""
        from core.ask.translators.chat.model import server_of

        return server_of(self._settings.model, self._settings.base_url)

    def key_source(self) -> str:
        """Where the model's key was found, in words; empty without one. Raises SettingsError."""
        return model_key(self._settings, self.key_server).source

    @property
    def seconds(self) -> float:
        """What a question may take beyond its usual time."""
        return 0.0 if self._by_rules else self._settings.model_seconds

    @property
    def has_model(self) -> bool:
        """Whether a chat model is asked at all."""
        return not self._by_rules

    @property
    def standing(self) -> Standing:
        """How far the model is believed where it differs from the rules."""
        if self._standing is None:
            from core.ask.translators.chat.standing import Standing

            self._standing = Standing()
        return self._standing

    @property
    def unknown(self) -> bool:
        """Nobody has looked yet how far the model is believed."""
        return self._standing is None

    def share(self, standing: Standing) -> None:
        """Go on with what is known of the same model from elsewhere."""
        self._standing = standing

    @property
    def _by_rules(self) -> bool:
        s = self._settings
        return s.model == RULES or not (s.model or s.base_url)

    @property
    def using(self) -> str:
        """What people call it."""
        return RULES if self._by_rules else f"{self._settings.model or 'a chat model'} and rules"

    def try_out(self) -> str:
        """Ask the model for one word; what to tell people. Raises SettingsError, ModelFailed."""
        if self._by_rules:
            return "Questions are read by rules, on this machine; no model is asked."
        for name in filter(None, (self._settings.model, self._settings.prose_model)):
            try:
                self._model(name).try_out()
            except ModelFailed as fault:
                hint = "Until it answers, the rules do. Check the model's name, its address and its key."
                raise ModelFailed(fault.message, hint) from None
        window = self._model(self._settings.model).window
        sight = "sees some cell values" if self._settings.send_values else "sees no cell values"
        takes = f"takes in {window:,} tokens at once"
        return f"The chat model answers; it {sight} of your files, and {takes}. The rules read along."

    def make(self, engine: SqlEngine, tables: Sequence[Table], joins: Sequence[Join], values: ValueIndex) -> Translator:
        """The translator for one question. `joins` are all, rejected ones too. Raises SettingsError."""
        wanted = self._settings
        if self._by_rules:
            return _translator(None, None, False, engine, tables, joins, values)
        prose = self._model(wanted.prose_model) if wanted.prose_model else None
        model = self._model(wanted.model)
        sends, votes = wanted.send_values, wanted.model_votes
        return _translator(model, prose, sends, engine, tables, joins, values, self.standing, votes)

    def recorded(self, said: Recording | None, send_values: bool) -> Make:
        """What makes translators that ask a recording instead of a model; the rules alone without one."""

        def make(engine: SqlEngine, tables: Sequence[Table], joins: Sequence[Join], values: ValueIndex) -> Translator:
            prose = said if said is not None and said.prose else None
            if said is None:
                return _translator(None, None, send_values, engine, tables, joins, values)
            from core.ask.translators.chat.standing import Decided

            standing = Decided(said.followed == RULES)
            return _translator(said, prose, send_values, engine, tables, joins, values, standing, said.votes)

        return make

    def reader(self, stop: threading.Event | None = None) -> PassageReader | None:
        """What words an answer from passages; None without a model, or while it may see no cell values: passages
        hold such too. Raises SettingsError."""
        if self._by_rules or not self._settings.send_values:
            return None
        from core.ask.translators.chat.passages import PassageReader

        return PassageReader(self._model(self._settings.prose_model or self._settings.model), stop)

    def describe(
        self, tables: Sequence[Table], joins: Sequence[Join], wanted: Sequence[Table], stop: threading.Event
    ) -> Iterator[Described]:
        """The wanted tables' descriptions as they come. Raises SettingsError, ModelFailed; see `describe_tables`."""
        from core.ask.state import SchemaView
        from core.ask.translators.chat.describing import describe_tables

        if self._by_rules:
            raise SettingsError("No chat model is chosen.", "Choose one on the settings page.")
        s = self._settings
        model, schema = self._model(s.prose_model or s.model), SchemaView(along_joins(tables, joins), tuple(joins))
        private = {t.name: t for t in schema.tables}
        wanted = [private.get(t.name, t) for t in wanted]
        yield from describe_tables(
            model, schema, wanted, send_values=s.send_values, most_tokens=s.model_tokens, stop=stop
        )

    def join_opinions(
        self, tables: Sequence[Table], joins: Sequence[Join], wanted: Sequence[Join], stop: threading.Event
    ) -> Iterator[dict[str, bool | None]]:
        """What the model thinks of the wanted joins, batch by batch. Raises SettingsError, ModelFailed."""
        from core.ask.translators.chat.join_opinions import join_opinions

        if self._by_rules:
            raise SettingsError("No chat model is chosen.", "Choose one on the settings page.")
        s = self._settings
        yield from join_opinions(
            self._model(s.model),
            along_joins(tables, joins),
            wanted,
            send_values=s.send_values,
            most_tokens=s.model_tokens,
            stop=stop,
        )

    def code_labels(
        self, column: Column, values: Sequence[str], passages: Sequence[Found], stop: threading.Event
    ) -> tuple[Coded, ...]:
        """What the model finds in passages of documents about a column's codes. Raises SettingsError, ModelFailed."""
        from core.ask.translators.chat.code_labels import code_labels
        from core.ask.translators.chat.replies import BadReply

        if self._by_rules:
            raise SettingsError("No chat model is chosen.", "Choose one on the settings page.")
        if not self._settings.send_values:
            raise SettingsError(
                "The chat model may not see values of cells, and documents hold some.",
                "Allow it on the settings page, or say by hand what the codes mean.",
            )
        try:
            return code_labels(self._model(self._settings.model), column, values, passages, stop)
        except BadReply as bad:
            raise ModelFailed(f"Its reply could not be used. {bad.message}") from bad

    def _model(self, name: str) -> ChatModel:
        from core.ask.translators.chat.model import ChatModel, server_of
        from core.ask.translators.chat.windows import WINDOW

        if name not in self._models:
            s = self._settings
            self._models[name] = ChatModel(
                name,
                base_url=s.base_url,
                key=model_key(s, server_of(name, s.base_url)).value,
                seconds=s.model_seconds,
                calls=s.model_calls,
                tokens=s.model_tokens,
                window=s.model_window or _served_window(name, s.base_url) or WINDOW,
            )
        return self._models[name]


def _served_window(name: str, base_url: str) -> int:
    """What a server on this machine says that the model takes in; 0 where none says."""
    from core.ask.translators.chat.model import provider_and_model
    from core.local_models.window import window_of

    return window_of(*provider_and_model(name, base_url), base_url)


def _translator(
    model: Model | None,
    prose: Model | None,
    send_values: bool,
    engine: SqlEngine,
    tables: Sequence[Table],
    joins: Sequence[Join],
    values: ValueIndex,
    standing: Believes | None = None,
    votes: int = 1,
) -> Translator:
    """The rules, and with a model both together."""
    from core.ask.state import SchemaView
    from core.ask.translators.both import BothTranslator
    from core.ask.translators.chat.translator import ChatTranslator
    from core.ask.why.translator import WhyRules
    from core.graph.clusters import find_clusters

    rules = WhyRules()
    if model is None:
        return rules
    chat = ChatTranslator(
        model,
        schema=SchemaView(along_joins(tables, joins), tuple(joins)),
        values=values,
        clusters=find_clusters(tables, joins) if len(tables) > MOST_SHOWN else (),
        prose=prose,
        send_values=send_values,
        dialect=engine.dialect,
        engine=engine.name,
    )
    return BothTranslator(chat, rules, standing, votes)
