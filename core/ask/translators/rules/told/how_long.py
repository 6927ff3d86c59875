"""`how long does it take for a bill to be paid`, `days between someone applying and us offering`, `how many nights do
guests stay`: the time between two days of a row, said by what is done on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, firm_places, tables_named
from core.ask.translators.rules.query import Aggregate, Col, Definition, Filter, Formula, Item
from core.ask.translators.rules.row_days import in_turn, span_of
from core.ask.translators.rules.told.between_days import (
    ENDS,
    IDLE,
    Span,
    between_days,
    end_of_deed,
    light,
    tables_spoken,
)
from core.ask.translators.rules.told.deeds import begun_before, day_of_deed
from core.ask.translators.rules.told.still import below

_UNITS = frozenset("day days night nights".split())
_ASKED = (
    ("how", "long"),
    *(("how", "many", u) for u in sorted(_UNITS)),
    *(("number", "of", u) for u in sorted(_UNITS)),
    *(("average", n) for n in ("gap", "wait", "delay", "interval")),
)
_MEAN = (("on", "average"), ("average",), ("typically",), ("usually",), ("normally",), ("mean",))
_RANKED = frozenset("longest shortest most fewest least longer shorter more less fewer over under within".split())
_DO = frozenset("do does did is are was were".split())
_TAKE = frozenset("take takes took taken".split())
_STAY = frozenset("stay stays stayed last lasts lasted".split())
_KEEP = frozenset("keep keeps kept hold holds held borrow borrows borrowed rent rents rented hire hires hired".split())
"""What people do with things, and not how long they are people of ours."""


def how_long(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure), and the words around it that mean nothing more."""
    lowers = [t.lower for t in tokens]
    at = next(((s, e) for said in _ASKED for s, e in places_of(lowers, said)), None)
    if at is None or _RANKED & set(lowers) or (lowers[at[0]] == "average" and at[1] - 1 in firm_places(mentions)):
        return {}
    found = next(_spans(tokens, at[1], mentions, facts), None)
    if found is None:
        return {}
    begun, ended = in_turn(*found.ends, facts)  # of “to close a notice” the notice is first
    means = [p for said in _MEAN for p in places_of(lowers, said)]
    function: Aggregate = "avg" if means or "each" not in lowers else ""
    item = Item(ended, function, formula=Formula("days", Item(ended), Item(begun), "days"))
    known = (*found.states, Filter(Item(ended), "is not null")) if function else found.states
    told = {at[0]: (at[1], Definition(tuple(lowers[at[0] : at[1]]), item, known))}
    silent = found.silent | {i for s, e in means for i in range(s, e)} | _in_days(lowers)
    return told | {i: (i + 1, Definition((tokens[i].lemma,))) for i in sorted(silent) if not at[0] <= i < at[1]}


def _in_days(lowers: Sequence[str]) -> frozenset[int]:
    """`, in days`."""
    return frozenset(i for u in _UNITS for s, e in places_of(lowers, ("in", u)) for i in range(s, e))


def _spans(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[Span]:
    """What may be meant, the plainest way to say it first."""
    yield from between_days(tokens, start, mentions, facts)
    yield from _after(tokens, start, mentions, facts)
    yield from _until(tokens, start, mentions, facts)
    yield from _staying(tokens, start, mentions, facts)


def _after(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[Span]:
    """`after the invoice date do customers pay us`, `after they apply are people offered one`."""
    lowers = [t.lower for t in tokens]
    dos = [i for i in range(start + 2, len(lowers)) if lowers[i] in _DO] if lowers[start:][:1] == ["after"] else []
    for name, do in ((t, i) for t in tables_spoken(mentions, facts) for i in reversed(dos[:2])):
        begun = day_of_deed(tokens[start + 1 : do], name, facts)
        deeds = ((i, d) for i in range(do + 1, len(lowers)) if (d := day_of_deed(tokens[i : i + 1], name, facts)))
        at, ended = next(deeds, (do, begun))
        if begun is not None and ended is not None and ended != begun:
            silent = {i for i in range(do, at) if light(tokens[i])} | {at}
            yield Span((begun, ended), frozenset({*range(start, do), *silent}))
            return


def _until(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[Span]:
    """`does it take for a bill to be paid`, `to approve an application`: from where rows begin."""
    lowers = [t.lower for t in tokens]
    take = next((i for i in range(start, len(lowers)) if lowers[i] in _TAKE), None)
    to = next((i for i in range(take or 0, len(lowers)) if lowers[i] in ("to", "before", "until")), None)
    if take is None or to is None:
        return
    deed = to + 1
    while deed < len(lowers) and lowers[deed] in IDLE:
        deed += 1
    spoken = tables_spoken(mentions, facts) if deed < len(lowers) else []
    days = {t: day for t in spoken if (day := day_of_deed(tokens[deed : deed + 1], t, facts)) is not None}
    if len(days) > 1 and not tables_named(mentions) & facts.tables.keys():
        return  # appeals are decided as well as applications
    cells = {m.start for m in mentions if m.links and m.links[0].kind == "value" and m.links[0].score >= FIRM}
    named = tables_named(mentions) & days.keys()
    for name, ended in days.items():
        if named and name not in named:
            continue  # how long a repair takes, and not another job
        begun = begun_before(name, ended, facts)
        if begun is not None:
            silent = {i for i in range(start, deed) if light(tokens[i])} | {deed}
            thing = deed + 1
            while thing < len(lowers) and lowers[thing] in IDLE:
                thing += 1
            if thing < len(lowers) and day_of_deed(tokens[thing : thing + 1], name, facts) == begun:
                silent |= set(range(deed, thing + 1))  # “to approve an application”, which is made on the first day
            elif thing > deed + 1 and lowers[thing - 1] in ("a", "an") and thing not in cells:
                # “to thank a donor”: any of them, and not “to thank a regular donor”
                stop = next((m.end for m in mentions if m.start == thing), thing + 1)
                alone = stop >= len(tokens) or tokens[stop].kind == "punct" or lowers[stop] in ENDS | {"on"}
                silent |= set(range(deed, stop)) if alone else set()
            yield Span((begun, ended), frozenset(silent))
            return


def _staying(tokens: Sequence[Token], start: int, mentions: Sequence[Mention], facts: Facts) -> Iterator[Span]:
    """`do guests stay`, `do people keep things before bringing them back`: from where rows begin to where they end."""
    lowers = [t.lower for t in tokens]
    verb = next((i for i in range(start, len(lowers)) if lowers[i] in _STAY | _KEEP), None)
    spans = _spans_of(mentions, facts, theirs=lowers[verb] in _KEEP) if verb is not None else []
    if verb is None:
        return
    then = next((i for i in range(verb, len(lowers)) if lowers[i] in ("before", "until")), None)
    end = end_of_deed(tokens, then + 1) if then is not None else verb + 1
    if then is not None:
        spans = [(b, e) for b, e in spans if day_of_deed(tokens[then + 1 : end], e.table, facts) == e]
    if len(spans) != 1:
        return
    silent = {i for i in range(start, end) if light(tokens[i])} | {verb} | set(range(then or end, end))
    yield Span(spans[0], frozenset(silent))


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
