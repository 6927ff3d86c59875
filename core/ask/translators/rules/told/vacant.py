"""`berths standing empty`, `flats with nobody in them`: things that nobody holds now, by the stays that have not ended;
`occupied flats`, those that somebody does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Related
from core.ask.translators.rules.row_days import end_of, span_of
from core.ask.translators.rules.told.not_yet import FINISHED

_EMPTY = frozenset("empty vacant void unoccupied untenanted unlet".split())
_FULL = frozenset("occupied tenanted inhabited".split())
_NOBODY = tuple(
    tuple(f"{who} {where}".split())
    for who in ("nobody", "no one", "no-one")
    for where in ("in", "in them", "in it", "on them", "on it", "living in them", "living there", "there")
)
_LED = frozenset("are is stand stands standing sit sits sitting lie lying currently still that which with have".split())
_BEHIND = (("at", "the", "moment"), ("right", "now"), ("at", "present"), ("now",), ("currently",), ("today",))
_DONE = frozenset(map(stem, FINISHED - {"ended", "closed", "concluded"}))
"""Of a piece of work, which holds nothing."""
_STATED = frozenset(map(stem, (*_EMPTY, *_FULL, "occupancy")))


def vacant(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the condition), where one table named has stays that end, and no column of its
    own that says it."""
    cells, lowers = cell_places(mentions), [t.lower for t in tokens]
    for start, end, full in _places(lowers):
        if not cells.isdisjoint(range(start, end)):
            continue
        named = sorted(t for t in tables_named(mentions) & facts.tables.keys() if not _says_itself(t, facts))
        held = [(table, stay) for table in named for stay in _stays(table, facts)]
        if len(held) == 1:
            table, stay = held[0]
            met = Related(table, (stay.table,), (Filter(Item(stay), "is null"),), negated=not full)
            return {start: (end, Definition(lemmas(tokens, start, end), None, (met,)))}
    return {}


def _places(lowers: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Start, end, and whether somebody is there, with what leads to it and the now behind it."""
    said = [(i, i + 1, word in _FULL) for i, word in enumerate(lowers) if word in _EMPTY | _FULL]
    said += [(*place, False) for phrase in _NOBODY for place in places_of(lowers, phrase)]
    for start, end, full in sorted(said, key=lambda p: (p[0], -p[1])):
        first = start
        while first and lowers[first - 1] in _LED:
            first -= 1
        behind = next((end + len(p) for p in _BEHIND if tuple(lowers[end : end + len(p)]) == p), end)
        yield first, behind, full


def _stays(table: str, facts: Facts) -> Iterator[Col]:
    """The days on which stays end that refer to the rows of a table, of those that begin on a day, too."""
    for child in sorted({j.child_table for j in facts.schema.joins if j.parent_table == table} - {table}):
        ended = end_of(child, facts)
        if ended is not None and not facts.speaks(ended, _DONE) and span_of(child, facts) is not None:
            yield ended


def _says_itself(table: str, facts: Facts) -> bool:
    """A column of the table, or a cell of it, tells who is empty."""
    return any(
        bool(_STATED & set(stems(c.label)))
        or (c.type == "text" and any(_STATED & set(stems(c.meaning(v) or v)) for v, _ in c.profile.common))
        for c in facts.tables[table].columns
    )
