"""The composition root: a workspace is one folder, and here its stores and the stages are wired together.

    data.sqlite     the rows                    values.sqlite   cell values by their words
    graph.lbug      the schema graph            chroma/         label vectors
    passages.lbug   the similarity graph
    state.sqlite    tables, joins, reviews      chats.sqlite    chats and saved answers
    talks.sqlite    what chats last spoke of    documents.sqlite  notes and data dictionaries
    pairs.npz       the last search for joins   retrieval.sqlite  vectors of sentences
    brought/        copies of databases' tables
    actions.jsonl   who changed what, if noted  lock            who writes

No path inside is absolute but `Table.source`, which says where a file came from: the folder can be copied elsewhere.
"""

from __future__ import annotations

from typing import Self

from core.ask.hints.glossary import Glossary
from core.config import Settings
from core.index.base import Embedder
from core.workspace.action_log import ActionLog
from core.workspace.admission import admitted
from core.workspace.attach import Attaching
from core.workspace.bring import Bringing
from core.workspace.health import Part
from core.workspace.interview import Interview
from core.workspace.joins import Clusters, Joins
from core.workspace.load import LoadReport
from core.workspace.open_stores import OpenStores
from core.workspace.people import Person, Role, rules_of
from core.workspace.portals import Portals
from core.workspace.questions import Questions
from core.workspace.settings import WorkspaceSettings
from core.workspace.tables import Tables

__all__ = ["LoadReport", "Part", "Workspace", "open_workspace"]


def open_workspace(settings: Settings, *, read_only: bool | None = None, embedder: Embedder | None = None) -> Workspace:
    """Open the workspace in the folder `settings.workspace`, made when it is not there.

    With `read_only` None it is opened for writing if nobody else writes. `embedder` stands in for the best one that
    this machine has. Raises WorkspaceBusy (False, and another handle writes), WorkspaceUnwritable (False, and the
    folder cannot be written) and WorkspaceDamaged (the folder holds something else, or nothing and it should only be
    read).

    The handle is that of the person at the machine; `acting` gives others theirs.
    """
    whole = Workspace(OpenStores(settings, read_only=read_only, embedder=embedder))
    return whole.acting(Person(_user(), at_machine=True)) if whole.noting else whole


def _user() -> str:
    """What the operating system calls who runs this."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "the operator"


class Workspace:
    """One folder, a subject an attribute. Threads may share one: reads are free, one thread at a time writes."""

    def __init__(self, stores: OpenStores) -> None:
        self.stores = stores
        self.settings = WorkspaceSettings(stores)
        self.joins = Joins(stores, self.settings)
        self.clusters = Clusters(stores)
        self.database = Attaching(stores)
        self.tables = Tables(stores, self.joins, self.settings)
        self.copies = Bringing(stores, self.tables, self.database)
        self.portals = Portals(stores, self.tables, self.joins)
        self.glossary = Glossary(stores.catalogue)
        self.interview = Interview(stores, self.tables, self.joins, self.glossary)
        self.questions = Questions(stores, self.joins, self.glossary, self.settings)
        self.documents = stores.documents
        self.retrieve = stores.retrieve
        self.chats = stores.chats
        self.verified = stores.verified
        self.folder = stores.folder
        self.read_only = stores.read_only
        self._rules = rules_of(stores.settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def role(self) -> Role:
        """What whoever holds this handle may do: all, unless it is another person's (`acting`)."""
        return Role.OPERATE

    @property
    def operating(self) -> bool:
        """Whoever holds this handle may name servers and files of the machine."""
        return True

    @property
    def noting(self) -> bool:
        """What is changed, and by whom, is noted in `actions.jsonl`."""
        return self._rules.given or self.stores.settings.action_log

    def acting(self, person: Person) -> Workspace:
        """The workspace as this person may use it: what they may not do raises NotAllowed."""
        log = ActionLog(self.folder) if self.noting else None
        return admitted(self, person, self._rules, log)

    @property
    def in_place(self) -> bool:
        """Its files lie where they were opened. Not so: the folder was deleted or moved meanwhile."""
        return self.stores.in_place

    @property
    def outdated(self) -> bool:
        """Something waits for a writer: what a crash, or a store that did not serve, left undone."""
        return self.stores.outdated

    @property
    def built_anew(self) -> tuple[str, ...]:
        """What was damaged, or written on another machine, and is built anew since this was opened, in words."""
        return tuple(self.stores.adapters.built_anew)

    def size(self) -> int:
        """Bytes on disk."""
        return self.stores.size()

    def close(self) -> None:
        """Stop a load that is under way, and let go of every file. Closing twice is harmless."""
        self.stores.close()
