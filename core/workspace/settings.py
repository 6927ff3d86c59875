"""The settings of a workspace: which stores and which model it uses, tried and changed while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from core.config import Settings, without_user
from core.config.saved import ModelChoice, StoreChoice
from core.config.secrets import graph_password, graph_user
from core.errors import SettingsError, StoreError, WorkspaceError
from core.model import Progress
from core.workspace.health import Part, check_up
from core.workspace.open_stores import OpenStores
from core.workspace.stores import Stores
from core.workspace.sync import Sync
from core.workspace.translators import Translators

_STANDING = "model_standing "
"""Where the catalogue keeps how right a model was."""
Seam = Literal["graph", "labels", "embeddings"]


class WorkspaceSettings:
    """What may be looked at, tried out and changed of the machinery. `given` are the settings that it was opened by,
    `translators` what reads questions: the rules, or a chat model with them."""

    def __init__(self, stores: OpenStores) -> None:
        self._stores = stores
        self.given = stores.settings
        self.translators = Translators(stores.choices.over(self.given))

    @property
    def chosen(self) -> StoreChoice:
        """The stores that a person chose for this workspace; the settings may name others."""
        return self._stores.chosen

    @property
    def brought(self) -> tuple[str, ...]:
        """Whom the workspace would contact by choices that were not made on this machine, in words. Nobody is, until
        they are accepted."""
        return tuple(c.contacts for c in self._stores.choices.waiting if c is not None)

    def accept_brought(self, progress: Progress | None = None) -> None:
        """Use the model and the stores that came along from now on. Raises what `choose_stores` does."""
        model, stores = self._stores.choices.waiting
        if stores is not None:
            self.choose_stores(stores, progress=progress)
        if model is not None:
            self.choose_model(model, keep=True)

    def forget_brought(self) -> None:
        """Do without them for good. Raises WorkspaceBusy."""
        model, stores = self._stores.choices.waiting
        with self._stores.changing():
            if model is not None:
                self._stores.choices.keep_model(None)
            if stores is not None:
                self._stores.choices.keep_stores(StoreChoice(embeddings=stores.embeddings))

    @property
    def in_use(self) -> Settings:
        """The settings with this workspace's own choices in them."""
        model, stores = self.translators.settings, self._stores.adapters.settings
        found = StoreChoice.of(stores).over(model)
        return replace(found, neo4j_password=stores.neo4j_password, join_scorer=self._stores.scorer)

    def password_source(self, choice: StoreChoice) -> str:
        """Where the password of the Neo4j server was found, in words; "" without one. Raises SettingsError."""
        wanted = self._wanted(choice, "")
        if wanted.neo4j_password and not self.given.neo4j_password:
            return "this page; it is forgotten when Joinery closes"
        return graph_password(wanted).source

    def health(self) -> Iterator[Part]:
        """Every part in turn, asked to do a little of its real work; seconds when a model must be loaded first."""
        stores = self._stores
        return check_up(stores.adapters, stores.catalogue.tables(), self.translators, stores.serving)

    def try_store(self, seam: Seam, choice: StoreChoice, password: str = "") -> str:
        """Whether a part would work with this choice; nothing is changed. What to tell people.

        Raises StoreError, SettingsError.
        """
        wanted = self._stores.adapters.beside(self._wanted(choice, password))
        if seam == "labels":
            return wanted.try_labels()
        if seam == "embeddings":
            return wanted.try_embedder()
        if wanted.graph_key == self._stores.adapters.graph_key == "embedded":
            self._stores.graph.read("MATCH (t:Table) RETURN count(t) AS n")
            return "The graph in the workspace answers."
        return wanted.try_graph()

    def recall_standing(self) -> None:
        """What this workspace knows of how right its model was, once."""
        if self.translators.has_model and self.translators.unknown:
            name = self.translators.settings.model
            self.translators.standing.read(self._stores.catalogue.meta(_STANDING + name) or "")

    def keep_standing(self) -> None:
        """Keep what questions showed of how right the model is."""
        if self.translators.has_model and not self._stores.read_only:
            name = self.translators.settings.model
            self._stores.catalogue.set_meta(_STANDING + name, self.translators.standing.text())

    def choose_model(self, choice: ModelChoice | None, *, keep: bool = False) -> None:
        """Read questions with this from now on, and with `keep` whenever this workspace is open; None: what the
        settings say, and nothing is kept. Raises WorkspaceBusy when it cannot be kept, SettingsError for an address
        that holds a password."""
        if choice and without_user(choice.base_url) != choice.base_url:
            raise SettingsError(
                "The address holds a user or a password.", "Write it without, and give the key as the page says."
            )
        if keep or choice is None:
            with self._stores.changing():
                self._stores.choices.keep_model(choice)
        self.translators = Translators(choice.over(self.given) if choice else self.given)

    def choose_stores(self, choice: StoreChoice, *, password: str = "", progress: Progress | None = None) -> None:
        """Use these stores from now on, and whenever this workspace is open; what they hold is made anew from the rows.

        The choice is kept in the workspace, the `password` in memory only. What changes is tried first. Raises
        StoreError, SettingsError, WorkspaceBusy and WorkspaceError; all is then as it was.
        """
        tell = progress or (lambda what, share: None)
        tell("Waiting for other work in this workspace to end", 0.0)
        with self._stores.changing():
            now, wanted = self._stores.adapters.settings, self._wanted(choice, password)
            fresh = self._stores.adapters.beside(wanted)
            tell("Testing", 0.0)
            if graph := _graph_of(now) != _graph_of(wanted):
                self.try_store("graph", choice, password)
            if labels := (now.chroma_url, now.embeddings) != (wanted.chroma_url, wanted.embeddings):
                fresh.try_labels()
                if now.embeddings != wanted.embeddings:
                    fresh.try_embedder()
            if graph:
                self._fill_graph(fresh, tell)
            if labels:
                self._fill_labels(now, wanted, tell)
            self._stores.choices.keep_stores(choice)
            tell("Done", 1.0)

    def _wanted(self, choice: StoreChoice, password: str) -> Settings:
        wanted, now = choice.over(self.given), self._stores.adapters.settings
        same = graph_user(wanted) == graph_user(now)  # what was typed for one server goes to no other
        return replace(wanted, neo4j_password=password or (now.neo4j_password if same else wanted.neo4j_password))

    def _fill_graph(self, fresh: Stores, tell: Progress) -> None:
        """Write the graph into the new store, then use that one: questions meet the old graph or the new."""
        tables = len(self._stores.catalogue.names())
        tell(f"Writing the graph of {tables:,} tables into {fresh.graph_name}", 0.1)
        if fresh.graph_key == self._stores.adapters.graph_key:  # the same database with another user or password
            self._stores.adapters.graph.close()
        try:
            Sync(self._stores.catalogue, fresh).put_graph()
        except (StoreError, WorkspaceError):
            fresh.graph.close()
            raise
        self._stores.adapters.take_graph(fresh)
        self._stores.sync = Sync(self._stores.catalogue, self._stores.adapters, self._stores.scorer)

    def _fill_labels(self, now: Settings, wanted: Settings, tell: Progress) -> None:
        """Empty the new place and put every label there; when that fails, the same with the old one."""
        tell("Making the vectors of all labels", 0.6)
        for settings in (wanted, now):
            self._stores.adapters.take_labels(settings.chroma_url, settings.embeddings)
            self._stores.sync.add_pending(["labels"], self._stores.catalogue.names())
            try:
                self._stores.adapters.labels.get(again=True).rebuild()
                self._stores.sync.fill_labels()
                if settings.embeddings != now.embeddings:
                    tell("Making the vectors of the documents", 0.9)
                    self._stores.documents.embed_again()
            except (StoreError, WorkspaceError) as fault:
                failed = fault
                continue
            if settings is wanted:
                return
        raise failed


def _graph_of(s: Settings) -> tuple[str, ...]:
    if not s.neo4j_uri:
        return ("",)
    return (s.neo4j_uri, s.neo4j_user, s.neo4j_database, s.neo4j_password)
