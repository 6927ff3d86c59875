"""`what have we got that must be kept frozen`, `which parts of the park are lit`: which products, or which areas, where
one table has what is said of them."""

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
_PARTS = re.compile(
    r"(?P<asks>which|what|how many) (?P<part>parts|areas|bits|sides|places|spots) (?:of|in|on) (?:the|our) "
    r"(?P<whole>\w+(?: \w+)?) (?P<rest>(?:are|were|have|had|do|did)\b.+)",
    re.IGNORECASE,
)
_MANY = {"'s": "are", "’s": "are", "is": "are", "was": "were", "has": "have"}
_LIKELY = 0.7
"""The least score of a link that says which table is meant."""


def what_we(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the things of the one table that has the columns or cells said behind `that`."""
    plain = " ".join(text.split())
    if (parts := _PARTS.match(plain)) is not None and (things := _told_by(parts, mentions, facts)):
        said = (parts["part"].lower(), *parts["whole"].lower().split(), parts["whole"].lower())
        named = (k for m in mentions if m.text.lower() in said for k in m.links)
        if not any(k.score >= _LIKELY and k.how != "meaning" for k in named):
            yield Reworded(
                f"{parts['asks']} {Names(tuple(facts.tables.values())).many(things)} {parts['rest']}", (), True
            )
    met = _SAID.match(plain)
    if met is None:
        return
    things = _told_by(met, mentions, facts)
    if not things:
        return
    verb = _MANY.get(met["verb"].strip().lower(), met["verb"].strip())
    many = Names(tuple(facts.tables.values())).many(things)
    yield Reworded(" ".join(f"which {many} {verb} {met['rest']}".split()), (), True)


def _told_by(met: re.Match[str], mentions: Sequence[Mention], facts: Facts) -> str:
    """The one table that has what is firmly said in the rest, if people call its rows by something; "" elsewhere."""
    behind = len(met.string[: met.start("rest")].split())
    firm = [k for m in mentions if m.start >= behind for k in m.links[:1] if k.score >= _LIKELY]
    tables = {k.table for k in firm if k.kind in ("column", "value")}
    things = tables.pop() if len(tables) == 1 else ""
    return things if things in facts.tables and facts.named(things) else ""
