"""Of what a share is taken: "what percentage of the jobs in 2023 were late" is a part of the jobs in 2023."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Formula, Item, figure

VERBS = frozenset(
    "are is were was be been have has had do did does come came end ended live lived get got go goes went turn turned "
    "become became".split()
)
SCOPES = frozenset("in at for from within across".split())
ARTICLES = frozenset(("the", "a", "an", "our"))


def scale(chunks: Sequence[Chunk]) -> float:
    """100 when a percentage is asked for, 1 for a share or a fraction, else 0."""
    if any(c.text.lower().startswith("fraction") for c in chunks):
        return 1.0
    said = next((c for c in chunks if c.has("share")), None)
    percent = any("percent" in c.text.lower() or c.text == "%" for c in chunks)
    return 0.0 if said is None else 100.0 if percent else 1.0


def place_of(chunks: Sequence[Chunk], at: int) -> int:
    """`upheld in Leith`: of a place behind what holds there, where that begins; -1 for other values."""
    last = next((j for j in range(at - 1, -1, -1) if chunks[j].kind in ("value", "defined")), None)
    if last is None:
        return -1
    between = [c.text.lower() for c in chunks[last + 1 : at] if c.text.lower() not in ARTICLES]
    led = bool(between) and between[-1] in SCOPES and not {"and", "or", ","} & set(between)
    return chunks[last].start if led else -1


def portion(part: Item, whole: Item, scale: float) -> Item:
    """One figure as a share (`scale` 1) or a percentage (100) of another, for each group."""
    ratio = Formula("/", part, whole, "share" if scale == 1 else "")
    return replace(figure(ratio if scale == 1 else Formula("*", ratio, scale, "percent")), table=whole.table)


def portion_of_rows(table: str, met: Sequence[Condition], base: Sequence[Condition], scale: float) -> Item:
    """The rows of a table that meet conditions as a part of those that meet the base."""
    part, whole = (Item(None, "count", table=table, where=tuple(w)) for w in (met, base))
    return portion(part, whole, scale)


def parted(where: Sequence[Condition], whole: Sequence[Col]) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """The conditions of the share itself, and those of the rows it is taken of."""
    base = tuple(c for c in where if _of_whole(c, whole))
    own = tuple(c for c in where if c not in base)
    if not own:  # of those that have a value, how many have this one
        known = tuple(c for c in base if isinstance(c, Filter) and c.operator in ("is null", "is not null"))
        columns = [c.item.column for c in known]
        alike = tuple(c for c in base if c not in known and isinstance(c, Filter) and c.item.column in columns)
        held = tuple(c for c in base if c not in alike) if alike else known
        own, base = (tuple(c for c in base if c not in held), held) if known else ((), base)
    return (own, base) if own else (tuple(where), ())


def _of_whole(c: Condition, whole: Sequence[Col]) -> bool:
    """A condition on one of the columns, or several of which any may hold (`in 2023 or in 2024`)."""
    if isinstance(c, AnyOf):
        return all(isinstance(p, Filter) and _of_whole(p, whole) for p in c.parts)
    return isinstance(c, Filter) and c.item.column in whole and c.item.formula is None


def spans_compared(conditions: Sequence[Condition]) -> tuple[Filter, ...]:
    """The conditions that compare the time between two days, or two days: unknown where one of them lacks."""
    return tuple(c for c in conditions if isinstance(c, Filter) and (_spans(c) or two_columns(c)))


def _spans(f: Filter) -> bool:
    return f.item.formula is not None and f.item.formula.lasting


def two_columns(f: Filter) -> bool:
    return any(isinstance(v, Col) for v in f.values)
