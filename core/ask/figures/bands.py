"""Bands of ages and sizes among the values of a category: `10-17`, `60 and over`, `Under 5 ha`, and which are said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.ask.figures.told import Around, Place
from core.ask.tokens import Token

_NUMBER = r"[£$€]?\s?(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
_UNIT = r"\s*(?:[a-z]{1,12}\.?(?: old)?)?"
_UP = re.compile(
    rf"(?:ages?d?\s*)?(?:(?:over|above|more than|>=?|≥)\s*{_NUMBER}{_UNIT}|"
    rf"{_NUMBER}{_UNIT}\s*(?:\+|and (?:over|above|older|more)|or (?:over|above|older|more)|plus))",
    re.IGNORECASE,
)
_DOWN = re.compile(
    rf"(?:ages?d?\s*)?(?:(under|below|less than|up to|<=?|≤)\s*{_NUMBER}{_UNIT}|"
    rf"{_NUMBER}{_UNIT}\s*(?:and|or) (?:under|below|younger|less))",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"(?:ages?d?\s*)?{_NUMBER}{_UNIT}\s*(?:-|–|to|to under|and)\s*{_NUMBER}{_UNIT}", re.IGNORECASE)
_LEAST, _MOST = 2, 60
"""Bands of a dimension: at least so many of its values are bands, and it has no more than so many."""
_END = float("inf")
_OVER = frozenset("over above older more bigger larger least".split())
_UNDER = frozenset("under below younger less smaller fewer".split())
_LINKS = frozenset("than the age of aged ages at".split())
_BEHIND = frozenset("years year old olds and or aged".split())
_AGED = frozenset("aged ages age".split())
_OLDEST = 120
_NEAR = 3
"""Tokens between a number and the word that says on which side of it is meant, at most."""


@dataclass(frozen=True, slots=True)
class Band:
    """From `low` on, up to `high`; the ends as the value says them."""

    value: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Span:
    """Bands that a question says, by which tokens."""

    tokens: frozenset[int]
    place: Place
    values: tuple[str, ...]


def spans_said(around: Around, tokens: Sequence[Token]) -> Iterator[Span]:
    """What a question says of the bands of a cube's categories: `under 18s`, `aged 18 to 24`, `over 60`. A number that
    is the end of no band says nothing of them."""
    cube = around.cube
    said = list(_said(tokens))
    for d in (*cube.parts, *cube.attributes) if said else ():
        bands = _bands(d.values, d.said)
        for used, low, high in said:
            values = tuple(b.value for b in _within(bands, low, high))
            if values:
                yield Span(frozenset(used), (cube.table, d.column), values)


def _within(bands: Sequence[Band], low: float, high: float) -> Sequence[Band]:
    """The bands from `low` to `high`, where both are ends of bands."""
    inside = [b for b in bands if (b.low >= low or b.low == low - 1) and b.high <= high]
    begins = low <= 0 or any(b.low in (low, low + 1) for b in inside)
    ends = high == _END or any(b.high in (high, high - 1) for b in inside)
    if low > 0 and any(b.low == low for b in inside):
        inside = [b for b in inside if b.low >= low]
    return inside if begins and ends else ()


def _said(tokens: Sequence[Token]) -> Iterator[tuple[set[int], float, float]]:
    """The tokens, and from where to where: of an end that is left open the least or the greatest number."""
    at = {i: n for i, t in enumerate(tokens) if (n := _number(t)) is not None}
    for i, n in at.items():
        if i and i + 1 in at and tokens[i - 1].lower in _AGED and n < at[i + 1] <= _OLDEST:  # “aged 15-24”
            yield {i - 1, i, i + 1}, n, at[i + 1]
            continue
        if i + 2 in at and tokens[i + 1].lower in ("to", "and", "-", "–"):
            before = {k for k in (i - 1,) if k >= 0 and tokens[k].lower in ("aged", "between", "ages", "age")}
            dash = tokens[i + 1].lower != "and" or before
            if dash:
                behind = {k for k in (i + 3, i + 4) if k < len(tokens) and tokens[k].lower in _BEHIND - {"and", "or"}}
                yield {i, i + 1, i + 2} | before | behind, n, at[i + 2]
            continue
        side, used = _side(tokens, i)
        if side:
            yield used, *((n, _END) if side > 0 else (0.0, n))


def _number(token: Token) -> float | None:
    if token.number is not None:
        return float(token.number)
    found = re.fullmatch(r"(\d{1,3})s", token.lower)
    return float(found[1]) if found else None


def _side(tokens: Sequence[Token], i: int) -> tuple[int, set[int]]:
    """1: from the number at a token on, -1: up to it, 0: neither is said; with the tokens that say so."""
    used = {i}
    for k in range(i - 1, max(-1, i - 1 - _NEAR), -1):
        word = tokens[k].lower
        if word in _OVER | _UNDER:
            return (1 if word in _OVER else -1), used | set(range(k, i)) | _unit(tokens, i + 1)
        if word not in _LINKS:
            break
    k = i + 1
    while k < len(tokens) and k <= i + _NEAR and tokens[k].lower in _BEHIND:
        k += 1
    if k < len(tokens) and k > i + 1 and tokens[k].lower in _OVER | _UNDER:
        return (1 if tokens[k].lower in _OVER else -1), used | set(range(i, k + 1))
    if i + 1 < len(tokens) and tokens[i + 1].text == "+":
        return 1, used | {i + 1}
    return 0, set()


def _unit(tokens: Sequence[Token], at: int) -> set[int]:
    """The unit behind a number: `under 5 ha`, `over 60 years old`."""
    units = "years year old months miles km ha hectares hectare acres metres m kg tonnes hours days minutes".split()
    found = set()
    while at < len(tokens) and tokens[at].lower in units:
        found.add(at)
        at += 1
    return found


@lru_cache(maxsize=512)
def _bands(values: tuple[str, ...], called: tuple[str, ...]) -> tuple[Band, ...]:
    if not _LEAST <= len(values) <= _MOST:
        return ()
    found = tuple(b for v, said in zip(values, called, strict=True) if (b := _band(v, said)) is not None)
    return found if len(found) >= _LEAST and 2 * len(found) >= len(values) else ()


def _band(value: str, said: str) -> Band | None:
    text = said.strip()
    if found := _BETWEEN.fullmatch(text):
        return Band(value, _float(found[1]), _float(found[2]))
    if found := _UP.fullmatch(text):
        return Band(value, _float(found[1] or found[2]), _END)
    if found := _DOWN.fullmatch(text):
        return Band(value, 0.0, _float(found[2] or found[3]))
    return None


def _float(text: str) -> float:
    return float(text.replace(",", ""))
