"""Ratios: "the ratio of members over 60 to all members", "the ratio of visits to sales per year"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.translators.rules.chunks.conditions.read import Conditions, Found
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Wanted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Filter, Formula, Item, Scalar, Term, figure

_YEAR = re.compile(r"((?:19|20)\d\d)%?")


@dataclass(slots=True)
class Ratio:
    """The figure wanted, and the restrictions that hold for both of its sides."""

    wanted: Wanted
    found: list[Found]


@dataclass(slots=True)
class _Side:
    item: Item
    found: list[Found]
    measured: bool = True
    """It names what it counts or measures."""

    @property
    def table(self) -> str:
        return self.item.column.table if self.item.column else self.item.table

    def met(self) -> Item:
        """The figure over the rows that meet this side's own restrictions."""
        return replace(self.item, where=tuple(f.condition for f in self.found))


def ratio(chunks: list[Chunk], facts: Facts, tables: list[str]) -> Ratio | None:
    """The ratio asked for; its chunks are claimed. None when there is none, or a side says no figure."""
    at = next((i for i, c in enumerate(chunks) if c.has("ratio", "difference")), None)
    if at is None:
        return None
    end = next((i for i in range(at + 1, len(chunks)) if _ends(chunks, i)), len(chunks))
    joint = next((i for i in range(at + 2, end) if chunks[i].text.lower() in _JOINTS[chunks[at].text.lower()]), None)
    if joint is None:
        return None
    left, right = (_side(part, facts, tables) for part in (chunks[at + 1 : joint], chunks[joint + 1 : end]))
    difference = chunks[at].has("difference")
    if difference:
        left, right = _completed(left, right, chunks[at + 1 : joint])
    if left is None or right is None or (difference and not (left.item.aggregate and right.item.aggregate)):
        return None
    both: list[Found] = []
    whole = any(c.text.lower() in ("all", "total", "total number of") for c in chunks[joint + 1 : joint + 4])
    if left.table == right.table and left.item.aggregate and (whole or len(right.found) > len(left.found)):
        own = {f.value_of for f in left.found}
        both = [f for f in right.found if f.value_of not in own]
        right.found = [f for f in right.found if f.value_of in own]
    chunks[at].claimed = chunks[joint].claimed = "wanted"
    grouped = any(c.has("group") or c.text.lower() == "by" for c in chunks[end:])
    terms: list[Term] = [left.met(), right.met()]
    if left.table != right.table and left.item.aggregate and right.item.aggregate and not grouped:
        terms = [Scalar(s.item, tuple(f.condition for f in s.found)) for s in (left, right)]
    if difference and "fewer" in chunks[at].text.lower():
        terms.reverse()
    made = figure(Formula("-" if difference else "/", terms[0], terms[1], "difference" if difference else "ratio"))
    return Ratio(Wanted(at, replace(made, table=left.table)), both)


_JOINTS = {
    "ratio of": ("to", "out", "over", "among"),
    "ratio between": ("and", "to"),
    "difference between": ("and",),
    "how many more": ("than",),
    "how many fewer": ("than",),
}


def _ends(chunks: Sequence[Chunk], i: int) -> bool:
    """A ratio ends with its sentence, or where its groups are said."""
    c = chunks[i]
    by = c.text.lower() == "by" and i + 1 < len(chunks) and chunks[i + 1].kind in ("column", "table")
    return c.kind == "stop" or c.has("group", "order") or by or c.text.lower() == "overall"


def _completed(left: _Side | None, right: _Side | None, said: Sequence[Chunk]) -> tuple[_Side | None, _Side | None]:
    """A side that names no figure takes the other's: "the average age of men and of women", "highest and lowest"."""
    function = next((f for c in said if (f := c.starts("agg:") or c.starts("sup:"))), "")
    if left is None and right is not None and right.item.column and function:
        for c in said:
            c.claimed = c.claimed or "wanted"
        left = _Side(replace(right.item, aggregate=function), [])  # type: ignore[arg-type]
    if left is not None and right is not None and right.found and not right.measured:
        right = _Side(left.item, right.found)
        left.found, right.found = _evened(left.found, right.found), _evened(right.found, left.found)
        right.found = [_at_times_of(f, left.found) for f in right.found]
    return left, right


def _evened(own: list[Found], others: Sequence[Found]) -> list[Found]:
    """One side's restrictions with those that only the other says, times apart: `fewer trips by Ann in 2025 than in
    2024` are Ann's in both years."""
    about = {f.value_of for f in own}
    return [*own, *(f for f in others if f.value_of not in about and not _year(f))]


def _at_times_of(found: Found, others: Sequence[Found]) -> Found:
    """A year of the column by which the other side's year goes."""
    year, timed = _year(found), [f for f in others if _year(f)]
    if not year or len(timed) != 1 or timed[0].value_of == found.value_of:
        return found
    other = timed[0].condition
    if not isinstance(other, Filter):
        return found
    was = _year(timed[0])
    values = tuple(v.replace(was, year) if isinstance(v, str) else float(year) for v in other.values)
    return replace(found, condition=replace(other, values=values), value_of=timed[0].value_of)


def _year(found: Found) -> str:
    """The year that a restriction holds a column to; "" for others."""
    values = found.condition.values if isinstance(found.condition, Filter) else ()
    said = (
        str(int(v) if isinstance(v, float) and v.is_integer() else v) if len(values) == 1 and (v := values[0]) else ""
    )
    return hit[1] if (hit := _YEAR.fullmatch(said)) else ""


def _side(chunks: list[Chunk], facts: Facts, tables: list[str]) -> _Side | None:
    """What one side counts or measures, restrictions apart."""
    here = [c.link.table for c in chunks if c.link]
    conditions = Conditions(chunks, facts, list(dict.fromkeys([*here, *tables])))
    conditions.read()
    shape = Shape(chunks, facts, here)
    shape.read()
    items = [w.item for w in shape.wanted if w.item.column or w.item.table]
    named = next((c for c in chunks if c.kind == "table" and c.link), None)
    sides = [
        i for i in items if i.aggregate or (i.column and facts.numeric(i.column) and not facts.identifying(i.column))
    ]
    if sides:
        return _Side(sides[0], conditions.found)
    if named is None or named.link is None:
        first = conditions.found[0].value_of if conditions.found else None
        return _Side(Item(None, "count", table=first.table), conditions.found, measured=False) if first else None
    named.claimed = "wanted"
    return _Side(Item(None, "count", table=named.link.table), conditions.found)
