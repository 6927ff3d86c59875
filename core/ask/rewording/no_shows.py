"""`no shows by month`: the bookings whose state says so, whichever way the files do: `DNA`, `No-show`, `FTA`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.ask.names import Names
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query, main_tables
from core.model import Column, Table
from core.text.words import MARKS

_STATES = frozenset(
    ("noshow", "dna", "didnotattend", "fta", "failedtoattend", "didnotturnup", "didntattend", "notattended", "missed")
)
"""How files write it, run together."""
_NOUN = re.compile(r"\b(?:no[- ]?shows?|non[- ]?attenders?|DNAs)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:\w+ )?(?:who |that )?(?:did ?n[o']?t|didnt|failed to|fail to) (?:turn up|show up|attend|come)\b"
    r"(?: for (?:them|it))?",
    re.IGNORECASE,
)
_RATE = re.compile(r" rates?\b", re.IGNORECASE)
_OF_ALL = ("how many", "what percent", "what share", "what proportion", "what fraction", "percentage", "share")
_ROWS = 30
"""Rows at least of a table of visits or bookings."""
_FEW = 40
"""Different words of a column of states at most."""


def no_shows(text: str, schema: SchemaView) -> Iterator[Reworded]:
    """The question with that state of the one table that has it; nothing where none has, or several."""
    said = _NOUN.search(text) or _VERB.search(text)
    if said is None or (said.re is _VERB and text.lower().startswith(_OF_ALL)):
        return  # so many people, or so many times? and a share is one of all
    if _RATE.match(text, said.end()):
        return
    told = [t for t in schema.tables if t.rows >= _ROWS]  # no list of what codes mean
    found = [(t, c) for t in told for c in t.columns if states_missed(c)]
    if len(found) != 1:
        return
    table = found[0][0]
    rows = Names(schema.tables).many(table.name) or _plain(table)
    plain = f"{text[: said.start()]}{rows}{text[said.end() :]}"
    yield Reworded(" ".join(plain.split()), (Tail("missed", said=table.name),), strong=True)


def missed(query: Query, table: str, facts: Facts) -> Query | None:
    """The query of those rows alone; None where it does not go over their table, or speaks of their state itself."""
    if query.beside or query.share or table not in main_tables(query):
        return None
    for c in facts.tables[table].columns:
        if states := states_missed(c):
            column = Col(table, c.name)
            if any(isinstance(w, Filter) and w.item.column == column for w in query.where):
                return None
            return replace(query, where=(*query.where, Filter(Item(column), "=", states)))
    return None


def _plain(table: Table) -> str:
    return table.label.rsplit("/", 1)[-1]


def states_missed(column: Column) -> tuple[str, ...]:
    """The words and codes by which a column of a few says it."""
    if column.type != "text" or column.profile.distinct > _FEW:
        return ()
    return tuple(v for v, _ in column.profile.common if MARKS.sub("", v).casefold() in _STATES)
