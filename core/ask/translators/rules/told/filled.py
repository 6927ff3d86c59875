"""`landlords on one of our plans`, `cats that take some sort of tablet`, `clubs with no phone number put down`: whether
a column of theirs that some rows lack is filled in."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_LEADS = frozenset(
    "have has had having with on take takes taking took get gets getting need needs needed needing given "
    "received".split()
)
_ANY = (
    "some sort of", "some kind of", "some type of", "any sort of", "any kind of", "one of our", "one of the",
    "one of your", "one or other of our", "some", "any", "a", "an",
)  # fmt: skip
_NONE = ("no", "without any", "without a", "without an", "without")
_PUT_DOWN = (
    "put down for them", "put down", "filled in", "written down", "written in", "on file", "on record",
    "on the books", "entered", "recorded", "noted", "given", "listed", "set down", "at all",
)  # fmt: skip
_WORTH = 0.7
_CUT = 0.5
"""What a link to the column is worth at least, and one by a word that is cut short in its header and nowhere else."""
_BEING = frozenset("are is were was be who that which".split())


def filled(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said, with the column: start → (end, the condition)."""
    lowers = [t.lower for t in tokens]
    for m in mentions:
        column = None if m.pinned else _lacked(m, mentions, facts)
        if column is None:
            continue
        before = next((m.start - n for p in _ANY if (n := _size(lowers, m.start, p))), m.start)
        start = before - 1 if before < m.start and before and lowers[before - 1] in _LEADS else -1
        absent = start < 0
        if absent:
            start = next((m.start - n for p in _NONE if (n := _size(lowers, m.start, p))), -1)
        end = next((m.end + len(p.split()) for p in _PUT_DOWN if lowers[m.end :][: len(p.split())] == p.split()), m.end)
        if start < 0 or (absent and end == m.end):
            continue
        while not absent and start and lowers[start - 1] in _BEING:
            start -= 1
        condition = Filter(Item(column), "is null" if absent else "is not null")
        return {start: (end, Definition(lemmas(tokens, start, end), None, (condition,)))}
    return {}


def _size(lowers: Sequence[str], end: int, phrase: str) -> int:
    """How many words the phrase has, where it ends right there; 0 where it does not."""
    said = phrase.split()
    return len(said) if list(lowers[max(0, end - len(said)) : end]) == said else 0


def _lacked(m: Mention, mentions: Sequence[Mention], facts: Facts) -> Col | None:
    """The column that it names first, of a table that is spoken of besides, where some rows lack it and its cells are
    no answers of yes or no."""
    link = m.links[0] if m.links else None
    cut = link is not None and link.how == "short" and len(m.links) == 1  # “an interpreter”, headed `interp_lang`
    if link is None or link.kind != "column" or link.score < (_CUT if cut else _WORTH):
        return None
    others = [o for o in mentions if o is not m]
    spoken = tables_named(others) | {k.table for o in others for k in o.links[:1] if k.kind == "value"}
    spoken |= {t for n in spoken & facts.tables.keys() for t in facts.belonging(n)}  # “plots given a notice”
    column = Col(link.table, link.column)
    held = facts.column(column)
    gaps = held is not None and held.profile.nulls > 0 and held.profile.distinct > 1
    return column if gaps and link.table in spoken and facts.flag(column) is None else None
