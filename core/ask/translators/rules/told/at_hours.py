"""`appointments that start after 17:00`, `trips that set off before 09:00`: on which side of a time of the day rows
are, by the one column of times of what is spoken of, or the one that the words before it speak of; `between 22:00 and
06:00` goes over midnight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, firm_places, tables_named
from core.ask.translators.rules.query import AnyOf, Col, Condition, Definition, Filter, Item, Operator

_SIDES: Mapping[tuple[str, ...], Operator] = {
    ("on", "or", "after"): ">=", ("later", "than"): ">", ("after",): ">", ("past",): ">", ("since",): ">=",
    ("on", "or", "before"): "<=", ("earlier", "than"): "<", ("before",): "<", ("until",): "<=", ("till",): "<=",
}  # fmt: skip
_PAIRS = (("between", "and"), ("from", "to"), ("from", "until"), ("from", "till"))
_BEGUN = frozenset(
    "start starts started starting begin begins began beginning set sets setting leave leaves left leaving depart "
    "departs departed departing went go goes going off out".split()
)
_ENDED = frozenset(
    "end ends ended ending finish finishes finished finishing close closes closed closing back return returns returned "
    "arrive arrives arrived arriving get gets got come comes came in".split()
)
_IDLE = frozenset(
    "are is was were be been there that which who did do does we they taken held made at any time".split()
)


def at_hours(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said, with the verb before it: start → (end, the condition)."""
    for start, end, operator, values in _said(tokens):
        first = start
        while first and (tokens[first - 1].lower in _BEGUN | _ENDED | _IDLE):
            first -= 1
        column = _timed([t.lower for t in tokens[first:start]], mentions, facts)
        if column is None:
            continue
        linked = firm_places(mentions, {(column.table, column.name)})
        first = max([first, *(i + 1 for i in linked if first <= i < start)])
        item = Item(Col(column.table, column.name, "time"))
        met: Condition = Filter(item, operator, values)
        if operator == "between" and _early(values[1]) < _early(values[0]):
            met = AnyOf((Filter(item, ">=", values[:1]), Filter(item, "<=", values[1:])))
        return {first: (end, Definition(tuple(t.lemma for t in tokens[first:end]), None, (met,)))}
    return {}


def _said(tokens: Sequence[Token]) -> Iterator[tuple[int, int, Operator, tuple[str, ...]]]:
    """Where a side of a time, or two times, are said."""
    lowers = [t.lower for t in tokens]
    clocks = [i for i, t in enumerate(tokens) if t.kind == "clock"]
    for one in clocks:
        for led, joint in _PAIRS:
            two = one + 2
            if (
                one
                and two in clocks
                and lowers[one - 1] == led
                and lowers[one + 1] == joint
                and lowers[one] != lowers[two]
            ):
                yield one - 1, two + 1, "between", (lowers[one], lowers[two])
    for phrase, operator in sorted(_SIDES.items(), key=lambda said: -len(said[0])):
        for start, end in places_of(lowers, phrase):
            if end in clocks and len(clocks) == 1:
                yield start, end + 1, operator, (lowers[end],)


def _early(clock: str) -> str:
    """Times as they follow on each other in a day: `9:00` as `09:00`."""
    return clock.zfill(len("09:00"))


def _timed(verb: Sequence[str], mentions: Sequence[Mention], facts: Facts) -> Col | None:
    """The one column of times of the tables named, else of those that the firm links are of."""
    likely = frozenset(k.table for m in mentions for k in m.links if k.score >= FIRM)
    for named in (tables_named(mentions), likely):
        found = [
            Col(t, c.name)
            for t in sorted(named & facts.tables.keys())
            for c in facts.tables[t].columns
            if c.type in ("time", "datetime")
        ]
        if len(found) > 1:
            begun, ended = bool(_BEGUN & set(verb)), bool(_ENDED & set(verb))
            found = [c for c in found if (begun and facts.begins(c)) or (ended and facts.ends(c))] or found
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return None
