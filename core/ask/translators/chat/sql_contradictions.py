"""What a question says in plain words and its query must have for it: an order, a count, an average, a number.

Only what a right query can hardly be without is looked for, so that a right one is not doubted. A column may hold what
is asked for already (`number of rooms`), so words in the name of a column used are passed over. English only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from sqlglot import exp
from sqlglot.errors import SqlglotError

from core.ask.tokens import tokenise
from core.ask.translators.chat.mending import CONTRADICTION, UNORDERED
from core.ask.translators.chat.sql_checks import Finding
from core.errors import QueryError
from core.sql.guard import parse
from core.sql.names import key
from core.text.words import words

_SORTED = re.compile(
    r"\b(?:sort(?:ed)?|order(?:ed)?) (?:\w+ ){0,3}?(?:by|from)\b|\b(?:a|de)scending\b|\balphabetical(?:ly)?\b", re.I
)
_HOW_MANY = re.compile(r"\bhow many\b", re.I)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.I)
_MOST = re.compile(
    r"\bthe (?:most|fewest|least|highest|lowest|largest|smallest|biggest|oldest|youngest|latest|earliest|longest|"
    r"shortest|heaviest|cheapest)\b",
    re.I,
)


def contradictions(
    question: str, sql: str, dialect: str, figures: Collection[str] = frozenset()
) -> tuple[Finding, ...]:
    """What is said and not done: `unordered` for rows without the order asked for, else `contradiction`. `figures` are
    the names of number columns, folded: one that is shown may be how many there are. Nothing for a query that cannot be
    parsed."""
    try:
        tree = parse(sql, dialect)
    except (QueryError, SqlglotError):
        return ()
    found = [Finding(CONTRADICTION, message) for message in _undone(question, tree, figures)]
    if (said := _SORTED.search(question)) and not tree.find(exp.Order):
        found.insert(0, Finding(UNORDERED, f"The question says “{said[0]}”, and the query has no ORDER BY."))
    return tuple(found)


def _undone(question: str, tree: exp.Expr, figures: Collection[str]) -> Iterator[str]:
    named = {w for c in tree.find_all(exp.Column, exp.Table, exp.Alias) for w in words(c.alias_or_name)}
    ranked = tree.find(exp.Order, exp.Max, exp.Min, exp.Window) is not None
    shown = tree.find(exp.Select)
    texts = shown is not None and all(
        isinstance(e, exp.Column) and key(e.name) not in figures for e in shown.expressions
    )
    if _HOW_MANY.search(question) and texts and not tree.find(exp.AggFunc, exp.Limit):
        yield "The question says “how many”, and the query counts and adds up nothing."
    divided = tree.find(exp.Div) is not None
    if (said := _AVERAGE.search(question)) and not tree.find(exp.Avg) and not divided and said[0].lower() not in named:
        yield f"The question says “{said[0]}”, and the query has no average."
    if (said := _MOST.search(question)) and not ranked and said[0].lower().split()[1] not in named:
        yield f"The question says “{said[0]}”, and the query has no order and no MAX or MIN."
    for part in tree.find_all(exp.Div):
        if part.left == part.right:
            yield f"It divides {part.left.sql()} by itself."
    text = tree.sql()
    for number in _numbers(question):
        if number not in text:
            yield f"The question says {number}, and the query does not use it."


def _numbers(question: str) -> Iterator[str]:
    """Numbers of two digits and more, years aside, that a query must name, as they are said."""
    for token in tokenise(question):
        if token.number is not None and token.number >= 10 and token.lower.isdigit() and not _year(token.number):
            yield token.lower


def _year(number: float) -> bool:
    """A whole file may be of one year, which no cell then says."""
    return 1900 <= number <= 2100
