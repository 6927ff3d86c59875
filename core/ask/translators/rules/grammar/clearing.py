"""Chunks made ready for reading: what stands in brackets, over all times, behind its measure, or is the only figure."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Link
from core.ask.translators.rules.conditions.restrictions import yearlike
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.main_figures import only_figure
from core.ask.translators.rules.query import (
    Col,
)

_ALL_TIMES = frozenset("years months quarters seasons days dates weeks time editions".split())


def in_brackets(chunks: list[Chunk]) -> list[Chunk]:
    """`How many deaths (Deces) …`: a column named in brackets says what the word before them means."""
    out: list[Chunk] = []
    i = 0
    while i < len(chunks):
        inside = chunks[i + 1 : i + 3]
        if (
            chunks[i].text == "("
            and len(inside) == 2
            and inside[1].text == ")"
            and inside[0].kind == "column"
            and inside[0].link is not None
            and inside[0].link.score >= 0.95
        ):
            if out and (out[-1].kind == "word" or _guessed(out[-1])):
                out.pop()
            out.append(inside[0])
            i += 3
        else:
            out.append(chunks[i])
            i += 1
    return out


def over_times(chunks: list[Chunk]) -> list[Chunk]:
    """`the average over the years`, `over all countries`: over all rows; the times and places are no groups."""
    for i, c in enumerate(chunks):
        if c.text.lower() not in ("over", "across", "throughout", "over all"):
            continue
        j = i + 1
        while j < len(chunks) and chunks[j].has("all", "distinct") and chunks[j].link is None:
            j += 1
        link = chunks[j].link if j < len(chunks) else None
        places = j > i + 1 and link is not None and link.how == "place"
        if j < len(chunks) and (chunks[j].text.lower() in _ALL_TIMES or places):
            return [*chunks[:i], *chunks[j + 1 :]]
    return chunks


def with_only_figure(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`the average interest in cats`: an unknown word, where a figure must stand and there is just one."""
    tables = {c.link.table for c in chunks if c.link}
    only = only_figure(facts, next(iter(tables))) if len(tables) == 1 else None
    if only is None or any(c.link and c.link.column == only.name for c in chunks):
        return chunks
    cues = [i for i, c in enumerate(chunks) if c.starts("agg:") or c.starts("sup:") or c.has("top", "bottom")]
    cues = cues or [i for i, c in enumerate(chunks) if c.text.lower() == "of" and _number_at(chunks, i + 1)]
    if not cues:
        return chunks
    free = [
        i for i, c in enumerate(chunks) if c.kind == "word" and not c.claimed and c.text.isalpha() and len(c.text) > 3
    ]
    near = [i for i in free if cues[0] < i <= cues[0] + 2] or [i for i in free if i < cues[0]][-1:]
    if not near:
        return chunks
    at = near[0]
    c = chunks[at]
    link = Link("column", only.table, only.name, "", 1.0, "only figure")
    return [*chunks[:at], Chunk("column", c.start, c.end, c.text, link), *chunks[at + 1 :]]


def _number_at(chunks: Sequence[Chunk], i: int) -> bool:
    """`an interest of 100`"""
    return i < len(chunks) and chunks[i].kind == "number" and not yearlike(chunks[i].number)


def fronted(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`In which year was the population of North highest?`: the superlative goes before the figure it is about."""
    last = next((i for i in range(len(chunks) - 1, -1, -1) if chunks[i].kind != "stop"), -1)
    if last < 1 or not chunks[last].has("top", "bottom", "sup:max", "sup:min") or not chunks[0].has("rel", "ask"):
        return chunks
    for i in range(last - 1, -1, -1):
        link = chunks[i].link
        if chunks[i].kind == "column" and link and facts.measure(Col(link.table, link.column)):
            return [*chunks[:i], chunks[last], *chunks[i:last], *chunks[last + 1 :]]
    return chunks


def _guessed(c: Chunk) -> bool:
    return c.kind in ("column", "table") and c.link is not None and c.link.score < 0.95
