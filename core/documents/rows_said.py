"""What one row of a table is, where a document says so: “One row is a germination test”, “one line per visit”."""

from __future__ import annotations

import re

from core.text.words import singular, words

_ROW = re.compile(
    r"\b(?:one|each|every|an?)\s+(?:row|line|record|entry)\s+"
    r"(?:(?:is|=)\s+(?:one|an?|the)|per|for(?:\s+(?:each|every))?|represents|describes|stands\s+for)\s+"
    r"(?:(?:one|an?|the|each|every|single)\s+)*"
    r"(?P<noun>[^\W\d_]+(?:[ -][^\W\d_]+){0,2}?)"
    r"(?=\s*(?:[.,;:()\n]|$)|\s+(?:with|that|which|of|in|on|at|by|from|for|and|who|made|held|as|per|to|where|when)\b)",
    re.IGNORECASE,
)
_NO_THING = frozenset("row line record entry data one it thing item file table different separate unique".split())
_LONGEST = 40


def row_said(text: str) -> str:
    """The noun, in the singular; "" where a text says none."""
    found = _ROW.search(text)
    said = words(found["noun"]) if found else ()
    noun = " ".join((*said[:-1], singular(said[-1]))) if said else ""
    done = len(said) == 1 and noun.endswith(("ed", "ing"))
    return "" if not said or said[0] in _NO_THING or done or len(noun) > _LONGEST else noun
