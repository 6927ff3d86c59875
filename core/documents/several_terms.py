"""A line that tells of several columns, one behind the other: `Pty = number in the party, Cas = casualties. GA = gift
aid`."""

from __future__ import annotations

import re
from collections.abc import Collection

from core.text.words import flat

_NEXT = re.compile(r"[,.;]\s+(?=[`\"'“*_]*(?P<term>[A-Za-z]\w{1,40})[`\"'”*_]*\s*(?:=|:\s))")


def parts_of(text: str, labels: Collection[str]) -> tuple[str, ...]:
    """What is told of each column, the label first; the whole text where it tells of one alone. `labels` are those of
    all columns, flat."""
    cuts = [m for m in _NEXT.finditer(text) if flat(m["term"]) in labels]
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(text)]
    return tuple(text[start:end] for start, end in zip(starts, ends, strict=True))
