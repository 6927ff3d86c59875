"""Adjectives that say which row of a table comes first: the dearest, the heaviest, the newest, the nearest.

Each speaks of a quantity, which one column of the rows holds: by words of headers, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from core.ask.tokens import places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.senses import units
from core.ask.translators.rules.frames.ways import label_of
from core.ask.translators.rules.query import Col
from core.model import NUMERIC, TEMPORAL

Held = Literal["number", "day", "clock"]


@dataclass(frozen=True, slots=True)
class Adjective:
    """What an adjective speaks of."""

    labels: tuple[str, ...]
    """Stems of headers, the likeliest first."""
    most: bool
    """The highest comes first."""
    holds: Held = "number"
    verbs: frozenset[str] = frozenset()
    """Stems of what is said beside it of the same quantity: `to rent`, `takes`."""
    people: bool = False
    """Said of somebody alone: `who has been here longest`."""


_PRICE = "price cost rent fee fare charge rate tariff hourly asking per amount"
_WORTH = "value valuation worth insured insurance ins"
_WEIGHT = "weight kg kgs kilo kilos wt mass tonne tonnes lb lbs"
_LONG = "length loa long m metre metres ft feet mile miles km duration min mins minute minutes hour hours pages"
_LASTING = "duration min mins minute minutes time length hour hours"
_FAR = "mile miles km distance far"
_BEGUN = "started start since joined join began from date appointed registered opened signed bought acquired added"
_BORN = "birth dob born age built year made founded established opened"
_TALL = "height tall ht m"
_SIZE = "size capacity area seats seat cu cubic acres acre hectares ha sq tonnage gross beds berths pitch"
_PAY = "wage salary pay rate hourly"
_CLOCK = "leaves starts start departs depart opens open time from"
_ADJECTIVES: tuple[tuple[str, str, bool, Held], ...] = (
    ("dearest|priciest|costliest|most expensive|most costly|least cheap", _PRICE, True, "number"),
    ("cheapest|least expensive|least costly", _PRICE, False, "number"),
    ("most valuable|most precious", _WORTH, True, "number"),
    ("least valuable", _WORTH, False, "number"),
    ("heaviest|weightiest|fattest", _WEIGHT, True, "number"),
    ("lightest", _WEIGHT, False, "number"),
    ("longest", _LONG, True, "number"),
    ("shortest", _LONG, False, "number"),
    ("quickest|fastest", _LASTING, False, "number"),
    ("slowest", _LASTING, True, "number"),
    ("furthest|farthest|most distant|furthest away|farthest away", _FAR, True, "number"),
    ("nearest|closest", _FAR, False, "number"),
    ("newest", _BEGUN, True, "day"),
    ("oldest|eldest", _BORN, False, "day"),
    ("youngest", _BORN, True, "day"),
    ("tallest|highest", _TALL, True, "number"),
    ("biggest|largest|roomiest", _SIZE, True, "number"),
    ("smallest|tiniest", _SIZE, False, "number"),
    ("best paid|highest paid", _PAY, True, "number"),
    ("worst paid|lowest paid", _PAY, False, "number"),
    ("earliest|first out", _CLOCK, False, "clock"),
)
_STANDING: tuple[tuple[str, bool], ...] = (
    ("longest serving|longest standing|longest with us|with us longest|with us the longest|here longest", False),
    ("here the longest|the longest with us|on longest|longest", False),
    ("joined first|first to join|first joined|started first|first to start", False),
    ("joined last|last to join|joined most recently|last to start|started last|newest to join", True),
    ("joined us most recently|started most recently|most recent to join|latest to join|newest recruit", True),
)
"""Of people: since when they belong."""


_VERBS = {
    _PRICE: "pay paid charge hire rent buy cost earn",
    _PAY: "pay paid earn",
    _BEGUN: "join joined start started serve served be work worked stay hire hired recruit recruited",
    _LASTING: "take takes last lasts",
    _LONG: "take takes last lasts",
    _FAR: "live lives come",
    _CLOCK: "leave leaves start starts begin go",
}


def _verbs(labels: str) -> frozenset[str]:
    return frozenset(map(stem, _VERBS.get(labels, "").split()))


def _known() -> list[tuple[list[str], Adjective]]:
    found: list[tuple[list[str], Adjective]] = []
    for phrases, highest in _STANDING:
        standing = Adjective(tuple(map(stem, _BEGUN.split())), highest, "day", _verbs(_BEGUN), people=True)
        found += [(phrase.split(), standing) for phrase in phrases.split("|")]
    for phrases, labels, highest, holds in _ADJECTIVES:
        adjective = Adjective(tuple(map(stem, labels.split())), highest, holds, _verbs(labels))
        found += [(phrase.split(), adjective) for phrase in phrases.split("|")]
    return sorted(found, key=lambda f: -len(f[0]))


_KNOWN = _known()
_EACH = ("per", "a", "an", "each")


def adjectives_in(lowers: Sequence[str]) -> tuple[range, tuple[Adjective, ...]] | None:
    """Where the one adjective of a question stands, and what it may speak of; None where there is none, or several."""
    met: dict[range, list[Adjective]] = {}
    for phrase, adjective in _KNOWN:
        for start, end in places_of(lowers, phrase):
            place = range(start, end)
            if place in met or not any(set(place) & set(other) for other in met):
                met.setdefault(place, []).append(adjective)
    return next(((place, tuple(found)) for place, found in met.items()), None) if len(met) == 1 else None


def by_unit(lowers: Sequence[str], end: int, most: bool) -> Adjective | None:
    """`pay the least per hour`: by a rate, and not by what comes to most altogether."""
    unit = stem(lowers[end + 1]) if lowers[end : end + 1] and lowers[end] in _EACH and end + 1 < len(lowers) else ""
    return (
        Adjective(tuple(sorted(units(unit))), most, verbs=units(unit) | _verbs(_PRICE))
        if len(units(unit)) > 1
        else None
    )


def columns_of(adjective: Adjective, rows: str, facts: Facts) -> Iterator[tuple[Col, int]]:
    """The columns of a table's rows that hold the quantity, with the place of their word among the labels."""
    for c in facts.tables[rows].columns:
        column = Col(rows, c.name)
        if not _holds(column, adjective, facts):
            continue
        label = label_of(column, facts)
        rank = next((n for n, word in enumerate(adjective.labels) if word in label), None)
        if rank is not None:
            yield column, rank


def descends(adjective: Adjective, column: Col, facts: Facts) -> bool:
    """Whether the highest cell comes first: the oldest were born first, or are of the highest age."""
    found = facts.column(column)
    day = found is not None and (found.type in TEMPORAL or facts.year(column))
    return adjective.most if adjective.holds != "day" or day else not adjective.most


def _holds(column: Col, adjective: Adjective, facts: Facts) -> bool:
    found = facts.column(column)
    if found is None or facts.refers(column) is not None or column == facts.key(column.table):
        return False
    dated = found.type in TEMPORAL or facts.year(column)
    if adjective.holds == "clock":
        return found.type == "time" or any(":" in v for v, _ in found.profile.common)
    if adjective.holds == "number":
        return found.type in NUMERIC and not facts.year(column)
    return dated or (found.type in NUMERIC and stem("age") in label_of(column, facts))
