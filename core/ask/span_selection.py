"""Which of a question's linked spans are kept: those that together say most and do not overlap."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest

from core.ask.state import Link, Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token
from core.index.forms import IN_FULL

Spans = dict[tuple[int, int], dict[str, Link]]
"""What each span, tokens from the first to before the second, may mean: links by their id."""


FIRM = 0.75
"""From this score a word is taken to be said outright."""
_STATED = 0.7
"""What another word for a state is worth at least."""
LONGEST = 12
"""Tokens of a span."""
LINKS = 12
"""Links of a span that are kept."""


def offer(links: dict[str, Link], link: Link) -> None:
    """Add a link to a span's, unless it is there with as good a score."""
    if link.id not in links or links[link.id].score < link.score:
        links[link.id] = link


def firmly_linked(spans: Spans) -> set[int]:
    """The tokens of all spans that have a firm link."""
    return {i for (s, e), links in spans.items() if any(k.score >= FIRM for k in links.values()) for i in range(s, e)}


def cover(tokens: Sequence[Token], spans: Spans) -> tuple[Mention, ...]:
    """The non-overlapping spans of most weight (weighted interval scheduling), quoted text apart."""
    weight = {}
    cells = {
        span for span, links in spans.items() if any(k.kind == "value" and k.score >= _sure(k) for k in links.values())
    }
    for (start, end), links in spans.items():
        if links and not (_guessed(links) and any(start <= s and e <= end and e - s < end - start for s, e in cells)):
            content = sum(1 for t in tokens[start:end] if t.lower not in FUNCTION)
            best = max(link.score for link in links.values())
            weight[start, end] = best**2 * (content**1.15) + 0.01 * best
    for span in _behind_cells(spans):
        weight.pop(span, None)
    best_to: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
    for end in range(1, len(tokens) + 1):
        most = best_to[end - 1]
        for start in range(max(0, end - LONGEST), end):
            if (start, end) in weight:
                value = best_to[start][0] + weight[start, end]
                if value > most[0]:
                    most = (value, (*best_to[start][1], (start, end)))
        best_to.append(most)
    mentions = []
    for start, end in best_to[-1][1]:
        ranked = _best(spans[start, end].values(), several=end - start > 1)
        kept = tuple(replace(k, score=round(k.score, 4)) for k in ranked)
        mentions.append(Mention(start, end, " ".join(t.text for t in tokens[start:end]), kept))
    return tuple(mentions)


def _behind_cells(spans: Spans) -> Iterator[tuple[int, int]]:
    """Spans that say a table alone where a cell of it is said in full and begins before: `severe flood warnings were
    issued`, of the file `flood-warnings-issued`."""
    cells = [
        (start, end, k.table)
        for (start, end), links in spans.items()
        for k in links.values()
        if k.kind == "value" and k.how in IN_FULL and k.score >= FIRM and end - start > 1
    ]
    for (start, end), links in spans.items():
        tables = {k.table for k in links.values() if k.kind == "table"}
        if len(tables) == 1 and any(s < start < e <= end and t in tables for s, e, t in cells):
            yield start, end


def _sure(link: Link) -> float:
    """The least score of a cell that one word says, and not words that are only like something else."""
    return _STATED if link.how == "synonym" else FIRM


def _guessed(links: Mapping[str, Link]) -> bool:
    """The words are only like what they may mean: `living dogs`, of pets of which some are dogs."""
    return all(k.how == "meaning" for k in links.values())


def _best(links: Collection[Link], several: bool) -> list[Link]:
    """The links that score best, best first, without those far behind; of `several` words that are a label itself none
    that is only like it."""
    top = max(k.score for k in links)
    exact = [k for k in links if k.how != "like"] if several and top >= 0.97 else links
    if len(exact) < len(links) and min((k for k in links if k.score == top), key=_order).how == "label":
        links = exact
    least = nlargest(LINKS, [k.score for k in links])[-1]  # only these, and equals of the last, need an order
    floor = max(least, top * 0.55)
    return sorted((k for k in links if k.score >= floor), key=_order)[:LINKS]


def _order(link: Link) -> tuple[float, str, str]:
    return -link.score, _plain(link), link.id


def _plain(link: Link) -> str:
    """The link's id without the folder that tells its table from another's: equals are kept in the order in which they
    would be if the folder were alone."""
    folder = link.table.rpartition("/")[0]
    return link.id[len(folder) + 1 :] if folder else link.id
