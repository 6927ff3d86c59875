"""Two roles of one table in one question: "trips from Quayside to Market Square", "flights of A against B"."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import stem
from core.ask.translators.rules.chunks.conditions.read import Found
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Via

REACH = 5
"""Chunks before a value in which the word for its role is looked for."""


def roles(found: list[Found], chunks: list[Chunk], facts: Facts, tables: Sequence[str]) -> None:
    """Restrictions of one table in different roles become conditions along the join of each role, in place.

    Nothing changes unless two roles are told apart: with one, the right join alone is enough.
    """
    parts = _apart(found, chunks)
    chosen: dict[int, Via] = {}
    for n, (at, f) in enumerate(parts):
        ways = _ways(f, facts, tables)
        way = _spoken(chunks, at, ways, facts)
        if way is not None:
            chosen[n] = Via(way[0], way[1], (f,))
    if len({(v.column, v.key) for v in chosen.values()}) < 2:
        return
    for n, via in chosen.items():
        at = parts[n][0]
        before = found[:]
        found[:] = [f for f in before if not (isinstance(f.condition, Filter) and _holds(f.condition, parts[n][1]))]
        found.append(Found(at, via, via.column))
        for c in chunks[max(0, at - REACH) : at]:
            if c.kind in ("table", "column") and c.link and c.link.table == via.key.table and not c.claimed:
                c.claimed = "filter"


def _apart(found: Sequence[Found], chunks: Sequence[Chunk]) -> list[tuple[int, Filter]]:
    """Each value with its own place; values that were taken for alternatives are parted again."""
    out: list[tuple[int, Filter]] = []
    for f in found:
        if not isinstance(f.condition, Filter) or f.condition.operator != "=":
            continue
        places = {c.link.value: i for i, c in enumerate(chunks) if c.kind == "value" and c.link}
        for value in f.condition.values:
            at = places.get(value, f.at) if isinstance(value, str) else f.at
            out.append((at, Filter(f.condition.item, "=", (value,))))
    return out


def _holds(whole: Filter, part: Filter) -> bool:
    return whole.item == part.item and set(part.values) <= set(whole.values)


def _ways(f: Filter, facts: Facts, tables: Sequence[str]) -> list[tuple[Col, Col]]:
    """The joins (child column, parent column) into the table of a filter from one other table, when it has several."""
    parent = f.item.column.table if f.item.column else ""
    joins = [j for j in facts.schema.joins if j.parent_table == parent and len(j.child) == 1 and not j.is_self]
    for child in [*tables, *dict.fromkeys(j.child_table for j in joins)]:
        ways = [(Col(child, j.child[0]), Col(parent, j.parent[0])) for j in joins if j.child_table == child]
        if len(ways) > 1:
            return ways
    return []


def _spoken(chunks: Sequence[Chunk], at: int, ways: Sequence[tuple[Col, Col]], facts: Facts) -> tuple[Col, Col] | None:
    """The one way whose column the nearest words before the value speak for ("from", `from_station`)."""
    for c in reversed(chunks[max(0, at - REACH) : at]):
        for word in reversed(c.text.lower().split()):
            labels = lexicon().roles.get(stem(word)) or lexicon().roles.get(word) or {stem(word)}
            spoken = [w for w in ways if facts.speaks(w[0], labels)]
            if len(spoken) == 1:
                return spoken[0]
    return None
