"""`price per litre by supplier`, `what do they pay us a mile`, `dearest per night`: all the money by all the units.

The units are a column of numbers called after many of them (`Litres`, `No of nights`), what is paid for them the column
said before, or the one column of money beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Formula, Item, Order, figure
from core.ask.translators.rules.told.money_sums import spent_of
from core.text.units import without_unit
from core.text.words import words

_MONEY = frozenset(
    "cost costs price prices charge charges fare fares fee fees income earnings revenue takings spend spending rent "
    "rate expense amount money value".split()
)
_PAYING = frozenset(
    "pay pays paid paying cost costs charge charges charged charging earn earns earned spend spent make makes made "
    "get got take takes took bring brings brought".split()
)
_DEAREST = ("most expensive", "most costly", "dearest", "priciest", "costliest", "most")
_CHEAPEST = ("least expensive", "cheapest", "least", "less", "lowest", "fewest")
_HIGHER = ("more", "dearer", "highest")
_IDLE = frozenset("us we they you them in for our the on to a average".split())
_EACH = (("per",), ("for", "each"), ("for", "every"), ("of", "a"), ("of", "one"), ("a",), ("an",))
_MANY = frozenset(map(stem, ("quantity", "qty", "number", "no")))
_ARTICLES = frozenset(("a", "an"))
_UNITS = {"minute": "mins", "hour": "hrs", "kilometre": "km", "kilometer": "km", "kilogram": "kg", "kilo": "kg"}
_RATES = frozenset("per each rate hourly daily nightly unit".split())
_MEAN = frozenset(("average", "mean", "avg"))
_OPENING = frozenset(
    ("what", "what do", "what did", "what does", "how much", "how much do", "how much does", "how much did")
)
_BACK = 4
"""Tokens before the unit among which stands what is paid for it."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """The words for it, and the columns it may be."""

    start: int
    end: int
    columns: tuple[Col, ...]


def unit_rates(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure, or the order by it)."""
    lowers = [t.lower for t in tokens]
    for unit in _units(lowers, mentions, facts):
        rank, descending = _ranked(lowers, unit.start)
        behind = unit.start if rank is None else rank
        led = next((i for i in _before(behind, _BACK) if lowers[i] in _MONEY and _idle(lowers, i + 1, behind)), None)
        verb = next((i for i in (*_before(behind), *_costing(lowers, unit.end)) if lowers[i] in _PAYING), None)
        for column in unit.columns:
            said = _said_before(behind, column, lowers, mentions, facts)
            spoken = said or (rank, led, verb) != (None, None, None)
            top = said[1] if said else spent_of(column.table, facts) if spoken else None
            if top is None or top == column or _RATES & {w.lower() for w in facts.spelt(top)}:
                continue  # what one costs is divided no further
            name = f"{_called(top, facts)} per {lowers[unit.end - 1]}"
            rate = figure(Formula("/", Item(top, "sum"), Item(column, "sum"), name))
            if rank is not None:
                begin = verb if verb is not None and verb < rank and _idle(lowers, verb + 1, rank) else rank
                return _placed(tokens, begin, unit.end, Definition((), order=Order(rate, descending)))
            begin = said[0] if said else led if led is not None else unit.start
            begin -= begin > 0 and lowers[begin - 1] in _MEAN
            return _placed(tokens, begin, unit.end, Definition((), rate), None if said else verb)
    return _of_each_row(tokens, mentions, facts)


def _of_each_row(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """`charge per trip by customer`: of trips that each have their charge, their mean for each."""
    lowers = [t.lower for t in tokens]
    for one, other in pairwise(mentions):
        tables = {k.table for k in other.links if k.kind == "table" and k.score >= FIRM}
        plain = lowers[one.end : other.start] == ["per"] and lowers[other.end : other.end + 1] in (["by"], ["for"])
        if not plain or lowers[one.start - 1 : one.start] in (["total"], ["of"]):
            continue
        for k in one.links:
            column = Col(k.table, k.column)
            if k.kind == "column" and k.score >= FIRM and k.table in tables and facts.measure(column):
                begin = one.start - (one.start > 0 and lowers[one.start - 1] in _MEAN)
                return _placed(tokens, begin, other.end, Definition((), Item(column, "avg")))
    return {}


def _called(column: Col, facts: Facts) -> str:
    held = facts.column(column)
    label = held.label if held else column.name
    return " ".join(words(without_unit(label, True) or label))


def _before(at: int, most: int = 99) -> range:
    """The places before one, nearest first."""
    return range(at - 1, max(-1, at - 1 - most), -1)


def _costing(lowers: Sequence[str], unit: int) -> range:
    """`what does a litre (of oil) cost`: where the verb stands behind the unit."""
    return range(unit, min(len(lowers), unit + 3 if lowers[unit : unit + 1] == ["of"] else unit + 1))


def _placed(
    tokens: Sequence[Token], start: int, end: int, meant: Definition, verb: int | None = None
) -> dict[int, tuple[int, Definition]]:
    """What it means, where it stands; a verb before it, and what opens the question with it, say no more."""
    found = {start: (end, replace(meant, words=lemmas(tokens, start, end)))}
    if verb is not None and not start <= verb < end:
        found[verb] = (verb + 1, Definition(lemmas(tokens, verb, verb + 1)))
        opens = (n for n in (3, 2, 1) if " ".join(t.lower for t in tokens[:n]) in _OPENING and n <= min(verb, start))
        opening = next(opens, 0)
        found |= {0: (opening, Definition(lemmas(tokens, 0, opening)))} if opening else {}
    return found


def _idle(lowers: Sequence[str], start: int, end: int) -> bool:
    return all(w in _IDLE for w in lowers[start:end])


def _units(lowers: Sequence[str], mentions: Sequence[Mention], facts: Facts) -> Iterator[_Unit]:
    """`per litre`, where a column counts litres and no table or cell is called so."""
    cells, tables = cell_places(mentions), tables_named(mentions)
    for i in range(1, len(lowers)):
        led = next((len(e) for e in _EACH if tuple(lowers[i - len(e) : i]) == e), 0)
        if (
            not led
            or _had(lowers, i - led, led)
            or i in cells
            or any(stem(lowers[i]) in stems(facts.tables[t].label) for t in tables if t in facts.tables)
        ):
            continue
        if found := tuple(counted_by(lowers[i], facts)):
            yield _Unit(i - led, i + 1, found)


def _had(lowers: Sequence[str], at: int, led: int) -> bool:
    """`how many bookings brought a dog`: what some have and others have not, where nobody asks how much."""
    article = led == 1 and lowers[at] in _ARTICLES and lowers[at - 1] in _PAYING
    return article and lowers[0] != "what" and "much" not in lowers


def counted_by(word: str, facts: Facts) -> Iterator[Col]:
    """The columns that say how many of a unit there are: `Litres` of a litre, `No of nights` of a night."""
    for name, table in facts.tables.items():
        for column in (Col(name, c.name) for c in table.columns):
            label = [w.lower() for w in facts.spelt(column)]
            many = [
                w for w in label if w == _UNITS.get(word) or (stem(w) == stem(word) and w != word and w.endswith("s"))
            ]
            so_many = word in label and bool(_MANY & {stem(w) for w in label})
            if (many or so_many) and facts.measure(column) and not facts.year(column):
                yield column


def _ranked(lowers: Sequence[str], unit: int) -> tuple[int | None, bool]:
    """Where `dearest`, `most expensive` or `pays us less` begins right before the unit, and which end is meant."""
    before = unit
    while before and lowers[before - 1] in _IDLE:
        before -= 1
    for phrases, descending in ((_CHEAPEST, False), (_DEAREST, True), (_HIGHER, True)):
        for phrase in phrases:
            size = len(phrase.split())
            if before >= size and " ".join(lowers[before - size : before]) == phrase:
                return before - size, descending
    return None, False


def _said_before(
    at: int, unit: Col, lowers: Sequence[str], mentions: Sequence[Mention], facts: Facts
) -> tuple[int, Col] | None:
    """The column of figures beside the units that is said right before them, and where."""
    for m in mentions:
        links = [k for k in m.links if k.kind == "column" and k.table == unit.table and k.score >= FIRM]
        found = [c for k in links if facts.measure(c := Col(k.table, k.column)) and c != unit]
        if found and at - 2 <= m.end <= at and _idle(lowers, m.end, at):
            return m.start, found[0]
    return None
