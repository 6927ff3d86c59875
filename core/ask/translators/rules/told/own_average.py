"""`bigger than the average plot of their site`, `a price above the average of its range`: rows held against the mean of
those that are alike in a column, or of all where none is said ("more trees than the average orchard").

What is held against it is a column that is said, before the comparison or in it, or the one that its word speaks of
("bigger": a size). The rows alike are told by a column of the same table, or by the one that refers to what is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.columns import within
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator, Scalar

_QUANTITIES = {
    "bigger": "size", "larger": "size", "greater": "", "higher": "", "more": "", "longer": "length", "taller": "height",
    "heavier": "weight", "dearer": "price", "pricier": "price", "costlier": "price", "faster": "speed",
    "smaller": "size", "lower": "", "less": "", "fewer": "", "shorter": "length", "lighter": "weight",
    "cheaper": "price", "slower": "speed", "more expensive": "price", "more costly": "price", "less expensive": "price",
}  # fmt: skip
_CUT = 4
"""Letters of a word that is cut short, at least."""
_HIGH = ("higher", "lower")
_BELOW = frozenset("smaller lower less fewer shorter lighter cheaper slower below under beneath".split())
_COSTING = frozenset("cost costs costing costed priced sold sell sells".split())
_EARNING = frozenset("earn earns earned earning paid make makes".split())
_VERBS = "|".join(sorted(_COSTING | _EARNING))
_THAN = "|".join(sorted(_QUANTITIES, key=len, reverse=True))
_MEAN = r"(?:an? |the )?(?:average|mean|typical)"
_OWN = r"(?:their|its|the same|his|her)(?: own)?"
_SAID = (
    rf"\b(?:(?:(?P<verb>{_VERBS}) )?(?P<how>{_THAN}) (?:(?P<of>(?!than\b)\w[\w ]*?) )?than (?:that of )?"
    rf"|(?P<side>above|over|beyond|below|under|exceed(?:s|ed|ing)?) )"
)
_FORMS = (
    re.compile(rf"{_SAID}{_MEAN} (?:(?P<what>\w[\w ]*?) )?(?:of|in|at|for|within|on|among|from) {_OWN} (?P<group>\w+)"),
    re.compile(rf"{_SAID}{_OWN} (?P<group>\w[\w ]*?)(?: 's| s)? (?:average|mean)\b(?: (?P<what>\w+))?"),
    re.compile(rf"{_SAID}{_MEAN} (?P<what>\w+)(?P<group>)(?= \||$)"),
)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the parts of the comparison stand, as tokens."""

    start: int
    end: int
    group: int
    of: range
    what: range


def own_average(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the comparison with the mean of the rows alike)."""
    text, starts = "", []
    for token in tokens:
        starts.append(len(text))
        text += (token.lower if token.kind == "word" or token.lower == "'s" else "|") + " "
    for n, met in ((n, m) for n, form in enumerate(_FORMS) for m in form.finditer(text)):
        at = _placed(met, starts)
        for column in _measured(at, met, tokens, mentions, facts):
            if met["group"]:
                found = _group(at.group, column, tokens, mentions, facts)
            else:
                found = (at.end, None) if at.of and _named(at.what, column.table, mentions) else None
            if found is None:
                continue
            end, alike = found
            end = max(at.end, end) if n else end
            below = bool({met["how"] or "", met["side"] or ""} & _BELOW) or (met["how"] or "").startswith("less")
            operator: Operator = "<" if below else ">"
            start = _beginning(at.start, column, met, tokens, mentions)
            bound = Filter(Item(column), operator, (Scalar(Item(column, "avg"), same=(alike,) if alike else ()),))
            return {start: (end, Definition(tuple(t.lemma for t in tokens[start:end]), None, (bound,)))}
    return {}


def _placed(met: re.Match[str], starts: Sequence[int]) -> _Places:
    def at(place: int) -> int:
        return max(i for i, s in enumerate(starts) if s <= place)

    def span(name: str) -> range:
        held = met.groupdict().get(name)
        return range(at(met.start(name)), at(met.end(name) - 1) + 1) if held else range(0)

    return _Places(at(met.start()), at(met.end() - 1) + 1, at(met.start("group")), span("of"), span("what"))


def _measured(
    at: _Places, met: re.Match[str], tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> Iterator[Col]:
    """The columns that may be held against their mean, likeliest first: of the table that is named behind "average"."""
    tables = _tables(at, mentions)
    named = {k.table for m in mentions if m.start in at.what for k in m.links[:1] if k.kind == "table"}
    if len(named) == 1:
        yield from (c for c in _columns(at, met, mentions, tables, facts) if c.table in named)
        said = list(tokens[at.of.start : at.of.stop])[-1:]
        own = [Col(t, c.name) for t in named if t in facts.tables for c in facts.tables[t].columns]
        yield from (c for c in own if said and amount(c, facts) and _short_for(said[0], c, facts))
        return
    yield from _columns(at, met, mentions, tables, facts)


def _short_for(token: Token, column: Col, facts: Facts) -> bool:
    """A label says the word, if only cut short: `tot_cred` of credits."""
    cut = any(len(w) >= _CUT and token.lower.startswith(w.lower()) for w in facts.spelt(column))
    return cut or facts.speaks(column, (token.stem,))


def _columns(
    at: _Places, met: re.Match[str], mentions: Sequence[Mention], tables: Sequence[str], facts: Facts
) -> Iterator[Col]:
    """The columns that the words mean."""
    for place in (at.what, at.of):
        yield from (c for m in mentions if m.start in place for c in _figures(m, tables, facts))
    verb = met.groupdict().get("verb") or ""
    near = range(at.start - 2, at.start) if met["side"] or not (verb or met["of"]) else range(0)
    yield from (c for m in mentions if m.end - 1 in near for c in _figures(m, tables, facts))
    quantity = _QUANTITIES.get(met["how"] or "", "")
    if not at.of and not quantity and verb:
        quantity = "price" if verb in _COSTING else "pay"
        yield from (c for m in mentions if m.start <= at.start < m.end for c in _figures(m, tables, facts))
    for table in tables if not at.of else ():
        own = facts.of_quantity(quantity, (table,)) if quantity else None
        if own is None and met["how"] in _HIGH:
            own = facts.of_quantity("height", (table,))
        if own is not None and facts.measure(own):
            yield own
        measures = [c for held in facts.tables[table].columns if amount(c := Col(table, held.name), facts)]
        if own is None and len(measures) == 1:
            yield measures[0]


def _tables(at: _Places, mentions: Sequence[Mention]) -> list[str]:
    """The tables whose rows may be meant: of what stands behind "average", then of what is said before."""
    behind = [m for m in mentions if m.start in at.what]
    before = [m for m in reversed(mentions) if m.end <= at.start or m.start <= at.start < m.end]
    named = [k for m in (*behind, *before) for k in m.links if k.score >= FIRM and k.kind != "value"]
    return list(dict.fromkeys(k.table for k in named))


def _named(what: range, table: str, mentions: Sequence[Mention]) -> bool:
    """The rows of a table are named there."""
    return any(m.start in what and any(k.table == table and k.score >= FIRM for k in m.links) for m in mentions)


def _figures(m: Mention, tables: Sequence[str], facts: Facts) -> Iterator[Col]:
    """The columns of amounts that words may mean, those of the tables spoken of first."""
    columns = [(Col(k.table, k.column), k.score) for k in m.links if k.kind == "column" and k.table in facts.tables]
    found = [(c, score) for c, score in columns if amount(c, facts)]
    spoken = [c for c, _ in found if c.table in tables]
    yield from sorted(spoken, key=lambda c: tables.index(c.table))
    yield from (c for c, score in found if c not in spoken and score >= FIRM)


def amount(column: Col, facts: Facts) -> bool:
    """A number that says how much: `Years of Service` too, and no year."""
    held = facts.column(column)
    dated = held is not None and facts.year(column) and within(held.profile.minimum, held.profile.maximum, 1000, 2200)
    return facts.measure(column) and not dated


def _group(
    at: int, measure: Col, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> tuple[int, Col | None] | None:
    """The column in which the rows are alike, and where its words end."""
    for m in mentions:
        if m.start <= at < m.end or m.start == at + 1:
            for k in m.links:
                if k.score >= FIRM and (found := _alike(k, measure, facts)) is not None:
                    return m.end, found
    said = stem(tokens[at].lower)
    own = [Col(measure.table, c.name) for c in facts.tables[measure.table].columns]
    named = [c for c in own if c != measure and facts.speaks(c, (said,)) and not facts.measure(c)]
    above = [t for t in facts.owners(measure.table) if said in stems(facts.tables[t].label)]
    refers = [c for t in above if (c := _refers(measure.table, t, facts)) is not None]
    alike = dict.fromkeys(refers or named)
    return (at + 1, next(iter(alike))) if len(alike) == 1 else None


def _alike(k: Link, measure: Col, facts: Facts) -> Col | None:
    """The column of the measured rows that a link means: one of their own, or that refers to those of another table."""
    if k.table != measure.table:
        display = k.kind == "column" and Col(k.table, k.column) not in facts.display(k.table)
        return None if k.kind == "value" or display else _refers(measure.table, k.table, facts)
    column = Col(k.table, k.column)
    held = facts.column(column) if k.kind == "column" else None
    return None if held is None or held.profile.unique or amount(column, facts) else column


def _refers(table: str, owner: str, facts: Facts) -> Col | None:
    """The one column by which the rows of a table refer to those of another."""
    found = {
        j.child[0]
        for j in facts.schema.joins
        if (j.child_table, j.parent_table) == (table, owner) and len(j.child) == 1 and j.evidence.parent_unique
    }
    return Col(table, found.pop()) if len(found) == 1 else None


def _beginning(
    start: int, column: Col, met: re.Match[str], tokens: Sequence[Token], mentions: Sequence[Mention]
) -> int:
    """Where it begins: with the column, where that is said right before it."""
    if met.groupdict().get("verb"):
        return start
    for m in mentions:
        own = any((k.table, k.column) == (column.table, column.name) for k in m.links)
        between = {t.lower for t in tokens[m.end : start]}
        if own and start - 2 <= m.end <= start and between <= {"is", "are", "was", "were", "that", "of"}:
            return m.start
    return start
