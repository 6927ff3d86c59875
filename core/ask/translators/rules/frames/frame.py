"""The frame of a question for what there is most of: who or what is asked for, what is counted, and which way.

`Who opens up for visitors the most often?`, `what do we spend the least on`, `our three biggest givers by weight`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.ask.state import Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.frames.adjectives import Adjective, adjectives_in, by_unit
from core.ask.translators.rules.frames.then import time_in
from core.ask.translators.rules.lexicon.words import lexicon
from core.text.words import singular

_MOST = (
    "more than any other", "more than anything else", "more than anyone else", "most often", "most frequently",
    "most popular", "most common", "most frequent", "most", "mostly", "mainly", "usually", "commonest", "busiest",
    "keenest", "favourite", "main", "greatest", "highest", "biggest", "largest", "best", "top", "longest hours",
)  # fmt: skip
_LEAST = ("least often", "least popular", "least common", "fewest", "least", "rarest", "quietest", "lowest")
_OF_WHOM = frozenset(("main", "biggest", "largest", "best", "top", "keenest", "busiest", "favourite", "commonest"))
"""What stands before whom or what is asked for."""
_MEASURED = frozenset(("most", "fewest", "least", "greatest", "highest", "lowest"))
"""What stands before what is counted or added up."""
_ASKING = ("who", "whom", "where", "why", "how", "which", "what")
_KINDS = frozenset("kind sort type category".split())
_BY = (("going", "by"), ("judging", "by"), ("ranked", "by"), ("counting",), ("by",), ("in",))
_OWN = frozenset("of our the these those my all".split())
_NOT_BY = frozenset("name names far number numbers".split())
_FEW = 20
_LONGEST_BOUND = 3
"""Words of a comparison, as far as they matter: `no less than`."""
LIKELY = 0.5
"""From this score a link may be meant."""
_SIZED = frozenset("biggest largest best top greatest highest lowest".split())
_MANNER = ("ly", "able", "ible", "ive", "recent", "ant", "ous", "efficient")
PIECES = frozenset("pieces units items number copies packets".split())
_TIMES = frozenset("day week month year term season quarter spring summer autumn winter night weekend".split())
_LEADING = frozenset("or and but so for from in to of by".split())
_UNREAD = frozenset(
    "not never no without except excluding leaving percentage percent share proportion rate average mean median each "
    "every per between than compare compared versus vs times whose".split()
)
"""Words that ask for more than this form says."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question for what there is most of says, as places of its tokens."""

    asks: str
    """`who`, `where`, `why`, `how`, `which` or `what`."""
    asked: frozenset[int]
    """The noun that is asked for; none behind "who"."""
    counted: frozenset[int]
    """What there is most of, or by what it is reckoned."""
    shaping: frozenset[int]
    """Words that shape the query and speak of nothing."""
    descending: bool
    limit: int
    kinds: bool
    """`what sort of job`: a kind of what is named."""
    sized: bool = False
    """`biggest`: of whom money comes, and not how often."""
    adjectives: tuple[Adjective, ...] = ()
    """What is said of rows by themselves: `the dearest`."""
    time: int | None = None
    """The token that says when."""
    grouped: bool = True
    """It is reckoned over several rows, as far as its words say."""


def frame_of(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Frame | None:
    """None where a question has another form."""
    lowers = [t.lower for t in tokens]
    most, least = _cues(lowers, _MOST), _cues(lowers, _LEAST)
    place, adjectives = adjectives_in(lowers) or (range(0), ())
    if _bounds(tokens):
        return None
    if any(set(place) < set(range(start, end)) for start, end in most + least):
        place, adjectives = range(0), ()  # “longest hours”
    most, least = ([c for c in cues if not set(range(*c)) < set(place)] for cues in (most, least))
    grouped = bool(most or least)
    if (grouped and bool(most) == bool(least)) or not (grouped or adjectives):
        return None
    cues = (most or least) or [(place.start, place.stop)]
    if grouped and not adjectives and len(cues) == 1 and (rated := by_unit(lowers, cues[0][1], bool(most))):
        adjectives, place, grouped = (rated,), range(*cues[0]), False
    if adjectives and any(range(*c) != place for c in cues):
        return None
    time = time_in(tokens) if grouped else None
    if _more(tokens, cues, time, frozenset() if grouped else frozenset(("per", "each"))):
        return None
    if grouped and any(lowers[end - 1] in ("most", "least") and _of_manner(lowers[end : end + 1]) for _, end in cues):
        return None
    shaping = {i for start, end in cues for i in range(start, end)}
    shaping |= {i for i, t in enumerate(tokens) if t.number is not None or t.lower == "counting"}
    spans = {m.start: range(m.start, m.end) for m in mentions if any(k.score >= LIKELY for k in m.links)}
    if adjectives:
        shaping |= {
            i for i, word in enumerate(lowers) if word in ("first", "last") and not _timed(lowers[i + 1 : i + 2])
        }
    asks, asked, kinds = _asked(lowers, cues, spans, shaping, led=bool(adjectives))
    if not asks or (not asked and any(singular(one) in _KINDS and of == "of" for one, of in pairwise(lowers))):
        return None
    by: set[int] = set()
    for said in _BY if grouped else (*_BY, ("per",), ("an",), ("each",)):
        for start, end in places_of(lowers, said):
            noun = _by(lowers, end, spans, said == ("in",)) - asked
            by |= noun
            shaping |= set(range(start, end)) | set(range(end, min(noun))) if noun else set()
    counted: set[int] = set()
    for _, end in cues if not by else ():
        if lowers[end - 1] in _MEASURED:
            counted |= _compound(lowers, _noun(lowers, end, spans, _OWN) - asked, spans)
    numbers = [
        int(t.number) for i, t in enumerate(tokens) if t.number is not None and 1 < t.number <= _FEW and i != time
    ]
    if len(numbers) > 1 or len(numbers) != sum(
        t.number is not None and t.number != 1 and i != time for i, t in enumerate(tokens)
    ):
        return None
    limit = numbers[0] if numbers else 1
    sized = not (by or counted) and all(lowers[end - 1] in _SIZED for _, end in cues)
    places = frozenset(asked), frozenset(by or counted), frozenset(shaping)
    return Frame(asks, *places, bool(most), limit, kinds, sized, adjectives, time, grouped)


def _bounds(tokens: Sequence[Token]) -> bool:
    """`at least three`, `a rating below 2`, `five or more`: a number that something is compared with."""
    lowers = [t.lower for t in tokens]
    phrases = lexicon().phrases

    def compares(start: int, end: int) -> bool:
        return any(tag.startswith("cmp:") for tag in phrases.get(tuple(lowers[max(0, start) : end]), ((), ""))[0])

    return any(
        compares(i - n, i) or compares(i + 1, i + 1 + n)
        for i, t in enumerate(tokens)
        if t.number is not None
        for n in range(1, _LONGEST_BOUND + 1)
    )


def _timed(behind: Sequence[str]) -> bool:
    """`last year`."""
    return any(singular(word) in _TIMES for word in behind)


def _of_manner(behind: Sequence[str]) -> bool:
    """`most recently`, `most valuable`: how, and not how many."""
    return any(word.endswith(_MANNER) for word in behind)


def _cues(lowers: Sequence[str], phrases: Sequence[str]) -> list[tuple[int, int]]:
    """Where words say which comes first; of two in the same place the longer one."""
    found: list[tuple[int, int]] = []
    for phrase in phrases:
        for start, end in places_of(lowers, phrase.split()):
            if not any(s <= start < e for s, e in found):
                found.append((start, end))
    return sorted(found)


def _more(tokens: Sequence[Token], cues: Sequence[tuple[int, int]], time: int | None, read: frozenset[str]) -> bool:
    """Something is said that this form has no place for."""
    shaped = {i for start, end in cues for i in range(start, end)}
    said = {t.lower for i, t in enumerate(tokens) if i not in shaped}
    denied = any(word.endswith(("n't", "n’t")) for word in said)
    return (
        denied
        or bool(said & (_UNREAD - read))
        or any(t.kind in ("date", "clock", "quoted") and i != time for i, t in enumerate(tokens))
    )


def _asked(
    lowers: Sequence[str],
    cues: Sequence[tuple[int, int]],
    spans: Mapping[int, range],
    shaping: Collection[int],
    *,
    led: bool,
) -> tuple[str, set[int], bool]:
    """The word that asks, the noun that is asked for, and whether a kind of it is meant."""
    asks, asked, kinds = "", set[int](), False
    people = lexicon().people
    for at, word in enumerate(lowers):
        begins = at == 0 or lowers[at - 1] not in FUNCTION or lowers[at - 1] in _LEADING
        if word not in _ASKING or not begins:
            continue
        asks = asks if asks and (asks != "what" or word == "what") else "who" if word == "whom" else word
        if word in ("which", "what") and not asked:
            start = at + 1
            while start < len(lowers) and (lowers[start] in _OWN | _KINDS or start in shaping):
                kinds |= lowers[start] in _KINDS and lowers[start + 1 : start + 2] == ["of"]
                start += 1
            asked = _noun(lowers, start, spans, frozenset())
            asked |= _head(lowers, asked, people)
            if word == "what" and asked and start not in spans:
                asked = set()  # “what gets”
    if not asked:
        for _, end in cues:
            if led or lowers[end - 1] in _OF_WHOM or lowers[end - 2 : end] in (["most", "popular"], ["most", "common"]):
                start = end
                while start < len(lowers) and (lowers[start] in _KINDS or start in shaping):
                    kinds |= lowers[start + 1 : start + 2] == ["of"]
                    start += 2 if lowers[start] in _KINDS else 1
                asked = _noun(lowers, start, spans, frozenset())
                asked |= _head(lowers, asked, people)
                asks = asks or ("which" if asked else "")
    return asks, asked, kinds


def _head(lowers: Sequence[str], asked: Collection[int], people: frozenset[str]) -> set[int]:
    """`workshop customer`: somebody, said behind another noun."""
    behind = max(asked) + 1 if asked else len(lowers)
    return {behind} if behind < len(lowers) and stem(lowers[behind]) in people else set()


def _compound(lowers: Sequence[str], noun: set[int], spans: Mapping[int, range]) -> set[int]:
    """`the most water samples`: of two nouns the second, of which there may be many, is counted."""
    behind = spans.get(max(noun) + 1) if noun and not lowers[max(noun)].endswith("s") else None
    return set(behind) if behind and lowers[behind[-1]].endswith("s") else noun


def _by(lowers: Sequence[str], start: int, spans: Mapping[int, range], bare: bool) -> set[int]:
    """What it is reckoned by: behind "in" of a bare noun alone, which is not a place."""
    if bare:
        return {start} if start < len(lowers) and lowers[start] in PIECES else set()
    while start < len(lowers) and lowers[start] in _OWN | {"number", "how", "many"}:
        start += 1
    return set() if start < len(lowers) and lowers[start] in _NOT_BY else _noun(lowers, start, spans, frozenset())


def _noun(lowers: Sequence[str], start: int, spans: Mapping[int, range], before: frozenset[str]) -> set[int]:
    """The noun that begins somewhere, behind small words that may lead it."""
    while start < len(lowers) and lowers[start] in before:
        start += 1
    if start in spans:
        return set(spans[start])
    if start < len(lowers) and lowers[start] not in FUNCTION and lowers[start].isalpha():
        return {start}
    return set()
