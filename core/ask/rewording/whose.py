"""`who lives at 12 Mill Lane`, where no one is in the table of houses: `which tenant lives at 12 Mill Lane`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts

_WHO = re.compile(r"\s*who(?:'s| is)? (?=\w)", re.IGNORECASE)
_MOST = 3
"""Tables of people that are tried."""


def whose(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the people of each table for `who`, where it names none of them."""
    met = _WHO.match(text)
    people = [t for t in facts.tables if facts.persons(t)] if met else []
    named = {k.table for m in mentions for k in m.links[:1] if k.kind == "table"}
    verb = any(m.start == 1 for m in mentions)  # “who wrote” says who it is
    if met is None or verb or not people or len(people) > _MOST or named & set(people):
        return
    names = Names(tuple(facts.tables.values()))
    for table in people:
        yield Reworded(f"which {names.one(table)} {text[met.end() :]}")
