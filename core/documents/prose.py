"""What running text says of columns: "`h2` is the number of rooms, h3 the number of cars, and h4 says whether …"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from core.text.words import flat

_NAME = re.compile(r"\b(?P<name>[A-Za-z]\w{0,40})\b")
_CODELIKE = re.compile(r"\w*[\d_]\w*")
_QUOTED = "`\"“'*"
_COLUMN = re.compile(r"\b(?:column|field|variable)s?\s+$", re.IGNORECASE)
_ENDS = re.compile(r"[:;(\[]|[.!?](?:\s|$)|,\s+(?:and|but|so)\s|,?\s+(?:and|but|while|where|if)\s*$|,\s*$")
_SAYS = r"(?:is|are|was|says?|tells?|holds?|gives?|shows?|means?|contains?|records?|stands? for)\s+"
_WHAT = r"(?:the|a|an|how|whether|which|when|where|who|what|number|date|year|name|their|its|each)\b"
_OPENS = re.compile(rf"[`\"”'*]*\s*{_SAYS}(?={_WHAT})(?:(?:the|an?)\s+)?", re.IGNORECASE)
_GOES_ON = re.compile(r"[`\"”'*]*\s+(?=the\b|an?\b|how\b|whether\b|number\b)(?:(?:the|an?)\s+)?", re.IGNORECASE)
"""Of several that are told of in a row the verb is said once: “h2 is the number of rooms, h3 the number of cars”."""
_BETWEEN = re.compile(r"[,;]\s*(?:and\s+)?[`\"“'*]*$|\band\s+[`\"“'*]*$")
_NEAR = 24
"""Characters before a name that tell what it is."""
_LEAST, _MOST = 2, 25
"""Words of a description; of more the beginning is kept."""


def in_prose(text: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each column that a text names and goes on to say what it is, with that. `known` holds the columns' labels and
    names, flat. A word of every day (`team`) names a column only in quotes, or behind the word `column`."""
    text = " ".join(text.split())
    found = [m for m in _NAME.finditer(text) if flat(m["name"]) in known and _named(text, m)]
    ends = [m.start() for m in found[1:]] + [len(text)] * bool(found)
    told = False
    for m, end in zip(found, ends, strict=True):
        opened = _OPENS.match(text, m.end(), end)
        if opened is None and told and _BETWEEN.search(text[max(0, m.start() - _NEAR) : m.start()]):
            opened = _GOES_ON.match(text, m.end(), end)
        told = opened is not None
        if opened is None:
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
        or (found.start() > 0 and text[found.start() - 1] in _QUOTED)
        or _COLUMN.search(text[max(0, found.start() - _NEAR) : found.start()]) is not None
    )
