"""`When was the discharge highest?`, `on which day …`: the time of the first row by a figure, and not the figure."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Link
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.parted_dates import parts_of_dates
from core.ask.translators.rules.query import Col

_ASKING = frozenset(("which", "what"))
_LED = frozenset(("in", "on", "at", "during", "for"))
_DAYS = frozenset(("day", "date", "when", "week", "time"))
_TIMES = _DAYS | frozenset(("year", "month", "quarter"))


def with_when(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """The chunks with the column of times in the place of the words that ask for one, where a superlative follows."""
    start, end = _asked(chunks)
    if end == start or not any(c.starts("sup:") or c.has("top", "bottom") for c in chunks[end:]):
        return chunks
    tables = {c.link.table for c in chunks if c.link}
    figures = [c for c in chunks[end:] if c.kind == "column" and c.link and _measure(c.link, facts)]
    if len(tables) != 1 or not figures:
        return chunks
    table = next(iter(tables))
    word = chunks[end - 1].text.lower()
    times: Sequence[Col] = parts_of_dates(facts.tables[table], facts) if word in _DAYS else ()
    if not times:
        found = facts.when((table,), day=word in _DAYS)
        times = (found,) if found else ()
    if not times:
        return chunks
    first, last = chunks[start], chunks[end - 1]
    opening = Chunk("cue", first.start, first.start, "which", tags=("ask",))
    shown = [
        Chunk("column", last.start, last.end, word, Link("column", table, c.name, "", 1.0, "label")) for c in times
    ]
    return [*chunks[:start], opening, *shown, *chunks[end:]]


def _asked(chunks: Sequence[Chunk]) -> tuple[int, int]:
    """Where "when" or "on which day" stands, a time that no column is called; an empty range where it does not."""
    start = 1 if chunks and chunks[0].text.lower() in _LED else 0
    said = [c.text.lower() for c in chunks[start : start + 2]]
    if said[:1] == ["when"]:
        return 0, start + 1
    plain = len(said) == 2 and said[0] in _ASKING and said[1] in _TIMES and chunks[start + 1].link is None
    return (0, start + 2) if plain else (0, 0)


def _measure(link: Link, facts: Facts) -> bool:
    column = Col(link.table, link.column)
    return facts.measure(column) and not facts.year(column)
