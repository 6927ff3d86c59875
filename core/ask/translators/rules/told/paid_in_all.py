"""`paid more than 200 in total`, `spent over 50 in 2024`, of things whose payments are rows of their own: what those
come to for each."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.link_synonyms import MONEY, PAY
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator
from core.ask.translators.rules.told.money_sums import spent_of

_OPERATORS: dict[str, Operator] = {">": ">", "<": "<", ">=": ">=", "<=": "<=", "=": "="}
_ALTOGETHER = (("in", "total"), ("altogether",), ("overall",), ("in", "all"), ("all", "together"))
_UNITS = frozenset("pounds pound euros euro dollars dollar £ $ €".split())
_GIVING = MONEY | frozenset("donate donates donated given gave contributed contribute".split())
_LONGEST = 4
_FIRM = 0.8


def paid_in_all(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where the question says so: start → (end, a bound on the sum for each thing)."""
    lowers = [t.lower for t in tokens]
    for start, word in enumerate(lowers):
        bound = _bound(tokens, lowers, start) if word in _GIVING else None
        amount = _amount(mentions, start, facts) if bound else None
        if bound is None or amount is None:
            continue
        end, operator, number = bound
        end = next((end + len(p) for p in _ALTOGETHER if tuple(lowers[end : end + len(p)]) == p), end)
        said = tuple(t.lemma for t in tokens[start:end])
        return {start: (end, Definition(said, None, (Filter(Item(amount, "sum"), operator, (number,)),)))}
    return {}


def _bound(tokens: Sequence[Token], lowers: Sequence[str], start: int) -> tuple[int, Operator, float] | None:
    """`paid more than 200`, `spent over £50`: where it ends, how it compares, and with what."""
    for begin in (start, start + 1):  # some phrases of comparison hold the verb: “paid more than”
        for size in range(_LONGEST, 0, -1):
            tags, _ = lexicon().phrases.get(tuple(lowers[begin : begin + size]), ((), ""))
            operator = next((_OPERATORS.get(t[4:]) for t in tags if t.startswith("cmp:")), None)
            at = begin + size
            if operator is None or at <= start + 1:
                continue
            at += at < len(tokens) and lowers[at] in _UNITS
            number = tokens[at].number if at < len(tokens) else None
            if number is not None:
                end = at + 1
                return end + (end < len(tokens) and lowers[end] in _UNITS), operator, number
    return None


def _amount(mentions: Sequence[Mention], verb: int, facts: Facts) -> Col | None:
    """The money of the rows below the thing that pays, where one such table has some."""
    before = [m for m in mentions if m.end <= verb and m.links and m.links[0].kind == "table"]
    things = next((m.links[0].table for m in reversed(before) if m.links[0].score >= _FIRM), "")
    own = [Col(things, c.name) for c in facts.tables[things].columns] if things in facts.tables else []
    if not own or spent_of(things, facts) is not None or any(facts.speaks(c, PAY) for c in own):
        return None  # what staff earn is their own salary
    below = [t for t in facts.belonging(things) if t in facts.tables]
    said = {k.table for m in mentions if m.start == verb for k in m.links}
    found = [c for t in below if (c := spent_of(t, facts)) is not None]
    spoken = [c for c in found if c.table in said]
    return found[0] if len(found) == 1 else spoken[0] if len(spoken) == 1 else None
