"""The words of a question that asks why a figure changed: “why are sales down?”, “what explains the drop?”."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.ask.dates import spelt_out

_UP = frozenset(
    "rise rises rose risen rising increase increases increased increasing grow grows grew grown growing growth up "
    "higher more jump jumped climb climbed surge surged soar soared spike spiked upturn gain gained".split()
)
_DOWN = frozenset(
    "fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining drop "
    "drops dropped dropping down lower fewer less shrink shrank shrunk shrinking plunge plunged slump slumped dip "
    "dipped sink sank sunk downturn".split()
)
_CHANGED = frozenset("change changes changed changing differ differs differed different difference".split())
_OPENING = re.compile(
    r"^\W*(?:please\s+)?(?:(?:can|could)\s+you\s+)?(?:(?:tell|show)\s+me\s+|explain\s+(?:to\s+me\s+)?)?(?:"
    r"(?P<why>why|how\s+come)|what\s+(?:explains|explained|drove|drives|caused|causes|made|led\s+to|is\s+behind"
    r"|was\s+behind|lies\s+behind)|(?:what\s+(?:is|are|was|were)\s+)?(?:the\s+)?reasons?\s+(?:for|behind|of)"
    r"|where\s+(?:does|did|do)(?=.*\bcomes?\s+from\b)|explain\b)\s*",
    re.IGNORECASE,
)
_TIME = r"(?:(?:the\s+)?(?P<{0}>\d{{4}}-[qh]\d|\d{{4}}-\d\d(?:-\d\d)?|(?:1[5-9]|20|21)\d\d|(?:last|this|previous)\s+" \
    r"(?:year|quarter|month)))(?![\w-])"  # fmt: skip
_ONE, _OTHER = _TIME.format("one"), _TIME.format("other")
_LEAD = r"(?:in|for|during|of|over)\s+"
_TWO = tuple(
    re.compile(rf"[\s,]*{form}", re.IGNORECASE)
    for form in (
        rf"\bbetween\s+{_ONE}\s+(?:and|to|&)\s+{_OTHER}",
        rf"\bfrom\s+{_ONE}\s+(?:to|until|till)\s+{_OTHER}",
        rf"\b(?:{_LEAD})?{_ONE}[\s,]+(?:as\s+)?(?:compared\s+(?:with|to)|than|versus|vs\.?|against|relative\s+to)\s+"
        rf"(?:that\s+of\s+|{_LEAD})?{_OTHER}",
    )
)
_AGAINST = re.compile(
    rf"[\s,]*\b(?:since|than|(?:as\s+)?compared\s+(?:with|to)|versus|vs\.?|against)\s+(?:{_LEAD})?{_ONE}", re.IGNORECASE
)
_SINGLE = re.compile(rf"[\s,]*\b(?:(?:in|for|during|over)\s+)?{_ONE}", re.IGNORECASE)
_FRAME = frozenset(
    "did do does have has had is are was were been be being the a an our we they it its that there this so such much "
    "suddenly recently lately go goes went gone going get gets got come comes came from by in of and to".split()
)
"""Words around what changed that say nothing of it; inside it they stay."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What changed, in the question's own words, which way it is said to have gone, and when."""

    subject: str
    direction: int
    """1 up, -1 down, 0 not said."""
    times: tuple[str, ...] = ()
    """As `dates.span` reads them, or “last year”: none, the later period, or both in the order of the question."""
    why: bool = True
    """The question says “why”; else it may ask for a column of reasons."""


def why_asked(text: str) -> Asked | None:
    """None for a question that asks for no reason of a change."""
    opened = _OPENING.match(text)
    if opened is None:
        return None
    rest, times = _times(spelt_out(text[opened.end() :]).strip(" ?!.\n"))
    words = rest.split()
    moves = [i for i, w in enumerate(words) if _way(w) is not None and words[i + 1 : i + 2] != ["than"]]
    if not moves:
        return None
    at = moves[-1] if opened["why"] and _way(words[moves[0]]) != 0 and not _leads(words, moves[0]) else moves[0]
    way = _way(words[at]) or 0
    left = words[:at] + words[at + 1 :]
    while left and left[0].lower() in _FRAME:
        left = left[1:]
    while left and left[-1].lower() in _FRAME:
        left = left[:-1]
    return Asked(" ".join(left), way, times, bool(opened["why"])) if left else None


def _way(word: str) -> int | None:
    said = word.lower().strip(",;:")
    return 1 if said in _UP else -1 if said in _DOWN else 0 if said in _CHANGED else None


def _leads(words: list[str], at: int) -> bool:
    """Nothing but small words before: “the drop in …”, “were there fewer …”."""
    return all(w.lower() in _FRAME for w in words[:at])


def _times(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without its times, and these."""
    for form in _TWO:
        if found := form.search(text):
            return f"{text[: found.start()]} {text[found.end() :]}".strip(), (found["one"], found["other"])
    if found := _AGAINST.search(text):
        now = "this quarter" if "q" in found["one"].lower() else "this month" if "-" in found["one"] else "this year"
        return f"{text[: found.start()]} {text[found.end() :]}".strip(), (found["one"], now)
    if found := _SINGLE.search(text):
        return f"{text[: found.start()]} {text[found.end() :]}".strip(), (found["one"],)
    return text, ()
