"""Files of one form: the same columns for one kind, one year or one place each, told apart by a word of their name.

In a question such a word picks the file ("knee records", "landings of 2021"). It restricts no column, although some
column may hold the very same word in every row, and the other files of the form are out of play unless they are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from core.ask.label_match import NAMING
from core.ask.label_stems import stems
from core.ask.state import Link, Mention, SchemaView
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.translators.rules.lexicon.words import lexicon
from core.text.words import words

LEAST = 4
"""Columns that files of one form must share."""
ALIKE = 0.5
"""The share of the smaller file's columns that must be labelled the same, where the files' names share a word."""
SAME = 0.8
"""The share of the larger file's columns where they share none."""
OTHER = 0.95
"""From this score a word that would pick a file is the name of another table or of its column."""
NAMED = 0.6
"""From this score a word behind the word for a table is one of its columns."""
_HOLDERS = frozenset("file files data dataset table sheet".split())
"""Words for a file, said behind its name."""


class Twins:
    """The groups of tables of one form in a view, and the stems by which each table's label differs from the others."""

    def __init__(self, schema: SchemaView) -> None:
        self.schema = schema
        self._found: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _labels(self) -> dict[str, frozenset[str]]:
        """Of each table the labels of its columns."""
        return {t.name: frozenset(c.label for c in t.columns) for t in self.schema.tables if not t.derived_from}

    @cached_property
    def _said(self) -> dict[str, frozenset[str]]:
        """Of each table the words of its own label, as stems; numbers as they stand."""
        split = {t.name: [w for w in words(t.label) if w not in FUNCTION] for t in self.schema.tables}
        varies = {t.name: {s for c in t.family.varies for s in stems(c)} for t in self.schema.tables if t.family}
        return {
            name: frozenset(w if w.isdigit() else stem(w) for w in said) - varies.get(name, set())
            for name, said in split.items()
        }

    def of(self, table: str) -> tuple[str, ...]:
        """The tables of one form with `table`, itself among them; none when there is no other."""
        if table not in self._found:
            mine = self._labels.get(table, frozenset())
            alike = tuple(t for t, labels in self._labels.items() if t == table or self._alike(table, mine, t, labels))
            self._found[table] = alike if len(alike) > 1 else ()
        return self._found[table]

    def _alike(self, one: str, mine: frozenset[str], other: str, its: frozenset[str]) -> bool:
        shared = len(mine & its)
        akin = shared >= LEAST and bool(self._said[one] & self._said[other])
        return shared >= LEAST and shared >= (
            ALIKE * min(len(mine), len(its)) if akin else SAME * max(len(mine), len(its))
        )

    def marks(self, table: str) -> frozenset[str]:
        """The stems by which a table's label differs from those of its twins."""
        common = [self._said[t] for t in self.of(table)]
        return self._said[table] - frozenset.intersection(*common) if common else frozenset()

    def beside(self, table: str, other: str, column: str) -> str:
        """The column of `other` that stands for `column` of its twin `table`; "" when it has none."""
        found = self.schema.table(other)
        if found is None or found.column(column):
            return column if found else ""
        own, its = self.marks(table), self.marks(other)
        core = [s for s in stems(column) if s not in own]
        same = (c.name for c in found.columns if [s for s in stems(c.label) if s not in its] == core)
        return next(same, "")

    def distinguish(self, tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Mention, ...]:
        """The mentions with the words that pick a table meaning it alone, and no other link to a table not picked."""
        picked = self._picked(tokens, mentions)
        if not picked:
            return tuple(mentions)
        fixed = [m for m in mentions if m.pinned]
        named = {k.table for m in [*picked, *fixed] for k in m.links[:1] if self.of(k.table)}
        named |= self._own_column(mentions, named)
        met = [m for m in mentions if m.pinned or not any(p.start < m.end and m.start < p.end for p in picked)]
        met = [m if m.pinned else self._shared(self._narrowed(m, named), named, mentions) for m in met]
        kept = self._owned(met, picked)
        return tuple(sorted([*picked, *(m for m in kept if m.links or m.pinned)], key=lambda m: m.start))

    def _own_column(self, mentions: Sequence[Mention], named: set[str]) -> set[str]:
        """Twins of which a column is said by its header that no picked one has."""
        firm = [
            k for m in mentions for k in m.links[:1] if k.kind == "column" and k.score >= OTHER and k.how == "label"
        ]
        return {
            k.table
            for k in firm
            if self.of(k.table) and not any(self.beside(k.table, t, k.column) for t in named if t in self.of(k.table))
        }

    def _picked(self, tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[Mention]:
        found: list[Mention] = []
        at = 0
        while at < len(tokens):
            size, table = self._longest(tokens, at)
            over = [m for m in mentions if m.start < at + size and at < m.end]
            if not size or any(m.pinned or self._other(m, at, at + size, table) for m in over):
                at += 1
                continue
            end = at + size
            end += end < len(tokens) and tokens[end].lower in _HOLDERS
            others = tuple(Link("table", t) for t in self.of(table) if t != table)
            text = " ".join(t.text for t in tokens[at:end])
            found.append(Mention(at, end, text, (Link("table", table, score=1.0, how="twin"),), others=others))
            at = end
        return found

    def _longest(self, tokens: Sequence[Token], at: int) -> tuple[int, str]:
        """The longest run of words at `at` that stand in the label of one twin and mark it; (0, "") when none does."""
        best = (0, 0, "")
        word = _word(tokens[at])
        for table in [t for t, said in self._said.items() if word in said and self.of(t)]:
            marks = self.marks(table)
            end, said = at, set[str]()
            while end < len(tokens) and tokens[end].kind in ("word", "number"):
                bridge = tokens[end].lower == "of" and end > at
                word = _word(tokens[end])
                if word not in self._said[table] and not bridge:
                    break
                said.add(word)
                end += 1
            while end > at and tokens[end - 1].lower == "of":
                end -= 1
            met = len(said & marks)
            rivals = [t for t in self.of(table) if t != table and said & marks <= self._said[t]]
            said_alone = tuple(t.lower for t in tokens[at:end]) in lexicon().phrases
            if met and not rivals and not said_alone and (end - at, met) > best[:2]:
                best = (end - at, met, table)
        return best[0], best[2]

    def _other(self, mention: Mention, start: int, end: int, table: str) -> bool:
        """The words name something else: another table, or with the words behind them a column of this one."""
        longer = mention.end > end or mention.start < start
        if longer and any(k.kind == "column" and k.table in self.of(table) for k in mention.links[:1]):
            return mention.links[0].score >= 0.75
        others = [k for k in mention.links if k.kind != "value" and k.table not in self.of(table)]
        return any(k.score >= OTHER for k in others)

    def _owned(self, mentions: Sequence[Mention], picked: Sequence[Mention]) -> list[Mention]:
        """`chemistry samples`: what stands behind a table's word is its column, there and wherever it is said.

        A column that says which (`Sample number`) goes before one that says when or what of it.
        """
        tables = {p.end: p.links[0].table for p in picked}
        owners = {m.text.lower(): tables[m.start] for m in mentions if m.start in tables}
        out = []
        for m in mentions:
            own = [
                k for k in m.links if k.kind == "column" and k.table == owners.get(m.text.lower()) and k.score >= NAMED
            ]
            own = [k for k in own if NAMING & set(stems(k.column))] or own
            out.append(replace(m, links=tuple(own)) if own and not m.pinned else m)
        return out

    def _shared(self, mention: Mention, named: set[str], mentions: Sequence[Mention]) -> Mention:
        """A column of a table nobody speaks of that joins one of a picked twin means that one: the same thing."""
        spoken = {k.table for m in mentions for k in m.links[:1] if k.kind == "table"}
        links: dict[str, Link] = {}
        for link in mention.links:
            other = link.kind == "column" and link.table not in spoken and not self.of(link.table)
            same = self._joined(link.table, link.column, named) if other else None
            moved = replace(link, table=same[0], column=same[1]) if same else link
            links.setdefault(moved.id, moved)
        return replace(mention, links=tuple(links.values()))

    def _joined(self, table: str, column: str, named: set[str]) -> tuple[str, str] | None:
        """The column of a picked twin that a join of one column pairs with this one."""
        for j in self.schema.joins:
            for one, ours, other, theirs in (
                (j.child_table, j.child, j.parent_table, j.parent),
                (j.parent_table, j.parent, j.child_table, j.child),
            ):
                if (one, ours) == (table, (column,)) and other in named:
                    return other, theirs[0]
        return None

    def _narrowed(self, mention: Mention, named: set[str]) -> Mention:
        """Links to twins that nobody picked lead to the same column of those picked."""
        links: dict[str, Link] = {}
        for link in mention.links:
            group = self.of(link.table)
            picked = [t for t in group if t in named]
            if not picked:
                links.setdefault(link.id, link)
                continue
            for table in [link.table] if link.table in named else picked:
                column = self.beside(link.table, table, link.column) if link.column else ""
                if column or (link.kind == "table" and link.score >= 0.9):
                    moved = replace(link, table=table, column=column)
                    links.setdefault(moved.id, moved)
        return replace(mention, links=tuple(links.values()))


def _word(token: Token) -> str:
    """A number as it stands, any other word by its stem."""
    return token.text if token.kind == "number" else token.stem
