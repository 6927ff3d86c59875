"""`with an unknown blood group`, `whose city is missing`, `with a rope ticket`: cells that are empty, or are not."""

from __future__ import annotations

from core.ask.stop_words import PARTICIPLES
from core.ask.translators.rules.chart.constructs.absence import empty
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Columns, Cue, Predicate, Shown, Things
from core.ask.translators.rules.chart.schema import restricted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Filter, Item
from core.model import TEMPORAL

CUES = {
    "null": ("not known", "not given", "not filled in", "not filled", "not noted", "unrecorded", "not entered"),
    "known": ("known", "recorded", "filled in", "noted", "is known", "is recorded", "non-empty"),
}
_HAVING = frozenset(("with", "have", "has", "had", "having", "holding", "got"))
_BEEN = frozenset(("have", "has", "had", "were", "was", "are", "been", "is"))
_WHO = frozenset(("who", "that", "which"))


def lacking(columns: Columns, cue: Cue, facts: Facts) -> Columns | None:
    """`the blood group is unknown`."""
    return empty(cue, columns, facts)


def filled(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`with a known blood group`: cells that hold something."""
    column, found = columns.columns[0], facts.column(columns.columns[0])
    if len(columns.columns) > 1 or found is None or not found.profile.nulls or column.table != things.table:
        return None
    return restricted(things, Predicate((Filter(Item(column), "is not null"),), (), (column.table,)), facts)


def marked(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`with a rope ticket`, where cells hold an `x` or nothing."""
    found = facts.column(columns.columns[0])
    return filled(things, columns, facts) if found is not None and found.profile.distinct == 1 else None


def ended(things: Things, columns: Columns, facts: Facts) -> Things | None:
    """`who have retired`, where a date says when."""
    found = facts.column(columns.columns[0])
    if found is None or found.type not in TEMPORAL:
        return None
    called = facts.spelt(columns.columns[0])
    return filled(things, columns, facts) if any(w.lower().endswith(PARTICIPLES) for w in called) else None


def shown_empty(what: Shown, columns: Columns, facts: Facts) -> Shown | None:
    """`names of patients whose city is missing`."""
    column = columns.columns[0]
    met = Predicate((Filter(Item(column), "is null"),), (), (column.table,))
    things = restricted(what.things, met, facts) if column.table == what.things.table else None
    return Shown(what.columns, things, what.distinct, what.said) if things else None


RULES = (
    Rule("an unknown value", "null", "column", "empty", empty, near=True),
    Rule("value unknown", "column", "null", "empty", lacking),
    Rule("shown with no value", "shown", "empty", "shown", shown_empty, 0.05),
    Rule("a known value", "known", "column", "filled", lambda cue, columns, facts: columns, near=True),
    Rule("value known", "column", "known", "filled", lambda columns, cue, facts: columns),
    Rule("no known value", "none", "filled", "empty", empty),
    Rule("things with a value", "things", "filled", "things", filled),
    Rule("things with a mark", "things", "column", "things", marked, 0.02, between=_HAVING),
    Rule("marked things", "column", "things", "things", lambda c, t, k: marked(t, c, k), 0.05, near=True),
    Rule("things that have ended", "things", "column", "things", ended, 0.02, between=_BEEN),
    Rule("things that ended", "things", "column", "things", ended, 0.2, between=_WHO),
)
