"""What of a table goes into the label index."""

from __future__ import annotations

from core.index.base import LabelEntry, LabelKind
from core.index.embed import label_words
from core.model import Table
from core.text.words import variants

_DESCRIBED = 300


def entries_for(table: Table) -> list[LabelEntry]:
    """The entries of a table: its label, its description's first 300 characters if it has one, its columns' labels.

    An id may occur more than once, with another text each time: a label in two languages ("Country / Pays") is entered
    whole and by its sides. The index keeps all texts of an id and answers with the id once, by the nearest of them.
    """
    entries = _entries(table.name, "table", table.name, table.label)
    if description := " ".join(table.description.split())[:_DESCRIBED]:
        entries.append(LabelEntry(table.name, "table", table.name, description))
    for column in table.columns:
        entries += _entries(column.id, "column", table.name, column.plain_label or column.name)
    return entries


def _entries(entry_id: str, kind: LabelKind, table: str, label: str) -> list[LabelEntry]:
    texts = dict.fromkeys(label_words(side) for side in variants(label))
    return [LabelEntry(entry_id, kind, table, text) for text in texts if text] or [
        LabelEntry(entry_id, kind, table, entry_id)
    ]
