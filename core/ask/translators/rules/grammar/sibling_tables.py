"""Questions that speak of several files of one form: what is in one and not in another, or the same figure of each.

The question is read as if it named the first file alone; the query found then is turned into one over all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Condition, Formula, Item, Query, Related, Scalar, Via, figure

_KIND = frozenset("kind type sort one file".split())
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Several:
    """The twins named, first one first, and how the question sets them against each other."""

    tables: tuple[str, ...]
    without: frozenset[str]
    """Those that must lack what is asked for."""
    either: bool
    apart: bool
    """Each with a figure of its own: "how many in A and how many in B"."""
    met: bool
    """Only groups that all of them have."""
    together: bool = False
    """Added up as if they were one: "the total in A and B"."""


@dataclass(slots=True)
class _Run:
    """Mentions of twins with nothing but joints between them: chunk indices."""

    at: list[int]


_APART = frozenset("each respectively versus vs compare compared comparison difference separately per by".split())
"""Words that set several figures against each other."""


def several(chunks: list[Chunk], facts: Facts) -> tuple[Several, list[Chunk]] | None:
    """The twins named and the chunks of the question about the first alone; None unless two are named plainly.

    Twins are tables with the same columns. The chunks that name the other twins are left out, and links to columns of
    theirs become links to the same columns of the first.
    """
    first, taken_places = _named_siblings(chunks, facts)
    rest = [i for i in range(len(chunks)) if i not in taken_places]
    runs = _runs(chunks, rest, facts)
    if not runs or any(len(r.at) < 2 for r in runs):
        return None
    tables = list(dict.fromkeys(_twin(chunks[i], facts) for i in runs[0].at))
    if len(tables) < 2 or any({_twin(chunks[i], facts) for i in r.at} != set(tables) for r in runs):
        return None
    if not set(tables) <= set(facts.twins.of(tables[0])):
        return None
    joints = [chunks[a + 1 : b] for r in runs for a, b in zip(r.at, r.at[1:], strict=False)]
    ends = [_twin(chunks[b], facts) for r in runs for b in r.at[1:]]
    both = any(c.has("both") for c in chunks)
    without = frozenset(t for t, j in zip(ends, joints, strict=True) if any(c.has("none", "not") for c in j))
    parted = any(c.has("count") or c.starts("agg:") or c.text.lower() in ("for", "in", "of") for j in joints for c in j)
    found = Several(
        tuple(sorted(tables, key=lambda t: t != first) if first in tables else tables),
        without,
        any(c.has("or") for j in joints for c in j),
        parted and not both and not without,
        both or len(runs) > 1,
        len(runs) == 1 and not taken_places and not any(c.text.lower() in _APART for c in chunks),
    )
    gone = set(taken_places) | {i for r in runs for i in range(r.at[0] + 1, r.at[-1] + 1)}
    gone |= {i for i in rest if chunks[i].has("both") or chunks[i].text.lower() == "either"} | _each(chunks, rest)
    for i, c in enumerate(chunks):
        if i in gone:
            c.claimed = "twin"
        elif c.link and c.link.table in found.tables:
            column = facts.twins.beside(c.link.table, found.tables[0], c.link.column) if c.link.column else ""
            if c.link.column and not column:
                return None
            c.link = replace(c.link, table=found.tables[0], column=column)
    return found, [c for i, c in enumerate(chunks) if i not in gone]


def values_listed(said: Several, chunks: Sequence[Chunk], facts: Facts) -> Iterator[tuple[Query, list[Chunk]]]:
    """`which branches`, `list the branch codes`: what a column of the first twin holds, with the chunks so marked."""
    if any(c.has("count", "share", "group") or c.starts("agg:") or c.starts("sup:") for c in chunks):
        return
    base = said.tables[0]
    shown = [c for c in chunks if c.kind == "column" and c.link and c.link.table == base]
    columns = [Col(c.link.table, c.link.column) for c in shown if c.link]
    if len(columns) == 1 and not facts.measure(columns[0]):
        marked = [replace(c, claimed="wanted" if c is shown[0] else c.claimed) for c in chunks]
        yield Query((Item(columns[0]),), distinct=True, tables=(base,)), marked


def over_all(query: Query, said: Several, facts: Facts) -> Query | None:
    """The query about the first twin as one over all of them; None when it is of no such kind."""
    base, others = said.tables[0], said.tables[1:]
    if query.limit is not None or query.having or query.share or query.everything or query.beside:
        return None
    figures = [i for i in query.select if i.aggregate]
    if query.group or (figures and (said.apart or not _things(query, base))):
        sides = [_moved(query, base, t, facts) for t in others]
        if not query.group and said.together and not (said.apart or said.without or said.met):
            whole = _together(query, [s for s in sides if s], facts)
            if whole is not None and None not in sides:
                return whole
        if not figures or said.without or said.either or None in sides:
            return None
        plain = replace(query, order=())
        return replace(plain, beside=tuple(replace(s, order=()) for s in sides if s), everywhere=said.met)
    thing = _things(query, base)
    if thing is None:
        return None
    if isinstance(thing, Col):
        return _among(query, thing, said, facts)
    conditions = tuple(Related(thing, (t,), (), negated=t in said.without) for t in said.tables)
    if said.either or any(c for c in query.where if _speaks(c, base)):
        return None
    tables = tuple(t for t in query.tables if t != base) or (thing,)
    return replace(query, where=(*query.where, *conditions), tables=tables)


def _together(query: Query, sides: list[Query], facts: Facts) -> Query | None:
    """Counts and sums of all the twins added up; None where a figure is of another kind."""
    figures: list[Item] = []
    for n, item in enumerate(query.select):
        if item.aggregate not in ("count", "sum") or item.distinct or item.formula:
            return None
        sum_: Formula | Scalar = Scalar(item, query.where)
        for side in sides:
            sum_ = Formula("+", sum_, Scalar(side.select[n], side.where))
        found = facts.column(item.column) if item.column else None
        if isinstance(sum_, Formula):
            name = "count" if item.aggregate == "count" else f"total {found.label if found else ''}".strip()
            table = item.column.table if item.column else item.table
            figures.append(replace(figure(replace(sum_, name=name)), table=table))
    return Query(tuple(figures), tables=query.tables) if figures else None


def _things(query: Query, base: str) -> Col | str | None:
    """What is counted or listed: a column of the first twin, or the rows of a table beside the twins."""
    if len({(i.column.table if i.column else i.table) for i in query.select}) != 1:
        return None
    item = query.select[0]
    if item.aggregate and (len(query.select) > 1 or item.aggregate != "count" or item.formula):
        return None
    if item.column is not None and item.column.table == base:
        return item.column if len(query.select) == 1 and (item.distinct or not item.aggregate) else None
    table = item.column.table if item.column else item.table
    return table if table != base else None


def _among(query: Query, thing: Col, said: Several, facts: Facts) -> Query | None:
    """Values of a column that stand in one twin and (not) in the others."""
    base, conditions, counted = said.tables[0], list[Condition](), query.select[0].aggregate == "count"
    parts: list[Scalar] = [Scalar(query.select[0], query.where)]
    for table in said.tables[1:]:
        there = _moved(query, base, table, facts)
        column = _moved(thing, base, table, facts)
        if there is None or column is None:
            return None
        negated = table in said.without
        conditions.append(Via(thing, column, () if negated else there.where, negated))
        earlier = [_moved(thing, base, t, facts) for t in said.tables[: len(parts)]]
        lacks = tuple(Via(column, c, (), negated=True) for c in earlier if c)
        parts.append(Scalar(there.select[0], (*there.where, *lacks)))
    if said.either:
        if not counted or len(parts) != 2:
            return None
        return replace(
            query, select=(replace(figure(Formula("+", parts[0], parts[1], "count")), table=base),), where=()
        )
    return replace(query, where=(*query.where, *conditions), distinct=not counted, order=() if counted else query.order)


def _moved(part: _T, base: str, table: str, facts: Facts) -> _T | None:
    """A part of a query about one twin as one about another; None when the other lacks a column."""
    lacking: list[str] = []

    def column(name: str) -> str:
        found = facts.twins.beside(base, table, name)
        lacking.extend([] if found else [name])
        return found

    moved: _T = _turned(part, base, table, column)
    return None if lacking else moved


def _turned(part: Any, base: str, table: str, column: Callable[[str], str]) -> Any:
    if isinstance(part, Col):
        return replace(part, table=table, name=column(part.name)) if part.table == base else part
    if isinstance(part, tuple):
        return tuple(_turned(p, base, table, column) for p in part)
    if is_dataclass(part) and not isinstance(part, type):
        new = {f.name: _turned(getattr(part, f.name), base, table, column) for f in fields(part)}
        for name in ("table", "tables"):
            if new.get(name) == base:
                new[name] = table
            elif isinstance(new.get(name), tuple):
                new[name] = tuple(table if t == base else t for t in new[name])
        return replace(part, **new)
    return part


def _speaks(part: Any, base: str) -> bool:
    """Whether a part of a query speaks of a table."""
    return bool(_turned(part, base, "\0", lambda name: name) != part)


def _twin(chunk: Chunk, facts: Facts) -> str:
    return chunk.link.table if chunk.kind == "table" and chunk.link and facts.twins.of(chunk.link.table) else ""


def _named_siblings(chunks: list[Chunk], facts: Facts) -> tuple[str, set[int]]:
    """Last sentences that say what to show in which order: the twin to come first, and the chunks."""
    first, taken_places = "", set[int]()
    for i, c in enumerate(chunks):
        if c.kind != "stop" or i + 1 >= len(chunks) or chunks[i + 1].text.lower().split()[0] not in lexicon().telling:
            continue
        end = next((j for j in range(i + 1, len(chunks)) if chunks[j].kind == "stop"), len(chunks))
        named = [t for d in chunks[i:end] if (t := _twin(d, facts))]
        if named:
            taken_places |= set(range(i + 1, end))
            first = named[0] if any(d.text.lower().endswith("first") for d in chunks[i:end]) else first
    return first, taken_places


def _runs(chunks: list[Chunk], rest: list[int], facts: Facts) -> list[_Run]:
    runs: list[_Run] = []
    for i in rest:
        if not _twin(chunks[i], facts):
            continue
        again = bool(runs) and _twin(chunks[i], facts) in [_twin(chunks[k], facts) for k in runs[-1].at]
        if runs and not again and all(_joint(c) for c in chunks[runs[-1].at[-1] + 1 : i]):
            runs[-1].at.append(i)
        else:
            runs.append(_Run([i]))
    return runs


def _joint(c: Chunk) -> bool:
    """What may stand between two twins: "records but not in the", "and how many"."""
    tied = c.has("and", "or", "but", "none", "not", "rel", "all", "count", "both") or bool(c.starts("agg:"))
    return c.link is None and (tied or (c.kind == "word" and c.number is None))


def _each(chunks: list[Chunk], rest: list[int]) -> set[int]:
    """`of each kind`, `in each`: groups that only say that the twins are told apart."""
    found = set[int]()
    for i in rest:
        if not chunks[i].has("group"):
            continue
        follows = chunks[i + 1] if i + 1 < len(chunks) else None
        if follows is None or follows.kind == "stop":
            found.add(i)
        elif follows.text.lower() in _KIND:
            found |= {i, i + 1}
    return found
