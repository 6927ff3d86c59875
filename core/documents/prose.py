"""What running text says of columns: "`h2` is the number of rooms, h3 the number of cars, and h4 says whether …"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from core.text.words import flat

_NAME = re.compile(r"[`\"“'*]*\b(?P<name>[A-Za-z]\w{0,40})\b[`\"”'*]*")
_CODELIKE = re.compile(r"\w*[\d_]\w*")
_QUOTED = "`\"“'*"
_COLUMN = re.compile(r"\b(?:column|field|variable)s?\s+$", re.IGNORECASE)
_ENDS = re.compile(r"[:;(\[]|[.!?](?:\s|$)|,\s+(?:and|but|so)\s|,?\s+(?:and|but|while|where|if)\s*$|,\s*$")
_OPENS = re.compile(
    r"\s*(?:(?:is|are|was|says?|tells?|holds?|gives?|shows?|means?|contains?|records?|stands? for)\s+)?"
    r"(?=(?:the|a|an|how|whether|which|when|where|who|what|number|date|year|name|their|its|each)\b)"
    r"(?:(?:the|an?)\s+)?",
    re.IGNORECASE,
)
_LEAST, _MOST = 2, 25
"""Words of a description; of more the beginning is kept."""


def in_prose(text: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each column that a text names and goes on to say what it is, with that. `known` holds the columns' labels and
    names, flat. A word of every day (`team`) names a column only in quotes, or behind the word `column`."""
    text = " ".join(text.split())
    found = [m for m in _NAME.finditer(text) if flat(m["name"]) in known and _named(text, m)]
    ends = [m.start() for m in found[1:]] + [len(text)] * bool(found)
    for m, end in zip(found, ends, strict=True):
        if (opened := _OPENS.match(text, m.end(), end)) is None:
            continue
        said = text[opened.end() : end]
        if (stop := _ENDS.search(said)) is not None:
            said = said[: stop.start()]
        words = said.split()
        if len(words) >= _LEAST:
            yield m["name"], " ".join(words[:_MOST])


def _named(text: str, found: re.Match[str]) -> bool:
    name = found["name"]
    return (
        _CODELIKE.fullmatch(name) is not None
        or text[found.start()] in _QUOTED
        or _COLUMN.search(text, 0, found.start()) is not None
    )
