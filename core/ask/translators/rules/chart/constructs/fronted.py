"""`for order 10, show the total and the date`, `of the orders from Oslo, what percentage`: of which things columns or a
share are asked for, said first."""

from __future__ import annotations

from core.ask.translators.rules.chart.constructs.listing import of_things
from core.ask.translators.rules.chart.constructs.sharing import of_things as of_share
from core.ask.translators.rules.chart.constructs.sharing import that
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Cue, Things
from core.ask.translators.rules.facts import Facts

CUES = {"fronting": ("for", "of", "in the case of", "regarding", "concerning")}
_APART = frozenset(", show list give display tell name what".split())


def told_first(cue: Cue, things: Things, facts: Facts) -> Things | None:
    """`for customers from Oslo`: some of them, and not all."""
    return things if things.where and not things.having else None


RULES = (
    Rule("things said first", "fronting", "things", "fronted", told_first, near=True),
    Rule("share of what was said first", "fronted", "share", "shared of these", lambda t, c, k: of_share(c, t, k)),
    Rule("share of these that", "shared of these", "predicate", "share of rows", that, 0.02),
    Rule("columns of what was said first", "fronted", "column", "shown", lambda t, c, k: of_things(c, t, k), 0.05,
         between=_APART),
)  # fmt: skip
