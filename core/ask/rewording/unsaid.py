"""What is asked that no query here can say, whoever reads the question: `at least 10 % of the stock` is no ten, `the
longest name` no time, and what is sold together with a lamp is not the lamp."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.rewording.dropped import dropped
from core.ask.rewording.lateness_lost import lateness_lost
from core.ask.rewording.ranking_parts import SMALL, behind_percent
from core.ask.state import Link, Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token, place_of, tokenise
from core.ask.translators.rules.query import Filter, Query
from core.ask.translators.rules.query_parts import filters_in

_OF_WHAT = 3
"""Words behind “10 % of” that may name the column of the percentage itself."""
_LENGTHS = frozenset(("longest", "shortest"))
_WRITTEN = frozenset(
    stem
    for word in "name title description comment note remark surname address email headline caption text word".split()
    for stem in stems(word)
)
"""Words of headers of what is only written: the longest of them has the most letters."""
_BESIDE = (("together", "with"), ("alongside",), ("in", "the", "same"))
SHARE = "a part of a whole in percent is taken for a number"
LENGTH = "how long a text is cannot be asked here"
LATE = "it is not certain what was late, and what was on time"
TOGETHER = "what stands together with something is not found in this reading"


def unsaid(text: str, mentions: Sequence[Mention], query: Query) -> str:
    """Why the query of a question cannot be what is asked; "" where nothing says so."""
    tokens = tokenise(text)
    if _part_as_bound(tokens, query):
        return SHARE
    if _length_of_text(tokens):
        return LENGTH
    if lateness_lost(tokens, mentions, query):
        return LATE
    return TOGETHER if _with_itself(tokens, mentions, query) else dropped(tokens, query)


def _part_as_bound(tokens: Sequence[Token], query: Query) -> bool:
    """`at least 10 % of the stock`, and it is compared with 10."""
    lowers = [t.lower for t in tokens]
    parts: dict[object, set[str]] = {}
    for i, t in enumerate(tokens):
        behind = behind_percent(t, lowers[i + 1 :])
        if behind is not None and lowers[i + 1 + behind : i + 2 + behind] == ["of"]:
            parts[t.number] = {u.stem for u in tokens[i + 2 + behind : i + 2 + behind + _OF_WHAT]}
    compared = (f for f in filters_in(query) if parts and f.item.formula is None)
    return any(
        v in parts and not (f.item.column and parts[v] & set(stems(f.item.column.name)))  # “12 % of alcohol” is alcohol
        for f in compared
        for v in f.values
    )


def _length_of_text(tokens: Sequence[Token]) -> bool:
    """`the longest product name`: `longest` right before a noun, or two, that names what is written."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, word in enumerate(lowers) if word in _LENGTHS), None)
    if at is None:
        return False
    for end in (at + 1, at + 2):
        nouns = tokens[at + 1 : end + 1]
        last = nouns[-1] if len(nouns) == end - at else None
        if last is None or any(n.kind != "word" or n.lower.endswith("ing") or n.lower in SMALL for n in nouns):
            return False
        behind = tokens[end + 1] if end + 1 < len(tokens) else None
        if set(stems(last.lower)) & _WRITTEN and (behind is None or not content_word(behind)):
            return True  # a title, and no title reign
    return False


def _with_itself(tokens: Sequence[Token], mentions: Sequence[Mention], query: Query) -> bool:
    """`sold together with Oak Casserole`, and the rows are those of Oak Casserole."""
    lowers = [t.lower for t in tokens]
    for phrase in _BESIDE:
        at = place_of(lowers, phrase)
        if at is None:
            continue
        start = at + len(phrase)
        if phrase[-1] == "same":  # “in the same order as”
            led = next((i for i in range(start + 1, min(start + 3, len(lowers))) if lowers[i] == "as"), None)
            if led is None:
                continue
            start = led + 1
        while start < len(lowers) and lowers[start] in SMALL:
            start += 1
        cells = [k for m in mentions if m.start == start for k in m.links if k.kind == "value"]
        if any(_is(query, cells)):
            return True
    return False


def _is(query: Query, cells: Sequence[Link]) -> list[bool]:
    """For each cell whether every row of the query must have it."""
    held = {
        (f.item.column.table, f.item.column.name, f.values[0])
        for f in query.where
        if isinstance(f, Filter) and f.operator == "=" and f.item.column is not None and len(f.values) == 1
    }
    return [(k.table, k.column, k.value) in held for k in cells]
