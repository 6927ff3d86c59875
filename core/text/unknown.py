"""Words that say of a value that it stands for none: "Data missing or out of range", "Not known", "Don't know"."""

from __future__ import annotations

import re

from core.text.words import singular, words

_UNKNOWN = re.compile(
    r"\b(missing|unknown|undefined|unspecified|out of range|n/?a|dk|refus(?:ed|al)|can(?:not|['’]?t) say"
    r"|not (?:known|stated|recorded|available|applicable|given|reported|asked|answered|ascertained|counted|measured"
    r"|collected|provided|supplied|specified|determined|disclosed|weighed|taken down|filled in)"
    r"|no (?:data|answer|response|reply)|declined to (?:say|answer)|prefers? not to (?:say|answer)"
    r"|(?:do(?:es)? not|do(?:es)?n['’]?t|did not|didn['’]?t) (?:know|answer))\b",
    re.IGNORECASE,
)
NOTHING = frozenset(("", "na", "n/a", "nan", "none", "null", "-"))
"""What a cell holds in place of words, in small letters."""
_LONGEST = 8
"""Words of a meaning that says no more than that."""


_NOTHING_KNOWN = re.compile(
    r"\b(data missing|missing (?:data|values?|information)|unknown|undefined|unspecified|out of range|n/?a"
    r"|not (?:known|stated|recorded|available|specified|ascertained)|no (?:data|information))\b",
    re.IGNORECASE,
)
"""Of these no refusal, and nothing that was not done or given: it is what happened, and may be the most frequent."""
_BRACKETED = re.compile(r"\([^()]*\)")
_FILLING = frozenset("data value values information code field is was has or and the".split())
"""Words beside such, which add nothing."""


def unknown(meaning: str) -> bool:
    """Whether what a code means is that nothing is known."""
    return bool(mark_in(meaning))


def nothing_known(meaning: str, label: str) -> bool:
    """Whether a code's meaning says that of its whole column: `Age not known` under `driver age`, and not `Darkness,
    lighting unknown`, nor `Missing person`."""
    said = _BRACKETED.sub(" ", meaning)
    beside = words(_NOTHING_KNOWN.sub(" ", said)) if _NOTHING_KNOWN.search(said) else ("no",)
    own = {singular(w) for w in words(label)}
    return all(w in _FILLING or singular(w) in own for w in beside)


def mark_in(meaning: str) -> str:
    """The words that say so: `Unknown` of “Unknown height”; "" for none."""
    found = _UNKNOWN.search(meaning)
    return found[0] if found and len(meaning.split()) <= _LONGEST else ""
