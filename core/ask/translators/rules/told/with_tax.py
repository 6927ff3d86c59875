"""`how much did we invoice, leaving out VAT`, `paid in cash, VAT and all`: which of the columns of one amount is meant.

The words mean nothing by themselves; every figure of such an amount becomes the one that they ask for
(`passes/taxed.py`). Where one of the three columns is missing it is reckoned from the other two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Definition, Formula, Item
from core.ask.translators.rules.remembered import remembered
from core.text.words import words

_TAX = "(?:vat|gst|sales tax|tax)"
_WITHOUT = re.compile(
    r"\b(?:before|without|excluding|excl|ex|leaving out|leaving off|not counting|not including|leaving aside|net of|"
    rf"less|minus|exclusive of|ignoring)(?: any| the| all)? {_TAX}\b(?! (?:number|numbers|rate|registration|return))"
    rf"|\b{_TAX} (?:excluded|left out|not included|aside)\b"
)
_WITH = re.compile(
    rf"\b(?:including|incl|inc|inclusive of|with|plus|after adding|counting)(?: any| the| all)? {_TAX}"
    rf"(?: included| added| on top)?\b(?! (?:number|numbers|rate|registration|return))|\b{_TAX} (?:and all|included)\b"
)
_TAXES = frozenset(("vat", "gst", "tax"))
_NET = frozenset(("net", "nett", "subtotal", "ex", "excl", "excluding"))
_GROSS = frozenset(("gross", "total", "inc", "incl", "including"))
_NO_AMOUNT = frozenset("no number rate code reg pct percent percentage year".split())


@dataclass(frozen=True, slots=True)
class Taxed:
    """The columns of one amount, before tax, the tax and with it; one of the outer two may be missing."""

    net: Col | None
    tax: Col | None
    gross: Col | None

    def before(self) -> Item | None:
        """The amount without the tax."""
        return Item(self.net) if self.net else _reckoned("-", self.gross, self.tax, "before tax")

    def after(self) -> Item | None:
        """The amount with it."""
        return Item(self.gross) if self.gross else _reckoned("+", self.net, self.tax, "with tax")

    @property
    def columns(self) -> tuple[Col, ...]:
        return tuple(c for c in (self.net, self.tax, self.gross) if c is not None)


def _reckoned(operator: str, whole: Col | None, tax: Col | None, name: str) -> Item | None:
    if whole is None or tax is None:
        return None
    return Item(whole, formula=Formula("-" if operator == "-" else "+", Item(whole), Item(tax), name))


@remembered
def amounts_with_tax(facts: Facts) -> tuple[Taxed, ...]:
    """The amounts of the schema, one to a table at most, of which tax is told apart."""
    return tuple(found for table in facts.tables if (found := _of_table(table, facts)) is not None)


def _of_table(table: str, facts: Facts) -> Taxed | None:
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    said = {c: frozenset(words(held.label)) for c in columns if facts.measure(c) and (held := facts.column(c))}
    said = {c: w for c, w in said.items() if not w & _NO_AMOUNT}
    net = [c for c, w in said.items() if w & _NET]
    gross = [c for c, w in said.items() if w & _GROSS and c not in net]
    tax = [c for c, w in said.items() if w & _TAXES and c not in net and c not in gross]
    if max(map(len, (net, gross, tax))) > 1:
        return None
    found = Taxed(*(next(iter(held), None) for held in (net, tax, gross)))
    told = found.tax is not None or any(w & _TAXES for w in said.values()) or bool(net and gross)
    return found if told and len(found.columns) > 1 else None


def tax_said(tokens: Sequence[Token]) -> tuple[int, int, bool] | None:
    """Where a question says that tax counts, or that it does not: from which token to which, and whether it counts."""
    return next(_said(tokens), None)


def _said(tokens: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    text, places = "", dict[int, int]()
    for i, token in enumerate(tokens):
        places[len(text)] = i
        text += f"{token.lower} "
    for pattern, counts in ((_WITHOUT, False), (_WITH, True)):
        for met in pattern.finditer(text):
            if met.start() in places and met.end() + 1 in {*places, len(text)}:
                yield places[met.start()], places.get(met.end() + 1, len(tokens)), counts


def with_tax(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """The words that say it, which mean nothing by themselves: start → (end, no condition)."""
    found = tax_said(tokens) if amounts_with_tax(facts) else None
    if found is None:
        return {}
    start, end, _ = found
    return {start: (end, Definition(tuple(t.lemma for t in tokens[start:end])))}


def in_its_tax(item: Item, tokens: Sequence[Token], facts: Facts) -> Item:
    """The figure with tax or without it, where it is one of such an amount and the question says which."""
    meant = _meant(tokens, facts).get(item.column) if item.column is not None and item.formula is None else None
    return item if meant is None else replace(item, column=meant.column, formula=meant.formula)


def _meant(tokens: Sequence[Token], facts: Facts) -> Mapping[Col, Item]:
    """What each column of an amount gives way to."""
    said = tax_said(tokens) if amounts_with_tax(facts) else None
    if said is None:
        return {}
    found = ((a, a.after() if said[2] else a.before()) for a in amounts_with_tax(facts))
    return {column: meant for amount, meant in found if meant is not None for column in amount.columns}


def told_with_tax(
    placed: Mapping[int, tuple[int, Definition]], tokens: Sequence[Token], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """What words mean, with the amounts that the question asks for."""
    return {start: (end, _of_definition(d, tokens, facts)) for start, (end, d) in placed.items()}


def _of_definition(meant: Definition, tokens: Sequence[Token], facts: Facts) -> Definition:
    item = in_its_tax(meant.item, tokens, facts) if meant.item else None
    order = replace(meant.order, item=in_its_tax(meant.order.item, tokens, facts)) if meant.order else None
    return replace(meant, item=item, order=order)
