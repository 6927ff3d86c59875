"""Whether a sentence is held by the sentences that it cites: its numbers are theirs, and most of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.retrieval.answering import content

_HELD = 0.6
"""Share of a sentence's words of meaning that must stand in what it cites."""
_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f]\d+)*")
_NO = re.compile(r"\b(?:not?|never|none|nobody|nothing|without|cannot|\w+n['’]t)\b", re.IGNORECASE)


def held(text: str, cited: Sequence[str], question: str = "") -> bool:
    """Every number of the text is in what it cites, so are most of its words (those of the question may be repeated),
    and it denies nothing that they do not deny."""
    if not cited:
        return False
    whole = " ".join(cited)
    if not _numbers(text) <= _numbers(whole):
        return False
    if _NO.search(text) and not _NO.search(whole):
        return False
    known = set(content(whole))
    said = [w for w in content(text) if w not in set(content(question)) - known]
    return bool(said) and sum(w in known for w in said) >= _HELD * len(said)


def _numbers(text: str) -> set[str]:
    """The numbers of a text: without marks between thousands, and with a point before decimals."""
    plain = (re.sub(r"(?<=\d)[.,’'\s](?=\d{3}(?!\d))", "", n) for n in _NUMBER.findall(text))
    return {re.sub(r"[^\d.]", "", n.replace(",", ".")).strip(".") for n in plain}
