"""`the top 10 % of branches by loans`, `the dearest quarter of the plots`: a part of a ranking, read as so many rows.

The reader is asked for “the top 10 branches by loans”, and what it gives is cut by percent in place of rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.ask.deciding import superlative
from core.ask.state import Mention
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Leading, Query

_PERCENT = (("%",), ("percent",), ("per", "cent"), ("pct",))
_ENDS = frozenset("top bottom upper lower best worst first last highest lowest".split())
_PARTS = {"half": 50, "third": 0, "quarter": 25, "fifth": 20, "tenth": 10}
"""In percent; 0: no whole number of them."""
_SHARES = {"percentile": 1, "decile": 10, "quintile": 20, "quartile": 25, "tercile": 0}
_TIMES = frozenset("year month week day season hour shift".split())
"""`the first half of the year`."""
SMALL = frozenset("the a an of our their its all".split())
_IN_TURN = frozenset(("first", "last"))
"""The first tenth of the sales by date is no tenth of the latest."""

NOT_CUT = "a part of a ranking is asked for, and nothing is ranked in this reading"


@dataclass(frozen=True, slots=True)
class RankingPart:
    """What a question asks of a ranking."""

    percent: int
    """0: it cannot be cut so."""
    text: str = ""
    """The question with as many rows in place of the percent."""
    of: frozenset[str] = frozenset()
    """The tables that the things may be of which it is a part."""


def ranking_part(text: str, mentions: Sequence[Mention]) -> RankingPart | None:
    """`the top 10 %`, `the dearest 5 per cent`, `the 10 % biggest`, `which 10 % of customers have the most orders`,
    `the bottom quarter of products`; None where none is said, as in words that name a column or a cell."""
    tokens = tokenise(text)
    parts = list(_parts_said(tokens, mentions))
    if len(parts) != 1:
        return RankingPart(0) if parts else None
    (words, percent, end) = parts[0]
    of = next((i for i in range(end, len(tokens)) if tokens[i].lower not in SMALL), len(tokens))
    things = (m for m in mentions if m.start == of and m.links and m.links[0].kind == "table")
    return _told(text, words, percent, frozenset(k.table for m in things for k in m.links if k.kind == "table"))


def _parts_said(tokens: Sequence[Token], mentions: Sequence[Mention]) -> Iterator[tuple[str, float, int]]:
    """The pattern of each part's words, how much it is in percent (0: it cannot be cut so), and where they end."""
    lowers = [t.lower for t in tokens]
    said = [range(m.start, m.end) for m in mentions if m.links and m.links[0].kind != "table"]
    named = {i for span in said if any(tokens[i].number is None for i in span) for i in span}
    for i, t in enumerate(tokens):
        if i in named:
            continue
        behind = behind_percent(t, lowers[i + 1 :])
        if behind is not None:
            end = i + 1 + behind
            if _ranks(tokens, _before(lowers, i)) or _opens_part(tokens, i, end):
                column = any(m.start == end and m.links and m.links[0].kind == "column" for m in mentions)
                other = column or lowers[max(0, _before(lowers, i))] in _IN_TURN  # “the dearest 10 % discount sale”
                yield _percent(t), 0.0 if other else t.number or 0.0, end
        elif t.lower in _PARTS and _parts_off(tokens, i, mentions):
            yield rf"\b{t.lower}\b", _PARTS[t.lower], i + 1
        elif (part := t.lower.removesuffix("s")) in _SHARES:
            placed = part == t.lower and i > 0 and lowers[i - 1] in _ENDS  # and no “90th percentile”, nor “by decile”
            yield rf"\b{part}\b", _SHARES[part] if placed else 0.0, i + 1


def _told(text: str, words: str, percent: float, of: frozenset[str]) -> RankingPart:
    number = int(percent) if float(percent).is_integer() and 0 < percent < 100 else 0
    plain = re.sub(
        rf"{words}(?:\s+of\b(?:\s+(?:the|all|our|your|their|its)\b)*)?", str(number), text, count=1, flags=re.I
    )
    return RankingPart(number if plain != text else 0, plain, of)


def _percent(token: Token) -> str:
    return rf"{re.escape(token.text.rstrip('%').rstrip())}\s*(?:%|per ?cent\b|pct\b)"


def cut(query: Query, part: RankingPart, facts: Facts) -> Query | None:
    """The query with its first rows, or the first of the one condition that ranks, so many percent of all; a ranking
    shows by what. None where it ranks nothing so, or other things than those of which a part is meant."""
    percent = part.percent
    if query.order and query.limit == percent and not (query.offset or query.share or query.beside or query.everything):
        first = query.order[0].item
        if part.of and not _of_these(query, part.of, facts):
            return None
        shown = query.select if first in query.select or query.distinct else (*query.select, first)
        return replace(query, select=shown, percent=True)
    ranked = [c for c in query.where if isinstance(c, Leading) and c.limit == percent]
    if len(ranked) != 1:
        return None
    where = tuple(replace(c, percent=True) if isinstance(c, Leading) and c in ranked else c for c in query.where)
    return replace(query, where=where)


def _of_these(query: Query, tables: frozenset[str], facts: Facts) -> bool:
    """The rows, or the groups, are the things of one of these tables."""
    shown = [i.column for i in query.select if i.column is not None and not i.aggregate]
    if not query.group:
        return any(c.table in tables for c in shown)
    return any(set(facts.display(t)) <= set(shown) or facts.key(t) in query.group for t in tables)


def behind_percent(token: Token, behind: Sequence[str]) -> int | None:
    """How many tokens behind a number say that it is one of percent; None where none is."""
    if token.number is None:
        return None
    if token.text.endswith("%"):
        return 0
    return next((len(p) for p in _PERCENT if tuple(behind[: len(p)]) == p), None)


def _before(lowers: Sequence[str], i: int) -> int:
    """The place of the word before, small ones aside; -1 for none."""
    j = i - 1
    while j >= 0 and lowers[j] in SMALL:
        j -= 1
    return j


def _ranks(tokens: Sequence[Token], i: int) -> bool:
    """It says which come first: `top`, `dearest`, `most expensive`."""
    if not 0 <= i < len(tokens):
        return False
    degree = i > 0 and tokens[i - 1].lower in ("most", "least") and tokens[i].kind == "word"
    return tokens[i].lower in _ENDS or degree or superlative(tokens[i])


def _opens_part(tokens: Sequence[Token], i: int, end: int) -> bool:
    """`10 % biggest`; `which 10 % of customers have the most orders`."""
    lowers = [t.lower for t in tokens]
    if _ranks(tokens, end) or lowers[end : end + 1] in (["most"], ["least"]):
        return True
    asked = i == 0 or lowers[i - 1] in ("which", "what", "the", "those")
    return asked and lowers[end : end + 1] == ["of"] and any(_ranks(tokens, j) for j in range(end + 1, len(tokens)))


def _parts_off(tokens: Sequence[Token], i: int, mentions: Sequence[Mention]) -> bool:
    """`in the top quarter`, `the bottom third of products`, `the dearest half of the plots`; a quarter of the year, or
    the busiest one, is none."""
    lowers = [t.lower for t in tokens]
    if i == 0:
        return False
    if lowers[i - 1] not in ("top", "bottom", "upper", "lower"):
        of = next((j for j in range(i + 2, len(tokens)) if lowers[j] not in SMALL), len(tokens))
        things = any(m.start == of and m.links and m.links[0].kind == "table" for m in mentions)
        return _ranks(tokens, i - 1) and lowers[i + 1 : i + 2] == ["of"] and things
    behind = [w for w in lowers[i + 1 :] if w not in SMALL][:1]
    timed = bool(behind) and (behind[0] in _TIMES or behind[0].isdigit())
    within = lowers[max(0, i - 3) : i - 1] == ["in", "the"]
    return not timed and (within or lowers[i] != "quarter" or lowers[i + 1 : i + 2] == ["of"])
