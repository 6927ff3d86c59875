"""Why an entry of the glossary is not kept, and what can be said in its place."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from core.ask.hints.glossary import Term
from core.ask.hints.table_terms import table_meant
from core.ask.names import Names
from core.ask.translators.rules.grammar.plain_condition import not_held
from core.errors import BadTerm
from core.model import Table
from core.text.words import words

FEW = 8
"""As many values are all named; of more those nearest, or the most frequent."""


def not_read(term: Term, tables: Sequence[Table]) -> BadTerm:
    """For a value that its column does not hold, those that it holds; else what can be said at all."""
    if (found := not_held(term.meaning, tables)) is None:
        return BadTerm(
            f"I cannot read “{' '.join(term.meaning.split())}” in these files.",
            "Name a table, a column, a figure made of columns (price × quantity), or a condition (status = 'A').",
        )
    column, missing = found
    held = [v for v, _ in column.profile.common]
    near = held if len(held) <= FEW else get_close_matches(missing, held, FEW, 0.5) or held[:FEW]
    said = ", ".join(f"{v} ({meaning})" if (meaning := column.meaning(v)) else v for v in near)
    there = "It holds" if len(near) == len(held) else "Among others it holds"
    return BadTerm(f"“{missing}” is no value of {column.label} in {column.table}.", f"{there} {said}.")


def table_hidden(term: Term, tables: Sequence[Table]) -> BadTerm | None:
    """A table's own name with another meaning: questions could name that table no more."""
    meant, names, said = table_meant(term.meaning, tables), Names(tables), words(term.words)
    for t in tables:
        called = (
            t.label,
            t.name,
            names.plain(t.name) and names.one(t.name),
            names.plain(t.name) and names.many(t.name),
        )
        if said and t != meant and said in [words(c) for c in called if c]:
            return BadTerm(
                f"“{term.words}” is what the table {t.label} is called: its rows could not be asked for any more.",
                "Choose other words, for example with an adjective; or give the table another name first.",
            )
    return None
