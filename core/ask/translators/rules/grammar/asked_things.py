"""`Which library is open the most hours a week`: the libraries are told, and not the year in which each was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Item, Query

_WHICH = ("which", "what")
_BEFORE = ("in", "on", "at", "for", "from", "to", "of")
_ASKING_TOO = frozenset("and , their its his her which what with including show whose per by each at".split())
_FIRM = 0.95
_NEAR = 4
"""Chunks from the question's beginning to the things, at most."""


def things_told(query: Query, chunks: Sequence[Chunk], facts: Facts) -> Query:
    """A question that begins with `which` and the rows of a table, answered by other columns of that table alone, is
    answered by what its rows are called. Columns that a word only resembles are not told; those said as they stand are,
    beside the names."""
    table = _asked(chunks, facts)
    if not table or query.everything or query.beside or query.share or query.keep:
        return query
    names = facts.display(table)
    if all(facts.numeric(c) for c in names):
        return query
    plain = [i.column for i in query.select if i.column and not i.aggregate and not i.formula]
    if not plain or any(c.table != table or c.part or c.through[0] or _tells(c, facts) for c in plain):
        return query
    ordered = {o.item.column for o in query.order}
    also = _also(chunks)
    for_naught = [c for c in plain if (c.table, c.name) not in also]
    kept = [i for i in query.select if i.column not in for_naught or i.aggregate or i.column in ordered]
    if query.group and not (for_naught and set(for_naught) <= set(query.group)):
        return query
    select = tuple(dict.fromkeys((*map(Item, names), *kept)))
    if not query.group:
        return replace(query, select=select)
    key = facts.key(table)
    left = [c for c in query.group if c not in for_naught]
    order = tuple(o for o in query.order if o.item.aggregate or o.item.column not in for_naught)
    select = tuple(i for i in select if i.aggregate or i.formula or i.column not in for_naught)
    group = tuple(dict.fromkeys((*((key,) if key else ()), *names, *left)))
    return replace(query, select=select, group=group, order=order)


def _asked(chunks: Sequence[Chunk], facts: Facts) -> str:
    """The table whose rows the question begins by asking for; "" where a column of it, or nothing, is asked for."""
    said = [c for c in chunks[: _NEAR + 2] if c.text.lower() not in _BEFORE]
    if not said or said[0].text.lower() not in _WHICH:
        return ""
    for at, c in enumerate(said[1:_NEAR], 1):
        if c.kind == "table" and c.link and c.link.score >= _FIRM:
            after = said[at + 1] if at + 1 < len(said) else None
            named = after is not None and after.kind in ("column", "table") and after.start == c.end and _noun(after)
            return "" if named else c.link.table
        if c.kind not in ("number", "value", "cue", "word") or c.text.lower() in ("is", "are", "was", "were"):
            return ""
    return ""


def _noun(c: Chunk) -> bool:
    """No verb in the past, which tells of the things before it: `libraries closed …`."""
    return not c.text.lower().endswith("ed")


def _tells(column: Col, facts: Facts) -> bool:
    if facts.year(column) or facts.measure(column):
        return False
    own = (*facts.display(column.table), facts.key(column.table))
    return column in own or facts.coded_rows(column) or facts.telling(column)


def _also(chunks: Sequence[Chunk]) -> set[tuple[str, str]]:
    """Columns that are said as they stand, or right behind a word that asks for them too."""
    firm = [c.link for c in chunks if c.link is not None and c.link.score >= _FIRM]
    led = [c.link for before, c in pairwise(chunks) if before.text.lower() in _ASKING_TOO or before.has("group")]
    after = [
        chunks[i + 2].link for i, c in enumerate(chunks[:-2]) if c.has("and") and chunks[i + 1].kind in ("cue", "word")
    ]
    return {(k.table, k.column) for k in (*firm, *led, *after) if k is not None and k.kind == "column"}
