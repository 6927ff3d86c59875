"""Checks on money: what is paid for one hour or one piece is never added up, and what was spent is a sum."""

from __future__ import annotations

from collections.abc import Collection

from core.ask.tokens import stem
from core.ask.translators.rules.query import Item
from core.ask.translators.rules.query_parts import figures_in, terms_in
from core.ask.translators.rules.ranking.seen import Check, Seen
from core.text.words import words

_RATES = frozenset(("hourly", "rate", "each", "tariff", "unit", "daily"))
_PER = frozenset(("hour", "hr", "day", "night", "unit", "item", "km", "mile", "person", "head", "kg"))
_VERBS = frozenset(
    map(stem, "spend spent pay paid earn earned take took taken charge charged collect raise cost".split())
)
_ASKING = frozenset(("did", "do", "have", "has"))


def rates_summed(s: Seen) -> bool:
    """An hourly rate or the price of one piece added up, which the question does not name."""
    said = {t.lower for t in s.tokens}
    summed = [t for t in figures_in(s.query) if t.aggregate == "sum" and t.formula is None]
    labels = [words(c.label) for t in summed if t.column and (c := s.facts.column(t.column))]
    return any(_rate(label) and not set(label) <= said for label in labels)


def _rate(label: Collection[str]) -> bool:
    return bool(_RATES & set(label)) or ("per" in label and bool(_PER & set(label)))


def money_listed(s: Seen) -> bool:
    """`what did we spend on repairs`, and the repairs are listed."""
    lowers = [t.lower for t in s.tokens]
    asked = lowers[:1] == ["what"] and bool(_ASKING & set(lowers[1:2]))
    much = lowers[:2] == ["how", "much"] and bool(_ASKING & set(lowers[2:3]))
    money = any(t.stem in _VERBS for t in s.tokens[3:]) or "bring" in lowers
    figures = any(isinstance(t, Item) and (t.aggregate or t.formula) for t in terms_in(s.query))
    return (asked or much) and money and not figures and not s.query.limit


CHECKS: tuple[Check, ...] = (
    rates_summed,
    money_listed,
)
