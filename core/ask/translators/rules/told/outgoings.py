"""`spent more than they took in`, `ran at a loss`: what went out beside what came in, where a table has one column of
each."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator

_IN = frozenset("income inc receipts takings revenue turnover".split())
_OUT = frozenset("expenditure exp spending spend outgoings expenses costs".split())
_PLAIN = frozenset("gross total annual yearly overall whole all gbp".split())
"""Words of headers that say no more than that it is all of it."""
_THEY = "(?:they|it|he|she|we)(?: had| have| has)?"
_SPENT = "(?:spent|spend|spends|spending|paid out|pay out|pays out)"
_CAME = (
    "(?:took in|take in|takes in|taken in|brought in|bring in|brings in|earned|earn|earns|received|receive|receives|"
    "raised|raise|raises|got in|get in|took|take|takes)"
)
_PHRASES: tuple[tuple[str, Operator], ...] = (
    (rf"{_SPENT} more than {_THEY} {_CAME}(?: in)?", ">"),
    (rf"{_SPENT} less than {_THEY} {_CAME}(?: in)?", "<"),
    (rf"{_CAME} less than {_THEY} {_SPENT}", ">"),
    (rf"{_CAME} more than {_THEY} {_SPENT}", "<"),
    (r"(?:ran|run|running|operated|operating|were|was|are|is) (?:at a loss|in deficit|in the red)", ">"),
    (r"(?:ran|run|made|make|had|have|posted) a (?:loss|deficit)", ">"),
    (r"(?:ran|run|made|make|had|have|posted) a (?:surplus|profit)", "<"),
)
_SAID = tuple((re.compile(rf"\b{words}(?= |$)"), operator) for words, operator in _PHRASES)


def outgoings(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the comparison of the two columns)."""
    starts, text = [], ""
    for token in tokens:
        starts.append(len(text))
        text += token.lower + " "
    met = next(((m, operator) for said, operator in _SAID if (m := said.search(text))), None)
    both = [(o, i) for t in facts.tables for o in _called(t, _OUT, facts) for i in _called(t, _IN, facts)]
    if met is None or len(both) != 1:
        return {}
    found, operator = met
    start, end = starts.index(found.start()), sum(s < found.end() for s in starts)
    end -= _in_a_time(tokens, end)
    said = tuple(t.lemma for t in tokens[start:end])
    out, came = both[0]
    return {start: (end, Definition(said, None, (Filter(Item(out), operator, (came,)),)))}


def _in_a_time(tokens: Sequence[Token], end: int) -> bool:
    """`than they took in 2023`: the last word leads the year."""
    return tokens[end - 1].lower == "in" and end < len(tokens) and tokens[end].kind == "date"


def _called(table: str, words: Collection[str], facts: Facts) -> list[Col]:
    """The measures whose header says one of the words, and nothing else that tells of which part."""
    columns = (Col(table, c.name) for c in facts.tables[table].columns)
    told = [(c, set(facts.spelt(c)) - _PLAIN) for c in columns if facts.measure(c)]
    return [c for c, said in told if len(said) == 1 and said <= set(words)]
