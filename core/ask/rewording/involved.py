"""`how many vans were involved in crashes`: each van is a row of a crash, and it is the vans that are counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts

_SAID = re.compile(
    r"(?P<led>how many .+?) (?:were|was|are|have been|had been|got)(?: involved| caught up| included)? "
    r"in (?:an? |the |any )?(?P<what>\w+)(?P<rest>.*)",
    re.IGNORECASE,
)


def involved(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question without what all rows of the kind that is counted belong to."""
    met = _SAID.fullmatch(" ".join(text.split()).rstrip(" ?."))
    if met is None:
        return
    counted = {k.table for m in mentions[:1] for k in m.links[:1] if k.kind == "value"}
    whole = {k.table for m in mentions if m.text.lower() == met["what"].lower() for k in m.links if k.kind == "table"}
    if any(whole & set(facts.owners(t)) for t in counted):
        yield Reworded(f"{met['led']}{met['rest']}?", (), True)
