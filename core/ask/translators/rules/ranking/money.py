"""Checks on money and amounts: what is paid for one hour is never added up, what was spent is a sum,
what is owed leaves out what is paid, and a size is no day."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from core.ask.tokens import stem
from core.ask.translators.rules.linking.named import firm_places
from core.ask.translators.rules.query import Col, Item, Related, columns_of
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.told.with_tax import amounts_with_tax, tax_said
from core.text.units import SIGNS
from core.text.words import words

_RATES = frozenset(("hourly", "nightly", "rate", "each", "ea", "apiece", "tariff", "unit", "daily"))
_PARTS = frozenset(("pct", "percent", "percentage"))
_PER = frozenset(("hour", "hr", "day", "night", "unit", "item", "km", "mile", "person", "head", "kg"))
_VERBS = frozenset(
    map(stem, "spend spent pay paid earn earned take took taken charge charged collect raise cost".split())
)
_SPENDING = frozenset(("spent", "spend", "spends", "earned", "earn", "earns", "cost", "costs"))
_MOST = frozenset(("most", "least"))
_SUMS = frozenset("income revenue takings turnover earnings spending expenditure outlay".split())
_OWE = frozenset("owe owes owed owing outstanding arrears".split())
_YET = frozenset("still yet left remains remaining".split())
_PAID = (("to", "be", "paid"), ("to", "pay"), ("to", "be", "paid", "out"), ("unpaid",), ("to", "come", "in"))
_FURTHEST = frozenset("furthest farthest most".split())
_DUE = frozenset("due owe owed owing outstanding balance arrears unpaid debt debts remaining left".split())
"""What headers call money that is still to come."""
_SIZES = frozenset("biggest largest longest shortest tallest heaviest widest deepest highest smallest".split())
_LASTING = frozenset(
    map(
        stem,
        "long length lasting duration time seconds minutes mins hours hrs days nights weeks months years age".split(),
    )
)
_ASKING = frozenset(("did", "do", "have", "has"))


def rates_summed(s: Seen) -> bool:
    """An hourly rate, the price of one piece or a median added up, which the question does not name."""
    said = {t.lower for t in s.tokens}
    summed = [t for t in s.figures if t.aggregate == "sum" and t.formula is None]
    held = [c for t in summed if t.column and (c := s.facts.column(t.column))]
    parts = any(_PARTS & set(words(c.label)) or c.unit == "%" or "%" in c.label for c in held)  # whatever is said
    labels = [words(c.label) for c in held]
    return parts or any((_rate(label) or "median" in label) and not set(label) <= said for label in labels)


def _rate(label: Collection[str]) -> bool:
    return bool(_RATES & set(label)) or ("per" in label and bool(_PER & set(label)))


def money_listed(s: Seen) -> bool:
    """`what did we spend on repairs`, and the repairs are listed."""
    lowers = [t.lower for t in s.tokens]
    asked = lowers[:1] == ["what"] and bool(_ASKING & set(lowers[1:2]))
    much = lowers[:2] == ["how", "much"] and bool(_ASKING & set(lowers[2:3]))
    money = any(t.stem in _VERBS for t in s.tokens[3:]) or "bring" in lowers
    figures = any(isinstance(t, Item) and (t.aggregate or t.formula) for t in s.terms)
    return (asked or much) and money and not figures and not s.query.limit


def money_counted(s: Seen) -> bool:
    """`income per month`, and rows are counted."""
    firm = firm_places(s.mentions)
    said = any(t.lower in _SUMS and i not in firm for i, t in enumerate(s.tokens))
    figures = [i for i in s.query.select if i.aggregate or i.formula]
    return said and bool(figures) and all(i.aggregate == "count" and not i.formula for i in figures)


def spent_counted(s: Seen) -> bool:
    """`who spent the most`, `which show had the most money`, and rows are counted."""
    lowers = [t.lower for t in s.tokens]
    said = any(w in _SPENDING and _MOST & set(lowers[i + 1 : i + 4]) for i, w in enumerate(lowers))
    said = said or any(b == "money" and a in _MOST for a, b in pairwise(lowers))
    by = s.query.order[0].item if s.query.order and s.query.limit else None
    return said and by is not None and by.aggregate == "count" and not by.formula


def owed_whole(s: Seen) -> bool:
    """`how much in fees is still owed`, `is yet to be paid`, and all fees are added up: nothing is left off, and no
    header says `due`; `who owes the most rent`, and those who pay most come first."""
    lowers = [t.lower for t in s.tokens]
    behind = any(a in _FURTHEST and b == "behind" for a, b in pairwise(lowers))
    to_pay = any(w in _YET and tuple(lowers[i + 1 : i + 1 + len(p)]) == p for i, w in enumerate(lowers) for p in _PAID)
    if not (_OWE & set(lowers) or behind or to_pay) or any(s.formulas):
        return False
    inside = (f.item for c in s.conditions if isinstance(c, Related) for f in c.bounds)
    by = (*(f.item for f in s.query.having), *(o.item for o in s.query.order), *inside)
    sums = [i.column for i in (*s.figures, *by) if i.aggregate == "sum" and i.column]
    sizes = [i.column for i in by if not i.aggregate and i.column and s.facts.measure(i.column)]
    summed = sums + sizes
    narrowed = any(not temporal(s, f.item.column) or "null" in f.operator for f in s.filters if f.item.column)
    lacking = any(getattr(c, "negated", False) for c in s.conditions)
    return bool(summed) and not narrowed and not lacking and not any(_to_come(c, s) for c in summed)


def _to_come(column: Col, s: Seen) -> bool:
    held = s.facts.column(column)
    return held is not None and bool(_DUE & {*words(held.label), *words(held.description)})


def size_by_day(s: Seen) -> bool:
    """`the longest boat`, and boats go by a day of something that befell them; `the longest trip`, and it is the one
    that set off last."""
    column = s.query.order[0].item.column if s.query.limit and s.query.order else None
    said = {t.lower for t in s.tokens} & _SIZES
    if column is None or not said or s.query.order[0].item.formula or not temporal(s, column):
        return False
    shown = {i.column.table for i in s.query.select if i.column and i.column != column}
    shown |= {child for parent, child in s.naming.items() if parent in shown}
    return column.table not in shown or said != {"longest"} or s.query.order[0].descending


def longest_by_amount(s: Seen) -> bool:
    """`who has rented from us the longest`, and whoever pays most comes first."""
    lowers = [t.lower for t in s.tokens if t.kind != "punct"]
    by = s.query.order[0].item if s.query.order and s.query.limit else Item()
    if lowers[-2:] != ["the", "longest"] or by.column is None or by.formula or by.aggregate == "count":
        return False
    held = s.facts.column(by.column)
    lasting = s.facts.speaks(by.column, _LASTING) or (held is not None and bool(held.unit) and held.unit not in SIGNS)
    return not lasting and not s.facts.dated(by.column)


def tax_unread(s: Seen) -> bool:
    """`before VAT`, and no amount of which tax is told apart is shown, ranked by or compared."""
    amounts = amounts_with_tax(s.facts)
    if not amounts or tax_said(s.tokens) is None:
        return False
    known = {c for amount in amounts for c in amount.columns}
    return not any(c in known for t in s.terms for c in columns_of(t))


CHECKS: tuple[Check, ...] = (
    tax_unread,
    rates_summed,
    money_listed,
    money_counted,
    spent_counted,
    owed_whole,
    size_by_day,
    longest_by_amount,
)
