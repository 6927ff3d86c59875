"""`takings by month, refunds left out`: the question proper, and which rows are not to count.

What is left out is a state that some column holds: `Refunded`, `canc.`, a code that means it. Rows of which nothing is
said stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from core.ask.conversation.edit import head
from core.ask.label_stems import stems
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query, main_tables
from core.ask.translators.rules.query_parts import columns_in, figures_in
from core.text.abbreviations import CUT, shortens
from core.text.words import words

_WHAT = r"(?P<what>[a-z][a-z'’ -]{2,40}?)"
_OPENS = r"(?:[,;(?.–-]|\bbut\b|\band\b)\s*(?:but |and |with )?"
_ENDS = r"(?=\s*(?:[,;).?!–-]|$|\b(?:and how|and what|by|per|in|for|from|of|during|since|between)\b))\)?"
_APART = (
    r"not counting|not including|don['’]?t count|excluding|exclude|ignoring|ignore|disregarding|omitting|discounting"
    r"|minus|apart from|other than|except(?: for)?|(?<=[,(] )bar|bar(?= (?:the|those|any|anything|all)\b)"
)
_SAID = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_OPENS}{_WHAT} (?:are |were |to be )?(?:left|taken|not counted|not included|excluded|ignored|aside)"
        rf"(?: out| off| aside| away)?{_ENDS}",
        rf"{_OPENS}(?:leaving|leave|taking|take) {_WHAT} (?:out|off|aside|away)(?: of (?:it|this|that))?{_ENDS}",
        rf"{_OPENS}(?:leaving|leave) (?:out|aside) {_WHAT}{_ENDS}",
        rf"(?:{_OPENS}|\s)(?:{_APART}) {_WHAT}{_ENDS}",
        rf"{_OPENS}without {_WHAT}{_ENDS}",
    )
)
_EMPTY = frozenset(
    "any anything anyone everything all the those these that which ones one of orders jobs rows records entries things "
    "cases bookings is are was were been have has got marked as it we they".split()
)
_DENIED = frozenset("not no non never un without".split())
_FEW = 60
"""Different values of a column of states at most."""


def excluding(text: str) -> Reworded | None:
    """The question without what is to be left out, and that; None where it does not say so."""
    for pattern in _SAID:
        met = pattern.search(text)
        if met is None or not met.start() or text[: met.start()].rstrip().lower().endswith(" with"):
            continue  # “with and without the discount”: both
        said = " ".join(w for w in words(met["what"]) if w not in _EMPTY)
        plain = " ".join(f"{text[: met.start()].rstrip(' (,;')} {text[met.end() :].lstrip(' )')}".split())
        if said and len(plain.split()) > 1:
            return Reworded(plain.replace(" ,", ",").replace(" ?", "?"), (Tail("without", said=said),), strong=True)
    return None


def left_out(query: Query, said: str, facts: Facts) -> Query | None:
    """The query without rows in that state; None where no column of its tables holds it, or it is no plain query."""
    if query.beside or query.everything:
        return None
    first = head(query)
    main = dict.fromkeys((*((first,) if first else ()), *main_tables(query)))
    between = [o for t in main if t in facts.tables for o in facts.owners(t)]
    tables = dict.fromkeys((*main, *between))  # cancelled orders, where money is told of their lines
    for table in tables:
        found = list(_states(table, said, facts)) if table in facts.tables else []
        if len(found) == 1:
            column, values = found[0]
            condition = _none_of(column, values, facts)
            if any(_speaks_of(c, column) for c in query.where):
                return None
            among = (*query.among, column) if query.share else query.among
            return replace(query, where=(*query.where, condition), among=among)
    return _without_amount(query, said, tables, facts)


def _without_amount(query: Query, said: str, tables: Collection[str], facts: Facts) -> Query | None:
    """`the hire charges, delivery aside`: the amount of a column is not added; None where the figures have it."""
    wanted = frozenset(words(said))
    amounts = {
        column
        for t in tables
        if t in facts.tables
        for column in (Col(t, c.name) for c in facts.tables[t].columns)
        if facts.measure(column) and facts.flag(column) is None and _called(column, wanted, facts)
    }

    def rest(item: Item) -> Item:
        formula = item.formula
        sides = (formula.left, formula.right) if formula and formula.operator == "+" else ()
        plain = [s for s in sides if isinstance(s, Item) and not s.formula]
        left = [s for s in plain if s.column not in amounts]
        return replace(item, formula=None, column=left[0].column) if len(plain) > 1 and len(left) == 1 else item

    changed = replace(
        query,
        select=tuple(map(rest, query.select)),
        order=tuple(replace(o, item=rest(o.item)) for o in query.order),
    )
    paid = any(i.column is not None and facts.measure(i.column) for i in figures_in(changed))
    return changed if amounts and paid and amounts.isdisjoint(columns_in(changed)) else None


def _called(column: Col, said: Collection[str], facts: Facts) -> bool:
    """A word of its header is one that is said, if only cut short (`Del £`)."""
    whole = {stem(w) for w in said}
    return any(stem(h) in whole or any(shortens(h, w) >= CUT for w in said) for h in facts.spelt(column))


def _states(table: str, said: str, facts: Facts) -> Iterator[tuple[Col, tuple[str | float, ...]]]:
    """The columns of a table that hold the state, with its values."""
    wanted = [stem(w) for w in words(said)]
    for c in facts.tables[table].columns:
        yes_no = facts.flag(Col(table, c.name))
        if yes_no is not None and set(wanted) <= set(stems(c.label)):
            yield Col(table, c.name), (yes_no[0],)  # `Canc?`
            continue
        if c.type != "text" or c.profile.distinct > _FEW:
            continue
        meanings = dict(c.codes)
        values = [v for v, _ in c.profile.common]
        met = tuple(v for v in values if _is(v, wanted) or _is(meanings.get(v, ""), wanted))
        if 0 < len(met) < len(values):
            yield Col(table, c.name), met


def _is(text: str, wanted: list[str]) -> bool:
    """A value begins with the state's words: `Cancelled by client`, `refund`."""
    said = words(text)
    return bool(said) and not _DENIED & set(said) and [stem(w) for w in said[: len(wanted)]] == wanted


def _none_of(column: Col, values: tuple[str | float, ...], facts: Facts) -> Condition:
    other = Filter(Item(column), "!=", values)
    held = facts.column(column)
    unsaid = held is not None and held.profile.nulls
    return AnyOf((other, Filter(Item(column), "is null"))) if unsaid else other


def _speaks_of(c: Condition, column: Col) -> bool:
    parts = c.parts if isinstance(c, AnyOf) else (c,)
    return any(isinstance(p, Filter) and p.item.column == column for p in parts)
