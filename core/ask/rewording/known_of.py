"""`…, of those whose gender is known`: the question of the rows that have a cell there, said before it or behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.ask.rewording.phrases import Reworded, Tail
from core.ask.state import Mention
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query, main_tables

_KNOWN = (
    r"(?:known|recorded|given|noted|filled in|on record|stated|reported|available|not (?:missing|empty|blank|unknown))"
)
_WHOSE = (
    rf"(?:whose|where the|for wh(?:om|ich) (?:the|a|an)) (?P<what>[\w' -]{{2,40}}?) (?:is|was|are|were"
    rf"|has been|have been) {_KNOWN}"
)
_TAKEN = (
    r"(?:(?:counting|considering|taking|looking at|including|using) only|only (?:counting|considering"
    r"|taking|looking at|including|among|of|for)|out of|among|amongst|of|for|from)"
)
_BEHIND = re.compile(
    rf",? (?:{_TAKEN} )?(?:the |all )?(?:those|ones|rows|(?:those )?(?P<rows>\w+(?: \w+)?)) {_WHOSE}(?=[,?.! ]*$)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"^(?:{_TAKEN} )(?:(?:the |all |all the )?(?P<rows>[\w ]+?)) {_WHOSE}, ?",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    rf" (?:{_WHOSE}|with (?:a|an) (?:known|recorded|given) (?P<held>[\w' -]{{2,40}}?))(?= (?:is|are"
    rf"|was|were|had|have|has)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^((?:what|which) (percentage|share|proportion|fraction|percent)|how many)(?: of (?:them|these|those))?\b",
    re.IGNORECASE,
)
_LIKELIEST = 3
_THOSE = frozenset(("those", "ones", "rows", "people"))


def known_of(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question without what says so, and the column of which cells are to be filled in."""
    met = _BEHIND.search(text) or _BEFORE.search(text) or _WITHIN.search(text)
    said = (met["what"] or met.groupdict().get("held") or "") if met is not None else ""
    column = column_with_gaps(said, link, facts, _LIKELIEST) if said else None
    if met is None or column is None:
        return
    plain = text[met.end() :] if met.re is _BEFORE else f"{text[: met.start()]} {text[met.end() :]}"
    plain = " ".join(plain.split()).replace(" ?", "?")
    rows = (met.groupdict().get("rows") or "").strip()
    said_again = re.search(rf"\b{re.escape(rows)}\b", plain, re.IGNORECASE)
    if met.re is _BEFORE and rows.lower() not in _THOSE and not said_again:
        plain = _ASKS.sub(lambda m: f"{m[1]} of {rows}" if m[2] else f"{m[1]} {rows}", plain)
    if len(plain.split()) > 1:
        yield Reworded(plain, (Tail("known", column=column),), strong=True, deep=True)


def column_with_gaps(said: str, link: Callable[[str], Sequence[Mention]], facts: Facts, likeliest: int) -> Col | None:
    """The column with empty cells that is named, among the `likeliest` meanings of each word."""
    for m in link(said):
        for k in m.links[:likeliest]:
            column = Col(k.table, k.column)
            held = facts.column(column) if k.kind == "column" else None
            if held is not None and held.profile.nulls:
                return column
    return None


def filled_in(query: Query, column: Col, facts: Facts) -> Query | None:
    """The query of those rows alone; None where it does not go over their table."""
    if query.beside or column.table not in main_tables(query):
        return None
    met = Filter(Item(column), "is not null")
    among = tuple(dict.fromkeys((*query.among, column))) if query.share else query.among
    return replace(query, where=(*(c for c in query.where if c != met), met), among=among)
