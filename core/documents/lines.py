"""The lines that a passage was put together of, each without the mark of an item of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_BULLET = re.compile(r"^(?:[-*•]|\d+[.)])\s+")


def lines_of(text: str, breaks: Sequence[int]) -> Iterator[str]:
    """`breaks` are the offsets at which further lines begin, as a passage has them."""
    for start, end in zip((0, *breaks), (*breaks, len(text)), strict=True):
        yield _BULLET.sub("", text[start:end].strip())
