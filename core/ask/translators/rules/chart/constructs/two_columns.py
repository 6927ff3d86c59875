"""`fixed after their due date`, `a price above the cost`: one column of a row against another of the same row."""

from __future__ import annotations

from collections.abc import Callable

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Beyond, Columns, Cue, Predicate, Things
from core.ask.translators.rules.chart.schema import apart
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item, Operator
from core.model import TEMPORAL

CUES = {
    "pronoun": ("that", "those", "the one", "the ones"),
    "matching": ("corresponding", "respective", "matching"),
}
_OPERATORS: tuple[Operator, ...] = (">", "<", ">=", "<=")
_STRICT = _OPERATORS[:2]

_BESIDE = (1, 2)
"""Joins between the tables of two amounts that are compared."""


def _side(operator: Operator) -> Callable[[Cue, Columns, Facts], Beyond | None]:
    return lambda cue, columns, facts: Beyond(operator, columns.columns[0]) if len(columns.columns) == 1 else None


def against(columns: Columns, beyond: Beyond, facts: Facts) -> Predicate | None:
    """Two days, or two amounts, of one table."""
    one, other = columns.columns[0], beyond.column
    if len(columns.columns) > 1 or one == other or one.table != other.table:
        return None
    held = [facts.column(c) for c in (one, other)]
    days = [c is not None and c.type in TEMPORAL for c in held]
    amounts = [facts.measure(c) and not facts.year(c) for c in (one, other)]
    if not (all(days) or all(amounts)):
        return None
    return Predicate((Filter(Item(one), beyond.operator, (other,)),), (), (one.table,))


def beside(columns: Columns, beyond: Beyond, facts: Facts) -> Predicate | None:
    """`accounts whose opening balance is above their closing balance`, which stand in tables of their own."""
    one, other = columns.columns[0], beyond.column
    amounts = all(facts.measure(c) and not facts.year(c) for c in (one, other))
    if len(columns.columns) > 1 or one.table == other.table or not amounts:
        return None
    if apart(one.table, other.table, facts) not in _BESIDE:
        return None
    return Predicate((Filter(Item(one), beyond.operator, (other,)),), (), (one.table, other.table))


def amount_in(things: Things, columns: Columns, facts: Facts) -> Columns | None:
    """`sales in March`, where a column of the sales is March."""
    own = things == Things(things.table) and len(columns.columns) == 1 and columns.columns[0].table == things.table
    return columns if own and facts.measure(columns.columns[0]) else None


_IN = frozenset(("in", "of", "for", "on", "from"))
RULES = (
    *(Rule(f"{o} a column of times", f"time:{o}", "column", "beyond", _side(o), near=True) for o in _OPERATORS),
    *(Rule(f"{o} a column", f"cmp:{o}", "column", "beyond", _side(o), near=True) for o in _OPERATORS),
    *(
        Rule(f"{o} that", f"cmp:{o}", "pronoun", f"{o} that", lambda sign, that, facts: sign, near=True)
        for o in _STRICT
    ),
    *(Rule(f"{o} that in a column", f"{o} that", "column", "beyond", _side(o), between=_IN) for o in _STRICT),
    Rule("amount in a column", "things", "column", "amount in", amount_in, between=_IN),
    Rule("amount in one column against another", "amount in", "beyond", "predicate", against, 0.05),
    Rule("one column against another", "column", "beyond", "predicate", against, 0.05),
    Rule("one column against another's", "column", "beyond", "predicate", beside, 0.1),
    Rule("matching column", "matching", "column", "column", lambda cue, columns, facts: columns, near=True),
)
