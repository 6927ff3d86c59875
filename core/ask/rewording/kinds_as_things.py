"""`which shops have never ordered`, where customers are shops and others: `which shop customers have never ordered`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col
from core.text.words import singular

_LED = re.compile(r"\b(?P<led>which|what|how many|each|every|the|our|all)\s+(?:of (?:the|our) )?$", re.IGNORECASE)
_ONE = frozenset(("each", "every"))
_FIRM = 0.7
"""What a cell is worth at least that is said in the plural."""
_KINDS = 40
"""Different kinds of a column at most."""


def kinds_as_things(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the name of the rows behind the one kind of them that it speaks of, where it names no rows of
    that table."""
    names = Names(tuple(facts.tables.values()))
    for m in mentions:
        link = m.links[0] if m.links else None
        if link is None or link.kind != "value" or link.score < _FIRM or link.table not in facts.tables:
            continue
        held = facts.column(Col(link.table, link.column))
        if held is None or held.profile.unique or held.profile.distinct > _KINDS or not facts.named(link.table):
            continue
        met = re.search(rf"\b{re.escape(m.text)}\b", text)
        led = _LED.search(text[: met.start()]) if met else None
        if met is None or led is None or link.table in tables_named(mentions):
            continue
        one = led["led"].lower() in _ONE
        rows = names.one(link.table) if one else names.many(link.table)
        yield Reworded(f"{text[: met.start()]}{singular(m.text)} {rows}{text[met.end() :]}")
