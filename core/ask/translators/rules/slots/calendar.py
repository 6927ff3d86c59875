"""Days of the week, months of any year and times left out: `on Mondays`, `in March`, `excluding 2022`, as places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.translators.rules.chart.calendar import dated, met, month, on_day, weekday
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Condition
from core.ask.translators.rules.slots.places import Places, Then

_WHEN = frozenset("in during of from on at for over throughout within every".split())
LEAVING = frozenset("excluding exclude ignoring ignore leaving except without skip skipping omitting not".split())
"""Words that leave out what follows."""


def named(chunks: Sequence[Chunk], at: int, denied: bool) -> Then | None:
    """The days of the week that a word names, or, behind a word like "in", the month."""
    c = chunks[at]
    led = at > 0 and chunks[at - 1].text.lower().split()[-1] in _WHEN
    joined = at > 1 and (chunks[at - 1].has("and", "or") or chunks[at - 1].text == ",")
    listed = joined and month(chunks[at - 2].text) is not None
    time = weekday(c.text) or (month(c.text) if led or listed else None)
    return Then(c, replace(time, denied=denied)) if time is not None else None


def left_out(chunks: Sequence[Chunk], at: int) -> Then | None:
    """`excluding 2022`, `not in 2022`: a date right behind a word that leaves it out."""
    before = chunks[at - 1] if at else None
    if before is not None and before.text.lower() in _WHEN and at > 1:
        before = chunks[at - 2]
    leaves = before is not None and (before.has("cmp:!=", "not", "none") or before.text.lower() in LEAVING)
    return Then(chunks[at], replace(on_day(chunks[at].text), denied=True)) if leaves else None


def conditions(said: Places, table: str, facts: Facts) -> list[Condition]:
    """What the date spoken of must meet, else that of the rows of the table."""
    dates = [n.column for n in said.nouns if n.column and dated(n.column, facts)]
    found: list[Condition] = []
    for then in _merged(said.days):
        column = dates[0] if dates else facts.when((table, *(n.table for n in said.nouns)), day=bool(then.time.part))
        found += met(column, then.time, facts) if column is not None else ()
    return found


def _merged(days: Sequence[Then]) -> list[Then]:
    """Names of the same part of a date together: one of them holds, or none."""
    kept: list[Then] = []
    for then in days:
        part, denied = then.time.part, then.time.denied
        same = next((k for k in kept if part and (k.time.part, k.time.denied) == (part, denied)), None)
        if same is None:
            kept.append(then)
            continue
        values = dict.fromkeys((*same.time.spans[0].values, *then.time.spans[0].values))
        spans = (replace(same.time.spans[0], values=tuple(values)),)
        kept[kept.index(same)] = replace(same, time=replace(same.time, spans=spans))
    return kept
