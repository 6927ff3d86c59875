"""`between someone applying and us offering`, `from opening to closing date`: two days said by what is done on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, tables_named
from core.ask.translators.rules.query import Col, Filter, Item
from core.ask.translators.rules.told.deeds import day_of_deed
from core.ask.translators.rules.told.still import below

IDLE = frozenset(
    "is it are there was were does do did has have had take takes took taken to be being been get got for a an the of "
    "pass passes passed elapse elapsed go goes went by us we you they them someone somebody people on their "
    "then until before days".split()
)
"""Words around it that add nothing."""
ENDS = frozenset("by per for in during at with from since each every".split())
_FEW = 8
"""Kinds of rows at most."""


@dataclass(frozen=True, slots=True)
class Span:
    """What lies between the two days, and the words that say it and no more."""

    ends: tuple[Col, Col]
    silent: frozenset[int]
    states: tuple[Filter, ...] = ()
    """What cells of their rows say in the same words: `to passing the test`."""


def between_days(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[Span]:
    """`between someone applying and us offering them a plot`, `from opening to closing date`."""
    lowers = [t.lower for t in tokens]
    for led, joints in (("between", ("and",)), ("from", ("to", "until", "till"))):
        for first in (i for i in range(start, len(lowers)) if lowers[i] == led):
            middle = next((i for i in range(first + 1, len(lowers)) if lowers[i] in joints), None)
            if middle is None:
                continue
            spoken = tables_spoken(mentions, facts)
            beside = [(a, b) for a in spoken for b in (*facts.owners(a), *facts.belonging(a)) if b in spoken]
            for end in dict.fromkeys((end_of_deed(tokens, middle + 1), _phrase_end(tokens, middle + 1))):
                pairs = [
                    (one, other)
                    for name, then in (*((t, t) for t in spoken), *beside)
                    if (one := day_of_deed(tokens[first + 1 : middle], name, facts))
                    and (other := day_of_deed(tokens[middle + 1 : end], then, facts))
                    and one != other
                ]
                if pairs:
                    break
            if pairs:
                again = {
                    i
                    for i in range(start, first)
                    if day_of_deed(tokens[i : i + 1], pairs[0][0].table, facts) in pairs[0]
                }
                states = (
                    *_states(tokens[first:middle], pairs[0][0], facts),
                    *_states(tokens[middle:end], pairs[0][1], facts),
                )
                kept = _cells(mentions, tokens, states)
                yield Span(pairs[0], (_said(tokens, start, first, end, mentions) | again) - kept, states)


def _states(said: Sequence[Token], day: Col, facts: Facts) -> Iterator[Filter]:
    """Of a few kinds that rows may be of, the one that the deed on their day is called by."""
    for column in facts.tables[day.table].columns:
        kinds = column.profile.common if column.type == "text" and column.profile.distinct <= _FEW else ()
        if facts.flag(Col(day.table, column.name)) is None:
            deeds = {t.stem for t in said} - set(stems(day.name))  # the day is called by its deed itself
            cells = [v for v, _ in kinds if len(v) > 1 and stem(v.lower()) in deeds]
            yield from (Filter(Item(Col(day.table, column.name)), "=", (v,)) for v in cells)


def _cells(mentions: Sequence[Mention], tokens: Sequence[Token], states: Sequence[Filter]) -> frozenset[int]:
    """The words of cells that say which rows are meant: `between a roof repair being reported and being done`."""
    told = {stem(str(v).lower()) for f in states for v in f.values}
    firm = (m for m in mentions if m.links and m.links[0].kind == "value" and m.links[0].score >= FIRM)
    return frozenset(i for m in firm for i in range(m.start, m.end) if tokens[i].stem not in told)


def light(token: Token) -> bool:
    """It adds nothing."""
    return token.lower in IDLE


def _said(tokens: Sequence[Token], start: int, first: int, end: int, mentions: Sequence[Mention]) -> frozenset[int]:
    """The words that say the two days, and those that add nothing before and behind them: `them a plot`."""
    stop = end
    while stop < len(tokens) and tokens[stop].lower in IDLE - ENDS:
        stop += 1
    behind = {m.start: m.end for m in mentions}
    if stop > end and stop in behind and (behind[stop] >= len(tokens) or tokens[behind[stop]].kind == "punct"):
        stop = behind[stop]
    elif tokens[end:stop] and stop < len(tokens) and tokens[stop].kind == "word" and tokens[stop].lower not in ENDS:
        stop = end
    before = {i for i in range(start, first) if light(tokens[i])}
    return frozenset(before | set(range(first, stop)))


def _phrase_end(tokens: Sequence[Token], start: int) -> int:
    """Up to a word that begins something else: `passing the driving test`."""
    words = (i for i in range(start, len(tokens)) if tokens[i].kind != "word" or tokens[i].lower in ENDS)
    return next(words, len(tokens))


def end_of_deed(tokens: Sequence[Token], start: int) -> int:
    """Behind what is done: up to a word that begins something else."""
    end = start
    while end < len(tokens) and tokens[end].kind == "word" and tokens[end].lower not in ENDS:
        end += 1
        if tokens[end - 1].lower in IDLE:
            continue
        if tokens[end - 1].lower.endswith(("ing", "ed", "back", "date")) and not (
            end < len(tokens) and tokens[end].lower in ("date", "back", "them", "it", "day")
        ):
            break
    return end


def tables_spoken(mentions: Sequence[Mention], facts: Facts) -> list[str]:
    """The tables named, those that belong to them, and those of which a column is said, in this order."""
    named = sorted(tables_named(mentions) & facts.tables.keys())
    likely = [k.table for m in mentions for k in m.links if k.score >= FIRM]
    return [
        t for t in dict.fromkeys((*named, *likely, *below(named, facts), *sorted(facts.tables))) if t in facts.tables
    ]
