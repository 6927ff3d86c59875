"""`what have we got that must be kept frozen`: which products, where one table has what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts

_SAID = re.compile(
    r"what (?:else )?(?:do|does|did|have|has|had|can|could) (?:we|they|you|i|people) "
    r"(?:(?:have|hold|stock|sell|keep|own|offer|run|make|provide|got|lend|hire|rent|buy|order|use|do|supply|borrow)"
    r"(?: out| in stock| on offer| on file| at the moment| here)? )?(?:that|which)"
    r"(?P<verb>['’]s| is| are| was| were| has| have|) "
    r"(?P<rest>.+)",
    re.IGNORECASE,
)
_MANY = {"'s": "are", "’s": "are", "is": "are", "was": "were", "has": "have"}
_LIKELY = 0.7
"""The least score of a link that says which table is meant."""


def what_we(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the things of the one table that has the columns or cells said behind `that`."""
    met = _SAID.match(" ".join(text.split()))
    if met is None:
        return
    behind = len(text[: met.start("rest")].split())
    firm = [k for m in mentions if m.start >= behind for k in m.links[:1] if k.score >= _LIKELY]
    tables = {k.table for k in firm if k.kind in ("column", "value")}
    if len(tables) != 1 or (things := tables.pop()) not in facts.tables or not facts.named(things):
        return
    verb = _MANY.get(met["verb"].strip().lower(), met["verb"].strip())
    many = Names(tuple(facts.tables.values())).many(things)
    yield Reworded(" ".join(f"which {many} {verb} {met['rest']}".split()), (), True)
