"""`parts below the reorder level`, `jobs over budget`: what there is of a thing, against the limit beside it.

The limit is a column of numbers; what is held against it is the one column of its table that is called alike
(`stock`, `min_stock`) or, where none is, the one that tells how much there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.stop_words import DENYING
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, tables_named
from core.ask.translators.rules.query import NEGATED, Col, Definition, Filter, Item, Operator
from core.model import NUMERIC

LIMITS = frozenset(map(stem, (
    "limit level minimum min maximum max threshold target reorder capacity budget quota allowance ceiling floor par "
    "allowed budgeted planned expected estimated estimate agreed normal least most"
).split()))  # fmt: skip
"""What a limit is called by."""
_HELD = frozenset(
    map(stem, "stock shelf qty quantity hand balance held available actual current count remaining".split())
)
"""What tells how much there is."""
_COMPARED: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("at", "or", "below"), "<="),
    (("at", "or", "above"), ">="),
    (("lower", "than"), "<"),
    (("less", "than"), "<"),
    (("higher", "than"), ">"),
    (("more", "than"), ">"),
    (("greater", "than"), ">"),
    (("below",), "<"),
    (("under",), "<"),
    (("beneath",), "<"),
    (("above",), ">"),
    (("over",), ">"),
    (("beyond",), ">"),
    (("exceed",), ">"),
    (("exceeds",), ">"),
    (("exceeded",), ">"),
)
_NONE_LEFT = (
    ("out", "of", "stock"), ("none", "left"), ("nothing", "left"), ("none", "in", "stock"), ("not", "in", "stock"),
    ("run", "out"), ("ran", "out"), ("no", "stock"), ("no", "stock", "left"),
)  # fmt: skip
_IN_STOCK = frozenset(map(stem, "stock shelf hand remaining left".split()))
_WORTH = frozenset(map(stem, "value worth cost price".split()))
_NEARLY = frozenset("nearly almost about to soon near".split())
_ENDS = frozenset(map(stem, ("minimum", "maximum")))
_OWN = frozenset("the their its his her our a".split())
_FALLEN = frozenset("fallen dropped gone fell dropping running run down now currently".split())
"""Words before it that say no more than that it is so."""


def limits(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question says so: start → (end, the comparison of the two columns)."""
    for mention in (*mentions, *_headed(tokens, mentions, facts)):
        limit = next((c for k in mention.links[:1] if (c := _limit(k, facts)) is not None), None)
        if limit is None:
            continue
        start = mention.start
        while start and tokens[start - 1].lower in _OWN:
            start -= 1
        led = tuple(t.lower for t in tokens[:start])
        phrase, operator = next(((p, o) for p, o in _COMPARED if led[-len(p) :] == p), ((), None))
        if operator is None:
            continue
        start -= len(phrase)
        while start and tokens[start - 1].lower in _FALLEN:
            start -= 1
        if start and tokens[start - 1].lower in DENYING:
            start, operator = start - 1, NEGATED[operator]
        near = (m for m in mentions if start - 2 <= m.end - 1 < start)
        both = any(_number(k, facts) for m in near for k in m.links[:1])  # “stock below the minimum”
        held = None if both else held_against(limit, facts)
        if held is not None:
            said = tuple(t.lemma for t in tokens[start : mention.end])
            return {start: (mention.end, Definition(said, None, (Filter(Item(held), operator, (limit,)),)))}
    return _none_left(tokens, mentions, facts)


def _none_left(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """`items out of stock`: nothing in the one column of the table named that says how much there is."""
    places = sorted((start, -end) for said in _NONE_LEFT for start, end in places_of([t.lower for t in tokens], said))
    columns = [
        Col(name, c.name)
        for name in sorted(tables_named(mentions) & facts.tables.keys())
        for c in facts.tables[name].columns
        if set(stems(c.label)) & _IN_STOCK
        and not set(stems(c.label)) & (LIMITS | _WORTH)
        and facts.measure(Col(name, c.name))
    ]
    if not places or len(columns) != 1:
        return {}
    start, end = places[0][0], -places[0][1]
    if start and tokens[start - 1].lower in _NEARLY:
        return {}
    said = tuple(t.lemma for t in tokens[start:end])
    return {start: (end, Definition(said, None, (Filter(Item(columns[0]), "=", (0.0,)),)))}


def _headed(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Mention]:
    """`their minimum`, which is no figure where a table that is spoken of has a column `Min`."""
    spoken = dict.fromkeys(k.table for m in mentions for k in m.links if k.score >= FIRM and k.table in facts.tables)
    for i, token in enumerate(tokens):
        if token.stem not in _ENDS or not i or tokens[i - 1].lower not in _OWN:
            continue
        for table in spoken:
            for c in facts.tables[table].columns:
                if stems(c.label) == (token.stem,):
                    yield Mention(i, i + 1, token.text, (Link("column", table, c.name, "", 1.0, "label"),))


def _number(link: Link, facts: Facts) -> bool:
    """A link means a column of numbers."""
    found = facts.column(Col(link.table, link.column)) if link.kind == "column" else None
    return found is not None and found.type in NUMERIC


def _limit(link: Link, facts: Facts) -> Col | None:
    """The column of numbers that a link means, where it is called a limit."""
    column = Col(link.table, link.column)
    if link.score < FIRM or not _number(link, facts) or facts.identifying(column):
        return None
    found = facts.column(column)
    return column if found is not None and set(stems(found.label)) & LIMITS else None


def held_against(limit: Col, facts: Facts) -> Col | None:
    """What is held against a limit; None where several columns may be, or none is."""
    beside = [Col(limit.table, c.name) for c in facts.tables[limit.table].columns if c.type in NUMERIC]
    beside = [c for c in beside if c != limit and not facts.identifying(c) and not facts.year(c)]
    said = {c: set(stems(found.label)) for c in beside if (found := facts.column(c)) is not None}
    own = facts.column(limit)
    of = set(stems(own.label)) - LIMITS if own is not None else set()
    beside = [c for c in beside if not said[c] & LIMITS]
    alike = [c for c in beside if of and said[c] & of]
    for some in (alike, [c for c in beside if said[c] & _HELD]):
        if len(some) == 1:
            return some[0]
    return None
