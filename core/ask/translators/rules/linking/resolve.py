"""Which link each mention means, decided for all mentions together.

A beam search over the mentions: a link's own score, plus what its neighbours say (`name of students`, `type 'dog'`),
less what it costs to bring in a table that nobody named or that lies far away in the schema graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.overrides import open_links
from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import Token, stem
from core.ask.translators.rules.lexicon.chunk import shaping
from core.ask.translators.rules.lexicon.words import lexicon
from core.text.abbreviations import spoken
from core.text.words import words

_OF = frozenset(
    "of for in from the all each every 's a an any some at on by to their his her its this that these".split()
)
_LIST = frozenset("and or , the a an & their its his her as well".split())
_IS = frozenset(
    "is are was were = of the named name called with , equal to as not a an or and : in for value being".split()
)
_WAYS = frozenset(("from", "to", "out"))
COMMON = 0.4
"""What a word loses that is said like a common word and found among many names."""
MANY_NAMES = 200
FEW_NAMES = 40
"""Different values from which a column holds names; fewer are enough for a value that only resembles the word."""
BEAM = 24
FIRM_LINK_SCORE = 0.9
"""From this score a label wins over a phrase that compares or ranks."""
_DESCRIBING = 0.4
"""What a column loses that is said like a cell right before the noun for the rows of both."""
_FOR_EACH = 0.4
"""What a cell loses that is said like a column behind "each": `orders for each rep`."""
_EACH = frozenset(("each", "every", "per"))
_WHOLE = frozenset(("exact", "case"))
"""How a word is like a cell that it names whole."""
SKIP = 0.55
"""What leaving a mention alone is worth: a link must beat this, its neighbours' word included."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One link for every mention, with the reckoning."""

    links: tuple[Link | None, ...]
    """None where a mention is better left alone."""
    score: float


def distances(schema: SchemaView) -> dict[str, dict[str, int]]:
    """Joins between any two tables of the view, by breadth-first search; absent when unconnected."""
    beside: dict[str, set[str]] = {t.name: set() for t in schema.tables}
    for join in schema.joins:
        if join.child_table in beside and join.parent_table in beside:
            beside[join.child_table].add(join.parent_table)
            beside[join.parent_table].add(join.child_table)
    found: dict[str, dict[str, int]] = {}
    for start in beside:
        seen, queue = {start: 0}, deque([start])
        while queue:
            at = queue.popleft()
            for near in beside[at]:
                if near not in seen:
                    seen[near] = seen[at] + 1
                    queue.append(near)
        found[start] = seen
    return found


def resolve(
    tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView, most: int = 8
) -> tuple[Chosen, ...]:
    """The `most` best choices, best first."""
    far, distinct = distances(schema), _distinct(schema)
    known = {t.name for t in schema.tables}
    named = {k.table for m in mentions for k in m.links[:1] if k.kind == "table" and k.score >= 0.9}
    named |= _within(tokens, mentions, schema)
    beam: list[tuple[float, tuple[Link | None, ...]]] = [(0.0, ())]
    cues = shaping(tokens)
    for at, mention in enumerate(mentions):
        best = mention.links[0].score if mention.links and not mention.pinned else FIRM_LINK_SCORE
        if best < FIRM_LINK_SCORE and cues.issuperset(range(mention.start, mention.end)):
            beam = [(score, (*links, None)) for score, links in beam]
            continue
        grown: list[tuple[float, tuple[Link | None, ...]]] = []
        for score, links in beam:
            for link in open_links(mention):
                if link is None:
                    grown.append((score + SKIP, (*links, None)))
                elif link.table in known:
                    grown.append(
                        (score + _gain(tokens, mentions, at, links, link, named, far, distinct), (*links, link))
                    )
        grown.sort(key=_rank)
        beam = grown[:BEAM]
    ranked = [(score - _spread(links, far), links) for score, links in beam if any(links)]
    ranked.sort(key=_rank)
    return tuple(Chosen(links, score) for score, links in ranked[:most])


def reckoned(
    tokens: Sequence[Token], mentions: Sequence[Mention], links: Sequence[Link | None], schema: SchemaView
) -> float:
    """What `resolve` would give a choice of links."""
    far, distinct = distances(schema), _distinct(schema)
    named = {k.table for m in mentions for k in m.links[:1] if k.kind == "table" and k.score >= 0.9}
    named |= _within(tokens, mentions, schema)
    score = 0.0
    for at, link in enumerate(links):
        before = tuple(links[:at])
        score += SKIP if link is None else _gain(tokens, mentions, at, before, link, named, far, distinct)
    return score - _spread(links, far)


def describes(mentions: Sequence[Mention], at: int, column: Link) -> bool:
    """`completed jobs`: right before the noun for its rows a word that a cell of theirs holds says which are meant,
    and not that a column is called so too."""
    mention, behind = mentions[at], mentions[at + 1] if at + 1 < len(mentions) else None
    *first, last = mention.text.split()
    if first and stem(last.lower()) in stems(column.table):
        return any(k.how == "code" and (k.table, k.column) == (column.table, column.column) for k in mention.links)
    if behind is None or behind.start != mention.end or mention.pinned:
        return False
    rows = {k.table for k in behind.links if k.kind == "table" and k.score >= FIRM_LINK_SCORE}
    cells = [k for k in mention.links if k.kind == "value" and k.table in rows]
    told = any(k.column != column.column if k.how in _WHOLE else k.how == "code" for k in cells)
    return column.table in rows and told  # “approved contractors”, too, where a column says yes or no


def _naming(tokens: Sequence[Token], mention: Mention) -> bool:
    return mention.end - mention.start == 1 and tokens[mention.start].lemma in ("name", "title")


def _within(tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView) -> set[str]:
    """Tables whose name stands inside a longer mention of a column: `students` in "id of students"."""
    labels = {t.name: set(stems(t.label)) for t in schema.tables}
    found: set[str] = set()
    for m in mentions:
        said = {t.stem for t in tokens[m.start : m.end]}
        found |= {k.table for k in m.links if k.kind == "column" and labels.get(k.table, {""}) <= said}
    return found


def _rank(found: tuple[float, tuple[Link | None, ...]]) -> tuple[float, list[str]]:
    """Best first, ties in a stable order."""
    return -found[0], [k.id if k else "" for k in found[1]]


def _gain(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    at: int,
    links: tuple[Link | None, ...],
    link: Link,
    named: set[str],
    far: dict[str, dict[str, int]],
    distinct: Mapping[tuple[str, str], int],
) -> float:
    """What choosing `link` for mention `at` adds, given the links chosen before it."""
    mention = mentions[at]
    gain = link.score * (1.0 if link.kind != "table" else 1.02)
    before = tokens[mention.start - 1].lower if mention.start else ""
    earlier = tokens[mention.start - 2].lower if mention.start > 1 else ""
    if (
        link.kind == "table"
        and link.score >= 0.75
        and (
            before in ("many", "each", "every", "all", "which", "any", "no", "without")
            or (before == "of" and earlier in ("number", "list"))
        )
    ):
        gain += 0.08
    if link.kind == "value":
        gain -= common_word(tokens, mention, link, distinct)
        called = any(k.kind == "column" and k.score >= FIRM_LINK_SCORE for k in mention.links)
        gain -= _FOR_EACH if called and before in _EACH else 0.0
    if link.kind == "column" and describes(mentions, at, link):
        gain -= _DESCRIBING
    if link.table in named:
        gain += 0.15
    tables = {k.table for k in links if k}
    if link.table in tables:
        gain += 0.12
    elif tables:
        gain -= 0.05 * min(4, min(far.get(link.table, {}).get(t, 6) for t in tables))
    if link.kind == "column":
        around = [*tokens[max(0, mention.start - 4) : mention.start], *reversed(tokens[mention.end : mention.end + 4])]
        gain += 0.12 * role([t for t in around if t.lower in ("before", "after", "pre", "post")], link.column)
        gain += 0.12 * _end_said(tokens, link.column) if link.how != "meaning" else 0.0
    if link.kind == "value" and link.column:
        gain += 0.3 * role(tokens[max(0, mention.start - 5) : mention.start], link.column)
    if not links or links[-1] is None:
        return gain
    last, gap = links[-1], [t.lower for t in tokens[mentions[at - 1].end : mention.start]]
    same = last.table == link.table
    if last.kind == "column" and link.kind == "table" and same and set(gap) <= _OF:
        gain += 0.35
    if link.kind == "table" and same and last.kind == "value" and not gap and len(links) > 1:
        first, led = links[-2], [t.lower for t in tokens[mentions[at - 2].end : mentions[at - 1].start]]
        if first is not None and first.kind == "column" and first.table == link.table and set(led) <= _OF:
            gain += 0.35  # "ids of the male students": the column is that of what is named behind the value
    if last.kind == "table" and last.score < FIRM_LINK_SCORE <= link.score and link.kind == "column":
        gain -= 0.5 if not same and not gap else 0.0  # "body weight" is no `body_builder` beside a weight
    if last.kind == "table" and link.kind == "column" and same and len(gap) <= 3:
        gain += 0.25 if len(gap) <= 1 else 0.1
    if last.kind == "column" and link.kind == "column" and same and set(gap) <= _LIST:
        gain += 0.15
    if last.kind == "column" and link.kind == "column" and gap[:1] == ["of"] and _naming(tokens, mentions[at - 1]):
        gain -= 0.4  # the name of a studio is what the column `studio` holds
    if last.kind == "value" and link.kind == "table" and same and not gap:
        gain += 0.25
    if last.kind == "table" and link.kind == "value" and same and len(gap) <= 3:
        gain += 0.2
    owned = link.kind == "value" and last.id.split("=")[0] == link.id.split("=")[0]
    if owned and last.how == "code" and link.how != "code" and len(gap) <= 2:
        gain -= 0.4  # a yes/no column with its value behind it is not said as a value itself
    elif owned and set(gap) <= _IS:
        gain += 0.4
    if link.kind == "column" and last.kind == "value" and (last.table, last.column) == (link.table, link.column):
        gain += 0.35 if not gap else 0.1
    return gain


def common_word(
    tokens: Sequence[Token], mention: Mention, link: Link, distinct: Mapping[tuple[str, str], int]
) -> float:
    """What a word in small letters loses as one of many names, where the writer uses capitals: "national", "money"."""
    span = tokens[mention.start : mention.end]
    capitals = bool(tokens) and tokens[0].text[:1].isupper()
    if len(span) > 1 or not capitals or mention.pinned or span[0].capital or span[0].kind != "word":
        return 0.0
    many = distinct.get((link.table, link.column), 0)
    resembles = link.how in ("part", "typo")
    return COMMON if many > (FEW_NAMES if resembles else MANY_NAMES) and mention.start else 0.0


def _distinct(schema: SchemaView) -> dict[tuple[str, str], int]:
    return {(t.name, c.name): c.profile.distinct for t in schema.tables for c in t.columns}


def role(before: Sequence[Token], column: str) -> float:
    """1 when the words before speak for this column's role ("departing from" and `SourceAirport`), nearest first."""
    label = {*stems(column), *map(stem, words(column))}
    for token in reversed(before):
        role_stems = lexicon().roles.get(token.stem) or lexicon().roles.get(token.lower)
        if role_stems:
            return 1.0 if label & role_stems or any(spoken(w, role_stems) for w in words(column)) else 0.0
    return 0.0


def _end_said(tokens: Sequence[Token], column: str) -> float:
    """1 where a word says that something begins, or ends, and the column holds when it did."""
    label, said = {*stems(column), *map(stem, words(column))}, {t.stem for t in tokens if t.lower not in _WAYS}
    ends = (lexicon().begins, lexicon().ends)
    return float(any(label & end and said & end and not said & other for end, other in (ends, ends[::-1])))


def _spread(links: Sequence[Link | None], far: dict[str, dict[str, int]]) -> float:
    """The cost of connecting the chosen tables: joins beyond the first table, much more where there is no way."""
    tables = list(dict.fromkeys(k.table for k in links if k))
    cost = 0.0
    for i, table in enumerate(tables[1:], 1):
        near = min(far.get(table, {}).get(t, 12) for t in tables[:i])
        cost += 0.08 * near
    return cost
