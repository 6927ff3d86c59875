"""Headers that write two words as one (`OPENDATE`, `startdate`, `TOTPUPS`), taken apart where both pieces are known."""

from __future__ import annotations

import re
from functools import lru_cache

from core.text.abbreviations import everyday

_CLOSING = ("date", "time", "name", "type", "code", "number", "count", "status", "year")
"""Nouns that close headers."""
_HEADS = frozenset(
    "open opened opening close closed closing start begin end birth death due paid pay payment order ordered ship "
    "sale sold purchase invoice bill issue issued return returned loan hire rent book booked booking visit start "
    "entry exit join joined leave left leaving expiry expire expired renewal review inspection admission admit "
    "discharge arrival depart departure delivery deliver delivered received sent created updated changed modified "
    "registered registration approval approved decision report reported record event incident survey sample test "
    "first last full short long school sch street area region town city country county ward place site station shop "
    "store branch product item category customer cust client member staff employee emp owner agent driver course class "
    "subject team club job work task case call account acct vehicle post zip phone file user group".split()
)
_MARKS = ("tot", "num", "avg", "pct")
"""Shortened words that open headers: `TOTPUPS`, `num_pass` in one."""
_WHOLE = re.compile(r"numer|numb|tota|tote|tott")
"""How words begin that are whole."""
_SHORTEST = 4
"""Letters behind such a mark at least."""


@lru_cache(maxsize=65_536)
def apart(word: str) -> tuple[str, ...]:
    """The two pieces of a folded word that is run together; () where it is one, or a piece is unknown."""
    for tail in _CLOSING:
        head = word.removesuffix(tail)
        if head != word and (head in _HEADS or head in everyday()):
            return (head, tail)
    for mark in _MARKS:
        rest = word.removeprefix(mark)
        if rest != word and len(rest) >= _SHORTEST and rest.isalpha() and not _WHOLE.match(word):
            return (mark, rest)
    return ()
