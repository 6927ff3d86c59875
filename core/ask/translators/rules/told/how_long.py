"""`how long does it take for a bill to be paid`, `days between someone applying and us offering`, `how many nights do
guests stay`: the time between two days of a row, said by what is done on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, tables_named
from core.ask.translators.rules.query import Aggregate, Col, Definition, Filter, Formula, Item
from core.ask.translators.rules.told.deeds import day_of_deed
from core.ask.translators.rules.told.due import due
from core.ask.translators.rules.told.duration import span_of
from core.ask.translators.rules.told.still import below
from core.model import TEMPORAL

_UNITS = frozenset("day days night nights".split())
_ASKED = (
    ("how", "long"),
    *(("how", "many", u) for u in sorted(_UNITS)),
    *(("number", "of", u) for u in sorted(_UNITS)),
)
_MEAN = (("on", "average"), ("average",), ("typically",), ("usually",), ("normally",), ("mean",))
_RANKED = frozenset("longest shortest most fewest least longer shorter more less fewer over under within".split())
_TAKE = frozenset("take takes took taken".split())
_STAY = frozenset("stay stays stayed last lasts lasted".split())
_KEEP = frozenset("keep keeps kept hold holds held borrow borrows borrowed rent rents rented hire hires hired".split())
"""What people do with things, and not how long they are people of ours."""
_IDLE = frozenset(
    "is it are there was were does do did has have had take takes took taken to be being been get got for a an the of "
    "pass passes passed elapse elapsed go goes went by us we you they them someone somebody people somebody on their "
    "then until before days".split()
)
"""Words around it that add nothing."""
_ENDS = frozenset("by per for in during at with from since each every".split())


@dataclass(frozen=True, slots=True)
class _Span:
    """What lies between the two days, and the words that say it and no more."""

    ends: tuple[Col, Col]
    silent: frozenset[int]


def how_long(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure), and the words around it that mean nothing more."""
    lowers = [t.lower for t in tokens]
    at = next(((s, e) for said in _ASKED for s, e in places_of(lowers, said)), None)
    if at is None or _RANKED & set(lowers):
        return {}
    found = next(_spans(tokens, at[1], mentions, facts), None)
    if found is None:
        return {}
    begun, ended = found.ends
    means = [p for said in _MEAN for p in places_of(lowers, said)]
    function: Aggregate = "avg" if means or "each" not in lowers else ""
    item = Item(ended, function, formula=Formula("days", Item(ended), Item(begun), "days"))
    known = (Filter(Item(ended), "is not null"),) if function else ()
    told = {at[0]: (at[1], Definition(tuple(lowers[at[0] : at[1]]), item, known))}
    silent = found.silent | {i for s, e in means for i in range(s, e)} | _in_days(lowers)
    return told | {i: (i + 1, Definition((tokens[i].lemma,))) for i in sorted(silent) if not at[0] <= i < at[1]}


def _in_days(lowers: Sequence[str]) -> frozenset[int]:
    """`, in days`."""
    return frozenset(i for u in _UNITS for s, e in places_of(lowers, ("in", u)) for i in range(s, e))


def _spans(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[_Span]:
    """What may be meant, the plainest way to say it first."""
    yield from _from_to(tokens, start, mentions, facts)
    yield from _until(tokens, start, mentions, facts)
    yield from _staying(tokens, start, mentions, facts)


def _from_to(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[_Span]:
    """`between someone applying and us offering them a plot`, `from opening to closing date`."""
    lowers = [t.lower for t in tokens]
    for led, joints in (("between", ("and",)), ("from", ("to", "until", "till"))):
        for first in (i for i in range(start, len(lowers)) if lowers[i] == led):
            middle = next((i for i in range(first + 1, len(lowers)) if lowers[i] in joints), None)
            if middle is None:
                continue
            end = _end(tokens, middle + 1)
            pairs = [
                (one, other)
                for name in _tables(mentions, facts)
                if (one := day_of_deed(tokens[first + 1 : middle], name, facts))
                and (other := day_of_deed(tokens[middle + 1 : end], name, facts))
                and one != other
            ]
            if pairs:
                again = {
                    i
                    for i in range(start, first)
                    if day_of_deed(tokens[i : i + 1], pairs[0][0].table, facts) in pairs[0]
                }
                yield _Span(pairs[0], _said(tokens, start, first, end, mentions) | again)


def _until(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[_Span]:
    """`does it take for a bill to be paid`, `to approve an application`: from where rows begin."""
    lowers = [t.lower for t in tokens]
    take = next((i for i in range(start, len(lowers)) if lowers[i] in _TAKE), None)
    to = next((i for i in range(take or 0, len(lowers)) if lowers[i] in ("to", "before", "until")), None)
    if take is None or to is None:
        return
    deed = to + 1
    while deed < len(lowers) and lowers[deed] in _IDLE:
        deed += 1
    for name in _tables(mentions, facts) if deed < len(lowers) else ():
        ended = day_of_deed(tokens[deed : deed + 1], name, facts)
        begun = _begin(name, ended, facts) if ended is not None else None
        if ended is not None and begun is not None:
            silent = {i for i in range(start, deed) if _light(tokens[i])} | {deed}
            thing = deed + 1
            while thing < len(lowers) and lowers[thing] in _IDLE:
                thing += 1
            if thing < len(lowers) and day_of_deed(tokens[thing : thing + 1], name, facts) == begun:
                silent |= set(range(deed, thing + 1))  # “to approve an application”, which is made on the first day
            elif thing > deed + 1 and lowers[thing - 1] in ("a", "an"):  # “to thank a donor”: any of them
                stop = next((m.end for m in mentions if m.start == thing), thing + 1)
                alone = stop >= len(tokens) or tokens[stop].kind == "punct" or lowers[stop] in _ENDS | {"on"}
                silent |= set(range(deed, stop)) if alone else set()
            yield _Span((begun, ended), frozenset(silent))
            return


def _staying(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[_Span]:
    """`do guests stay`, `do people keep things before bringing them back`: from where rows begin to where they end."""
    lowers = [t.lower for t in tokens]
    verb = next((i for i in range(start, len(lowers)) if lowers[i] in _STAY | _KEEP), None)
    spans = _spans_of(mentions, facts, theirs=lowers[verb] in _KEEP) if verb is not None else []
    if verb is None:
        return
    then = next((i for i in range(verb, len(lowers)) if lowers[i] in ("before", "until")), None)
    end = _end(tokens, then + 1) if then is not None else verb + 1
    if then is not None:
        spans = [(b, e) for b, e in spans if day_of_deed(tokens[then + 1 : end], e.table, facts) == e]
    if len(spans) != 1:
        return
    silent = {i for i in range(start, end) if _light(tokens[i])} | {verb} | set(range(then or end, end))
    yield _Span(spans[0], frozenset(silent))


def _spans_of(mentions: Sequence[Mention], facts: Facts, *, theirs: bool) -> list[tuple[Col, Col]]:
    """The spans of the rows named, or else of those that belong to them; of `theirs` the other way round."""
    spoken = sorted({k.table for m in mentions for k in m.links if k.kind == "table"} & facts.tables.keys())
    ways = [sorted(tables_named(mentions) & facts.tables.keys()), spoken]
    for named in ways:
        own = [s for t in named if (s := span_of(t, facts))]
        others = [s for t in below(named, facts) if t in facts.tables and (s := span_of(t, facts))]
        if found := (others or own if theirs else own or others):
            return found
    return []


def _light(token: Token) -> bool:
    return token.lower in _IDLE


def _said(tokens: Sequence[Token], start: int, first: int, end: int, mentions: Sequence[Mention]) -> frozenset[int]:
    """The words that say the two days, and those that add nothing before and behind them: `them a plot`."""
    stop = end
    while stop < len(tokens) and tokens[stop].lower in _IDLE - _ENDS:
        stop += 1
    behind = {m.start: m.end for m in mentions}
    if stop > end and stop in behind and (behind[stop] >= len(tokens) or tokens[behind[stop]].kind == "punct"):
        stop = behind[stop]
    elif tokens[end:stop] and stop < len(tokens) and tokens[stop].kind == "word" and tokens[stop].lower not in _ENDS:
        stop = end
    before = {i for i in range(start, first) if _light(tokens[i])}
    return frozenset(before | set(range(first, stop)))


def _end(tokens: Sequence[Token], start: int) -> int:
    """Behind what is done: up to a word that begins something else."""
    end = start
    while end < len(tokens) and tokens[end].kind == "word" and tokens[end].lower not in _ENDS:
        end += 1
        if tokens[end - 1].lower in _IDLE:
            continue
        if tokens[end - 1].lower.endswith(("ing", "ed", "back", "date")) and not (
            end < len(tokens) and tokens[end].lower in ("date", "back", "them", "it", "day")
        ):
            break
    return end


def _begin(table: str, ended: Col, facts: Facts) -> Col | None:
    """The day on which its rows begin, beside the one on which this is done."""
    span = span_of(table, facts)
    if span is not None and span[1] == ended:
        return span[0]
    dated = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    low = facts.column(ended)
    earliest = str(low.profile.minimum or "") if low else ""
    others = [c for c in dated if c != ended and not due(c, facts) and not facts.incidental(c)]
    before = [c for c in others if (h := facts.column(c)) and str(h.profile.minimum or "") <= earliest]
    return before[0] if len(before) == 1 else None


def _tables(mentions: Sequence[Mention], facts: Facts) -> list[str]:
    """The tables named, those that belong to them, and those of which a column is said, in this order."""
    named = sorted(tables_named(mentions) & facts.tables.keys())
    likely = [k.table for m in mentions for k in m.links if k.score >= FIRM]
    return [
        t for t in dict.fromkeys((*named, *likely, *below(named, facts), *sorted(facts.tables))) if t in facts.tables
    ]
