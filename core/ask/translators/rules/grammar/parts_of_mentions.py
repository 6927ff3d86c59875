"""What is left of a mention when some of its words stand for something by themselves: `uninsured parcels`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.text.unknown import unknown

_BEING = frozenset("is are was were".split())
_WHOSE = frozenset(("whose", "their", "its"))
_OUTRIGHT = 0.99
"""From this score a table is named by its own words."""
_GUESSES = frozenset(("part", "meaning", "typo", "short", "stem"))
"""How a word is linked that is but a part of a name, or like it."""


def without_words(
    tokens: Sequence[Token], mentions: Sequence[Mention], taken: Collection[int], facts: Facts
) -> tuple[Mention, ...]:
    """The mentions without those words; a mention of which the others name its table means that table."""
    return tuple(_left(tokens, mentions, taken, facts))


def unknown_of_its_own(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions; in `whose age is not known` that is no code of another column (`sex`: 3, “Not known”)."""
    ends = {m.end: m for m in mentions if m.links and m.links[0].kind == "column"}

    def of_another(m: Mention) -> bool:
        link = m.links[0] if m.links and not m.pinned else None
        subject = ends.get(m.start - 1)
        if link is None or link.kind != "value" or subject is None or tokens[m.start - 1].lower not in _BEING:
            return False
        held = facts.column(Col(link.table, link.column))
        coded = held is not None and unknown(held.meaning(link.value))
        own = {(k.table, k.column) for k in subject.links}
        of_whom = tokens[subject.start - 1].lower in _WHOSE if subject.start else False
        return coded and of_whom and (link.table, link.column) not in own

    return tuple(m for m in mentions if not of_another(m))


def named_by_references(mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """`planning applications`, where other tables refer to the applications by a column `planning_ref`: the two words
    name them together."""
    found = list(mentions)
    for one, other in pairwise(mentions):
        link, named = (m.links[0] if m.links and not m.pinned else None for m in (one, other))
        if link is None or named is None or one.end != other.start or (link.kind, named.kind) != ("column", "table"):
            continue
        refers = any(
            (j.child_table, j.child, j.parent_table) == (link.table, (link.column,), named.table)
            for j in facts.schema.joins
        )
        if refers and link.table != named.table:
            found.remove(one)
            text = f"{one.text} {other.text}"
            found[found.index(other)] = replace(other, start=one.start, text=text, others=(*other.others, *one.links))
    return tuple(found)


def heads_alone(mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """`river samples`, where samples are of the sites that a table `river sites` holds: a word of their name before the
    samples says whose they are, and it is the samples that are spoken of."""
    found = list(mentions)
    for one, other in pairwise(mentions):
        link, named = (m.links[0] if m.links and not m.pinned else None for m in (one, other))
        if link is None or named is None or one.end != other.start or {link.kind, named.kind} != {"table"}:
            continue
        part = link.how == "part" and all(k.how in _GUESSES for k in one.links)
        if part and named.score >= _OUTRIGHT and link.table in facts.above(named.table):
            found.remove(one)
    return tuple(found)


def _left(
    tokens: Sequence[Token], mentions: Sequence[Mention], taken: Collection[int], facts: Facts
) -> Iterator[Mention]:
    for m in mentions:
        rest = [i for i in range(m.start, m.end) if i not in taken]
        if len(rest) == m.end - m.start:
            yield m
        elif rest and rest[-1] - rest[0] == len(rest) - 1:
            said = {tokens[i].stem for i in rest}
            named = dict.fromkeys(k.table for k in m.links if k.table in facts.tables)
            own = [t for t in named if said <= set(stems(facts.tables[t].label))]
            links = tuple(Link("table", t, "", "", m.links[0].score, "part") for t in own)
            text = " ".join(tokens[i].text for i in rest)
            if links:
                yield replace(m, start=rest[0], end=rest[-1] + 1, text=text, links=links)
