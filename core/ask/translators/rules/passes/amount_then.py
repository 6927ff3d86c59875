"""`what were the takings in July 2024`, `repair cost in 2024`, of a column with an amount for each row: all that it
came to, and no list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.stop_words import FUNCTION, VERBS
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import AnyOf, Condition, Filter, Item, Query
from core.model import TEMPORAL

_WERE = frozenset(("were", "was", "are", "is", "did"))
_APART = frozenset("each every per by all list individual highest lowest average mean median range which when".split())
_NO_SUMS = frozenset(map(stem, "price rate score rating points mark grade age size level percent each".split()))
_DAY = len("2024-07-01")


def amount_then(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The one amount that is shown of rows of some time is added up where the question asks what it was, or says no
    more than that."""
    lowers = [t.lower for t in tokens]
    asked = len(lowers) > 1 and lowers[0] == "what" and lowers[1] in _WERE
    phrase = lowers[:1] != [] and lowers[0] not in lexicon().asking | lexicon().telling | VERBS | FUNCTION
    if not (asked or phrase) or _APART & set(lowers) or len(query.select) != 1 or query.distinct:
        return query
    plain = not (query.group or query.having or query.order or query.limit or query.share or query.beside)
    column = query.select[0].column
    if not plain or query.everything or column is None or query.select[0] != Item(column):
        return query
    adds = facts.measure(column) and not facts.year(column) and not facts.speaks(column, lexicon().averaged | _NO_SUMS)
    if not asked and not any(facts.speaks(column, (t.stem,)) and not t.lower.endswith("s") for t in tokens):
        return query  # “fees in 2024” may be a list
    if not adds or not any(_lasts(c, column.table, facts) for c in query.where):
        return query
    return replace(query, select=(Item(column, "sum"),))


def _lasts(condition: Condition, table: str, facts: Facts) -> bool:
    """It holds in a time of more than a day of the table's own rows."""
    if isinstance(condition, AnyOf):
        return any(_lasts(c, table, facts) for c in condition.parts)
    if not isinstance(condition, Filter) or condition.item.column is None or condition.item.column.table != table:
        return False
    held = facts.column(condition.item.column)
    if held is None or held.type not in TEMPORAL or condition.operator in ("is null", "is not null", "!="):
        return False
    values = [str(v) for v in condition.values]
    return len(values) > 1 or condition.operator in (">", ">=", "<", "<=", "like") or len(values[0]) < _DAY
