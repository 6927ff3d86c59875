"""Which word of a header says what its figures are: in `Seats of halls` the seats, in `Hall seats` too."""

from __future__ import annotations

from core.ask.tokens import stem
from core.text.words import words

_BEHIND = frozenset("of for per in by to with from at over within under after during about".split())
_PLAIN = frozenset("number no nr num n count total sum value values figure figures amount the a an all".split())


def head_of(header: str) -> str:
    """The stem of the last word before what only says more about it; "" where no word says what is counted."""
    before: list[str] = []
    for word in words(header):
        if word in _BEHIND and before:
            break
        if word not in _PLAIN and not word.isdigit():
            before.append(word)
    return stem(before[-1]) if before else ""


def qualified(header: str) -> bool:
    """More is said about its figures behind their noun: `Loans for the year`."""
    return any(w in _BEHIND for w in words(header)[1:])
