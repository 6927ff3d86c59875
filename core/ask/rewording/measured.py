"""`average pH of the river samples`, where results of all kinds stand in one column: the average result of pH; `time on
site`, where a header counts the minutes: `Mins on Site`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.subjects import nameless
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col

_FIGURES = frozenset("average mean highest lowest maximum minimum median total max min typical".split())
_FIRM = 0.8
_UNITS = frozenset("hours hrs minutes mins days weeks seconds secs".split())
_WORD = 3
"""Letters that what the time is spent on has at least."""


def measured(text: str, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question with the figure's name behind what it is of, where the rows of that have just one figure."""
    for m in mentions:
        if not m.start or tokens[m.start - 1].lower not in _FIGURES or not m.links or m.links[0].kind != "value":
            continue
        table = m.links[0].table
        homes = [table, *(j.child_table for j in facts.schema.joins if j.parent_table == table)]
        labels = dict.fromkeys(label for home in homes if (label := _only_figure(home, facts)))
        for label in labels if m.links[0].score >= _FIRM else ():
            yield Reworded(text.replace(m.text, f"{m.text} {label}", 1))


def timed_by_header(text: str, facts: Facts) -> Iterator[Reworded]:
    """The question with a header that counts hours, minutes or days in place of the time that it says."""
    held = [Col(t.name, c.name) for t in facts.tables.values() for c in t.columns]
    found: dict[str, str] = {}
    for column in held:
        known = facts.column(column)
        said = known.plain_label.lower().split() if known is not None and facts.measure(column) else []
        if len(said) > 1 and said[0] in _UNITS and len(said[-1]) >= _WORD:
            met = re.search(rf"\btime (?:spent )?{re.escape(' '.join(said[1:]))}\b", text, re.IGNORECASE)
            if met is not None and known is not None:
                found[met[0]] = known.plain_label
    if len(found) == 1:
        ((said_so, label),) = found.items()
        yield Reworded(text.replace(said_so, label, 1), strong=True)


def _only_figure(table: str, facts: Facts) -> str:
    """The label of the one measure of a table, or of the one without a name of its own; "" where that is none."""
    columns = facts.tables[table].columns if table in facts.tables else ()
    found = [c.label for c in columns if facts.measure(Col(table, c.name))]
    found = [label for label in found if nameless(label)] if len(found) > 1 else found
    return found[0] if len(found) == 1 else ""
