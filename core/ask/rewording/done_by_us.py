"""`what percentage of claims do we refuse`: what percentage of them are refused; of those that "each insurer refuses",
for each insurer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.ask.rewording.phrases import Reworded
from core.text.verbs import past_forms

_SAID = re.compile(
    r"^(?P<what>.*\b(?:percentage|percent|share|proportion|fraction) of .+?) (?P<when>do|did|does) "
    r"(?:we|they|you|(?P<whom>(?:each|every) (?:of (?:our|the) )?\w+)) (?P<verb>\w+)(?P<rest>.*)$",
    re.IGNORECASE,
)


def done_by_us(text: str) -> Iterator[Reworded]:
    """The question with what is done to the things in place of who does it."""
    met = _SAID.match(text)
    if met is None:
        return
    being = "were" if met["when"].lower() == "did" else "are"
    rest = f" for {met['whom']}{met['rest']}" if met["whom"] else met["rest"]
    for done in past_forms(met["verb"].lower()):
        yield Reworded(f"{met['what']} {being} {done}{rest}")
