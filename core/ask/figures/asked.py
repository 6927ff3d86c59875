"""What a question over statistics says besides the names of things: its times, what is done with the figures, limits.

Each part says which tokens it used; what is left are names of figures, places and categories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from core.ask.figures.times import TIME_NOUNS, Time, times_of
from core.ask.stop_words import FUNCTION, VERBS
from core.ask.tokens import Token

Aim = Literal["value", "rank", "change", "average", "share", "gap", "count", "list"]
_HIGHEST = frozenset(
    "highest most largest biggest greatest best top maximum peak peaked peaks longest leading richest busiest worst "
    "strongest heaviest max dearest".split()
)
_LOWEST = frozenset("lowest least fewest smallest bottom minimum shortest cheapest poorest weakest min".split())
_UP = frozenset(
    "change changed changes changing grow grew grown growth growing rise rose risen rising increase increased "
    "increases increasing gain gained gains up difference develop developed development".split()
)
_WITH_OBJECT = frozenset("grow grows gain gains".split())
_BEHIND_CHANGE = FUNCTION | frozenset("most least fastest slowest quickest strongest faster slower since more".split())
"""Behind a verb of change; another word is what is grown."""
_RISING = frozenset("grew grown rose risen increased gained gain".split())
_DOWN = frozenset("fall fell fallen falling drop dropped drops decrease decreased decline declined declines shrink "
                  "shrank shrunk lose lost down reduction".split())  # fmt: skip
_AVERAGE = frozenset("average mean averaged averages typical typically".split())
_SHARE = frozenset("share percentage proportion percent fraction".split())
_GAP = frozenset("gap difference".split())
_PERCENT = frozenset("percent percentage % percentages proportionally relative".split())
_OVER = frozenset("over above exceeding exceeded exceed exceeds more higher greater larger bigger".split())
_UNDER = frozenset("under below fewer less lower smaller".split())
_EACH = frozenset("by per each every across".split())
_PARTED = frozenset(
    "was were is are went goes came comes go come made make live lives lived have has had rent own commute".split()
)
_RATED = frozenset("week day hour head capita person inhabitant household cent km mile hectare acre".split())
"""`per week`: a part of what is measured."""
_ALL_THE = frozenset("all the these those".split())
_REGULAR = frozenset(("per", "monthly", "quarterly", "yearly", "annual"))
SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
"""Words that say how many one of a number stands for."""
_NONE = frozenset("no zero without".split())
_ROWS = frozenset("figures figure data returns return results statistics records information".split())
"""Behind `no` these are no amount of 0, but lack."""
_FAR = 4
"""Tokens from `no` to the noun that it denies."""
_ASKS = frozenset(
    "how many much what which where who when was were is are did does do has have had there the a an of in on at for "
    "to from and or with as by per its their it that this these those than between compared compare against versus vs "
    "us me please show list give tell find overall total totals altogether whole entire nationwide national nationally "
    "country state statewide countrywide citywide combined together sum all number figure figures level levels value "
    "values amount recorded reported "
    "registered counted record report register "
    "year years quarter quarters month months annual annually yearly monthly quarterly period time "
    "times end start latest recent most last first each every across over during since until up down be been being "
    "any ever both only just now still so far according data statistics stood stand stands get got go went".split()
)  # fmt: skip
"""Words that say nothing of which figure is meant."""
_UNHEARD = frozenset(
    "than after before previous following next later earlier ago not never except excluding but".split()
)
"""Words that change what is asked in ways that are not read here."""


@dataclass(slots=True)
class Asked:
    """The frame of a question. `used` are the tokens that it is made of."""

    aim: Aim = "value"
    times: tuple[Time, ...] = ()
    through: bool = False
    open_end: str = ""
    latest: bool = False
    relative: bool = False
    """A change or share in per cent."""
    descending: bool = True
    worst: bool = False
    """The worst are asked for: the highest, but of figures of which more is better."""
    rank: bool = False
    """It asks for the first few by the figure, or by its change."""
    limit: int = 1
    bound: tuple[str, float] | None = None
    """An operator and the number that figures are compared with."""
    which: int | None = None
    """The token of the noun that is asked for: `which county`."""
    when: bool = False
    """It asks for a time."""
    unit: str = ""
    """The kind of time that is asked for: `which month`."""
    moved: int = 0
    """1: a rise is meant, -1: a fall."""
    each: tuple[int, ...] = ()
    """Tokens of nouns behind `by`, `per`, `each`."""
    listed_times: bool = False
    """A figure for each time is wanted."""
    listed_by: str = ""
    """The kind of time by which figures are listed, or averaged: `per year`."""
    summed: bool = False
    """`total`, `whole`: figures are added up over what is left open."""
    many: bool = False
    """`How many`, `how much`: one figure, unless more are asked for."""
    together: bool = False
    """Figures of the times that are said are added up."""
    over: bool = False
    """`Over the five years`: of all of them together."""
    none: int | None = None
    """The token of `no`, `without`."""
    counted: bool = False
    """`In how many counties` is something so."""
    averaged: bool = False
    yearly: bool = False
    """An average for each year."""
    verb: int = -1
    """The token of the verb behind what a share is taken of."""
    whole_at: int = -1
    """The token behind which the whole is said that a share is taken of."""
    used: set[int] = field(default_factory=set)


_WHO = frozenset(("who", "whose", "whom"))


def asked(tokens: Sequence[Token]) -> Asked | None:
    """The frame of a question; None where words change it in ways that are not read here."""
    said = times_of(tokens)
    found = Asked(
        times=said.times, through=said.through, open_end=said.open_end, latest=said.latest, used=set(said.used)
    )
    _than(tokens, found)
    _ranks(tokens, found)
    _changes(tokens, found)
    _nouns(tokens, found)
    _bounds(tokens, found)
    _aims(tokens, found)
    average = [i for i, t in enumerate(tokens) if t.lower in _AVERAGE]
    yearly = [i for i, t in enumerate(tokens) if t.lower in ("yearly", "annual")]
    if average and yearly and yearly[0] < average[0] and (found.through or found.open_end or not found.times):
        return None  # “yearly average of rents since 2020”: an average for each year
    found.averaged, found.yearly = bool(average), bool(average and yearly)
    for i, t in enumerate(tokens[:-1]):  # “in all five years”, “the twelve months”
        if i and t.number is not None and tokens[i + 1].lemma in TIME_NOUNS and tokens[i - 1].lower in _ALL_THE:
            found.used |= {i} if found.times else set()
    several = sum(a.lower == "how" and b.lower in ("many", "much") for a, b in pairwise(tokens)) > 1
    several |= found.none is not None and any(t.lower in _ROWS for t in tokens[found.none : found.none + _FAR])
    unheard = several or any(t.lower in _UNHEARD and i not in found.used for i, t in enumerate(tokens))
    somebody = bool(tokens) and tokens[0].lower in _WHO  # figures are of no one
    return None if unheard or somebody else found


def left(tokens: Sequence[Token], found: Asked, taken: frozenset[int]) -> list[int]:
    """Tokens that must name a figure or something of its table."""
    plain = {i for i, t in enumerate(tokens) if t.kind == "punct" or t.lower in _ASKS or t.lower in FUNCTION}
    plain |= {i for i, t in enumerate(tokens) if t.lower in VERBS and i == 0}
    return [i for i in range(len(tokens)) if i not in plain and i not in found.used and i not in taken]


def _ranks(tokens: Sequence[Token], found: Asked) -> None:
    for i, t in enumerate(tokens):
        if i in found.used or t.kind != "word" or (i and tokens[i - 1].lower == "at"):
            continue
        high, low = t.lower in _HIGHEST, t.lower in _LOWEST
        if t.lower == "worst":  # figures are mostly of what nobody wants more of
            high, low, found.worst = True, False, True
        if not (high or low):
            continue
        found.descending = high
        found.used.add(i)
        if i + 1 < len(tokens) and tokens[i + 1].lower == "first":  # “largest first”: all of them, in that order
            continue
        found.rank = True
        for k in (i + 1, i - 1):
            if 0 <= k < len(tokens) and tokens[k].number is not None and k not in found.used:
                found.limit = int(tokens[k].number or 1)
                found.used.add(k)
                break
    if found.rank and found.limit == 1:
        for i, t in enumerate(tokens):
            number = t.number is not None and i not in found.used and 1 < (t.number or 0) <= 50
            if number and i and tokens[i - 1].lower in ("which", "the", "what"):
                found.limit = int(t.number or 1)
                found.used.add(i)
                break


def _than(tokens: Sequence[Token], found: Asked) -> None:
    """`Fewer in 2024 than in 2019`: a change between two times, the one behind `than` is the first."""
    places = [i for i, t in enumerate(tokens) if t.lower == "than"]
    marks = {i for i, t in enumerate(tokens) if t.lower in _OVER | _UNDER}
    if len(found.times) != 2 or len(places) != 1 or not (before := {i for i in marks if i < places[0]}):
        return
    times = [i for i in sorted(found.used) if tokens[i].kind in ("number", "date")]
    at = max(before)
    if len(times) != 2 or not at < places[0] or not any(abs(i - places[0]) <= 2 and i > places[0] for i in times):
        return
    found.aim, found.moved = "change", 1 if tokens[at].lower in _OVER else -1
    found.used |= {at, places[0]}
    if times[0] < places[0] < times[1]:
        found.times = (found.times[1], found.times[0])


def _changes(tokens: Sequence[Token], found: Asked) -> None:
    for i, t in enumerate(tokens):
        if i in found.used or t.lower not in _UP | _DOWN:
            continue
        if t.lower in ("up", "down", "lost", "lose", "gain", "difference") and len(found.times) != 2:
            continue
        behind = tokens[i + 1] if i + 1 < len(tokens) else None
        if t.lower in _WITH_OBJECT and behind and behind.kind == "word" and behind.lower not in _BEHIND_CHANGE:
            continue  # “grow oats”
        found.aim = "change"
        found.used.add(i)
        found.moved = -1 if t.lower in _DOWN else 1 if t.lower in _RISING else found.moved
        if t.lower in _DOWN and found.rank:
            found.descending = not found.descending
    percent = {i for i, t in enumerate(tokens) if t.lower in _PERCENT or t.text == "%"}
    if found.aim == "change" and percent:
        found.relative = True
        found.used |= percent | {i for i, t in enumerate(tokens) if t.lower in ("terms", "term", "rate", "points")}
    if found.aim == "change" and len(found.times) == 1 and not found.open_end:
        found.aim = "value"  # “the annual change in May”: only of figures that are called so
        found.used -= {i for i, t in enumerate(tokens) if t.lower in _UP | _DOWN}


_KINDS_OF_YEARS = frozenset("financial fiscal calendar academic school tax".split())


def _nouns(tokens: Sequence[Token], found: Asked) -> None:
    lowers = [t.lower for t in tokens]
    for i, low in enumerate(lowers):
        after = i + 1
        while after < len(tokens) and (tokens[after].number is not None or lowers[after] in ("the", "of", "single")):
            after += 1
        if lowers[after : after + 1] and lowers[after] in _KINDS_OF_YEARS and lowers[after + 1 : after + 2] == ["year"]:
            found.used.add(after)
            after += 1
        if low in ("which", "what") and found.which is None and after < len(tokens) and tokens[after].kind == "word":
            if tokens[after].lemma in TIME_NOUNS:
                found.when, found.unit = True, tokens[after].lemma
                found.used.add(after)
            elif low == "which" or found.rank:
                found.which = after
        elif low == "by" and after < len(tokens) and lowers[after] in ("how", "what"):
            continue  # “by how much did it change”
        elif low == "by" and lowers[after : after + 1] in (["each"], ["every"]):
            continue  # “by each force”: its noun stands behind that
        elif low in ("across", "over") and lowers[after : after + 1] == ["all"]:
            found.used |= {i, after}  # “across all libraries”: of all of them together
        elif low in _EACH and after < len(tokens) and tokens[after].kind == "word":
            near = [x for x in (after, after + 1) if x < len(tokens) and tokens[x].lemma in TIME_NOUNS]
            if near and low != "across":
                after = near[0]
                found.listed_times = low != "per" or not any(w in _AVERAGE for w in lowers)
                found.listed_by = tokens[after].lemma
                found.used.add(after)
            elif tokens[after].lemma not in _RATED:
                found.each = (*found.each, after)
        elif low == "when":
            found.when = True
    found.when = found.when or bool({"peak", "peaked"} & set(lowers) and found.which is None and not found.each)
    if {"yearly", "annual", "annually", "monthly", "quarterly", "trend"} & set(lowers) and not found.times:
        found.listed_times = True


def _bounds(tokens: Sequence[Token], found: Asked) -> None:
    for i, t in enumerate(tokens):
        if t.number is None or i in found.used or t.kind not in ("number", "word"):
            continue
        before = [x.lower for x in tokens[max(0, i - 3) : i]]
        if "over" in before and {"all", "the", "these", "those", "last", "past"} & set(before[before.index("over") :]):
            found.used |= {i}  # “over the five years”
            years = i + 1 < len(tokens) and tokens[i + 1].lemma in TIME_NOUNS
            found.over |= years and found.through and not {"each", "every", "per"} & {x.lower for x in tokens}
            continue
        after = tokens[i + 1].lower if i + 1 < len(tokens) and t.kind == "number" else ""
        scale = SCALES.get(after, 1.0)
        operator = ""
        if "least" in before:
            operator = ">="
        elif "most" in before and "at" in before:
            operator = "<="
        elif set(before) & _OVER:
            operator = ">"
        elif set(before) & _UNDER:
            operator = "<"
        if operator:
            found.bound = (operator, t.number * scale)
            found.used |= {i, *(i - k for k in (1, 2, 3) if i - k >= 0 and tokens[i - k].lower in
                                _OVER | _UNDER | {"least", "most", "than", "at"})}  # fmt: skip
            if scale != 1.0:
                found.used.add(i + 1)
            found.rank = found.rank and "at" not in before
    for i, t in enumerate(tokens[:-1]):
        if t.lower in _NONE and found.bound is None and tokens[i + 1].kind == "word":
            found.none = i


def asks_how_many(tokens: Sequence[Token]) -> bool:
    """The question begins with `how many`."""
    return [t.lower for t in tokens[:2]] == ["how", "many"]


def _counted(lowers: Sequence[str]) -> int | None:
    """The token behind `how many`, `in how many`, where a question begins so."""
    at = 1 if lowers[:1] and lowers[0] in ("in", "for", "at", "on") else 0
    return at + 2 if lowers[at : at + 2] == ["how", "many"] and len(lowers) > at + 2 else None


def _as_share(lowers: Sequence[str]) -> int:
    """The token behind which the whole is said, of `fees as a percentage of all income`; -1: there is none."""
    ends = (i for i, w in enumerate(lowers) if w == "of" and i > 1 and lowers[i - 1] in _SHARE)
    return next((i for i in ends if "as" in lowers[max(0, i - 3) : i - 1]), -1)


_AREAS = frozenset("country state region city province county nation district area island".split())
"""`In the whole state` says where, and nothing of times."""


def _aims(tokens: Sequence[Token], found: Asked) -> None:
    lowers = [t.lower for t in tokens]
    average = {i for i, w in enumerate(lowers) if w in _AVERAGE}
    share = {i for i, w in enumerate(lowers) if w in _SHARE}
    found.summed = bool({"total", "overall", "altogether", "combined", "together", "sum"} & set(lowers))
    found.many = lowers[:1] == ["how"] and lowers[1:2] in (["many"], ["much"])
    found.together = found.over or bool({"altogether", "combined", "together"} & set(lowers))
    found.summed |= found.over
    found.summed |= any(a == "whole" and b not in _AREAS for a, b in pairwise(lowers))
    noun = _counted(lowers)
    if found.aim == "change":
        if noun is not None and lowers[noun] not in _OVER | _UNDER and found.moved:
            found.counted, found.which = True, noun
        return
    if found.bound or found.none is not None:
        found.aim = "count" if noun is not None or {"number", "count"} & set(lowers[:3]) else "list"
        found.which = noun if found.which is None else found.which
    elif found.rank:
        found.aim = "rank"
    elif (said := _as_share(lowers)) >= 0:
        found.aim, found.relative, found.whole_at = "share", True, said
        found.used |= share
    elif "of" in lowers and share and (lowers[0] in ("what", "which") or min(share) <= 1):
        found.aim = "share"
        verbs = (i for i, w in enumerate(lowers) if i > min(share) and w in _PARTED)
        found.verb = next(verbs, -1)
        found.used |= share
        found.relative = True
    elif _GAP & set(lowers) and len(found.times) < 2:
        found.aim = "gap"
        found.used |= {i for i, w in enumerate(lowers) if w in _GAP}
    elif average and (found.through or found.open_end or not found.times or _REGULAR & set(lowers)):
        found.aim = "average"
