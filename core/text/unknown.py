"""Words that say of a value that it stands for none: "Data missing or out of range", "Not known", "N/A"."""

from __future__ import annotations

import re

_UNKNOWN = re.compile(
    r"\b(missing|unknown|undefined|unspecified|not (?:known|stated|recorded|available|applicable|given|reported|asked)"
    r"|no (?:data|answer|response)|n/?a|out of range|refused)\b",
    re.IGNORECASE,
)
NOTHING = frozenset(("", "na", "n/a", "nan", "none", "null", "-"))
"""What a cell holds in place of words, in small letters."""
_LONGEST = 8
"""Words of a meaning that says no more than that."""


def unknown(meaning: str) -> bool:
    """Whether what a code means is that nothing is known."""
    return _UNKNOWN.search(meaning) is not None and len(meaning.split()) <= _LONGEST
