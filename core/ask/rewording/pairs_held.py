"""`places that are inadequate for safety but good for caring`: what is said of one aspect holds in the row of that
aspect, for each of the two in a row of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query, Related, main_tables

_ASKS = re.compile(
    r"^(?P<asks>how many|which|what|list(?: all| the)?|show(?: me)?|name) (?P<what>[\w' -]+?)(?: (?:that|which|who))?"
    r"(?: (?:got|get|are|is|were|was|have|has|had|rated|been|received|scored|a|an|the|judged|found))*$",
    re.IGNORECASE,
)
_BETWEEN = frozenset("for in on at the a an of and but , yet while rated is are was were as being also with".split())
_FEW = 15
"""Different aspects, and different values, at most."""
_ROOT = 4
"""Letters in which a word and the name of an aspect must be alike: `safety`, “Safe”."""
_PAIR = 2


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell that is said, and at which tokens."""

    column: Col
    value: str
    start: int
    end: int


def pairs_held(
    text: str,
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    link: Callable[[str], Sequence[Mention]],
    facts: Facts,
) -> Iterator[Reworded]:
    """The question of the things alone, and the pairs of cells that each of them must have in a row."""
    cells = [c for m in mentions for c in _said(m, facts)]
    for table in dict.fromkeys(c.column.table for c in cells):
        owners = facts.owners(table)
        found = _pairs([c for c in cells if c.column.table == table], tokens, facts) if len(owners) == 1 else None
        if found is None:
            continue
        before = " ".join(t.text for t in tokens[: found[0].start])
        met = _ASKS.match(before)
        behind = [t for t in tokens[found[-1].end :] if t.kind != "punct"]
        if met is None or behind:
            continue
        called = any(k.kind == "table" and k.table == owners[0] for m in link(met["what"]) for k in m.links[:1])
        rows = met["what"] if called else Names(tuple(facts.tables.values())).many(owners[0])
        columns = tuple(c.column for c in found)
        yield Reworded(
            f"{met['asks']} {rows}?",
            (Tail("pairs", said=owners[0], columns=columns, values=tuple(c.value for c in found)),),
            strong=True,
        )


def _said(m: Mention, facts: Facts) -> Iterator[_Cell]:
    seen: set[Col] = set()
    for k in m.links:
        column = Col(k.table, k.column)
        held = facts.column(column) if k.kind == "value" else None
        if held is not None and held.profile.distinct <= _FEW and column not in seen:
            seen.add(column)
            yield _Cell(column, k.value, m.start, m.end)


def _pairs(cells: Sequence[_Cell], tokens: Sequence[Token], facts: Facts) -> list[_Cell] | None:
    """Two pairs of the same two columns, one right behind the other: `inadequate for safety but good for caring`."""
    for column in dict.fromkeys(c.column for c in cells):
        values = sorted((c for c in cells if c.column == column), key=lambda c: c.start)
        if len(values) != _PAIR or values[0].value == values[1].value:
            continue
        others = [c for c in cells if c.column != column] + list(_alike(column, cells, tokens, facts))
        for aspect in dict.fromkeys(c.column for c in others):
            told = sorted({c.start: c for c in others if c.column == aspect}.values(), key=lambda c: c.start)
            if len(told) != _PAIR or told[0].value == told[1].value:
                continue
            found = sorted((*values, *told), key=lambda c: c.start)
            kinds = [c.column for c in found]
            if kinds[0] == kinds[2] and kinds[1] == kinds[3] and _joined(found, tokens):
                return found
    return None


def _joined(found: Sequence[_Cell], tokens: Sequence[Token]) -> bool:
    """Nothing but small words stands between them, and "and" or "but" between the pairs."""
    gaps = [[t.lower for t in tokens[a.end : b.start]] for a, b in pairwise(found)]
    return all(_BETWEEN.issuperset(g) for g in gaps) and bool({"and", "but", ",", "yet", "while"} & set(gaps[1]))


def _alike(column: Col, cells: Sequence[_Cell], tokens: Sequence[Token], facts: Facts) -> Iterator[_Cell]:
    """Words that begin as the name of an aspect does, in another column of few values of the same table."""
    taken = {i for c in cells for i in range(c.start, c.end) if c.column == column}
    for c in facts.tables[column.table].columns:
        other = Col(column.table, c.name)
        if other == column or c.type != "text" or not 1 < c.profile.distinct <= _FEW:
            continue
        for i, t in enumerate(tokens):
            for value, _ in c.profile.common:
                root = value.casefold()[:_ROOT]
                if i not in taken and len(root) == _ROOT and " " not in value and t.lower.startswith(root):
                    yield _Cell(other, value, i, i + 1)


def with_pairs(query: Query, tail: Tail) -> Query | None:
    """The query of the things that have a row for each pair; None where it does not go over them."""
    if query.beside or query.share or main_tables(query) != (tail.said,):
        return None
    cells = [Filter(Item(c), "=", (v,)) for c, v in zip(tail.columns, tail.values, strict=True)]
    table = tail.columns[0].table
    pairs = (cells[:_PAIR], cells[_PAIR:])
    return replace(query, where=(*query.where, *(Related(tail.said, (table,), tuple(p)) for p in pairs)))
