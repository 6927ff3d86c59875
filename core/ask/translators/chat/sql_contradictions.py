"""What a question says in plain words and its query must have for it: an order, a count, an average, a number.

Only what a right query can hardly be without is looked for, so that a right one is not doubted. A column may hold what
is asked for already (`number of rooms`), so words in the name of a column used are passed over. English only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from sqlglot import exp
from sqlglot.errors import SqlglotError

from core.ask.state import Mention
from core.ask.tokens import tokenise
from core.ask.translators.chat.mending import CONTRADICTION, UNORDERED
from core.ask.translators.chat.sql_checks import Finding
from core.ask.translators.chat.sql_conditions import kept, left_out, turned, unused
from core.ask.translators.chat.sql_order import unordered, unranked
from core.errors import QueryError
from core.sql.guard import parse
from core.sql.names import key
from core.text.words import words

_HOW_MANY = re.compile(r"\bhow many\b|\b(?:find|what is|show|give|return|count) the number of\b", re.I)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.I)
_TOTAL = re.compile(r"\b(?:total|sum)\b", re.I)
_EACH = re.compile(r"\b(?:for|of|in|by|at|from|per) (?:each|every)\b|\bby each\b", re.I)
_DIFFERENT = re.compile(
    r"\b(?:how many|what are|all|list|show|find|give|count|number of)(?: the| all)*(?: names?| types?)?(?: of)?"
    r"(?: the| all)* (?P<said>different|distinct|unique)\b",
    re.I,
)


def contradictions(
    question: str,
    sql: str,
    dialect: str,
    figures: Collection[str] = frozenset(),
    mentions: Sequence[Mention] = (),
) -> tuple[Finding, ...]:
    """What is said and not done: `unordered` for rows without the order asked for, else `contradiction`. `figures` are
    the names of number columns, folded: one that is shown may be how many there are; `mentions` what the question's
    words are linked to. Nothing for a query that cannot be parsed."""
    try:
        tree = parse(sql, dialect)
    except (QueryError, SqlglotError):
        return ()
    ordered = [Finding(UNORDERED, message) for message in unordered(question, tree)]
    return (*ordered, *(Finding(CONTRADICTION, message) for message in _undone(question, tree, figures, mentions)))


def _undone(question: str, tree: exp.Expr, figures: Collection[str], mentions: Sequence[Mention]) -> Iterator[str]:
    tokens, named = tokenise(question), _named(tree)
    yield from _figures(question, tree, figures, named)
    yield from unranked(question, tokens, tree, named)
    yield from _parts(question, tree, named)
    yield from turned(question, tree)
    yield from kept(question, tree)
    yield from unused(tokens, tree, named)
    yield from left_out(mentions, tree, named)


def _named(tree: exp.Expr) -> frozenset[str]:
    """The words of the tables and columns used; not of what the query itself names."""
    own = {key(a.alias) for a in tree.find_all(exp.Alias, exp.TableAlias, exp.CTE)}
    used = [n for n in tree.find_all(exp.Column, exp.Table) if key(n.name) not in own]
    return frozenset(w for n in used for w in words(n.name))


def _figures(question: str, tree: exp.Expr, figures: Collection[str], named: Collection[str]) -> Iterator[str]:
    shown = tree.find(exp.Select)
    texts = shown is not None and all(
        isinstance(e, exp.Star) or (isinstance(e, exp.Column) and key(e.name) not in figures) for e in shown.expressions
    )
    counts = any(not call.find_ancestor(exp.Where) for call in tree.find_all(exp.AggFunc))
    if (said := _HOW_MANY.search(question)) and texts and not counts and not tree.find(exp.Limit):
        asked = "how many" if said[0].lower() == "how many" else "the number of"
        yield f"The question says “{asked}”, and the query counts and adds up nothing."
    divided = tree.find(exp.Div) is not None
    if (said := _AVERAGE.search(question)) and not tree.find(exp.Avg) and not divided and said[0].lower() not in named:
        yield f"The question says “{said[0]}”, and the query has no average."
    total, added = _TOTAL.search(question), tree.find(exp.Sum, exp.Count, exp.Add)
    if not said and total and tree.find(exp.Avg) and not added and total[0].lower() not in named:
        yield f"The question says “{total[0]}”, and the query takes an average."
    for part in tree.find_all(exp.Div):
        if part.left == part.right:
            yield f"It divides {part.left.sql()} by itself."


def _parts(question: str, tree: exp.Expr, named: Collection[str]) -> Iterator[str]:
    """A figure for each of something, given once; different ones, given as often as they occur."""
    if not isinstance(tree, exp.Select):
        return
    shown = [e.unalias() for e in tree.expressions]
    calls = [e for e in shown if isinstance(e, exp.AggFunc)]
    grouped = tree.find(exp.Group, exp.Window) is not None
    if calls and not grouped:
        said = _EACH.search(question)
        if said and len(calls) == len(shown):
            yield f"The question says “{said[0]}”, and the query gives one row for all."
        plain = next((e for e in shown if isinstance(e, exp.Column)), None)
        if plain is not None and any(isinstance(c, exp.Count | exp.Sum | exp.Avg) for c in calls):
            yield f"It shows {plain.sql()} beside a figure of all rows, without a GROUP BY."
    different = None if grouped or tree.find(exp.Distinct, exp.Union, exp.Intersect) else _DIFFERENT.search(question)
    if different and different["said"].lower() not in named:
        yield f"The question says “{different['said']}”, and the query has no DISTINCT and no GROUP BY."
