"""`exhibitions that took more in tickets than their budget`, `went over their budget on repairs`: what the rows of
another table come to for each, beside a figure of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator
from core.ask.translators.rules.told.money_sums import money_of, spent_of

_THEIR = r"(?:their|its|the|his|her)(?: own)?"
_NEAR = 0.5
"""The least score of a link to a table that is said between."""
_SPENT = re.compile(r"spen[dt]|cost|paid|pay|over|overspent|exceed|overr[ua]n|under|within|budget")
_BE = "went|go|gone|goes|ran|run|came|come|are|were|is|was|been|stayed|kept|fell"
_OVER = rf"(?:{_BE})(?: in)? (?:well )?(?:over|above|beyond)"
_UNDER = rf"(?:{_BE})(?: in)? (?:well )?(?:under|below|within|short of)"
_OUT = (
    "(?:spen[dt]s?|costs?|paid|pays?|took|taken|takes?|raised?|earned|earns?|made|makes?|brought in|received|got|"
    "collected)"
)
_OF = r"(?:money )?(?:(?:in|on|from|for|by) (?P<of>[\w ]+?) )?"
_OWN = rf"{_THEIR} (?P<own>\w+(?: \w+)??)(?: (?:on|in|with) (?P<on>\w+))?(?= [|]| ?$)"
_WORDS: tuple[tuple[str, Operator], ...] = (
    (rf"{_OUT} more {_OF}than {_THEIR} (?P<own>[\w ]+)", ">"),
    (rf"{_OUT} less {_OF}than {_THEIR} (?P<own>[\w ]+)", "<"),
    (rf"(?:{_OVER}|exceed(?:ed|s)?|overspent(?: on)?|beat|overran) {_OWN}", ">"),
    (rf"(?:{_UNDER}|missed) {_OWN}", "<"),
    (rf"(?:reached|met|hit) {_OWN}", ">="),
)
_SAID = tuple((re.compile(rf"\b{words}"), operator) for words, operator in _WORDS)


def beyond_own(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the bound on what each comes to)."""
    text, starts = _text(tokens)
    for pattern, operator in _SAID:
        met = pattern.search(text)
        if met is None:
            continue
        at = _token_at(starts)
        start, own = at(met.start()), at(met.start("own"))
        for m in mentions:
            named = [Col(k.table, k.column) for k in m.links if k.kind == "column" and k.score >= FIRM]
            figures = [c for c in named if facts.measure(c)]
            if m.start < own or m.start > own + 1 or len(figures) != 1:
                continue
            group = next((g for g in ("of", "on") if met.groupdict().get(g)), "")
            inside = range(at(met.start(group)), at(met.end(group) - 1) + 1) if group else range(0)
            spending = bool(_SPENT.search(text[met.start() : met.start("own")]))
            amount = _amount(figures[0], inside, spending, mentions, facts)
            if amount is None:
                return {}
            end = max(m.end, inside.stop) if group == "on" else m.end
            bound = Filter(Item(amount, "sum"), operator, (figures[0],))
            return {start: (end, Definition(tuple(t.lemma for t in tokens[start:end]), None, (bound,)))}
    return {}


def _text(tokens: Sequence[Token]) -> tuple[str, list[int]]:
    """The words with a blank between them, and where each begins."""
    starts, text = [], ""
    for token in tokens:
        starts.append(len(text))
        text += (token.lower if token.kind == "word" else "|") + " "
    return text, starts


def _token_at(starts: Sequence[int]) -> Callable[[int], int]:
    return lambda place: max(i for i, s in enumerate(starts) if s <= place)


def _amount(own: Col, inside: range, spending: bool, mentions: Sequence[Mention], facts: Facts) -> Col | None:
    """What the rows that belong to each come to: a column that is said, or the money of the table that is, or of the
    one that belongs to them."""
    below = tuple(_below(own.table, facts))
    of = spent_of if spending else money_of
    said = [k for m in mentions if m.start in inside for k in m.links if k.table in below and k.score >= _NEAR]
    for k in said:
        if k.kind == "column" and k.score >= FIRM and k.how != "synonym" and facts.measure(Col(k.table, k.column)):
            return Col(k.table, k.column)
    tables = dict.fromkeys(k.table for k in said if k.kind == "table")
    tables = tables or dict.fromkeys(t for t in below if facts.speaks(own, stems(facts.tables[t].label)))
    tables = tables or dict.fromkeys(below)
    found = [c for t in tables if (c := of(t, facts)) is not None]
    return found[0] if len(found) == 1 else None


def _below(owner: str, facts: Facts) -> Iterator[str]:
    """The tables whose rows belong to it, straight or over one more."""
    for table in facts.tables:
        if table != owner and owner in facts.above(table):
            yield table
