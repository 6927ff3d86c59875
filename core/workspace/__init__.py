"""The composition root: a workspace is one folder, and here its stores and the stages are wired together.

    data.sqlite     the rows                    values.sqlite   cell values by their words
    graph.lbug      the schema graph            chroma/         label vectors
    state.sqlite    tables, joins, reviews      chats.sqlite    chats and saved answers
    talks.sqlite    what chats last spoke of    documents.sqlite  notes and data dictionaries
    pairs.npz       the last search for joins   lock            who writes

No path inside is absolute but `Table.source`, which says where a file came from: the folder can be copied elsewhere.
"""

from __future__ import annotations

from core.config import Settings
from core.index.base import Embedder
from core.workspace.health import Part
from core.workspace.load import LoadReport
from core.workspace.parts import Parts

__all__ = ["LoadReport", "Part", "Workspace", "open_workspace"]


def open_workspace(settings: Settings, *, read_only: bool | None = None, embedder: Embedder | None = None) -> Workspace:
    """Open the workspace in the folder `settings.workspace`, made when it is not there.

    With `read_only` None it is opened for writing if nobody else writes. `embedder` stands in for the best one that
    this machine has. Raises WorkspaceBusy (False, and another handle writes) and WorkspaceDamaged (the folder holds
    something else, or nothing and it should only be read).
    """
    return Workspace(settings, read_only=read_only, embedder=embedder)


class Workspace(Parts):
    """Tables, joins, questions. Threads may share one: reads are free, one thread at a time writes."""
