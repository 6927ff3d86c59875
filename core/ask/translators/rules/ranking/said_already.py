"""Words that say no more than the query does without them: a reading that leaves them unread loses nothing.

- Verbs, as idle_verbs.py tells them, and nouns beside what is said, as said_nouns.py does.
- Nouns for anything or anybody, where another noun says what is meant: `the things on the price list`, `the people on
  our list of givers`.
- What all rows of a table are, as its name tells: `trade orders`, of trade customers.
- Where rows come from, as a table of the query is called: `in the kiosk`, of `kiosk_sales`.
- Pieces of what is named: `pairs of goggles`.
- The list that a table is: `on the species list`. Units behind a number that is compared. `Marked as`, `rated` before
  a cell. `The end of March`, where rows are of whole months.
- `Compared with`, of cells with a figure each.
- Verbs of going before the way that the rows are joined by: `left from Quayside`, of `from_port`.
- A word of the cell or the header that what stands beside it is taken for: `waiting for their check`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.label_stems import stems
from core.ask.state import JoinTree, Link, Mention
from core.ask.stop_words import DETERMINERS
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.versus import COMPARING
from core.ask.translators.rules.lexicon.chunk import Chunk, Claim
from core.ask.translators.rules.passes.set_beside import several_cells
from core.ask.translators.rules.query import Query, main_tables
from core.ask.translators.rules.query_parts import columns_in, filters_in
from core.ask.translators.rules.ranking.idle_verbs import Verbs
from core.ask.translators.rules.ranking.said_nouns import noun_said
from core.text.units import UNITS
from core.text.words import words

SAID: Claim = "said"
"""The claim on a chunk that says no more than the query."""
_ANYTHING = frozenset("thing things one ones item items place places".split())
_ANYBODY = frozenset("people person persons".split())
_PIECES = frozenset("pair pairs piece pieces bit bits sets items dose doses".split())
_COUNTED = frozenset("many which what most fewest number different".split())
_LISTS = frozenset("list lists register record records file files log book books sheet sheets".split())
_ON = frozenset("on in from".split())
_AT = _ON | frozenset("at by through of".split())
_WAYS = frozenset(("from", "to"))
_GOING = frozenset("left leave leaves leaving went go goes going gone came come comes ran run runs headed set".split())
_NEAR = 4
_THESE = frozenset(("this", "these"))
_AS = frozenset("marked listed given recorded classed classified described put down counted shown".split())
_JUDGED = frozenset("rated graded marked judged deemed classed classified labelled ranked assessed scored".split())
_PERIODS = frozenset(map(stem, ("month", "quarter", "year", "period", "season")))
_UNITS = UNITS | {"kelvin", "celsius", "fahrenheit"}
_PARTICLES = frozenset("out up down in off away back after".split())
_SMALL = DETERMINERS | frozenset("for of on in at to its their".split())
_SHORT = 3
"""Letters of a name that was cut short, at least."""


@dataclass(frozen=True)
class Left:
    """What is left of a reading's words: chunks, links of mentions, and words that nothing used."""

    chunks: tuple[Chunk, ...]
    links: tuple[Link | None, ...]
    ignored: tuple[str, ...]


def without_said(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    left: Left,
    query: Query,
    tree: JoinTree,
    facts: Facts,
) -> Left:
    """The words of a reading without those that say no more than its query: these count as used, and what they were
    guessed to mean is of no account."""
    if not left.ignored:
        return left
    said = _Said(tokens, mentions, left, query, tree, facts).chunks()
    if not said:
        return left
    gone = Counter(c.text for c in said)
    ignored = [w for w in left.ignored if not (gone[w] and not gone.subtract((w,)))]
    starts = {c.start for c in said}
    chunks = (replace(c, kind="word", link=None, claimed=SAID) if c.start in starts else c for c in left.chunks)
    links = (None if m.start in starts else k for m, k in zip(mentions, left.links, strict=True))
    return Left(tuple(chunks), tuple(links), tuple(ignored))


@dataclass(frozen=True)
class _Said:
    tokens: Sequence[Token]
    mentions: Sequence[Mention]
    left: Left
    query: Query
    tree: JoinTree
    facts: Facts

    def chunks(self) -> list[Chunk]:
        verbs = Verbs(self.tokens, self.mentions, self.left.links, self.query, self.tree, self.facts)
        found: list[Chunk] = []
        for n, c in enumerate(self.left.chunks):
            if c.claimed not in ("", "context") or c.end - c.start != 1 or not self._unread(c):
                continue
            noun = (
                self._anything(c)
                or self._of_table(n)
                or self._where(c)
                or self._pieces(n)
                or self._list(n)
                or self._unit(n)
                or self._as(n)
                or self._end(n)
                or self._set_beside(c)
            )
            noun = noun or self._beside(n) or self._way(n)
            noun = noun or noun_said(
                self.tokens,
                self.left.chunks,
                n,
                self.query,
                tuple(map(self.facts.source, self.tree.tables)),
                self.facts,
            )
            if noun or verbs.idle(c.start) or (found and self._particle(n)):
                found.append(c)
        return found if any(c.text.lower() not in _PARTICLES for c in found) else []

    def _unread(self, c: Chunk) -> bool:
        """A word that nothing used, or that was only guessed to mean something that has no part in the query."""
        guess = c.link is not None and c.link.kind == "column" and c.link.how == "meaning"
        return (c.kind == "word" and c.link is None) or guess

    def _anything(self, c: Chunk) -> bool:
        """`the things on the price list`, `people who did not turn up`."""
        before = self.tokens[c.start - 1] if c.start else None
        if before is None or before.number is not None:
            return False
        main = next(iter(main_tables(self.query)), "")
        named = {k.link.table for k in self.left.chunks if k.kind == "table" and k.link}
        word = c.text.lower()
        if word in _ANYTHING:
            return main in named
        if word not in _ANYBODY:
            return False
        counted = before.lower in _COUNTED
        return self._people(main) if counted else main in named or any(map(self._people, self.tree.tables))

    def _people(self, table: str) -> bool:
        name = self.facts.source(table)
        return name in self.facts.tables and self.facts.persons(name)

    def _of_table(self, n: int) -> bool:
        """`trade orders`: what a table of the query, or one that its rows belong to, is called by."""
        c, behind = self.left.chunks[n], self.left.chunks[n + 1 : n + 3]
        if behind[:1] and behind[0].kind in ("number", "date"):
            behind = behind[1:]
        thing = next((k.link.table for k in behind[:1] if k.kind == "table" and k.link), "")
        if not thing:
            return False
        names = [thing, *(self.facts.owners(thing) if thing in self.facts.tables else ())]
        return any(self._called(c, self.facts.tables[t].label) for t in names if t in self.facts.tables)

    def _where(self, c: Chunk) -> bool:
        """`in the kiosk`, of `kiosk_sales`: part of what a table of the query is called, and by itself no table."""
        led = [t.lower for t in self.tokens[max(0, c.start - 2) : c.start]]
        placed = len(led) > 1 and led[0] in _AT and led[1] in DETERMINERS
        said = self.tokens[c.start].stem
        labels = [stems(self.facts.tables[self.facts.source(t)].label) for t in self.tree.tables]
        other = any(stems(t.label) == (said,) for t in self.facts.tables.values())
        return placed and not other and any(said in label[:-1] for label in labels)

    def _called(self, c: Chunk, label: str) -> bool:
        token = self.tokens[c.start]
        if token.stem in stems(label):
            return True
        parts = ["".join(filter(str.isalpha, w.lower())) for w in words(label)]
        return any(len(p) >= _SHORT and token.lower.startswith(p) for p in parts)

    def _pieces(self, n: int) -> bool:
        """`pairs of goggles`, `bits of kit`, where what is counted is named behind."""
        c, behind = self.left.chunks[n], self.left.chunks[n + 1 : n + 3]
        of = c.end < len(self.tokens) and self.tokens[c.end].lower == "of"
        return of and c.text.lower() in _PIECES and any(k.link is not None for k in behind)

    def _list(self, n: int) -> bool:
        """`on the species list`, `in these files`."""
        c, table = self.left.chunks[n], n > 0 and self.left.chunks[n - 1].kind == "table"
        before = [t.lower for t in self.tokens[max(0, c.start - _NEAR) : c.start]]
        return c.text.lower() in _LISTS and bool(_ON & set(before)) and (table or before[-1] in DETERMINERS | _THESE)

    def _unit(self, n: int) -> bool:
        """`above 2,000 kelvin`."""
        before = self.left.chunks[n - 1] if n else None
        return before is not None and before.kind == "number" and bool(before.claimed) and (
            self.left.chunks[n].text.lower() in _UNITS
        )  # fmt: skip

    def _as(self, n: int) -> bool:
        """`marked as radioactive`, `rated poor`: a cell says it."""
        c, behind = self.left.chunks[n], self.left.chunks[n + 1 : n + 3]
        led = self.tokens[c.end].lower == "as" if c.end < len(self.tokens) else False
        if c.text.lower() in _JUDGED and behind[:1] and behind[0].kind == "value":
            return bool(behind[0].claimed)
        return c.text.lower() in _AS | _JUDGED and led and any(k.claimed and k.link for k in behind)

    def _end(self, n: int) -> bool:
        """`at the end of March 2024`, where rows are of whole months or years."""
        c = self.left.chunks[n]
        of = c.end + 1 < len(self.tokens) and self.tokens[c.end].lower == "of"
        dated = of and any(k.kind == "date" for k in self.left.chunks[n + 1 : n + 4])
        columns = [f.item.column for f in filters_in(self.query) if f.item.column and self.facts.dated(f.item.column)]
        return c.text.lower() == "end" and dated and any(self.facts.speaks(k, _PERIODS) for k in columns)

    def _set_beside(self, c: Chunk) -> bool:
        """`compared with`, where each of the cells compared has its figure."""
        beside = any(several_cells(w) in self.query.group for w in self.query.where)
        apart = sum(bool(i.where) for i in self.query.select) > 1
        return c.text.lower() in COMPARING and (beside or apart)

    def _beside(self, n: int) -> bool:
        """`waiting for their check`, of a cell `AwaitingCheck` that "waiting" stands for: a word of the cell or the
        header that what stands beside it is taken for."""
        word = self.tokens[self.left.chunks[n].start].stem
        near = [k.link for k in self._neighbours(n) if k.claimed and k.claimed != SAID and k.link is not None]
        used = {(c.table, c.name) for c in columns_in(self.query)}
        links = [k for k in near if k.how != "meaning" and (k.table, k.column) in used]
        return any(word in stems(k.value if k.kind == "value" else k.column) for k in links)

    def _way(self, n: int) -> bool:
        """`left from Quayside`, of what is joined by `from_port`."""
        chunks = self.left.chunks
        behind = chunks[n + 1].text.lower() if n + 1 < len(chunks) else ""
        ways = {w for e in self.tree.edges for c in (*e.left, *e.right) for w in words(c)[:1]}
        return chunks[n].text.lower() in _GOING and behind in _WAYS & ways

    def _neighbours(self, n: int) -> list[Chunk]:
        """The chunks beside one, small words between them aside."""
        found: list[Chunk] = []
        for step in (-1, 1):
            at = n + step
            while 0 <= at < len(self.left.chunks) and self.left.chunks[at].text.lower() in _SMALL:
                at += step
            if 0 <= at < len(self.left.chunks):
                found.append(self.left.chunks[at])
        return found

    def _particle(self, n: int) -> bool:
        """`taken a trip out`: what ends the verb."""
        c = self.left.chunks[n]
        ends = n + 1 == len(self.left.chunks) or self.left.chunks[n + 1].kind == "stop"
        return ends and c.text.lower() in _PARTICLES
