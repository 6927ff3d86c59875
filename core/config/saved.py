"""What a person chooses on the settings page: the chat model, and the stores; never a key or a password.

A workspace keeps each as JSON in its catalogue. A setting of the environment or the secrets file wins over it.

A workspace may come from a stranger, and a page is typed into by anybody: the key and the password of the settings are
for the server that the settings name, and are left out where a choice names another. What the keyring holds is kept
under its server's name, so it needs no such care.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

from core.config import RULES, Settings, without_user
from core.errors import SettingsError

META = "model_choice"
"""Where the catalogue keeps the model."""
STORES = "store_choice"
"""Where the catalogue keeps the stores."""
SCORER = "scorer_choice"
"""Where the catalogue keeps the name of the join scorer."""

_NO_FILE = Path()


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The settings of the same names."""

    model: str = ""
    prose_model: str = ""
    base_url: str = ""
    send_values: bool = True
    model_calls: int = 8
    model_tokens: int = 100_000
    model_seconds: float = 120.0
    model_window: int = 0
    model_votes: int = 3

    @classmethod
    def of(cls, settings: Settings) -> ModelChoice:
        return cls(**{f.name: getattr(settings, f.name) for f in fields(cls)})

    def over(self, settings: Settings) -> Settings:
        """The settings with this choice in them, without the key where it is for another server."""
        chosen = replace(settings, **asdict(self))
        return chosen if _same_server(settings, self) else replace(chosen, model_key="", model_key_file=_NO_FILE)

    def text(self) -> str:
        """For the catalogue."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @property
    def contacts(self) -> str:
        """Whom it would send questions to, in words; "" for nobody."""
        names = [n for n in (self.model.strip(), self.prose_model.strip()) if n and n != RULES]
        where = without_user(self.base_url)
        return f"{' and '.join(names) or 'a chat model'}{f' at {where}' if where else ''}" if names or where else ""

    @classmethod
    def read(cls, text: str | None) -> ModelChoice | None:
        """What `text` wrote; None if there is nothing that can be read."""
        try:
            found = json.loads(text or "{}")
            plain = {f.name: found[f.name] for f in fields(cls) if f.name in found}
            return cls.of(Settings.read(plain, {})) if plain else None
        except (ValueError, AttributeError, TypeError, SettingsError):
            return None


def only_privacy(settings: Settings, text: str | None) -> Settings:
    """The settings with nothing of a workspace's choice but that no cell values are sent."""
    choice = ModelChoice.read(text)
    return replace(settings, send_values=settings.send_values and (choice is None or choice.send_values))


def kept(settings: Settings, text: str | None) -> Settings:
    """The settings with a workspace's own choice, where they name no model themselves.

    That no cell values are sent holds in any case. What cannot be read is passed over.
    """
    choice = ModelChoice.read(text)
    if choice is None:
        return settings
    return only_privacy(settings, text) if settings.model or settings.base_url else choice.over(settings)


def _same_server(settings: Settings, choice: ModelChoice) -> bool:
    """Whether the choice's model is asked where the settings' key belongs: at the address that they name, else at the
    provider of the model that they name, else at any provider's own address."""
    if settings.base_url or choice.base_url:
        return urlsplit(settings.base_url)[:2] == urlsplit(choice.base_url)[:2]
    asked = {m.strip().partition(":")[0] for m in (choice.model, choice.prose_model) if m.strip()}
    return not settings.model or asked <= {settings.model.strip().partition(":")[0]}


@dataclass(frozen=True, slots=True)
class StoreChoice:
    """The settings of the same names."""

    neo4j_uri: str = ""
    neo4j_user: str = "neo4j"
    neo4j_database: str = "neo4j"
    chroma_url: str = ""
    embeddings: str = ""

    @classmethod
    def of(cls, settings: Settings) -> StoreChoice:
        return cls(**{f.name: getattr(settings, f.name) for f in fields(cls)})

    def over(self, settings: Settings) -> Settings:
        """The settings with this choice, where they name no store themselves."""
        found = asdict(self)
        for first, *others in (("neo4j_uri", "neo4j_user", "neo4j_database"), ("chroma_url",), ("embeddings",)):
            if getattr(settings, first):
                for name in (first, *others):
                    del found[name]
        chosen = replace(settings, **found)
        if chosen.neo4j_uri != settings.neo4j_uri:
            return replace(chosen, neo4j_password="", neo4j_password_file=_NO_FILE)
        return chosen

    def text(self) -> str:
        """For the catalogue."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @property
    def contacts(self) -> str:
        """Which servers it would use, in words; "" for none."""
        graph = f"Neo4j at {without_user(self.neo4j_uri)}" if self.neo4j_uri else ""
        labels = f"Chroma at {without_user(self.chroma_url)}" if self.chroma_url else ""
        return " and ".join(filter(None, (graph, labels)))

    @classmethod
    def read(cls, text: str | None) -> StoreChoice:
        """What `text` wrote; what cannot be read is passed over."""
        try:
            found = json.loads(text or "{}")
            return cls(**{f.name: str(found[f.name]) for f in fields(cls) if f.name in found})
        except (ValueError, TypeError):
            return cls()
