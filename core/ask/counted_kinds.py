"""`How many lamps are there?`, where only a column `lamp type` speaks of lamps: its table's rows are lamps. So are
those of a column `LampName` in which hardly any name comes twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.span_selection import FIRM, Spans, offer
from core.ask.state import Link
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.model import Column
from core.text.words import singular, words

_KINDS = frozenset("type kind sort category class status model".split())
_NAMES = frozenset(("name", "title"))
_OFTEN = 0.5
"""Different names to each row, at least, of a column that names the rows."""


def as_rows(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Behind “how many”: for a column of kinds, of which the words say the thing and not the kind, its table."""
    starts = {i + 2 for i in range(len(tokens) - 2) if (tokens[i].lower, tokens[i + 1].lower) == ("how", "many")}
    behind = {i + 1 for i in starts if i + 1 < len(tokens) and tokens[i].kind == "word" and not _held(spans, i)}
    for (start, end), links in spans.items():
        if start not in starts | behind:
            continue
        said = {singular(t.lower) for t in tokens[start:end]}
        for key, link in list(links.items()):
            column = vocabulary.tables[link.table].column(link.column) if link.kind == "column" else None
            label = words(column.label) if column is not None else ()
            if column is None or link.how not in ("part", "meaning") or len(label) < 2:
                continue
            kinds = start in starts and label[-1] in _KINDS - said
            if kinds or (label[-1] in _NAMES - said and _names_rows(column, link, vocabulary)):
                del links[key]
                offer(links, replace(link, kind="table", column=""))


def _held(spans: Spans, at: int) -> bool:
    """A word that may mean something of its own."""
    return any(
        start <= at < end and any(k.score >= FIRM for k in k_of.values()) for (start, end), k_of in spans.items()
    )


def _names_rows(column: Column, link: Link, vocabulary: Vocabulary) -> bool:
    """Its names are those of the rows, which have a key beside them."""
    table = vocabulary.tables[link.table]
    keyed = any(c.profile.unique and not c.profile.nulls and c.name != column.name for c in table.columns)
    return keyed and column.type == "text" and column.profile.distinct >= _OFTEN * table.rows
