"""`total hours worked by Ann`, `shifts longer than two hours`, `which session was the longest`: the time between the
two times of day of a row, where no column holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from core.ask.state import Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item, Operator, Order
from core.ask.translators.rules.row_days import times_of
from core.ask.translators.rules.told.still import below
from core.text.words import words

Unit = Literal["hours", "minutes"]
_UNITS: Mapping[str, Unit] = {
    "hour": "hours", "hours": "hours", "hrs": "hours", "minute": "minutes", "minutes": "minutes", "mins": "minutes",
}  # fmt: skip
_LONGEST = {"longest": True, "shortest": False}
_MEAN = frozenset(("average", "mean", "typical"))
_LENGTH = frozenset(("length", "duration"))
_BOUNDS: Mapping[str, Operator] = {
    "longer than": ">", "more than": ">", "over": ">", "exceeding": ">", "shorter than": "<", "less than": "<",
    "under": "<", "at least": ">=", "at most": "<=", "no longer than": "<=", "no more than": "<=", "fewer than": "<",
}  # fmt: skip
_IDLE = frozenset(
    "worked work working did do done give gave given put spent spend clocked volunteered lasted last lasting took take "
    "taking ran run time".split()
)
"""What is said of hours and of what lasts, and adds nothing."""


def clocked(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question speaks of how long rows last: start → (end, what it means), where just one of the tables
    named, of those that belong to them, or of all has two times of day and no figure of the time between them."""
    lowers = [t.lower for t in tokens]
    if not any(w in _UNITS or w in _LONGEST or w in _LENGTH or w == "long" for w in lowers):
        return {}
    span = _spoken_of(mentions, facts)
    if span is None:
        return {}
    taken = cell_places(mentions)
    each = bool({span[0].table} & tables_named(mentions))
    found = (
        _bound(tokens, lowers, *span, each=each) or _longest(tokens, lowers, *span) or _figure(tokens, lowers, *span)
    )
    if not found or any(i in taken for i, (end, _) in found.items() for i in range(i, end)):
        return {}
    places = {i for start, (end, _) in found.items() for i in range(start, end)}
    idle = [i for i, w in enumerate(lowers) if w in _IDLE and i not in places | taken and not _a_column(i, mentions)]
    return {**found, **{i: (i + 1, Definition((tokens[i].lemma,))) for i in idle}}


def _a_column(at: int, mentions: Sequence[Mention]) -> bool:
    """The word is part of what several words name together."""
    return any(m.end - m.start > 1 and m.start <= at < m.end and m.links for m in mentions)


def _spoken_of(mentions: Sequence[Mention], facts: Facts) -> tuple[Col, Col] | None:
    named = sorted(t for t in tables_named(mentions) if t in facts.tables)
    for tables in (named, below(named, facts), list(facts.tables) if not named else []):
        spans = [s for t in tables if (s := times_of(t, facts))]
        if len(spans) == 1:
            return spans[0]
        if spans:
            return None
    return None


def _lasting(begun: Col, ended: Col, unit: Unit) -> Formula:
    return Formula(unit, Item(ended), Item(begun), unit)


def _bound(
    tokens: Sequence[Token], lowers: Sequence[str], begun: Col, ended: Col, *, each: bool
) -> dict[int, tuple[int, Definition]]:
    """`longer than 90 minutes`: `each` row, or all of them together that a thing has."""
    for at in (i for i, w in enumerate(lowers) if w in _UNITS and i and tokens[i - 1].number is not None):
        unit, number = _UNITS[lowers[at]], float(tokens[at - 1].number or 0)
        for phrase, operator in sorted(_BOUNDS.items(), key=lambda p: -len(p[0])):
            said = phrase.split()
            start = at - 1 - len(said)
            if start >= 0 and list(lowers[start : at - 1]) == said:
                held = Filter(
                    Item(ended, "" if each else "sum", formula=_lasting(begun, ended, unit)), operator, (number,)
                )
                return {start: (at + 1, Definition(_lemmas(tokens, start, at + 1), None, (held,)))}
    return {}


def _longest(
    tokens: Sequence[Token], lowers: Sequence[str], begun: Col, ended: Col
) -> dict[int, tuple[int, Definition]]:
    """`the longest shift`."""
    at = next((i for i, w in enumerate(lowers) if w in _LONGEST), None)
    if at is None:
        return {}
    item = Item(ended, formula=_lasting(begun, ended, "hours"))
    known = tuple(Filter(Item(c), "is not null") for c in (begun, ended))
    return {at: (at + 1, Definition((tokens[at].lemma,), None, known, Order(item, _LONGEST[lowers[at]])))}


def _figure(
    tokens: Sequence[Token], lowers: Sequence[str], begun: Col, ended: Col
) -> dict[int, tuple[int, Definition]]:
    """`hours`, `the average length`, `how long`: the sum of what rows last, or the mean."""
    how_long = next(iter(places_of(lowers, ["how", "long"])), None)
    unit: Unit = next((_UNITS[w] for w in lowers if w in _UNITS), "hours")
    said = [i for i, w in enumerate(lowers) if w in _UNITS or w in _LENGTH]
    if how_long is None and (not said or any(i and tokens[i - 1].number is not None for i in said)):
        return {}
    start, end = how_long or (said[0], said[0] + 1)
    means = [i for i, w in enumerate(lowers) if w in _MEAN]
    per_row = bool(means) or how_long is not None or lowers[start] in _LENGTH
    figure = Item(ended, "avg" if per_row else "sum", formula=_lasting(begun, ended, unit))
    start = _asked_from(tokens, lowers, start, ended)
    if start - 1 in means:
        start, means = start - 1, []
    told = {start: (end, Definition(_lemmas(tokens, start, end), figure))}
    beside = [*means, *(i for i in said if not start <= i < end), *_of(lowers, [*means, *said])]
    return {**told, **{i: (i + 1, Definition((tokens[i].lemma,))) for i in beside}}


def _asked_from(tokens: Sequence[Token], lowers: Sequence[str], start: int, ended: Col) -> int:
    """Where the figure at `start` begins: `how many hours`, `number of hours`, `shift length`."""
    if tuple(lowers[max(0, start - 2) : start]) in (("how", "many"), ("number", "of")):
        return start - 2
    things = set(map(stem, words(ended.table)))
    return start - 1 if lowers[start] in _LENGTH and start and tokens[start - 1].stem in things else start


def _of(lowers: Sequence[str], said: Iterable[int]) -> list[int]:
    """The little words of `on average`, `in hours`."""
    return [i - 1 for i in said if i and lowers[i - 1] in ("on", "in")]


def _lemmas(tokens: Sequence[Token], start: int, end: int) -> tuple[str, ...]:
    return tuple(t.lemma for t in tokens[start:end] if content_word(t) or t.number is not None)
