"""What was said and has no part in a query, whoever made it: a month, a bound with its number, a total of what is
listed. The readers leave words aside that they cannot place; these words change what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.ask.tokens import Token, place_of
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.query_parts import figures_in, filters_in
from core.ingest.name_parts import MONTHS

MONTH = "the month that was said has no part in this reading"
BOUND = "a number that was said to compare with has no part in this reading"
TOTAL = "what is asked for altogether is only listed in this reading"
_LED = frozenset("in for during of since until till from to by between and last each every".split())
"""Before `may` and `march`, which are verbs elsewhere."""
_VERBS = frozenset(("may", "march"))
_DATED = re.compile(r"\d{4}-(?:\d{2}|Q\d)|^\d{2}-\d{2}$")
_COMPARING = frozenset((">", ">=", "<", "<=", "between"))
_MORE = frozenset("over above under below exceeding than least".split())
_TOGETHER = (("altogether",), ("in", "total"), ("all", "together"))


def dropped(tokens: Sequence[Token], query: Query) -> str:
    """Why the query leaves out a part of what is asked; "" where it leaves out nothing of the kind."""
    if any(not _timed(query, month) for month in _months(tokens)):
        return MONTH
    if any(not _compared(query, number) for number in _bounds(tokens)):
        return BOUND
    return TOTAL if _listed(tokens, query) else ""


def _months(tokens: Sequence[Token]) -> Iterator[str]:
    """The months that are said by their whole names."""
    for before, t in pairwise((None, *tokens)):
        led = before is not None and before.lower in _LED
        if t is not None and t.kind == "word" and t.lower in MONTHS and (t.lower not in _VERBS or led):
            yield t.lower


def _timed(query: Query, month: str) -> bool:
    """A condition, or what rows are told apart by, is a time; or a cell or a column is called after the month."""
    said = repr(query).casefold()
    if month in said or f"'{month[:3]}" in said:
        return True
    dated = any(isinstance(v, str) and _DATED.search(v) for f in filters_in(query) for v in f.values)
    return dated or "part='month" in said or "part='quarter" in said or "part='day" in said


def _bounds(tokens: Sequence[Token]) -> Iterator[float]:
    """The numbers right behind a word that compares: `over 5 %`, `more than three`, `at least 2`."""
    for before, t in pairwise(tokens):
        if t.number is not None and before.lower in _MORE and t.kind in ("number", "word"):
            yield float(t.number)


def _compared(query: Query, number: float) -> bool:
    """Something is compared, or the number stands in a value: `65+`."""
    said = repr(query)
    if any(op in said for op in (f"operator='{o}'" for o in _COMPARING)):
        return True
    return re.search(rf"(?<![\d.]){int(number) if number.is_integer() else number}(?!\d)", said) is not None


def _listed(tokens: Sequence[Token], query: Query) -> bool:
    """`what is unpaid altogether`, and neither a figure is reckoned nor one shown."""
    lowers = [t.lower for t in tokens if t.kind != "punct"]
    if not any(lowers[-len(p) :] == list(p) for p in _TOGETHER) or place_of(lowers, ("how", "many")) is not None:
        return False
    return not any(i.aggregate or i.formula for i in figures_in(query)) and not query.group
