"""Two groups set against each other: "do boys or girls have more absences", "sales in 2023 compared with 2024".

The values compared become the groups of one query, so that each stands beside the others with its own figure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.state import Link
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Order, Query
from core.ask.translators.rules.shares import parted, portion_of_rows
from core.ask.translators.rules.years import yearlike
from core.model import TEMPORAL

COMPARING = frozenset("compare compared comparing comparison versus vs against".split())
_JOINTS = COMPARING | frozenset("or and , vs. with than to either both between the a an of in for by".split())
_OPENS = frozenset(
    "do does did is are was were has have had who which what whose there it the of between me us a".split()
)
"""Words that may stand before what is compared; those that compare, and verbs of telling, may too."""
_LEADS = frozenset(("for", "in", "of", "at", "among", "by"))
_COMMON = frozenset("common often frequent popular".split())
_FEWER = frozenset("less fewer lower smaller cheaper younger shorter worse".split())
_YEAR = re.compile(r"\d{4}%")


@dataclass(frozen=True, slots=True)
class Versus:
    """The question without the words that compare, and which way it compares."""

    chunks: list[Chunk]
    descending: bool | None
    """Most first, fewest first; None: only side by side."""


def versus(chunks: Sequence[Chunk]) -> Versus | None:
    """The question as one about all the values that it compares; None when it compares none."""
    sides = _sides(chunks)
    if len(sides) < 2:
        return None
    more = _comparative(chunks, sides)
    against = any(c.text.lower().rstrip(".") in COMPARING for c in chunks) or _each_led(chunks, sides)
    between = [c.text.lower() for c in chunks[sides[0] + 1 : sides[-1]]]
    if (not against and (more is None or not {"or", "than"} & set(between))) or (more is None and "or" in between):
        return None
    link = chunks[sides[0]].link
    opens = _OPENS | COMPARING | lexicon().telling
    first = next(i for i, c in enumerate(chunks) if c.text.lower() not in opens and not c.has("show", "rel", "all"))
    kept: list[Chunk] = []
    ahead: dict[int, list[Chunk]] = {}
    for i, c in enumerate(chunks):
        text = c.text.lower().rstrip(".")
        kept += ahead.pop(i, [])
        inside = sides[0] < i < sides[-1]
        if inside and text in _JOINTS:
            kept += [_cue(c, "or", "or")] if i + 1 in sides or chunks[i + 1].text.lower() in _JOINTS else []
        elif i == more:
            wanted = _figure(chunks, i, link)
            behind = next((j for j in range(i, len(chunks)) if chunks[j].kind == "table"), i)
            kept += wanted if behind == i else []
            ahead |= {behind: wanted} if behind != i else {}
        elif i >= first and not _spent(c, text, against, more is not None) and not _of(c, link):
            kept.append(replace(c))
    if against and not any(_measures(c) for c in kept):
        kept = [*_figure(chunks, sides[0], link), *kept]
    return Versus(_once(kept), None if more is None else chunks[more].text.lower().split()[0] not in _FEWER)


def _spent(c: Chunk, text: str, against: bool, more: bool) -> bool:
    """A word that only says that something is compared."""
    idle = text in ("with", "to", "one", "ones")
    return text in COMPARING or (against and idle) or (more and c.kind == "word" and text in _COMMON)


def _each_led(chunks: Sequence[Chunk], sides: Sequence[int]) -> bool:
    """`for adults and for children`: what leads is said again before each, so that each has a figure of its own."""
    lead = chunks[sides[0] - 1].text.lower() if sides[0] else ""
    again = [chunks[i - 1].text.lower() for i in sides[1:]]
    joint = any(c.has("and") for c in chunks[sides[0] : sides[-1]]) and not any(
        c.has("difference", "ratio") for c in chunks
    )
    return lead in _LEADS and joint and set(again) == {lead}


def _of(c: Chunk, value: Link | None) -> bool:
    """The column of the values, said beside them: "which subject …, maths or science"."""
    said = c.link if c.kind == "column" else None
    return said is not None and value is not None and (said.table, said.column) == (value.table, value.column)


def set_against(query: Query, found: Versus, facts: Facts) -> Query | None:
    """The figures of a query for each of the values compared; None when it has no figure, or other groups."""
    figures = [i for i in query.select if i.aggregate]
    column = next((c for c in (_several(w, facts) for w in query.where) if c), None)
    if column is None or not figures or query.group not in ((), (column,)) or query.limit is not None:
        return None
    if query.share:  # of each of these its own percentage
        met, base = parted(query.where, (*query.among, column))
        if not base:
            return None
        figures = [portion_of_rows(query.tables[0], met, (), query.share)]
        query = replace(query, where=base, share=0.0, among=())
    order = () if found.descending is None else (Order(figures[0], found.descending),)
    return replace(query, select=(Item(column), *figures), group=(column,), order=order or query.order)


def _sides(chunks: Sequence[Chunk]) -> list[int]:
    """The values compared, of one column, or years: with nothing but small words between them."""
    for i, c in enumerate(chunks):
        found = [i]
        for j in range(i + 1, len(chunks)):
            if _alike(c, chunks[j]):
                found.append(j)
            elif chunks[j].text.lower() not in _JOINTS and chunks[j].kind != "table":
                break
        if len(found) > 1 and (c.kind == "value" or yearlike(c.number)):
            return found
    than = next((i for i, c in enumerate(chunks) if c.text.lower() == "than" or c.text.lower().endswith(" than")), 0)
    after = next((i for i in range(than + 1, len(chunks)) if chunks[i].kind == "value"), None) if than else None
    before = next((i for i in range(than) if after is not None and _alike(chunks[i], chunks[after])), None)
    return [before, after] if before is not None and after is not None else []


def _alike(one: Chunk, other: Chunk) -> bool:
    if one.kind == "value" and other.kind == "value" and one.link and other.link:
        same = (one.link.table, one.link.column) == (other.link.table, other.link.column)
        return same and one.link.value != other.link.value
    return one.kind == other.kind == "number" and yearlike(one.number) and yearlike(other.number)


def _comparative(chunks: Sequence[Chunk], sides: Sequence[int]) -> int | None:
    """Where "more", "fewer", "higher" stands without a number to be compared with."""
    for i, c in enumerate(chunks):
        sign = c.starts("cmp:")
        if sign not in (">", "<"):
            continue
        near = [d for j, d in enumerate(chunks[i + 1 : i + 4], i + 1) if j not in sides]
        if not any(d.number is not None or (d.starts("agg:") and c.text.lower().endswith("than")) for d in near):
            return i
    return None


def _figure(chunks: Sequence[Chunk], i: int, link: Link | None) -> list[Chunk]:
    """What "more" asks for: how many of the things behind it, or the average of the figure behind it."""
    c = chunks[i]
    if any(map(_measures, chunks)):
        return []
    follows = next((d for d in chunks[i + 1 :] if d.kind in ("table", "column")), None)
    if follows is not None and follows.kind == "column":
        return [_cue(c, "average", "agg:avg")]
    counted = [_cue(c, "number of", "count")]
    if follows is None and link is not None and not any(d.kind == "table" for d in chunks):
        counted.append(Chunk("table", c.start, c.end, link.table, Link("table", link.table, "", "", 1.0, "told")))
    return counted


def _cue(c: Chunk, text: str, tag: str) -> Chunk:
    return Chunk("cue", c.start, c.end, text, tags=(tag,))


def _measures(c: Chunk) -> bool:
    told = c.means is not None and c.means.item is not None
    return bool(c.starts("agg:")) or c.has("count") or told


def _once(chunks: list[Chunk]) -> list[Chunk]:
    """Without a second "or" in a row."""
    return [c for i, c in enumerate(chunks) if not (i and c.has("or") and chunks[i - 1].has("or"))]


def _several(condition: Condition, facts: Facts) -> Col | None:
    """The column that a condition allows several values of; of dates its year."""
    parts = condition.parts if isinstance(condition, AnyOf) else (condition,)
    filters = [p for p in parts if isinstance(p, Filter) and p.operator in ("=", "like")]
    columns = {f.item.column for f in filters}
    if len(filters) < len(parts) or len(columns) != 1 or sum(len(f.values) for f in filters) < 2:
        return None
    column = columns.pop()
    found = facts.column(column) if column else None
    if column and found and found.type in TEMPORAL:
        years = all(isinstance(v, str) and _YEAR.fullmatch(v) for f in filters for v in f.values)
        return replace(column, part="year") if years else None
    return column
