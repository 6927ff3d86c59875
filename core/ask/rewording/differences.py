"""`how much more rent was paid in 2023 than in 2022`: the same question twice, of one side and of the other.

The second side says only what is another there: a year, a cell ("than Highways"), a table ("than cars").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.state import Mention

_MORE = re.compile(
    r"(?:(?P<front>[^,]+), ?)?(?:by )?(?P<how>how (?:many|much)) (?P<way>more|fewer|less) (?P<one>.+?) "
    r"than (?P<other>.+)",
    re.IGNORECASE,
)
_HIGHER = re.compile(
    r"(?:(?P<front>[^,]+), ?)?(?:by )?how much (?P<way>higher|greater|bigger|larger|more|lower|smaller|less) "
    r"(?P<how>is|was|are|were) (?P<one>(?:the |our )?(?:average|mean|median|total|number of|amount of) .+?) "
    r"than (?P<other>.+)",
    re.IGNORECASE,
)
_LESS = frozenset(("fewer", "less", "lower", "smaller"))
_TIME = re.compile(r" ?\b(?:(?:in|during|for|of) )?(?:the year )?(?P<year>[12]\d{3})\b", re.IGNORECASE)
_LEADS = re.compile(
    r"^(?:there (?:were|was|are|is)|it (?:did|was)|they (?:did|were)|that|those|the ones?)\b ?", re.IGNORECASE
)
_CLOSES = re.compile(r" ?\b(?:did|does|do|had|has|have|was|were|it was|there were|there was)$", re.IGNORECASE)
_SMALL = frozenset("in at for of from by on with to the a an our to than that those during as it".split())
_FIRM = 0.6


@dataclass(frozen=True, slots=True)
class Difference:
    """The question of each side; the second is taken from the first."""

    first: str
    second: str


def difference(text: str, mentions: Sequence[Mention]) -> Difference | None:
    """Both sides of a question after how much more there is of one than of the other; None for other questions."""
    whole = " ".join(text.split()).rstrip(" ?.!")
    met = _HIGHER.fullmatch(whole) or _MORE.fullmatch(whole)
    if met is None:
        return None
    front = f" {met['front'].strip()}" if met["front"] else ""
    sides = _sides(f"{met['one']}{front}", met["other"], mentions)
    if sides is None:
        return None
    asks = f"what {met['how']}" if met.re is _HIGHER else met["how"]
    one, other = (f"{asks} {side}?" for side in sides)
    return Difference(other, one) if met["way"].lower() in _LESS else Difference(one, other)


def _sides(one: str, other: str, mentions: Sequence[Mention]) -> tuple[str, str] | None:
    """What is asked of the one, and the same of the other."""
    rest = _CLOSES.sub("", _LEADS.sub("", other))
    twin = one
    time, own = _TIME.search(rest), _TIME.search(one)
    if time is not None:
        rest = f"{rest[: time.start()]} {rest[time.end() :]}"
        if own is not None:
            twin = one[: own.start("year")] + time["year"] + one[own.end("year") :]
        else:
            one = twin = f"{one}{time[0] if time[0].startswith(' ') else ' ' + time[0]}"
    rest = " ".join(rest.split())
    left = [w for w in rest.split() if w.lower() not in _SMALL]
    if not left:
        return (one, twin) if twin != one else None
    for theirs in mentions:
        at = _place(theirs.text, rest)
        for ours in mentions if at is not None else ():
            place = _place(ours.text, one)
            if at is None or place is None or theirs.start <= ours.start or not _alike(ours, theirs):
                continue
            beyond = [w for w in rest[at.end() :].split() if w.lower() not in _SMALL]
            before = [w for w in rest[: at.start()].split() if w.lower() not in _SMALL]
            if before:
                return None
            behind = f" {rest[at.end() :].strip()}" if beyond else ""
            place = _place(ours.text, twin)
            swapped = f"{twin[: place.start()]}{theirs.text}{twin[place.end() :]}" if place else twin
            return f"{one}{behind}", f"{swapped}{behind}"
    return None


def _place(said: str, text: str) -> re.Match[str] | None:
    """Where the words stand."""
    return re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text, re.IGNORECASE)


def _alike(one: Mention, other: Mention) -> bool:
    """Two cells of a column, or two tables."""
    cells = {(k.table, k.column): k.value for k in one.links if k.kind == "value" and k.score >= _FIRM}
    theirs = {(k.table, k.column): k.value for k in other.links if k.kind == "value" and k.score >= _FIRM}
    if any(cells[at] != theirs[at] for at in cells.keys() & theirs.keys()):
        return True
    tables = [{k.table for k in m.links[:1] if k.kind == "table" and k.score >= _FIRM} for m in (one, other)]
    return all(tables) and not tables[0] & tables[1]
