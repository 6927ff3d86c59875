"""`vans that take more than one wheelchair`, of vans with a column `WC spaces`, `households with no car`, of households
with a `Number of cars`: how many each has, or has room for, and not who else is in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.label_stems import spoken_labels, stems
from core.ask.state import Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator
from core.text.words import words

_OPERATORS: dict[str, Operator] = {">": ">", "<": "<", ">=": ">=", "<=": "<="}
_ROOM = frozenset(map(stem, "space spaces place places seat seats capacity room berths number count no qty".split()))
"""Words of headers that say no more than how many there are, or fit in."""
_HOLDING = frozenset(
    "carry carries carrying take takes taking hold holds holding fit fits seat seats have has had with accommodate "
    "accommodates sleep sleeps for without".split()
)
_SHORT = {"wheelchair": "wc", "bicycle": "bike", "television": "tv"}
"""What headers call them for short."""
_NONE = frozenset("no without zero".split())
_LONGEST = 4
_FIRM = 0.95


def held_counts(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """Where a bound on a number of things is said that just one column of the things asked for counts: start → (end,
    the bound)."""
    named = sorted(t for t in tables_named(mentions) if t in facts.tables)
    firm = {
        i
        for m in mentions
        for k in m.links[:1]
        if k.kind == "column" and k.score >= _FIRM
        for i in range(m.start, m.end)
    }
    tables = {i for m in mentions for k in m.links[:1] if k.kind == "table" for i in range(m.start, m.end)}
    none = [found for found in _none(tokens) if found[1] not in tables and _ends(tokens, found[1])]
    for start, end, operator, number in (*_bounds(tokens), *none):
        noun = tokens[end]
        before = {t.lower for t in tokens[max(0, start - 2) : start + (tokens[start].lower == "without")]}
        if noun.kind != "word" or end in firm or not before & _HOLDING:
            continue
        columns = [c for t in named for c in _counting(noun, t, facts)]
        if len(columns) == 1:
            said = tuple(t.lemma for t in tokens[start : end + 1])
            return {start: (end + 1, Definition(said, None, (Filter(Item(columns[0]), operator, (number,)),)))}
    return {}


def _bounds(tokens: Sequence[Token]) -> Iterator[tuple[int, int, Operator, float]]:
    """`more than one`: where it begins, the token behind it, how it compares, and with what."""
    lowers = [t.lower for t in tokens]
    for start in range(len(tokens)):
        for size in range(_LONGEST, 0, -1):
            tags, _ = lexicon().phrases.get(tuple(lowers[start : start + size]), ((), ""))
            operator = next((_OPERATORS[t[4:]] for t in tags if t.startswith("cmp:") and t[4:] in _OPERATORS), None)
            at = start + size
            number = tokens[at].number if operator and at + 1 < len(tokens) else None
            if operator is not None and number is not None:
                yield start, at + 1, operator, number
                break


def _none(tokens: Sequence[Token]) -> Iterator[tuple[int, int, Operator, float]]:
    """`no`, `without any`: where it begins and the token behind it, which there are none of."""
    lowers = [t.lower for t in tokens]
    for start, word in enumerate(lowers):
        at = start + 1 + (lowers[start + 1 : start + 2] in (["any"], ["a"]))
        if word in _NONE and at < len(tokens):
            yield start, at, "=", 0.0


def _ends(tokens: Sequence[Token], noun: int) -> bool:
    """No other noun stands behind it (`no room service`), nor are there others of which there are none."""
    behind = tokens[noun + 1] if noun + 1 < len(tokens) else None
    denied = sum(t.lower in _NONE for t in tokens)
    return denied == 1 and (behind is None or not content_word(behind))


def _counting(noun: Token, table: str, facts: Facts) -> Iterator[Col]:
    """The numbers of a table whose headers, or descriptions in their place, say the noun and that it is how many."""
    called = {noun.stem, stem(_SHORT.get(noun.lemma, noun.lemma))}
    for c in facts.tables[table].columns:
        column = Col(table, c.name)
        said = {s for label in spoken_labels(c) for s in (*stems(label), *map(stem, words(label)))}
        if facts.numeric(column) and not facts.identifying(column) and called & said and said & _ROOM:
            yield column
