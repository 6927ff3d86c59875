"""The lattice: every link, cue, number and date of a question as an edge, overlapping; and what passing over costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.ask.label_stems import stems
from core.ask.overrides import open_links
from core.ask.state import Link, Mention
from core.ask.stop_words import FUNCTION, PARTICIPLES
from core.ask.tokens import Token, stem, tokenise
from core.ask.translators.rules.chart.constructs import cues
from core.ask.translators.rules.chart.edge import Edge
from core.ask.translators.rules.chart.meanings import Clock, Columns, Cue, Date, Meaning, Number, Text, Things, Value
from core.ask.translators.rules.chart.schema import of_kind
from core.ask.translators.rules.chart.told import Placed, silent, spoken, told_edges
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import SIGNS, compares_on, ranks_on
from core.ask.translators.rules.lexicon.ordinals import place_at
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.resolve import common_word
from core.ask.translators.rules.mark_words import called_by_mark
from core.ask.translators.rules.query import Col, Filter, Item
from core.ask.translators.rules.years import yearlike
from core.text.words import singular

LINKS = 5
"""Links of one mention that are tried."""
_FREE = frozenset(
    "the a an all any some their its his her those these there please just only anything altogether ever".split()
)
"""Words that may stand anywhere."""
_LIGHT = frozenset(
    "and of in on at for with from to that which who whose is are was were be been has have had got gets "
    "corresponding respective".split()
)
_ONCE = frozenset("also ever once already".split())
"""Words between "have" and what was done."""
_SORTS = frozenset("type kind sort".split())
"""Words before "of" that add nothing: `the most common type of status`."""
_SEEN = 1.5
"""What it costs to pass over words that are linked or shape queries."""
_TOLD = 4.0
"""What it costs to pass over words that are told to mean something: no reading does."""
_SURE = 0.7
_FIRM = 0.8
_WORD = 1.0
_FUNCTION = 0.3
_LIGHTLY = 0.05
_JOINING = 0.06
"""What it costs to pass over "where" behind what it tells more of, as in `shops where`: it asks for no place there."""
_LONGEST = 6
_SPOKEN = 0.3
"""How much sooner a column is tried whose table is spoken of."""
_KINDS = 0.15
"""How seldom a cell that is in the plural itself means its rows."""
_NAMED = 0.4
"""How seldom a column of yes and no is shown where its words call the rows."""
_WEAK = 0.6
"""Below this score a link is no better a meaning."""
_SHORTEST = 5


@dataclass(frozen=True, slots=True)
class Lattice:
    """`edges` and, of each token, what passing over it costs."""

    tokens: tuple[Token, ...]
    edges: tuple[Edge, ...]
    passing: tuple[float, ...]

    def gap(self, start: int, end: int) -> float:
        """What the words between two edges cost."""
        return sum(self.passing[start:end])


def lattice(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts, placed: Placed = MappingProxyType({})
) -> Lattice:
    """The lattice of a question; `placed` words have a meaning given, and no other."""
    edges = [*_linked(tokens, mentions, facts), *_within(tokens, mentions, facts), *_headers(tokens, mentions, facts)]
    edges += _such_things(tokens, mentions, facts)
    edges += [
        *_cues(tokens, mentions),
        *_own_cues(tokens),
        *_numbers(tokens),
        *_texts(tokens),
        *_verbs(tokens, mentions),
    ]
    passing = tuple(_passing(tokens, mentions))
    if placed:
        held, idle = spoken(placed), silent(placed)
        edges = [e for e in edges if held.isdisjoint(range(e.start, e.end))] + [*told_edges(placed, facts)]
        passing = tuple(0.0 if i in idle else _TOLD if i in held else cost for i, cost in enumerate(passing))
    return Lattice(tuple(tokens), tuple(edges), passing)


def _linked(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Edge]:
    named = {k.table for m in mentions for k in m.links if k.score >= _FIRM and _spoken_of(k, m, tokens, facts)}
    for m in mentions:
        links = [k for k in open_links(m) if k is not None and k.table in facts.tables]
        # "the id and type of each thing": of the many columns of that name those of tables that are spoken of
        links.sort(key=lambda k: -k.score - _SPOKEN * (k.kind == "column" and k.table in named))
        for link in links[:LINKS]:
            category, meaning = _meant(link)
            used = frozenset(range(m.start, m.end))
            doubt = common_word(tokens, m, link, facts.distinct) if link.kind == "value" else 0.0
            doubt += _NAMED * (called_by_mark(link, [t.lower for t in tokens[m.start : m.end]], facts) is not None)
            yield Edge(category, m.start, m.end, meaning, used, round(1 - link.score + doubt, 3), ((m.start, link),))


def _spoken_of(link: Link, mention: Mention, tokens: Sequence[Token], facts: Facts) -> bool:
    """A table, or a column that is said with the table that it belongs to: `the size of a van`."""
    said = {t.stem for t in tokens[mention.start : mention.end]}
    own = stems(facts.tables[link.table].label) if link.kind == "column" and link.table in facts.tables else ()
    return link.kind == "table" or (mention.end - mention.start > 1 and bool(own) and set(own) <= said)


def _within(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Edge]:
    """`orders placed`, `insured parcels`, linked as one: the table and what else its words name, each by itself."""
    for m in mentions:
        for k in m.links[:1] if m.end - m.start == 2 and not m.pinned else ():
            own = set(stems(facts.tables[k.table].label)) if k.kind != "table" and k.table in facts.tables else set()
            first, second = ({tokens[i].stem} <= own for i in (m.start, m.start + 1))
            if first == second:
                continue
            thing, other = (m.start, m.start + 1) if first else (m.start + 1, m.start)
            cost = round(1.05 - k.score, 3)
            table = Link("table", k.table, "", "", k.score, "part")
            yield Edge("things", thing, thing + 1, Things(k.table), frozenset((thing,)), cost, ((m.start, table),))
            category, meaning = _meant(k)
            yield Edge(category, other, other + 1, meaning, frozenset((other,)), cost, ((m.start, k),))


def _such_things(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Edge]:
    """`motor boats`, a cell of the boats that ends with what they are called: the boats that are so; `dogs`, of the
    pets, by a cell that is said in the plural; `key holders`, by a column that says who is one."""
    for m in mentions:
        for k in m.links[:1]:
            used, cost = frozenset(range(m.start, m.end)), round(1 - k.score, 3)
            if (mark := called_by_mark(k, [t.lower for t in tokens[m.start : m.end]], facts)) is not None:
                yield Edge("things", m.start, m.end, Things(k.table, (mark,)), used, cost, ((m.start, k),))
                continue
            own = stems(facts.tables[k.table].label) if k.kind == "value" and k.table in facts.tables else ()
            if own and (rows := of_kind(k.table, tokens[m.end - 1].stem, facts)):
                cell = Filter(Item(Col(k.table, k.column)), "=", (k.value,))
                yield Edge("things", m.start, m.end, Things(rows, (cell,)), used, cost, ((m.start, k),))
            whole = m.end - m.start > 1 and bool(own) and own[-1] == tokens[m.end - 1].stem
            many = m.end - m.start == 1 and tokens[m.start].lower.endswith("s")
            called = bool(own) and many and (k.how == "plural" or _plural(k.value, tokens[m.start]))
            if whole or called:
                cell = Filter(Item(Col(k.table, k.column)), "=", (k.value,))
                cost += _KINDS * (called and k.how != "plural")
                yield Edge("things", m.start, m.end, Things(k.table, (cell,)), used, round(cost, 3), ((m.start, k),))


def _plural(value: str, said: Token) -> bool:
    """`textiles`, where a cell calls its rows by the plural: said in small letters, as a noun."""
    last = value.lower().split()[-1:]
    return last == [said.lower] and not said.capital and singular(said.lower) != said.lower


def _headers(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Edge]:
    """Headers of tables spoken of that are words which shape queries, too: "total", "number", "first"."""
    spoken = {k.table for m in mentions for k in m.links[:1]}
    held = {i for m in mentions for i in range(m.start, m.end) if m.links}
    for at, t in enumerate(tokens):
        if at in held or t.kind != "word" or (t.lower,) not in lexicon().phrases:
            continue
        for table in sorted(spoken & set(facts.tables)):
            for c in facts.tables[table].columns:
                if stems(c.label) == (t.stem,):
                    yield Edge("column", at, at + 1, Columns((Col(table, c.name),)), frozenset((at,)), 0.05)


def _meant(link: Link) -> tuple[str, Meaning]:
    if link.kind == "table":
        return "things", Things(link.table)
    column = Col(link.table, link.column)
    return ("column", Columns((column,))) if link.kind == "column" else ("value", Value(column, link.value))


def _cues(tokens: Sequence[Token], mentions: Sequence[Mention] = ()) -> Iterator[Edge]:
    """The longest cue phrase at each token, under each of its tags; a shorter one too where a link begins within
    ("maximum", of `maximum number of products`).
    """
    phrases = lexicon().phrases
    begins = {m.start for m in mentions if m.links}
    for at in range(len(tokens)):
        for size in range(min(_LONGEST, len(tokens) - at), 0, -1):
            said = tuple(t.lower for t in tokens[at : at + size])
            if said in phrases and all(t.kind != "quoted" for t in tokens[at : at + size]):
                tags, quantity = phrases[said]
                if compares_on(tokens, at + size, tags) or ranks_on(tokens, at, at + size):
                    continue
                used = frozenset(range(at, at + size))
                for tag in tags:
                    if tag not in ("all", "rel", "and"):
                        text = lexicon().date_parts.get(" ".join(said), "") if tag == "part" else " ".join(said)
                        yield Edge(tag, at, at + size, Cue(text, quantity), used, 0.0)
                if begins.isdisjoint(range(at + 1, at + size)):
                    break
        if (part := lexicon().date_parts.get(tokens[at].lemma)) is not None:
            yield Edge("part", at, at + 1, Cue(part), frozenset((at,)), 0.0)
        if tokens[at].text in SIGNS:
            yield Edge(f"cmp:{SIGNS[tokens[at].text]}", at, at + 1, Cue(tokens[at].text), frozenset((at,)), 0.0)
        if tokens[at].lower in ("by", "per"):
            yield Edge("by", at, at + 1, Cue(tokens[at].lower), frozenset((at,)), 0.0)


def _own_cues(tokens: Sequence[Token]) -> Iterator[Edge]:
    """The words that the constructs bring themselves."""
    phrases = cues()
    for at in range(len(tokens)):
        for size in range(1, min(_LONGEST, len(tokens) - at) + 1):
            said = tuple(t.lower for t in tokens[at : at + size])
            for tag in phrases.get(said, ()):
                yield Edge(tag, at, at + size, Cue(" ".join(said)), frozenset(range(at, at + size)), 0.0)


def _numbers(tokens: Sequence[Token]) -> Iterator[Edge]:
    for at, t in enumerate(tokens):
        used = frozenset((at,))
        if t.number is not None:
            yield Edge("number", at, at + 1, Number(t.number, t.kind == "word", t.text.endswith("%")), used, 0.0)
        if t.kind == "date" or (t.number is not None and yearlike(t.number)):
            yield Edge("date", at, at + 1, Date(t.text), used, 0.0)
        elif t.kind == "quoted" and (day := _quoted_date(t)):
            yield Edge("date", at, at + 1, Date(day), used, 0.0)
        if t.kind == "clock":
            yield Edge("clock", at, at + 1, Clock(t.text), used, 0.0)


def _quoted_date(token: Token) -> str:
    """`'5 May 2024'`: a day or a moment between quotation marks, as ISO writes it."""
    said = tokenise(token.text)
    return said[0].text if len(said) == 1 and said[0].kind == "date" else ""


def _texts(tokens: Sequence[Token]) -> Iterator[Edge]:
    """Quoted words, and single ones that begin with a capital or are a letter."""
    for at, t in enumerate(tokens):
        if t.kind == "quoted" or (t.kind == "word" and (t.capital or len(t.text) == 1) and t.lower not in _FREE):
            yield Edge("text", at, at + 1, Text(t.text), frozenset((at,)), 0.0)
        if t.kind == "quoted":
            yield Edge("quoted", at, at + 1, Text(t.text), frozenset((at,)), 0.0)


def _verbs(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[Edge]:
    """What is done, or left undone ("unused"), by words that are no firm link: their stems."""
    firm = {i for m in mentions for i in range(m.start, m.end) if m.links and m.links[0].score >= _WEAK}
    for at, t in enumerate(tokens):
        told = at in firm and not _by_somebody(tokens, at)
        if told or t.kind != "word" or not t.lower.endswith(PARTICIPLES):
            continue
        used = frozenset((at,))
        yield Edge("verb", at, at + 1, Text(t.stem), used, 0.0)
        if t.lower.startswith("un") and len(t.lower) > _SHORTEST:
            yield Edge("undone", at, at + 1, Text(stem(t.lower[2:])), used, 0.0)


def _by_somebody(tokens: Sequence[Token], at: int) -> bool:
    """`built by`, `have also built`: a deed, whatever its word resembles."""
    behind = [t.lower for t in tokens[at + 1 : at + 2]]
    before = [t.lower for t in tokens[max(0, at - 2) : at] if t.lower not in _ONCE]
    return behind == ["by"] or before[-1:] in (["have"], ["has"], ["had"])


def _passing(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[float]:
    held = {i for m in mentions for i in range(m.start, m.end) if m.links and m.links[0].score >= _FIRM}
    likely = {i for m in mentions for i in range(m.start, m.end) if m.links and m.links[0].score >= _SURE} - held
    shaping = {i for e in _cues(tokens) if e.category not in ("by", "part") for i in range(e.start, e.end)}
    for i, t in enumerate(tokens):
        if place_at(tokens, i):
            yield 0.0
        elif i in held or t.number is not None or t.kind in ("quoted", "date", "clock"):
            yield _SEEN
        elif t.lower in _FREE:
            yield 0.0
        elif t.lower in _LIGHT or t.kind == "punct" or (t.lower in _SORTS and _before_of(tokens, i)):
            yield _LIGHTLY
        elif t.lower == "where" and i - 1 in held:
            yield _JOINING
        elif i in shaping:
            yield _SEEN
        elif t.lower in FUNCTION or t.lower in lexicon().asking:
            yield _FUNCTION
        else:
            yield _WORD + 0.1 * (i in likely)


def _before_of(tokens: Sequence[Token], i: int) -> bool:
    return i + 1 < len(tokens) and tokens[i + 1].lower == "of"
