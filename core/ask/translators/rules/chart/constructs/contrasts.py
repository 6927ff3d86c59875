"""`earn more than their manager`, `hired before their manager`, `the same job as their manager`: one column of two
rows, of which the first refers to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.ask.translators.rules.chart.constructs.superiors import of_role
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Contrast, Cue, Predicate
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Operator
from core.model import TEMPORAL

CUES = {"alike": ("same",), "unlike": ("different", "other")}

_TURNED: dict[Operator, Operator] = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
_MORE: dict[str, Operator] = {"cmp:>": ">", "cmp:<": "<"}
_ALIKE: dict[str, Operator] = {"alike": "=", "unlike": "!="}


def _than(operator: Operator, *, dated: bool) -> Callable[[Cue, Columns, Facts], Contrast]:
    """`more than their manager`, `before their manager`."""
    return lambda cue, above, facts: Contrast(operator, above.columns[0], cue.quantity, dated)


def _of(operator: Operator) -> Callable[[Cue, Columns, Facts], Contrast | None]:
    """`a higher salary`, `the same job`; `above the salary of their manager`."""
    return lambda cue, columns, facts: Contrast(operator, columns.columns[0]) if len(columns.columns) == 1 else None


def _theirs(operator: Operator) -> Callable[[Cue, Columns, Facts], Contrast | None]:
    """`above the salary of their manager`."""
    return lambda cue, columns, facts: _of(operator)(cue, columns, facts) if columns.columns[0].through[0] else None


def _made(own: Col, operator: Operator, child: Col, facts: Facts) -> Predicate | None:
    other = of_role(child, (own,), facts)
    if not other or own == child:
        return None
    return Predicate((Filter(Item(own), operator, other),), (), (own.table,))


def _same(column: Col) -> Col:
    """The column of the row itself."""
    return replace(column, through=("", ""))


def compared(columns: Columns, contrast: Contrast, facts: Facts) -> Predicate | None:
    """`hired before their manager`: the same column of both."""
    own, said = columns.columns[0], contrast.column
    found = facts.column(own) if len(columns.columns) == 1 else None
    timed = found is not None and (found.type in TEMPORAL or facts.year(own))
    if found is None or not (timed if contrast.dated else timed or facts.measure(own)):
        return None
    if not said.through[0]:
        return _made(own, contrast.operator, said, facts)
    return _made(own, contrast.operator, Col(said.table, said.through[0]), facts) if _same(said) == own else None


def by_itself(contrast: Contrast, none: None, facts: Facts) -> Predicate | None:
    """`older than their manager`, `earn more than their manager`, `at least the salary of their manager`."""
    said = contrast.column
    if said.through[0]:
        return compared(Columns((_same(said),)), contrast, facts)
    own = facts.of_quantity(contrast.quantity, (said.table,)) if contrast.quantity else None
    if own is None:
        return None
    turned = contrast.quantity == "age" and (facts.year(own) or not facts.numeric(own))
    operator = _TURNED[contrast.operator] if turned else contrast.operator
    return _made(own, operator, said, facts)


def of_column(contrast: Contrast, above: Columns, facts: Facts) -> Predicate | None:
    """`a higher salary than their manager`, `the same job as their manager`."""
    own, equal = contrast.column, contrast.operator in _ALIKE.values()
    return _made(own, contrast.operator, above.columns[0], facts) if equal or facts.measure(own) else None


_THAN = frozenset(("than", "as", "from", "to"))
RULES = (
    *(Rule(f"{o} their superior", tag, "above", "contrast", _than(o, dated=False)) for tag, o in _MORE.items()),
    *(Rule(f"{o} their superior in time", f"time:{o}", "above", "contrast", _than(o, dated=True)) for o in _TURNED),
    *(Rule(f"{o} a column of theirs", f"cmp:{o}", "column", "contrast", _theirs(o), near=True) for o in _TURNED),
    *(Rule(f"{o} of a column", tag, "column", "contrast of", _of(o), near=True) for tag, o in (_MORE | _ALIKE).items()),
    Rule("column compared with their superior's", "column", "contrast", "predicate", compared),
    Rule("compared with their superior", "contrast", "", "predicate", by_itself),
    Rule("column other than their superior's", "contrast of", "above", "predicate", of_column, between=_THAN),
)
