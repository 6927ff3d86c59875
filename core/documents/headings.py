"""Headings of texts without marks for them, as plain text and PDF have them: short lines above sentences.

A line is one when it ends of itself, not for want of room: the next word, which is in capitals or begins with one,
would have fitted on it. "1. Coverage" and "KNOWN PROBLEMS" are; the first line of a paragraph is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOST_WORDS = 10
_MOST_IN_TURN = 2
"""A title, and the heading of the first section."""
_ROOM, _FULL = 0.85, 0.6
"""Of the widest line: a line that short with the next word had room for it; one that long goes on with a sentence."""
_LEAST = 40
"""Signs of the line that follows."""
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.|[A-Z][.)])\s+(?=\S)")
_STOP = re.compile(r"[.!?;,:=|]$|\s[-–—=]\s|:\s|\s{2,}|\t")
"""What ends a sentence, or parts a term from what it means."""
_SENTENCE = re.compile(r"[a-z,]\s.*[.!?][\"'”’)]*(?:\s|$)", re.DOTALL)


def headings(block: Sequence[str], width: int) -> int:
    """How many of a block's first lines are headings of the rest, in a text whose widest line has `width` signs."""
    for n in range(1, min(_MOST_IN_TURN, len(block) - 1) + 1):
        if not _short(block[n - 1], block[n], width):
            return 0
        if len(block[n]) >= max(_LEAST, _FULL * width) and _SENTENCE.search(" ".join(block[n:])):
            return n
    return 0


def heads(line: str, after: Sequence[str]) -> bool:
    """Whether a line that stands by itself is a heading of the paragraph `after` it."""
    return _is_title(line) and len(" ".join(after)) >= _LEAST and bool(_SENTENCE.search(" ".join(after)))


def without_number(line: str) -> str:
    """ "Coverage" of "1. Coverage"."""
    return _NUMBER.sub("", line, count=1)


def _short(line: str, after: str, width: int) -> bool:
    first = after.split(maxsplit=1)[0]
    begins = without_number(after)[:1]
    return (
        _is_title(line)
        and len(line) + 1 + len(first) < _ROOM * width
        and (begins.isupper() or begins.isdigit() or begins in "\"“‘'(")
    )


def _is_title(line: str) -> bool:
    said = without_number(line.strip())
    return (
        said[:1].isupper()
        and len(said.split()) <= _MOST_WORDS
        and not _STOP.search(said)
        and any(map(str.isalpha, said))
    )
