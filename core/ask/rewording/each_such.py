"""`average takings at each café`, where cafés are outlets of one kind: the average takings in cafés for each outlet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.names import Names, many
from core.ask.rewording.phrases import Reworded
from core.ask.state import Link, Mention
from core.ask.translators.rules.chart.schema import KINDS
from core.ask.translators.rules.facts import Facts
from core.text.words import singular

_LED = r"(?:(?:at|in|for|of|from|on|by|with) )?(?:each|every|per) "


def each_such(text: str, mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question for each of the things that are of a kind, where it has a group of that kind."""
    for m in mentions:
        met = re.search(rf"\b{_LED}(?P<kind>{re.escape(m.text)})\b", text, re.IGNORECASE)
        link = next(iter(m.links), None)
        if met is None or link is None or link.kind != "value":
            continue
        things = _things(link, facts)
        if things is None:
            continue
        *before, last = met["kind"].split()
        kinds = " ".join([*before, many(singular(last.lower()))])
        names = Names(tuple(facts.tables.values()))
        yield Reworded(f"{text[: met.start()]}in {kinds} for each {names.one(things)}{text[met.end() :]}")


def _things(link: Link, facts: Facts) -> str | None:
    """The table of what is of this kind: that of the cell, or the one that refers to a list of kinds."""
    children = facts.belonging(link.table)
    listed = facts.tables[link.table].rows <= KINDS and link.column in {c.name for c in facts.display(link.table)}
    if listed and len(children) == 1:
        return children[0]
    named = {c.name for c in facts.display(link.table)}
    return None if link.column in named or not facts.named(link.table) else link.table
