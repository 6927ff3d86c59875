"""`at Redcliff`, which is what one row of a list is called, and its office and those of others too: that row is meant,
where it is not of the list itself that something is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.ask.span_selection import FIRM, Spans
from core.ask.state import Link
from core.model import Table
from core.text.words import words

_NAMES = frozenset(("name", "title"))
_LESS = 0.04
"""What a cell of another column loses."""
_WHOLE = frozenset(("exact", "case"))


def named_rows_first(spans: Spans, tables: Mapping[str, Table], far: int) -> None:
    """Of two columns of a table that hold the words, the one that names its rows; a column that holds them `far` times
    as often may be meant all the same."""
    asked = {k.table: span for span, links in spans.items() for k in links.values() if k.kind == "table" and _sure(k)}
    for span, links in spans.items():
        values = [k for k in links.values() if k.kind == "value" and k.how in _WHOLE]
        for name in [k for k in values if _calls(k, tables)]:
            beside = asked.get(name.table, span)
            if beside != span and span[1] != beside[0]:
                continue  # “which halls are in Redcliff”: what the hall of that name is called says nothing
            for other in values:
                same = other.table == name.table and other.value == name.value and other.column != name.column
                if same and not _calls(other, tables) and _often(other, tables) < far:
                    links[other.id] = replace(other, score=round(other.score - _LESS, 3))


def _sure(link: Link) -> bool:
    return link.score >= FIRM


def _calls(link: Link, tables: Mapping[str, Table]) -> bool:
    """The column is headed as a name, and no two rows have the same."""
    column = tables[link.table].column(link.column)
    return column is not None and column.profile.unique and not _NAMES.isdisjoint(words(column.label))


def _often(link: Link, tables: Mapping[str, Table]) -> int:
    column = tables[link.table].column(link.column)
    return dict(column.profile.common).get(link.value, 0) if column is not None else 0
