"""`the profit of each concert`, `who still owes money`: figures that no column holds, but two columns side by side.

What is said, and which columns tell it, are data: derived.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from core.ask.state import Mention
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item, Operator
from core.ask.translators.rules.told.money_sums import money_of

_MEAN = frozenset(("average", "mean"))
_IDLE = frozenset(("money", "amount", "sum"))
"""What a figure is called beside its name: "how much money is outstanding"."""
_TURNED: Mapping[str, Operator] = {">": "<=", "<": ">="}


@dataclass(frozen=True, slots=True)
class Derived:
    """A figure or a comparison of two columns: the words for it, and those of the columns' headers."""

    said: tuple[tuple[str, ...], ...]
    denied: tuple[tuple[str, ...], ...]
    asks: tuple[tuple[str, ...], ...]
    """The question must say one of these too; any question where there are none."""
    left: tuple[str, ...]
    right: tuple[str, ...]
    held: frozenset[str]
    name: str
    sign: Literal["-", "*", "<", ">"]


@lru_cache(maxsize=1)
def known() -> tuple[Derived, ...]:
    """What the file says, read once; figures first."""
    raw = tomllib.loads((Path(__file__).parent / "derived.toml").read_text(encoding="utf-8"))
    sides = {name: tuple(map(stem, words)) for name, words in raw["sides"].items()}
    return tuple(
        Derived(
            _phrases(d["said"]),
            _phrases(d.get("denied", ())),
            _phrases(d.get("asks", ())),
            sides[d["left"]],
            sides[d["right"]],
            frozenset(map(stem, d["held"])),
            d.get("name", ""),
            d["operator"],
        )
        for kind in ("figure", "comparison")
        for d in raw[kind]
    )


def _phrases(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((tuple(t.replace("-", " - ").split()) for t in texts), key=len, reverse=True))


def derived(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question speaks of such a figure: start → (end, what it means). The first that fits is taken."""
    lowers = [t.lower for t in tokens]
    firm = cell_places(mentions)
    for d in known():
        if d.asks and not any(places_of(lowers, a) for a in d.asks):
            continue
        for phrases, denied in ((d.denied, True), (d.said, False)):
            for start, end in (s for p in phrases for s in places_of(lowers, p)):
                mean = start > 0 and lowers[start - 1] in _MEAN and bool(d.name)
                if firm.isdisjoint(range(start, end)) and (meant := _meant(d, denied, mean, mentions, facts)):
                    return _placed(start - mean, end, meant, tokens, firm)
    return {}


def _placed(
    start: int, end: int, meant: Definition, tokens: Sequence[Token], firm: Collection[int]
) -> dict[int, tuple[int, Definition]]:
    """What it means, where it stands; words for money beside it add nothing."""
    idle = [i for i, t in enumerate(tokens) if meant.item and t.lower in _IDLE and i not in firm]
    beside = {i: (i + 1, Definition((tokens[i].lemma,))) for i in idle if not start <= i < end}
    return {start: (end, replace(meant, words=tuple(t.lemma for t in tokens[start:end]))), **beside}


def _meant(d: Derived, denied: bool, mean: bool, mentions: Sequence[Mention], facts: Facts) -> Definition | None:
    pair = _columns(d, mentions, facts)
    if pair is None:
        return None
    left, right = pair
    if d.sign == "-" or d.sign == "*":
        formula = Formula(d.sign, Item(left), Item(right), d.name)
        return Definition((), Item(left, "avg" if mean else "sum", formula=formula))
    return Definition((), None, (Filter(Item(left), _TURNED[d.sign] if denied else d.sign, (right,)),))


def owed_of(mentions: Sequence[Mention], facts: Facts) -> Item | None:
    """What is still owed, added up, where a table says both what was due and what was paid."""
    owed = next(d for d in known() if d.name == "outstanding")
    meant = _meant(owed, False, False, mentions, facts)
    return meant.item if meant is not None else None


def _columns(d: Derived, mentions: Sequence[Mention], facts: Facts) -> tuple[Col, Col] | None:
    """The columns of the first table named that has both, else of the only table that does."""
    named = tables_named(mentions)
    pairs = {t: p for t in facts.tables if (p := _pair(d, t, facts))}
    here = [p for t, p in pairs.items() if t in named]
    if not here and d.name == "outstanding" and any(money_of(t, facts) for t in named if t in facts.tables):
        return None  # of fines the money is their own
    here = here or list(pairs.values())
    return here[0] if here and (len(pairs) == 1 or named & pairs.keys()) else None


def _pair(d: Derived, table: str, facts: Facts) -> tuple[Col, Col] | None:
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    measures = [c for c in columns if facts.measure(c) and facts.flag(c) is None]
    if any(facts.speaks(c, d.held) for c in measures):
        return None
    right = _side(measures, d.right, d.left if d.sign == "*" else (), facts)
    left = _side([c for c in measures if c != right], d.left, d.right, facts)
    return (left, right) if left and right else None


def _side(columns: Sequence[Col], said: Sequence[str], others: Collection[str], facts: Facts) -> Col | None:
    """The column that says the first of some words, and none of the other side's."""
    for word in said:
        found = [c for c in columns if facts.speaks(c, (word,)) and not facts.speaks(c, set(others) - {word})]
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return None
