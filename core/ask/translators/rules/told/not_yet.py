"""`jobs still to be done`, `scaffolds still up`, `tents that have come down`: what has not come to its end, or has,
told by what was to be done with it or by where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

FINISHED = frozenset(
    "finished completed complete done closed fixed repaired mended resolved sorted settled concluded ended "
    "returned brought handed".split()
)
"""What has come to its end, whatever the column is called."""
COME = frozenset("come came brought given handed sent gone taken".split())
"""Before `back`."""
_FINISHES = frozenset(
    map(stem, "finish complete do done close fix repair mend resolve sort settle return back".split())
)
_STAND = frozenset("up standing out going there running".split())
"""Behind `still`, at the end of what is said."""
_PLACED = frozenset("in at for with by and or but from".split())
_LED = frozenset("are is that which were who".split())
_HAVE = frozenset("have has having got".split())
_TAKES = frozenset("be been get come go brought bring give given hand handed send sent take taken".split())
"""Between `to` and what ends it: `to be given back`."""
_NEED = frozenset("need needs require requires want wants".split())
_DOWN = frozenset("down off".split())
_OVER = 3
"""Words that may stand between `still have` and `up`: `still have our gear up`."""


def not_yet(tokens: Sequence[Token], ended: Col, facts: Facts) -> Iterator[tuple[int, int, bool]]:
    """Where it may be said of things that end on a day: start, end, and whether they have ended."""
    lowers = [t.lower for t in tokens]
    for i, word in enumerate(lowers):
        if word in ("still", "yet", "left") and (end := _to_be(tokens, i + 1, ended, facts)):
            yield i, end, False
        if word == "still":
            at = _stands(tokens, i + 1)
            if at:
                first = i - (i > 0 and lowers[i - 1] in _LED)
                yield first, at, False
        if word in _DOWN and i and lowers[i - 1] in COME and _DOWN & set(facts.spelt(ended)):
            start = _have(lowers, i - 1)
            denied = any(w in ("not", "never") or w.endswith(("n't", "n’t")) for w in lowers[start : i - 1])
            if start < i - 1:
                yield start, i + 1 + (lowers[i + 1 : i + 2] == ["yet"]), not denied


def _to_be(tokens: Sequence[Token], at: int, ended: Col, facts: Facts) -> int:
    """Behind `to be done`, `to give back`, `needs fixing`; 0 where it is another thing that is to be done."""
    lowers = [t.lower for t in tokens]
    if lowers[at : at + 1] and lowers[at] in _NEED:
        at += 1 + (lowers[at + 1 : at + 2] == ["to"])
    elif lowers[at : at + 1] == ["to"]:
        at += 1
    else:
        return 0
    while at < len(tokens) and lowers[at] in _TAKES:
        at += 1
    said = {t.stem for t in tokens[at : at + 1]}
    if not said & (_FINISHES | {stem(w) for w in facts.spelt(ended)}):
        return 0
    end = at + 1 + (lowers[at + 1 : at + 2] == ["back"])
    return end if _ends(tokens, end) else 0


def _stands(tokens: Sequence[Token], at: int) -> int:
    """Behind `up`, or `have our gear up`; 0 where it goes on with another thing."""
    lowers = [t.lower for t in tokens]
    if at < len(tokens) and lowers[at] in _STAND:
        return at + 1 if _ends(tokens, at + 1) else 0
    if at < len(tokens) and lowers[at] in _HAVE:
        over = list(takewhile(lambda i: lowers[i] not in _STAND, range(at + 1, len(tokens))))
        end = at + 1 + len(over)
        return end + 1 if len(over) <= _OVER and end < len(tokens) and _ends(tokens, end + 1) else 0
    return 0


def _have(lowers: Sequence[str], i: int) -> int:
    """Where `have not yet` begins before the word at `i`."""
    return next((j for j in range(i - 1, max(-1, i - 4), -1) if lowers[j] in _HAVE or _nt(lowers[j])), i)


def _nt(word: str) -> bool:
    return word.endswith(("n't", "n’t"))


def _ends(tokens: Sequence[Token], i: int) -> bool:
    """What is said ends before the token at `i`, or goes on with where, or with another thing."""
    return i >= len(tokens) or tokens[i].kind == "punct" or tokens[i].lower in _PLACED | {"now", "today", "at", "right"}
