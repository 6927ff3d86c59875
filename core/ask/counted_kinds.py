"""`How many lamps are there?`, where only a column `lamp type` speaks of lamps: its table's rows are lamps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.span_selection import Spans, offer
from core.ask.tokens import Token
from core.ask.vocabulary import Vocabulary
from core.text.words import singular, words

_KINDS = frozenset("type kind sort category class status model".split())


def as_rows(tokens: Sequence[Token], spans: Spans, vocabulary: Vocabulary) -> None:
    """Behind “how many”: for a column of kinds, of which the words say the thing and not the kind, its table."""
    starts = {i + 2 for i in range(len(tokens) - 2) if (tokens[i].lower, tokens[i + 1].lower) == ("how", "many")}
    for (start, end), links in spans.items():
        if start not in starts:
            continue
        said = {singular(t.lower) for t in tokens[start:end]}
        for key, link in list(links.items()):
            column = vocabulary.tables[link.table].column(link.column) if link.kind == "column" else None
            label = words(column.label) if column is not None else ()
            if link.how in ("part", "meaning") and len(label) > 1 and label[-1] in _KINDS - said:
                del links[key]
                offer(links, replace(link, kind="table", column=""))
