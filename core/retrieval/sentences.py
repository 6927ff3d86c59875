"""Text cut into sentences: at a full stop, question or exclamation mark before a word that may begin one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"[.!?…]+[\"”’»)\]*_]*\s+(?=[\"“‘«(\[*_`]*[^\W_a-zß-öø-ÿ])")
_SHORT = re.compile(
    r"(?:^|[\s(\[])(?:[^\W\d_]|e\.g|i\.e|cf|vs|approx|ca|etc|no|nr|fig|dr|mr|mrs|ms|st|prof|z\.b|incl)\.$", re.I
)
"""An abbreviation, or an initial: the stop behind it ends no sentence."""


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence with the offset at which it begins in the text."""
    start = 0
    for end in _END.finditer(text):
        said = text[start : end.end()].rstrip()
        if _SHORT.search(said):
            continue
        yield start, said
        start = end.end()
    if rest := text[start:].strip():
        yield start, rest
