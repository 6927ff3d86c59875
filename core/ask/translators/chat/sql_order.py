"""Orders, limits and extremes that a question names, held against what its query does. English only."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from sqlglot import exp

from core.ask.tokens import Token

_SORTED = re.compile(
    r"\b(?:sort(?:ed)?|order(?:ed)?) (?:\w+ ){0,3}?(?:by|from)\b|\b(?:a|de)scending\b|\balphabetical(?:ly)?\b",
    re.I,
)
_RANKED = re.compile(
    r"\b(?:the|with|has|have|had) (?:most|fewest|least)\b(?! recent)|"
    r"(?<!to )\bthe (?:\w+ )?(?:highest|lowest|largest|smallest|biggest|oldest|youngest|latest|earliest|longest|"
    r"shortest|heaviest|cheapest)\b",
    re.I,
)
_UP = re.compile(
    r"(?<!at )\b(?:(?:most|highest|largest|biggest|longest|heaviest|maximum|greatest)\b|"
    r"top (?=\d|\w+ \w+ by\b|\w+ by\b))",
    re.I,
)
_DOWN = re.compile(r"(?<!at )\b(?:fewest|least|lowest|smallest|shortest|lightest|cheapest|minimum)\b", re.I)
_SIDE = re.compile(r"\b(?:(?P<down>de)|a)scending\b", re.I)
_FROM = re.compile(
    r"\bfrom (?:the )?(?:(?P<down>highest|largest|biggest|most|best|oldest|longest)|lowest|smallest|fewest|least|"
    r"youngest|shortest) to\b",
    re.I,
)
_CHOSEN = 100
"""Rows up to which a limit is taken for one that the question asks for, not for a guard against many."""
_PLACES = {"rank", "ranking", "position", "place", "standing"}
"""Words of columns in which the first is the highest."""
_ALPHABETICAL = re.compile(r"\balphabetical(?:ly)?\b(?!.*\b(?:descending|reverse))", re.I)
_BOTH = re.compile(
    r"\b(?:min(?:imum)?|lowest|smallest) and (?:the )?(?:max(?:imum)?|highest|largest)\b|"
    r"\b(?:max(?:imum)?|highest|largest) and (?:the )?(?:min(?:imum)?|lowest|smallest)\b",
    re.I,
)


def unordered(question: str, tree: exp.Expr) -> Iterator[str]:
    """Rows without the order asked for, or in the opposite one."""
    said, order = _SORTED.search(question), tree.find(exp.Order)
    if said and order is None:
        yield f"The question says “{said[0]}”, and the query has no ORDER BY."
    sides = [*_SIDE.finditer(question), *_FROM.finditer(question)]
    by = tree.args.get("order")
    if by is None or len(by.expressions) != 1:
        return
    down = bool(by.expressions[0].args.get("desc"))
    if len(sides) == 1 and down != (sides[0]["down"] is not None):
        yield f"The question says “{sides[0][0]}”, and the query orders the other way."
    elif (
        not sides
        and down
        and (said := _ALPHABETICAL.search(question))
        and isinstance(by.expressions[0].this, exp.Column)
    ):
        yield f"The question says “{said[0]}”, and the query orders the other way."


def unranked(question: str, tokens: Sequence[Token], tree: exp.Expr, named: Collection[str]) -> Iterator[str]:
    """A most or least that is not sought, is sought at the wrong end, or whose number of rows is another. `named` are
    the words of the names in the query: a column may hold what is asked for."""
    said = _RANKED.search(question)
    if said and (said[0].lower().split()[-1] in named or _FROM.search(question)):
        said = None
    order, limit = tree.find(exp.Order), tree.args.get("limit")
    if said and not (order or tree.find(exp.Max, exp.Min, exp.Window)):
        yield f"The question says “{said[0]}”, and the query has no order and no MAX or MIN."
    elif (side := _side(question)) and (done := _done(tree)) not in (None, side[0]) and not _PLACES & set(named):
        yield f"The question says “{side[1]}”, and the query takes the {'highest' if done else 'lowest'}."
    if (both := _BOTH.search(question)) and bool(tree.find(exp.Max)) != bool(tree.find(exp.Min)):
        yield f"The question says “{both[0]}”, and the query takes only one of them."
    most = _rows(limit)
    if most is not None and 1 < most <= _CHOSEN and not any(t.number == most for t in tokens):
        yield f"The query gives {most} rows, and the question does not say {most}."
    if said and order is not None and limit is None and _plain(tree) and not _SORTED.search(question):
        yield f"The question says “{said[0]}”, and the query gives all rows, without a LIMIT."


def _side(question: str) -> tuple[bool, str] | None:
    """Whether only highs or only lows are named, and the word."""
    up, down = _UP.search(question), _DOWN.search(question)
    if (up is None) == (down is None):
        return None
    return (True, up[0]) if up is not None else (False, down[0]) if down is not None else None


def _done(tree: exp.Expr) -> bool | None:
    """Whether the query takes the highest; None if it takes neither, or both."""
    found = {isinstance(node, exp.Max) for node in tree.find_all(exp.Max, exp.Min)}
    for node in tree.find_all(exp.Select):
        order = node.args.get("order")
        if order is not None and node.args.get("limit") is not None:
            found.add(bool(order.expressions[0].args.get("desc")))
    return found.pop() if len(found) == 1 else None


def _rows(limit: exp.Expr | None) -> int | None:
    text = limit.expression.name if isinstance(limit, exp.Limit) and limit.expression is not None else ""
    return int(text) if text.isdigit() else None


def _plain(tree: exp.Expr) -> bool:
    """Only ordered: nothing else in it picks rows by their rank."""
    return isinstance(tree, exp.Select) and not tree.find(exp.Max, exp.Min, exp.Window, exp.Subquery, exp.Limit)
