"""What a column is told to be, beside its label: a person's own words for it, and what a document says of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from core.ask.hints.glossary import Term
from core.model import Column, Table

LISTED = 60
"""Characters of that beside a label in a list."""
Place = tuple[str, str]
"""A table's name and a column's."""


def columns_meant(meaning: str, tables: Sequence[Table]) -> tuple[Column, ...]:
    """The columns that are named, alone or with their table, and nothing else."""
    said = meaning.replace("`", "").strip(" '\"").casefold()

    def spelt(table: Table, column: Column) -> Iterable[str]:
        own = (column.name.casefold(), column.label.casefold())
        return (*own, *(f"{t.casefold()}.{c}" for t in (table.name, table.label) for c in own))

    return tuple(c for t in tables for c in t.columns if said and said in spelt(t, c))


def told_of(tables: Sequence[Table], terms: Iterable[Term]) -> Mapping[Place, str]:
    """Of each column of which something is told: own words first, then the description, where it says more than the
    label or a table's."""
    words: dict[Place, list[str]] = defaultdict(list)
    for term in terms:
        for c in columns_meant(term.meaning, tables):
            words[c.table, c.name].append(term.words)
    titles = {t.label.casefold() for t in tables}
    for c in (c for t in tables for c in t.columns):
        said = " ".join(c.description.split())
        if said and said.casefold() not in {*titles, c.label.casefold()}:
            words[c.table, c.name].append(said)
    return {place: "; ".join(dict.fromkeys(said)) for place, said in words.items()}


def shortened(said: str, most: int = LISTED) -> str:
    """As much as a list has room for, cut between words."""
    return said if len(said) <= most else f"{said[:most].rpartition(' ')[0] or said[:most]} …"
