"""`money in less money out`, `what we saved between the claims and what was paid`: a column side by side with another,
taken from it.

Of the words between the two one says that it is taken off; `between the one and the other` is the difference of the
two where that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, firm_places
from core.ask.translators.rules.query import Definition
from core.ask.translators.rules.told.named_amounts import Named, named_amounts, of_one_kind, reckoned
from core.ask.translators.rules.told.with_tax import tax_said

_LESS = frozenset(
    "less minus after once net without taking take taken off deducting deduct deducted subtracting".split()
)
_MORE = frozenset(("more", "higher", "greater"))
_GAP = frozenset("difference differences gap gaps save saved saving savings shortfall margin markup spread".split())
_IDLE = frozenset(
    "a an the our their its you we they we'd we've you've 'd 've have has had been is are was were of for off out paid "
    "pay paying taking take taken what all any that people did got get actually".split()
)
_CLOSED = (
    ("is", "taken", "off"), ("are", "taken", "off"), ("is", "deducted"), ("are", "deducted"), ("is", "paid"),
    ("are", "paid"), ("has", "been", "paid"), ("have", "been", "paid"), ("taken", "off"), ("off",),
)  # fmt: skip
_ASIDE = (
    ("better", "off"), ("worse", "off"), ("left", "over"), ("left",), ("net",), ("in", "pounds"), ("in", "money"),
    ("altogether",), ("in", "total"), ("in", "all"),
)  # fmt: skip
_MEAN = frozenset(("average", "mean"))


def taken_off(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the difference); words that say no more than that mean nothing."""
    lowers = [t.lower for t in tokens]
    if tax_said(tokens) or not (_LESS | _GAP | {"how"}) & set(lowers):
        return {}
    named = named_amounts(tokens, mentions, facts)
    firm = firm_places(mentions)
    found = []
    for one in named:
        for other in named:
            fits = other.column.table == one.column.table and other.column != one.column and other.start >= one.end
            if fits and max(one.score, other.score) >= FIRM and of_one_kind(one.column, other.column, facts):
                span = _said(lowers, one, other, firm)
                if span is not None:
                    found.append((one.score + other.score, span, one, other))
    found.sort(key=lambda f: -f[0])
    if not found or (len(found) > 1 and found[0][0] - found[1][0] < 0.01 and found[0][1] == found[1][1]):
        return {}
    _, (start, end), one, other = found[0]
    mean = bool(_MEAN & set(lowers[max(0, start - 2) : start + 1]))
    meant = reckoned("-", (one.column, other.column), facts, mean)
    start -= mean and start > 0 and lowers[start - 1] in _MEAN
    start -= 2 * (lowers[max(0, start - 2) : start] in (["how", "much"], ["how", "many"]))
    placed = {start: (end, Definition(lemmas(tokens, start, end), meant))}
    for phrase in _ASIDE:
        for begin, stop in places_of(lowers, phrase):
            if (stop <= start or begin >= end) and firm.isdisjoint(range(begin, stop)):
                placed.setdefault(begin, (stop, Definition(lemmas(tokens, begin, stop))))
    return placed


def _said(lowers: Sequence[str], one: Named, other: Named, firm: frozenset[int]) -> tuple[int, int] | None:
    """From where to where it is said that the one is taken from the other."""
    between = lowers[one.end : other.start]
    rest = [i for i in range(one.end, other.start) if lowers[i] not in _IDLE | _LESS | {"and", "than"}]
    if len(rest) > 1 or not firm.isdisjoint(rest) or any(not lowers[i].isalpha() for i in rest):
        return None
    end = next((other.end + len(p) for p in _CLOSED if tuple(lowers[other.end :][: len(p)]) == p), other.end)
    if between and between[0] in _LESS and "and" not in between and "than" not in between:
        return one.start, end
    opened = next((i for i in range(one.start - 1, max(-1, one.start - 6), -1) if lowers[i] == "between"), None)
    if opened is not None and "and" in between and _plain(lowers, opened + 1, one.start):
        gap = next((i for i in range(opened - 1, max(-1, opened - 5), -1) if lowers[i] in _GAP), None)
        return (gap, other.end) if gap is not None and _plain(lowers, gap + 1, opened) else None
    if "than" in between:
        more = next((i for i in range(one.start - 1, max(-1, one.start - 5), -1) if lowers[i] in _MORE), None)
        much = more is not None and lowers[max(0, more - 2) : more] in (["how", "much"], ["how", "many"])
        return (more, other.end) if more is not None and much and _plain(lowers, more + 1, one.start) else None
    return None


def _plain(lowers: Sequence[str], start: int, end: int) -> bool:
    return all(w in _IDLE | {"in", "pounds", "money", "with", "made"} for w in lowers[start:end])
