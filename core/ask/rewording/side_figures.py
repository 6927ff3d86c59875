"""The figure that is asked for of two sides, in words that leave out for whom: `average fee`, of `do adults pay more
than children? Average fee for each`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from core.ask.names import Names
from core.ask.rewording.against import JOINTS, SET, WHETHER, WHO, Asked, Clause
from core.ask.rewording.sides import COMPARATIVES, Sides
from core.ask.translators.rules.query import Col

_FIGURES = frozenset(
    "average averages mean median total number count share percentage percent % proportion rate rates fraction many "
    "much sum highest lowest longest typical".split()
)
_LED = ("for", "on", "in", "of", "from", "by", "at", "with")
_BEFORE = JOINTS - {","} | frozenset("among off out inside outside".split())
"""What leads a side."""
_BEHIND = frozenset("ones one it them those does do did".split())
_SMALL = WHETHER | WHO | frozenset("the a an our we compare comparing".split())
_LEADS = frozenset(
    "in on during since before after between from for at with over under above below of by not no".split()
)
_OPENS = re.compile(
    r"^(?:(?:please|just|and|so|also|then|can you|could you|i(?:'d| would) like(?: to (?:see|know))?|i (?:want|need)"
    r"|give(?: me| us)?|show(?: me| us)?|tell(?: me| us)?|compare|comparing|what(?:'s| is| are| was| were)?|whats"
    r"|find|get|list|using|how(?! many| much| often| long)|who|which|go by|going by|based on|in terms of|by|the"
    r"|do|does|did|is|are|was|were|has|have) )+",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"(?:,? (?:please|in each case|side by side|separately|apiece|each|and|for|of|in|with|on|by|or|than|between|to|at"
    r"|from|compared?|differ|versus|vs))+$",
    re.IGNORECASE,
)
_EACH = re.compile(
    r",? (?:for|of|in|from|with|on|at|by) (?:each|both|either)"
    r"(?: (?:of (?:them|these|those)|one|groups?|kinds?|sides?|sorts?))?\b",
    re.IGNORECASE,
)
_DOING = "there|have|had|make|made|get|got|go|done|do|take|taken|see|seen|hold|held|given|give|been"
_DID = re.compile(
    r"(how many \w+(?: \w+)??)(?: (?:do|did|does|have|has|had|was|were|are|is))?" rf"(?: (?:{_DOING}))*$",
    re.IGNORECASE,
)
_ON_AVERAGE = re.compile(
    r",? ?\b(?:on average|typically|on the whole|generally|usually|in general|normally)\b", re.IGNORECASE
)
_COMPARATIVE = re.compile(
    r" (?:any |much )?(?:" + "|".join(sorted(COMPARATIVES)) + r")(?: often| likely)?(?= |$)", re.IGNORECASE
)
_OF_OTHERS = re.compile(r"\bas (?:a|an|the) |\b(?:they|their|it|its)\b", re.IGNORECASE)
_BARE = frozenset(("number", "numbers", "count", "counts", "figure", "figures", "total", "totals", "how many"))
"""A figure of which it is not said what it is of."""
_NUMBER = re.compile(r"number of |total ", re.IGNORECASE)
_SHARE = re.compile(r"\b(?:share|percentage|proportion|fraction|percent|rate)$", re.IGNORECASE)
_RATE = re.compile(r"\b(\w+|no[- ]shows?) rates?\b", re.IGNORECASE)
_DEAR = frozenset(("expensive", "costly"))
_COSTS = re.compile(r"average (?:an?|the|our|each) (?P<thing>\w*[^\Ws]) costs?", re.IGNORECASE)
"""`what does a job cost on average`, plainly."""
_AMOUNTS = frozenset(("more", "less", "fewer"))
_QUANTITIES = {
    word: tuple(nouns.split())
    for said, nouns in (
        ("longer shorter", "length duration"), ("older younger", "age"), ("heavier lighter", "weight"),
        ("dearer cheaper", "price cost"), ("taller", "height"), ("bigger larger smaller", "size"),
        ("quicker faster slower", "duration"), ("later earlier", "delay"),
    )
    for word in said.split()
}  # fmt: skip
"""What a word tells more of."""
_LEVELS = frozenset("higher lower greater smaller bigger larger better worse".split())
_OFFICE = frozenset("we you they i there".split())
"""Whose doings all rows tell of."""
_WE_DO = re.compile(r" (?:that )?(?:we|they) (?:\w+)(?= |$)", re.IGNORECASE)
_NOUN = 2
"""Words of what there is more of, at most: `more planning applications`."""
_LEAST = 3
"""Words of a figure that are left before the things of which it is, at least."""
_SURE = 0.8
_LIKELY = 0.6
_SAID = 0.7
"""From this score the words themselves are read as the cell."""


def figures(asked: Asked, found: Sides) -> Iterator[str]:
    """The ways to say it, the nearest to what was said first."""
    whether = asked.whether
    others = [c for c in asked.clauses if c is not whether]
    asking = next((c for c in others if _figured(asked, c)), None)
    mean = ""
    if asking is None and whether is not None and _ON_AVERAGE.search(_text(asked, range(whether.start, whether.end))):
        asking, mean = next((c for c in others if _measures(asked, c)), None), "average "
    if asking is not None:
        rest = _left(asked, asking, found)
        bare = _plainly(_text(asked, range(asking.start, asking.end))).lower() in _BARE
        if whether is not None and bare:  # "more orders? Give the number for each": of orders
            for places in _without_sides(asked, whether, found):
                figure = (_so(f, asked) for f in _compared(_text(asked, places), asked, False, found.column))
                yield from (f"{f} {rest}" if rest else f for f in figure if _NUMBER.match(f))
        for places in _without_sides(asked, asking, found):
            plain = mean + _so(_plainly(_text(asked, places)), asked)
            if not _OF_OTHERS.search(plain):
                yield f"{plain} {rest}" if rest else plain
    elif whether is not None and all(_without_sides(asked, c, found)[0] == () for c in others):
        for places in _without_sides(asked, whether, found):
            figured = _figured(asked, whether)
            yield from (_so(f, asked) for f in _compared(_text(asked, places), asked, figured, found.column))
    elif whether is None and len(asked.clauses) == 1:
        for places in _without_sides(asked, asked.clauses[0], found):
            plain = _plainly(_text(asked, places))
            if costs := _COSTS.fullmatch(plain):
                yield f"average cost of {costs['thing']}s"
                continue
            yield from (f"number of {plain}", f"total {plain}") if plain else ()


def _figured(asked: Asked, c: Clause) -> bool:
    """A sentence says which figure it asks for, and not as a part of a name (`student rate`)."""
    long = (m for m in asked.mentions if m.end - m.start > 1 and m.links and m.links[0].kind == "column")
    named = {i for m in long for i in range(m.start, m.end) if m.links[0].score >= _SURE}
    said = [i for i in range(c.start, c.end) if asked.lowers[i] in _FIGURES]
    return any(i not in named and asked.lowers[i - 1] != "on" for i in said)


def _measures(asked: Asked, c: Clause) -> bool:
    """A sentence names what is measured."""
    links = (k for m in asked.mentions if c.start <= m.start < c.end for k in m.links[:1] if k.kind == "column")
    return any(asked.facts.measure(Col(k.table, k.column)) for k in links)


def _without_sides(asked: Asked, c: Clause, found: Sides) -> tuple[tuple[int, ...], ...]:
    """The places of a sentence without those that say a side, and without the things named right before them too."""
    spans = [s for s in found.spans if c.start <= s[0] < c.end]
    lowers = asked.lowers
    gone = {i for s in spans for i in range(*s)}
    for one, other in pairwise(spans):
        between = range(one[1], other[0])
        if asked.loose(between):
            gone |= set(between)
        elif joints := [i for i in between if lowers[i] in SET or lowers[i] == "than"]:
            gone |= set(range(max(joints), other[0]))
    for start, end in spans:
        begun = start
        while begun > c.start and begun - 1 not in gone and lowers[begun - 1] in _BEFORE:
            begun -= 1
        gone |= set(range(begun, start))
        # "the number of adult members", "do adult members": these are what is spoken of
        own = lowers[begun] == "of" or all(lowers[i] in _SMALL for i in range(c.start, begun))
        at = end
        while at < c.end and (lowers[at] in _BEHIND or (not own and at in asked.things)):
            gone.add(at)
            at += 1
        if own and at in asked.things and lowers[begun] == "of":
            gone.discard(begun)
    kept = tuple(i for i in range(c.start, c.end) if i not in gone)
    short = _without_things(asked, kept, min(gone)) if gone else kept
    return (kept, short) if short != kept else (kept,)


def _without_things(asked: Asked, kept: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Without `for owners`, `on sites`, right before the sides."""
    ahead = [i for i in kept if i < first]
    size = len(ahead)
    while size and ahead[size - 1] in asked.things:
        size -= 1
    led = _LEAST <= size < len(ahead) and asked.lowers[ahead[size - 1]] in _LED
    return tuple(i for i in kept if i >= first or i in ahead[: size - 1]) if led else kept


def _left(asked: Asked, asking: Clause, found: Sides) -> str:
    """What another sentence says of the rows, by cells, numbers and times: `deferred for low iron`, `in 2024`."""
    held = {i for s in found.spans for i in range(*s)}
    told = {k.id for m in asked.mentions if asking.start <= m.start < asking.end for k in m.links[:1]}
    cells = [
        range(m.start, m.end)
        for m in asked.mentions
        for k in m.links[:1]
        if k.kind == "value" and k.score >= _SURE and k.id not in told and held.isdisjoint(range(m.start, m.end))
    ]
    times = [range(i, i + 1) for i, t in enumerate(asked.tokens) if t.kind in ("number", "date", "clock")]
    said: list[str] = []
    for c in asked.clauses:
        own = [i for r in (*cells, *times) for i in r if c.start <= i < c.end and i not in held]
        if c is asking or not own:
            continue
        start = min(own)
        while start > c.start and asked.lowers[start - 1] in _LEADS and start - 1 not in held:
            start -= 1
        said.append(_text(asked, [i for i in range(start, max(own) + 1) if i not in held]))
    return " ".join(said)


def _text(asked: Asked, places: Iterable[int]) -> str:
    """The words at these places."""
    tokens = [asked.tokens[i] for i in places]
    said = " ".join(f'"{t.text}"' if t.kind == "quoted" else t.text for t in tokens)
    said = re.sub(r"(?: ?,)+(?= ?,)", "", said)
    said = re.sub(r" (?=[,.;:?!)'’])|(?<=[(£$€]) ", "", said).strip(" ,;:-–")
    return re.sub(r"^% ", "percentage ", said)


def _plainly(said: str) -> str:
    """The figure alone: `average fee`, of `give me the average fee for each`."""
    said = _EACH.sub("", _OPENS.sub("", f"{said} ").strip())
    said = _DID.sub(r"\1", _CLOSES.sub("", said)).strip(" ,;:-–")
    if _ON_AVERAGE.search(said):
        said = _ON_AVERAGE.sub("", said).strip(" ,")
        said = said if said.lower().startswith(("average", "mean")) else f"average {said}"
    return said


def _compared(said: str, asked: Asked, figured: bool, column: Col) -> Iterator[str]:
    """The figure that a yes or no compares: `is the average fee lower`, `do they spend more per order`."""
    averaged = bool(_ON_AVERAGE.search(said))
    plain = _OPENS.sub("", f"{_ON_AVERAGE.sub('', said)} ").strip()
    met = _COMPARATIVE.search(f" {plain}")
    if met is None:
        return
    if figured:
        yield _CLOSES.sub("", _COMPARATIVE.sub("", plain)).strip(" ,")
        return
    before, behind = plain[: met.start()].split(), plain[met.end() :].split()
    things = {asked.lowers[i] for i in asked.things}
    who = said.lower().startswith(("who ", "which "))
    more, *often = [w for w in met[0].lower().split() if w not in ("any", "much")]
    office = not before or before[0].lower() in _OFFICE
    if often:
        if before and before[0].lower() in things:
            yield f"percentage of {' '.join([*before, *behind])}"
    elif more in _AMOUNTS and office and not averaged and (not behind or behind[0].lower() in _LEADS):
        if held := _counted(column, asked):  # "do we have more adults or children"
            yield f"number of {' '.join([held, *behind])}"
    elif more in _AMOUNTS and (not behind or behind[0].lower() == "per"):
        if before and (behind or averaged):
            yield f"average {' '.join([before[-1], *behind])}"
    elif behind and behind[0].lower() in _DEAR:
        if before:
            yield from (f"average {q} of {' '.join([before[0], *behind[1:]])}" for q in _QUANTITIES["dearer"])
    elif behind and behind[0].lower() not in _LEADS:
        if averaged or more not in _AMOUNTS:
            yield f"average {' '.join(behind)}"
            yield f"average {' '.join([*behind, *(['of', before[0]] if before else [])])}"
        elif not things.isdisjoint(w.lower() for w in behind[:_NOUN]):
            yield f"number of {' '.join(behind)}"
        elif office:
            yield _CLOSES.sub("", f"total {' '.join(behind)}")
    elif more in _LEVELS and before and not who:
        yield f"average {_WE_DO.sub('', ' '.join([*before, *behind]))}"
    elif more in _QUANTITIES and not before and averaged:
        yield from (f"average {q}" for q in _QUANTITIES[more])
    elif more in _QUANTITIES and before:
        if who or len(before) > 1:
            yield " ".join(["average", before[-1], *([] if who else ["of", before[0]]), *behind])
        if not who:
            yield from (f"average {q} of {' '.join([before[0], *behind])}" for q in _QUANTITIES[more])


def _counted(column: Col, asked: Asked) -> str:
    """What there is more of: the rows of the column; of a list of what codes mean, those that refer to it."""
    listed = (held := asked.facts.column(column)) is not None and held.profile.unique
    table = asked.facts.referring(column.table) if listed else column.table
    return Names(tuple(asked.facts.tables.values())).many(table) if table else ""


def _so(said: str, asked: Asked) -> str:
    """`no-show rate`, `share of late visits`: the percentage of the rows that are so."""
    for one, other in pairwise(asked.mentions):
        kinds = tuple(m.links[0].kind for m in (one, other) if m.links)
        pair = f" of {one.text} {other.text}"
        if kinds == ("value", "table") and pair in said and _SHARE.search(said[: said.index(pair)]):
            return said.replace(pair, f" of {other.text} that were {one.text}")
    met = _RATE.search(said)
    cell = next((m for m in asked.mentions if m.text.lower() == met[1].lower()), None) if met else None
    link = cell.links[0] if cell and cell.links else None
    if met is None or link is None or link.kind != "value" or link.score < _LIKELY:
        return said
    rows = Names(tuple(asked.facts.tables.values())).many(link.table)
    state = met[1] if link.score >= _SAID else link.value.lower()
    return f"{said[: met.start()]}percentage of {rows} that were {state}{said[met.end() :]}"
