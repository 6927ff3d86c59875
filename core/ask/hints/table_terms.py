"""Words of the glossary that mean a table: `clients` are the rows of `owners`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.ask.hints.glossary import Term
from core.model import Table


def table_meant(meaning: str, tables: Sequence[Table]) -> Table | None:
    """The one table that is named, and nothing else; None where a column is called the same."""
    said = meaning.strip(" `'\"").casefold()
    if any(said in (c.name.casefold(), c.label.casefold()) for t in tables for c in t.columns):
        return None
    found = [t for t in tables if said in (t.name.casefold(), t.label.casefold())]
    return found[0] if len(found) == 1 else None


def also_called(terms: Iterable[Term], tables: Sequence[Table]) -> Mapping[str, tuple[str, ...]]:
    """By a table's name the words that a person calls it by."""
    called: dict[str, tuple[str, ...]] = {}
    for term in terms:
        if (table := table_meant(term.meaning, tables)) is not None:
            called[table.name] = (*called.get(table.name, ()), term.words)
    return called
