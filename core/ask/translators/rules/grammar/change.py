"""What changed from one time to another: "how did the score of India change between 2015 and 2019", "which port's
landings grew most from 2021 to 2023".

The rest of the question is read twice, once for each time; the change is the later figure less the earlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Formula, Item, Order, Query, Scalar, figure
from core.ask.translators.rules.years import yearlike

_CHANGE = frozenset(
    "change changed changes changing grow grew grown growth growing rise rose risen rising increase increased "
    "increases "
    "fall fell fallen falling decrease decreased decline declined drop dropped gain gained shrink shrank develop "
    "developed difference".split()
)
_DOWN = frozenset("fall fell fallen falling decrease decreased decline declined drop dropped shrink shrank".split())
_FRAME = frozenset("how much many did does do has have had by what was is were the that there in of".split())
_MOST = frozenset("most largest biggest greatest highest strongest fastest more".split())
_LEAST = frozenset("least smallest lowest slowest".split())
_JOINTS = {"between": ("and", "to", "&"), "from": ("to", "until", "till"), "": ("to", "until")}


@dataclass(frozen=True, slots=True)
class Change:
    """The question for the earlier time and for the later, and which way it ranks."""

    earlier: list[Chunk]
    later: list[Chunk]
    group: Chunk | None = None
    """What is ranked by the change: "which port's"."""
    descending: bool | None = None
    said: str = ""
    """The times, as they were written."""
    used: tuple[Chunk, ...] = ()


def change(chunks: Sequence[Chunk], facts: Facts) -> Change | None:
    """The question's two times; None when it asks for no change between two."""
    at = next((i for i, c in enumerate(chunks) if c.link is None and c.text.lower() in _CHANGE), None)
    times = _times(chunks)
    if at is None or times is None or (chunks[at].text.lower() == "difference" and not _plain(chunks, at)):
        return None
    first, one, joint, other = times
    cue = {at, *range(first, one), joint}
    ranked = next((i for i, c in enumerate(chunks) if c.text.lower() in _MOST | _LEAST and abs(i - at) <= 2), None)
    group = _asked(chunks) if ranked is not None else None
    if ranked is not None:
        if group is None:
            return None
        cue |= {ranked, *range(group + 1)}
    cue |= _framing(chunks, at, min(cue - set(range((group or -1) + 1))))
    used = tuple(chunks[i] for i in sorted(cue))
    down = chunks[at].text.lower() in _DOWN
    most = ranked is not None and chunks[ranked].text.lower() in _MOST
    return Change(
        _with(chunks, cue | {other}, one, facts),
        _with(chunks, cue | {one}, other, facts),
        chunks[group] if group is not None else None,
        None if ranked is None else most != down,
        f"from {chunks[one].text} to {chunks[other].text}",
        used,
    )


def changed(earlier: Query, later: Query, said: Change, facts: Facts) -> Query | None:
    """The later query's figure less the earlier one's; None where the two ask for different things."""
    before, after = _figure(earlier, facts), _figure(later, facts)
    if before is None or before != after or earlier.group != later.group or later.limit or later.having or later.share:
        return None
    shared = tuple(c for c in later.where if c in earlier.where)
    then, now = (tuple(c for c in q.where if c not in shared) for q in (earlier, later))
    if not then or not now:
        return None
    group = later.group
    if said.group is not None and said.group.link is not None:
        group = (Col(said.group.link.table, said.group.link.column),)
    table = after.column.table if after and after.column else after.table if after else ""
    name = f"change {said.said}"
    if not group:
        sides = [Scalar(after, (*shared, *met)) for met in (now, then) if after]
        made = figure(Formula("-", sides[0], sides[1], name))
        return Query((replace(made, table=table),), tables=(table,))
    terms = [replace(after, where=met) for met in (now, then) if after]
    made = figure(Formula("-", terms[0], terms[1], name))
    ranked = said.descending is not None
    order = (Order(made, bool(said.descending)),) if ranked else (Order(made, True),)
    return Query(
        (*(Item(c) for c in group), made), shared, group, (), order, 1 if ranked else None, tables=later.tables
    )


def _figure(query: Query, facts: Facts) -> Item | None:
    """The one figure that a query gives; a bare column of numbers is added up, a rate is averaged."""
    items = [i for i in query.select if i.column not in query.group]
    if len(items) != 1 or items[0].formula:
        return None
    item = items[0]
    if item.aggregate or item.column is None:
        return item if item.aggregate else None
    if not facts.numeric(item.column) or facts.identifying(item.column):
        return None
    mean = facts.speaks(item.column, lexicon().averaged)
    return Item(item.column, "avg" if mean else "sum")


def _times(chunks: Sequence[Chunk]) -> tuple[int, int, int, int] | None:
    """Where the times are said: where they begin, the earlier, the joint, the later."""
    for i, c in enumerate(chunks):
        if i + 2 >= len(chunks) or not _is_time(c):
            continue
        opening = chunks[i - 1].text.lower() if i else ""
        joints = _JOINTS.get(opening, _JOINTS[""])
        if chunks[i + 1].text.lower() in joints and _alike(c, chunks[i + 2]):
            return (i - 1 if opening in _JOINTS and opening else i), i, i + 1, i + 2
    return None


def _is_time(c: Chunk) -> bool:
    return c.kind in ("date", "value") or (c.kind == "number" and yearlike(c.number))


def _alike(one: Chunk, other: Chunk) -> bool:
    if one.kind != other.kind or not _is_time(other):
        return False
    if one.kind == "value" and one.link and other.link:
        same = (one.link.table, one.link.column) == (other.link.table, other.link.column)
        return same and one.link.value != other.link.value and one.text[:1].isdigit() and other.text[:1].isdigit()
    return one.kind != "value"


def _plain(chunks: Sequence[Chunk], at: int) -> bool:
    """`the difference in X between 2015 and 2019`, not one between two figures."""
    return at + 1 < len(chunks) and chunks[at + 1].text.lower() in ("in", "of")


def _asked(chunks: Sequence[Chunk]) -> int | None:
    """The column that `which …` asks for."""
    if not chunks or chunks[0].text.lower() not in ("which", "what", "in which", "for which"):
        return None
    return next((i for i, c in enumerate(chunks[:4]) if c.kind == "column"), None)


def _framing(chunks: Sequence[Chunk], at: int, first: int) -> set[int]:
    """Words around the change that say nothing more: `how much did … by`."""
    found: set[int] = set()
    for i in range(min(first, len(chunks))):
        if chunks[i].link is None and chunks[i].text.lower() in (_FRAME | {"how much", "how many", "by how much"}):
            found.add(i)
        else:
            break
    for i in (at - 1, at + 1):
        if 0 <= i < len(chunks) and chunks[i].link is None and chunks[i].text.lower() in ("by", "the", "in", "of"):
            found.add(i)
    return found


def _with(chunks: Sequence[Chunk], without: set[int], time: int, facts: Facts) -> list[Chunk]:
    """Copies of the chunks that are left, the time led by "in". What changes is surely a figure: its link is sure."""
    out: list[Chunk] = []
    figures = [i for i, c in enumerate(chunks) if i not in without and c.kind == "column" and _measures(c, facts)]
    for i, c in enumerate(chunks):
        if i == time:
            out.append(Chunk("cue", c.start, c.start, "in"))
        if i not in without:
            sure = replace(c.link, score=1.0) if c.link and figures[:1] == [i] else c.link
            out.append(replace(c, claimed="", link=sure))
    return out


def _measures(c: Chunk, facts: Facts) -> bool:
    return c.link is not None and facts.measure(Col(c.link.table, c.link.column))
