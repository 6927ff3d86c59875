"""`insured pets`, `living members`, `current customers`: states that no cell says in so many words.

A column that is filled in or empty tells them, a day of death that has not come, a code for what is running.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.ask.code_words import ONE
from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.stop_words import DENYING
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.linking.verbs import dwells
from core.ask.translators.rules.query import Col, Definition, Filter, Item
from core.model import TEMPORAL, Column
from core.text.words import normalise

Told = dict[int, tuple[int, Definition]]

_WAS = frozenset("is are was were be been being not currently now still also already aren't isn't".split())
_PLACED = frozenset("in on at by from to with for of as under into over than".split())
"""Behind a participle: it only says where, when or by whom."""
_PLAIN = frozenset("listed named called based located needed used given".split())
"""What says of rows no more than that they are there, but of some of them ("how many of the bridges are listed")."""
_ALIVE = frozenset("alive living".split())
_DEAD = frozenset("dead deceased died".split())
_DEATH = frozenset(map(stem, "death died deceased dod dead".split()))
_RUNNING = frozenset("current currently active live".split())
_RUNS = frozenset(("active", "current", "live", "in force", "valid", "open", "in post", "enrolled", "registered"))
_FEW = 12
"""Different values of a column of states, at most."""


def presence(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Told:
    """Where such a state is said: start → (end, the condition), where one column tells it."""
    named = _named(mentions, facts)
    cells = cell_places(mentions)
    coded = {i for m in mentions for k in m.links[:1] if _state(k) for i in range(m.start, m.end)}
    found: Told = {}
    things = {m.start for m in mentions for k in m.links[:1] if k.kind in ("table", "value")}
    for i, token in enumerate(tokens):
        if token.kind != "word" or i in cells:
            continue
        before = tokens[i - 1].lower if i else ""
        behind = tokens[i + 1].lower if i + 1 < len(tokens) else ""
        conditions: list[Filter] = []
        if token.lower in _ALIVE | _DEAD and behind not in _PLACED:
            empty = token.lower in _ALIVE and before not in DENYING
            days = [c for n in named for c in _days(n, facts)]
            conditions = [Filter(Item(c), "is null" if empty else "is not null") for c in days]
        elif token.lower in _RUNNING and not dwells(tokens, i):
            conditions = [f for n in named for f in _running(n, facts)]
        elif token.lower.endswith("ed") and behind not in _PLACED and (i + 1 in things or before in _WAS | DENYING):
            if (token.lower in _PLAIN and not _of_some(tokens)) or i in coded:
                continue
            conditions = list(_filled(token, named, before in DENYING, facts))
        if len(conditions) == 1:
            denied = before in DENYING and token.lower not in _RUNNING
            found[i - denied] = (i + 1, Definition((token.lemma,), None, (conditions[0],)))
    return found


def _state(link: Link) -> bool:
    """A code whose meaning is the word: `X`, “Cancelled”, says it, and not that a `Canc reason` is filled in."""
    return link.kind == "value" and link.how == "code" and link.score >= ONE


def _named(mentions: Sequence[Mention], facts: Facts) -> list[str]:
    """The tables named, and those whose rows are of a kind that is named: "current Patrons"."""
    kinds = {k.table for m in mentions for k in m.links[:1] if k.kind == "value"}
    named = tables_named(mentions) | kinds | {r for t in kinds if t in facts.tables and (r := facts.referring(t))}
    return sorted(named & facts.tables.keys())


def _of_some(tokens: Sequence[Token]) -> bool:
    """`how many of the bridges`: some of them are meant."""
    lowers = [t.lower for t in tokens]
    return any(lowers[i : i + 2] == ["many", "of"] for i in range(len(lowers)))


def _days(table: str, facts: Facts) -> Iterator[Col]:
    for c in facts.tables[table].columns:
        column = Col(table, c.name)
        if c.type in TEMPORAL and c.profile.nulls and facts.speaks(column, _DEATH):
            yield column


def _running(table: str, facts: Facts) -> Iterator[Filter]:
    """The one value of a column of states that says it runs."""
    for c in facts.tables[table].columns:
        values = [v for v, _ in c.profile.common] if c.type == "text" and 1 < c.profile.distinct <= _FEW else []
        runs = [v for v in values if normalise(c.meaning(v) or v) in _RUNS]
        if len(runs) == 1:
            yield Filter(Item(Col(table, c.name)), "=", (runs[0],))


def _filled(token: Token, named: Collection[str], denied: bool, facts: Facts) -> Iterator[Filter]:
    """What has something in the column that is called so; `un`-, and denied, what has nothing there."""
    absent = token.lower.startswith("un")
    said = stem(token.lower.removeprefix("un")) if absent else token.stem
    for name in named:
        for c in facts.tables[name].columns:
            if said in _roots(c) and _gaps(c):
                yield Filter(Item(Col(name, c.name)), "is null" if absent != denied else "is not null")


def _roots(column: Column) -> frozenset[str]:
    """The stems of a label, those of people behind what they do among them: `insurer`."""
    found = stems(column.label)
    return frozenset((*found, *(s[:-2] for s in found if len(s) > 5 and s.endswith("er"))))


def _gaps(column: Column) -> bool:
    """A text that some rows have, and that is no answer of yes or no."""
    return column.type == "text" and column.profile.nulls > 0 and column.profile.distinct > 2
