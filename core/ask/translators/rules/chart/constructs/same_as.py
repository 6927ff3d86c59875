"""`customers in the same city as Ada`, `products with a different price from the Lamp`: what one of them has, others
have, too, or have not.
"""

from __future__ import annotations

from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Contrast, Predicate, Value
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, Filter, Item

DECIDES = frozenset(("as that of a named one",))


def as_that_one(contrast: Contrast, value: Value, facts: Facts) -> Predicate | None:
    """Of the others of its table, by the name of one of them."""
    own, called = contrast.column, value.column
    if own.table != called.table or own in (called, facts.key(own.table)) or called not in facts.display(own.table):
        return None
    if contrast.operator not in ("=", "!="):
        return None
    named = Filter(Item(called), "=", (value.text,))
    others = Filter(Item(called), "!=", (value.text,))
    return Predicate((Among(own, (named,), contrast.operator == "!="), others), (), (own.table,))


RULES = (
    Rule(
        "as that of a named one", "contrast of", "value", "predicate", as_that_one,
        between=frozenset(("as", "from", "than", "to")),
    ),
)  # fmt: skip
