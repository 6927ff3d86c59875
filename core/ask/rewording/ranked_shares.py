"""`which 5 parks have the highest percentage of dead trees`: the percentage of each, ranked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.ask.rewording.phrases import Reworded, Tail, number_said
from core.text.number_words import SMALL_NUMBERS

_SAID = re.compile(
    r"\s*(?:which|what) (?P<n>\d+ |"
    + "|".join(f"{w} " for w in SMALL_NUMBERS)
    + r")?(?P<group>[\w ]+?) (?:has|have|had) "
    r"the (?:highest|largest|greatest|biggest) (?P<share>percentage|share|proportion) of (?P<of>[^?;.]+?)\s*[?.]*\s*",
    re.IGNORECASE,
)


def ranked_shares(text: str) -> Iterator[Reworded]:
    """The question as the share for each group; those with the largest are told first."""
    met = _SAID.fullmatch(text)
    if met is None:
        return
    rows = number_said(met["n"].strip()) if met["n"] else 1
    yield Reworded(f"{met['share']} of {met['of']} per {met['group']}", (Tail("first", rows),))
