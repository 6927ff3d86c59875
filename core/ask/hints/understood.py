"""How a glossary's entry is read: a figure, conditions or an order in the words of the files, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.hints.glossary import Term
from core.ask.state import SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.definitions import definitions
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import Join, Table


def understood(term: Term, tables: Sequence[Table], joins: Sequence[Join]) -> str:
    """What the rules make of it, in words; "" where they make nothing of it, or not all that it says."""
    view = SchemaView(tuple(tables), tuple(j for j in joins if j.state != "rejected"))
    words = tuple(t.lemma for t in tokenise(term.words) if t.kind != "punct")
    plain = term.meaning.strip(" `'\"").casefold()
    columns = [c for t in tables for c in t.columns]
    named = [c.id for c in columns if plain in (c.id.casefold(), c.name.casefold(), c.label.casefold())]
    found = next((d for d in definitions(term.statement, view, ()) if d.words == words), None)
    if found is None:
        return f"`{named[0]}`" if named else ""
    phrase = Phrase(Facts(view), named=True)
    item = found.item
    if item is not None and item.formula is not None:
        item = replace(item, formula=replace(item.formula, name=""))
    said = [phrase.item(item)] if item else []
    said += [f"where {' and '.join(map(phrase.condition, found.conditions))}"] if found.conditions else []
    said += [f"sorted by {phrase.item(found.order.item)}"] if found.order else []
    return ", ".join(said)
