"""What is asked that no query here can say, whoever reads the question: `the top 10 % by price` is no ten rows, `the
longest name` no time, and what is sold together with a lamp is not the lamp."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.deciding import superlative
from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token, place_of, tokenise
from core.ask.translators.rules.query import Filter, Query
from core.ask.translators.rules.query_parts import filters_in

_PERCENT = (("%",), ("percent",), ("per", "cent"), ("pct",))
_ENDS = frozenset("top bottom upper lower best worst first last highest lowest".split())
_PARTS = frozenset("half third quarter fifth tenth".split())
_SHARES = frozenset("percentile percentiles decile deciles quartile quartiles quintile quintiles tercile".split())
_OF_WHAT = 3
"""Words behind “10 % of” that may name the column of the percentage itself."""
_TIMES = frozenset("year month week day season hour shift".split())
"""`the first half of the year`."""
_SMALL = frozenset("the a an of our their its all".split())
_LENGTHS = frozenset(("longest", "shortest"))
_WRITTEN = frozenset(
    stem
    for word in "name title description comment note remark surname address email headline caption text word".split()
    for stem in stems(word)
)
"""Words of headers of what is only written: the longest of them has the most letters."""
_BESIDE = (("together", "with"), ("alongside",), ("in", "the", "same"))
PART = "a part of a ranking, as the top 10 %, cannot be cut off here: ask for so many, as the top 10"
SHARE = "a part of a whole in percent is taken for a number"
LENGTH = "how long a text is cannot be asked here"
TOGETHER = "what stands together with something is not found in this reading"


def unsaid(text: str, mentions: Sequence[Mention], query: Query) -> str:
    """Why the query of a question cannot be what is asked; "" where nothing says so."""
    tokens = tokenise(text)
    if _part_of_ranking(tokens, mentions):
        return PART
    if _part_as_bound(tokens, query):
        return SHARE
    if _length_of_text(tokens):
        return LENGTH
    return TOGETHER if _with_itself(tokens, mentions, query) else ""


def _part_of_ranking(tokens: Sequence[Token], mentions: Sequence[Mention]) -> bool:
    """`the top 10 %`, `the dearest 5 per cent`, `the 10 % biggest`, `which 10 % of customers have the most orders`,
    `the bottom quarter of products`; not of words that name a column or a cell."""
    lowers = [t.lower for t in tokens]
    said = [range(m.start, m.end) for m in mentions if m.links and m.links[0].kind != "table"]
    named = {i for span in said if any(tokens[i].number is None for i in span) for i in span}
    for i, t in enumerate(tokens):
        if i in named:
            continue
        behind = _behind_percent(t, lowers[i + 1 :])
        if behind is not None:
            if _ranks(tokens, _before(lowers, i)) or _opens_part(tokens, i, i + 1 + behind):
                return True
        elif t.lower in _SHARES or (t.lower in _PARTS and _parts_off(lowers, i)):
            return True
    return False


def _part_as_bound(tokens: Sequence[Token], query: Query) -> bool:
    """`at least 10 % of the stock`, and it is compared with 10."""
    lowers = [t.lower for t in tokens]
    parts: dict[object, set[str]] = {}
    for i, t in enumerate(tokens):
        behind = _behind_percent(t, lowers[i + 1 :])
        if behind is not None and lowers[i + 1 + behind : i + 2 + behind] == ["of"]:
            parts[t.number] = {u.stem for u in tokens[i + 2 + behind : i + 2 + behind + _OF_WHAT]}
    compared = (f for f in filters_in(query) if parts and f.item.formula is None)
    return any(
        v in parts and not (f.item.column and parts[v] & set(stems(f.item.column.name)))  # “12 % of alcohol” is alcohol
        for f in compared
        for v in f.values
    )


def _behind_percent(token: Token, behind: Sequence[str]) -> int | None:
    """How many tokens behind a number say that it is one of percent; None where none is."""
    if token.number is None:
        return None
    if token.text.endswith("%"):
        return 0
    return next((len(p) for p in _PERCENT if tuple(behind[: len(p)]) == p), None)


def _before(lowers: Sequence[str], i: int) -> int:
    """The place of the word before, small ones aside; -1 for none."""
    j = i - 1
    while j >= 0 and lowers[j] in _SMALL:
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


def _parts_off(lowers: Sequence[str], i: int) -> bool:
    """`in the top quarter`, `the bottom third of products`; a quarter of the year is none."""
    if i == 0 or lowers[i - 1] not in ("top", "bottom", "upper", "lower"):
        return False
    behind = [w for w in lowers[i + 1 :] if w not in _SMALL][:1]
    timed = bool(behind) and (behind[0] in _TIMES or behind[0].isdigit())
    within = lowers[max(0, i - 3) : i - 1] == ["in", "the"]
    return not timed and (within or lowers[i] != "quarter" or lowers[i + 1 : i + 2] == ["of"])


def _length_of_text(tokens: Sequence[Token]) -> bool:
    """`the longest product name`: `longest` right before a noun, or two, that names what is written."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, word in enumerate(lowers) if word in _LENGTHS), None)
    if at is None:
        return False
    for end in (at + 1, at + 2):
        nouns = tokens[at + 1 : end + 1]
        last = nouns[-1] if len(nouns) == end - at else None
        if last is None or any(n.kind != "word" or n.lower.endswith("ing") or n.lower in _SMALL for n in nouns):
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
        while start < len(lowers) and lowers[start] in _SMALL:
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
