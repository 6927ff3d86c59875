"""Chunks made ready for reading: what stands in brackets, over all times, behind its measure, or is the only figure."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Link
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.main_figures import only_figure
from core.ask.translators.rules.query import (
    Col,
)
from core.ask.translators.rules.years import yearlike

_ALL_TIMES = frozenset("years months quarters seasons days dates weeks time editions".split())

_BOTH_TIMES = frozenset((("before", "after"), ("after", "before")))
_ARTICLES = frozenset(("the", "a", "an", "their", "his", "her", "its", "each"))


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


def without_form(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`… Give a fraction between 0 and 1.`: a last sentence that only says how a share is written, which is
    claimed; its word for that stays where another one was said before."""
    stops = [i for i, c in enumerate(chunks[:-1]) if c.kind == "stop"]
    behind = list(chunks[stops[-1] + 1 :]) if stops else []
    told = bool(behind) and behind[0].text.lower() in (*lexicon().telling, "as")
    if not told or any(c.link for c in behind) or not any(_of_share(c) for c in behind):
        return list(chunks)
    for c in behind:
        c.claimed = "wanted"
    ahead = list(chunks[: stops[-1] + 1])
    another = any("percent" in c.text.lower() for c in ahead)
    return [*ahead, *(c for c in behind if another and c.kind == "word" and _of_share(c))]


def without_occasion(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`the score before and after the visit`: what tells the two times apart is no column to show; it is claimed."""
    for i in range(1, len(chunks) - 3):
        said = [c.text.lower() for c in chunks[i : i + 3]]
        if (said[0], said[2]) not in _BOTH_TIMES or not chunks[i + 1].has("and"):
            continue
        j = next((k for k in range(i + 3, len(chunks)) if chunks[k].text.lower() not in _ARTICLES), len(chunks))
        measured = any(c.kind == "column" for c in chunks[:i])
        if measured and j < len(chunks) and chunks[j].kind in ("column", "word"):
            chunks[j].claimed = "context"
            return [*chunks[:j], *chunks[j + 1 :]]
    return list(chunks)


def _of_share(c: Chunk) -> bool:
    return c.has("share") or c.text.lower().startswith("fraction")


def _guessed(c: Chunk) -> bool:
    return c.kind in ("column", "table") and c.link is not None and c.link.score < 0.95
