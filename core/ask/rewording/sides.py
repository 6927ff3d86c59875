"""The sides of a comparison: `juniors … adults`, `with the discount … without it`, `club members … the others`.

Both are cells of one column, or the yes and the no of a flag, whichever way the no is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

Span = tuple[int, int]

_FIRM = 0.6
"""From this score a link says a side."""
_NEAR = 0.25
"""How much less sure than the best link of its words."""
_DENYING = frozenset(
    "not no non never without un aren't isn't don't doesn't haven't hasn't weren't wasn't didn't".split()
)
_FAR = 4
"""Words between a denial and what it denies, at most."""
_SMALL = frozenset("a an the on in at of with have has had any are is our that been being use using under it".split())
"""What may stand there."""
_REST = (
    ("everyone", "else"), ("everybody", "else"), ("all", "the", "others"), ("all", "others"), ("the", "others"),
    ("the", "other", "ones"), ("other", "ones"), ("others",), ("the", "rest"), ("those", "without", "it"),
    ("those", "without", "one"), ("those", "without"), ("ones", "without"), ("without", "it"), ("without", "one"),
    ("and", "not"), ("those", "who", "aren't"), ("those", "that", "aren't"), ("those", "who", "are", "not"),
    ("those", "that", "are", "not"), ("those", "who", "don't"), ("those", "who", "do", "not"), ("those", "not"),
    ("those", "who", "haven't"), ("or", "not"), ("without",),
)  # fmt: skip
_OTHER = frozenset(("other",))
_EACH = frozenset("each per every by both either".split())
_FEW = 12
"""Different values of a column whose cells may be such words, at most."""
_TWO = 2
COMPARATIVES = frozenset(
    "more less fewer higher lower bigger larger greater smaller longer shorter later earlier sooner quicker faster "
    "slower older younger heavier lighter taller dearer cheaper better worse busier stronger weaker".split()
)


@dataclass(frozen=True, slots=True)
class Sides:
    """A column, its values set against each other (none: whatever it holds), and the words that say so."""

    column: Col
    values: tuple[str, ...]
    spans: tuple[Span, ...]
    open: bool = False
    """Only one of them is said."""


@dataclass(slots=True)
class _Said:
    """Where a column's sides are said, while it is looked for."""

    values: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    whole: list[Span] = field(default_factory=list)
    """Its label, which of a flag says yes."""


def sides(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Sides]:
    """What may be set against each other, column by column."""
    said: dict[Col, _Said] = defaultdict(_Said)
    for m in mentions:
        for k in _links(m):
            column = Col(k.table, k.column)
            if k.kind == "value":
                said[column].values[k.value].append((m.start, m.end))
            elif k.kind == "column":
                said[column].whole.append((m.start, m.end))
    for column, found in said.items():
        _own_words(column, found, tokens, facts)
        flag = facts.flag(column)
        made = _of_flag(column, found, tokens, flag[1]) if flag else _of_cells(column, found, tokens, facts)
        if made is not None:
            yield made


def _own_words(column: Col, said: _Said, tokens: Sequence[Token], facts: Facts) -> None:
    """Cells of a column that is said, where they are words that compare: `higher against lower level`."""
    held = facts.column(column)
    if not said.whole or held is None or held.type != "text" or held.profile.distinct > _FEW:
        return
    for value, _ in held.profile.common:
        places = [(i, i + 1) for i, t in enumerate(tokens) if t.lower in COMPARATIVES and t.lower == value.casefold()]
        if places and value not in said.values:
            said.values[value].extend(places)


def _links(m: Mention) -> Iterator[Link]:
    best = m.links[0].score if m.links else 0.0
    yield from (k for k in m.links if k.column and k.score >= max(_FIRM, best - _NEAR))


def _of_cells(column: Col, said: _Said, tokens: Sequence[Token], facts: Facts) -> Sides | None:
    """Two cells or more; one of two, and the others."""
    values = dict(said.values)
    taken: set[int] = set()
    for value, spans in list(values.items()):  # "Gold", of "Gold Plus" and of "Gold"
        free = [s for s in spans if taken.isdisjoint(range(*s))]
        taken |= {i for s in free for i in range(*s)}
        values[value] = free
    values = {v: s for v, s in values.items() if s}
    places = [s for spans in values.values() for s in spans]
    beside = [
        s for s in said.whole if tokens[s[0] - 1].lower in _EACH or any(s[1] == p[0] or p[1] == s[0] for p in places)
    ]
    if len(values) >= _TWO:
        return Sides(column, tuple(values), tuple(sorted({*places, *beside})))
    held = facts.column(column)
    others = list(_others(tokens, places)) if values else []
    if others and held is not None and held.profile.distinct == _TWO:
        return Sides(column, (), tuple(sorted({*places, *beside, *others})))
    return None


def _of_flag(column: Col, said: _Said, tokens: Sequence[Token], no: str | float) -> Sides | None:
    """Yes and no; `open` where only the one is said."""
    denying = {s for v, spans in said.values.items() if v == str(no) for s in spans}
    cells = sorted({s for spans in said.values.values() for s in spans} | set(said.whole))
    if not cells:
        return None
    spans = {s: _denied(tokens, s) for s in cells}
    others = list(_others(tokens, cells))
    ways = {s in denying or d is not None for s, d in spans.items()} | ({True} if others else set())
    places = tuple(sorted({d or s for s, d in spans.items()} | set(others)))
    return Sides(column, (), places, open=len(ways) < _TWO)


def _denied(tokens: Sequence[Token], span: Span) -> Span | None:
    """With the denial before it: `not on the plan`, `non-members`."""
    for at in range(span[0] - 1, max(-1, span[0] - 1 - _FAR), -1):
        if tokens[at].lower in _DENYING:
            return (at, span[1])
        if tokens[at].lower not in _SMALL:
            return None
    return None


def _others(tokens: Sequence[Token], places: Sequence[Span]) -> Iterator[Span]:
    """Those on the other side, said by nothing else: `the others`, `those without it`, `other customers`."""
    first = min(s for s, _ in places)
    held = {i for s in places for i in range(*s)}
    lowers = [t.lower for t in tokens]
    at = 0
    while at < len(lowers):
        size = next((len(p) for p in _REST if tuple(lowers[at : at + len(p)]) == p), 0)
        if size and at > first and held.isdisjoint(range(at, at + size)) and _closes(tokens, at, size):
            yield (at, at + size)
            at += size
        elif lowers[at] in _OTHER and at > first and lowers[at - 1] in ("than", "and", "to", "with", "against", "or"):
            yield (at, min(at + 2, len(lowers)))
            at += 2
        else:
            at += 1


def _closes(tokens: Sequence[Token], at: int, size: int) -> bool:
    """Nothing that is denied stands behind `and not`, `without`."""
    if tokens[at].lower not in ("and", "or", "without") and tokens[at + size - 1].lower not in ("not", "without"):
        return True
    return at + size >= len(tokens) or tokens[at + size].kind == "punct" or tokens[at + size].lower in ("for", "in")
