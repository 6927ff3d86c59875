"""`takings by month, refunds left out`: the question proper, and which rows are not to count.

What is left out is a state that some column holds: `Refunded`, `canc.`, a code that means it. Rows of which nothing is
said stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from core.ask.rewording.phrases import Reworded, Tail
from core.ask.rewording.rows_meant import EMPTY, Ask, about, rows_meant, without
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Item, Query
from core.ask.translators.rules.query_parts import columns_in, figures_in
from core.text.abbreviations import CUT, shortens
from core.text.words import words

_WHAT = r"(?P<what>[a-z][a-z'’ -]{2,80}?)"
_OPENS = r"(?:[,;(?.–]|\s-|\bbut\b|\band\b)\s*(?:but |and |with )?"
_ENDS = r"(?=\s*(?:[,;).?!–]|\s-|$|\b(?:and how|and what|by|per|in|for|from|of|during|since|between)\b))\)?"
_APART = (
    r"not counting|not including|don['’]?t count|excluding|exclude|ignoring|ignore|disregarding|omitting|discounting"
    r"|minus|apart from|other than|except(?: for)?|(?<=[,(] )bar|bar(?= (?:the|those|any|anything|all)\b)"
)
_SAID = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_OPENS}(?:leaving|leave|taking|take) {_WHAT} (?:out|off|aside|away)(?: of (?:it|this|that))?{_ENDS}",
        rf"{_OPENS}(?:leaving|leave) (?:out|aside) {_WHAT}{_ENDS}",
        rf"(?:{_OPENS}|\s)(?:{_APART}) {_WHAT}{_ENDS}",
        rf"{_OPENS}without {_WHAT}{_ENDS}",
        rf"{_OPENS}{_WHAT} (?:are |were |to be )?(?:(?:left|taken|set) (?:out|off|aside|away)|not counted"
        rf"|not included|excluded|ignored|omitted|disregarded|aside|(?:don['’]?t|do not|shouldn['’]?t|should not)"
        rf" count){_ENDS}",
    )
)
_TO_MARK = re.compile(r"[^,;.?!()]*\)?")


def excluding(text: str) -> Reworded | None:
    """The question without what is to be left out, and that; None where it does not say so."""
    return next(exclusions(text), None)


def exclusions(text: str) -> Iterator[Reworded]:
    """Each question that is left, with what is to be left out: up to a word that may go on with the question (`by
    month`), and all that is said up to the next mark."""
    for pattern in _SAID:
        met = pattern.search(text)
        if met is None or not met.start() or text[: met.start()].rstrip().lower().endswith(" with"):
            continue  # “with and without the discount”: both
        found = [_apart(text, met.start(), met.end(), met["what"])]
        rest = _TO_MARK.match(text, met.end())
        if rest is not None and rest[0].strip():
            found.append(_apart(text, met.start(), rest.end(), text[met.start("what") : rest.end()].rstrip(" )")))
        if found[0] is not None:
            yield from filter(None, found)
            return


def _apart(text: str, start: int, end: int, what: str) -> Reworded | None:
    said = " ".join(w for w in words(what) if w not in EMPTY)
    plain = " ".join(f"{text[:start].rstrip(' (,;')} {text[end:].lstrip(' )')}".split())
    if not said or len(plain.split()) < 2:
        return None
    tail = Tail("without", said=said, clause=what.strip())
    return Reworded(plain.replace(" ,", ",").replace(" ?", "?"), (tail,), strong=True, deep=True)


def left_out(query: Query, tail: Tail, facts: Facts, ask: Ask) -> Query | None:
    """The query without rows in that state, or without that amount; None where its tables know of neither."""
    if query.beside or query.everything:
        return None
    kinds = rows_meant(tail.clause, query, facts, ask)
    return without(query, kinds, facts) if kinds else _without_amount(query, tail.said, about(query, facts), facts)


def _without_amount(query: Query, said: str, tables: Collection[str], facts: Facts) -> Query | None:
    """`the hire charges, delivery aside`: the amount of a column is not added; None where the figures have it."""
    wanted = frozenset(words(said))
    amounts = {
        column
        for t in tables
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
