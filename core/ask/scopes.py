"""Many tables, one scope at a time (Arfaoui, 7.2.5 and 7.3): a question is asked of a few tables that belong together
as if they were the whole workspace, so that words which tell tables apart are weighed among these alone.

A scope is a folder of files, where joins mostly stay within folders; else tables that hang together by joins (Louvain),
with those that these refer to. Which ones a question is asked of is decided by how much of it each can say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from threading import Lock
from types import MappingProxyType

from core.ask.filtering import SMALL_SCHEMA, schema_view
from core.ask.link import Labels, Linker
from core.ask.overrides import pinned
from core.ask.span_selection import Spans, cover
from core.ask.state import Mention, SchemaView
from core.ask.tokens import Token
from core.ask.values_found import ValueFound, Values
from core.ask.vocabulary import Vocabulary
from core.graph.clusters import find_clusters
from core.index.base import LabelHit, LabelIndex
from core.model import Join, Override, Table
from core.model.sources import divided
from core.processes.gc_pause import uncollected

WITHIN = 0.75
"""The least part of all joins that stay within folders, where folders are scopes."""
LINKED = 4
"""Scopes in which a question's words are looked up."""
MOST = 3
"""Scopes that it is read in."""
BEHIND = 1.5
"""How much less of it than the first, in words, another scope may say to be read in."""
LARGE = 60
"""Tables from which on a scope's words are weighed as among all tables: a linker of its own would say the same."""
GUESSED = 0.5
"""What a word counts that was found by its sense alone."""
_LABELS = 200
"""How many labels like a word are looked up in all tables, for those that are left in a scope."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Tables that are asked as if there were no others. A label that bears its folder is given without."""

    name: str
    tables: tuple[Table, ...]
    joins: tuple[Join, ...]


@dataclass(frozen=True, slots=True)
class Scoped:
    """A question in a scope: what its words mean there, what of the scope goes on, and how many words that are."""

    scope: Scope
    mentions: tuple[Mention, ...]
    view: SchemaView
    score: float


@dataclass(slots=True)
class Scopes:
    """The scopes of one state of the schema, each with a linker that is made when it is first needed."""

    scopes: tuple[Scope, ...]
    values: Values
    labels: LabelIndex | None
    called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Other words for tables, by their names."""
    _linkers: dict[int, Linker] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @staticmethod
    def of(
        tables: Sequence[Table],
        joins: Sequence[Join],
        values: Values,
        labels: LabelIndex | None,
        called: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Scopes:
        """The scopes of a workspace; none for a small one, and where all tables belong together."""
        found = scopes_of(tables, joins) if len(tables) > SMALL_SCHEMA else ()
        return Scopes(found if len(found) > 1 else (), values, labels, called)

    @uncollected()
    def likeliest(
        self,
        tokens: Sequence[Token],
        spans: Spans,
        hint: Sequence[Token] = (),
        overrides: Sequence[Override] = (),
        spoken_of: Sequence[str] = (),
    ) -> tuple[Scoped, ...]:
        """Up to `MOST` scopes that say most of a question, most first. `spans` are its words' links in all tables.

        Only those that hold what `overrides` pin; those that hold what the question before was about go before others.
        """
        if not self.scopes:
            return ()
        pins = [o.target for o in overrides if o.target]
        looked = _Looked(self.values, self.labels)
        found = []
        for n, inside in self._spoken_of(tokens, spans, spoken_of)[:LINKED]:
            scope = self.scopes[n]
            names = frozenset(t.name for t in scope.tables)
            if not all(_holds(scope, pin) for pin in pins):
                continue
            mentions = cover(tokens, inside)
            hinted: tuple[Mention, ...] = ()
            if hint or len(scope.tables) <= LARGE:
                linker = self._linker(n).over(*looked.within(names))
                mentions = linker.link(tokens)
                hinted = linker.link(hint) if hint else ()
            mentions = pinned(tokens, mentions, overrides, scope.tables)
            before = tuple(t for t in spoken_of if t in names)
            view = schema_view(scope.tables, scope.joins, (*mentions, *hinted), before)
            said = weight(mentions, tokens) + weight(hinted, hint) + (BEHIND if before else 0.0)
            found.append(Scoped(scope, mentions, view, said))
        found.sort(key=lambda s: -s.score)
        return tuple(s for s in found[:MOST] if s.score > 0 and s.score >= found[0].score - BEHIND)

    def _spoken_of(self, tokens: Sequence[Token], spans: Spans, before: Sequence[str]) -> list[tuple[int, Spans]]:
        """The scopes and what words mean there, by how much of the question they can say, most first, without those
        far behind; the question before counts for the scopes that it was about."""
        home: dict[str, list[int]] = defaultdict(list)
        for n, scope in enumerate(self.scopes):
            for table in scope.tables:
                home[table.name].append(n)
        inside: dict[int, Spans] = defaultdict(lambda: defaultdict(dict))
        for span, links in spans.items():
            for key, link in links.items():
                for n in home.get(link.table, ()):
                    inside[n][span][key] = link
        said = {n: weight(cover(tokens, found), tokens) for n, found in inside.items()}
        for n in {n for table in before for n in home[table]}:
            said[n] = said.get(n, 0.0) + BEHIND
        least = max(said.values(), default=0.0) - BEHIND
        ranked = sorted((n for n in said if said[n] >= least), key=lambda n: (-said[n], n))
        return [(n, inside[n]) for n in ranked]

    def _linker(self, n: int) -> Linker:
        with self._lock:
            if n not in self._linkers:
                self._linkers[n] = Linker(Vocabulary(self.scopes[n].tables, self.called), self.values, self.labels)
            return self._linkers[n]


WHOLE = Scope("", (), ())
"""All tables together."""


def _holds(scope: Scope, pin: str) -> bool:
    """Whether what is pinned (`table`, `table.column…`) is of the scope."""
    return any(pin == t.name or pin.startswith(f"{t.name}.") for t in scope.tables)


def weight(mentions: Sequence[Mention], tokens: Sequence[Token]) -> float:
    """How many of a question's words the mentions say, each by the score of its best link; a letter is no word."""
    return sum(
        max((k.score**2 * (GUESSED if k.how == "meaning" else 1.0) for k in m.links), default=0.0)
        * sum(t.kind != "punct" and (len(t.text) > 1 or t.text.isdigit()) for t in tokens[m.start : m.end])
        for m in mentions
    )


def scopes_of(tables: Sequence[Table], joins: Sequence[Join]) -> tuple[Scope, ...]:
    """The parts of a schema that are asked by themselves: folders, or tables that hang together."""
    usable = [j for j in joins if j.state != "rejected"]
    groups = _folders(tables, usable) or _together(tables, usable)
    labels = {t.name: t.label for t in tables}
    return tuple(_scope(labels.get(n, PurePath(n).name), kept, tables, joins) for n, kept in groups.items())


def _scope(name: str, kept: frozenset[str], tables: Sequence[Table], joins: Sequence[Join]) -> Scope:
    inside = [t for t in tables if t.name in kept]
    short = Counter(_short(t) for t in inside)
    called = tuple(replace(t, label=_short(t)) if short[_short(t)] == 1 else t for t in inside)
    return Scope(name, called, tuple(j for j in joins if j.child_table in kept and j.parent_table in kept))


def _short(table: Table) -> str:
    """A table's label without the folder that was put before it to tell it from others."""
    folder, slash, rest = table.label.partition("/")
    return rest if slash and rest and folder == _folder(table) else table.label


def _folder(table: Table) -> str:
    return PurePath(divided(table.source)[0]).parent.name


def _folders(tables: Sequence[Table], joins: Sequence[Join]) -> Mapping[str, frozenset[str]]:
    """The tables of each folder; empty where there is one, or joins lead from folder to folder."""
    home = {t.name: str(PurePath(divided(t.source)[0]).parent) for t in tables}
    groups: dict[str, set[str]] = defaultdict(set)
    for name, folder in home.items():
        groups[folder].add(name)
    inside = sum(home[j.child_table] == home[j.parent_table] for j in joins)
    several = sum(len(g) > 1 for g in groups.values())
    if several < 2 or inside < WITHIN * len(joins):
        return {}
    return {folder: frozenset(names) for folder, names in groups.items()}


def _together(tables: Sequence[Table], joins: Sequence[Join]) -> Mapping[str, frozenset[str]]:
    """The tables of each community of the joins, with those outside that these refer to."""
    groups = {}
    for cluster in find_clusters(tables, joins):
        own = frozenset(cluster.tables)
        beside = {j.parent_table for j in joins if j.child_table in own and j.evidence.cardinality == "n:1"}
        groups[cluster.id] = own | beside
    return groups


@dataclass(frozen=True, slots=True)
class _Looked:
    """The indexes, asked once for all scopes of a question, and for more, as most is left out of each."""

    values: Values
    labels: LabelIndex | None
    found: dict[tuple[str, ...], Sequence[ValueFound]] = field(default_factory=dict)
    near: dict[str, Sequence[LabelHit]] = field(default_factory=dict)

    def within(self, names: frozenset[str]) -> tuple[Values, Labels | None]:
        return _ValuesWithin(self, names), _LabelsWithin(self, names) if self.labels is not None else None


@dataclass(frozen=True, slots=True)
class _ValuesWithin:
    looked: _Looked
    names: frozenset[str]

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]:
        return self._kept(("", *words), lambda: self.looked.values.find(words))

    def lookup(self, text: str) -> Sequence[ValueFound]:
        return self._kept((text,), lambda: self.looked.values.lookup(text))

    def _kept(self, key: tuple[str, ...], find: Callable[[], Sequence[ValueFound]]) -> Sequence[ValueFound]:
        found = self.looked.found
        if key not in found:
            found[key] = find()
        return [v for v in found[key] if v.table in self.names]


@dataclass(frozen=True, slots=True)
class _LabelsWithin:
    looked: _Looked
    names: frozenset[str]

    def search(self, texts: Sequence[str], k: int = 10) -> Sequence[Sequence[LabelHit]]:
        near = self.looked.near
        new = [t for t in dict.fromkeys(texts) if t not in near]
        if new and self.looked.labels is not None:
            near.update(zip(new, self.looked.labels.search(new, k=_LABELS), strict=True))
        return [[h for h in near[t] if h.table in self.names][:k] for t in texts]
