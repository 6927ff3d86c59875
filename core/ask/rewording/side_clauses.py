"""`Cancellations aside, how many …?`, `…, counting only those that were paid`, `…, those dumped included`: clauses
beside a question that say which of the rows count."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.ask.rewording.phrases import Asks, Reworded, Tail

_WHAT = r"(?P<what>(?!(?:and|but|how|what|which|who|when|where|why)\b)[a-z][a-z'’ -]{2,80}?)"
_COUNT = r"(?:counting|count|including|include|taking|look(?:ing)? at)"
_ASKS = (
    r"(?:how|what|which|who|whose|where|when|list|show|give|name|count|total|average|is|are|did|do|does|on|in|of|for)"
)
_LEFT = r"(?:aside|left out|excluded|not counted|not included|apart|included|as well)"
_LEADING = re.compile(
    r"^(?P<clause>(?:(?:leaving|setting|putting) (?:out|aside)|(?:not|without|only|just) counting|excluding|ignoring"
    rf"|disregarding|apart from|other than|except for|counting|only looking at|looking only at) [^,?;:]{{3,90}}?"
    rf"|(?!{_ASKS}\b)[^,?;:]{{3,60}}? {_LEFT}),\s+(?P<rest>{_ASKS}\b(?:[^.?!]|\.(?=\w)|(?<=\bSt)\.)*)(?P<end>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_OPENS = r"(?:[,.;?:(–]|\s-)+\s*(?:and |but |please )*"
_LAST = r"\)?(?=\s*[.?!)]*\s*$|\s*[,;)])"
_ONCE = re.compile(rf"\b{_COUNT} (?:each|every) [\w ]{{2,30}}? (?:only |just )?once\b", re.IGNORECASE)
_SAID: tuple[tuple[re.Pattern[str], Asks], ...] = (
    (re.compile(rf"{_OPENS}(?:(?:only|just) {_COUNT}|{_COUNT} (?:only|just))\s+{_WHAT}{_LAST}", re.IGNORECASE), "only"),
    (
        re.compile(rf"{_OPENS}(?:{_COUNT}|even) {_WHAT} (?:too|as well|also)(?: as [\w ]+?)?{_LAST}", re.IGNORECASE),
        "too",
    ),
    (re.compile(rf"{_OPENS}{_WHAT} (?:included|as well|too){_LAST}", re.IGNORECASE), "too"),
)


def foremost_last(text: str) -> str:
    """`Cancellations aside, how many bookings …?`: the clause behind the question."""
    met = _LEADING.match(text)
    if met is None:
        return text
    rest = met["rest"].rstrip()
    return f"{rest[0].upper()}{rest[1:]}, {met['clause'][0].lower()}{met['clause'][1:]}{met['end']}"


def each_once(text: str) -> bool:
    """`…, counting each player once`: of how many rows each has, no reading but one of different ones knows."""
    return _ONCE.search(text) is not None


def side_clauses(text: str) -> Iterator[Reworded]:
    """The question of such rows alone, or of these too."""
    for pattern, asks in _SAID:
        met = pattern.search(text)
        if met is not None and met.start():
            before, after = text[: met.start()].rstrip(" (,;"), text[met.end() :].lstrip(" ).?!")
            plain = " ".join(f"{before}{'?' if '?' in text else ''} {after}".split())
            yield Reworded(plain, (Tail(asks, clause=met["what"].strip()),), strong=True, deep=True)
            return
