"""`cars per passenger by ship`, `how many loans per member does each branch have`: one amount by another, by groups.

Of two columns of amounts it is all of the one by all of the other; rows are counted, and of things those that have
some.
What each of some things has, without another group ("loans per member"), is that of each of them, and no ratio.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.state import Link, Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Formula, Item, Term, figure
from core.ask.translators.rules.told.own_average import amount
from core.ask.translators.rules.told.unit_rates import counted_by
from core.ask.translators.rules.told_apart import referring

_BEFORE = (("how", "many"), ("how", "much"), ("the", "number", "of"), ("number", "of"), ("the", "total"), ("total",),
           ("the",))  # fmt: skip
"""What may stand before an amount and says no more than it."""
_OF = (("member", "of"), ("unit", "of"), ("item", "of"), ("piece", "of"), ("single",))
"""Between "per" and what it is by: `per member of staff`."""
_DONE = frozenset("sold paid made spent taken used carried earned lent given held written bought".split())
"""Behind an amount, and says no more than it: `quantity sold per shop`."""
_MEAN = frozenset(("average", "mean", "avg", "median"))
_PART = 0.6
"""The least score of what words mean by a part of its name: `seller_id`, `conservation_treatments`."""
_LEADS = frozenset("each every by which what whose".split())
_NEAR = 3
"""Tokens from a word that leads a group to the group."""


def per_other(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the figure)."""
    lowers = [t.lower for t in tokens]
    for at in (i for i, w in enumerate(lowers) if w == "per"):
        behind = at + 1 + next((len(p) for p in _OF if tuple(lowers[at + 1 : at + 1 + len(p)]) == p), 0)
        ends = (at, at - 1) if lowers[at - 1] in _DONE else (at,)
        many = next((m for end in ends for m in mentions if m.end == end), None)
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
    units = tuple(counted_by(each.text.lower().split()[-1], facts))
    for one in _meant(many, facts):
        column = Col(one.table, one.column) if one.kind == "column" else None
        if column is not None and not amount(column, facts):
            continue
        sums = Item(column, "sum") if column is not None else Item(None, "count", table=one.table)
        for by in _amounts(column, each, units, facts):
            yield _ratio(sums, Item(by, "sum"), name, one.table)
        for other in _meant(each, facts) if grouped else ():
            if other.kind == "column":
                key = Col(other.table, other.column)
                if other.table == one.table and facts.refers(key) is not None:
                    yield _ratio(sums, Item(key, "count", distinct=True), name, one.table)
            elif column is not None and other.table == one.table:
                yield Item(column, "avg")
            elif (refers := referring(one.table, other.table, facts)) is not None:
                yield _ratio(sums, Item(refers, "count", distinct=True), name, one.table)


def _amounts(column: Col | None, each: Mention, units: Sequence[Col], facts: Facts) -> Iterator[Col]:
    """The amounts beside one that it may be divided by."""
    said = (Col(k.table, k.column) for k in _meant(each, facts) if k.kind == "column")
    for by in (*said, *units):
        if column is not None and by != column and by.table == column.table and amount(by, facts):
            yield by


def _meant(mention: Mention, facts: Facts) -> Iterator[Link]:
    """The tables and columns that words surely or likeliest mean."""
    for n, k in enumerate(mention.links):
        sure = FIRM if n and k.kind == "table" else _PART
        if k.table in facts.tables and k.kind != "value" and k.score >= sure:
            yield k


def _ratio(left: Item, right: Item, name: str, table: str) -> Item:
    sides: tuple[Term, Term] = (left, right)
    made = figure(Formula("/", *sides, name))
    return made if made.column is not None else Item(None, "own", table=table, formula=made.formula)
