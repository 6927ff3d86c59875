"""Cards of tables: what a table and its columns are called, hold and mean, as a document of the similarity graph."""

from __future__ import annotations

from core.model import Column, Table
from core.retrieval.chunks import Chunk, Chunked, Sentence

_VALUES = 4
"""Frequent values that a card of a column shows."""


def card(table: Table) -> Chunked:
    """The table's card: a sentence for itself and one for each column, and a chunk for each sentence."""
    said = [Sentence(table.name, "", _of_table(table)), *(_line(table, c) for c in table.columns)]
    chunks = tuple(Chunk(n, n + 1, s.text) for n, s in enumerate(said))
    return Chunked(table.name, tuple(said), chunks, "card")


def _of_table(table: Table) -> str:
    said = f"Table {table.label}: {', '.join(c.label for c in table.columns[:12])}."
    return f"{said} {' '.join(table.description.split())[:300]}".strip()


def _line(table: Table, column: Column) -> Sentence:
    said = f"{column.label} ({column.type}) of {table.label}"
    if about := " ".join(column.description.split())[:200]:
        said = f"{said}: {about}"
    meanings = ", ".join(f"{code} = {meaning}" for code, meaning in column.codes[:_VALUES])
    return Sentence(table.name, column.name, f"{said}; {meanings}" if meanings else said)
