"""The frame of a question for a figure: how many, how much or how much on average, of what, for each of whom, and when.

`How many jobs has Nina done in 2024`, `what did we spend on parts in May 2023`, `how long do loans last per branch`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from core.ask.dates import MONTHS
from core.ask.deciding import superlative
from core.ask.state import Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.frames.frame import LIKELY
from core.ask.translators.rules.frames.then import Bound, Led
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Part
from core.ask.translators.rules.years import says_time

Kind = Literal["count", "sum", "avg"]

_OFTEN = (("how", "many", "times"), ("how", "often"))
_MANY = (("how", "many"), ("number", "of"))
_MUCH = (("how", "much"),)
_TOTALS = (("total",), ("in", "total"), ("altogether",), ("in", "all"), ("all", "told"), ("overall",), ("sum", "of"))
_MEANS = (("on", "average"), ("average",), ("mean",), ("typically",), ("typical",))
_FOR_ONE = (("for", "a"), ("for", "an"), ("an", "hour"), ("a", "head"))
"""Of money on average: what one piece costs, of which a row may hold several."""
_LONG = (("how", "long"),)
SPENT = frozenset(
    "spend spent cost costs take took taken taking takings bring brought make made earn earned pay paid raise raised "
    "fetch fetched invoice invoiced bill billed charge charged come came collect collected receive received".split()
)
"""What is done with money, behind "what did", "what have"."""
_HELPING = frozenset("did do does have has had was were is are".split())
_OWN = frozenset("of our the these those my all your different distinct separate individual us them".split())
_EACH = frozenset(("each", "every", "per"))
_KINDS = frozenset("kind kinds sort sorts type types category categories".split())
_LEADS: Mapping[str, Led] = {
    "in": "in", "during": "in", "for": "of", "of": "of", "throughout": "in", "over": "in", "on": "in", "within": "in",
    "since": "from", "from": "from", "after": "after", "before": "before", "until": "until", "till": "until",
}  # fmt: skip
_ASKING = frozenset("which who whose whom where when why".split())
_UNREAD = frozenset(
    "most least best worst more fewer less than except excluding percentage percent share proportion rate median times "
    "between compare compared versus vs both difference ratio change changed growth rise fall nobody none neither "
    "besides apart without never not no nothing ignoring leaving cumulative running top first last only still yet "
    "already currently now anymore at once twice single ever winter spring summer "
    "autumn weekend morning evening".split()
)
"""Words that ask for more than this form says, unless they are part of what is known to mean something."""


@dataclass(frozen=True, slots=True)
class FigureFrame:
    """What a question for a figure says, as places of its tokens."""

    kind: Kind
    asked: tuple[int, ...]
    """The words behind "how many", "how much" or "average", up to the next small word."""
    groups: tuple[frozenset[int], ...]
    """The nouns behind "each" or "per", but those of times."""
    part: Part
    """By which part of dates it is told apart."""
    apart: bool
    """What is named before "each" is told apart: `did Ann and Bob each sell`."""
    shaping: frozenset[int]
    """Words that shape the query and speak of nothing."""
    times: tuple[Bound, ...]
    money: bool
    """Money is meant where nothing else is said."""
    long: bool
    """How long something lasts."""


def figure_frame(tokens: Sequence[Token], mentions: Sequence[Mention], known: Collection[int]) -> FigureFrame | None:
    """None where a question has another form; of the `known` places it is told already what they mean."""
    lowers = [t.lower for t in tokens]
    valued = {i for m in mentions if any(k.kind == "value" for k in m.links) for i in range(m.start, m.end)}
    found = _kind([w if i not in valued else "" for i, w in enumerate(lowers)])
    if found is None:
        return None
    kind, cue, shaping, money, often = found
    asking = next((i for i, w in enumerate(lowers) if w in _ASKING and (i == 0 or lowers[i - 1] not in FUNCTION)), None)
    if asking is not None and asking < min(cue, default=0):
        return None
    spans = {m.start: m for m in mentions if any(k.score >= LIKELY for k in m.links)}
    by = [end for _, end in places_of(lowers, (",", "by"))]
    if any(_kind_of(i, spans) == "column" for i in by):
        return None  # it is told apart by that
    times = tuple(_times(tokens, valued | set(known)))
    dated = {b.at for b in times}
    groups = _groups(lowers, spans)
    shaping |= groups.shaping | dated
    if _more(tokens, shaping | set(known) | valued, dated):
        return None
    start = max(cue) + 1 if cue else len(lowers)
    asked = () if often else tuple(_asked(tokens, start, shaping))
    if kind == "count" and not (asked or often):
        return None
    return FigureFrame(
        kind,
        asked,
        tuple(groups.nouns),
        groups.part,
        groups.apart,
        frozenset(shaping),
        times,
        money,
        bool(places_of(lowers, _LONG[0])),
    )


def _kind(lowers: Sequence[str]) -> tuple[Kind, range, set[int], bool, bool] | None:
    """Which figure is asked for, where the words for it stand, whether they may mean money, or how often."""
    many, much = _found(lowers, _MANY), _found(lowers, _MUCH)
    often, long = _found(lowers, _OFTEN), _found(lowers, _LONG)
    means, totals = _found(lowers, _MEANS), _found(lowers, _TOTALS)
    shaping = {i for r in (*many, *much, *often, *long, *means, *totals) for i in r}
    if len(many) + len(much) + len(long) > 1 or (len(totals) > 1 and len(set(totals)) > 2):
        return None
    asked = (*often, *many, *much, *long)
    if means:
        if not (many or long) and any(places_of(lowers, said) for said in _FOR_ONE):
            return None
        cue = asked[0] if asked else means[0]
        return ("avg", cue, shaping, bool(much) or not asked, False) if not often else None
    if often:
        return "count", often[0], shaping, False, True
    if many:
        return "count", many[0], shaping, False, False
    if much:
        return "sum", much[0], shaping, True, False
    if long:
        return None
    spent = [i for i, w in enumerate(lowers) if w in SPENT]
    if lowers[:1] == ["what"] and spent and lowers[1:2] and lowers[1] in _HELPING:
        return "sum", range(0, 1), shaping, True, False
    if totals and lowers[totals[0].start] in ("total", "sum"):
        return "sum", totals[0], shaping, True, False
    return None


def _found(lowers: Sequence[str], phrases: Sequence[Sequence[str]]) -> list[range]:
    """Where phrases stand; of two in the same place the longer one."""
    found: list[range] = []
    for phrase in sorted(phrases, key=len, reverse=True):
        for start, end in places_of(lowers, phrase):
            if not any(start in other for other in found):
                found.append(range(start, end))
    return sorted(found, key=lambda r: r.start)


@dataclass(slots=True)
class _Groups:
    """What is said of groups."""

    nouns: list[frozenset[int]] = field(default_factory=list)
    part: Part = ""
    apart: bool = False
    shaping: set[int] = field(default_factory=set)


def _groups(lowers: Sequence[str], spans: Mapping[int, Mention]) -> _Groups:
    """The nouns that it is told apart by, the part of dates, whether what is named is, and the words that say so."""
    found = _Groups()
    for i in (i for i, word in enumerate(lowers) if word in _EACH):
        at = i + 1
        while at < len(lowers) and (lowers[at] in _OWN or lowers[at] == "one"):
            at += 1
        found.shaping |= set(range(i, at))
        said = lowers[at] if at < len(lowers) else ""
        noun = _noun(lowers, at, spans)
        if said in _KINDS and lowers[at + 1 : at + 2] == ["of"]:
            found.shaping.add(at + 1)
            found.nouns.append(frozenset({at, *_noun(lowers, at + 2, spans)}))
        elif said in lexicon().date_parts:
            found.part = cast(Part, lexicon().date_parts[said])
            found.shaping.add(at)
        elif not noun or (_named(i, spans) and _kind_of(min(noun), spans) in ("", "value")):
            found.apart = True
        else:
            found.nouns.append(frozenset(noun))
    return found


def _kind_of(i: int, spans: Mapping[int, Mention]) -> str:
    return spans[i].links[0].kind if i in spans else ""


def _named(i: int, spans: Mapping[int, Mention]) -> bool:
    """A cell is named right before."""
    return any(m.end == i and m.links[0].kind == "value" for m in spans.values())


def _noun(lowers: Sequence[str], start: int, spans: Mapping[int, Mention]) -> set[int]:
    if start in spans:
        return set(range(start, spans[start].end))
    return {start} if start < len(lowers) and lowers[start] not in FUNCTION and lowers[start].isalpha() else set()


def _asked(tokens: Sequence[Token], start: int, shaping: Collection[int]) -> Iterator[int]:
    """The words from a place on up to the next small word, those that lead to it aside."""
    at = start
    while at < len(tokens) and (tokens[at].lower in _OWN or at in shaping):
        at += 1
    while at < len(tokens) and tokens[at].kind == "word" and tokens[at].lower not in FUNCTION and at not in shaping:
        yield at
        at += 1


def _times(tokens: Sequence[Token], valued: Collection[int]) -> Iterator[Bound]:
    """The times that are said, with the side that the word before each leads to."""
    for i, token in enumerate(tokens):
        month = token.lower in MONTHS and (token.lower not in ("may", "march") or token.capital)
        if i in valued or not (says_time(token) or month):
            continue
        before = next((tokens[j].lower for j in range(i - 1, -1, -1) if tokens[j].lower != "the"), "")
        yield Bound(i, _LEADS.get(before, "in"))


def _more(tokens: Sequence[Token], read: Collection[int], dated: Collection[int]) -> bool:
    """Something is said that this form has no place for."""
    for i, token in enumerate(tokens):
        if i in read or i in dated:
            continue
        if token.lower in _UNREAD or superlative(token) or token.kind in ("date", "clock", "quoted"):
            return True
        if token.number is not None:
            return True
    return False
