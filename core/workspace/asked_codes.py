"""What a chat model finds in the documents about the codes of one column."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from core.documents.codes import Coded
from core.errors import SettingsError, UnknownName
from core.model import Join
from core.profiles.private import along_joins
from core.workspace.open_stores import OpenStores
from core.workspace.settings import WorkspaceSettings

MOST_PASSAGES = 8


def asked_codes(
    stores: OpenStores,
    settings: WorkspaceSettings,
    joins: Sequence[Join],
    table: str,
    column: str,
    stop: threading.Event,
) -> tuple[Coded, ...]:
    """Codes of the column that have no meaning yet, with what a passage says of each; nothing is kept. Raises
    UnknownName, ModelFailed, SettingsError."""
    tables = along_joins(stores.tables(), joins)
    found = next((t for t in tables if t.name == table), None)
    if found is None:
        raise UnknownName(table, tuple(t.name for t in tables)[:5], kind="table")
    held = found.column(column)
    if held is None:
        raise UnknownName(column, tuple(c.name for c in found.columns)[:5], kind="column")
    if held.private:
        raise SettingsError("The column is private: no model sees its values.", "Unmark it on the data page first.")
    known = dict(held.codes)
    values = [v for v, _ in held.profile.common if v not in known]
    asked = " ".join([found.label, held.label, *values])
    passages = [p for p, _ in stores.documents.search(asked, MOST_PASSAGES)]
    return settings.translators.code_labels(held, values, passages, stop)
