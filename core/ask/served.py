"""`Our customers` where no table is called so: that of people or firms outside, `accounts` with names and towns."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.span_selection import Spans, offer
from core.ask.state import Link
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Vocabulary
from core.model import Table

_SERVED = frozenset(("customer", "client"))
_CALLED = frozenset(map(stem, "name forename surname".split()))
_REACHED = frozenset(
    map(stem, "phone tel telephone mobile mob email address addr town village postcode street".split())
)
_OTHERS = frozenset(
    map(
        stem,
        "staff employee team volunteer mechanic driver instructor teacher officer worker supplier vendor contractor "
        "committee trustee branch shop store depot site venue".split(),
    )
)
"""What tables of names and addresses are called that are of nobody who is served."""
_ACCOUNT = stem("account")
"""Whoever has one is served, whatever the column of their names is called (`Pub`)."""
_LINKED, _WORTH = 0.6, 0.8


def served(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Where a word for customers means nothing else, and just one table can be of them."""
    for i, token in enumerate(tokens):
        if token.lemma not in _SERVED or any(k.score >= _LINKED for k in spans[i, i + 1].values()):
            continue
        found = [t for t in vocabulary.tables.values() if _outside(t)]
        if len(found) == 1:
            offer(spans[i, i + 1], Link("table", found[0].name, "", "", _WORTH, "synonym"))


def _outside(table: Table) -> bool:
    labels = [frozenset(stems(c.label)) for c in table.columns]
    named = _ACCOUNT in stems(table.label) or any(said & _CALLED for said in labels)
    reached = any(said & _REACHED for said in labels)
    keyed = any(c.profile.unique and not c.profile.nulls for c in table.columns)
    return named and reached and keyed and not _OTHERS & frozenset(stems(table.label))
