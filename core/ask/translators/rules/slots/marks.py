"""Nouns that are a condition by themselves: columns of yes and no, of marks, and of days on which something ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.dates import MONTHS
from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.mark_words import BY, HAVING, WAS, shown_with
from core.ask.translators.rules.query import NEGATED, Col, Definition, Filter, Item
from core.model import TEMPORAL

_WHEN = frozenset(("when", "day", "date"))
_REACH = 4


def mark(chunks: Sequence[Chunk], at: int, facts: Facts, *, denied: bool) -> Definition | None:
    """The condition that a noun stands for where it is said of something: `parcels that are insured`."""
    c = chunks[at]
    column = Col(c.link.table, c.link.column) if c.link and c.kind == "column" else None
    if column is None or facts.column(column) is None:
        return None
    before = [w for b in chunks[max(0, at - _REACH) : at] for w in b.text.lower().split()]
    if before[-1:] == ["of"] and not _tells(chunks, at, column):
        return None
    denied ^= c.text.lower().startswith("un") and not facts.spelt(column)[0].startswith("un")
    if (truths := facts.flag(column)) is not None:
        met = Filter(Item(column), "=", (truths[denied],))
        said = (len(before) > 1 and before[-1] == "by" and before[-2] in BY) or _tells(chunks, at, column)
        said = said or (not HAVING.isdisjoint(before) and not shown_with(before))
    else:
        met = Filter(Item(column), "is null" if denied else "is not null")
        said = _filled(chunks, at, before, column, facts)
    return Definition((c.text.lower(),), conditions=(met,)) if said else None


def turned(told: Chunk) -> Chunk:
    """`not local`: words with a meaning given, denied, where that is one comparison."""
    means = told.means
    one = means.conditions[0] if means and len(means.conditions) == 1 else None
    if means is None or not isinstance(one, Filter) or one.operator not in NEGATED:
        return told
    return replace(told, means=replace(means, conditions=(replace(one, operator=NEGATED[one.operator]),)))


def _filled(chunks: Sequence[Chunk], at: int, before: Sequence[str], column: Col, facts: Facts) -> bool:
    """`with a rope ticket` where cells hold an `x` or nothing, `who have left`: cells that hold something."""
    found = facts.column(column)
    follows = chunks[at + 1 : at + 3]
    if found is None or not found.profile.nulls or not before:
        return False
    if any(k.kind in ("value", "number", "date", "text") or k.starts("cmp:") for k in follows[:1]):
        return False
    if len(follows) > 1 and follows[0].text.lower() == "in" and follows[1].text.lower() in MONTHS:
        return False  # "sent in May" says when
    marked = found.profile.distinct == 1 and (before[-1] in HAVING or _tells(chunks, at, column))
    done = found.type in TEMPORAL and chunks[at].text.lower().endswith(PARTICIPLES) and before[-1] in WAS
    return marked or (done and _WHEN.isdisjoint(before))


def _tells(chunks: Sequence[Chunk], at: int, column: Col) -> bool:
    """Right before what it tells of: `electric bikes`."""
    behind = chunks[at + 1] if at + 1 < len(chunks) else None
    return (
        behind is not None
        and behind.kind == "table"
        and behind.link is not None
        and (behind.link.table == column.table)
    )
