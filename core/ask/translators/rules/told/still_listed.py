"""`growers still under contract`, `no longer under contract`, where a column of states has `Contracted`: the state that
a word says in another form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_STATES = 12
"""Different values of a column of states, at most."""
_IN = frozenset("on in at under".split())
_BEING = frozenset("is are was were".split())


def still_listed(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the condition), where one state of the tables named has that word's stem."""
    held = cell_places(mentions)
    for start, at, gone in _places([t.lower for t in tokens], tokens):
        if not held.isdisjoint(range(start, at + 1)):
            continue
        said = tokens[at].stem
        found = [
            (Col(name, c.name), value)
            for name in sorted(tables_named(mentions) & facts.tables.keys())
            for c in facts.tables[name].columns
            if c.type == "text" and 1 < c.profile.distinct <= _STATES
            for value, _ in c.profile.common
            if stems(value)[-1:] == (said,) and set(stems(value)) <= {t.stem for t in tokens[start : at + 1]}
        ]
        if len(found) == 1:
            (column, value) = found[0]
            words = tuple(t.lemma for t in tokens[start : at + 1])
            condition = Filter(Item(column), "!=" if gone else "=", (value,))
            return {start: (at + 1, Definition(words, None, (condition,)))}
    return {}


def _places(lowers: Sequence[str], tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    """Where it begins, where the word of the state stands, and whether things are no longer in it."""
    for i, word in enumerate(lowers):
        gone = word == "no" and lowers[i + 1 : i + 2] == ["longer"]
        at = i + 1 + gone
        if not (gone or word == "still") or lowers[at : at + 1] == [] or lowers[at] not in _IN:
            continue
        at += 1
        while at < len(lowers) and lowers[at] in DETERMINERS:
            at += 1
        first = i - (i > 0 and lowers[i - 1] in _BEING)
        if at < len(lowers) and tokens[at].kind == "word":
            yield first, at, gone
