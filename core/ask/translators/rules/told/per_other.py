"""`cars per passenger by ship`, `how many loans per member does each branch have`: one amount by another, by groups.

Of two columns of amounts it is all of the one by all of the other; rows are counted, and of things those that have
some.
What each of some things has, without another group ("loans per member"), is that of each of them, and no ratio.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Formula, Item, Term, figure
from core.ask.translators.rules.told.own_average import amount
from core.ask.translators.rules.told_apart import referring

_BEFORE = (("how", "many"), ("how", "much"), ("the", "number", "of"), ("number", "of"), ("the", "total"), ("total",),
           ("the",))  # fmt: skip
"""What may stand before an amount and says no more than it."""
_OF = (("member", "of"), ("unit", "of"), ("item", "of"), ("piece", "of"), ("single",))
"""Between "per" and what it is by: `per member of staff`."""
_DONE = frozenset("sold paid made spent taken used carried earned lent given held written bought".split())
"""Behind an amount, and says no more than it: `quantity sold per shop`."""
_MEAN = frozenset(("average", "mean", "avg", "median"))
_PART = 0.7
"""The least score of a column that refers to things by a part of its name: `seller_id`."""
_LEADS = frozenset("each every by which what whose".split())
_NEAR = 3
"""Tokens from a word that leads a group to the group."""


def per_other(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure)."""
    lowers = [t.lower for t in tokens]
    for at in (i for i, w in enumerate(lowers) if w == "per"):
        behind = at + 1 + next((len(p) for p in _OF if tuple(lowers[at + 1 : at + 1 + len(p)]) == p), 0)
        ends = at - (lowers[at - 1] in _DONE)
        many = next((m for m in mentions if m.end == ends), None)
        each = next((m for m in mentions if m.start == behind), None)
        if many is None or each is None:
            continue
        start = many.start
        while (
            said := next((p for p in _BEFORE if tuple(lowers[max(0, start - len(p)) : start]) == p), None)
        ) is not None:
            start -= len(said)
        if _MEAN & set(lowers[max(0, start - 2) : start + 1]):
            continue
        grouped = _grouped(lowers, mentions, start, each.end)
        name = f"{many.text.lower()} per {each.text.lower()}"
        item = next((made for made in _figures(many, each, grouped, name, facts)), None)
        if item is not None:
            return {start: (each.end, Definition(tuple(t.lemma for t in tokens[start : each.end]), item))}
    return {}


def _grouped(lowers: Sequence[str], mentions: Sequence[Mention], start: int, end: int) -> bool:
    """Something else is said for which it is given: `by ship`, `which village`, `in each month`."""
    outside = [i for i in range(len(lowers)) if not start <= i < end]
    if any(lowers[i] == "per" for i in outside):
        return False
    named = {i for m in mentions if m.links and m.links[0].kind in ("table", "column") for i in range(m.start, m.end)}
    parts = set(lexicon().date_parts)
    return any(
        lowers[i] in _LEADS
        and any(j in named or lowers[j] in parts for j in range(i + 1, i + 1 + _NEAR) if j in outside)
        for i in outside
    )


def _figures(many: Mention, each: Mention, grouped: bool, name: str, facts: Facts) -> Iterator[Item]:
    """What it may be, likeliest first."""
    for one in many.links:
        if one.score < FIRM or one.table not in facts.tables:
            continue
        column = Col(one.table, one.column) if one.kind == "column" else None
        if one.kind == "value" or (column is not None and not amount(column, facts)):
            continue
        for other in each.links:
            if (
                other.score < (FIRM if other.kind == "table" else _PART)
                or other.table not in facts.tables
                or other.kind == "value"
            ):
                continue
            sums = Item(column, "sum") if column is not None else Item(None, "count", table=one.table)
            by = Col(other.table, other.column) if other.kind == "column" else None
            if (
                by is not None
                and column is not None
                and by != column
                and amount(by, facts)
                and by.table == column.table
            ):
                yield _ratio(sums, Item(by, "sum"), name, one.table)
            elif by is None and grouped and column is not None and other.table == one.table:
                yield Item(column, "avg")
            elif by is not None and grouped and by.table == one.table and facts.refers(by) is not None:
                yield _ratio(sums, Item(by, "count", distinct=True), name, one.table)
            elif by is None and grouped and (key := referring(one.table, other.table, facts)) is not None:
                yield _ratio(sums, Item(key, "count", distinct=True), name, one.table)


def _ratio(left: Item, right: Item, name: str, table: str) -> Item:
    sides: tuple[Term, Term] = (left, right)
    made = figure(Formula("/", *sides, name))
    return made if made.column is not None else Item(None, "own", table=table, formula=made.formula)
