"""What a person chose for a workspace, kept in its catalogue under this machine's seal.

A workspace may come from a stranger. A choice without a fitting seal that would contact a server or a provider is not
followed: it waits until a person accepts or forgets it.
"""

from __future__ import annotations

import json
from pathlib import Path

from core.catalogue.store import Catalogue
from core.config import JOIN_SCORERS, Settings
from core.config.database import COPIED, DATABASE, DatabaseChoice
from core.config.saved import META, SCORER, STORES, ModelChoice, StoreChoice, kept, only_privacy
from core.config.seal import fits, seal
from core.errors import StoreRefused

_SEAL = " seal"


class Choices:
    """The model and the stores that were chosen. `folder` is the user's own, where the key of seals lies."""

    def __init__(self, catalogue: Catalogue, folder: Path) -> None:
        self._catalogue = catalogue
        self._folder = folder

    @property
    def stores(self) -> StoreChoice:
        """The chosen stores that may be used."""
        found = StoreChoice.read(self._catalogue.meta(STORES))
        return found if self._followed(STORES, found) else StoreChoice(embeddings=found.embeddings)

    def over(self, settings: Settings) -> Settings:
        """The settings with the chosen model, if it may be used. That no cell values are sent holds in any case."""
        text = self._catalogue.meta(META)
        return (kept if self._followed(META, ModelChoice.read(text)) else only_privacy)(settings, text)

    @property
    def waiting(self) -> tuple[ModelChoice | None, StoreChoice | None]:
        """What came along with the workspace and was not accepted here."""
        model = ModelChoice.read(self._catalogue.meta(META))
        stores = StoreChoice.read(self._catalogue.meta(STORES))
        return (
            None if self._followed(META, model) else model,
            None if self._followed(STORES, stores) else stores,
        )

    @property
    def database(self) -> DatabaseChoice | None:
        """The database whose tables are asked; None: the workspace has files of its own.

        Raises StoreRefused where it was chosen on another machine: it is not contacted until it is attached here.
        """
        found = DatabaseChoice.read(self._catalogue.meta(DATABASE))
        if found is not None and not self._followed(DATABASE, found):
            again = "load --into URL FILES" if found.loaded else "attach URL"
            raise StoreRefused(
                f"This workspace came along and would ask {found.contacts}.",
                f"If you trust it, name that database here: python -m core {again}.",
            )
        return found

    @property
    def asks_database(self) -> bool:
        """Whether the rows are in a database, contacted or not."""
        return self.any_database is not None

    @property
    def any_database(self) -> DatabaseChoice | None:
        """The database that was chosen, here or on another machine."""
        return DatabaseChoice.read(self._catalogue.meta(DATABASE))

    def keep_database(self, choice: DatabaseChoice | None) -> None:
        self._keep(DATABASE, choice.text() if choice is not None else "")

    @property
    def copied(self) -> tuple[DatabaseChoice, ...]:
        """The databases of which tables were copied, here or on another machine."""
        return tuple(filter(None, (DatabaseChoice.read(text) for text, _ in self._copied())))

    def may_ask_again(self, choice: DatabaseChoice) -> None:
        """Raises StoreRefused where its tables were copied on another machine."""
        text = choice.text()
        given = dict(self._copied()).get(text, "")
        if choice.contacts and not (given and fits(COPIED, text, given, self._folder)):
            raise StoreRefused(
                f"This workspace came along and would ask {choice.contacts}.",
                "If you trust it, name that database here: python -m core bring URL --tables TABLES.",
            )

    def keep_copied(self, choice: DatabaseChoice) -> None:
        """In the place of what was known of that database."""
        others = [(t, s) for t, s in self._copied() if (c := DatabaseChoice.read(t)) and c.url != choice.url]
        text = choice.text()
        made = [*others, (text, seal(COPIED, text, self._folder))]
        self._catalogue.set_meta(COPIED, json.dumps(made, ensure_ascii=False))

    def _copied(self) -> list[tuple[str, str]]:
        """What was kept, each with its seal; nothing where it cannot be read."""
        try:
            return [(str(text), str(given)) for text, given in json.loads(self._catalogue.meta(COPIED) or "[]")]
        except (ValueError, TypeError):
            return []

    def keep_model(self, choice: ModelChoice | None) -> None:
        self._keep(META, choice.text() if choice else "")

    def keep_stores(self, choice: StoreChoice) -> None:
        self._keep(STORES, choice.text())

    @property
    def scorer(self) -> str:
        """The join scorer that was chosen; "" for none. It contacts nobody, so it needs no seal."""
        found = self._catalogue.meta(SCORER) or ""
        return found if found in JOIN_SCORERS else ""

    def keep_scorer(self, name: str) -> None:
        self._catalogue.set_meta(SCORER, name)

    def _keep(self, kind: str, text: str) -> None:
        self._catalogue.set_meta(kind + _SEAL, seal(kind, text, self._folder) if text else "")
        self._catalogue.set_meta(kind, text)

    def _followed(self, kind: str, choice: ModelChoice | StoreChoice | DatabaseChoice | None) -> bool:
        """Whether a choice of a kind contacts nobody, or was made on this machine."""
        if choice is None or not choice.contacts:
            return True
        given = self._catalogue.meta(kind + _SEAL)
        return bool(given) and fits(kind, self._catalogue.meta(kind) or "", str(given), self._folder)
