"""What was said and has no part in a query, whoever made it: a month, a year, a bound with its number, a time that is
asked for, an order, a total of what is listed.

The readers leave words aside that they cannot place; these words change what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.ask.tokens import Token, place_of
from core.ask.translators.rules.query import Filter, Query, Related, all_tables
from core.ask.translators.rules.query_parts import columns_in, conditions_in, figures_in, filters_in
from core.ingest.name_parts import MONTHS
from core.text.words import singular, words

MONTH = "the month that was said has no part in this reading"
BOUND = "a number that was said to compare with has no part in this reading"
YEAR = "the year that was said has no part in this reading"
WHEN = "a time is asked for, and none is shown"
FIRST = "all of them are asked for in an order, and one alone is shown"
TOTAL = "what is asked for altogether is only listed in this reading"
_LED = frozenset("in for during of since until till from to by between and last each every".split())
"""Before `may` and `march`, which are verbs elsewhere."""
_VERBS = frozenset(("may", "march"))
_DATED = re.compile(r"\d{4}-(?:\d{2}|Q\d)|^\d{2}-\d{2}$")
_COMPARING = frozenset((">", ">=", "<", "<=", "between"))
_MORE = frozenset("over above under below exceeding than least".split())
_YEAR = re.compile(r"(?:19|20)\d\d")
_ASKED = frozenset("month quarter week weekday season".split())
"""What no header but one called so says; a day or a year may stand under `Joined`."""
_PERIODS = frozenset("month quarter year week day weekday hour date period time season".split())
_COARSE = frozenset(("", "year", "decade", "time"))
"""Parts of dates, and none, that tell no month from another."""
_SHORT = 3
"""Letters of a month's name that stand for it: `Jan`."""
_TOGETHER = (("altogether",), ("in", "total"), ("all", "together"))


def dropped(tokens: Sequence[Token], query: Query) -> str:
    """Why the query leaves out a part of what is asked; "" where it leaves out nothing of the kind."""
    if any(not _timed(query, month) for month in _months(tokens)):
        return MONTH
    if any(not _in_year(query, year) for year in _years(tokens)):
        return YEAR
    if any(not _compared(query, number) for number in _bounds(tokens)):
        return BOUND
    if _untimed(tokens, query):
        return WHEN
    if query.limit and _in_order(tokens):
        return FIRST
    return TOTAL if _listed(tokens, query) else ""


def _months(tokens: Sequence[Token]) -> Iterator[str]:
    """The months that are said by their whole names."""
    for before, t in pairwise((None, *tokens)):
        led = before is not None and before.lower in _LED
        if t is not None and t.kind == "word" and t.lower in MONTHS and (t.lower not in _VERBS or led):
            yield t.lower


def _timed(query: Query, month: str) -> bool:
    """A condition, or what rows are told apart by, is a time; or a cell or a column is called after the month."""
    values, columns = _values(query), list(columns_in(query))
    called = (w for text in (*values, *(c.name for c in columns)) for w in words(text))
    return (
        any(w[:_SHORT] == month[:_SHORT] for w in called)
        or any(_DATED.search(v) for v in values)
        or any(c.part not in _COARSE for c in columns)
    )


def _filters(query: Query) -> Iterator[Filter]:
    """Every comparison, of what belongs to rows too."""
    yield from filters_in(query)
    yield from (f for c in conditions_in(query) if isinstance(c, Related) for f in c.bounds)


def _values(query: Query) -> list[str]:
    return [str(v) for f in _filters(query) for v in f.values]


def _years(tokens: Sequence[Token]) -> Iterator[int]:
    yield from (int(t.text) for t in tokens if t.kind == "number" and _YEAR.fullmatch(t.text))


def _in_year(query: Query, year: int) -> bool:
    """Some value or column holds the year, or the one before or after it as an end; or a table is of that year alone:
    what is `2019-2024` is not all of 2024."""
    near, values = {str(y) for y in (year - 1, year, year + 1)}, _values(query)
    headed = re.compile(rf"(?<!\d)(?:{str(year)[:2]})?{str(year)[2:]}(?!\d)")  # `Badge 24`
    if any(y in v for v in values for y in near) or any(headed.search(c.name) for c in columns_in(query)):
        return True
    named = (set(_YEAR.findall(table)) for table in all_tables(query))
    return any(years == {str(year)} for years in named) or any(str(year)[-2:] in v for v in values)


def _untimed(tokens: Sequence[Token], query: Query) -> bool:
    """`in which quarter …`, and neither a time nor a column called after one is shown."""
    lowers = [t.lower for t in tokens[:3] if t.lower not in ("in", "on", "during")]
    if lowers[:1] not in (["which"], ["what"]) or lowers[1:2] == [] or lowers[1] not in _ASKED or not query.select:
        return False
    shown = [i.column for i in query.select if i.column]
    return not any(c.part or _PERIODS & {singular(w) for w in words(c.name)} for c in shown) and not query.everything


def _in_order(tokens: Sequence[Token]) -> bool:
    """`the average of each kind, longest first`."""
    lowers = [t.lower for t in tokens if t.kind != "punct"]
    each = {"each", "every", "all", "per"} & set(lowers)
    return bool(each) and lowers[-1:] == ["first"] and (lowers[-2].endswith("est") or lowers[-2] in ("most", "worst"))


def _bounds(tokens: Sequence[Token]) -> Iterator[float]:
    """The numbers right behind a word that compares: `over 5 %`, `more than three`, `at least 2`."""
    for before, t in pairwise(tokens):
        if t.number is not None and before.lower in _MORE and t.kind in ("number", "word"):
            yield float(t.number)


def _compared(query: Query, number: float) -> bool:
    """Something is compared, or the number stands in a value: `65+`."""
    said = re.compile(rf"(?<![\d.]){int(number) if number.is_integer() else number}(?!\d)")
    return any(f.operator in _COMPARING for f in _filters(query)) or any(map(said.search, _values(query)))


def _listed(tokens: Sequence[Token], query: Query) -> bool:
    """`what is unpaid altogether`, and neither a figure is reckoned nor one shown."""
    lowers = [t.lower for t in tokens if t.kind != "punct"]
    if not any(lowers[-len(p) :] == list(p) for p in _TOGETHER) or place_of(lowers, ("how", "many")) is not None:
        return False
    return not any(i.aggregate or i.formula for i in figures_in(query)) and not query.group
