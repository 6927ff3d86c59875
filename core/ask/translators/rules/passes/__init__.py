"""What is put right in every query that a reader gives, whichever it was: a visible row of small steps.

Each takes the query, the facts and the question's tokens, and returns the query or another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.alike_told_apart import alike_told_apart
from core.ask.translators.rules.passes.amount_then import amount_then
from core.ask.translators.rules.passes.and_their import and_their
from core.ask.translators.rules.passes.asked_both import asked_both
from core.ask.translators.rules.passes.asked_when import asked_when
from core.ask.translators.rules.passes.before_and_after import before_and_after
from core.ask.translators.rules.passes.but_not_then import but_not_then
from core.ask.translators.rules.passes.by_that_date import by_that_date
from core.ask.translators.rules.passes.came_about_then import came_about_then
from core.ask.translators.rules.passes.carried_out import carried_out
from core.ask.translators.rules.passes.cells_of_figures import cells_of_figures
from core.ask.translators.rules.passes.counted_by_itself import counted_by_itself
from core.ask.translators.rules.passes.counted_fixed import rows_of_one_kind
from core.ask.translators.rules.passes.day_got import day_got
from core.ask.translators.rules.passes.day_of_rows import day_of_rows
from core.ask.translators.rules.passes.day_of_verb import day_of_verb
from core.ask.translators.rules.passes.day_said import by_the_day_said
from core.ask.translators.rules.passes.decided_then import by_its_day
from core.ask.translators.rules.passes.deeds_time import time_of_deeds
from core.ask.translators.rules.passes.each_once import ranked_figure
from core.ask.translators.rules.passes.each_thing import each_thing
from core.ask.translators.rules.passes.ended_then import ended_then
from core.ask.translators.rules.passes.every_time import every_time
from core.ask.translators.rules.passes.every_value import for_every_value
from core.ask.translators.rules.passes.extreme_first import extreme_first
from core.ask.translators.rules.passes.figure_by import figure_by
from core.ask.translators.rules.passes.figures_of_first import of_the_first
from core.ask.translators.rules.passes.filled_only import filled_only
from core.ask.translators.rules.passes.first_in_turn import first_in_turn
from core.ask.translators.rules.passes.first_named import first_named
from core.ask.translators.rules.passes.grouped_figures import grouped_figures
from core.ask.translators.rules.passes.groups_counted import groups_counted
from core.ask.translators.rules.passes.in_all import in_all
from core.ask.translators.rules.passes.in_percent import in_percent
from core.ask.translators.rules.passes.kind_done_most import kind_done_most
from core.ask.translators.rules.passes.kinds_counted import of_each_kind
from core.ask.translators.rules.passes.kinds_of_deeds import kinds_of_deeds
from core.ask.translators.rules.passes.kinds_on_top import kinds_on_top
from core.ask.translators.rules.passes.kinds_seen import kinds_seen
from core.ask.translators.rules.passes.known_values import known_only
from core.ask.translators.rules.passes.last_noun import last_noun
from core.ask.translators.rules.passes.last_time import last_time
from core.ask.translators.rules.passes.lines_of_orders import lines_of_orders
from core.ask.translators.rules.passes.listed_once import listed_once
from core.ask.translators.rules.passes.loans_counted import loans_counted
from core.ask.translators.rules.passes.measured_time import by_measured
from core.ask.translators.rules.passes.met_together import met_together
from core.ask.translators.rules.passes.months_of_any_year import months_of_any_year
from core.ask.translators.rules.passes.months_shown import months_shown
from core.ask.translators.rules.passes.most_of_many import most_together
from core.ask.translators.rules.passes.named_groups import named_groups
from core.ask.translators.rules.passes.named_keys import called, named, named_in_lists
from core.ask.translators.rules.passes.never_so import never_so
from core.ask.translators.rules.passes.not_called_off import not_called_off
from core.ask.translators.rules.passes.not_kinds import not_kinds
from core.ask.translators.rules.passes.noted_states import with_notes
from core.ask.translators.rules.passes.nth import in_its_place
from core.ask.translators.rules.passes.occurrences import counted_where_they_occur
from core.ask.translators.rules.passes.of_all_things import of_all_things
from core.ask.translators.rules.passes.of_each_piece import of_each_piece
from core.ask.translators.rules.passes.of_each_row import of_each_row
from core.ask.translators.rules.passes.of_its_owner import of_its_owner
from core.ask.translators.rules.passes.of_those_known import of_those_known
from core.ask.translators.rules.passes.one_share import one_share
from core.ask.translators.rules.passes.or_never import or_never
from core.ask.translators.rules.passes.own_kinds import own_kinds
from core.ask.translators.rules.passes.own_star import of_own_star
from core.ask.translators.rules.passes.own_words import by_own_column
from core.ask.translators.rules.passes.pairs_once import different_things
from core.ask.translators.rules.passes.part_alone import part_alone
from core.ask.translators.rules.passes.part_of_things import part_of_things
from core.ask.translators.rules.passes.people_once import people_once
from core.ask.translators.rules.passes.per_row import per_row
from core.ask.translators.rules.passes.pieces_of_kinds import pieces_of_kinds
from core.ask.translators.rules.passes.pieces_sold import pieces_sold
from core.ask.translators.rules.passes.rates_of_known import rates_of_known
from core.ask.translators.rules.passes.reasons_given import reasons_given
from core.ask.translators.rules.passes.rows_of_list import rows_of_list
from core.ask.translators.rules.passes.said_in_full import said_in_full
from core.ask.translators.rules.passes.said_on_both_sides import said_on_both_sides
from core.ask.translators.rules.passes.same_header import by_same_header
from core.ask.translators.rules.passes.second_asked import second_asked
from core.ask.translators.rules.passes.set_beside import set_beside
from core.ask.translators.rules.passes.several_rows import things_once
from core.ask.translators.rules.passes.share_of_such import share_of_such
from core.ask.translators.rules.passes.shares_of_amounts import shares_of_amounts
from core.ask.translators.rules.passes.size_shown import size_shown
from core.ask.translators.rules.passes.so_many import those_with_so_many
from core.ask.translators.rules.passes.some_of_them import some_of_them
from core.ask.translators.rules.passes.spans_of_rows import spans_of_rows
from core.ask.translators.rules.passes.stacked_counts import added_up
from core.ask.translators.rules.passes.standing_then import standing_then
from core.ask.translators.rules.passes.stars import of_stars
from core.ask.translators.rules.passes.taxed import taxed
from core.ask.translators.rules.passes.things_counted import counted_where_listed
from core.ask.translators.rules.passes.times_apart import times_apart
from core.ask.translators.rules.passes.times_set_apart import times_set_apart
from core.ask.translators.rules.passes.total_said import total_said
from core.ask.translators.rules.passes.unmarked import unmarked
from core.ask.translators.rules.passes.values_counted import values_counted
from core.ask.translators.rules.passes.what_happened import what_happened
from core.ask.translators.rules.passes.where_it_is import where_it_is
from core.ask.translators.rules.passes.which_of_theirs import which_of_theirs
from core.ask.translators.rules.passes.who_and_which import who_and_which
from core.ask.translators.rules.passes.who_by_name import who_by_name
from core.ask.translators.rules.passes.whose_own import whose_own
from core.ask.translators.rules.passes.whose_they_are import whose_they_are
from core.ask.translators.rules.passes.years_of_rows import years_of_rows
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.remembered import remembered

Pass = Callable[[Query, Facts, Sequence[Token]], Query]
PASSES: tuple[Pass, ...] = (
    values_counted,
    groups_counted,
    taxed,
    total_said,
    amount_then,
    one_share,
    of_those_known,
    share_of_such,
    rates_of_known,
    said_on_both_sides,
    part_of_things,
    shares_of_amounts,
    not_kinds,
    unmarked,
    filled_only,
    of_stars,
    rows_of_list,
    what_happened,
    reasons_given,
    added_up,
    of_own_star,
    cells_of_figures,
    rows_of_one_kind,
    grouped_figures,
    per_row,
    spans_of_rows,
    before_and_after,
    of_each_piece,
    of_each_row,
    pieces_sold,
    pieces_of_kinds,
    those_with_so_many,
    in_all,
    of_each_kind,
    last_noun,
    lines_of_orders,
    counted_where_listed,
    counted_where_they_occur,
    things_once,
    people_once,
    kinds_seen,
    kinds_of_deeds,
    different_things,
    most_together,
    kind_done_most,
    by_measured,
    by_that_date,
    part_alone,
    years_of_rows,
    time_of_deeds,
    by_the_day_said,
    not_called_off,
    standing_then,
    ended_then,
    by_its_day,
    day_got,
    day_of_rows,
    carried_out,
    came_about_then,
    loans_counted,
    known_only,
    with_notes,
    never_so,
    or_never,
    last_time,
    day_of_verb,
    asked_when,
    every_time,
    some_of_them,
    met_together,
    said_in_full,
    of_the_first,
    for_every_value,
    ranked_figure,
    kinds_on_top,
    own_kinds,
    by_own_column,
    by_same_header,
    first_in_turn,
    first_named,
    who_and_which,
    who_by_name,
    where_it_is,
    in_its_place,
    size_shown,
    and_their,
    asked_both,
    second_asked,
    which_of_theirs,
    times_set_apart,
    whose_they_are,
    whose_own,
    set_beside,
    extreme_first,
    counted_by_itself,
    named,
    named_in_lists,
    called,
    listed_once,
    named_groups,
    each_thing,
    of_its_owner,
    of_all_things,
    months_of_any_year,
    months_shown,
    figure_by,
    in_percent,
    but_not_then,
    times_apart,
    alike_told_apart,
)
ORDERED: tuple[tuple[Pass, Pass], ...] = (
    # a share has one form before what it is of and its times are put right; in percent it is no fraction any more
    (one_share, of_those_known),
    (one_share, share_of_such),
    (one_share, part_of_things),
    (part_of_things, time_of_deeds),
    (shares_of_amounts, time_of_deeds),
    (shares_of_amounts, in_percent),
    # what is counted or added up is known before its times are: they go by it
    (rows_of_one_kind, pieces_of_kinds),
    (last_noun, by_measured),
    (by_measured, time_of_deeds),
    (by_measured, standing_then),
    # so many pieces as a row says, before one for each row
    (of_each_piece, of_each_row),
    # parts of dates that say the same are one before they become parts of another date
    (part_alone, by_the_day_said),
    # whose time it is, before the rows are put together that meet it, or never do
    (time_of_deeds, carried_out),
    (time_of_deeds, never_so),
    (time_of_deeds, met_together),
    (standing_then, met_together),
    # a mean that needs no groups loses them before values become groups; these, before cells are set beside each other
    (per_row, for_every_value),
    (for_every_value, set_beside),
    # groups are final before they show names, and named before the one without a name is left out
    (most_together, named),
    (for_every_value, named),
    (counted_where_they_occur, named_groups),
    (time_of_deeds, named_groups),
    (day_of_rows, named_groups),
    (named, named_groups),
    # names stand in the place of a size before a second question brings one back
    (who_and_which, asked_both),
)
"""Two passes that give other queries when they are turned round: the first, and the one that must come after it. Of
6,318 queries that some 300 questions were read as, 88 came out otherwise with all passes turned round, by these."""


def passed(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query after every pass; the first few of each group are read whole."""
    return query if query.of_each else _through(facts, query, tuple(tokens))


@remembered
def _through(facts: Facts, query: Query, tokens: tuple[Token, ...]) -> Query:
    """Readers give many queries twice."""
    for step in PASSES:
        query = step(query, facts, tokens)
    return query
