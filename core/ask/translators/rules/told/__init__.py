"""What words mean that stand for a condition, an order or a figure of the schema: told to every reader beforehand.

A module here knows one turn of phrase ("still open", "awaiting a decision", "fees paid so far") and says which words it
is and what they mean, as a `Definition`; nothing is written into the question. A new kind is a module, a line here and
a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Definition
from core.ask.translators.rules.told.abroad import abroad
from core.ask.translators.rules.told.added_columns import added_columns
from core.ask.translators.rules.told.ahead import ahead
from core.ask.translators.rules.told.at_hours import at_hours
from core.ask.translators.rules.told.awaiting import awaiting
from core.ask.translators.rules.told.beyond_own import beyond_own
from core.ask.translators.rules.told.blank_cells import blank_cells
from core.ask.translators.rules.told.born import born
from core.ask.translators.rules.told.clocked import clocked
from core.ask.translators.rules.told.coded import coded
from core.ask.translators.rules.told.derived import derived
from core.ask.translators.rules.told.duration import duration
from core.ask.translators.rules.told.each_counted import each_counted
from core.ask.translators.rules.told.filled import filled
from core.ask.translators.rules.told.flags_described import flags_described
from core.ask.translators.rules.told.fullness import fullness
from core.ask.translators.rules.told.going_by import going_by
from core.ask.translators.rules.told.goods_sold import goods_sold
from core.ask.translators.rules.told.happened import happened
from core.ask.translators.rules.told.held_counts import held_counts
from core.ask.translators.rules.told.held_words import held_words
from core.ask.translators.rules.told.how_long import how_long
from core.ask.translators.rules.told.late import late, overdue
from core.ask.translators.rules.told.late_by import late_by
from core.ask.translators.rules.told.limits import limits
from core.ask.translators.rules.told.money_paid import money_paid
from core.ask.translators.rules.told.money_sums import money_sums
from core.ask.translators.rules.told.newly import newly
from core.ask.translators.rules.told.numbered import numbered
from core.ask.translators.rules.told.opposites import opposites
from core.ask.translators.rules.told.order_worth import order_worth
from core.ask.translators.rules.told.outgoings import outgoings
from core.ask.translators.rules.told.owing import owed_altogether, owing
from core.ask.translators.rules.told.own_average import own_average
from core.ask.translators.rules.told.paid_in_all import paid_in_all
from core.ask.translators.rules.told.per_other import per_other
from core.ask.translators.rules.told.pieces_done import pieces_done
from core.ask.translators.rules.told.placed_first import placed_first
from core.ask.translators.rules.told.presence import presence
from core.ask.translators.rules.told.quantity_nouns import quantity_nouns
from core.ask.translators.rules.told.set_against import set_against
from core.ask.translators.rules.told.some_or_none import some_or_none
from core.ask.translators.rules.told.states_begun import states_begun
from core.ask.translators.rules.told.stay_length import stay_length
from core.ask.translators.rules.told.still import still
from core.ask.translators.rules.told.still_listed import still_listed
from core.ask.translators.rules.told.taken_off import taken_off
from core.ask.translators.rules.told.takings import takings
from core.ask.translators.rules.told.tenure import tenure
from core.ask.translators.rules.told.ticked import ticked
from core.ask.translators.rules.told.together import together
from core.ask.translators.rules.told.undone import done, undone
from core.ask.translators.rules.told.unit_rates import unit_rates
from core.ask.translators.rules.told.units_said import units_said
from core.ask.translators.rules.told.unsettled import unsettled
from core.ask.translators.rules.told.vacant import vacant
from core.ask.translators.rules.told.with_tax import with_tax
from core.ask.translators.rules.told.worth_of import worth_of

Meanings = dict[int, tuple[int, Definition]]
"""Of the words from a token on: the token behind them, and what they mean."""
Teller = Callable[[Sequence[Token], Sequence[Mention], Facts], Meanings]

MONEY: tuple[Teller, ...] = (
    outgoings,
    paid_in_all,
    unit_rates,
    beyond_own,
    owed_altogether,
    owing,
    order_worth,
    worth_of,
    money_paid,
    takings,
    derived,
    money_sums,
    unsettled,
)
"""Money that changes hands, by columns side by side or by the one column that holds it: the first that knows it."""
TELLERS: tuple[Teller, ...] = (
    set_against,
    quantity_nouns,
    pieces_done,
    goods_sold,
    coded,
    limits,
    ticked,
    flags_described,
    presence,
    done,
    undone,
    blank_cells,
    happened,
    still,
    still_listed,
    awaiting,
    duration,
    clocked,
    units_said,
    at_hours,
    tenure,
    numbered,
    states_begun,
    late,
    overdue,
    late_by,
    born,
    going_by,
    how_long,
    stay_length,
    ahead,
    each_counted,
    newly,
    placed_first,
    own_average,
    per_other,
    with_tax,
    held_counts,
    filled,
    some_or_none,
    opposites,
    vacant,
    held_words,
    added_columns,
    taken_off,
    fullness,
    together,
    abroad,
)
"""Of two that know the same words the last one has its way."""


def told(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Meanings:
    """What words mean where they stand for conditions, orders or figures."""
    return {start: meant for read in TELLERS for start, meant in read(tokens, mentions, facts).items()}


def of_money(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Meanings:
    """What words for money mean."""
    return next((found for read in MONEY if (found := read(tokens, mentions, facts))), {})
