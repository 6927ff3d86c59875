"""Where a query does something else than the question's words say: features of the ranker, and caps on confidence.

Each check looks at words of one kind ("how many", "sorted by", "at least") and at what a query must have for them.
A check does not ask how well words were linked, so it catches readings that every other feature speaks for.
`CHECKS` has those of all modules, by name; `CAPS` says how sure a reading with one of them can be at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.ask.translators.rules.ranking import (
    asked_otherwise,
    astray,
    cells,
    doubtful,
    guessed_letters,
    half_answered,
    hardly_named,
    lacking,
    left_unread,
    misplaced,
    money,
    other_days,
    other_deeds,
    own_figures,
    passed_over,
    people,
    second_lost,
    shares_astray,
    siblings,
    sides_pooled,
    unanswered,
    unasked,
    units,
    unmet,
    unused,
    which_cells,
    words_unread,
)
from core.ask.translators.rules.ranking.seen import Check, Seen

_MODULES = (
    unmet,
    unasked,
    unanswered,
    unused,
    half_answered,
    astray,
    units,
    doubtful,
    money,
    misplaced,
    other_days,
    other_deeds,
    passed_over,
    cells,
    shares_astray,
    left_unread,
    words_unread,
    which_cells,
    hardly_named,
    second_lost,
    sides_pooled,
    people,
    guessed_letters,
    lacking,
    own_figures,
    siblings,
    asked_otherwise,
)
CHECKS: Mapping[str, Check] = MappingProxyType({check.__name__: check for m in _MODULES for check in m.CHECKS})
_HARD = (
    "uncounted", "unranked_at_all", "undivided", "by_itself", "text_compared", "codes_summed", "unaveraged",
    "size_as_code", "other_size", "unnegated", "counted_unread", "rank_unsaid", "part_ungrouped", "ranked_alone",
    "size_unshown", "thing_unshown", "name_compared", "flag_counted", "nobody_shown", "part_unshown", "grouped_alone",
    "guess_used", "table_as_column", "table_by_part", "value_guessed", "half_read", "stuff_counted", "uncut",
    "sort_cut", "one_counted", "manner_listed", "rates_summed", "money_listed", "amount_listed", "much_counted",
    "common_individual", "grouped_by_measure", "holder_unshown", "years_pooled", "either_year", "extreme_summed",
    "things_unshown", "no_money", "time_of_owner", "group_by_part", "unit_counted", "modifier_counted", "had_unread",
    "outcome_unread", "day_of_other_deed", "day_of_list", "total_counted", "age_as_another", "summed_of_list",
    "ungrouped", "out_of_unread", "date_denied", "figure_guessed", "meaning_unused", "deed_elsewhere",
    "still_unread", "one_of_two_counted", "amount_of_one", "met_in_common", "tax_unread",
    "money_counted", "spent_counted", "owed_whole", "size_by_day", "longest_by_amount",
    "kind_unread", "adjective_unread", "things_shared", "pieces_counted", "either_dropped", "other_time",
    "time_of_doer", "often_counted", "other_unit", "flag_guessed", "flag_by_part", "day_unshown", "those_counted",
    "fixed_shown", "all_given", "total_unadded", "asked_column_unshown", "times_uncompared", "kinds_pooled",
    "panel_counted", "kind_of_other", "kind_as_figure", "kinds_for_things", "comparison_listed", "partner_guessed",
    "cells_averaged", "other_times",
    "deed_for_all", "share_of_others", "part_of_all", "decade_unread", "part_of_time_unread", "last_of_each_unread",
    "first_of_each_unread", "peak_unread", "deed_unused", "lacking_below", "first_noun_added", "share_of_named",
    "kind_of_question_unread", "same_unread", "bound_unread", "times_of_kinds", "times_of_things", "things_as_kinds",
    "state_elsewhere", "cell_as_kinds", "key_as_size", "empty_unread", "named_elsewhere", "degree_as_kind",
    "second_group_lost", "done_unread", "second_unanswered", "apart_united", "named_as_one", "cell_in_part",
    "best_time_unread", "figure_hardly_named", "most_unread", "mark_unused", "total_of_what", "who_of_things",
    "verb_elsewhere", "cost_of_other", "money_for_many", "kinds_repeated", "people_elsewhere",
    "modifier_ranked", "share_as_column", "having_unread", "year_of_stranger", "kind_of_far_rows", "ourselves_counted",
    "denied_in_part", "guess_before_cell", "missing_unread",
    "kinds_listed", "share_verb_unread", "state_shown", "breakdown_unread",
    "no_amount", "roles_guessed", "often_added", "included_alone", "hours_unread",
    "second_lost", "sides_pooled", "doers_counted", "born_last", "other_people", "rows_of_no_deed",
    "place_lost", "period_lost", "month_of_years", "header_as_cell", "letter_alone", "last_night_unread",
    "sex_unread", "word_before_unread", "noun_behind_unread", "done_most_unused",
    "why_unanswered", "end_by_beginning", "state_by_joining", "first_time_unread", "share_of_itself", "people_as_rows",
    "pairs_undivided", "lacks_in_some", "never_by_part", "own_uncompared", "mean_of_parts", "flag_summed",
    "rate_as_column", "to_do_unread", "what_for_whom", "owner_unread", "condition_of_sibling",
    "half_of_label", "initials_as_cell", "doer_as_rows", "place_unshown", "type_for_things", "number_for_size",
    "sibling_figure", "current_unread", "giver_for_receiver",
)  # fmt: skip
_WEIGHED = ("stranger", "either_join", "ambiguous", "summed_alone")
"""Told to the ranker alone: as many readings with one of these are right as are without."""
CAPS: Mapping[str, float] = MappingProxyType(
    dict.fromkeys(CHECKS, 0.74) | dict.fromkeys(_HARD, 0.45) | dict.fromkeys(_WEIGHED, 1.0)
)


_PLAINLY = {
    unmet: "a word asks for something that this reading does not do",
    unasked: "this reading does something that the words hardly ask for",
    unanswered: "this reading may not show what is asked for",
    unused: "something that was said has no part in this reading",
    words_unread: "something that was said has no part in this reading",
    half_answered: "this reading may answer a part of the question alone",
    second_lost: "this reading may answer the first of two questions alone",
    guessed_letters: "what a letter stands for is guessed",
    own_figures: "a figure may be set against, or taken of, another thing than is meant",
    lacking: "what things lack, or what was never done, may be told by something else than this reading goes by",
    asked_otherwise: "this reading may show, or go by, something else than is asked for",
    siblings: "this reading may count other rows than those that are asked about",
    sides_pooled: "it is not certain what is compared",
    people: "it is not certain whom, or what, the rows that are counted or compared speak of",
    astray: "this reading may be about something beside what is asked",
    units: "this reading may not add up what is measured",
    doubtful: "this reading rests on a guess",
    hardly_named: "a figure may be another one than the words name",
    money: "it is not certain which money, or which amounts, are meant",
    misplaced: "this reading may give another kind of answer than is asked for",
    other_days: "it is not certain which day is meant",
    other_deeds: "what was done may be told by something else than this reading goes by",
    passed_over: "a word that tells things apart may be passed over",
    left_unread: "a time that was said may have no part in this reading",
    cells: "the figures of its table may not belong together",
    which_cells: "a word that several cells hold may be taken for another than is meant",
    shares_astray: "it is not certain of what the part is taken",
}
"""What the checks of a module say to people."""
_OWN = {
    "times_uncompared": "it is not certain what is compared",
    "grouped_unasked": "this reading gives a figure for each of something, where one figure may be meant",
    "grouped_alone": "this reading shows the groups without what is asked for each of them",
    "manner_listed": "this reading lists everything there is, where the question asks how",
    "one_counted": "this reading may count other rows than those that are asked about",
    "unnegated": "this reading leaves nothing out, where the question says “not”",
    "number_unused": "a number or a date of the question has no part in this reading",
    "name_compared": "this reading compares names as if they were sizes",
    "participle_shown": "this reading shows a column for a word that says what was done",
    "counted_unread": "this reading may count something else than the question names",
    "flag_counted": "this reading counts the answers yes and no, and not what has them",
    "bound_shown": "this reading shows a figure, and not which things have it",
    "kind_of_question_unread": "words that say what kind of question it is have no part in this reading",
    "nobody_shown": "this reading names nobody, where the question asks who",
    "part_unshown": "this reading names no time, where the question asks when",
}
"""What single checks say, where the words for all of a module would say too little."""
_REASONS = {check.__name__: _OWN.get(check.__name__, _PLAINLY[m]) for m in _MODULES for check in m.CHECKS}


def reason(features: Mapping[str, float]) -> str:
    """Why a reading is doubted, of several contradictions the gravest; "" for none."""
    found = [name for name in CHECKS if features.get(name) and CAPS[name] < 1.0]
    return _REASONS[min(found, key=CAPS.__getitem__)] if found else ""


def contradictions(seen: Seen) -> dict[str, float]:
    """Each check by its name: 1 (or how often) where the query contradicts the question, else 0."""
    return {name: float(check(seen)) for name, check in CHECKS.items()}


def cap(features: Mapping[str, float]) -> float:
    """The most that confidence can be, given what contradicts."""
    return min((CAPS[name] for name in CHECKS if features.get(name)), default=1.0)
