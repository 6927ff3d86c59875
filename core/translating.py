"""Which translator answers: the rules, and with a chat model in the settings both together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.config import Settings
from core.errors import ModelFailed
from core.index.values import ValueIndex
from core.model import Join, Table
from core.sql.base import SqlEngine

if TYPE_CHECKING:
    from core.ask.translators.base import Translator
    from core.ask.translators.chat.model import ChatModel

RULES = "rules"
"""What names no model: the same as an empty setting, where another place has set one."""
MOST_SHOWN = 24
"""Tables that a question sees all of; with more, a chat model is told of the others by cluster."""


class Translators:
    """One translator for each question; chat models are opened at their first use and kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._models: dict[str, ChatModel] = {}

    @property
    def seconds(self) -> float:
        """What a question may take beyond its usual time."""
        return 0.0 if self._by_rules else self._settings.model_seconds

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
                hint = "Until it answers, the rules do. Check model, base_url and model_key in the settings."
                raise ModelFailed(fault.message, hint) from None
        sight = "sees some cell values" if self._settings.send_values else "sees no cell values"
        return f"The chat model answers; it {sight} of your files. The rules read along."

    def make(self, engine: SqlEngine, tables: Sequence[Table], joins: Sequence[Join], values: ValueIndex) -> Translator:
        """The translator for one question. `joins` are all, rejected ones too. Raises SettingsError."""
        from core.ask.translators.rules.translator import RulesTranslator

        wanted, rules = self._settings, RulesTranslator()
        if self._by_rules:
            return rules
        from core.ask.state import SchemaView
        from core.ask.translators.both import BothTranslator
        from core.ask.translators.chat.translator import ChatTranslator
        from core.graph.clusters import find_clusters

        chat = ChatTranslator(
            self._model(wanted.model),
            schema=SchemaView(tuple(tables), tuple(joins)),
            values=values,
            clusters=find_clusters(tables, joins) if len(tables) > MOST_SHOWN else (),
            prose=self._model(wanted.prose_model) if wanted.prose_model else None,
            send_values=wanted.send_values,
            dialect=engine.dialect,
            engine=engine.name,
        )
        return BothTranslator(chat, rules)

    def _model(self, name: str) -> ChatModel:
        from core.ask.translators.chat.model import ChatModel

        if name not in self._models:
            s = self._settings
            self._models[name] = ChatModel(
                name, base_url=s.base_url, key=s.model_key, seconds=s.model_seconds, calls=s.model_calls
            )
        return self._models[name]
